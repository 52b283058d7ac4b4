(* OracleLocal.v: soundness of the local types of PartIR:HLO: if every device's environment has the types G and
   G |-spmd s : ts, then every device's results have the types ts, to the last element. *)
From Coq Require Import List Arith ZArith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues OracleScalar OracleEval OracleOps OracleGood.
Import ListNotations.
Set Implicit Arguments.

Section Local.
Variable op : Type.
Variable osem : op -> list tensor -> list tensor.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable M : list nat.
Hypothesis op_typed : forall o a b ts, oty o a b -> Forall2 typed ts a -> Forall2 typed (osem o ts) b.
Notation heval := (heval tz chunk concat reduce osem M).
Notation htype := (htype oty (fun m e => defined_on m e = true) M).
Notation sizes := (sizes M).

Lemma at_inb D A : dev_ok M D -> Forall (fun a => a < length M) A -> inb (at_ D A) (sizes A).
Proof. intros HD. induction 1; simpl; constructor; auto using dev_ok_nth. Qed.
(* H-Slice: divides n_d by |A| *)
Lemma fslice_typed d A (V : dev -> tensor) n e D : dev_ok M D -> axes_ok M A -> divs M d A n ->
  (forall D, dev_ok M D -> typed (V D) (n, e)) -> typed (fslice chunk M d A V D) (sliced M d A n, e).
Proof.
  intros HD [_ HA] (Hd & Hdiv & _) HV. pose proof (lin_lt (at_inb HD HA)).
  apply typed_chunk; auto; lia.
Qed.
(* the members of a group *)
Lemma group_typed A (V : dev -> tensor) y D : dev_ok M D -> axes_ok M A -> (forall D, dev_ok M D -> typed (V D) y) ->
  let ts := map (fun k => V (updl D A k)) (all_idx (sizes A)) in
  ts <> [] /\ length ts = prod (sizes A) /\ Forall (fun t => typed t y) ts.
Proof.
  intros HD [_ HA] HV ts. unfold ts. rewrite map_length, all_idx_length. repeat split.
  - intros E. apply map_eq_nil in E. pose proof (lin_lt (at_inb HD HA)). rewrite <- all_idx_length, E in H.
    simpl in H. lia.
  - apply Forall_forall. intros t Ht. apply in_map_iff in Ht as (k & <- & Hk). apply in_all_idx in Hk.
    apply HV. now apply dev_ok_updl.
Qed.
(* H-Gather multiplies, H-Reduce keeps *)
Lemma fgather_typed d A V n e D : dev_ok M D -> axes_ok M A -> d < length n ->
  (forall D, dev_ok M D -> typed (V D) (n, e)) -> typed (fgather concat M d A V D) (gathered M d A n, e).
Proof.
  intros HD HA Hd HV. destruct (@group_typed A V (n, e) D HD HA HV) as (N & L & F). unfold fgather, gathered.
  rewrite <- L. now apply typed_concat.
Qed.
Lemma freduce_typed m A V n e D : dev_ok M D -> axes_ok M A -> defined_on m e = true ->
  (forall D, dev_ok M D -> typed (V D) (n, e)) -> typed (freduce reduce M m A V D) (n, e).
Proof. intros HD HA Hm HV. destruct (@group_typed A V (n, e) D HD HA HV) as (N & _ & F). now apply typed_reduce. Qed.

(* if rho'(D) has the types G at every D, and G |-spmd s : ts, then [[s]]rho'(D) has the types ts at every D *)
Theorem local_soundness s : forall G ts, htype G s ts ->
  forall env, (forall D, dev_ok M D -> Forall2 typed (env D) G) ->
  forall D, dev_ok M D -> Forall2 typed (heval env s D) ts.
Proof.
  induction s; simpl; intros G ts H env HE D HD; inversion H; subst;
    try match goal with X : has G ?y ?t |- _ =>
      assert (HV : forall D, dev_ok M D -> typed (look tz (env D) y) t) by (intros; eapply typed_look; eauto) end.
  - eapply typed_looks; eauto.
  - apply Forall2_app; eauto.
  - eapply op_typed; eauto. eapply typed_looks; eauto.
  - eapply IHs2; eauto. intros D' HD'. apply Forall2_app; eauto.
  - constructor; [|constructor]. now apply fslice_typed.
  - constructor; [|constructor]. now apply fgather_typed.
  - constructor; [|constructor]. now apply freduce_typed.
  - constructor; [|constructor]. apply fslice_typed; auto. intros. now apply freduce_typed.
  - constructor; [|constructor]. apply fslice_typed; auto; [|intros; now apply fgather_typed].
    match goal with X : divs M d' A n |- _ => destruct X as (X1 & X2 & X3) end.
    unfold gathered. repeat split; rewrite ?upd_length, ?nth_upd_other; auto.
Qed.
End Local.
