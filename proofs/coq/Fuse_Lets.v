(* Fuse_Lets.v: section 7, what R-Fuse does to lets beside moving a loop: a let that nothing reads is dropped, lets that
   do not read one another change places, names of names and lets in lets go. Each is a replacement (Contexts.v): typing
   and denotation stay, data flow does not grow. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Fuse.
Import ListNotations.
Set Implicit Arguments.

Section Lets.
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
Notation has := (@has elt).
Notation replaces := (replaces osem onum oty mdef M).
Notation bit tv := (fun x => nth x tv false).

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Let carity := @carity Sc op osem onum M onum_ok.
Let clen := @clen Sc op elt onum oty mdef M oty_num.

(* ---------------- renaming of tensor variables ---------------- *)
Definition rename ft (e : core) := rw onum [] ft (fun q => q) 0 0 0 e.
(* e reads variable y *)
Definition free (e : core) y := reads onum [] 0 0 e y.
Lemma rename_eval e ft K env env' : (forall x, free e x = true -> look env' (ft x) = look env x) ->
  ceval K env' (rename ft e) = ceval K env e.
Proof. intros H. apply rw_eval; auto. intros [|j] d; discriminate. Qed.
Lemma rename_taint e ft r tv tv' :
  (forall x, free e x = true -> nth (ft x) tv' false = true -> nth x tv false = true) ->
  tle (taint r tv' (rename ft e)) (taint r tv e).
Proof. intros H. apply rw_taint; auto. intros [|j] d; discriminate. Qed.
Lemma rename_type e ft A G G' ts : ctype A G e ts -> (forall x t, free e x = true -> has G x t -> has G' (ft x) t) ->
  ctype A G' (rename ft e) ts.
Proof.
  intros H HF. eapply rw_type; eauto; [intros b Hb; eapply own_fresh; eauto|]. intros [|j] d; discriminate.
Qed.
Lemma rename_arity e ft : arity (rename ft e) = arity e.
Proof. apply rw_arity. Qed.

(* none of the first n variables is read, and then e without them *)
Definition unread n (e : core) := forallb (fun y => negb (free e y)) (seq 0 n).
Definition lower n := rename (fun y => y - n).
Definition shift n := rename (Nat.add n).
Lemma unread_ge n e y : unread n e = true -> free e y = true -> exists x, y = n + x.
Proof.
  unfold unread. rewrite forallb_forall. intros H Hy. destruct (Nat.le_gt_cases n y) as [L|L]; [exists (y - n); lia|].
  specialize (H y). rewrite Hy in H. discriminate H. apply in_seq. lia.
Qed.
Lemma shift_eval n K v env e : length v = n -> ceval K (v ++ env) (shift n e) = ceval K env e.
Proof. intros L. apply rename_eval. intros x _. now apply nth_skip. Qed.
Lemma shift_taint n r t tv e : length t = n -> tle (taint r (t ++ tv) (shift n e)) (taint r tv e).
Proof. intros L. apply rename_taint. intros x _. now rewrite nth_skip. Qed.
Lemma shift_type n A t G e ts : length t = n -> ctype A G e ts -> ctype A (t ++ G) (shift n e) ts.
Proof.
  intros L H. eapply rename_type; eauto. intros x u _. unfold Core.has. now rewrite <- L, nth_error_app_skip.
Qed.
Lemma lower_eval n K v env e : unread n e = true -> length v = n -> ceval K env (lower n e) = ceval K (v ++ env) e.
Proof.
  intros U L. apply rename_eval. intros y Hy. apply (unread_ge _ _ _ U) in Hy as [x ->].
  replace (n + x - n) with x by lia. symmetry. now apply nth_skip.
Qed.
Lemma lower_taint n r t tv e : unread n e = true -> length t = n -> tle (taint r tv (lower n e)) (taint r (t ++ tv) e).
Proof.
  intros U L. apply rename_taint. intros y Hy. apply (unread_ge _ _ _ U) in Hy as [x ->].
  replace (n + x - n) with x by lia. now rewrite nth_skip.
Qed.
Lemma lower_type n A t G e ts : unread n e = true -> length t = n -> ctype A (t ++ G) e ts ->
  ctype A G (lower n e) ts.
Proof.
  intros U L H. eapply rename_type; eauto. intros y u Hy. apply (unread_ge _ _ _ U) in Hy as [x ->].
  replace (n + x - n) with x by lia. unfold Core.has. now rewrite <- L, nth_error_app_skip.
Qed.

(* ---------------- what is read ---------------- *)
Lemma cut_nil X R d x r : cut (@nil attr) X R d x r = false.
Proof. unfold cut. destruct (x - X); simpl; now rewrite andb_false_r. Qed.
Lemma reads_nil e : forall y X X' R R', reads onum [] X R e y = reads onum [] X' R' e y.
Proof.
  induction e; simpl; intros; auto.
  - f_equal; auto.
  - now rewrite !cut_nil.
Qed.
Lemma free_let e1 e2 y : free (CLet e1 e2) y = free e1 y || free e2 (arity e1 + y).
Proof. unfold free. simpl. f_equal. apply reads_nil. Qed.
Lemma free_loop a s e y : free (CLoop a s e) y = free e y.
Proof. unfold free. simpl. apply reads_nil. Qed.
(* what is read after rw: renamed, what was read before; and what stands for slices *)
Lemma rw_reads ss e : forall ft fr X Y R y, free (rw onum ss ft fr X Y R e) y = true ->
  (exists x, reads onum ss X R e x = true /\ ft x = y) \/ exists j, j < length ss /\ y = Y + j.
Proof.
  induction e; intros ft fr X Y R y; cbn [Fuse.rw].
  - unfold free. simpl. rewrite existsb_exists. intros (z & Hz & E). apply Nat.eqb_eq in E as <-.
    apply in_map_iff in Hz as (x & <- & Hx). left. exists x. auto using in_reads.
  - unfold free. simpl. rewrite existsb_exists. intros (z & Hz & E). apply Nat.eqb_eq in E as <-.
    apply in_map_iff in Hz as (x & <- & Hx). left. exists x. auto using in_reads.
  - rewrite free_let, rw_arity. intros H. apply orb_prop in H as [H|H].
    + apply IHe1 in H as [(x & Hx & E)|H]; auto. left. exists x. simpl. now rewrite Hx.
    + apply IHe2 in H as [(x & Hx & E)|(j & Hj & E)].
      * unfold lift in E. destruct (Nat.ltb_spec x (arity e1)); [exfalso; lia|]. left. exists (x - arity e1). simpl.
        replace (arity e1 + (x - arity e1)) with x by lia. rewrite Hx, orb_true_r. split; auto. lia.
      * right. exists j. split; auto. lia.
  - destruct (cut ss X R d x r) eqn:E.
    + apply cut_ok in E as (_ & _ & Hj). unfold free. simpl. rewrite orb_false_r. intros H. apply Nat.eqb_eq in H as ->.
      right. exists (x - X). split; auto. apply nth_error_Some. congruence.
    + unfold free. simpl. rewrite cut_nil, andb_true_r. intros H. apply Nat.eqb_eq in H as ->. left. exists x.
      split; auto. now apply (@reads_slice Sc op onum).
  - rewrite free_loop. intros H. apply IHe in H. simpl. auto.
Qed.

(* ---------------- replacement, composed ---------------- *)
Lemma replaces_refl A G (e : core) : replaces A G e e.
Proof. intros ts H. repeat split; auto. intros. apply tle_refl. Qed.
Lemma tle_trans t1 t2 t3 : tle t1 t2 -> tle t2 t3 -> tle t1 t3.
Proof. unfold tle. intros H. revert t3. induction H; intros t3 H3; inversion H3; subst; constructor; auto. Qed.
Lemma replaces_trans A G (e1 e2 e3 : core) : replaces A G e1 e2 -> replaces A G e2 e3 -> replaces A G e1 e3.
Proof.
  intros H1 H2 ts T. destruct (H1 ts T) as (T1 & D1 & V1). destruct (H2 ts T1) as (T2 & D2 & V2). repeat split; auto.
  - intros r bs. eapply tle_trans; eauto.
  - intros K env HK HE. now rewrite V2, V1.
Qed.

(* ---------------- the replacements ---------------- *)
Variables (A : list axis) (G : list (ty elt)).
(* let x̄ = d in e ~> e, where e does not read x̄: what R-Fuse leaves of a loop whose every use was moved. With typing,
   data flow and denotation. *)
Theorem drop_let d e : unread (arity d) e = true -> replaces A G (CLet d e) (lower (arity d) e).
Proof.
  intros U ts H. inversion H; subst. repeat split.
  - eapply lower_type; eauto.
  - intros r bs. cbn [Core.taint]. apply lower_taint; auto. apply taint_arity.
  - intros K env _ _. cbn [Core.ceval]. now apply lower_eval.
Qed.

(* let ȳ = x̄ in e ~> e[x̄/ȳ] *)
Definition sub xs y := if y <? length xs then nth y xs 0 else y - length xs.
Theorem copy_let xs e : replaces A G (CLet (CVars _ _ xs) e) (rename (sub xs) e).
Proof.
  intros ts H. inversion H as [| |? ? t1 ? T1 T2| |]; subst. inversion T1 as [? ? HX| | | |]; subst. unfold sub.
  pose proof (Forall2_length HX) as L. repeat split.
  - eapply rename_type; eauto. intros y t _ Hy. unfold Core.has in *. destruct (Nat.ltb_spec y (length xs)).
    + rewrite nth_error_app1 in Hy by lia. revert y H0 Hy. clear - HX. induction HX as [|x u xs' us Hx HX IH];
        intros [|y] Ly Hy; simpl in *; try (exfalso; lia); [congruence|]. apply IH; auto. lia.
    + rewrite nth_error_app2 in Hy by lia. now rewrite L.
  - intros r bs. cbn [Core.taint]. apply rename_taint. intros y _ E. rewrite nth_split with (n := length xs)
      by now rewrite map_length. destruct (Nat.ltb_spec y (length xs)); auto.
    now rewrite nth_map with (dA := 0).
  - intros K env _ _. cbn [Core.ceval]. apply rename_eval. intros y _. unfold Core.look at 2.
    rewrite nth_split with (n := length xs) by now rewrite map_length. destruct (Nat.ltb_spec y (length xs)); auto.
    now rewrite nth_map with (dA := 0).
Qed.

(* let x̄ = (let ȳ = e1 in e2) in e3 ~> let ȳ = e1 in let x̄ = e2 in e3 *)
Definition over n2 n1 y := if y <? n2 then y else n1 + y.
Theorem let_let e1 e2 e3 : replaces A G (CLet (CLet e1 e2) e3)
  (CLet e1 (CLet e2 (rename (over (arity e2) (arity e1)) e3))).
Proof.
  intros ts H. inversion H as [| |? ? t2 ? T12 T3| |]; subst. inversion T12 as [| |? ? t1 ? T1 T2| |]; subst.
  unfold over.
  pose proof (clen T1) as L1. pose proof (clen T2) as L2. repeat split.
  - econstructor; [eauto|]. econstructor; [eauto|]. eapply rename_type; eauto. intros y t _. unfold Core.has.
    rewrite <- L2.
    destruct (Nat.ltb_spec y (length t2)); [now rewrite !nth_error_app1 by lia|]. rewrite !nth_error_app2 by lia.
    now replace (arity e1 + y - length t2 - length t1) with (y - length t2) by lia.
  - intros r bs. cbn [Core.taint]. apply rename_taint. intros y _. set (v1 := taint r bs e1).
    assert (Q1 : length v1 = arity e1) by apply taint_arity. set (v2 := taint r (v1 ++ bs) e2).
    assert (Q2 : length v2 = arity e2) by apply taint_arity. destruct (Nat.ltb_spec y (arity e2)).
    + now rewrite !app_nth1 by lia.
    + rewrite !app_nth2 by lia. now replace (arity e1 + y - length v2 - length v1) with (y - length v2) by lia.
  - intros K env _ _. cbn [Core.ceval]. apply rename_eval. intros y _. set (v1 := ceval K env e1).
    assert (Q1 : length v1 = arity e1) by apply carity. set (v2 := ceval K (v1 ++ env) e2).
    assert (Q2 : length v2 = arity e2) by apply carity. unfold Core.look. destruct (Nat.ltb_spec y (arity e2)).
    + now rewrite !app_nth1 by lia.
    + rewrite !app_nth2 by lia. now replace (arity e1 + y - length v2 - length v1) with (y - length v2) by lia.
Qed.

(* let x̄ = e1 in let ȳ = e2 in k ~> let ȳ = e2 in let x̄ = e1 in k, where e2 does not read x̄ *)
Definition flip n1 n2 y := if y <? n2 then n1 + y else if y <? n2 + n1 then y - n2 else y.
Definition swapped e1 e2 k :=
  CLet (lower (arity e1) e2) (CLet (shift (arity e2) e1) (rename (flip (arity e1) (arity e2)) k)).
Lemma nth_flip Z (v1 v2 v : list Z) d y :
  nth (flip (length v1) (length v2) y) (v1 ++ v2 ++ v) d = nth y (v2 ++ v1 ++ v) d.
Proof.
  unfold flip. destruct (Nat.ltb_spec y (length v2)).
  - rewrite app_nth2, app_nth1, app_nth1 by lia. f_equal. lia.
  - destruct (Nat.ltb_spec y (length v2 + length v1)).
    + rewrite app_nth1, (app_nth2 v2), app_nth1 by lia. reflexivity.
    + rewrite !app_nth2 by lia. f_equal. lia.
Qed.
Lemma nth_error_nth' Z (l : list Z) y : nth_error l y = nth y (map Some l) None.
Proof. revert y. induction l; intros [|y]; simpl; auto. Qed.
Theorem swap_lets e1 e2 k : unread (arity e1) e2 = true ->
  replaces A G (CLet e1 (CLet e2 k)) (swapped e1 e2 k).
Proof.
  intros U ts H. inversion H as [| |? ? t1 ? T1 T2k| |]; subst. inversion T2k as [| |? ? t2 ? T2 Tk| |]; subst.
  pose proof (clen T1) as L1. pose proof (clen T2) as L2. unfold swapped. repeat split.
  - econstructor; [eapply lower_type; eauto|]. econstructor; [apply shift_type; eauto|].
    eapply rename_type; eauto. intros y t _. unfold Core.has. rewrite !nth_error_nth', !map_app, <- L1, <- L2.
    rewrite <- (map_length Some t1), <- (map_length Some t2). now rewrite nth_flip.
  - intros r bs. cbn [Core.taint]. set (v1 := taint r bs e1). set (v2 := taint r (v1 ++ bs) e2).
    assert (Q1 : length v1 = arity e1) by apply taint_arity. assert (Q2 : length v2 = arity e2) by apply taint_arity.
    set (w2 := taint r bs (lower (arity e1) e2)).
    assert (D2 : tle w2 v2) by now apply lower_taint.
    assert (P2 : length w2 = arity e2) by (unfold w2; rewrite taint_arity; apply rename_arity).
    eapply tle_trans; [apply taint_mono, tle_app; [now apply shift_taint|apply tle_refl]|]. fold v1.
    apply rename_taint. intros y _ E. rewrite <- Q1, <- P2, nth_flip in E. revert E. apply tle_nth.
    apply tle_app; auto using tle_refl.
  - intros K env _ _. cbn [Core.ceval]. set (v1 := ceval K env e1). set (v2 := ceval K (v1 ++ env) e2).
    assert (Q1 : length v1 = arity e1) by apply carity. assert (Q2 : length v2 = arity e2) by apply carity.
    rewrite (lower_eval K v1) by auto. fold v2. rewrite shift_eval by auto. fold v1. apply rename_eval. intros y _.
    unfold Core.look. now rewrite <- Q1, <- Q2, nth_flip.
Qed.
End Lets.
