(* Fuse_Merge.v: section 7, R-Fuse, several uses. Loops side by side over one axis merge into one multi-result loop, in
   which the second reads what it sliced of the first,
     let u = loop a s1 (r. e1) in let v = loop a s2 (r. e2[.. slice d u[r] ..]) in k
       ~> let v, u = loop a (s2 s1) (r. let u = e1 in let v = e2[.. u ..] in v, u) in k
   so that nothing is duplicated where a loop has several targets; a result that k does not read is dropped. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Fuse Fuse_Lets.
Import ListNotations.
Set Implicit Arguments.

Section Merge.
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
Notation combs := (combs tz concat reduce).
Notation col := (col tz).
Notation ctype := (ctype onum oty mdef M).
Notation taint := (taint onum).
Notation look := (look tz).
Notation size := (size M).
Notation val := (@val Sc elt).
Notation arity := (arity onum).
Notation has := (@has elt).
Notation replaces := (replaces osem onum oty mdef M).
Notation loop_tys := (loop_tys mdef M).

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Let carity := @carity Sc op osem onum M onum_ok.
Let clen := @clen Sc op elt onum oty mdef M oty_num.

(* ---------------- several results ---------------- *)
Lemma combs_app s1 s2 k rows : combs k (s1 ++ s2) rows = combs k s1 rows ++ combs (k + length s1) s2 rows.
Proof.
  revert k. induction s1 as [|s s1 IH]; intros k; simpl; [now rewrite Nat.add_0_r|]. f_equal. rewrite IH.
  do 2 f_equal. lia.
Qed.
Lemma combs_col s : forall k k' rows rows', (forall j, j < length s -> col (k + j) rows = col (k' + j) rows') ->
  combs k s rows = combs k' s rows'.
Proof.
  induction s as [|s ss IH]; intros k k' rows rows' H; simpl; auto. f_equal.
  - specialize (H 0). rewrite !Nat.add_0_r in H. rewrite H; auto. simpl; lia.
  - apply IH. intros j Hj. rewrite !Nat.add_succ_comm. apply H. simpl; lia.
Qed.
Lemma loop_tys_app a t1 s1 b1 r1 t2 s2 b2 r2 : loop_tys a t1 s1 b1 r1 -> loop_tys a t2 s2 b2 r2 ->
  loop_tys a (t1 ++ t2) (s1 ++ s2) (b1 ++ b2) (r1 ++ r2).
Proof. induction 1; simpl; auto; intros; constructor; auto. Qed.
Lemma look_seq v env n : length v = n -> map (look (v ++ env)) (seq 0 n) = v.
Proof.
  intros <-. transitivity (map (fun i => nth i v tz) (seq 0 (length v))); [|apply map_nth_seq].
  apply map_ext_in. intros i Hi. apply in_seq in Hi. unfold Core.look. apply app_nth1. lia.
Qed.
Lemma has_seq (t G : list (ty elt)) : Forall2 (has (t ++ G)) (seq 0 (length t)) t.
Proof.
  enough (X : forall p, Forall2 (has (p ++ t ++ G)) (seq (length p) (length t)) t) by apply (X []).
  induction t as [|x t IH]; intros p; simpl; constructor.
  - unfold Core.has. rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (p ++ [x])). rewrite app_length, <- app_assoc in IH. simpl in IH. now rewrite Nat.add_1_r in IH.
Qed.
Lemma taint_seq (v tv : list bool) n : length v = n -> map (fun x => nth x (v ++ tv) false) (seq 0 n) = v.
Proof.
  intros <-. transitivity (map (fun i => nth i v false) (seq 0 (length v))); [|apply map_nth_seq].
  apply map_ext_in. intros i Hi. apply in_seq in Hi. apply app_nth1. lia.
Qed.

(* a loop's results are as many as its attributes *)
Lemma loop_arity A G a s e t : ctype A G (CLoop a s e) t -> length s = arity e.
Proof.
  intros H. inversion H as [| | | |? ? ? tl ? _ _ T L]; subst. destruct (ltl L) as (_ & L1 & _). rewrite <- L1. eauto.
Qed.
Lemma ltaint_same (s : list attr) v : length s = length v -> ltaint 0 s v = v.
Proof. apply (@ltaint_id _ s []). Qed.

(* ---------------- loops side by side ---------------- *)
Variables (a : axis) (s1 s2 : list attr) (e1 e2 k : core).
Definition apart := CLet (CLoop a s1 e1) (CLet (CLoop a s2 e2) k).
(* the loop of both, whose body binds e1's results where e2 had those of the first loop *)
Definition both := CLet e1 (CLet (rw onum s1 (fun x => x) (fun q => q) 0 0 0 e2)
  (CVars mono op (seq 0 (length s2 + length s1)))).
Definition merged := CLet (CLoop a (s2 ++ s1) both) k.
Lemma app_seq n1 n2 v1 v2 env : length v1 = n1 -> length v2 = n2 ->
  map (look (v2 ++ v1 ++ env)) (seq 0 (n2 + n1)) = v2 ++ v1.
Proof. intros L1 L2. rewrite app_assoc. apply look_seq. rewrite app_length. lia. Qed.
(* e2 reads the first loop's results only in slices that undo its tiles *)
Hypothesis Hsliced : forall j, j < length s1 -> reads onum s1 0 0 e2 j = false.
Lemma sliced_ge x : reads onum s1 0 0 e2 x = true -> exists y, x = length s1 + y.
Proof.
  intros H. destruct (Nat.lt_ge_cases x (length s1)) as [L|L]; [rewrite Hsliced in H by auto; discriminate|].
  exists (x - length s1). lia.
Qed.
(* merging preserves the denotation, *)
Theorem R_Merge_eval A G ts K env : ctype A G apart ts -> map fst K = A -> Forall2 val env G ->
  ceval K env merged = ceval K env apart.
Proof.
  intros H HK HE. inversion H as [| |? ? t1 ? T1 T2k| |]; subst. inversion T2k as [| |? ? t2 ? T2 Tk| |]; subst.
  pose proof (loop_arity T1) as L1. pose proof (loop_arity T2) as L2.
  inversion T1 as [| | | |? ? ? tl ? Ha Hn Te Tl]; subst.
  unfold merged, apart. cbn [Core.ceval].
  set (u := combs 0 s1 (map (fun i => ceval ((a, i) :: K) env e1) (seq 0 (size a)))).
  set (f1 := fun i => ceval ((a, i) :: K) env e1). set (f2 := fun i => ceval ((a, i) :: K) (u ++ env) e2).
  assert (C1 : forall i, length (f1 i) = length s1) by (intros i; rewrite L1; now apply carity).
  assert (C2 : forall i, length (f2 i) = length s2) by (intros i; rewrite L2; now apply carity).
  rewrite app_assoc. f_equal. f_equal.
  match goal with |- combs 0 _ ?rows = _ => set (R := rows) end.
  assert (ER : R = map (fun i => f2 i ++ f1 i) (seq 0 (size a))).
  { unfold R. apply map_ext_in. intros i Hi. apply in_seq in Hi. unfold both. cbn [Core.ceval]. fold (f1 i).
    assert (E2 : ceval ((a, i) :: K) (f1 i ++ env) (rw onum s1 (fun x => x) (fun q => q) 0 0 0 e2) = f2 i).
    { apply rw_eval; auto.
      - intros x Hx. apply sliced_ge in Hx as [y ->]. unfold Core.look. rewrite !nth_skip; auto. apply combs_length.
      - intros j d Hj. simpl. pose proof (nth_error_lt _ _ Hj) as Lj.
        rewrite !look_l by (rewrite ?C1; unfold u; rewrite ?combs_length; auto).
        eapply (@tile_slice Sc op elt osem onum oty mdef M M_pos op_sound a s1 e1); eauto. lia. }
    rewrite E2. now apply app_seq. }
  rewrite combs_app, ER. simpl. f_equal.
  - apply combs_col. intros j Hj. unfold Core.col. rewrite !map_map. apply map_ext. intros i. simpl.
    apply app_nth1. rewrite C2. lia.
  - apply combs_col. intros j Hj. unfold Core.col. rewrite !map_map. apply map_ext. intros i.
    simpl. now apply nth_skip.
Qed.
(* .. typing, *)
Theorem R_Merge_type A G ts : ctype A G apart ts -> ctype A G merged ts.
Proof.
  intros H. inversion H as [| |? ? t1 ? T1 T2k| |]; subst. inversion T2k as [| |? ? t2 ? T2 Tk| |]; subst.
  pose proof (loop_arity T1) as Q1. pose proof (loop_arity T2) as Q2.
  inversion T1 as [| | | |? ? ? b1 ? Ha Hn Te1 L1]; subst. inversion T2 as [| | | |? ? ? b2 ? _ _ Te2 L2]; subst.
  destruct (ltl L1) as (A1 & B1 & C1). destruct (ltl L2) as (A2 & B2 & C2).
  assert (Pa : 0 < size a).
  { rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In. }
  econstructor; [|rewrite <- app_assoc; exact Tk]. econstructor; eauto.
  - econstructor; [exact Te1|]. econstructor.
    + eapply rw_type; eauto; unfold Core.has.
      * intros x t Hx. apply sliced_ge in Hx as [y ->]. rewrite <- C1 at 1. rewrite <- B1, !nth_error_app_skip. auto.
      * intros b Hb. eapply own_fresh; eauto.
      * intros j d n el b Hj Hx [= <-]. pose proof (nth_error_lt _ _ Hj) as Lj. simpl in *.
        rewrite nth_error_app1 in * by lia. destruct (tile_result L1 _ Hj Hx) as (n0 & H0 & Hd & ->).
        rewrite nth_upd_same, Nat.div_mul, upd_upd, upd_nth by (auto; lia). auto.
    + constructor. rewrite app_assoc, <- B1, <- B2, <- app_length. apply has_seq.
  - eapply tle_loop_tys; [apply (loop_tys_app L2 L1)|]. unfold both. cbn [Core.taint].
    set (v1 := taint 0 [] e1). assert (P1 : length v1 = length s1) by auto.
    set (v2 := taint 0 (v1 ++ []) _).
    assert (P2 : length v2 = length s2) by (unfold v2; rewrite taint_arity, rw_arity; auto).
    rewrite app_assoc, taint_seq by (rewrite app_length; lia). apply tle_app; [|apply tle_refl].
    apply rw_taint; auto. intros x Hx. apply sliced_ge in Hx as [y ->]. rewrite nth_skip by auto.
    destruct y; discriminate.
Qed.
(* .. and adds no data flow, so that T-Any holds around the merged loop as it held around the two *)
Theorem R_Merge_taint r tv : length s1 = arity e1 -> length s2 = arity e2 ->
  tle (taint r tv merged) (taint r tv apart).
Proof.
  intros L1 L2. unfold merged, apart, both. cbn [Core.taint]. set (v1 := taint (S r) tv e1).
  assert (Q1 : length s1 = length v1) by (unfold v1; now rewrite taint_arity). rewrite (ltaint_same s1 v1 Q1).
  set (v2 := taint (S r) (v1 ++ tv) e2). set (w2 := taint (S r) (v1 ++ tv) (rw _ _ _ _ _ _ _ _)).
  assert (Q2 : length s2 = length v2) by (unfold v2; now rewrite taint_arity).
  assert (P2 : length s2 = length w2) by (unfold w2; now rewrite taint_arity, rw_arity).
  rewrite (ltaint_same s2 v2 Q2), (app_assoc w2 v1 tv), taint_seq by (rewrite app_length; lia).
  rewrite ltaint_same by (rewrite !app_length; lia). rewrite <- app_assoc.
  apply taint_mono, tle_app; auto using tle_refl.
  apply rw_taint; auto.
Qed.
(* R-Fuse for loops side by side: together, in any context. The second loop's slices of the first's tiles become what
   is sliced, and both loops' results are the merged loop's, e1 and e2 once each. *)
Theorem R_Merge A G : replaces A G apart merged.
Proof.
  intros ts H. repeat split.
  - now apply R_Merge_type.
  - intros r bs. inversion H as [| |? ? t1 ? T1 T2k| |]; subst. inversion T2k as [| |? ? t2 ? T2 Tk| |]; subst.
    eauto using R_Merge_taint, loop_arity.
  - intros K env HK HE. eapply R_Merge_eval; eauto.
Qed.

(* ---------------- results that nothing reads ---------------- *)
(* where the y of ks is in ks *)
Fixpoint pos y (ks : list nat) := match ks with [] => 0 | x :: ks => if x =? y then 0 else S (pos y ks) end.
Lemma pos_ok y ks : In y ks -> pos y ks < length ks /\ nth (pos y ks) ks 0 = y.
Proof.
  induction ks as [|x ks IH]; simpl; [contradiction|]. intros H. destruct (Nat.eqb_spec x y); [split; auto with arith|].
  destruct H as [E|H]; [congruence|]. destruct (IH H). split; auto with arith.
Qed.
Lemma pos_nth Z (Q : nat -> Z -> Prop) y ks l : Forall2 Q ks l -> In y ks ->
  exists t, nth_error l (pos y ks) = Some t /\ Q y t.
Proof.
  induction 1 as [|x t ks l Hx H IH]; simpl; [contradiction|]. intros HI.
  destruct (Nat.eqb_spec x y); [subst; exists t; auto|].
  destruct HI; [congruence|auto].
Qed.
(* the results of k's first n variables that it reads, and k where it has only those *)
Definition kept n (k : core) := filter (free onum k) (seq 0 n).
Definition repos n ks y := if y <? n then pos y ks else length ks + (y - n).
Definition pruned b s (e k : core) := let ks := kept (length s) k in
  CLet (CLoop b (map (fun j => nth j s (Any _)) ks) (CLet e (CVars _ _ ks))) (rename onum (repos (length s) ks) k).
Lemma kept_lt n k' : Forall (fun j => j < n) (kept n k').
Proof. apply Forall_forall. intros j Hj. apply filter_In in Hj as [Hj _]. apply in_seq in Hj. lia. Qed.
Lemma kept_in n k' y : free onum k' y = true -> y < n -> In y (kept n k').
Proof. intros H L. apply filter_In. split; auto. apply in_seq. lia. Qed.
Lemma loop_tys_one b tn s l t : loop_tys b tn s l t -> forall j, j < length s -> exists u v,
  nth_error l j = Some u /\ nth_error t j = Some v /\ forall tn' s' l' t', loop_tys b tn' s' l' t' ->
    loop_tys b (nth j tn false :: tn') (nth j s (Any _) :: s') (u :: l') (v :: t').
Proof.
  induction 1; intros [|j] Hj; simpl in *; try lia; try (apply IHloop_tys; lia);
    do 2 eexists; repeat split; intros; constructor; auto.
Qed.
Lemma loop_tys_pick b tn s l t ks : loop_tys b tn s l t -> Forall (fun j => j < length s) ks -> exists l' t',
  loop_tys b (map (fun j => nth j tn false) ks) (map (fun j => nth j s (Any _)) ks) l' t' /\
  Forall2 (fun j u => nth_error l j = Some u) ks l' /\ Forall2 (fun j u => nth_error t j = Some u) ks t'.
Proof.
  intros H. induction 1 as [|j ks Hj HK IH]; [exists [], []; repeat constructor|].
  destruct IH as (l' & t' & H1 & H2 & H3). destruct (loop_tys_one H Hj) as (u & v & E1 & E2 & E3).
  exists (u :: l'), (v :: t'). simpl. auto.
Qed.
Lemma pick_has (tl l' G : list (ty elt)) ks : Forall2 (fun j u => nth_error tl j = Some u) ks l' ->
  Forall2 (has (tl ++ G)) ks l'.
Proof.
  induction 1; constructor; auto. unfold Core.has. rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
Qed.
(* let x̄ = loop a σ̄ (r. e) in k, without the results that k does not read *)
Theorem R_Prune b s e k' A G : replaces A G (CLet (CLoop b s e) k') (pruned b s e k').
Proof.
  intros ts H. inversion H as [| |? ? t1 ? T1 Tk| |]; subst. pose proof (loop_arity T1) as Q.
  inversion T1 as [| | | |? ? ? tl ? Ha Hn Te L]; subst. destruct (ltl L) as (A1 & B1 & C1).
  unfold pruned. cbv zeta. pose proof (kept_lt (length s) k') as HK. set (ks := kept (length s) k') in *.
  assert (IN : forall y, free onum k' y = true -> y < length s -> In y ks) by (intros; now apply kept_in).
  rewrite Forall_forall in HK. repeat split.
  - destruct (@loop_tys_pick b _ s tl t1 ks L) as (l' & t' & L' & F1 & F2); [now apply Forall_forall|].
    econstructor; [|eapply rename_type with (G' := t' ++ G); eauto].
    + econstructor; eauto.
      * econstructor; [exact Te|]. constructor. apply pick_has. exact F1.
      * cbn [Core.taint]. erewrite map_ext_in; [exact L'|]. intros j Hj. simpl. apply app_nth1. rewrite A1. auto.
    + intros y t Hy Ht. unfold Core.has, repos in *. pose proof (Forall2_length F2) as L2.
      destruct (Nat.ltb_spec y (length s)) as [Ly|Ly].
      * destruct (pos_nth y F2 (IN y Hy Ly)) as (u & E1 & E2). rewrite nth_error_app1 in Ht by lia.
        rewrite nth_error_app1; [congruence|]. apply nth_error_Some. congruence.
      * rewrite nth_error_app2 in Ht by lia. rewrite nth_error_app2 by lia. rewrite <- Ht. f_equal. lia.
  - intros r bs. cbn [Core.taint]. apply rename_taint. intros y Hy. set (v := taint (S r) bs e).
    assert (Lv : length s = length v) by (unfold v; now rewrite taint_arity).
    rewrite (ltaint_same s v Lv), ltaint_same by now rewrite !map_length. unfold repos.
    destruct (Nat.ltb_spec y (length s)) as [Ly|Ly].
    + destruct (pos_ok y ks (IN y Hy Ly)) as [Hp Ep]. rewrite app_nth1 by now rewrite map_length.
      rewrite nth_map with (dA := 0), Ep by auto. now rewrite !app_nth1 by lia.
    + rewrite !app_nth2 by (rewrite ?map_length; lia). rewrite map_length, <- Lv. now rewrite Nat.add_comm, Nat.add_sub.
  - intros K env _ _. cbn [Core.ceval]. apply rename_eval; auto. intros y Hy. unfold repos.
    change (combs 0 s ?x) with (ceval K env (CLoop b s e)).
    destruct (Nat.ltb_spec y (length s)) as [Ly|Ly].
    + destruct (pos_ok y ks (IN y Hy Ly)) as [Hp Ep]. rewrite look_l by (rewrite combs_length, map_length; auto).
      rewrite look_l by (simpl; now rewrite combs_length). rewrite ceval_loop by auto.
      unfold Core.look at 1. rewrite nth_combs, map_length. destruct (Nat.ltb_spec (pos y ks) (length ks)); [|lia].
      rewrite nth_map with (dA := 0), Ep by auto. f_equal. unfold Core.col. rewrite map_map. apply map_ext. intros i.
      simpl. rewrite nth_map with (dA := 0), Ep by auto. apply look_l. rewrite carity. lia.
    + rewrite look_r by (rewrite combs_length, map_length; auto).
      replace y with (length s + (y - length s)) at 2 by lia.
      symmetry. apply look_r. simpl. apply combs_length.
Qed.
End Merge.
