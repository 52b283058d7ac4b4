(* Validity.v: section 6, what it means that a registry entry is valid. Propagation asks for valid_sem (Cells.v), D-Op
   for valid (OpEntry.v), Theorem 3 proves equations (Registry.v and its like); the first two imply each other where
   the entry and the op are well typed, and the equations imply them, with partial operands too. *)
From Coq Require Import List Arith Lia Bool ZArith.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry
  Comprehension Partials OpEntry Check Soundness ActionValues Cells CellEntries.
Import ListNotations.
Set Implicit Arguments.

(* ---- lists, position by position ---- *)
Lemma Forall2_at X Y (R : X -> Y -> Prop) l l' : Forall2 R l l' <-> length l = length l' /\
  forall i x y, nth_error l i = Some x -> nth_error l' i = Some y -> R x y.
Proof.
  split.
  - induction 1 as [|x y l l' H F [IH1 IH2]]; simpl; split; auto.
    + intros [|?]; discriminate.
    + intros [|i] u v; simpl; [|eauto]. intros E E'. now inversion E; inversion E'; subst.
  - revert l'; induction l as [|x l IH]; intros [|y l'] [E H]; try discriminate; constructor.
    + now apply (H 0).
    + apply IH. split; [now inversion E|]. intros i. apply (H (S i)).
Qed.
Lemma nth_error_args {Sc : Scalars} n x i : i < n -> nth_error (args n x) i = Some (x i).
Proof. intros H. apply map_nth_error. rewrite nth_error_nth' with (d := 0); rewrite ?seq_length, ?seq_nth; auto. Qed.
Lemma args_length {Sc : Scalars} n x : length (args n x) = n.
Proof. unfold args. now rewrite map_length, seq_length. Qed.
Lemma nth_args {Sc : Scalars} n x i d : i < n -> nth i (args n x) d = x i.
Proof. apply nth_map_seq. Qed.
Lemma nth_fst A B (l : list (A * B)) i t d : nth_error l i = Some t -> nth i (map fst l) d = fst t.
Proof. intros H. apply nth_error_nth. now apply map_nth_error. Qed.
Lemma nth_error_some X (l : list X) i : i < length l -> exists x, nth_error l i = Some x.
Proof. intros H. destruct (nth_error l i) eqn:E; eauto. apply nth_error_None in E. lia. Qed.

Section Validity.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable localise : op -> nat -> @entry Sc -> op.
Notation attr := (attr mono).
Notation any := (Any mono).
Notation valid_sem := (@valid_sem Sc op elt osem localise).
Notation val := (@val Sc elt).
Notation none := (fun _ : nat => tz).

(* a tiled operand: d < rank and N divides n_d (T-Slice 3 and 4, but not 5) *)
Definition fits_in N (s : attr) (t : ty elt) : Prop :=
  match s with Tile _ d => d < length (fst t) /\ Nat.divide N (nth d (fst t) 0) | _ => True end.
(* the entry e of the op o, operands of types ts, results at local shapes of types lts', as D-Op asks for it *)
Definition op_valid N o (e : @entry Sc) (ts lts' : list (ty elt)) :=
  OpEntry.valid (length (fst e)) (length (snd e)) N
    (fun i => nth i (map fst (ltys N (fst e) ts)) []) (fun j => nth j (map fst lts') [])
    (fun i => nth i (fst e) any) (fun j => nth j (snd e) any) (osem (localise o N e)) (osem o).

Lemma in_ok_fits mdef N s (t : ty elt) : in_ok mdef N s t -> fits_in N s t.
Proof. destruct s; simpl; intuition. Qed.
Lemma ltys_at N ins : forall (ts : list (ty elt)) i t, length ins = length ts -> nth_error ts i = Some t ->
  nth_error (ltys N ins ts) i = Some (lty N (nth i ins any) t).
Proof.
  induction ins as [|s ins IH]; intros [|u ts] [|i] t E H; try discriminate; simpl in *; [congruence|].
  apply IH; auto.
Qed.
Lemma fams_at N ins : forall xs Vs, fams N ins xs Vs <-> length xs = length ins /\ length Vs = length ins /\
  forall i, i < length ins -> fam N (nth i ins any) (nth i xs tz) (nth i Vs none).
Proof.
  induction ins as [|s ins IH]; intros [|x xs] [|V Vs]; simpl;
    try (split; [easy|intros (? & ? & ?); easy]).
  rewrite IH. split.
  - intros (HF & E & E' & H). split; [lia|]. split; [lia|]. intros [|i] Hi; auto. apply H. lia.
  - intros (E & E' & H). split; [exact (H 0 (Nat.lt_0_succ _))|]. split; [lia|]. split; [lia|].
    intros i Hi. apply (H (S i)). lia.
Qed.

(* chunks, parts and copies of a tensor, in the words of Cells.v and in those of OpEntry.v *)
Theorem fam_parts N s (t : ty elt) x V : 0 < N -> fits_in N s t -> val x t -> fam N s x V ->
  OpEntry.parts_of N (fst (lty N s t)) s V x.
Proof.
  assert (Ns : 0 < N -> seq 0 N <> []) by (destruct N; [lia|discriminate]).
  intros HN Hf [W E] HF. destruct s as [d|m|]; simpl in *.
  - destruct Hf as [Hd Hdiv].
    pose proof (@chunk_parts Sc N d x W) as C. unfold dim in C. rewrite E in C. destruct C as (U & C & Hl); auto.
    assert (X : map V (seq 0 N) = map (fun r => chunk d x r N) (seq 0 N)).
    { apply map_ext_in. intros r Hr. apply in_seq in Hr. apply HF. lia. }
    split; [|split]; rewrite ?X; auto.
  - destruct HF as [HR HF]. rewrite <- E. split; [|split]; auto.
    apply unif_map; auto. intros r Hr. apply in_seq in Hr. apply HF. lia.
  - split; [|split]; auto.
    + apply unif_map; auto. intros r Hr. apply in_seq in Hr. rewrite HF by lia. auto.
    + destruct N; [lia|]. simpl. apply HF. lia.
Qed.
Theorem parts_fam N s (t : ty elt) x V : 0 < N -> fits_in N s t ->
  OpEntry.parts_of N (fst (lty N s t)) s V x -> val x t /\ fam N s x V.
Proof.
  intros HN Hf P. destruct s as [d|m|]; simpl in *.
  - destruct Hf as [Hd [q Hq]]. apply parts_of_chunk in P as (HC & Sh & W). split; auto. split; auto.
    rewrite Sh, nth_upd_same, upd_upd, Hq, Nat.div_mul, Nat.mul_comm, <- Hq by (auto; lia). apply upd_nth.
  - pose proof P as (U & <- & _). cbn [comb]. split; [split; [apply wf_reduce|apply (shape_reduce m U)]|]. split; auto.
    intros r Hr. rewrite (shape_reduce m U). now apply (parts_of_nth P).
  - pose proof P as (U & <- & H). split; auto. apply (unif_hd U).
Qed.

Section Both.
Variables (N : nat) (o : op) (ins outs : list attr) (ts : list (ty elt)).
Hypothesis HN : 0 < N.
Hypothesis Hin : Forall2 (fits_in N) ins ts.
Notation e := (ins, outs).

Lemma local_vals xs Vs r : Forall2 val xs ts -> fams N ins xs Vs -> r < N ->
  Forall2 val (map (fun V => V r) Vs) (ltys N ins ts).
Proof.
  intros HV HF Hr. pose proof (Forall2_length Hin) as L1. apply fams_at in HF as (L2 & L3 & HF).
  apply Forall2_at in HV as [L4 HV]. apply Forall2_at in Hin as [_ HI]. apply Forall2_at.
  split; [rewrite map_length, ltys_length; congruence|]. intros i v t Hv Ht.
  assert (Hi : i < length ins).
  { pose proof (nth_error_lt _ _ Ht) as X. rewrite ltys_length in X; congruence. }
  destruct (nth_error_some ts (i := i) ltac:(congruence)) as [u Hu].
  rewrite (ltys_at N ins ts i L1 Hu) in Ht. inversion Ht; subst.
  destruct (nth_error_some Vs (i := i) ltac:(congruence)) as [V HV'].
  rewrite (map_nth_error _ _ _ HV') in Hv. inversion Hv; subst.
  assert (P : OpEntry.parts_of N (fst (lty N (nth i ins any) u)) (nth i ins any) V (nth i xs tz)).
  { apply fam_parts; auto.
    - apply (HI i); auto. apply nth_error_nth'. auto.
    - apply (HV i); auto. apply nth_error_nth'. congruence.
    - specialize (HF i Hi). now rewrite (nth_error_nth _ _ none HV') in HF. }
  exact (parts_of_nth P Hr).
Qed.
Lemma parts_ext sh s p p' x : (forall r, r < N -> p r = p' r) -> OpEntry.parts_of N sh s p x ->
  OpEntry.parts_of N sh s p' x.
Proof.
  intros H (U & C & A). replace (map p (seq 0 N)) with (map p' (seq 0 N)) in *.
  2:{ apply map_ext_in. intros r Hr. apply in_seq in Hr. symmetry. apply H. lia. }
  split; [|split]; auto. destruct s; auto. intros r Hr. rewrite <- H; auto.
Qed.
Lemma lists_args xs (Vs : list (nat -> tensor)) r : length xs = length ins -> length Vs = length ins ->
  args (length ins) (fun i => nth i xs tz) = xs /\
  map (fun V => V r) Vs = args (length ins) (fun i => nth i Vs none r).
Proof.
  intros <- E. unfold args. split; [apply map_nth_seq|]. rewrite <- E, <- (map_nth_seq Vs none) at 1.
  now rewrite map_map.
Qed.

(* What propagation asks for, from what D-Op asks for. Of the op it is asked that it has as many results as the entry
   (ValidityExamples.v: results_beyond), of the operands that the tiles divide (rest_unseen). *)
Theorem sem_of_op lts' : (forall xs, Forall2 val xs ts -> length (osem o xs) = length outs) ->
  op_valid N o e ts lts' -> valid_sem N (Some o) e ts.
Proof.
  intros Hnum HV xs Vs HX HF. pose proof (Forall2_length Hin) as L1. cbn [fst snd] in *.
  pose proof (proj1 (fams_at N ins xs Vs) HF) as (L2 & L3 & HF').
  assert (P : forall j, j < length outs -> OpEntry.parts_of N (nth j (map fst lts') []) (nth j outs any)
    (fun r => nth j (osem (localise o N e) (map (fun V => V r) Vs)) tz) (nth j (osem o xs) tz)).
  { intros j Hj. specialize (HV (fun i => nth i Vs none) (fun i => nth i xs tz)). cbn [fst snd] in HV.
    rewrite (proj1 (lists_args xs Vs 0 L2 L3)) in HV. eapply parts_ext; [|apply HV; auto].
    - intros r _. now rewrite (proj2 (lists_args xs Vs r L2 L3)).
    - intros i Hi. destruct (nth_error_some ts (i := i) ltac:(congruence)) as [t Ht].
      rewrite (nth_fst _ _ [] (ltys_at N ins ts i L1 Ht)). apply Forall2_at in Hin as [_ HI].
      apply Forall2_at in HX as [_ HX].
      apply fam_parts; auto; [apply (HI i)|apply (HX i)]; auto; apply nth_error_nth'; congruence. }
  split.
  - apply nth_ext with (d := tz) (d' := tz); simpl; [now rewrite combs_length, Hnum|].
    rewrite combs_length. intros j Hj. rewrite nth_combs, (proj2 (Nat.ltb_lt _ _) Hj). simpl.
    destruct (P j Hj) as (_ & <- & _). unfold rows, col. rewrite map_map. reflexivity.
  - intros j r Hj Hr. assert (Lj : j < length outs) by (eapply nth_error_lt; eassumption).
    destruct (P j Lj) as (_ & _ & A). rewrite (nth_error_nth _ _ any Hj) in A.
    unfold rows. rewrite nth_map_seq by auto. now apply A.
Qed.

(* What D-Op asks for, from what propagation asks for. Of the op it is asked that its results at local shapes have the
   types lts' (ValidityExamples.v: ill_formed_parts), of the entry that a result is tiled on a dimension that it has
   (no_such_dimension). *)
Theorem op_of_sem lts' :
  (forall ls, Forall2 val ls (ltys N ins ts) -> Forall2 val (osem (localise o N e) ls) lts') ->
  length lts' = length outs ->
  (forall j d, nth_error outs j = Some (Tile _ d) -> d < length (nth j (map fst lts') [])) ->
  valid_sem N (Some o) e ts -> op_valid N o e ts lts'.
Proof.
  intros Hty HL Hd HS p x HP j Hj. cbn [fst snd] in *. pose proof (Forall2_length Hin) as L1.
  set (n := length ins) in *. set (Vs := map p (seq 0 n)).
  assert (Hx : forall i, i < n -> exists t, nth_error ts i = Some t /\ val (x i) t /\
    fam N (nth i ins any) (x i) (p i)).
  { intros i Hi. destruct (nth_error_some ts (i := i) ltac:(congruence)) as [t Ht]. exists t. split; auto.
    specialize (HP i Hi). rewrite (nth_fst _ _ [] (ltys_at N ins ts i L1 Ht)) in HP.
    apply parts_fam; auto. apply Forall2_at in Hin as [_ HI]. apply (HI i); auto. now apply nth_error_nth'. }
  assert (HX : Forall2 val (args n x) ts).
  { apply Forall2_at. rewrite args_length. split; auto. intros i v t Hv Ht.
    assert (Hi : i < n) by (rewrite L1; eapply nth_error_lt; eauto).
    rewrite nth_error_args in Hv by auto. inversion Hv; subst. destruct (Hx i Hi) as (t' & Ht' & H & _). congruence. }
  assert (HF : fams N ins (args n x) Vs).
  { apply fams_at. unfold Vs. rewrite args_length, map_length, seq_length. split; [auto|]. split; [auto|].
    intros i Hi. rewrite nth_args, nth_map_seq by auto. destruct (Hx i Hi) as (_ & _ & _ & H). exact H. }
  assert (EV : forall r, map (fun V => V r) Vs = args n (fun i => p i r)).
  { intros r. unfold Vs, args. now rewrite map_map. }
  destruct (HS _ _ HX HF) as [EC EA]. cbn [fst snd hsem hloc] in *.
  destruct (nth_error_some lts' (i := j) ltac:(congruence)) as [t Ht].
  assert (HR : forall r, r < N -> val (nth j (osem (localise o N e) (args n (fun i => p i r))) tz) t).
  { intros r Hr. eapply Forall2_nth_val; [|exact Ht]. apply Hty. rewrite <- EV. eapply local_vals; eauto. }
  split; [|split].
  - rewrite (nth_fst _ _ [] Ht). apply unif_map; [destruct N; [lia|discriminate]|].
    intros r Hr. apply in_seq in Hr. apply HR. lia.
  - rewrite <- EC, nth_combs, (proj2 (Nat.ltb_lt _ _) Hj). simpl. f_equal. unfold rows, col. rewrite map_map.
    apply map_ext. intros r. simpl. now rewrite EV.
  - destruct (nth j outs any) eqn:Ej; auto.
    + apply Hd. rewrite <- Ej. now apply nth_error_nth'.
    + intros r Hr. rewrite <- (EA j r); auto.
      * unfold rows. rewrite nth_map_seq by auto. simpl. now rewrite EV.
      * rewrite <- Ej. now apply nth_error_nth'.
Qed.
End Both.

(* ---- the two are one for well-typed ops and entries ---- *)
Section Typed.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Hypothesis op_sound : forall o a b xs, oty o a b -> Forall2 val xs a -> Forall2 val (osem o xs) b.
Notation valid_ty := (@valid_ty Sc op elt oty mdef localise).
Notation valid_entry := (@valid_entry Sc op elt osem oty mdef localise).

Lemma out_tys_tile N outs (lts' ts' : list (ty elt)) j d : out_tys mdef N outs lts' ts' ->
  nth_error outs j = Some (Tile _ d) -> d < length (nth j (map fst lts') []).
Proof. intros H. revert j. induction H; intros [|j] E; simpl in *; try discriminate; auto. now inversion E; subst. Qed.
(* valid_ty is T-Slice of the operands, T-Op of the local op, T-Tile and T-Reduce of the results; op_sound says that
   ops have the types that they declare. Of an any result both notions ask that every part is the op's result; what a
   cell asks of it besides is cell_ok (Cells.v), what D-Op asks, any_holds (PartialOp.v) *)
Theorem sem_iff_op N o e ts ts' lts' : 0 < N -> oty o ts ts' -> valid_ty N (Some o) e ts ts' lts' ->
  valid_sem N (Some o) e ts <-> op_valid N o e ts lts'.
Proof.
  intros HN Ho (Hin & Hl & Hout). destruct e as [ins outs]. cbn [fst snd hty hloc] in *.
  destruct (out_tys_length Hout) as [L1 L2].
  assert (HF : Forall2 (fits_in N) ins ts) by (clear - Hin; induction Hin; constructor; eauto using in_ok_fits).
  split.
  - apply op_of_sem; auto; [intros ls; now apply op_sound|]. intros j d. eapply out_tys_tile; eauto.
  - apply sem_of_op; auto. intros xs HX. rewrite <- L2. eapply Forall2_length, op_sound; eauto.
Qed.
(* one statement for propagation and D-Op *)
Corollary valid_entry_iff N o e ts ts' : 0 < N -> oty o ts ts' ->
  valid_entry N (Some o) e ts ts' <-> exists lts', valid_ty N (Some o) e ts ts' lts' /\ op_valid N o e ts lts'.
Proof.
  intros HN Ho. split.
  - intros (Hs & lts' & Ht). exists lts'. split; auto. eapply sem_iff_op; eauto.
  - intros (lts' & Ht & Hs). split; [|eauto]. eapply sem_iff_op; eauto.
Qed.
End Typed.

(* ---------------- from equations on families, partial operands among them ---------------- *)
Section Families.
Context {L : Laws Sc}.
Variables (N : nat) (o : op) (ins : list attr) (ts : list (ty elt)).
Hypothesis HN : 0 < N.
Hypothesis Hin : Forall2 (fits_in N) ins ts.
Notation at_ r Vs := (map (fun V : nat -> tensor => V r) Vs).

(* an op with one result, g at global and g' at local shapes: if combining r |-> g'(x^r) gives g(x) for all chunks,
   copies and parts x^r of x, the entry (..) |-> tile<d> or partial<m> is valid *)
Theorem families_entry out (g g' : list tensor -> tensor) : is_any out = false ->
  (forall xs, Forall2 val xs ts -> osem o xs = [g xs]) ->
  (forall ls, Forall2 val ls (ltys N ins ts) -> osem (localise o N (ins, [out])) ls = [g' ls]) ->
  (forall xs Vs, Forall2 val xs ts -> fams N ins xs Vs ->
    comb tz concat reduce out (map (fun r => g' (at_ r Vs)) (seq 0 N)) = g xs) ->
  valid_sem N (Some o) (ins, [out]) ts.
Proof.
  intros HA Hg Hg' H xs Vs HV HF. cbn [fst snd hsem hloc] in *. split.
  - rewrite Hg, <- (H xs Vs) by auto. simpl. do 2 f_equal. unfold rows, col. rewrite map_map. apply map_ext_in.
    intros r Hr. apply in_seq in Hr. simpl. rewrite Hg'; [reflexivity|]. eapply local_vals; eauto. lia.
  - intros [|[|]] r E; try discriminate. injection E as ->. discriminate.
Qed.

(* operands that are partial<m> or any: their types inside the loop are those outside, and what Theorem 3 asks of
   families of parts holds of them *)
Definition partial_or_any m (s : attr) := s = Red m \/ s = any.
Variable m : mono.
Hypothesis Hpa : Forall (partial_or_any m) ins.
Lemma partial_ltys : ltys N ins ts = ts.
Proof.
  clear HN. induction Hin as [|s t ins' ts' H F IH]; auto. inversion Hpa as [|? ? Hs Hp]; subst. simpl. f_equal; auto.
  now destruct Hs as [-> | ->].
Qed.
Lemma fams_parts xs Vs : fams N ins xs Vs -> Partials.parts_of m (map is_red ins) N (fun r => at_ r Vs) xs.
Proof.
  intros HF k. apply fams_at in HF as (L1 & L2 & HF). destruct (Nat.lt_ge_cases k (length ins)) as [Hk|Hk].
  - specialize (HF k Hk). rewrite nth_map with (dA := any) by auto.
    assert (E : forall r, nth k (at_ r Vs) tz = nth k Vs none r).
    { intros. rewrite nth_map with (dA := none); auto. lia. }
    assert (X : partial_or_any m (nth k ins any)) by (rewrite Forall_forall in Hpa; apply Hpa; now apply nth_In).
    destruct X as [X|X]; rewrite X in *; cbn [is_red fam] in *.
    + destruct HF as [HR HF]. split.
      * intros r Hr. rewrite E. auto.
      * rewrite <- HR. f_equal. apply map_ext. intros r. now rewrite E.
    + intros r Hr. rewrite E. auto.
  - rewrite nth_overflow by now rewrite map_length. intros r Hr. rewrite !nth_overflow; auto; rewrite ?map_length; lia.
Qed.
(* Theorem 3 for partial operands, general comprehensions: (partial<m>.., any..) |-> partial<m> where the body is linear
   in the partial operands together (Partials.v: linear) *)
Theorem gcomp_partial_valid ofZ toZ osh K body :
  (forall xs, Forall2 val xs ts -> osem o xs = [gcomp ofZ toZ m osh K body xs] /\
    osem (localise o N (ins, [Red m])) xs = [gcomp ofZ toZ m osh K body xs]) ->
  0 < prod K ->
  (forall xs I, Forall2 val xs ts -> inb I (osh ++ K) -> linear ofZ toZ m (map is_red ins) N xs I body) ->
  valid_sem N (Some o) (ins, [Red m]) ts.
Proof.
  intros Hg HK H. apply families_entry with (g := gcomp ofZ toZ m osh K body) (g' := gcomp ofZ toZ m osh K body); auto.
  - intros xs HX. now apply Hg.
  - rewrite partial_ltys. intros xs HX. now apply Hg.
  - intros xs Vs HX HF. apply (@gcomp_partial_entry Sc L ofZ toZ m (map is_red ins) N (fun r => at_ r Vs) xs HN
      (fams_parts _ _ HF)); auto.
Qed.
(* the operands of Registry.v: marked where partial, with their index maps *)
Definition marked (ss : list attr) (Vs : list (nat -> tensor)) (ps : list (list nat)) : list foperand :=
  List.combine (List.combine (map is_red ss) Vs) ps.
Lemma marked_operands B ss : Forall (partial_or_any m) ss -> forall ts ps xs Vs, Forall2 val xs ts ->
  Forall2 (fun p (t : ty elt) => fst t = proj p B /\ Forall (fun v => v < length B) p) ps ts -> fams N ss xs Vs ->
  let os := marked ss Vs ps in
  map (whole m N) os = List.combine xs ps /\
  (forall r, r < N -> map (local r) os = List.combine (at_ r Vs) ps) /\
  map (fun o => fst (fst o)) os = map is_red ss /\
  Forall (fun o : foperand => Forall (fun v => v < length B) (snd o) /\
    forall r, r < N -> wf (snd (fst o) r) /\ shape (snd (fst o) r) = proj (snd o) B) os.
Proof.
  induction 1 as [|s ss Hs Hp IH]; intros us ps xs Vs HX Hps HF; destruct xs as [|x xs], Vs as [|V Vs];
    simpl in HF; try contradiction.
  { split; [|split; [|split]]; try reflexivity. constructor. }
  destruct HF as [HV HF]. inversion HX as [|? u ? us' [Wx Ex] HX']; subst.
  inversion Hps as [|p ? ps' ? [Ep Bp] Hps']; subst.
  destruct (IH us' ps' xs Vs HX' Hps' HF) as (E1 & E2 & E3 & E4).
  unfold marked in *. cbn [map List.combine fst snd]. rewrite E1, E3.
  split; [|split; [|split; auto]].
  - f_equal. unfold whole, pick. cbn [fst snd]. destruct Hs as [-> | ->]; cbn [is_red fam] in *.
    + now destruct HV as [-> _].
    + now rewrite HV.
  - intros r Hr. rewrite E2 by auto. f_equal. unfold local, pick. cbn [fst snd].
    destruct Hs as [-> | ->]; cbn [is_red fam] in *; auto. now rewrite !HV.
  - constructor; auto. cbn [fst snd]. split; auto. intros r Hr. destruct Hs as [-> | ->]; cbn [fam] in HV.
    + destruct HV as [_ HV]. destruct (HV r Hr) as [W E]. split; congruence.
    + rewrite HV by auto. split; congruence.
Qed.
(* projection comprehensions: f is a homomorphism jointly in the partial operands, the others held (Registry.v: hom) *)
Theorem comp_partial_valid f osh K (ps : list (list nat)) :
  (forall xs, Forall2 val xs ts -> osem o xs = [comp f m osh K (List.combine xs ps)] /\
    osem (localise o N (ins, [Red m])) xs = [comp f m osh K (List.combine xs ps)]) ->
  0 < prod K -> hom f m (map is_red ins) N ->
  Forall2 (fun p t => fst t = proj p (osh ++ K) /\ Forall (fun v => v < length (osh ++ K)) p) ps ts ->
  valid_sem N (Some o) (ins, [Red m]) ts.
Proof.
  intros Hg HK Hf Hps. set (g := fun xs => comp f m osh K (List.combine xs ps)).
  apply families_entry with (g := g) (g' := g); auto.
  - intros xs HX. now apply Hg.
  - rewrite partial_ltys. intros xs HX. now apply Hg.
  - intros xs Vs HX HF. cbn [comb].
    destruct (@marked_operands (osh ++ K) ins Hpa ts ps xs Vs HX Hps HF) as (E1 & E2 & E3 & E4).
    unfold g. rewrite <- E1, <- (@comp_partial_entry Sc L f m osh K (marked ins Vs ps) N); auto; [|now rewrite E3].
    f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. rewrite E2 by lia. reflexivity.
Qed.
End Families.
End Validity.
