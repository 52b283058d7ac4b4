(* Fuse_Merge.v: section 7, R-Fuse, several uses. Targets side by side merge into one multi-result loop,
   so that what R-Fuse moves there is not duplicated:
     let u = loop a s1 (r. e1) in let v = loop a s2 (r. e2) in k  ~>  let v, u = loop a (s2 s1) (r. e2, e1) in k
   where e2 does not read u; and a let that nothing reads may be dropped. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Fuse.
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

(* e, under n more tensor variables *)
Definition shift n (e : core) := rw onum [] (Nat.add n) (fun q => q) 0 0 0 e.
Lemma shift_eval n K v env e : length v = n -> ceval K (v ++ env) (shift n e) = ceval K env e.
Proof.
  intros L. apply rw_eval; auto; [intros x; now apply nth_skip|]. intros [|j] d; discriminate.
Qed.
Lemma shift_taint n r t tv e : length t = n -> tle (taint r (t ++ tv) (shift n e)) (taint r tv e).
Proof.
  intros L. apply rw_taint; auto; [intros x; now rewrite nth_skip|]. intros [|j] d; discriminate.
Qed.
Lemma shift_type n A t G e ts : length t = n -> ctype A G e ts -> ctype A (t ++ G) (shift n e) ts.
Proof.
  intros L H. eapply rw_type; eauto.
  - intros x u Hx. unfold Core.has in *. now rewrite <- L, nth_error_app_skip.
  - intros b Hb. eapply own_fresh; eauto.
  - intros [|j] d; discriminate.
Qed.

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

Variables (a : axis) (s1 s2 : list attr) (e1 e2 k : core).
Definition apart := CLet (CLoop a s1 e1) (CLet (CLoop a s2 (shift (length s1) e2)) k).
Definition merged :=
  CLet (CLoop a (s2 ++ s1) (CLet e1 (CLet (shift (length s1) e2) (CVars mono op (seq 0 (length s2 + length s1)))))) k.
Lemma app_seq n1 n2 v1 v2 env : length v1 = n1 -> length v2 = n2 ->
  map (look (v2 ++ v1 ++ env)) (seq 0 (n2 + n1)) = v2 ++ v1.
Proof. intros L1 L2. rewrite app_assoc. apply look_seq. rewrite app_length. lia. Qed.
(* merging preserves the denotation, whatever the arguments *)
Theorem R_Merge_eval K env : length s1 = arity e1 -> length s2 = arity e2 ->
  ceval K env merged = ceval K env apart.
Proof.
  intros L1 L2. unfold merged, apart. cbn [Core.ceval].
  set (f1 := fun i => ceval ((a, i) :: K) env e1). set (f2 := fun i => ceval ((a, i) :: K) env e2).
  assert (C1 : forall i, length (f1 i) = length s1) by (intros i; rewrite L1; now apply carity).
  assert (C2 : forall i, length (f2 i) = length s2) by (intros i; rewrite L2; now apply carity).
  set (u := combs 0 s1 (map f1 (seq 0 (size a)))).
  assert (E : combs 0 s2 (map (fun i => ceval ((a, i) :: K) (u ++ env) (shift (length s1) e2)) (seq 0 (size a))) =
              combs 0 s2 (map f2 (seq 0 (size a)))).
  { f_equal. apply map_ext. intros i. apply shift_eval. apply combs_length. }
  rewrite E. rewrite app_assoc. f_equal. f_equal.
  match goal with |- combs 0 _ ?rows = _ => set (R := rows) end.
  assert (ER : R = map (fun i => f2 i ++ f1 i) (seq 0 (size a))).
  { unfold R. apply map_ext. intros i. rewrite shift_eval by apply C1. now apply app_seq. }
  rewrite combs_app, ER. simpl. f_equal.
  - apply combs_col. intros j Hj. unfold Core.col. rewrite !map_map. apply map_ext. intros i. simpl.
    apply app_nth1. rewrite C2. lia.
  - apply combs_col. intros j Hj. unfold Core.col. rewrite !map_map. apply map_ext. intros i.
    simpl. now apply nth_skip.
Qed.
(* .. and typing, where e2 is typed without u *)
Theorem R_Merge_type A G t1 t2 ts : ctype A G (CLoop a s1 e1) t1 -> ctype A G (CLoop a s2 e2) t2 ->
  ctype A (t2 ++ t1 ++ G) k ts -> ctype A G apart ts /\ ctype A G merged ts.
Proof.
  intros H1 H2 Hk. pose proof H1 as H1'.
  inversion H1 as [| | | |? ? ? b1 ? Ha Hn T1 L1]; subst. inversion H2 as [| | | |? ? ? b2 ? _ _ T2 L2]; subst.
  destruct (ltl L1) as (A1 & B1 & C1). destruct (ltl L2) as (A2 & B2 & C2). rewrite taint_arity in A1, A2. split.
  - econstructor; [exact H1'|]. econstructor; [|exact Hk]. econstructor; eauto.
    + apply shift_type; eauto.
    + eapply tle_loop_tys; [exact L2|]. apply rw_taint; [|auto|intros [|j] d; discriminate].
      intros x. destruct (length s1 + x); discriminate.
  - econstructor.
    + econstructor; eauto.
      * econstructor; [exact T1|]. econstructor; [apply shift_type; [|exact T2]; congruence|].
        constructor. rewrite app_assoc, <- B1, <- B2, <- app_length. apply has_seq.
      * eapply tle_loop_tys; [apply (loop_tys_app L2 L1)|]. cbn [Core.taint].
        set (v1 := taint 0 [] e1). set (v2 := taint 0 (v1 ++ []) (shift (length s1) e2)).
        assert (Q1 : length v1 = length s1) by (unfold v1; now rewrite taint_arity).
        assert (Q2 : length v2 = length s2) by (unfold v2, shift; rewrite taint_arity, rw_arity; auto).
        rewrite app_assoc, taint_seq by (rewrite app_length; lia). apply tle_app; [|apply tle_refl].
        now apply shift_taint.
    + now rewrite <- app_assoc.
Qed.
(* the data flow is the same, so that T-Any holds around the merged loop as it held around the two *)
Theorem R_Merge_taint r tv : length s1 = arity e1 -> length s2 = arity e2 -> taint r tv merged = taint r tv apart.
Proof.
  intros L1 L2. unfold merged, apart. cbn [Core.taint].
  set (v1 := taint (S r) tv e1).
  assert (Q1 : length s1 = length v1) by (unfold v1; now rewrite taint_arity).
  assert (I : forall s v, length s = length v -> ltaint 0 s v = v) by (intros s v; apply (@ltaint_id _ s [])).
  rewrite (I s1 v1 Q1). set (v2 := taint (S r) (v1 ++ tv) (shift (length s1) e2)).
  assert (Q2 : length s2 = length v2) by (unfold v2, shift; rewrite taint_arity, rw_arity; auto).
  rewrite (I s2 v2 Q2), (app_assoc v2 v1 tv), taint_seq by (rewrite app_length; lia).
  now rewrite I by (rewrite !app_length; lia).
Qed.

(* what R-Fuse leaves of a loop whose every use was moved: a let that nothing reads *)
Theorem drop_let K env d e : ceval K env (CLet d (shift (arity d) e)) = ceval K env e.
Proof. cbn [Core.ceval]. apply shift_eval. now apply carity. Qed.
End Merge.
