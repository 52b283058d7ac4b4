(* Propagate_Fixpoint.v: section 7, propagation to a fixed point. Each cell is set once, so the number of
   free cells falls with every round that decides anything, and propagation ends, in whatever order the axes take turns;
   it preserves meaning and typing, undoes nothing, and what is left offered is a conflict. *)
From Coq Require Import List Arith Lia Bool Permutation Wf_nat.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Propagation.
Import ListNotations.
Set Implicit Arguments.

Lemma filter_less (f g : nat -> bool) a l : NoDup l -> In a l -> f a = true ->
  (forall b, g b = f b && negb (Nat.eqb b a)) -> S (length (filter g l)) = length (filter f l).
Proof.
  intros HN HI Hf Hg.
  assert (E : forall l, ~ In a l -> filter g l = filter f l).
  { intros l' H. apply filter_ext_in. intros b Hb. rewrite Hg.
    destruct (Nat.eqb_spec b a); [subst; tauto|]. apply andb_true_r. }
  induction HN as [|x l Hx HN IH]; [contradiction|]. simpl. rewrite Hg.
  destruct (Nat.eqb_spec x a) as [->|Ne].
  - rewrite Hf. simpl. now rewrite E.
  - destruct HI; [congruence|]. rewrite andb_true_r. destruct (f x); simpl; auto.
Qed.

Section Rounds.
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
Variable res : list nat.  (* the function's results *)
Notation val := (@val Sc elt).
Notation prog := (@prog Sc op elt).
Notation decisions := (decisions M localise reg).
Notation round := (round M localise reg).
Notation round_in := (round_in M localise reg).
Notation admissible := (admissible M localise reg).
Notation wf_prog := (wf_prog osem oty mdef M localise).
Notation sound := (sound osem onum oty mdef M localise).
Notation valid_entry := (valid_entry osem oty mdef localise).
Notation candidates := (candidates M localise reg).
Notation all p := (seq 0 (length p)).

(* ---------------- the measure: the number of free cells ---------------- *)
Definition free_in (i : inst op elt) := length (filter (fun a => is_free a i) (seq 0 (length M))).
Fixpoint free (p : prog) := match p with [] => 0 | i :: p => free_in i + free p end.

Lemma is_free_in a (i : inst op elt) : ~ In a (map fst (ics i)) -> is_free a i = true.
Proof.
  unfold is_free. intros H. apply negb_true_iff, not_true_iff_false. intros E.
  apply existsb_exists in E as (b & Hb & E).
  apply Nat.eqb_eq in E. now subst.
Qed.
Lemma free_add a e (i : inst op elt) : a < length M -> ~ In a (map fst (ics i)) ->
  S (free_in (add_cell a e i)) = free_in i.
Proof.
  intros Ha Hn. apply filter_less with (a := a); auto using seq_NoDup, is_free_in.
  - apply in_seq. lia.
  - intros b. unfold is_free; simpl. rewrite map_app, existsb_app, negb_orb. simpl. now rewrite orb_false_r.
Qed.
Lemma free_set a d p : a < length M -> admissible a p d -> S (free (set_n a p d)) = free p.
Proof.
  intros Ha. destruct d as [n e]. unfold set_n, Propagation.admissible. simpl. revert n.
  induction p as [|i p IH]; intros [|n] (j & o & ts & HN & HF & H); try discriminate; simpl in *.
  - injection HN as <-. rewrite <- (free_add e i Ha HF). reflexivity.
  - rewrite <- (IH n); [lia|]. exists j, o, ts. auto.
Qed.
Lemma free_apply a D : a < length M -> forall p, NoDup (map fst D) -> Forall (admissible a p) D ->
  free (apply a D p) + length D = free p.
Proof.
  intros Ha. induction D as [|d D IH]; intros p HN HD; simpl; [lia|]. inversion HN; subst. inversion HD; subst.
  rewrite <- (free_set Ha H3), <- (IH (set_n a p d)); [lia|auto|].
  rewrite Forall_forall in H4 |- *. intros d' Hd'. apply set_n_admissible; auto.
  intros E. apply H1. rewrite E. now apply in_map.
Qed.
(* every decision of a round takes one free cell: free(round p) + |decisions| = free(p) *)
Theorem round_free a p : a < length M -> free (round a res p) + length (decisions a p res (all p)) = free p.
Proof. intros Ha. apply free_apply; auto using decisions_ok. apply decisions_NoDup, seq_NoDup. Qed.

(* ---------------- steps: a round, on any axis, that decides something ---------------- *)
Inductive step (p : prog) : prog -> Prop :=
| Step a : a < length M -> decisions a p res (all p) <> [] -> step p (round a res p).
Inductive steps : nat -> prog -> prog -> Prop :=
| Steps_0 p : steps 0 p p
| Steps_S n p p' p'' : step p p' -> steps n p' p'' -> steps (S n) p p''.

Lemma step_free p p' : step p p' -> free p' < free p.
Proof.
  intros [a Ha HD]. pose proof (round_free p Ha). destruct (decisions a p res _); simpl in *; [congruence|lia].
Qed.
(* Propagation ends: there is no infinite sequence of steps, and none longer than the number of free cells. *)
Theorem propagation_ends : well_founded (fun p' p => step p p').
Proof. apply well_founded_lt_compat with (f := free). intros p' p. apply step_free. Qed.
Theorem steps_bound n p p' : steps n p p' -> n + free p' <= free p.
Proof. induction 1; [lia|]. pose proof (step_free H). lia. Qed.

Lemma steps_app n m p p' p'' : steps n p p' -> steps m p' p'' -> steps (n + m) p p''.
Proof. induction 1; simpl; auto. intros. econstructor; eauto. Qed.

(* Earlier tactics are never undone: every instance keeps its operands and its cells, new ones are added inside. *)
Definition kept (p p' : prog) :=
  Forall2 (fun i i' => exists cs, i' = mkI (ih i) (ixs i) (iin i) (iout i) (ics i ++ cs)) p p'.
Lemma kept_refl p : kept p p.
Proof. induction p as [|[]]; constructor; auto. exists []. simpl. now rewrite app_nil_r. Qed.
Lemma kept_trans p p' p'' : kept p p' -> kept p' p'' -> kept p p''.
Proof.
  intros H. revert p''. induction H as [|i i' p p' [cs ->]]; intros p'' H';
    inversion H' as [|j j' q q' [cs' Hj] Hq]; subst; constructor; auto.
  - exists (cs ++ cs'). simpl. now rewrite app_assoc.
  - now apply IHForall2.
Qed.
Lemma set_n_kept a d p : kept p (set_n a p d).
Proof.
  destruct d as [n e]. unfold set_n. simpl. revert n. induction p as [|i p IH]; intros [|n]; simpl; try apply kept_refl.
  - constructor; [now exists [(a, e)]|apply kept_refl].
  - constructor; [|apply IH]. destruct i. exists []. simpl. now rewrite app_nil_r.
Qed.
Lemma apply_kept a D p : kept p (apply a D p).
Proof. revert p. induction D; intros p; simpl; [apply kept_refl|]. eapply kept_trans; [apply set_n_kept|apply IHD]. Qed.
Theorem steps_kept n p p' : steps n p p' -> kept p p'.
Proof.
  induction 1; [apply kept_refl|]. eapply kept_trans; eauto. destruct H. apply apply_kept.
Qed.

(* ---------------- to a fixed point ---------------- *)
(* as partition/propagate.h goes: one axis after another until it is stable, and all of them again while anything
   changes. ord says in which order the statements are visited. *)
Section Strategy.
Variable ord : prog -> list nat.
Fixpoint settle n a (p : prog) : prog :=
  match n with
  | 0 => p
  | S n => match decisions a p res (all p) with [] => p | _ => settle n a (round_in a res (ord p) p) end
  end.
Definition sweep n axes p := fold_left (fun p a => settle n a p) axes p.
Fixpoint rounds n axes p :=
  match n with
  | 0 => p
  | S n => let p' := sweep (S (free p)) axes p in if free p' =? free p then p' else rounds n axes p'
  end.
Definition propagate_in axes p := rounds (S (free p)) axes p.
End Strategy.
Definition propagate := propagate_in (fun p => all p).

(* The result does not depend on the order in which the statements are visited, in any round. *)
Theorem propagate_order ord axes p : (forall p, Permutation (ord p) (all p)) ->
  propagate_in ord axes p = propagate axes p.
Proof.
  intros H. unfold propagate, propagate_in.
  assert (E1 : forall n a p, settle ord n a p = settle (fun p => all p) n a p).
  { induction n; intros a q; simpl; auto. destruct decisions; auto. rewrite round_order by auto. apply IHn. }
  assert (E2 : forall n q, sweep ord n axes q = sweep (fun p => all p) n axes q).
  { intros n. induction axes; intros q; simpl; auto. rewrite E1. apply IHaxes. }
  generalize (S (free p)) as n. intros n. revert p. induction n; intros q; cbn [rounds]; auto.
  rewrite E2. destruct (_ =? _); auto.
Qed.

Definition axes_in axes := Forall (fun a => a < length M) axes.
Definition ord0 (p : prog) := all p.
Lemma settle_steps n a p : a < length M -> exists k, steps k p (settle ord0 n a p).
Proof.
  intros Ha. revert p. induction n; intros p; simpl; [exists 0; constructor|].
  destruct (decisions a p res (all p)) eqn:E; [exists 0; constructor|].
  destruct (IHn (round a res p)) as [k Hk]. exists (S k). econstructor; [|exact Hk]. constructor; auto. congruence.
Qed.
Lemma sweep_steps n axes p : axes_in axes -> exists k, steps k p (sweep ord0 n axes p).
Proof.
  intros H. revert p. induction H; intros p; simpl; [exists 0; constructor|].
  destruct (settle_steps n p H) as [k Hk]. destruct (IHForall (settle ord0 n x p)) as [k' Hk'].
  exists (k + k'). eapply steps_app; eauto.
Qed.
Lemma rounds_steps n axes p : axes_in axes -> exists k, steps k p (rounds ord0 n axes p).
Proof.
  intros H. revert p. induction n; intros p; cbn [rounds]; [exists 0; constructor|].
  destruct (sweep_steps (S (free p)) p H) as [k Hk]. destruct (_ =? _); [eauto|].
  destruct (IHn (sweep ord0 (S (free p)) axes p)) as [k' Hk']. exists (k + k'). eapply steps_app; eauto.
Qed.
(* Propagation is a sequence of at most free(p) steps .. *)
Theorem propagate_steps axes p : axes_in axes -> exists k, steps k p (propagate axes p) /\ k <= free p.
Proof.
  intros H. destruct (rounds_steps (S (free p)) p H) as [k Hk]. exists k. split; auto.
  pose proof (steps_bound Hk). lia.
Qed.

Lemma settle_same n a p : a < length M -> free (settle ord0 (S n) a p) = free p ->
  settle ord0 (S n) a p = p /\ decisions a p res (all p) = [].
Proof.
  intros Ha H. simpl in *. destruct (decisions a p res (all p)) eqn:E; auto. exfalso.
  assert (D : step p (round a res p)) by (constructor; auto; congruence). apply step_free in D.
  destruct (settle_steps n (round a res p) Ha) as [k Hk]. apply steps_bound in Hk.
  unfold ord0, Propagation.round in *. lia.
Qed.
Lemma sweep_same n axes p : axes_in axes -> free (sweep ord0 (S n) axes p) = free p ->
  sweep ord0 (S n) axes p = p /\ forall a, In a axes -> decisions a p res (all p) = [].
Proof.
  intros H. revert p. induction H as [|a axes Ha H IH]; intros p E; [split; [auto|contradiction]|].
  change (sweep ord0 (S n) (a :: axes) p) with (sweep ord0 (S n) axes (settle ord0 (S n) a p)) in *.
  destruct (settle_steps (S n) p Ha) as [k Hk]. apply steps_bound in Hk.
  destruct (sweep_steps (S n) (settle ord0 (S n) a p) H) as [k' Hk']. apply steps_bound in Hk'.
  destruct (@settle_same n a p Ha ltac:(lia)) as [Es Ed]. rewrite Es in *.
  destruct (IH p E) as [E1 E2]. split; auto. intros b [<-|Hb]; auto.
Qed.
(* .. and its result is a fixed point: no cell of these axes can be set any more. *)
Theorem propagate_fixed axes p a : axes_in axes -> In a axes ->
  decisions a (propagate axes p) res (all (propagate axes p)) = [].
Proof.
  intros HA Hi. unfold propagate, propagate_in. fold ord0.
  enough (X : forall n q, free q < n -> let q' := rounds ord0 n axes q in decisions a q' res (all q') = [])
    by (apply X; lia).
  induction n; intros q Hn; [lia|]. cbn [rounds].
  destruct (Nat.eqb_spec (free (sweep ord0 (S (free q)) axes q)) (free q)).
  - destruct (@sweep_same _ axes q HA e) as [-> E]. auto.
  - apply IHn. destruct (sweep_steps (S (free q)) q HA) as [k Hk]. apply steps_bound in Hk. lia.
Qed.

(* Candidates are what section 7 says: entries for what is left of the op, that match at least one tile offer or the
   demand and contradict none. *)
Definition matches (offs : list offer) (dems : list (option nat)) (e : entry) : Prop :=
  (exists k d, nth_error offs k = Some (Some (Some d)) /\ nth_error (fst e) k = Some (Tile _ d)) \/
  (exists j d, nth_error dems j = Some (Some d) /\ nth_error (snd e) j = Some (Tile _ d)).
Lemma forallb2_nth X Y (f : X -> Y -> bool) l : forall l' k x, forallb2 f l l' = true -> nth_error l k = Some x ->
  exists y, nth_error l' k = Some y /\ f x y = true.
Proof.
  induction l as [|u l IH]; intros [|v l'] [|k] x H Hk; try discriminate; simpl in H; apply andb_prop in H as [H1 H2].
  - injection Hk as <-. simpl. eauto.
  - simpl. eauto.
Qed.
Lemma tiles_eq d (s : attr mono) : tiles d s = true -> s = Tile _ d.
Proof. destruct s; try discriminate. simpl. intros H. apply Nat.eqb_eq in H. now subst. Qed.
Theorem candidates_spec a offs dems i e : In e (candidates a offs dems i) <->
  is_free a i = true /\ cell_ok e = true /\
  (exists o ts, inner M localise (ics i) (ih i) (iin i) = (Some o, ts) /\ In e (reg o ts (size M a))) /\
  forallb2 agree_offer offs (fst e) = true /\ forallb2 agree_demand dems (snd e) = true /\ matches offs dems e.
Proof.
  unfold Propagation.candidates. split.
  - destruct (is_free a i); [|contradiction].
    destruct (tile_offered offs || demanded dems) eqn:TD; [|contradiction]. simpl.
    destruct (inner M localise (ics i) (ih i) (iin i)) as [[o|] ts]; [|contradiction]. intros H.
    apply filter_In in H as [H1 H]. apply andb_prop in H as [H H4]. apply andb_prop in H as [H2 H3].
    repeat split; eauto. apply orb_true_iff in TD as [T|D]; apply existsb_exists in T || apply existsb_exists in D.
    + destruct T as ([[d|]|] & Hi & E); try discriminate. apply In_nth_error in Hi as [k Hk]. left. exists k, d.
      destruct (forallb2_nth _ _ _ _ H3 Hk) as (s & Hs & Ht). apply tiles_eq in Ht. subst. auto.
    + destruct D as ([d|] & Hi & E); try discriminate. apply In_nth_error in Hi as [k Hk]. right. exists k, d.
      destruct (forallb2_nth _ _ _ _ H4 Hk) as (s & Hs & Ht). apply tiles_eq in Ht. subst. auto.
  - intros (-> & H2 & (o & ts & -> & H1) & H3 & H4 & HM).
    replace (tile_offered offs || demanded dems) with true.
    + simpl. apply filter_In. split; auto. now rewrite H2, H3, H4.
    + symmetry. apply orb_true_iff.
      destruct HM as [(k & d & Hk & _)|(k & d & Hk & _)]; apply nth_error_In in Hk; [left|right];
        apply existsb_exists; eexists; split; eauto; reflexivity.
Qed.

(* a free cell that is offered tiles and has no candidate, or that has several *)
Definition stuck a p n : bool :=
  match view a p res n with
  | Some (offs, dems, i) => is_free a i && match ih i with Some _ => true | None => false end &&
      match candidates a offs dems i with [] => tile_offered offs | [_] => false | _ => true end
  | None => false
  end.
(* an operand is held back by atomic: there is no candidate, and there would be one without the any offers *)
Definition held_back a p n : bool :=
  match view a p res n with
  | Some (offs, dems, i) => let offs' := map (fun o : offer => match o with Some None => None | _ => o end) offs in
      match candidates a offs dems i, candidates a offs' dems i with [], _ :: _ => true | _, _ => false end
  | None => false
  end.
Definition conflict a p n : bool := stuck a p n && negb (held_back a p n).
(* At a fixed point nothing that is offered tiles is passed over in silence: the cell is set, or a conflict, or held
   back by atomic. *)
Theorem fixed_conflict a p n offs dems i : decisions a p res (all p) = [] -> view a p res n = Some (offs, dems, i) ->
  ih i <> None -> tile_offered offs = true -> is_free a i = true ->
  conflict a p n = true \/ held_back a p n = true.
Proof.
  intros HD HV Hh Ht Hf. unfold conflict. destruct (held_back a p n); auto. left. rewrite andb_true_r.
  unfold stuck. rewrite HV, Hf. destruct (ih i) as [o|]; [|congruence]. simpl.
  destruct (candidates a offs dems i) as [|e [|]] eqn:E; auto. exfalso.
  assert (D : decide M localise reg a p res n = Some e).
  { unfold decide, forward. now rewrite HV, Ht, E. }
  assert (Hn : In n (all p)).
  { apply in_seq. unfold view in HV. destruct (nth_error p n) eqn:X; [|discriminate].
    assert (n < length p) by (apply nth_error_Some; congruence). lia. }
  assert (In (n, e) (decisions a p res (all p))).
  { unfold Propagation.decisions. apply in_flat_map. exists n. rewrite D. simpl; auto. }
  rewrite HD in H. contradiction.
Qed.

(* ---------------- soundness ---------------- *)
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Hypothesis reg_valid : forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry N (Some o) e ts ts'.

Lemma sound_trans G p p' p'' ts : sound G p p' res ts -> sound G p' p'' res ts -> sound G p p'' res ts.
Proof. intros (E & T & T') (E' & _ & T''). repeat split; auto. intros K env HE. now rewrite E', E. Qed.
(* Theorem 4 for propagation: any number of rounds, over any axes in any order, keeps meaning and typing *)
Theorem steps_sound n p p' : steps n p p' -> forall G ts, wf_prog G p res ts ->
  wf_prog G p' res ts /\ sound G p p' res ts.
Proof.
  induction 1; intros G ts HW.
  - split; auto. apply bare_sound; auto.
  - destruct H as [a Ha HD]. assert (HW' : wf_prog G (round a res p) res ts) by now apply round_wf.
    destruct (IHsteps _ _ HW') as [HW'' HS]. split; auto. eapply sound_trans; [|exact HS]. now apply round_sound.
Qed.
(* Theorem 4 for propagation: to a fixed point, meaning and typing are preserved. *)
Theorem propagate_sound axes G p ts : axes_in axes -> wf_prog G p res ts ->
  wf_prog G (propagate axes p) res ts /\ sound G p (propagate axes p) res ts.
Proof. intros HA HW. destruct (propagate_steps p HA) as (k & Hk & _). eapply steps_sound; eauto. Qed.
End Rounds.
