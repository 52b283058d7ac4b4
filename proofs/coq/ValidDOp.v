(* ValidDOp.v: D-Op from registry entries: one entry along each axis, each valid as propagation asks for it, of what the
   entries along the axes further outside leave of the op, make the premise of D-Op (PartialOp.v: entries). *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions OpEntry Partial PartialOp Check Soundness ActionValues Cells CellEntries Validity ValidOps
  ValidMovement.
Import ListNotations.
Set Implicit Arguments.

(* shapes count only of the operands and results that there are *)
Lemma valid_ext {S : Scalars} n k N shs shs' rsh rsh' st sr ol og : (forall i, i < n -> shs i = shs' i) ->
  (forall j, j < k -> rsh j = rsh' j) -> OpEntry.valid n k N shs rsh st sr ol og ->
  OpEntry.valid n k N shs' rsh' st sr ol og.
Proof. intros H H' HV p x HP j Hj. rewrite <- H' by auto. apply HV; auto. intros i Hi. rewrite H by auto. auto. Qed.
Lemma entries_ext {S : Scalars} M n k l shs rsh ol og : entries M n k l shs rsh ol og -> forall shs' rsh',
  (forall i, i < n -> shs i = shs' i) -> (forall j, j < k -> rsh j = rsh' j) -> entries M n k l shs' rsh' ol og.
Proof.
  induction 1 as [shs rsh o OT|a st sr l shs rsh ol o og HV HE IH]; intros shs' rsh' H H'.
  - apply E_none. intros x Hx j Hj. rewrite <- H' by auto. apply OT; auto. intros i Hi. rewrite H by auto. auto.
  - eapply E_axis; [eapply valid_ext; eauto|]. apply IH.
    + intros i Hi. now rewrite H.
    + intros j Hj. now rewrite H'.
Qed.

Section DOp.
Context {Sc : Scalars} {L : Laws Sc}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable localise : op -> nat -> @entry Sc -> op.
Hypothesis op_sound : forall o a b xs, oty o a b -> Forall2 (@val Sc elt) xs a -> Forall2 (@val Sc elt) (osem o xs) b.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation size := (size M).
Notation any := (Any mono).
Notation valid_sem := (@valid_sem Sc op elt osem localise).
Notation valid_ty := (@valid_ty Sc op elt oty mdef localise).
Notation shapes ts := (fun i => nth i (map fst ts) []).

(* From o, at operand and result types ts and ts', outwards to og: minor-most axis first, an entry along each, valid of
   the op outside of it *)
Inductive chosen : list (axis * @entry Sc) -> op -> list (ty elt) -> list (ty elt) -> op -> Prop :=
| C_none o ts ts' : oty o ts ts' -> chosen [] o ts ts' o
| C_axis a e cs o ts ts' lts' og : a < length M -> valid_ty (size a) (Some o) e ts ts' lts' ->
    valid_sem (size a) (Some o) e ts -> chosen cs o ts ts' og ->
    chosen ((a, e) :: cs) (localise o (size a) e) (ltys (size a) (fst e) ts) lts' og.
Definition levels (cs : list (axis * @entry Sc)) : list level :=
  map (fun c => (fst c, fun i => nth i (fst (snd c)) any, fun j => nth j (snd (snd c)) any)) cs.

Lemma chosen_typed cs o ts ts' og : chosen cs o ts ts' og -> oty o ts ts'.
Proof. destruct 1; auto. now destruct H0 as (_ & H0 & _). Qed.
Lemma cshape_in N s (t : ty elt) : 0 < N -> fits_in N s t -> cshape N s (fst (lty N s t)) = fst t.
Proof.
  intros HN. destruct s as [d|m|]; simpl; auto. intros [Hd [q Hq]].
  rewrite nth_upd_same, upd_upd, Hq, Nat.div_mul, Nat.mul_comm, <- Hq by (auto; lia). apply upd_nth.
Qed.
Lemma cshape_out N outs (lts' ts' : list (ty elt)) : out_tys mdef N outs lts' ts' ->
  forall j, cshape N (nth j outs any) (nth j (map fst lts') []) = nth j (map fst ts') [].
Proof.
  induction 1; intros [|j]; simpl; auto. f_equal. apply Nat.mul_comm.
Qed.
(* the premise of D-Op, from entries that are valid as propagation asks for it *)
Theorem chosen_entries cs o ts ts' og : chosen cs o ts ts' og ->
  entries M (length ts) (length ts') (levels cs) (shapes ts) (shapes ts') (osem o) (osem og).
Proof.
  induction 1 as [o ts ts' Ho|a e cs o ts ts' lts' og Ha Ht Hs HC IH].
  - apply E_none. intros x Hx j Hj. destruct (nth_error_some ts' Hj) as [t Ht]. rewrite (nth_fst _ _ [] Ht).
    eapply Forall2_nth_val; [|exact Ht]. eapply op_sound; [exact Ho|]. apply Forall2_at. rewrite args_length.
    split; auto. intros i v u Hv Hu. assert (Hi : i < length ts) by (eapply nth_error_lt; eauto).
    rewrite nth_error_args in Hv by auto. inversion Hv; subst. specialize (Hx i Hi).
    now rewrite (nth_fst _ _ [] Hu) in Hx.
  - pose proof (size_pos M_pos Ha) as HN. pose proof (chosen_typed HC) as Ho. pose proof Ht as (Hin & _ & Hout).
    pose proof (Forall2_length Hin) as L1. destruct (out_tys_length Hout) as [L2 L3].
    apply (sem_iff_op osem op_sound HN Ho Ht) in Hs. unfold op_valid in Hs.
    rewrite ltys_length, L2 by auto. rewrite L3 in IH. rewrite L1 in Hs. simpl. eapply E_axis; [exact Hs|].
    eapply entries_ext; [exact IH|..].
    + intros i Hi. destruct (nth_error_some ts Hi) as [t Hu]. rewrite (nth_fst _ _ [] Hu).
      rewrite (nth_fst _ _ [] (ltys_at (size a) (fst e) ts i L1 Hu)). symmetry. apply cshape_in; auto.
      apply Forall2_at in Hin as [_ Hin]. eapply in_ok_fits, (Hin i); eauto. apply nth_error_nth'. congruence.
    + intros j _. symmetry. now apply cshape_out.
Qed.
(* D-Op of registry entries *)
Theorem D_Op_registry cs o ts ts' og : chosen cs o ts ts' og -> NoDup (map fst cs) ->
  let n := length ts in let k := length ts' in let l := levels cs in any_holds M n k l ->
  forall (V : nat -> dev -> tensor) (X : nat -> tensor) ms mr,
  (forall i, i < n -> represents M (V i) (X i) (Dof (ms i) (operand_roles i l)) /\ funif M (shapes ts i) (V i) /\
                      one_mono (ms i) (operand_roles i l)) ->
  (forall j, j < k -> one_mono (mr j) (result_roles j l)) ->
  forall j, j < k -> represents M (apply_op n (osem o) V j) (nth j (osem og (args n X)) tz)
    (Dof (mr j) (result_roles j l)).
Proof.
  intros HC ND n k l AH V X ms mr HV Hmr. eapply D_Op; eauto.
  - now apply chosen_entries.
  - unfold l, levels. rewrite map_map. exact ND.
  - clear - HC. unfold l, levels. induction HC; simpl; constructor; auto.
Qed.
End DOp.

(* The registry of ValidOps.v: what propagation asks of its registry (Propagation.v: reg_valid) .. *)
Corollary registry_valid {Sc : Scalars} {L : Laws Sc} ofZ toZ m0
  (reg : vop -> list (ty unit) -> nat -> list (@entry Sc)) :
  (forall o ts N e, In e (reg o ts N) -> ventry N o ts e) -> forall o ts ts' N e, vty o ts ts' -> 0 < N ->
  In e (reg o ts N) -> valid_entry (vsem ofZ toZ m0) (@vty Sc) (@vdef Sc) (@vloc Sc) N (Some o) e ts ts'.
Proof.
  intros H o ts ts' N e Ho HN He. destruct (ventry_usable ofZ toZ m0 HN Ho (H o ts N e He)) as (lts' & Ht & Hs & _).
  split; eauto.
Qed.
(* .. and D-Op of a choice of entries *)
Corollary registry_chosen {Sc : Scalars} {L : Laws Sc} ofZ toZ m0 M a cs o ts ts' og e : Forall (lt 0) M ->
  a < length M -> ventry (size M a) o ts e ->
  chosen (vsem ofZ toZ m0) (@vty Sc) (@vdef Sc) (@vloc Sc) M cs o ts ts' og ->
  exists lts', chosen (vsem ofZ toZ m0) (@vty Sc) (@vdef Sc) (@vloc Sc) M ((a, e) :: cs) (vloc o (size M a) e)
    (ltys (size M a) (fst e) ts) lts' og.
Proof.
  intros HM Ha He HC. pose proof (chosen_typed HC) as Ho.
  destruct (ventry_usable ofZ toZ m0 (size_pos HM Ha) Ho He) as (lts' & Ht & Hs & _). exists lts'.
  eapply C_axis; eauto.
Qed.
