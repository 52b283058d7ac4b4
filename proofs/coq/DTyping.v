(* DTyping.v: section 2, distributed typing of whole HLO terms, D-Let among the D-rules: it is sound, a term that has
   distributed types has their local types by the H-rules, and only the shapes of the global values matter. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions OpEntry Partial PartialOp DistEqual OpTypes.
Import ListNotations.
Set Implicit Arguments.

Section DTyping.
Context {S : Scalars} {L : Laws S}.
Variables op elt : Type.
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation hlo := (hlo mono op). Notation heval := (heval tz chunk concat reduce osem M). Notation look := (look tz).
Notation ok := (dev_ok M). Notation sizes := (sizes M). Notation in_mesh := (in_mesh M).
Notation represents := (represents M). Notation lshape := (lshape M). Notation chain := (chain M).
Notation htype := (htype oty mdef M). Notation axes_ok := (axes_ok M). Notation divs := (divs M).

(* ---- lists ---- *)
Lemma nth_error_seq X (f : nat -> X) k j y : nth_error (map f (seq 0 k)) j = Some y -> j < k /\ y = f j.
Proof.
  intros H. pose proof (nth_error_lt _ _ H) as Lt. rewrite map_length, seq_length in Lt. split; auto.
  rewrite (nth_error_nth' _ (f 0)) in H by now rewrite map_length, seq_length. inversion H.
  now rewrite nth_map_seq.
Qed.
Lemma Forall2_nth X Y (P : X -> Y -> Prop) l l' i y : Forall2 P l l' -> nth_error l' i = Some y ->
  exists x, nth_error l i = Some x /\ P x y.
Proof. intros H. revert i. induction H; intros [|i] E; inversion E; subst; simpl; eauto. Qed.
Lemma Forall2_seq X (P : nat -> X -> Prop) xs : forall f, (forall i, i < length xs -> P (nth i xs 0) (f i)) ->
  Forall2 P xs (map f (seq 0 (length xs))).
Proof.
  induction xs as [|x xs IH]; intros f H; simpl; constructor; [apply (H 0); simpl; lia|].
  rewrite <- seq_shift, map_map. apply IH. intros i Hi. apply (H (Datatypes.S i)). simpl; lia.
Qed.

(* a global value, its element type and its distributed type *)
Definition gd : Type := tensor * elt * dist.
Definition dims (G : tensor) := length (shape G).
(* Γ(x) is G at D, or at an equal way to write D *)
Definition at_D (R : list gd) x G el Dt := exists D0, nth_error R x = Some (G, el, D0) /\ deq (dims G) D0 Dt.
Definition gd_eq (r r' : gd) := fst r = fst r' /\ deq (dims (fst (fst r))) (snd r) (snd r').
(* Γ ⊢ s : D̄. Where a collective divides, |ā| divides n_d and |ā| <= n_d; where it reduces, ⊕ is defined on the
   element type; an op has the local types that its shape rule demands and returns *)
Inductive dtype (R : list gd) : hlo -> list gd -> Prop :=
| D_Vars xs rs : Forall2 (fun x r => nth_error R x = Some r) xs rs -> dtype R (HVars _ _ xs) rs
| D_Tup s1 s2 r1 r2 : dtype R s1 r1 -> dtype R s2 r2 -> dtype R (HTup s1 s2) (r1 ++ r2)
| D_Let s1 s2 r1 r2 : dtype R s1 r1 -> dtype (r1 ++ R) s2 r2 -> dtype R (HLet s1 s2) r2
| DT_Slice d A x G el ts P m : at_D R x G el (mkD ts P m) -> axes_ok A -> divs d A (lshape ts (shape G)) ->
    (forall a, In a A -> ~ In a (axes_of (mkD ts P m))) ->
    dtype R (HSlice _ _ d A x) [(G, el, mkD (ts ++ [(d, A)]) P m)]
| DT_Gather d A x G el ts P m : at_D R x G el (mkD (ts ++ [(d, A)]) P m) ->
    dtype R (HGather _ _ d A x) [(G, el, mkD ts P m)]
| DT_Reduce B x G el ts P m : at_D R x G el (mkD ts (P ++ B) m) -> mdef m el ->
    dtype R (HReduce _ m B x) [(G, el, mkD ts P m)]
| DT_Scatter d A x G el ts P m : at_D R x G el (mkD ts (P ++ A) m) -> mdef m el -> divs d A (lshape ts (shape G)) ->
    dtype R (HScatter _ m d A x) [(G, el, mkD (ts ++ [(d, A)]) P m)]
| DT_AllToAll d d' A x G el ts P m : at_D R x G el (mkD (ts ++ [(d, A)]) P m) -> d <> d' ->
    divs d' A (lshape ts (shape G)) -> dtype R (HAllToAll _ _ d d' A x) [(G, el, mkD (ts ++ [(d', A)]) P m)]
| DT_Op o xs og l shs rsh X els rels ms mr : let n := length xs in let k := onum o in
    entries M n k l shs rsh (osem o) og -> NoDup (map (fun v : level => fst (fst v)) l) ->
    Forall (fun v : level => fst (fst v) < length M) l -> any_holds M n k l ->
    (forall i, i < n -> at_D R (nth i xs 0) (X i) (els i) (Dof (ms i) (operand_roles i l)) /\
       lshape (Dtiles (operand_roles i l)) (shape (X i)) = shs i /\ one_mono (ms i) (operand_roles i l)) ->
    (forall j, j < k -> one_mono (mr j) (result_roles j l)) ->
    oty o (map (fun i => (shs i, els i)) (seq 0 n)) (map (fun j => (rsh j, rels j)) (seq 0 k)) ->
    dtype R (HOp _ o xs)
      (map (fun j => (nth j (og (args n X)) tz, rels j, Dof (mr j) (result_roles j l))) (seq 0 k))
(* a D may be written in any equal way *)
| D_Equal s rs rs' : dtype R s rs -> Forall2 gd_eq rs rs' -> dtype R s rs'.

(* Γ, too, may be written in any equal way; so D_Equal is needed for the results alone *)
Theorem dtype_equal_context R s rs : dtype R s rs -> forall R', Forall2 gd_eq R' R -> dtype R' s rs.
Proof.
  assert (N : forall R R' x G el Dt, Forall2 gd_eq R' R -> at_D R x G el Dt -> at_D R' x G el Dt).
  { intros R0 R' x G el Dt H (D0 & Hx & Q). destruct (Forall2_nth _ H Hx) as ([[G' el'] D'] & Hx' & E & Q').
    simpl in E, Q'. inversion E; subst. exists D'. split; auto. eapply deq_trans; eauto. }
  assert (I : forall rs, Forall2 gd_eq rs rs) by (induction rs0; constructor; auto; split; auto using deq_refl).
  induction 1; intros R' HR; try (econstructor; eauto; fail).
  - assert (X : exists rs', Forall2 (fun x r => nth_error R' x = Some r) xs rs' /\ Forall2 gd_eq rs' rs).
    { induction H as [|x r xs rs Hx H (rs' & H1 & H2)]; [exists []; auto|].
      destruct (Forall2_nth _ HR Hx) as (r' & Hx' & Q). exists (r' :: rs'). auto. }
    destruct X as (rs' & H1 & H2). eapply D_Equal; [constructor; exact H1|exact H2].
  - econstructor; eauto. apply IHdtype2. apply Forall2_app; auto.
  - eapply DT_Op; eauto. intros i Hi. destruct (H3 i Hi) as (Ha & Sh & O). eauto.
Qed.
(* every variable represents its global value at its distributed type *)
Definition dist_env (R : list gd) (E : dev -> list tensor) := (forall D, ok D -> length (E D) = length R) /\
  forall x G el Dt, nth_error R x = Some (G, el, Dt) -> represents (fun D => look (E D) x) G Dt.
Lemma dist_env_at R E x G el Dt : dist_env R E -> at_D R x G el Dt -> represents (fun D => look (E D) x) G Dt.
Proof. intros [_ H] (D0 & Hx & Q). apply (deq_represents M_pos Q). eapply H, Hx. Qed.
Lemma dist_env_app R1 R2 E1 E2 : dist_env R1 E1 -> dist_env R2 E2 -> dist_env (R1 ++ R2) (fun D => E1 D ++ E2 D).
Proof.
  intros [L1 H1] [L2 H2]. split.
  - intros D HD. rewrite !app_length, L1, L2; auto.
  - intros x G el Dt H. destruct (Nat.lt_ge_cases x (length R1)) as [Lt|Ge].
    + rewrite nth_error_app1 in H by auto.
      apply represents_ext with (V := fun D => look (E1 D) x); [|exact (H1 _ _ _ _ H)].
      intros D HD. symmetry. apply look_l. now rewrite L1.
    + rewrite nth_error_app2 in H by auto.
      apply represents_ext with (V := fun D => look (E2 D) (x - length R1)); [|exact (H2 _ _ _ _ H)].
      intros D HD. symmetry. replace x with (length R1 + (x - length R1)) at 1 by lia. now apply look_r, L1.
Qed.
Lemma dist_env_1 V G el Dt : represents V G Dt -> dist_env [(G, el, Dt)] (fun D => [V D]).
Proof. intros R. split; auto. intros [|[|x]] G' el' D' H; inversion H; subst; auto. Qed.
(* the distributed typing rules are sound: Γ ⊢ s : D̄ and V̄ ⊨ Ḡ : Γ give ⟦s⟧V̄ ⊨ Ḡ' : D̄ *)
Theorem dtype_sound R s rs : dtype R s rs -> forall E, dist_env R E -> dist_env rs (fun D => heval E s D).
Proof.
  induction 1; intros E HE; simpl; try (pose proof (dist_env_at HE H) as V; apply (dist_env_1 el)).
  - split.
    + intros D HD. rewrite map_length. eapply Forall2_length; eauto.
    + intros i G el Dt Hi. destruct (Forall2_nth _ H Hi) as (x & Hx & Hr). destruct HE as [_ HE].
      eapply represents_ext; [|apply (HE _ _ _ _ Hr)].
      intros D HD. unfold Core.look. rewrite nth_map with (dA := 0) by (eapply nth_error_lt; eauto).
      now rewrite (nth_error_nth _ _ 0 Hx).
  - apply dist_env_app; auto.
  - apply IHdtype2. apply dist_env_app; auto.
  - destruct H0, H1 as (? & ? & ?). apply D_Slice_partial; auto.
  - apply D_Gather_partial; auto.
  - apply D_Reduce_partial; auto.
  - destruct H1 as (? & ? & ?). apply D_Scatter_partial; auto.
  - destruct H1 as (? & ? & ?). apply D_AllToAll_partial; auto.
  - assert (Ex : forall D, map (look (E D)) xs = args n (fun i => look (E D) (nth i xs 0))).
    { intros D. unfold args, n. rewrite <- (map_nth_seq xs 0) at 1. now rewrite map_map. }
    split.
    + intros D HD. rewrite onum_ok, map_length, seq_length. reflexivity.
    + intros j G el Dt Hj. apply nth_error_seq in Hj as [Lj Q]. inversion Q; subst.
      eapply represents_ext; [|refine (@D_Op S L M M_pos n k l shs rsh (osem o) og H H0 H1 H2
        (fun i D => look (E D) (nth i xs 0)) X ms mr _ H4 j Lj)].
      * intros D HD. unfold apply_op, Core.look at 2. now rewrite Ex.
      * intros i Hi. destruct (H3 i Hi) as (Ha & Sh & O). pose proof (dist_env_at HE Ha) as Q0.
        split; [exact Q0|]. split; [|exact O]. rewrite <- Sh. apply (r_local Q0).
  - destruct (IHdtype E HE) as [Ln HR]. split.
    + intros D HD. rewrite Ln by auto. eapply Forall2_length; eauto.
    + intros x G el Dt Hx. destruct (Forall2_nth _ H0 Hx) as ([[G0 el0] D0] & Hx0 & E0 & Q). simpl in E0, Q.
      inversion E0; subst. apply (deq_represents M_pos Q). eapply HR, Hx0.
Qed.
(* D-Func: parameters that represent their global arguments at the parameters' D's ==> results represent the results of
   the global program at the results' D's *)
Corollary D_Func R s rs : dtype R s rs -> forall E, (forall D, ok D -> length (E D) = length R) ->
  (forall x G el Dt, nth_error R x = Some (G, el, Dt) -> represents (fun D => look (E D) x) G Dt) ->
  forall j G el Dt, nth_error rs j = Some (G, el, Dt) -> represents (fun D => look (heval E s D) j) G Dt.
Proof. intros H E HL HR. exact (proj2 (dtype_sound H (conj HL HR))). Qed.

(* ---- local types ---- *)
(* local(D), with the element type *)
Definition local_of (r : gd) : ty elt := (lshape (tiles (snd r)) (shape (fst (fst r))), snd (fst r)).
(* the tilings divide, all axes listed are distinct and in M *)
Definition gd_ok (r : gd) := wf (fst (fst r)) /\ chain (tiles (snd r)) (shape (fst (fst r))) /\
  NoDup (axes_of (snd r)) /\ in_mesh (parts (snd r)).
Lemma deq_ok G el D D' : deq (dims G) D D' -> gd_ok (G, el, D) ->
  gd_ok (G, el, D') /\ local_of (G, el, D) = local_of (G, el, D').
Proof.
  intros (T & E & _) (W & C & N & HP). apply (teq_same M_pos (shape G)) in T as (Pe & Ci & Sh). simpl in *.
  destruct (Sh C) as [El _]. split; [|unfold local_of; simpl; now rewrite El]. repeat split; simpl; auto.
  - now apply Ci.
  - apply Permutation_NoDup with (2 := N). now apply Permutation_app.
  - now apply Permutation_Forall with (1 := E).
Qed.
Lemma deq_all rs rs' : Forall2 gd_eq rs rs' -> Forall gd_ok rs ->
  map local_of rs = map local_of rs' /\ Forall gd_ok rs'.
Proof.
  induction 1 as [|[[G el] D] [[G' el'] D'] rs rs' [E Q] H IH]; intros O; [auto|]. simpl in E, Q. inversion E; subst.
  inversion O as [|? ? O1 O2]; subst. destruct (deq_ok Q O1) as [O' El], (IH O2) as [E2 O3]. split.
  - cbn [map]. now rewrite El, E2.
  - now constructor.
Qed.
Lemma at_local R x G el Dt : Forall gd_ok R -> at_D R x G el Dt ->
  gd_ok (G, el, Dt) /\ has (map local_of R) x (local_of (G, el, Dt)).
Proof.
  intros H (D0 & Hx & Q). apply nth_error_In in Hx as Hi. rewrite Forall_forall in H. apply H in Hi.
  destruct (deq_ok Q Hi) as [O <-]. split; auto. now apply map_nth_error.
Qed.
Lemma snoc_ok G el ts d A P m : gd_ok (G, el, mkD (ts ++ [(d, A)]) P m) <->
  gd_ok (G, el, mkD ts P m) /\ axes_ok A /\ (forall a, In a A -> ~ In a (axes_of (mkD ts P m))) /\
  d < length (lshape ts (shape G)) /\ Nat.divide (prod (sizes A)) (nth d (lshape ts (shape G)) 0).
Proof.
  unfold gd_ok; cbn [fst snd tiles parts mkD]. rewrite chain_app, axes_snoc. cbn [Distributed.chain].
  assert (X : NoDup (flat_map snd ts ++ A ++ P) <-> NoDup A /\ NoDup (axes_of (mkD ts P m)) /\
    forall a, In a A -> ~ In a (axes_of (mkD ts P m))).
  { rewrite <- NoDup_app_iff. unfold axes_of; simpl. split; apply Permutation_NoDup; rewrite !app_assoc;
      apply Permutation_app_tail, Permutation_app_comm. }
  rewrite X. unfold Hlo.axes_ok, Mesh.in_mesh. tauto.
Qed.

Lemma gathered_sliced d A n : axes_ok A -> d < length n -> Nat.divide (prod (sizes A)) (nth d n 0) ->
  gathered M d A (sliced M d A n) = n.
Proof.
  intros [_ HA] Hd [q Hq]. pose proof (sizes_pos M_pos HA). unfold gathered, sliced.
  rewrite nth_upd_same, upd_upd, Hq, Nat.div_mul by (auto; lia). rewrite <- Hq. apply upd_nth.
Qed.
(* a term that has distributed types has their local types by the H-rules *)
Theorem dtype_local R s rs : dtype R s rs -> Forall gd_ok R ->
  htype (map local_of R) s (map local_of rs) /\ Forall gd_ok rs.
Proof.
  induction 1; intros HR; try (destruct (at_local HR H) as [O Hx]).
  - split.
    + apply H_Vars. induction H; simpl; constructor; auto. now apply map_nth_error.
    + apply Forall_forall. intros r Hr. apply In_nth_error in Hr as [i Hi].
      destruct (Forall2_nth _ H Hi) as (x & _ & Hx). rewrite Forall_forall in HR. eapply HR, nth_error_In, Hx.
  - destruct (IHdtype1 HR), (IHdtype2 HR). rewrite map_app. split; [now constructor|]. apply Forall_app; auto.
  - destruct (IHdtype1 HR) as [T1 O1]. destruct IHdtype2 as [T2 O2]; [apply Forall_app; auto|]. split; auto.
    econstructor; eauto. now rewrite <- map_app.
  - split; [|constructor; auto; apply snoc_ok; destruct H1 as (? & ? & ?); auto].
    unfold local_of; simpl. rewrite lshape_app. simpl. now apply H_Slice.
  - apply snoc_ok in O as (O & HA & _ & Hd & Hdiv). split; auto.
    unfold local_of in *; cbn [fst snd tiles mkD map] in *. rewrite lshape_app in Hx.
    cbn [Distributed.lshape] in Hx. set (n := lshape ts (shape G)) in *.
   
    assert (E : gathered M d A (sliced M d A n) = n) by now apply gathered_sliced.
    rewrite <- E. apply H_Gather; auto. unfold sliced. now rewrite upd_length.
  - destruct O as (W & C & N & HP). cbn [fst snd tiles parts mkD] in *. apply Forall_app in HP as [HP HB].
    unfold axes_of in N; simpl in N. rewrite app_assoc in N. apply NoDup_app_iff in N as (N1 & N2 & N3). split.
    + apply H_Reduce; auto. split; auto.
    + constructor; auto. repeat split; auto.
  - destruct O as (W & C & N & HP). cbn [fst snd tiles parts mkD] in *. apply Forall_app in HP as [HP HA].
    unfold axes_of in N; simpl in N. rewrite app_assoc in N. apply NoDup_app_iff in N as (N1 & N2 & N3).
    assert (AA : axes_ok A) by (split; auto). split.
    + unfold local_of; simpl. rewrite lshape_app. simpl. now apply H_Scatter.
    + constructor; auto. apply snoc_ok. destruct H1 as (? & ? & ?). repeat split; auto.
      intros a Ha X. apply (N3 a X Ha).
  - apply snoc_ok in O as (O & HA & Dj & Hd & Hdiv). destruct H1 as (D1 & D2 & D3). split.
    + unfold local_of in *; cbn [fst snd tiles mkD map] in *. rewrite lshape_app in *. cbn [Distributed.lshape] in *.
      set (n := lshape ts (shape G)) in *.
      assert (E : gathered M d A (sliced M d A n) = n) by now apply gathered_sliced.
      change (upd n d' (nth d' n 0 / prod (sizes A))) with (sliced M d' A n). rewrite <- E. apply H_AllToAll; auto.
      * unfold sliced. now rewrite upd_length.
      * split; unfold sliced; [now rewrite upd_length|]. now rewrite nth_upd_other.
    + constructor; auto. apply snoc_ok. auto.
  - assert (HZ : forall j, j < k -> gd_ok (nth j (og (args n X)) tz, rels j, Dof (mr j) (result_roles j l)) /\
      local_of (nth j (og (args n X)) tz, rels j, Dof (mr j) (result_roles j l)) = (rsh j, rels j)).
    { intros j Hj. destruct (D_Op_local M_pos H H1 X) with (j := j) as (W & _ & C & El); auto.
      - intros i Hi. destruct (H3 i Hi) as (Ha & Sh & _). destruct (at_local HR Ha) as ((W & C & _) & _). auto.
      - unfold local_of, gd_ok; simpl. split; [|f_equal; exact El]. repeat split; auto.
        + apply NoDup_Dof. unfold result_roles. now rewrite map_map.
        + apply known_parts with (M := M), known_roles; auto. }
    split.
    + assert (Ey : map local_of (map (fun j => (nth j (og (args n X)) tz, rels j, Dof (mr j) (result_roles j l)))
        (seq 0 k)) = map (fun j => (rsh j, rels j)) (seq 0 k)).
      { rewrite map_map. apply map_ext_in. intros j Hj. apply in_seq in Hj. now apply HZ. }
      rewrite Ey. eapply H_Op; [|exact H5]. apply Forall2_seq. intros i Hi.
      destruct (H3 i Hi) as (Ha & Sh & _). destruct (at_local HR Ha) as (_ & Hx).
      unfold local_of in Hx; simpl in Hx. now rewrite Sh in Hx.
    + apply Forall_forall. intros r Hr. apply in_map_iff in Hr as (j & <- & Hj). apply in_seq in Hj. now apply HZ.
  - destruct (IHdtype HR) as [T O]. destruct (deq_all H0 O) as [<- O']. auto.
Qed.
(* Γ ⊢ s : D̄ and V̄ ⊨ Ḡ : Γ give local(Γ) ⊢spmd s : local(D̄) and ⟦s⟧V̄ ⊨ Ḡ' : D̄ *)
Corollary dtype_local_sound R s rs : dtype R s rs -> forall E, dist_env R E ->
  htype (map local_of R) s (map local_of rs) /\ dist_env rs (fun D => heval E s D).
Proof.
  intros H E HE. split; [|eapply dtype_sound; eauto]. apply (dtype_local H). apply Forall_forall.
  intros [[G el] Dt] Hr. apply In_nth_error in Hr as [x Hx]. destruct HE as [_ HE]. destruct (HE _ _ _ _ Hx).
  repeat split; auto.
Qed.
Lemma Forall2_map_seq X Y (P : X -> Y -> Prop) f g k : (forall j, j < k -> P (f j) (g j)) ->
  Forall2 P (map f (seq 0 k)) (map g (seq 0 k)).
Proof.
  intros H. assert (E : forall l, (forall j, In j l -> j < k) -> Forall2 P (map f l) (map g l)).
  { induction l as [|j l IH]; intros Hl; simpl; constructor; auto using in_eq, in_cons. }
  apply E. intros j Hj. apply in_seq in Hj. lia.
Qed.

(* ---- the judgement is about types: it holds of any other global values of the same shapes ---- *)
(* r' has a tensor of r's shape, and r's element type and D *)
Definition alike (r r' : gd) := wf (fst (fst r')) /\ shape (fst (fst r')) = shape (fst (fst r)) /\
  snd (fst r') = snd (fst r) /\ snd r' = snd r.
Definition value (R : list gd) x := match nth_error R x with Some r => fst (fst r) | None => tz end.
Lemma Forall2_nth_l X Y (P : X -> Y -> Prop) l l' i x : Forall2 P l l' -> nth_error l i = Some x ->
  exists y, nth_error l' i = Some y /\ P x y.
Proof. intros H. revert i. induction H; intros [|i] E; inversion E; subst; simpl; eauto. Qed.
Lemma alike_at R R' x G el Dt : Forall2 alike R R' -> at_D R x G el Dt ->
  at_D R' x (value R' x) el Dt /\ wf (value R' x) /\ shape (value R' x) = shape G.
Proof.
  intros H (D0 & Hx & Q). destruct (Forall2_nth_l _ H Hx) as ([[G' el'] D'] & Hx' & W & Sh & El & Ed).
  simpl in *. subst. unfold value. rewrite Hx'. simpl. split; auto. exists D0. split; auto. unfold dims. now rewrite Sh.
Qed.
(* Γ ⊢ s : D̄ whatever the global values are: only their shapes matter *)
Theorem dtype_any_values R s rs : dtype R s rs -> Forall gd_ok R -> forall R', Forall2 alike R R' ->
  exists rs', dtype R' s rs' /\ Forall2 alike rs rs'.
Proof.
  induction 1; intros HO R' HR;
    try (destruct (alike_at HR H) as (Ha & W & Sh); eexists; split;
         [econstructor; rewrite ?Sh; eauto|constructor; [repeat split; auto|constructor]]; fail).
  - assert (X : exists rs', Forall2 (fun x r => nth_error R' x = Some r) xs rs' /\ Forall2 alike rs rs').
    { induction H as [|x r xs rs Hx H (rs' & H1 & H2)]; [exists []; auto|].
      destruct (Forall2_nth_l _ HR Hx) as (r' & Hx' & Q). exists (r' :: rs'). auto. }
    destruct X as (rs' & H1 & H2). exists rs'. split; auto. now constructor.
  - destruct (IHdtype1 HO _ HR) as (r1' & T1 & A1), (IHdtype2 HO _ HR) as (r2' & T2 & A2).
    exists (r1' ++ r2'). split; [now constructor|now apply Forall2_app].
  - destruct (IHdtype1 HO _ HR) as (r1' & T1 & A1).
    destruct IHdtype2 with (R' := r1' ++ R') as (r2' & T2 & A2).
    + apply Forall_app. split; auto. apply (dtype_local H HO).
    + now apply Forall2_app.
    + exists r2'. split; auto. econstructor; eauto.
  - set (X' := fun i => value R' (nth i xs 0)).
    assert (HX : forall i, i < n -> at_D R' (nth i xs 0) (X' i) (els i) (Dof (ms i) (operand_roles i l)) /\
      wf (X' i) /\ shape (X' i) = shape (X i)).
    { intros i Hi. destruct (H3 i Hi) as (Ha & _). now apply (alike_at HR). }
    assert (C : forall i, i < n -> wf (X i) /\ chain (Dtiles (operand_roles i l)) (shape (X i)) /\
      lshape (Dtiles (operand_roles i l)) (shape (X i)) = shs i).
    { intros i Hi. destruct (H3 i Hi) as (Ha & Sh & _). destruct (at_local HO Ha) as ((W & C & _) & _). auto. }
    exists (map (fun j => (nth j (og (args n X')) tz, rels j, Dof (mr j) (result_roles j l))) (seq 0 k)). split.
    + eapply DT_Op; eauto. intros i Hi. destruct (HX i Hi) as (Ha & W & Sh), (H3 i Hi) as (_ & Sh' & O).
      split; [exact Ha|]. split; [now rewrite Sh|exact O].
    + apply Forall2_map_seq. intros j Hj. destruct (D_Op_local M_pos H H1 X C Hj) as (_ & E & _).
      destruct (D_Op_local M_pos H H1 X') with (j := j) as (W' & E' & _); auto.
      * intros i Hi. destruct (HX i Hi) as (_ & W & Sh), (C i Hi) as (_ & Ci & Si). rewrite Sh. auto.
      * repeat split; auto. simpl. congruence.
  - destruct (IHdtype HO _ HR) as (rs0 & T & A).
    assert (X : exists rs0', Forall2 gd_eq rs0 rs0' /\ Forall2 alike rs' rs0').
    { clear - H0 A. revert rs0 A. induction H0 as [|[[G el] D] [[G1 el1] D1] rs rs' [E Q] H0 IH]; intros rs0 A.
      - inversion A; subst. exists []. auto.
      - inversion A as [|? [[G0 el0] D0] ? rs0' (W & Sh & El & Ed) A']; subst. simpl in *. inversion E; subst.
        destruct (IH _ A') as (u & U1 & U2). exists ((G0, el1, D1) :: u). split; constructor; auto.
        + split; auto. simpl. unfold dims in *. now rewrite Sh.
        + repeat split; auto. }
    destruct X as (rs0' & X1 & X2). exists rs0'. split; auto. eapply D_Equal; eauto.
Qed.
(* D-Func, of types: parameters that represent any global arguments of the parameters' types ==> the results represent
   global results of the results' types, and the body has the local types *)
Corollary D_Func_types R s rs : dtype R s rs -> Forall gd_ok R -> htype (map local_of R) s (map local_of rs) /\
  forall R' E, Forall2 alike R R' -> dist_env R' E ->
  exists rs', Forall2 alike rs rs' /\ dist_env rs' (fun D => heval E s D).
Proof.
  intros H HO. split; [apply (dtype_local H HO)|]. intros R' E HR HE.
  destruct (dtype_any_values H HO HR) as (rs' & T & A). exists rs'. split; auto. eapply dtype_sound; eauto.
Qed.
End DTyping.
