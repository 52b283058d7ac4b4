(* Scopes.v: section 7, propagation and actions in a scope of any PartIR:Core term, under its lets and in the bodies of
   its loops. They keep the type and the value of the whole term and add no data flow, and propagation takes no axis of
   a loop around. Scopes_Programs.v has sequences of such steps in different scopes. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Propagation Propagate_Fixpoint Contexts Actions.
Import ListNotations.
Set Implicit Arguments.

Section Scopes.
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
Notation core := (core mono op).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation taint := (taint onum).
Notation has := (@has elt).
Notation val := (@val Sc elt).
Notation prog := (@prog Sc op elt).
Notation inst := (@inst Sc op elt).
Notation nest := (nest M localise).
Notation term := (term M localise).
Notation wf_prog := (wf_prog osem oty mdef M localise).
Notation cells_ok := (cells_ok osem oty mdef M localise).
Notation round := (round M localise reg).
Notation propagate := (propagate M localise reg).
Notation tactics := (tactics M localise reg).
Notation replaces_at := (replaces_at osem onum oty mdef M).
Notation bit tv := (fun x => nth x tv false).

Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Hypothesis reg_valid : forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry osem oty mdef localise N (Some o) e ts ts'.

(* ---------------- a list of lets before any expression k ---------------- *)
Fixpoint fill (p : prog) (k : core) : core :=
  match p with [] => k | i :: p => CLet (nest (ics i) (ih i) (ixs i)) (fill p k) end.
Lemma term_fill p res : term p res = fill p (CVars _ _ res).
Proof. induction p; simpl; congruence. Qed.

Lemma wf_split p : forall G res ts, wf_prog G p res ts -> wf_prog G p [] [] /\ Forall2 (has (after G p)) res ts.
Proof.
  induction p as [|i p IH]; simpl; intros G res ts H; [auto|]. destruct H as (H1 & H2 & H3 & H).
  destruct (IH _ _ _ H). auto.
Qed.
Lemma wf_join p : forall G res ts, wf_prog G p [] [] -> Forall2 (has (after G p)) res ts -> wf_prog G p res ts.
Proof.
  induction p as [|i p IH]; simpl; intros G res ts H HR; [auto|]. destruct H as (H1 & H2 & H3 & H). auto 6.
Qed.
Lemma fill_eval k p : forall G K env, wf_prog G p [] [] -> Forall2 val env G ->
  ceval K env (fill p k) = ceval K env (fill (bare p) k).
Proof.
  induction p as [|i p IH]; intros G K env HW HE; auto. destruct HW as (HX & HH & HC & HW). simpl.
  pose proof (val_looks HE HX) as HV. erewrite nest_eval by eassumption. rewrite hexpr_eval. eapply IH; eauto.
  apply Forall2_app; auto. eapply hsem_val; eauto.
Qed.
Lemma fill_type ts k A p : forall G, wf_prog G p [] [] -> free_of A p -> ctype A (after G p) k ts ->
  ctype A G (fill p k) ts.
Proof.
  induction p as [|i p IH]; intros G HW HA HK; auto. destruct HW as (HX & HH & HC & HW). inversion HA; subst. simpl.
  econstructor; [|eapply IH; eauto]. eapply nest_type; eauto.
Qed.
Lemma inst_taint i G r tv : Forall2 (has G) (ixs i) (iin i) -> hty oty (ih i) (iin i) (iout i) ->
  cells_ok (ics i) (ih i) (iin i) (iout i) ->
  taint r tv (nest (ics i) (ih i) (ixs i)) = htaint onum (ih i) (map (bit tv) (ixs i)).
Proof. intros HX HH HC. eapply nest_taint; eauto. eapply Forall2_length; eauto. Qed.
Lemma fill_taint k p : forall G r tv, wf_prog G p [] [] -> taint r tv (fill p k) = taint r tv (fill (bare p) k).
Proof.
  induction p as [|i p IH]; intros G r tv HW; auto. destruct HW as (HX & HH & HC & HW). simpl.
  rewrite (inst_taint _ r tv HX HH HC), hexpr_taint. eapply IH; eauto.
Qed.
(* Two states of a list that differ by cells only, where no cell's axis is that of a loop around: either may be put for
   the other before any expression k. *)
Theorem cells_replace A G p p' k ts : wf_prog G p [] [] -> wf_prog G p' [] [] -> bare p' = bare p -> free_of A p' ->
  ctype A (after G p') k ts -> replaces_at A G ts (fill p k) (fill p' k).
Proof.
  intros HW HW' HB HA HK. split; [now apply fill_type|]. split.
  - intros r bs. rewrite (fill_taint k p G r bs HW), (fill_taint k p' G r bs HW'), HB. apply tle_refl.
  - intros K env _ HE. rewrite (fill_eval k p' K HW' HE), HB. symmetry. eapply fill_eval; eauto.
Qed.

(* ---------------- what typing says of the cells of a list ---------------- *)
Lemma slices_hole A a ts k ins : forall G xs acc, ctype (a :: A) G (slices (Sc := Sc) (op := op) ins xs acc k) ts ->
  exists G' ys, ctype (a :: A) G' (k ys) ts.
Proof.
  induction ins as [|s ins IH]; intros G xs acc H; [eexists; eexists; exact H|].
  destruct xs as [|x xs]; [destruct s; eexists; eexists; exact H|].
  destruct s; simpl in H; [|eapply IH; exact H|eapply IH; exact H]. inversion H; subst. eapply IH; eauto.
Qed.
Lemma nest_free cs : forall A G h xs ts, ctype A G (nest cs h xs) ts -> Forall (fun c => ~ In (fst c) A) cs.
Proof.
  induction cs as [|[a e] cs IH]; simpl; intros A G h xs ts H; constructor; inversion H; subst; auto.
  match goal with H1 : ctype (_ :: _) _ _ _ |- _ => apply slices_hole in H1 as (G' & ys & H1); apply IH in H1 end.
  eapply Forall_impl; [|eassumption]. simpl. tauto.
Qed.
Lemma fill_free k A p : forall G ts, ctype A G (fill p k) ts -> free_of A p.
Proof.
  induction p as [|i p IH]; intros G ts H; constructor; simpl in H; inversion H; subst.
  - eapply nest_free; eauto.
  - eapply IH; eauto.
Qed.

(* ---------------- copies: data flow ---------------- *)
Lemma hty_taint_length h ts ts' (bs : list bool) : hty oty h ts ts' -> length bs = length ts ->
  length (htaint onum h bs) = length ts'.
Proof. intros. eapply hty_num; eauto. Qed.
Lemma redirected_taint ts res' res r p' : forall p G G' tv tv' (E : nat -> nat -> Prop), redirected E p' p res' res ->
  wf_prog G p res ts -> wf_prog G' p' res' ts ->
  (forall v' v, E v' v -> nth v' tv' false = nth v tv false) -> taint r tv' (term p' res') = taint r tv (term p res).
Proof.
  assert (X : forall (E : nat -> nat -> Prop) tv' tv xs' xs,
    (forall v' v, E v' v -> nth v' tv' false = nth v tv false) -> Forall2 E xs' xs ->
    map (bit tv') xs' = map (bit tv) xs) by (intros E tv' tv xs' xs H; induction 1; simpl; f_equal; auto).
  induction p' as [|i' p' IH]; intros [|i p] G G' tv tv' E HR HW HW' Hv; try contradiction; simpl in HR.
  - simpl. eauto.
  - destruct HR as (HX & Ei & HR). destruct HW as (H1 & H2 & H3 & HW). destruct HW' as (H1' & H2' & H3' & HW'). simpl.
    rewrite (inst_taint _ r tv H1 H2 H3), (inst_taint _ r tv' H1' H2' H3'), (X _ _ _ _ _ Hv HX).
    rewrite Ei in *. simpl in *.
    assert (L : length (htaint onum (ih i) (map (bit tv) (ixs i))) = length (iout i)).
    { eapply hty_taint_length; eauto. rewrite map_length. eapply Forall2_length; eauto. }
    eapply IH; eauto. intros v' v [[Hlt ->]|(Hl' & Hl & HEv)].
    + now rewrite !app_nth1 by lia.
    + rewrite !app_nth2 by lia. rewrite L. auto.
Qed.
Lemma copy_taint p1 : forall G p p' res res' ts x t r tv, wf_prog G (p1 ++ p) res ts -> has (after G p1) x t ->
  redirected (reads_copy x) p' p res' res ->
  taint r tv (term (p1 ++ copy op x t :: p') res') = taint r tv (term (p1 ++ p) res).
Proof.
  induction p1 as [|i p1 IH]; intros G p p' res res' ts x t r tv HW Hx HR.
  - destruct (@copy_sound _ _ _ osem oty mdef M localise op_sound G p p' res res' ts x t HW Hx HR)
      as [(_ & _ & _ & HW') _].
    simpl in *. eapply redirected_taint; eauto. intros v' v [->|[-> ->]]; reflexivity.
  - destruct HW as (H1 & H2 & H3 & HW). simpl. eapply IH; eauto.
Qed.
Lemma act_bare a s n (p p' : prog) : act M localise a s n p = Some p' -> bare p' = bare p.
Proof.
  unfold act. destruct (nth_error p n) as [i|]; [|discriminate]. cbv zeta. destruct (_ && _); [|discriminate].
  intros H. injection H as <-. apply set_n_bare.
Qed.
Lemma kept_bare (p p' : prog) : kept p p' -> bare p' = bare p.
Proof. induction 1 as [|i i' q q' [cs ->] _ IH]; simpl; auto. exact (f_equal2 cons eq_refl IH). Qed.
Lemma propagate_bare res axes (p : prog) : axes_in M axes -> bare (propagate res axes p) = bare p.
Proof.
  intros H. destruct (propagate_steps localise reg res p H) as (k & Hk & _). apply kept_bare. eapply steps_kept; eauto.
Qed.
Lemma tactics_taint G p res p' res' ts r tv : tactics G p res p' res' -> wf_prog G p res ts ->
  taint r tv (term p' res') = taint r tv (term p res).
Proof.
  assert (B : forall p p' res, wf_prog G p res ts -> wf_prog G p' res ts -> bare p' = bare p ->
    taint r tv (term p' res) = taint r tv (term p res)).
  { intros q q' rs H H' E. apply wf_split in H as [H _]. apply wf_split in H' as [H' _].
    rewrite !term_fill, (fill_taint _ q G r tv H), (fill_taint _ q' G r tv H'). now rewrite E. }
  intros HT. induction HT; intros HW; auto.
  - rewrite IHHT by (eapply (@copy_sound_after _ _ _ osem oty mdef M localise op_sound); eauto).
    eapply copy_taint; eauto.
  - destruct (@act_sound _ _ _ osem onum oty mdef M localise M_pos oty_num op_sound a s n p p' G res ts H HW)
      as [HW' _].
    rewrite IHHT by auto. apply B; auto. eapply act_bare; eauto.
  - destruct (propagate_sound onum reg res M_pos oty_num op_sound reg_valid G p ts H HW) as [HW' _].
    rewrite IHHT by auto. apply B; auto. eapply propagate_bare; eauto.
Qed.

(* ---------------- in context ---------------- *)
(* The flat list p with results res stands at the hole of C, in a term of type t: there the hole has types pre ++ G and
   axes caxes C ++ A, and p's own type is ts. *)
Lemma scope_in_context C (p : prog) res A G t : ctype A G (plug C (term p res)) t -> exists pre ts,
  length pre = cdepth onum C /\ ctype (caxes C ++ A) (pre ++ G) (term p res) ts /\ free_of (caxes C ++ A) p /\
  forall e', replaces_at (caxes C ++ A) (pre ++ G) ts (term p res) e' ->
    replaces_at A G t (plug C (term p res)) (plug C e').
Proof.
  intros HT. destruct (replaces_at_in_context osem M_pos oty_num op_sound _ _ HT) as (pre & ts & L & T & R).
  exists pre, ts. split; [exact L|]. split; [exact T|]. split; [|exact R]. rewrite term_fill in T.
  eapply fill_free; eauto.
Qed.
(* What it means that the scope may be taken from p to p': if p is well-formed there, so is p', and the term around with
   p' has the type and the value that it had with p, and no more data flow. *)
Definition in_scope (C : ctx op) (p p' : prog) res res' A G t : Prop := exists pre ts,
  length pre = cdepth onum C /\ ctype (caxes C ++ A) (pre ++ G) (term p res) ts /\
  (wf_prog (pre ++ G) p res ts ->
    wf_prog (pre ++ G) p' res' ts /\ replaces_at A G t (plug C (term p res)) (plug C (term p' res'))).

(* ---------------- an axis that no cell is of ---------------- *)
(* Offers and demands on an axis come from its cells: where there is none, nothing is decided. So propagation takes no
   axis of a loop around. *)
Lemma find_cell_none a (cs : list (axis * entry)) : ~ In a (map fst cs) -> find_cell a cs = None.
Proof.
  unfold find_cell. intros H. destruct (find (fun c => Nat.eqb (fst c) a) cs) as [c|] eqn:E; auto.
  apply find_some in E as [Hi E]. apply Nat.eqb_eq in E. subst. destruct H. now apply in_map.
Qed.
Definition untouched a (p : prog) := Forall (fun i => find_cell a (ics i) = None) p.
Lemma all_none (l : list offer) x : Forall (eq None) l -> nth x l None = None.
Proof. intros H. revert x. induction H; intros [|x']; simpl; auto. Qed.
Lemma offers_none a p : untouched a p -> Forall (eq None) (offers_at a p).
Proof.
  unfold offers_at. intros H.
  enough (X : forall offs, Forall (eq None) offs ->
    Forall (eq None) (fold_left (fun o i => inst_offers a o i ++ o) p offs))
    by (apply X; constructor).
  induction H as [|i p Hi _ IH]; intros offs HO; simpl; auto. apply IH, Forall_app. split; auto. unfold inst_offers.
  rewrite Hi. apply Forall_forall. intros o Ho. destruct (ih i).
  - symmetry. eapply repeat_spec; eauto.
  - apply in_map_iff in Ho as (x & <- & _). symmetry. now apply all_none.
Qed.
Lemma uses_none a p res : untouched a p -> forall x, Forall (eq None) (uses a x p res).
Proof.
  induction 1 as [|i p Hi _ IH]; intros x; simpl; apply Forall_forall; intros u Hu.
  - now apply in_map_iff in Hu as (y & <- & _).
  - apply in_app_iff in Hu as [Hu|Hu]; [|specialize (IH (length (iout i) + x)); rewrite Forall_forall in IH; auto].
    apply in_flat_map in Hu as (k & _ & Hu). destruct (Nat.eqb _ _); [|contradiction]. rewrite Hi in Hu.
    destruct (ih i); [now destruct Hu as [<-|[]]|]. specialize (IH k). rewrite Forall_forall in IH. auto.
Qed.
Lemma demand_none us : Forall (eq None) us -> demand us = None.
Proof. intros H. destruct H as [|u us <- _]; reflexivity. Qed.
Theorem decisions_none a p res order : untouched a p -> decisions M localise reg a p res order = [].
Proof.
  intros H. assert (D : forall n, decide M localise reg a p res n = None).
  { intros n. unfold decide, forward, backward, view. destruct (nth_error p n) as [i|] eqn:E; auto.
    assert (H1 : untouched a (firstn n p)) by (rewrite <- (firstn_skipn n p) in H; now apply Forall_app in H as [H _]).
    assert (H2 : untouched a (skipn (S n) p)).
    { rewrite <- (firstn_skipn (S n) p) in H. now apply Forall_app in H as [_ H]. }
    set (offs := map _ (ixs i)). set (dems := map _ (seq 0 _)).
    assert (To : tile_offered offs = false).
    { apply not_true_iff_false. intros T. apply existsb_exists in T as (o & Ho & T).
      apply in_map_iff in Ho as (x & <- & _). now rewrite (all_none x (offers_none H1)) in T. }
    assert (De : demanded dems = false).
    { apply not_true_iff_false. intros T. apply existsb_exists in T as (o & Ho & T).
      apply in_map_iff in Ho as (x & <- & _). now rewrite (demand_none (uses_none res H2 x)) in T. }
    unfold candidates. rewrite To, De. now rewrite andb_false_r. }
  unfold decisions. induction order as [|n order IH]; simpl; auto. now rewrite D.
Qed.
Lemma free_untouched A a p : In a A -> free_of A p -> untouched a p.
Proof.
  intros Ha. apply Forall_impl. intros i H. apply find_cell_none. intros Hi. apply in_map_iff in Hi as (c & <- & Hc).
  rewrite Forall_forall in H. now apply (H c).
Qed.
Lemma round_in_free A a res order p : free_of A p -> free_of A (round_in M localise reg a res order p).
Proof.
  intros H. unfold round_in. destruct (in_dec Nat.eq_dec a A) as [Ha|Ha]; [|now apply apply_free].
  rewrite decisions_none by (eapply free_untouched; eauto). exact H.
Qed.
Lemma propagate_free A res axes p : free_of A p -> free_of A (propagate res axes p).
Proof.
  assert (X : forall n a p, free_of A p -> free_of A (settle M localise reg res (@ord0 _ _ _) n a p)).
  { induction n; simpl; intros a q H; auto. destruct decisions; auto using round_in_free. }
  assert (Y : forall n axes p, free_of A p -> free_of A (sweep M localise reg res (@ord0 _ _ _) n axes p)).
  { intros n. induction axes0 as [|a l IH]; simpl; intros q H; auto. }
  unfold Propagate_Fixpoint.propagate, propagate_in. generalize (S (free M p)) as n. intros n. revert p.
  induction n; intros p HF; cbn [rounds]; auto. destruct (_ =? _); [|apply IHn]; now apply Y.
Qed.

(* ---------------- steps in context ---------------- *)
(* A round, on any axis. *)
Theorem round_in_context C p res A G t a : a < length M ->
  ctype A G (plug C (term p res)) t -> in_scope C p (round a res p) res res A G t.
Proof.
  intros Ha HT. destruct (scope_in_context _ _ _ HT) as (pre & ts & L & T & F & R).
  exists pre, ts. split; [exact L|]. split; [exact T|]. intros HW.
  assert (HW' : wf_prog (pre ++ G) (round a res p) res ts) by now apply round_wf.
  split; [exact HW'|]. apply R. rewrite !term_fill. destruct (wf_split _ _ _ _ HW). destruct (wf_split _ _ _ _ HW').
  apply cells_replace; auto; [apply apply_bare|now apply round_in_free|now constructor].
Qed.
(* Propagation to a fixed point, on any axes. *)
Theorem propagate_in_context C p res A G t axes : axes_in M axes ->
  ctype A G (plug C (term p res)) t -> in_scope C p (propagate res axes p) res res A G t.
Proof.
  intros Ha HT. destruct (scope_in_context _ _ _ HT) as (pre & ts & L & T & F & R).
  exists pre, ts. split; [exact L|]. split; [exact T|]. intros HW.
  destruct (propagate_sound onum reg res M_pos oty_num op_sound reg_valid (pre ++ G) p ts Ha HW) as [HW' _].
  split; [exact HW'|]. apply R. rewrite !term_fill. destruct (wf_split _ _ _ _ HW). destruct (wf_split _ _ _ _ HW').
  apply cells_replace; auto; [now apply propagate_bare|now apply propagate_free|now constructor].
Qed.
(* Actions and propagation, in any order: copies, tile, atomic, propagate. The results of the list may be copies then.
   What is left to ask is that no cell is of an axis of a loop around. *)
Lemma tactics_replace A G p res p' res' ts : tactics G p res p' res' -> wf_prog G p res ts -> free_of A p' ->
  wf_prog G p' res' ts /\ replaces_at A G ts (term p res) (term p' res').
Proof.
  intros HT HW HF. destruct (tactics_sound onum M_pos oty_num op_sound reg_valid ts HT HW) as [HW' E].
  split; [exact HW'|]. split; [eapply term_type; eauto|]. split.
  - intros r bs. rewrite (tactics_taint _ r bs HT HW). apply tle_refl.
  - auto.
Qed.
Theorem tactics_in_context C (p : prog) res A G t : ctype A G (plug C (term p res)) t -> exists pre ts,
  length pre = cdepth onum C /\ ctype (caxes C ++ A) (pre ++ G) (term p res) ts /\
  (wf_prog (pre ++ G) p res ts ->
    forall p' res', tactics (pre ++ G) p res p' res' -> free_of (caxes C ++ A) p' ->
    wf_prog (pre ++ G) p' res' ts /\ replaces_at A G t (plug C (term p res)) (plug C (term p' res'))).
Proof.
  intros HT. destruct (scope_in_context _ _ _ HT) as (pre & ts & L & T & F & R).
  exists pre, ts. split; [exact L|]. split; [exact T|]. intros HW p' res' Ht HF.
  destruct (tactics_replace _ Ht HW HF) as [HW' HR]. auto.
Qed.
End Scopes.
