(* Contexts.v: one-hole contexts of PartIR:Core, and replacement in them. An expression may be replaced, under any lets
   and loops, by one of the same type, the same value, and no more data flow (which T-Any looks at). *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells.
Import ListNotations.
Set Implicit Arguments.

(* no more data flow: pointwise implication *)
Definition tle := Forall2 (fun b' b : bool => b' = true -> b = true).
Lemma tle_refl t : tle t t.
Proof. induction t; constructor; auto. Qed.
Lemma tle_nth t' t x b : tle t' t -> nth x t' b = true -> nth x t b = true.
Proof. intros H. revert x. induction H; intros [|k]; simpl; auto. Qed.
Lemma tle_app t' t u' u : tle t' t -> tle u' u -> tle (t' ++ u') (t ++ u).
Proof. apply Forall2_app. Qed.
Lemma tle_repeat b' b n : (b' = true -> b = true) -> tle (repeat b' n) (repeat b n).
Proof. intros H. induction n; constructor; auto. Qed.
Lemma tle_map X (f g : X -> bool) l : (forall x, f x = true -> g x = true) -> tle (map f l) (map g l).
Proof. intros H. induction l; constructor; auto. Qed.
Lemma tle_ltaint mono (ss : list (attr mono)) t' t : tle t' t -> forall k, tle (ltaint k ss t') (ltaint k ss t).
Proof. intros H. induction ss; intros k; simpl; constructor; [intros E; eapply tle_nth; eauto|apply IHss]. Qed.
Lemma tle_loop_tys mono elt mdef M a ss t (ts ts' : list (ty elt)) : loop_tys (mono := mono) mdef M a t ss ts ts' ->
  forall t', tle t' t -> loop_tys mdef M a t' ss ts ts'.
Proof.
  induction 1; intros t' HT; inversion HT as [|b' ? ? ? Hb HT']; subst; try (constructor; auto; fail).
  destruct b'; [discriminate (Hb eq_refl)|]. constructor; auto.
Qed.

Section Contexts.
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
Notation taint := (taint onum).
Notation look := (look tz).
Notation size := (size M).
Notation val := (@val Sc elt).
Notation arity := (arity onum).

Inductive ctx :=
| XHole
| XLet1 (C : ctx) (e2 : core)
| XLet2 (e1 : core) (C : ctx)
| XLoop (a : axis) (ss : list attr) (C : ctx).
Fixpoint plug C (e : core) : core :=
  match C with
  | XHole => e
  | XLet1 C e2 => CLet (plug C e) e2
  | XLet2 e1 C => CLet e1 (plug C e)
  | XLoop a ss C => CLoop a ss (plug C e)
  end.
(* tensor variables and axes that a context binds around its hole *)
Fixpoint cdepth C := match C with
  | XHole => 0 | XLet1 C _ => cdepth C | XLet2 e1 C => cdepth C + arity e1 | XLoop _ _ C => cdepth C end.
Fixpoint caxes C : list axis := match C with
  | XHole => [] | XLet1 C _ | XLet2 _ C => caxes C | XLoop a _ C => caxes C ++ [a] end.

(* the environments in which the hole is evaluated *)
Inductive hits : ctx -> coord -> list tensor -> coord -> list tensor -> Prop :=
| H_Hole K env : hits XHole K env K env
| H_Let1 C e2 K env K' env' : hits C K env K' env' -> hits (XLet1 C e2) K env K' env'
| H_Let2 e1 C K env K' env' : hits C K (ceval K env e1 ++ env) K' env' -> hits (XLet2 e1 C) K env K' env'
| H_Loop a ss C i K env K' env' : i < size a -> hits C ((a, i) :: K) env K' env' -> hits (XLoop a ss C) K env K' env'.

(* ⟦C[e']⟧ρ = ⟦C[e]⟧ρ if ⟦e'⟧ρ' = ⟦e⟧ρ' for every ρ' that reaches the hole *)
Theorem plug_eval C e e' : forall K env,
  (forall K' env', hits C K env K' env' -> ceval K' env' e' = ceval K' env' e) ->
  ceval K env (plug C e') = ceval K env (plug C e).
Proof.
  induction C; simpl; intros K env H.
  - apply H. constructor.
  - f_equal. f_equal. apply IHC. intros. apply H. now constructor.
  - apply IHC. intros. apply H. now constructor.
  - f_equal. apply map_ext_in. intros i Hi. apply in_seq in Hi. apply IHC. intros. apply H. econstructor; eauto. lia.
Qed.

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Lemma carity K env e : length (ceval K env e) = arity e.
Proof. now apply ceval_arity. Qed.
Lemma hits_inv C K env K' env' : hits C K env K' env' -> exists pre kap,
  env' = pre ++ env /\ length pre = cdepth C /\ K' = kap ++ K /\ map fst kap = caxes C /\
  Forall (fun c => snd c < size (fst c)) kap.
Proof.
  induction 1; simpl.
  - exists [], []. simpl; auto.
  - auto.
  - destruct IHhits as (pre & kap & -> & L & -> & Ax & R). exists (pre ++ ceval K env e1), kap.
    rewrite <- app_assoc, app_length, carity. auto.
  - destruct IHhits as (pre & kap & -> & L & -> & Ax & R). exists pre, (kap ++ [(a, i)]).
    rewrite <- app_assoc, map_app, Ax. simpl. repeat split; auto. apply Forall_app. auto.
Qed.

(* ---------------- data flow ---------------- *)
Lemma taint_mono (e : core) : forall r tv' tv, tle tv' tv -> tle (taint r tv' e) (taint r tv e).
Proof.
  assert (N : forall tv' tv x, tle tv' tv -> nth x tv' false = true -> nth x tv false = true)
    by (intros; eapply tle_nth; eauto).
  induction e; simpl; intros r' tv' tv H.
  - apply tle_map. eauto.
  - apply tle_repeat. rewrite !existsb_exists. intros (x & Hx & E). eauto.
  - apply IHe2. apply tle_app; auto.
  - constructor; [|constructor]. rewrite !orb_true_iff. intros [E|E]; eauto.
  - apply tle_ltaint. auto.
Qed.
Lemma plug_taint C (e e' : core) : forall r tv,
  (forall pre, length pre = cdepth C ->
    tle (taint (length (caxes C) + r) (pre ++ tv) e') (taint (length (caxes C) + r) (pre ++ tv) e)) ->
  tle (taint r tv (plug C e')) (taint r tv (plug C e)).
Proof.
  induction C; simpl; intros r tv H.
  - apply (H []). auto.
  - apply taint_mono, tle_app; auto using tle_refl.
  - apply IHC. intros pre L. specialize (H (pre ++ taint r tv e1)). rewrite <- app_assoc in H. apply H.
    now rewrite app_length, taint_arity, L.
  - apply tle_ltaint, IHC. intros pre L. specialize (H pre L). rewrite app_length in H. simpl in H.
    replace (length (caxes C) + S r) with (length (caxes C) + 1 + r) by lia. auto.
Qed.

(* ---------------- typing ---------------- *)
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Lemma clen A G e ts : ctype A G e ts -> length ts = arity e.
Proof. intros H. eapply ctype_arity; eauto. Qed.

(* The hole is typed, its environments have those types, and what replaces it there replaces it in the context. *)
Theorem plug_type C e : forall A G ts, ctype A G (plug C e) ts -> exists pre th,
  length pre = cdepth C /\ ctype (caxes C ++ A) (pre ++ G) e th /\
  (forall K env, map fst K = A -> Forall2 val env G -> forall K' env', hits C K env K' env' ->
    map fst K' = caxes C ++ A /\ Forall2 val env' (pre ++ G)) /\
  forall e', (forall r bs, r < length (caxes C) -> length bs <= cdepth C -> tle (taint r bs e') (taint r bs e)) ->
    ctype (caxes C ++ A) (pre ++ G) e' th -> ctype A G (plug C e') ts.
Proof.
  induction C; simpl; intros A G ts H.
  - exists [], ts. simpl. repeat split; auto; inversion H2; subst; auto.
  - inversion H as [| |? ? t1 ? T1 T2| |]; subst. destruct (IHC _ _ _ T1) as (pre & th & L & T & V & R). exists pre, th.
    repeat split; auto; [inversion H2; subst; eapply V; eauto..|]. intros e' HT HE. econstructor; eauto.
  - inversion H as [| |? ? t1 ? T1 T2| |]; subst. destruct (IHC _ _ _ T2) as (pre & th & L & T & V & R).
    exists (pre ++ t1), th.
    rewrite app_length, <- app_assoc, L, (clen T1). split; [auto|]. split; [auto|]. split.
    + intros K env HK HE K' env' HH. inversion HH; subst. eapply V; eauto. apply Forall2_app; auto.
      eapply type_soundness; eauto.
    + intros e' HT HE. econstructor; eauto. apply R; auto. intros r bs Hr Hb. apply HT; auto. lia.
  - inversion H as [| | | |? ? ? tl ? Ha Hn T1 Tl]; subst.
    destruct (IHC _ _ _ T1) as (pre & th & L & T & V & R). exists pre, th.
    rewrite <- app_assoc. simpl. split; [auto|]. split; [auto|]. split.
    + intros K env HK HE K' env' HH. inversion HH; subst. eapply V; eauto. reflexivity.
    + intros e' HT HE. rewrite app_length in HT. simpl in HT. econstructor; eauto.
      * apply R; auto. intros r bs Hr Hb. apply HT; auto. lia.
      * eapply tle_loop_tys; [eassumption|]. apply plug_taint. intros bs Lb. apply HT; rewrite ?app_length; simpl; lia.
Qed.

(* e may be replaced by e' at axes A and types G, where its type is ts: the type stays, the data flow does not grow, the
   value stays *)
Definition replaces_at A G ts (e e' : core) : Prop :=
  ctype A G e' ts /\ (forall r bs, tle (taint r bs e') (taint r bs e)) /\
  forall K env, map fst K = A -> Forall2 val env G -> ceval K env e' = ceval K env e.
Definition replaces A G (e e' : core) : Prop := forall ts, ctype A G e ts -> replaces_at A G ts e e'.
(* replacement at the type of the hole is replacement in the context *)
Theorem replaces_at_in_context C e A G ts : ctype A G (plug C e) ts -> exists pre th,
  length pre = cdepth C /\ ctype (caxes C ++ A) (pre ++ G) e th /\
  forall e', replaces_at (caxes C ++ A) (pre ++ G) th e e' -> replaces_at A G ts (plug C e) (plug C e').
Proof.
  intros HT. destruct (plug_type _ _ HT) as (pre & th & L & T & V & R). exists pre, th. split; [auto|]. split; [auto|].
  intros e' (T' & F & E). repeat split; auto.
  - intros r bs. apply plug_taint. auto.
  - intros K env HK HE. apply plug_eval. intros K' env' HH. destruct (V K env HK HE K' env' HH). auto.
Qed.
Theorem replaces_in_context C e e' A G :
  (forall pre, length pre = cdepth C -> replaces (caxes C ++ A) (pre ++ G) e e') -> replaces A G (plug C e) (plug C e').
Proof. intros H ts HT. destruct (replaces_at_in_context _ _ HT) as (pre & th & L & T & R). apply R, H; auto. Qed.

(* R-Forward and R-Backward's common core, for an op anywhere in an expression (as it is left by earlier loops): there
   it has operand and result types, and whichever entry is valid at these may be set. *)
Variable localise : op -> nat -> @entry Sc -> op.
Theorem set_cell_in_context C a o xs A G t :
  a < length M -> ~ In a (caxes C ++ A) -> ctype A G (plug C (COp mono o xs)) t ->
  exists pre ts ts', length pre = cdepth C /\ Forall2 (@has elt (pre ++ G)) xs ts /\ oty o ts ts' /\
  forall e, cell_ok e = true -> valid_entry osem oty mdef localise (size a) (Some o) e ts ts' ->
    replaces_at A G t (plug C (COp mono o xs)) (plug C (set_cell M localise a e o xs)).
Proof.
  intros Ha Hn HT. destruct (replaces_at_in_context _ _ HT) as (pre & th & L & T & R).
  inversion T as [|? ? ts ? HX HO| | |]; subst. exists pre, ts, th.
  split; [auto|]. split; [auto|]. split; [auto|].
  intros e He Hv. apply R. repeat split.
  - eapply set_cell_type; eauto.
  - intros r bs. erewrite set_cell_taint; eauto using tle_refl. eapply Forall2_length; eauto.
  - intros K env HK HE. eapply set_cell_eval; eauto. eapply val_looks; eauto.
Qed.
End Contexts.
