(* Entries.v: section 6, entries of the registry: dot_general, elementwise ops, transpose, reduce. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Registry.
Import ListNotations.
Set Implicit Arguments.

Section Instances.
Context {S : Scalars} {L : Laws S}.

Ltac uniq_tac := intros d d' Hd Hd'; simpl in *; repeat (destruct d as [|d]; simpl in *; try lia);
  repeat (destruct d' as [|d']; simpl in *; try lia).

(* matmul over a semiring whose addition is the monoid add *)
Variables (add : mono) (mul : T -> T -> T).
Hypothesis mulDr : forall x y w, mul (mop add x y) w = mop add (mul x w) (mul y w).
Definition mul2 (l : list T) := match l with [x; y] => mul x y | _ => z end.
Definition dot x y := comp mul2 add [dim 0 x; dim 1 y] [dim 1 x] [(x, [0; 2]); (y, [2; 1])].

Lemma shape2 x : length (shape x) = 2 -> shape x = [dim 0 x; dim 1 x].
Proof. unfold dim. destruct (shape x) as [|a [|b [|c l]]]; simpl; intros; try discriminate; auto. Qed.

Section Dot.
Variables (x y : tensor).
Hypotheses (Wx : wf x) (Wy : wf y) (Rx : length (shape x) = 2) (Ry : length (shape y) = 2) (Exy : dim 1 x = dim 0 y).
Lemma dot_good v : v < 3 -> Forall (good ([dim 0 x; dim 1 y] ++ [dim 1 x]) v) [(x, [0; 2]); (y, [2; 1])].
Proof.
  intros Hv. repeat constructor; simpl; auto; try uniq_tac.
  - now rewrite (shape2 x Rx).
  - rewrite (shape2 y Ry). congruence.
Qed.

(* dot_general: (tile<0>, any) ↦ tile<0> *)
Theorem dot_rows N q : 0 < N -> dim 0 x = q * N ->
  concat 0 (map (fun r => dot (chunk 0 x r N) y) (seq 0 N)) = dot x y.
Proof.
  intros HN Hq. unfold dot at 2.
  rewrite <- (@comp_tile_entry S mul2 add _ _ _ 0 N q (dot_good (v:=0) ltac:(lia))); simpl; auto; try lia.
  f_equal. apply map_ext. intros r. unfold dot, part; simpl. unfold dim.
  rewrite shape_chunk, nth_upd_same, nth_upd_other by lia.
  unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
Qed.

(* dot_general: (tile<1>, tile<0>) ↦ partial<add> *)
Theorem dot_contract N q : 0 < N -> 0 < q -> dim 1 x = q * N ->
  reduce add (map (fun r => dot (chunk 1 x r N) (chunk 0 y r N)) (seq 0 N)) = dot x y.
Proof.
  intros HN Hq0 Hq. unfold dot at 2.
  rewrite <- (@comp_contract_entry S L mul2 add [dim 0 x; dim 1 y] [dim 1 x] _ 0 N q (dot_good (v:=2) ltac:(lia)));
  simpl; auto; try nia.
  f_equal. apply map_ext. intros r. unfold dot, part; simpl. unfold dim.
  rewrite !shape_chunk, nth_upd_same, !nth_upd_other by lia.
  unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
Qed.
End Dot.

Lemma fold_mul_r w l : l <> [] -> mul (fold1 (mop add) z l) w = fold1 (mop add) z (map (fun a => mul a w) l).
Proof.
  revert l. apply (ne_ind (fun l => mul (fold1 (mop add) z l) w = fold1 (mop add) z (map (fun a => mul a w) l))); auto.
  intros. cbn [map]. rewrite !fold1_cons; auto using mopA.
  - now rewrite mulDr, H0.
  - destruct l; simpl; congruence.
Qed.

(* dot_general: (partial<add>, any) ↦ partial<add> *)
Theorem dot_partial (p : nat -> tensor) y N sh : 0 < N -> length sh = 2 -> 0 < nth 1 sh 0 ->
  (forall r, r < N -> wf (p r) /\ shape (p r) = sh) -> wf y -> length (shape y) = 2 -> nth 1 sh 0 = dim 0 y ->
  reduce add (map (fun r => dot (p r) y) (seq 0 N)) = dot (reduce add (map p (seq 0 N))) y.
Proof.
  intros HN Lsh Hpos Hp Wy Ry E.
  assert (Ns : seq 0 N <> []) by (destruct N; simpl; [lia|congruence]).
  assert (U : unif sh (map p (seq 0 N))).
  { apply unif_map; auto. intros r Hr. apply in_seq in Hr. apply Hp. lia. }
  pose proof (@comp_partial_entry S L mul2 add [nth 0 sh 0; dim 1 y] [nth 1 sh 0]
    [(true, p, [0; 2]); (false, fun _ => y, [2; 1])] N) as H.
  unfold dot at 2. unfold dim at 1 3. rewrite (shape_reduce add U).
  etransitivity; [|etransitivity; [apply H|]]; auto.
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. destruct (Hp r ltac:(lia)) as [_ Er].
    unfold dot, dim. rewrite Er. reflexivity.
  - simpl; lia.
  - intros rows Hrows. destruct rows as [|[b1 a] [|[b2 c] [|? ?]]]; try discriminate. inversion Hrows; subst.
    unfold pick; simpl. rewrite fold_mul_r by (destruct N; simpl; [lia|congruence]). now rewrite map_map.
  - destruct sh as [|s0 [|s1 [|? ?]]]; try discriminate. simpl in *.
    repeat constructor; simpl; auto; try apply Hp; auto.
    rewrite (shape2 y Ry). simpl. congruence.
Qed.

(* an elementwise op of two operands *)
Definition ew2 (g : T -> T -> T) x y := tab (shape x) (fun ix => g (get x ix) (get y ix)).
(* elementwise: (tile<d>, tile<d>) ↦ tile<d> for every d and any scalar function *)
Theorem ew2_tile g x y d N q : wf x -> wf y -> shape x = shape y -> d < length (shape x) -> 0 < N -> dim d x = q * N ->
  concat d (map (fun r => ew2 g (chunk d x r N) (chunk d y r N)) (seq 0 N)) = ew2 g x y.
Proof.
  intros Wx Wy E Hd HN Hq.
  assert (Q : dim d x / N = q) by (rewrite Hq; apply Nat.div_mul; lia).
  assert (Q' : dim d y = dim d x) by (unfold dim; now rewrite E).
  assert (Wz : wf (ew2 g x y)) by apply wf_tab. assert (Dz : Nat.divide N (dim d (ew2 g x y))) by (exists q; exact Hq).
  rewrite <- (concat_chunk Wz Hd HN Dz).
  f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr.
  assert (Qz : dim d (ew2 g x y) / N = q) by exact Q.
  transitivity (tab (upd (shape x) d q) (fun ix => get (ew2 g x y) (upd ix d (r * q + nth d ix 0)))).
  2:{ unfold chunk. now rewrite Qz. }
  unfold ew2 at 1. apply tab_ext2; [now rewrite shape_chunk, Q|]. rewrite shape_chunk, Q. intros ix Hix.
  assert (Hlt : nth d ix 0 < q).
  { apply inb_nth with (d := d) in Hix; [now rewrite nth_upd_same in Hix|now rewrite upd_length]. }
  rewrite !get_chunk; rewrite ?Q', ?Q, <- ?E; auto.
  unfold ew2. rewrite get_tab; auto. eapply inb_upd_l; eauto. unfold dim in Hq. rewrite Hq. clear - Hlt Hr. nia.
Qed.
(* ⊕ itself: (partial<⊕>, partial<⊕>) ↦ partial<⊕>; add is the common case *)
Theorem ew2_partial m (p p' : nat -> tensor) sh N : 0 < N ->
  (forall r, r < N -> wf (p r) /\ shape (p r) = sh) -> (forall r, r < N -> wf (p' r) /\ shape (p' r) = sh) ->
  reduce m (map (fun r => ew2 (mop m) (p r) (p' r)) (seq 0 N)) =
  ew2 (mop m) (reduce m (map p (seq 0 N))) (reduce m (map p' (seq 0 N))).
Proof.
  intros HN Hp Hp'. assert (Ns : seq 0 N <> []) by (destruct N; simpl; [lia|congruence]).
  assert (U : unif sh (map p (seq 0 N))) by (apply unif_map; auto; intros r Hr; apply in_seq in Hr; apply Hp; lia).
  assert (U' : unif sh (map p' (seq 0 N))) by (apply unif_map; auto; intros r Hr; apply in_seq in Hr; apply Hp'; lia).
  assert (U2 : unif sh (map (fun r => ew2 (mop m) (p r) (p' r)) (seq 0 N))).
  { apply unif_map; auto. intros r Hr. apply in_seq in Hr. split; [apply wf_tab|]. simpl. apply Hp; lia. }
  unfold ew2 at 2. rewrite (shape_reduce m U). unfold reduce at 1. rewrite (unif_hd_sh U2). apply tab_ext.
  intros ix Hix.
  rewrite (get_reduce m U Hix), (get_reduce m U' Hix), !map_map.
  rewrite <- fold1_map2 by auto using mopA, mopC. f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr.
  unfold ew2. rewrite get_tab; auto. destruct (Hp r ltac:(lia)) as [_ ->]. auto.
Qed.

(* transpose of a matrix, and its reduction along dimension 1 *)
Definition id1 (l : list T) := hd z l.
Definition transpose x := comp id1 add [dim 1 x; dim 0 x] [] [(x, [1; 0])].
Definition reduce1 m x := comp id1 m [dim 0 x] [dim 1 x] [(x, [0; 1])].
(* transpose of a matrix: tile<0> ↦ tile<1> *)
Theorem transpose_tile x N q : wf x -> length (shape x) = 2 -> 0 < N -> dim 0 x = q * N ->
  concat 1 (map (fun r => transpose (chunk 0 x r N)) (seq 0 N)) = transpose x.
Proof.
  intros W R HN Hq. unfold transpose at 2.
  rewrite <- (@comp_tile_entry S id1 add _ _ _ 1 N q); simpl; auto; try lia.
  - f_equal. apply map_ext. intros r. unfold transpose, part; simpl. unfold dim.
    rewrite shape_chunk, nth_upd_same, nth_upd_other by lia.
    unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
  - repeat constructor; simpl; auto; try uniq_tac. now rewrite (shape2 x R).
Qed.
(* reduce<m> along 1: tile<1> ↦ partial<m>; with no initial value, so for max and min too *)
Theorem reduce1_contract m x N q : wf x -> length (shape x) = 2 -> 0 < N -> 0 < q -> dim 1 x = q * N ->
  reduce m (map (fun r => reduce1 m (chunk 1 x r N)) (seq 0 N)) = reduce1 m x.
Proof.
  intros W R HN Hq0 Hq. unfold reduce1 at 2.
  rewrite <- (@comp_contract_entry S L id1 m [dim 0 x] [dim 1 x] _ 0 N q); simpl; auto; try nia.
  - f_equal. apply map_ext. intros r. unfold reduce1, part; simpl. unfold dim.
    rewrite shape_chunk, nth_upd_same, nth_upd_other by lia.
    unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
  - repeat constructor; simpl; auto; try uniq_tac. now rewrite (shape2 x R).
Qed.
(* reduce<m> along 1: tile<0> ↦ tile<0> *)
Theorem reduce1_tile m x N q : wf x -> length (shape x) = 2 -> 0 < N -> dim 0 x = q * N ->
  concat 0 (map (fun r => reduce1 m (chunk 0 x r N)) (seq 0 N)) = reduce1 m x.
Proof.
  intros W R HN Hq. unfold reduce1 at 2.
  rewrite <- (@comp_tile_entry S id1 m _ _ _ 0 N q); simpl; auto; try lia.
  - f_equal. apply map_ext. intros r. unfold reduce1, part; simpl. unfold dim.
    rewrite shape_chunk, nth_upd_same, nth_upd_other by lia.
    unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
  - repeat constructor; simpl; auto; try uniq_tac. now rewrite (shape2 x R).
Qed.
End Instances.
