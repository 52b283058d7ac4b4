(* Scopes_Programs.v: section 7, propagation and actions in whole programs with nested lets and loops, one scope after
   another in any order: the type, the value and, translated, every device's results stay. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Propagation Propagate_Fixpoint Contexts Actions Scopes.
Import ListNotations.
Set Implicit Arguments.

(* no more data flow, one after another *)
Lemma tle_trans t1 t2 t3 : tle t1 t2 -> tle t2 t3 -> tle t1 t3.
Proof. intros H. revert t3. induction H; intros t3 H'; inversion H'; subst; constructor; auto. now apply IHForall2. Qed.

Section Programs.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation entry := (@entry Sc).
Variable localise : op -> nat -> entry -> op.
Variable reg : op -> list (ty elt) -> nat -> list entry.
Notation ty := (ty elt).
Notation attr := (attr mono).
Notation core := (core mono op).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation taint := (taint onum).
Notation loop_tys := (loop_tys mdef M).
Notation has := (@has elt).
Notation val := (@val Sc elt).
Notation prog := (@prog Sc op elt).
Notation fill := (fill M localise).
Notation term := (term M localise).
Notation wf_prog := (wf_prog osem oty mdef M localise).
Notation propagate := (propagate M localise reg).
Notation round := (round M localise reg).
Notation tactics := (tactics M localise reg).
Notation replaces_at := (replaces_at osem onum oty mdef M).

Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Hypothesis reg_valid : forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry osem oty mdef localise N (Some o) e ts ts'.

(* A program: in each scope lists of instances with their cells, and between them what is no instance, such as loops
   that are there already. Values bound outside a list offer it nothing. *)
Inductive tree :=
| NVars (res : list nat)                             (* the results of a scope *)
| NList (p : prog) (n : tree)                        (* a list of instances, then n *)
| NLet (n1 : tree) (t1 : list ty) (n2 : tree)        (* let x : t1 = n1 in n2 *)
| NLoop (a : axis) (ss : list attr) (n : tree)
| NKeep (e : core).                                  (* any expression, left as it is: slices, single ops *)
Fixpoint code (n : tree) : core :=
  match n with
  | NVars res => CVars _ _ res
  | NList p n => fill p (code n)
  | NLet n1 _ n2 => CLet (code n1) (code n2)
  | NLoop a ss n => CLoop a ss (code n)
  | NKeep e => e
  end.
(* well-formed: typed, each cell valid, no cell's axis that of a loop around *)
Fixpoint wf_tree A G (n : tree) (ts : list ty) : Prop :=
  match n with
  | NVars res => Forall2 (has G) res ts
  | NList p n => wf_prog G p [] [] /\ free_of A p /\ wf_tree A (after G p) n ts
  | NLet n1 t1 n2 => wf_tree A G n1 t1 /\ wf_tree A (t1 ++ G) n2 ts
  | NLoop a ss n => a < length M /\ ~ In a A /\ exists tl, wf_tree (a :: A) G n tl /\
      loop_tys a (taint 0 [] (code n)) ss tl ts
  | NKeep e => ctype A G e ts
  end.
Theorem tree_type n : forall A G ts, wf_tree A G n ts -> ctype A G (code n) ts.
Proof.
  induction n; simpl; intros A G ts H; auto.
  - now constructor.
  - destruct H as (H1 & H2 & H3). apply fill_type with (osem := osem); auto.
  - destruct H. econstructor; eauto.
  - destruct H as (H1 & H2 & tl & H3 & H4). econstructor; eauto.
Qed.

(* One step in one scope, under axes A and types G: a round, propagation to a fixed point, or any tactics on a list;
   or any cells of a free axis, each of an entry that the registry has, whatever made the decision: offers and demands
   of what is outside the list, say. *)
Inductive tstep : list axis -> list ty -> tree -> tree -> Prop :=
| N_round A G a uses p n : a < length M -> tstep A G (NList p n) (NList (round a uses p) n)
| N_propagate A G axes uses p n : axes_in M axes -> tstep A G (NList p n) (NList (propagate uses axes p) n)
| N_tactics A G p res p' res' : tactics G p res p' res' -> free_of A p' ->
    tstep A G (NList p (NVars res)) (NList p' (NVars res'))
| N_decided A G a D p n : a < length M -> ~ In a A -> NoDup (map fst D) ->
    Forall (admissible M localise reg a p) D -> tstep A G (NList p n) (NList (apply a D p) n)
| N_after A G p n n' : tstep A (after G p) n n' -> tstep A G (NList p n) (NList p n')
| N_bound A G n1 n1' t1 n2 : tstep A G n1 n1' -> tstep A G (NLet n1 t1 n2) (NLet n1' t1 n2)
| N_rest A G n1 t1 n2 n2' : tstep A (t1 ++ G) n2 n2' -> tstep A G (NLet n1 t1 n2) (NLet n1 t1 n2')
| N_body A G a ss n n' : tstep (a :: A) G n n' -> tstep A G (NLoop a ss n) (NLoop a ss n').

(* ---------------- congruence ---------------- *)
Lemma replaces_list A G p e e' ts : wf_prog G p [] [] -> free_of A p ->
  replaces_at A (after G p) ts e e' -> replaces_at A G ts (fill p e) (fill p e').
Proof.
  intros HW HF (T & F & E). split; [apply fill_type with (osem := osem); auto|]. split.
  - intros r. clear - F. revert r. induction p as [|i p IH]; simpl; auto.
  - intros K env HK. clear T F HF. revert G env HW E. induction p as [|i p IH]; simpl; auto.
    intros G env (HX & HH & HC & HW) E HE. eapply IH; eauto. apply Forall2_app; auto.
    erewrite nest_eval by eauto using val_looks. eapply hsem_val; eauto using val_looks.
Qed.
Lemma replaces_bound A G t1 ts e e' k : ctype A (t1 ++ G) k ts -> replaces_at A G t1 e e' ->
  replaces_at A G ts (CLet e k) (CLet e' k).
Proof.
  intros HK (T & F & E). split; [econstructor; eauto|]. split.
  - intros r bs. simpl. apply taint_mono, tle_app; auto using tle_refl.
  - intros K env HA HE. simpl. now rewrite E.
Qed.
Lemma replaces_rest A G t1 ts e k k' : ctype A G e t1 -> replaces_at A (t1 ++ G) ts k k' ->
  replaces_at A G ts (CLet e k) (CLet e k').
Proof.
  intros HE (T & F & E). split; [econstructor; eauto|]. split; [intros r bs; simpl; auto|].
  intros K env HA HV. simpl. apply E; auto. apply Forall2_app; auto. eapply type_soundness; eauto.
Qed.
Lemma replaces_body A G a ss tl ts e e' : a < length M -> ~ In a A -> loop_tys a (taint 0 [] e) ss tl ts ->
  replaces_at (a :: A) G tl e e' -> replaces_at A G ts (CLoop a ss e) (CLoop a ss e').
Proof.
  intros Ha Hn HL (T & F & E). split; [econstructor; eauto; eapply tle_loop_tys; eauto|]. split.
  - intros r bs. simpl. apply tle_ltaint. auto.
  - intros K env HA HE. simpl. f_equal. apply map_ext_in. intros i _. apply E; [simpl; now f_equal|auto].
Qed.

(* What is decided on a list keeps it well-formed, whatever the uses of its values in the rest of the scope: these are
   what demands are read from. *)
Lemma round_list G p uses a : a < length M -> wf_prog G p [] [] -> wf_prog G (round a uses p) [] [].
Proof.
  intros Ha HW. apply apply_wf with (reg := reg); auto using decisions_ok. apply decisions_NoDup, seq_NoDup.
Qed.
Lemma propagate_list G p uses axes : axes_in M axes -> wf_prog G p [] [] -> wf_prog G (propagate uses axes p) [] [].
Proof.
  intros H. destruct (propagate_steps localise reg uses p H) as (k & Hk & _). clear H.
  induction Hk as [|k p p' p'' [a Ha _] _ IH]; auto using round_list.
Qed.
Lemma after_bare (p : prog) : forall G, after G (bare p) = after G p.
Proof. induction p; simpl; auto. Qed.

(* Theorem 4 in whole programs: a step in any scope keeps it well-formed, and the type, the value and no more data flow
   of the whole. *)
Theorem tstep_sound A G n n' : tstep A G n n' -> forall ts, wf_tree A G n ts ->
  wf_tree A G n' ts /\ replaces_at A G ts (code n) (code n').
Proof.
  assert (R : forall A G p p' n ts, wf_prog G p [] [] -> wf_prog G p' [] [] -> bare p' = bare p -> free_of A p' ->
    wf_tree A (after G p) n ts ->
    wf_tree A G (NList p' n) ts /\ replaces_at A G ts (code (NList p n)) (code (NList p' n))).
  { clear A G n n'. intros A G p p' n ts H H' HB HF HN.
    assert (EA : after G p' = after G p) by (rewrite <- (after_bare p'), HB; apply after_bare).
    rewrite <- EA in HN. split; [simpl; auto|]. simpl. eapply cells_replace; eauto. now apply tree_type. }
  induction 1; intros ts HW; simpl in HW.
  - destruct HW as (H1 & H2 & H3). apply R; auto; [now apply round_list|apply apply_bare|now apply round_in_free].
  - destruct HW as (H1 & H2 & H3).
    apply R; auto; [now apply propagate_list|now apply propagate_bare|now apply propagate_free].
  - destruct HW as (H1 & H2 & H3). assert (HW : wf_prog G p res ts) by now apply wf_join.
    destruct (tactics_replace onum M_pos oty_num op_sound reg_valid ts H HW H0) as [HW' HR].
    rewrite !term_fill in HR. simpl. split; [|exact HR].
    apply wf_split in HW'. tauto.
  - destruct HW as (H3 & H4 & H5).
    apply R; auto; [now apply apply_wf with (reg := reg)|apply apply_bare|now apply apply_free].
  - destruct HW as (H1 & H2 & H3). destruct (IHtstep _ H3) as [HW' HR]. split; [simpl; auto|]. now apply replaces_list.
  - destruct HW as (H1 & H2). destruct (IHtstep _ H1) as [HW' HR]. split; [simpl; auto|]. simpl.
    eapply replaces_bound; eauto. now apply tree_type.
  - destruct HW as (H1 & H2). destruct (IHtstep _ H2) as [HW' HR]. split; [simpl; auto|]. simpl.
    eapply replaces_rest; eauto. now apply tree_type.
  - destruct HW as (H1 & H2 & tl & H3 & H4). destruct (IHtstep _ H3) as [HW' HR]. split.
    + simpl. split; [auto|]. split; [auto|]. exists tl. split; auto. eapply tle_loop_tys; eauto. apply HR.
    + simpl. eapply replaces_body; eauto.
Qed.

(* ---------------- sequences of steps, in different scopes ---------------- *)
Inductive tsteps A G : tree -> tree -> Prop :=
| TS_none n : tsteps A G n n
| TS_more n n' n'' : tstep A G n n' -> tsteps A G n' n'' -> tsteps A G n n''.
(* Theorem 4 in whole programs, any sequence of steps *)
Theorem tsteps_sound A G n n' ts : tsteps A G n n' -> wf_tree A G n ts ->
  wf_tree A G n' ts /\ replaces_at A G ts (code n) (code n').
Proof.
  induction 1 as [n|n n' n'' H _ IH]; intros HW.
  - split; auto. split; [now apply tree_type|]. split; auto. intros. apply tle_refl.
  - destruct (tstep_sound H _ HW) as [HW' (T & F & E)]. destruct (IH HW') as [HW'' (T' & F' & E')].
    split; [auto|]. split; [auto|]. split; [intros r bs; eapply tle_trans; eauto|].
    intros K env HK HE. now rewrite E', E.
Qed.
(* With Theorem 2: what becomes of a program, translated, computes at every device what the program meant. *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Theorem tree_partitioned_correct G n n' ts args : tsteps [] G n n' -> wf_tree [] G n ts -> Forall2 val args G ->
  forall D, dev_ok M D -> heval tz chunk concat reduce osem M (fun _ => args) (tr [] (code n')) D =
    ceval [] args (code n).
Proof.
  intros HS HW HA D HD. destruct (@tsteps_sound [] G n n' ts HS HW) as [_ (T & _ & E)].
  rewrite <- (E [] args eq_refl HA).
  eapply translation_correct_closed; eauto.
Qed.

(* ---------------- every typed term is such a program ---------------- *)
(* lists are as long as they can be, and nothing with a let or a loop in it is left as it is *)
Definition is_op (e : core) := match e with CVars _ _ _ | COp _ _ _ => true | _ => false end.
Fixpoint opened (n : tree) : bool :=
  match n with
  | NVars _ => true
  | NList p n => match p, n with [], _ | _, NList _ _ => false | _, _ => opened n end
  | NLet n1 _ n2 => negb (is_op (code n1)) && opened n1 && opened n2
  | NLoop _ _ n => opened n
  | NKeep e => match e with COp _ _ _ | CSlice _ _ _ _ _ => true | _ => false end
  end.
Definition prepend (i : inst op elt) n := match n with NList p n => NList (i :: p) n | _ => NList [i] n end.
Lemma prepend_ok A G i n ts : Forall2 (has G) (ixs i) (iin i) -> hty oty (ih i) (iin i) (iout i) -> ics i = [] ->
  wf_tree A (iout i ++ G) n ts -> opened n = true ->
  wf_tree A G (prepend i n) ts /\ opened (prepend i n) = true /\
  code (prepend i n) = CLet (hexpr (ih i) (ixs i)) (code n).
Proof.
  intros HX HH HC HW HO.
  assert (C : cells_ok osem oty mdef M localise (ics i) (ih i) (iin i) (iout i)) by now rewrite HC.
  assert (F : Forall (fun c => ~ In (fst c) A) (ics i)) by (rewrite HC; constructor).
  assert (E : forall k, fill [i] k = CLet (hexpr (ih i) (ixs i)) k) by (intros k; simpl; now rewrite HC).
  assert (One : forall n, wf_tree A (iout i ++ G) n ts -> wf_tree A G (NList [i] n) ts)
    by (intros m Hm; simpl; repeat split; auto; now repeat constructor).
  destruct n as [|p n| | |]; cbn [prepend]; [split; [now apply One|split; [exact HO|apply E]]| |
    split; [now apply One|split; [exact HO|apply E]]..].
  destruct HW as (W1 & W2 & W3). split; [|split; [|apply E]].
  - split; [exact (conj HX (conj HH (conj C W1)))|]. split; [now constructor|exact W3].
  - simpl in *. destruct p; [discriminate|exact HO].
Qed.
(* Every typed term of PartIR:Core is a tree, in which every op that a let binds is an instance of a list. *)
Theorem tree_of_type A G e ts : ctype A G e ts -> exists n, code n = e /\ wf_tree A G n ts /\ opened n = true.
Proof.
  induction 1.
  - exists (NVars xs). auto.
  - exists (NKeep (COp _ o xs)). repeat split; auto. econstructor; eauto.
  - destruct IHctype1 as (n1 & E1 & W1 & O1), IHctype2 as (n2 & E2 & W2 & O2).
    destruct (is_op e1) eqn:Op; [destruct e1 as [xs|o xs| | |]; try discriminate; inversion H; subst|].
    + destruct (@prepend_ok A G (mkI None xs ts ts []) n2 ts') as (P1 & P2 & P3); auto; [reflexivity|].
      eexists. rewrite P3. auto.
    + destruct (@prepend_ok A G (mkI (Some o) xs ts0 ts []) n2 ts') as (P1 & P2 & P3); auto.
      eexists. rewrite P3. auto.
    + exists (NLet n1 ts n2). simpl. rewrite E1, E2, Op, O1, O2. auto.
  - exists (NKeep (CSlice _ _ d x r)). repeat split; auto. econstructor; eauto.
  - destruct IHctype as (n & <- & W & O). exists (NLoop a ss n). simpl. eauto 8.
Qed.
End Programs.
