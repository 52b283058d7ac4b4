(* RegistryLocal.v: section 6, ops by name at local shapes: for elementwise ops, transpose, reduce, dot_general, whose
   attributes mention no extents, the shape rule at the operands' local types gives the registry's op for a part. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Cells Propagation RegistryOps RegistryValid
  RegistryPartials RegistryNames RegistryProjections RegistryReshape RegistryEinsum.
Import ListNotations.
Set Implicit Arguments.

Lemma eqsh_refl l : eqsh l l = true.
Proof. induction l as [|n l IH]; auto. unfold eqsh in *. cbn. now rewrite Nat.eqb_refl. Qed.
Lemma pick_proj g r L l : (forall d, In d l -> d < r) -> pick_ext (proj (map g (seq 0 r)) L) l = proj (map g l) L.
Proof.
  intros H. unfold pick_ext, proj at 2. rewrite map_map. apply map_ext_in. intros d Hd.
  rewrite nth_proj, nth_map_seq by (rewrite ?map_length, ?seq_length; auto). reflexivity.
Qed.
Lemma proj_run L o k : o + k <= length L -> proj (seq o k) L = firstn k (skipn o L).
Proof.
  revert o. induction k as [|k IH]; intros o H; auto. cbn [seq proj map].
  specialize (IH (S o)). unfold proj in IH. rewrite IH by lia. clear IH. revert o H.
  induction L as [|n L IH]; intros [|o] H; cbn [length] in *; try lia; [reflexivity|].
  cbn [nth skipn]. rewrite IH by lia. reflexivity.
Qed.
Lemma firstn_add (L : list nat) a b : firstn (a + b) L = firstn a L ++ firstn b (skipn a L).
Proof. revert L; induction a as [|a IH]; intros [|n L]; cbn; auto; [now rewrite firstn_nil|]. now rewrite IH. Qed.
Lemma map_run g o (l : list nat) : (forall i, i < length l -> g (nth i l 0) = o + i) -> map g l = seq o (length l).
Proof.
  intros H. apply nth_ext with (d := g 0) (d' := 0); rewrite ?map_length, ?seq_length; auto. intros i Hi.
  rewrite map_nth, seq_nth by auto. now apply H.
Qed.
Lemma proj_len p L : length (proj p L) = length p. Proof. apply map_length. Qed.

Section Local.
Context {Sc : Scalars}.
Variables (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool).
Variable mono_dec : forall a b : mono, {a = b} + {a <> b}.
Notation gop := (@gop Sc fn elt).
Notation ty := (ty elt).
Notation shape_rule := (@shape_rule Sc fn elt m0).
Notation glocalise := (@glocalise Sc fn elt mono_dec idemb).

(* the op at other extents of its loop variables *)
Definition at_loops (o : gop) L ts : gop :=
  mkG ts (firstn (length (gosh o)) L, snd (gout o)) (skipn (length (gosh o)) L) (gm o) (gini o) (gbody o).
Definition at_types L (ps : list (list nat)) (ts : list ty) : list ty :=
  map (fun pt => (proj (fst pt) L, snd (snd pt))) (combine ps ts).
Lemma split_at (o : gop) N V e : V < length (gloops o) ->
  split_loop o N V e = at_loops o (upd (gloops o) V (nth V (gloops o) 0 / N)) (ltys N (fst e) (gins o)).
Proof.
  intros HV. unfold split_loop, at_loops, gloops in *. rewrite app_length in HV. set (q := nth V _ 0 / N). clearbody q.
  destruct (Nat.ltb_spec V (length (gosh o))) as [H|H].
  - rewrite upd_app_l by auto. rewrite firstn_app, skipn_app, upd_length, Nat.sub_diag. cbn [firstn skipn].
    rewrite firstn_all2, skipn_all2 by (rewrite upd_length; lia). now rewrite app_nil_r.
  - replace V with (length (gosh o) + (V - length (gosh o))) at 2 3 by lia.
    rewrite upd_app_r, firstn_app, skipn_app, Nat.sub_diag. cbn [firstn skipn].
    rewrite firstn_all, skipn_all, app_nil_r. unfold gosh. destruct (gout o); reflexivity.
Qed.
Lemma lty_proj L N V q p (t : ty) : 0 < N -> V < length L -> nth V L 0 = q * N -> uniq V p -> fst t = proj p L ->
  lty N (@attr_of Sc (pos V p)) t = (proj p (upd L V q), snd t).
Proof.
  intros HN HV Hq U E. destruct (pos V p) as [d|] eqn:P; cbn [attr_of lty].
  - apply pos_some in P as [P1 P2]. rewrite E, nth_proj, P2, Hq, Nat.div_mul by (auto; lia).
    now rewrite proj_upd with (d := d).
  - apply pos_none in P. rewrite proj_upd_out by auto. rewrite <- E. now destruct t.
Qed.
(* what a part of a projection is: its operands' types are the same projections of the part's loop variables *)
Lemma proj_local (o : gop) f ps N e : projection o f ps -> all_uniq ps -> 0 < N -> In e (loop_entries idemb o N) ->
  exists L, length L = length (gloops o) /\ ltys N (fst e) (gins o) = at_types L ps (gins o) /\
  glocalise o N e = at_loops o L (at_types L ps (gins o)).
Proof.
  intros (NI & HB & Hf & HS & HF) HU HN He. unfold loop_entries in He. apply in_flat_map in He as (V0 & HV0 & He).
  apply in_seq in HV0. destruct (entry_at idemb o N V0) as [e'|] eqn:E; [|contradiction]. destruct He as [<-|[]].
  destruct (@var_of_ok Sc fn elt mono_dec idemb o N V0 e') as (V & EV & E'); auto; [lia|].
  destruct (entry_at_inv idemb o V HN E') as (q & Hq0 & HV & Hq & Hq' & _ & _ & _ & _ & X).
  assert (LT : ltys N (fst e') (gins o) = at_types (upd (gloops o) V q) ps (gins o)).
  { assert (HL : length (gins o) = length ps) by (apply (f_equal (@length _)) in HS; now rewrite !map_length in HS).
    assert (HM : modes o N V = map (pos V) ps).
    { unfold modes. rewrite Hq', HL. apply nth_ext with (d := None) (d' := None);
        rewrite !map_length, seq_length; auto. intros x Hx.
      rewrite nth_map_seq, nth_map with (dA := []) by auto. rewrite HB. now apply mode_body. }
    rewrite X, HM. cbn [fst]. clear - HS HU HN HV Hq. unfold all_uniq in HU.
    revert HS HU. generalize (gins o). induction ps as [|p ps IH]; intros [|t ts] HS HU; try discriminate; auto.
    cbn [map ltys at_types combine fst snd] in *. injection HS as E HS. unfold at_types in IH. rewrite IH; auto.
    - f_equal. apply lty_proj; auto. apply HU. now left.
    - intros p' Hp'. apply HU. now right. }
  exists (upd (gloops o) V q). rewrite upd_length. repeat split; auto.
  unfold RegistryOps.glocalise. now rewrite EV, split_at, LT, Hq' by auto.
Qed.

Ltac by_rule H X := pose proof H as X; unfold RegistryNames.shape_rule, guarded in X;
  match type of X with (if ?b then _ else _) = _ =>
  destruct b eqn:?; [apply some_inj in X; match type of X with _ = ?x => subst x end|discriminate] end.
(* elementwise at local shapes: every operand has the result's *)
Lemma elementwise_local f el n e ts o N en : shape_rule (Elementwise f el) ((n, e) :: ts) = Some o -> 0 < N ->
  In en (loop_entries idemb o N) ->
  shape_rule (Elementwise f el) (ltys N (fst en) ((n, e) :: ts)) = Some (glocalise o N en).
Proof.
  intros H HN He. destruct (elementwise_projection m0 f el n e ts H) as [P U].
  destruct (@proj_local _ _ _ _ en P U HN He) as (L & HL & HT & HG). by_rule H X.
  cbn [gins] in HT. rewrite HT, HG. clear HT HG.
  unfold gloops, gosh in HL. cbn [gout gbox fst] in HL. rewrite app_nil_r in HL.
  assert (A : forall l : list ty, at_types L (map (fun _ => seq 0 (length n)) l) l = map (fun t => (L, snd t)) l).
  { unfold at_types. induction l as [|t l IH]; auto. cbn [map combine fst snd]. rewrite IH. f_equal. f_equal.
    rewrite proj_run by lia. cbn [skipn]. rewrite <- HL. apply firstn_all. }
  cbn [gins]. rewrite A. unfold at_loops, gosh. cbn [gout gbox fst snd gm gini gbody].
  rewrite <- HL, firstn_all, skipn_all.
  unfold RegistryNames.shape_rule, guarded. cbn [map].
  replace (forallb _ _) with true.
  - cbn [length]. rewrite map_length. reflexivity.
  - symmetry. apply forallb_forall. intros t [<-|Ht]; [apply eqsh_refl|].
    apply in_map_iff in Ht as (t' & <- & _). apply eqsh_refl.
Qed.
(* transpose at local shapes: the operand's dimensions are the result's *)
Lemma transpose_local perm n el o N en : shape_rule (Transpose perm) [(n, el)] = Some o -> 0 < N ->
  In en (loop_entries idemb o N) -> shape_rule (Transpose perm) (ltys N (fst en) [(n, el)]) = Some (glocalise o N en).
Proof.
  intros H HN He. destruct (transpose_projection m0 perm n el H) as [P U].
  destruct (@proj_local _ _ _ _ en P U HN He) as (L & HL & HT & HG). by_rule H X.
  cbn [gins] in HT. rewrite HT, HG. clear HT HG.
  unfold gloops, gosh in HL. cbn [gout gbox fst] in HL. rewrite app_nil_r, pick_length in HL.
  pose proof Heqb as HB. apply andb_prop in HB as [X1 X2]. apply Nat.eqb_eq in X2. apply within_nodup in X1 as [N1 N2].
  unfold at_types, at_loops, gosh. cbn [gins map combine fst snd gout gbox gm gini gbody].
  unfold RegistryNames.shape_rule, guarded. rewrite proj_len, map_length, seq_length, Heqb, pick_proj by auto.
  rewrite map_run with (o := 0) (l := perm) by (intros; now apply at_pos_nth).
  rewrite proj_run by lia. cbn [skipn]. rewrite pick_length, <- HL. now rewrite skipn_all.
Qed.
(* reduce at local shapes: the operand's dimensions are those that stay and those of the box *)
Lemma reduce_local m ds n el o N en : shape_rule (ReduceOp m ds) [(n, el)] = Some o -> 0 < N ->
  In en (loop_entries idemb o N) -> shape_rule (ReduceOp m ds) (ltys N (fst en) [(n, el)]) = Some (glocalise o N en).
Proof.
  intros H HN He. destruct (reduce_projection m0 m ds n el H) as [P U].
  destruct (@proj_local _ _ _ _ en P U HN He) as (L & HL & HT & HG). by_rule H X.
  cbn [gins] in HT. rewrite HT, HG. clear HT HG.
  unfold gloops, gosh in HL. cbn [gout gbox fst] in HL. rewrite app_length, !pick_length in HL.
  pose proof Heqb as HB. apply within_nodup in HB as [N1 N2].
  assert (F : NoDup (rest ds (length n))) by apply NoDup_filter, seq_NoDup.
  assert (K : forall d, In d (rest ds (length n)) -> d < length n /\ memb d ds = false).
  { intros d Hd. apply filter_In in Hd as [Hd Hx]. apply in_seq in Hd. apply negb_true_iff in Hx. split; auto. lia. }
  unfold at_types, at_loops, gosh. cbn [gins map combine fst snd gout gbox gm gini gbody].
  unfold RegistryNames.shape_rule, guarded. rewrite proj_len, map_length, seq_length, Heqb.
  rewrite !pick_proj by (auto; intros d Hd; now apply K). rewrite pick_length.
  rewrite map_run with (o := 0) (l := rest ds (length n)).
  2:{ intros i Hi. unfold red_ix. rewrite (proj2 (K _ (nth_In _ 0 Hi))). now apply at_pos_nth. }
  rewrite map_run with (o := length (rest ds (length n))) (l := ds).
  2:{ intros i Hi. unfold red_ix. rewrite (proj2 (memb_in _ _) (nth_In _ 0 Hi)). f_equal. now apply at_pos_nth. }
  rewrite !proj_run by lia. cbn [skipn]. do 2 f_equal. apply firstn_all2. rewrite skipn_length. lia.
Qed.
(* dot_general at local shapes: each operand's dimensions are batching, free and contracting ones *)
Lemma dot_general_local mul add lb rb lc rc n1 n2 e1 e2 o N en :
  shape_rule (DotGeneral mul add lb rb lc rc) [(n1, e1); (n2, e2)] = Some o -> 0 < N ->
  In en (loop_entries idemb o N) ->
  shape_rule (DotGeneral mul add lb rb lc rc) (ltys N (fst en) [(n1, e1); (n2, e2)]) = Some (glocalise o N en).
Proof.
  intros H HN He. destruct (dot_general_projection m0 mul add lb rb lc rc n1 n2 e1 e2 H) as [P U].
  destruct (@proj_local _ _ _ _ en P U HN He) as (L & HL & HT & HG).
  destruct (dot_general_reads m0 mul add lb rb lc rc n1 n2 e1 e2 H) as (_ & HR & Xb & Xc & _).
  assert (Lb : length rb = length lb) by (rewrite <- (pick_length n1 lb), Xb; symmetry; apply pick_length).
  assert (Lc : length rc = length lc) by (rewrite <- (pick_length n1 lc), Xc; symmetry; apply pick_length).
  by_rule H X. cbn [gins] in HT. rewrite HT, HG. clear HT HG.
  unfold gloops in HL. rewrite app_length, HR in HL. cbn [gbox] in HL. rewrite pick_length in HL.
  pose proof Heqb as HB. rewrite !andb_true_iff in HB. destruct HB as [[[W1 W2] _] _].
  apply within_nodup in W1 as [W1 B1], W2 as [W2 B2].
  apply NoDup_halves in W1 as (Nb1 & Nc1 & D1), W2 as (Nb2 & Nc2 & D2).
  set (lf := rest (lb ++ lc) (length n1)) in *. set (rf := rest (rb ++ rc) (length n2)) in *.
  assert (F1 : NoDup lf) by apply NoDup_filter, seq_NoDup. assert (F2 : NoDup rf) by apply NoDup_filter, seq_NoDup.
  assert (K1 : forall d, In d lf -> d < length n1 /\ memb d lb = false /\ memb d lc = false).
  { intros d Hd. apply filter_In in Hd as [Hd Hx]. apply in_seq in Hd. rewrite memb_app in Hx.
    apply negb_true_iff, orb_false_iff in Hx. repeat split; tauto || lia. }
  assert (K2 : forall d, In d rf -> d < length n2 /\ memb d rb = false /\ memb d rc = false).
  { intros d Hd. apply filter_In in Hd as [Hd Hx]. apply in_seq in Hd. rewrite memb_app in Hx.
    apply negb_true_iff, orb_false_iff in Hx. repeat split; tauto || lia. }
  unfold at_types, at_loops. rewrite HR. cbn [gins map combine fst snd gout gbox gm gini gbody].
  set (g1 := dot_ix lb rb lc rc n1 n2 lb lc lf (length lb)).
  set (g2 := dot_ix lb rb lc rc n1 n2 rb rc rf (length lb + length lf)).
  assert (G : map g1 lb = seq 0 (length lb) /\ map g2 rb = seq 0 (length lb) /\
    map g1 lf = seq (length lb) (length lf) /\ map g2 rf = seq (length lb + length lf) (length rf) /\
    map g1 lc = seq (length lb + length lf + length rf) (length lc) /\
    map g2 rc = seq (length lb + length lf + length rf) (length lc)).
  { assert (AB : forall l i, i < length l -> memb (nth i l 0) l = true)
      by (intros l i Hi; apply memb_in; now apply nth_In).
    rewrite <- Lc at 2. rewrite <- Lb at 2.
    repeat split; apply map_run; intros i Hi; unfold g1, g2, dot_ix; fold lf rf.
    - rewrite AB by auto. now apply at_pos_nth.
    - rewrite AB by auto. now apply at_pos_nth.
    - destruct (K1 _ (nth_In _ 0 Hi)) as (_ & E1 & E2). rewrite E1, E2. f_equal. now apply at_pos_nth.
    - destruct (K2 _ (nth_In _ 0 Hi)) as (_ & E1 & E2). rewrite E1, E2. f_equal. now apply at_pos_nth.
    - rewrite (D1 _ (nth_In _ 0 Hi)), AB by auto. f_equal. now apply at_pos_nth.
    - rewrite (D2 _ (nth_In _ 0 Hi)), AB by auto. f_equal. now apply at_pos_nth. }
  destruct G as (G1 & G2 & G3 & G4 & G5 & G6).
  unfold RegistryNames.shape_rule, guarded. cbv zeta. rewrite !proj_len, !map_length, !seq_length. fold lf rf.
  rewrite !pick_proj by (intros d Hd; first
    [now apply K1|now apply K2|apply B1, in_app_iff; now auto|apply B2, in_app_iff; now auto]).
  rewrite G1, G2, G3, G4, G5, G6, !eqsh_refl. rewrite !andb_true_iff in Heqb. destruct Heqb as [[[-> ->] _] _].
  cbn [andb]. rewrite !proj_run by lia. cbn [skipn]. do 2 f_equal.
  - f_equal. now rewrite !firstn_add, app_assoc.
  - apply firstn_all2. rewrite skipn_length. lia.
Qed.
End Local.
