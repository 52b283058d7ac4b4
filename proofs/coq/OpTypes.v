(* OpTypes.v: D-Op, the shapes. The entries that D-Op takes along the axes determine the global shapes from the local
   ones: the results of the global op have the shapes that the results' distributed types give to the local op's. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions OpEntry Partial PartialOp.
Import ListNotations.
Set Implicit Arguments.

Section OpTypes.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation size := (size M). Notation sizes := (sizes M). Notation in_mesh := (in_mesh M).
Notation lshape := (lshape M). Notation chain := (chain M).

(* the global shape of a value of local shape sh and roles l *)
Fixpoint grown (l : roles) sh := match l with [] => sh | (a, s) :: l => grown l (cshape (size a) s sh) end.
(* the dimensions that are tiled are there *)
Definition fits (l : roles) (sh : list nat) :=
  Forall (fun r => match snd r with Tile _ d => d < length sh | _ => True end) l.
Definition known (l : roles) := Forall (fun r : axis * attr mono => fst r < length M) l.

Lemma cshape_len N s sh : length (cshape N s sh) = length sh.
Proof. destruct s; simpl; auto. apply upd_length. Qed.
Lemma fits_len l sh sh' : length sh = length sh' -> fits l sh -> fits l sh'.
Proof. unfold fits. now intros ->. Qed.
(* sh is the local shape of the global shape that grows from it *)
Lemma chain_grown l : forall sh, known l -> fits l sh ->
  chain (Dtiles l) (grown l sh) /\ lshape (Dtiles l) (grown l sh) = sh.
Proof.
  induction l as [|[a s] l IH]; intros sh K F; [split; simpl; auto|].
  inversion K as [|? ? Ka K']; subst. inversion F as [|? ? Fa F']; subst. simpl in Ka, Fa. cbn [grown].
  destruct (IH (cshape (size a) s sh) K') as [C E]; [apply (fits_len (sh := sh)); auto; now rewrite cshape_len|].
  destruct s as [d|m|]; cbn [Dtiles]; auto. cbn [cshape] in *. pose proof (size_pos M_pos Ka) as P.
  assert (P1 : prod (sizes (@cons axis a [])) = size a) by (simpl; lia).
  rewrite chain_app, lshape_app, E. cbn [Distributed.chain Distributed.lshape].
  rewrite P1, upd_length, nth_upd_same, upd_upd by auto.
  rewrite (Nat.mul_comm (size a)) in *. rewrite Nat.div_mul, upd_nth by lia. repeat split; auto.
  - repeat constructor; auto.
  - now exists (nth d sh 0).
Qed.
(* and no other is *)
Lemma grown_unique l : forall g sh, known l -> chain (Dtiles l) g -> lshape (Dtiles l) g = sh ->
  g = grown l sh /\ fits l sh.
Proof.
  induction l as [|[a s] l IH]; intros g sh K C E; [split; [exact E|constructor]|].
  inversion K as [|? ? Ka K']; subst. simpl in Ka. cbn [grown]. pose proof (size_pos M_pos Ka) as P.
  assert (P1 : prod (sizes (@cons axis a [])) = size a) by (simpl; lia).
  destruct s as [d|m|]; cbn [Dtiles cshape] in *;
    [|destruct (IH g _ K' C eq_refl); split; auto; constructor; simpl; auto ..].
  apply chain_app in C as [C1 C2]. rewrite lshape_app. cbn [Distributed.chain Distributed.lshape] in *.
  rewrite P1 in *. destruct C2 as (Hd & _ & [q Hq] & _). destruct (IH g _ K' C1 eq_refl) as [E F].
  rewrite Hq, Nat.div_mul, nth_upd_same, upd_upd, (Nat.mul_comm (size a)), <- Hq, upd_nth by (auto; lia).
  split; auto. constructor; simpl; [now rewrite upd_length|]. revert F. apply fits_len. now rewrite upd_length.
Qed.

Lemma NoDup_Dof m l : NoDup (map fst l) -> NoDup (axes_of (Dof m l)).
Proof.
  induction l as [|[a s] l IH]; simpl; intros H; [constructor|]. inversion H as [|? ? Na ND]; subst. specialize (IH ND).
  assert (X : ~ In a (axes_of (Dof m l))).
  { intros X. apply in_Dof in X as (s' & X & _). apply Na, in_map_iff. now exists (a, s'). }
  unfold Dof in *. destruct s; cbn [Dtiles Dparts]; auto.
  - apply Permutation_NoDup with (l := a :: axes_of (mkD (Dtiles l) (Dparts l) m)); [|now constructor].
    rewrite axes_snoc. unfold axes_of; simpl. apply Permutation_cons_app. apply Permutation_refl.
  - apply Permutation_NoDup with (l := a :: axes_of (mkD (Dtiles l) (Dparts l) m)); [|now constructor].
    unfold axes_of; simpl. rewrite app_assoc. apply Permutation_cons_append.
Qed.
Lemma known_parts l : known l -> in_mesh (Dparts l).
Proof.
  induction 1 as [|[a s] l Ha H IH]; simpl; [constructor|]. destruct s; auto.
  apply Forall_app. repeat constructor; auto.
Qed.

(* D-Op, shapes: operands of local shapes shs, grown along the axes ==> the results are well formed, and their shapes
   are what grows from the local op's result shapes rsh *)
Theorem D_Op_shapes n k l : forall shs rsh ol og, entries M n k l shs rsh ol og ->
  Forall (fun v : level => fst (fst v) < length M) l ->
  forall X : nat -> tensor,
  (forall i, i < n ->
    fits (operand_roles i l) (shs i) /\ wf (X i) /\ shape (X i) = grown (operand_roles i l) (shs i)) ->
  forall j, j < k -> fits (result_roles j l) (rsh j) /\ wf (nth j (og (args n X)) tz) /\
    shape (nth j (og (args n X)) tz) = grown (result_roles j l) (rsh j).
Proof.
  induction l as [|[[a st] sr] l IH]; intros shs rsh ol og HE K X HX j Hj;
    inversion HE as [? ? ? OT|? ? ? ? ? ? ? o' ? HVal HE']; subst.
  - split; [constructor|]. apply OT; auto. intros i Hi. apply HX, Hi.
  - inversion K as [|? ? Ka K']; subst. simpl in Ka. pose proof (size_pos M_pos Ka) as P.
    destruct (IH _ _ _ _ HE' K' X) with (j := j) as (F & W & E); auto.
    { intros i Hi. destruct (HX i Hi) as (F & W & E). split; auto. inversion F; subst.
      eapply fits_len; [|eassumption]. now rewrite cshape_len. }
    split; [|split]; auto. constructor; [cbn [fst snd]|eapply fits_len; [|exact F]; now rewrite cshape_len].
    (* an entry that is valid has its tiles in range: take zeros for the parts *)
    set (p := fun i (_ : nat) => tab (shs i) (fun _ => z)).
    assert (HP : forall i, i < n -> parts_of (size a) (shs i) (st i) (p i)
      (comb tz concat reduce (st i) (map (p i) (seq 0 (size a))))).
    { intros i Hi. destruct (HX i Hi) as (F0 & _ & _). inversion F0 as [|? ? F1 _]; subst. cbn [fst snd] in F1.
      split; [|split]; auto.
      - apply unif_map; [destruct (size a); simpl; [lia|congruence]|]. intros r _. split; [apply wf_tab|reflexivity].
      - destruct (st i); auto. intros r Hr. destruct (size a); [lia|]. reflexivity. }
    destruct (HVal p _ HP j Hj) as (_ & _ & T1). destruct (sr j); auto.
Qed.
Lemma known_roles (l : list level) f : Forall (fun v : level => fst (fst v) < length M) l ->
  known (map (fun v : level => (fst (fst v), f v)) l).
Proof. intros H. apply Forall_map. exact H. Qed.
(* D-Op, shapes: operands whose D's give the local shapes shs ==> the results' D's give the local op's shapes rsh, and
   the results' shapes depend on those alone *)
Corollary D_Op_local n k l shs rsh ol og : entries M n k l shs rsh ol og ->
  Forall (fun v : level => fst (fst v) < length M) l ->
  forall X : nat -> tensor,
  (forall i, i < n -> wf (X i) /\ chain (Dtiles (operand_roles i l)) (shape (X i)) /\
    lshape (Dtiles (operand_roles i l)) (shape (X i)) = shs i) ->
  forall j, j < k -> let Y := nth j (og (args n X)) tz in wf Y /\ shape Y = grown (result_roles j l) (rsh j) /\
    chain (Dtiles (result_roles j l)) (shape Y) /\ lshape (Dtiles (result_roles j l)) (shape Y) = rsh j.
Proof.
  intros HE K X HX j Hj Y. destruct (D_Op_shapes HE K X) with (j := j) as (F & W & E); auto.
  - intros i Hi. destruct (HX i Hi) as (W & C & Sh).
    destruct (@grown_unique (operand_roles i l) (shape (X i)) (shs i)); auto. now apply known_roles.
  - fold Y in W, E. rewrite E. destruct (@chain_grown (result_roles j l) (rsh j)); auto. now apply known_roles.
Qed.
End OpTypes.
