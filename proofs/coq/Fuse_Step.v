(* Fuse_Step.v: section 7, R-Fuse in one step,
     let x = loop a (.. tile<d> ..) (r'. e) in C[.. slice d x[r] ..]  ~>  C[let y = e[r/r'] in .. y ..]
   where all uses of x are such slices in the target, so that the loop goes and e is not duplicated. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Fuse Fuse_Lets.
Import ListNotations.
Set Implicit Arguments.

Section Step.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation core := (core mono op).
Notation attr := (attr mono).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation val := (@val Sc elt).
Notation arity := (arity onum).
Notation replaces := (replaces osem onum oty mdef M).
Notation cdepth := (cdepth onum).
Notation reads := (reads onum).
Notation free := (free onum).
Notation rw := (rw onum).

(* the context reads variable y, of those in scope around it, elsewhere than in B at its hole *)
Fixpoint creads (C : ctx op) B y : bool :=
  match C with
  | XHole _ => false
  | XLet1 C e2 => creads C B y || free e2 (arity (plug C B) + y)
  | XLet2 e1 C => free e1 y || creads C B (arity e1 + y)
  | XLoop _ _ C => creads C B y
  end.
Lemma plug_arity C (B B' : core) : arity B = arity B' -> arity (plug C B) = arity (plug C B').
Proof. intros E. induction C; simpl; auto. Qed.
Lemma plug_free C B B' : arity B = arity B' -> forall y, free (plug C B') y = true ->
  creads C B y = true \/ free B' (cdepth C + y) = true.
Proof.
  intros E. induction C; cbn [plug creads Contexts.cdepth]; intros y.
  - auto.
  - rewrite free_let, !orb_true_iff, (plug_arity C B B') by auto. intros [H|H]; auto. apply IHC in H as [H|H]; auto.
  - rewrite free_let, !orb_true_iff. intros [H|H]; auto. apply IHC in H as [H|H]; auto.
    right. rewrite <- H. f_equal. lia.
  - rewrite free_loop. apply IHC.
Qed.

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
(* the loop, the context between its let and the target, the target, and the target's range variable over a *)
Variables (a : axis) (ss : list attr) (e : core) (C : ctx op) (B : core) (R : nat).
(* let x̄ = loop a ss (r'. e) in C[B] *)
Definition unfused := CLet (CLoop a ss e) (plug C B).
(* C[let ȳ = e[r/r'] in B'], where B' is B with y_j for slice d x_j[r] *)
Definition fused_step := lower onum (length ss) (plug C (fused onum ss e C B R)).
(* every use of x̄ is a slice, in the target, of a tile<d> result, on d and by r *)
Definition only_sliced := forall j, j < length ss ->
  creads C B j = false /\ reads ss (cdepth C) R B (cdepth C + j) = false.
Lemma fused_unread : length ss = arity e -> only_sliced ->
  unread onum (length ss) (plug C (fused onum ss e C B R)) = true.
Proof.
  intros L H. unfold unread. apply forallb_forall. intros j Hj. apply in_seq in Hj. destruct (H j) as [H1 H2]; [lia|].
  apply negb_true_iff, not_true_iff_false. intros F. apply (@plug_free C B) in F; [|symmetry; apply rw_arity].
  destruct F as [F|F]; [congruence|]. unfold fused in F. rewrite free_let in F. apply orb_prop in F as [F|F].
  - apply rw_reads in F as [(x & _ & F)|(k & Hk & _)]; [lia|simpl in Hk; lia].
  - unfold moved in F. rewrite rw_arity in F. apply rw_reads in F as [(x & Hx & F)|(k & Hk & F)]; [|lia].
    replace x with (cdepth C + j) in Hx by lia. congruence.
Qed.

(* e's free variables are in scope at the target, as C binds no name anew; C binds r over a, *)
Hypothesis HR : nth_error (caxes C) R = Some a.
(* and none of e's own loop axes is in scope there *)
Hypothesis Hown : forall b, In b (own e) -> ~ In b (caxes C).
Hypothesis Hsliced : only_sliced.

(* R-Fuse, let x̄ = loop a (.. tile<d> ..) (r'. e) in C[B] ~> C[let ȳ = e[r/r'] in B[ȳ / slice d x̄[r]]]: typing stays,
   the denotation stays in every environment, and no data flow is added, so that the step may be done in any context
   (replaces_in_context). *)
Theorem R_Fuse_step A G : replaces A G unfused fused_step.
Proof.
  intros ts H. assert (L : length ss = arity e).
  { inversion H as [| |? ? t1 ? T1 _| |]; subst. inversion T1 as [| | | |? ? ? tl ? _ _ Te Tl]; subst.
    destruct (ltl Tl) as (_ & L1 & _). rewrite <- L1. eapply clen; eauto. }
  revert ts H. apply replaces_trans with (e2 := CLet (CLoop a ss e) (plug C (fused onum ss e C B R))).
  - now apply R_Fuse.
  - apply (@drop_let _ _ _ osem onum oty mdef M onum_ok oty_num A G (CLoop a ss e)). now apply fused_unread.
Qed.
(* its typing, *)
Corollary R_Fuse_step_type A G ts : ctype A G unfused ts -> ctype A G fused_step ts.
Proof. intros H. now apply (R_Fuse_step H). Qed.
(* and its denotation *)
Corollary R_Fuse_step_eval A G ts K env : ctype A G unfused ts -> map fst K = A -> Forall2 val env G ->
  ceval K env fused_step = ceval K env unfused.
Proof. intros H. now apply (R_Fuse_step H). Qed.
End Step.
