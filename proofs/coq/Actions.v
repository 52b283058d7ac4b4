(* Actions.v: section 7, tile(x, d, a) and atomic(x, a) on the table of cells, and the whole way: a program
   that was annotated, propagated and translated computes at every device what the program means without loops. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Propagation Propagate_Fixpoint.
Import ListNotations.
Set Implicit Arguments.

Section Actions.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation entry := (@entry Sc).
Variable localise : op -> nat -> entry -> op.
Notation ty := (ty elt).
Notation attr := (attr mono).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation look := (look tz).
Notation size := (size M).
Notation has := (@has elt).
Notation val := (@val Sc elt).
Notation prog := (@prog Sc op elt).
Notation inst := (@inst Sc op elt).
Notation term := (term M localise).
Notation cells_ok := (cells_ok osem oty mdef M localise).
Notation wf_prog := (wf_prog osem oty mdef M localise).
Notation sound := (sound osem onum oty mdef M localise).
Notation inner := (inner M localise).

(* ---------------- y_i: uses of x read copies of it ---------------- *)
Definition copy x t : inst := mkI None [x] [t] [t] [].
(* E v' v: variable v' there is variable v here; the same instances, operand by operand *)
Definition under n (E : nat -> nat -> Prop) v' v := (v' < n /\ v = v') \/ (n <= v' /\ n <= v /\ E (v' - n) (v - n)).
Fixpoint redirected (E : nat -> nat -> Prop) (p' p : prog) (res' res : list nat) : Prop :=
  match p', p with
  | [], [] => Forall2 E res' res
  | i' :: p', i :: p => Forall2 E (ixs i') (ixs i) /\
      i' = mkI (ih i) (ixs i') (iin i) (iout i) (ics i) /\ redirected (under (length (iout i)) E) p' p res' res
  | _, _ => False
  end.
(* any of the uses of x, in instances or as results, read the copy; all other variables are shifted past it *)
Definition reads_copy x v' v := v' = S v \/ (v' = 0 /\ v = x).

Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.

Lemma redirected_eval ts res' res p' : forall p G G' K env' env E, redirected E p' p res' res ->
  wf_prog G p res ts -> wf_prog G' p' res' ts -> Forall2 val env G -> Forall2 val env' G' ->
  (forall v' v, E v' v -> look env' v' = look env v) ->
  ceval K env' (term p' res') = ceval K env (term p res).
Proof.
  assert (X : forall (E : nat -> nat -> Prop) env' env xs' xs,
    (forall v' v, E v' v -> look env' v' = look env v) -> Forall2 E xs' xs ->
    map (look env') xs' = map (look env) xs) by (intros E env' env xs' xs H; induction 1; simpl; f_equal; auto).
  induction p' as [|i' p' IH]; intros [|i p] G G' K env' env E HR HW HW' HE HE' Hv; try contradiction; simpl in HR.
  - simpl. eauto.
  - destruct HR as (HX & Ei & HR). destruct HW as (H1 & H2 & H3 & HW). destruct HW' as (H1' & H2' & H3' & HW').
    simpl. erewrite (@nest_eval _ _ _ _ _ _ _ _ (ics i)) by eauto using val_looks.
    erewrite (@nest_eval _ _ _ _ _ _ _ _ (ics i')) by eauto using val_looks.
    rewrite (X _ _ _ _ _ Hv HX). rewrite Ei in *. simpl in *.
    assert (HV : Forall2 val (hsem osem (ih i) (map (look env) (ixs i))) (iout i))
      by (eapply hsem_val; eauto using val_looks).
    assert (L := Forall2_length HV).
    eapply IH; eauto; try (apply Forall2_app; eauto).
    intros v' v [[Hlt ->]|(Hl' & Hl & HEv)]; unfold Core.look in *.
    + now rewrite !app_nth1 by lia.
    + rewrite !app_nth2 by lia. rewrite L. auto.
Qed.
Lemma redirected_wf ts res' res p' : forall p G G' E, redirected E p' p res' res -> wf_prog G p res ts ->
  (forall v' v t, E v' v -> has G v t -> has G' v' t) -> wf_prog G' p' res' ts.
Proof.
  assert (X : forall (E : nat -> nat -> Prop) G' G xs' xs (ts : list ty),
    (forall v' v t, E v' v -> has G v t -> has G' v' t) ->
    Forall2 E xs' xs -> Forall2 (has G) xs ts -> Forall2 (has G') xs' ts).
  { intros E G' G xs' xs ts' H HE. revert ts'. induction HE; intros ts' HG; inversion HG; subst; constructor; eauto. }
  induction p' as [|i' p' IH]; intros [|i p] G G' E HR HW Hv; try contradiction; simpl in HR.
  - simpl in *. eauto.
  - destruct HR as (HX & Ei & HR). destruct HW as (H1 & H2 & H3 & HW). rewrite Ei. simpl.
    repeat (split; [now eauto|]). eapply IH; eauto.
    intros v' v t [[Hlt ->]|(Hl' & Hl & HEv)]; unfold Core.has in *.
    + now rewrite !nth_error_app1 by lia.
    + rewrite !nth_error_app2 by lia. eauto.
Qed.
(* Binding a copy of x, and letting any uses of x read it, changes neither type nor meaning. *)
Theorem copy_sound G p p' res res' ts x t : wf_prog G p res ts -> has G x t ->
  redirected (reads_copy x) p' p res' res ->
  wf_prog G (copy x t :: p') res' ts /\
  forall K env, Forall2 val env G -> ceval K env (term (copy x t :: p') res') = ceval K env (term p res).
Proof.
  intros HW Hx HR.
  assert (HW' : wf_prog (t :: G) p' res' ts).
  { eapply redirected_wf; eauto. unfold Core.has. intros v' v u [->|[-> ->]]; simpl; congruence. }
  split.
  - simpl. repeat split; auto.
  - intros K env HE. simpl. eapply redirected_eval; eauto.
    + constructor; auto. eapply val_look; eauto.
    + intros v' v [->|[-> ->]]; reflexivity.
Qed.

(* .. in the scope that defines x, that is after any instances before *)
Definition after (G : list ty) (p : prog) := fold_left (fun G i => iout i ++ G) p G.
Theorem copy_sound_after p1 : forall G p p' res res' ts x t, wf_prog G (p1 ++ p) res ts -> has (after G p1) x t ->
  redirected (reads_copy x) p' p res' res ->
  wf_prog G (p1 ++ copy x t :: p') res' ts /\
  forall K env, Forall2 val env G -> ceval K env (term (p1 ++ copy x t :: p') res') = ceval K env (term (p1 ++ p) res).
Proof.
  induction p1 as [|i p1 IH]; intros G p p' res res' ts x t HW Hx HR.
  - eapply copy_sound; eauto.
  - destruct HW as (H1 & H2 & H3 & HW). destruct (IH _ _ _ _ _ _ _ _ HW Hx HR) as [HW' HE]. split.
    + simpl. repeat (split; [now auto|]). auto.
    + intros K env Hv. simpl. apply HE. apply Forall2_app; auto.
      erewrite nest_eval by eauto using val_looks. eapply hsem_val; eauto using val_looks.
Qed.

(* ---------------- tile and atomic: a cell of a copy ---------------- *)
(* T(x) are the cells of the copy; a is appended innermost. Premises: a in M, a not in T(x), the extents that T(x)
   leaves divide; otherwise nothing (a clear error) and the program stays as it is. *)
Definition divides N n := (N <=? n) && (n mod N =? 0).
Definition act a (s : attr) n (p : prog) : option prog :=
  match nth_error p n with
  | Some i =>
      let ok := match ih i, inner (ics i) (ih i) (iin i), s with
        | None, (_, [(sh, _)]), Tile _ d => (d <? length sh) && divides (size a) (nth d sh 0)
        | None, (_, [_]), Any _ => true
        | _, _, _ => false end in
      if (a <? length M) && is_free a i && ok then Some (set_n a p (n, ([s], [s]))) else None
  | None => None
  end.
(* tile(x, d, a) and atomic(x, a) *)
Definition tile_action d a := act a (Tile _ d).
Definition atomic_action a := act a (Any _).

Lemma inner_copy cs (ts : list ty) : fst (inner cs None ts) = None.
Proof. revert ts. induction cs as [|[a e] cs IH]; intros ts; simpl; auto. Qed.
Lemma set_any_wf a e res ts p : forall n i G, nth_error p n = Some i ->
  (cells_ok (ics i) (ih i) (iin i) (iout i) -> cells_ok (ics i ++ [(a, e)]) (ih i) (iin i) (iout i)) ->
  wf_prog G p res ts -> wf_prog G (set_n a p (n, e)) res ts.
Proof.
  unfold set_n. simpl. induction p as [|j p IH]; intros [|n] i G HN HC HW; try discriminate.
  - injection HN as ->. destruct HW as (H1 & H2 & H3 & HW). simpl. repeat (split; [now auto|]). auto.
  - destruct HW as (H1 & H2 & H3 & HW). simpl. repeat (split; [now auto|]). eapply IH; eauto.
Qed.
(* Theorem 4 for tile(x, d, a) and atomic(x, a): both keep meaning and typing *)
Theorem act_sound a s n p p' G res ts : act a s n p = Some p' -> wf_prog G p res ts ->
  wf_prog G p' res ts /\ sound G p p' res ts.
Proof.
  unfold act. destruct (nth_error p n) as [i|] eqn:HN; [|discriminate]. cbv zeta.
  destruct (Nat.ltb_spec a (length M)) as [Ha|]; [|discriminate]. destruct (is_free a i) eqn:HF; [|discriminate]. simpl.
  destruct (ih i) as [|] eqn:Eh; [discriminate|]. pose proof (inner_copy (ics i) (iin i)) as EI.
  destruct (inner (ics i) None (iin i)) as [h [|[sh el] [|]]] eqn:E; try (destruct s; discriminate).
  simpl in EI. subst h.
  intros H HW. assert (Pa : 0 < size a).
  { rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In. }
  assert (HW' : wf_prog G (set_n a p (n, ([s], [s]))) res ts).
  { eapply set_any_wf; eauto. rewrite Eh. intros HC. apply cells_snoc; auto using is_free_ok.
    - destruct s; try discriminate; reflexivity.
    - rewrite E. simpl. intros lts' ->. destruct s as [d|m|]; [|discriminate|].
      + destruct ((d <? length sh) && divides (size a) (nth d sh 0)) eqn:D; [|discriminate].
        apply andb_prop in D as [D1 D2]. apply andb_prop in D2 as [D2 D3].
        apply Nat.ltb_lt in D1. apply Nat.leb_le in D2.
        apply Nat.eqb_eq, Nat.mod_divide in D3; [|lia]. now apply copy_tile.
      + now apply copy_any. }
  assert (p' = set_n a p (n, ([s], [s]))) as ->.
  { destruct s; try discriminate; [destruct (_ && _); [|discriminate]|]; now injection H. }
  split; auto. apply bare_sound; auto using set_n_bare.
Qed.

(* ---------------- the whole way ---------------- *)
Variable reg : op -> list ty -> nat -> list entry.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis reg_valid : forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry osem oty mdef localise N (Some o) e ts ts'.
(* what actions and rounds may do, in any order: tactics one after another *)
Inductive tactics G : prog -> list nat -> prog -> list nat -> Prop :=
| Tac_nil p res : tactics G p res p res
| Tac_copy p1 p2 p2' res res' x t p'' res'' : has (after G p1) x t -> redirected (reads_copy x) p2' p2 res' res ->
    tactics G (p1 ++ copy x t :: p2') res' p'' res'' -> tactics G (p1 ++ p2) res p'' res''
| Tac_act a s n p p' res p'' res'' : act a s n p = Some p' ->
    tactics G p' res p'' res'' -> tactics G p res p'' res''
| Tac_propagate axes p res p'' res'' : axes_in M axes ->
    tactics G (propagate M localise reg res axes p) res p'' res'' -> tactics G p res p'' res''.
(* Theorem 4: every action and every propagation step preserves meaning and typing. *)
Theorem tactics_sound G p res p' res' ts : tactics G p res p' res' -> wf_prog G p res ts ->
  wf_prog G p' res' ts /\ forall K env, Forall2 val env G -> ceval K env (term p' res') = ceval K env (term p res).
Proof.
  intros HT. induction HT; intros HW.
  - auto.
  - destruct (@copy_sound_after p1 G p2 p2' res res' ts x t HW H H0) as [HW' HS]. destruct (IHHT HW') as [HW'' HS'].
    split; auto. intros K env HE. now rewrite HS', HS.
  - destruct (@act_sound _ _ _ _ _ G res ts H HW) as [HW' [HS _]]. destruct (IHHT HW') as [HW'' HS'].
    split; auto. intros K env HE. now rewrite HS', HS.
  - destruct (propagate_sound onum reg res M_pos oty_num op_sound reg_valid G p ts H HW) as [HW' [HS _]].
    destruct (IHHT HW') as [HW'' HS']. split; auto. intros K env HE. now rewrite HS', HS.
Qed.
(* With Theorem 2: what becomes of a program p, translated, computes at every device what p means without loops. *)
Theorem partitioned_correct G p res p' res' ts args : tactics G p res p' res' -> wf_prog G p res ts ->
  Forall2 val args G -> forall D, dev_ok M D ->
  heval tz chunk concat reduce osem M (fun _ => args) (tr [] (term p' res')) D = ceval [] args (term (bare p) res).
Proof.
  intros HT HW HA D HD. destruct (@tactics_sound G p res p' res' ts HT HW) as (HW' & HE).
  erewrite <- (@term_eval _ _ _ osem) by eauto. rewrite <- HE by auto.
  eapply translation_correct_closed; eauto. eapply term_type; eauto.
  apply Forall_forall. intros i _. apply Forall_forall. auto.
Qed.
End Actions.
