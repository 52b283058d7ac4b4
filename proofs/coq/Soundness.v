(* Soundness.v: section 1, the denotation of a well-typed term has its types. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Tensor Mesh Core.
Import ListNotations.
Set Implicit Arguments.

Section Sound.
Context {S : Scalars} {L : Laws S}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
(* t has type τ *)
Definition val (t : tensor) (y : ty elt) := wf t /\ shape t = fst y.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation look := (look tz).

Lemma val_look env G x t : Forall2 val env G -> nth_error G x = Some t -> val (look env x) t.
Proof.
  intros H. revert x; induction H; intros [|i] E; simpl in E; try discriminate.
  - inversion E; subst; auto.
  - apply (IHForall2 i E).
Qed.
Lemma val_looks env G xs ts : Forall2 val env G -> Forall2 (@has elt G) xs ts -> Forall2 val (map (look env) xs) ts.
Proof. intros H. induction 1; simpl; constructor; eauto using val_look. Qed.
Lemma Forall2_nth_val l ts k t : Forall2 val l ts -> nth_error ts k = Some t -> val (nth k l tz) t.
Proof. intros. eapply val_look; eauto. Qed.

(* section 1: the denotation is total on well-typed terms: with ρ of the types of Γ, ⟦e⟧ρ has the types of e *)
Theorem type_soundness e : forall A G ts, ctype A G e ts ->
  forall K env, map fst K = A -> Forall2 val env G -> Forall2 val (ceval K env e) ts.
Proof.
  induction e; simpl; intros A G ts H K env HK HE; inversion H; subst.
  - eauto using val_looks.
  - eauto using val_looks.
  - eapply IHe2; eauto. apply Forall2_app; eauto.
  - constructor; [|constructor]. split; [apply wf_chunk|].
    destruct (@val_look env G x (n, el) HE ltac:(assumption)) as [W E].
    assert (Ea : fst (nth r K (0, 0)) = a) by (rewrite <- (map_nth fst); now apply nth_error_nth).
    cbv zeta. rewrite shape_chunk. unfold dim. rewrite E, Ea. reflexivity.
  - set (rows := map (fun i => ceval ((a, i) :: K) env e) (seq 0 (size M a))).
    assert (Pa : 0 < size M a).
    { rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In. }
    assert (R : Forall (fun l => Forall2 val l ts0) rows).
    { apply Forall_forall. intros l Hl. apply in_map_iff in Hl as (i & <- & _). eapply IHe; eauto; simpl; congruence. }
    assert (Lr : length rows = size M a) by (unfold rows; now rewrite map_length, seq_length).
    clearbody rows. clear IHe H H6 HE.
    enough (X : forall k tn ss ts0' ts, loop_tys mdef M a tn ss ts0' ts -> ts0' = skipn k ts0 ->
    Forall2 val (combs tz concat reduce k ss rows) ts) by (eapply X; eauto).
    intros k tn ss' ts0' ts' HL. revert k. clear H7.
    assert (C : forall k t, nth_error ts0 k = Some t -> unif (fst t) (col tz k rows)).
    { intros k t E. apply unif_map; [destruct rows; simpl in *; [lia|congruence]|]. intros l Hl.
      rewrite Forall_forall in R. exact (@Forall2_nth_val l ts0 k t (R l Hl) E). }
    assert (N : forall k (t : ty elt) l, t :: l = skipn k ts0 -> nth_error ts0 k = Some t /\ l =
    skipn (Datatypes.S k) ts0).
    { intros k t l. clear. revert k. induction ts0; intros k; [rewrite skipn_nil; discriminate|].
      destruct k; simpl; [intros E; inversion E; auto|]. intros E. apply IHts0 in E. auto. }
    induction HL; intros k E; simpl; constructor; try (apply N in E as [E E']; apply IHHL; auto; fail);
      apply N in E as [E E']; pose proof (C _ _ E) as U; simpl in U.
    + split; [apply wf_concat|]. rewrite (shape_concat d U). unfold col. rewrite map_length, Lr. simpl.
      now rewrite Nat.mul_comm.
    + split; [apply wf_reduce|]. apply (shape_reduce m U).
    + apply (unif_hd U).
Qed.
End Sound.
