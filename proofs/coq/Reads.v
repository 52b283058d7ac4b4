(* Reads.v: section 6, clamped data-dependent reads, dynamic_slice and gather,
   out[i] = x[pi(i) + clamp(0, s, n - size)]: which entries hold, and for the
   others the proof that no local program would do. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension NoEntry Movement.
Import ListNotations.
Set Implicit Arguments.

Section Reads.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m : mono).      (* m: nothing is reduced, K is one point *)
Notation gcomp := (gcomp ofZ toZ m).
Notation fits := (@fits S).

Lemma locals_nil N r (xs : list tensor) : locals N r [] xs = xs.
Proof. induction xs; simpl; auto. now rewrite IHxs. Qed.
Lemma all_fits B v N q ms xs (es : list sx) : (forall e, In e es -> fits B v N q ms xs e) ->
  fold_right and True (map (fits B v N q ms xs) es).
Proof. induction es; simpl; auto. Qed.
(* n_d - size_d *)
Definition limits (sz sh : list nat) := map (fun d => (Z.of_nat (nth d sh 0%nat) - Z.of_nat (nth d sz 0%nat))%Z)
  (seq 0 (length sh)).
Lemma limits_upd sz sh v q : nth v sz 0 = nth v sh 0 -> length sz = length sh ->
  limits (upd sz v q) (upd sh v q) = limits sz sh.
Proof.
  intros H E. unfold limits. rewrite upd_length. apply map_ext_in. intros d Hd. apply in_seq in Hd.
  destruct (Nat.eq_dec v d) as [->|Ne]; [rewrite !nth_upd_same by lia|rewrite !nth_upd_other by auto]; lia.
Qed.
Lemma nth_limits sz sh d : nth d sz 0 = nth d sh 0 -> nth d (limits sz sh) 0%Z = 0%Z.
Proof.
  intros H. destruct (Nat.lt_ge_cases d (length sh)).
  - unfold limits. rewrite nth_map with (dA := 0) by now rewrite seq_length. rewrite seq_nth by auto. simpl. lia.
  - apply nth_overflow. unfold limits. now rewrite map_length, seq_length.
Qed.

(* ---- dynamic_slice: out[i] = x[i + s], s_d = clamp(0, start_d, n_d - size_d) ---- *)
Definition dslice (sz : list nat) x (starts : list tensor) := gcomp sz [] (Read 0 (map var (seq 0 (length sz)))
  (map (fun d => Read (1 + d) [] [] []) (seq 0 (length sz))) (limits sz (shape x))) (x :: starts).
(* (tile<v>, any..) |-> tile<v> where v is taken whole: its start is clamped to 0 whatever it is, in a part as well *)
Theorem dslice_tile sz x starts v N q : v < length sz -> length sz = length (shape x) -> 0 < N ->
  nth v sz 0 = dim v x -> dim v x = q * N ->
  concat v (map (fun r => dslice (upd sz v q) (chunk v x r N) starts) (seq 0 N)) = dslice sz x starts.
Proof.
  intros Hv Hsz HN Hw Hq. unfold dslice at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m sz [] _ [Some v] (x :: starts) v N q); auto; [| |congruence].
  - f_equal. apply map_ext. intros r. unfold dslice. rewrite upd_length, (@chunk_dim S v x r N q) by auto.
    rewrite limits_upd by auto. cbn [locals loc hd tl]. now rewrite locals_nil.
  - assert (Hl : v < length (sz ++ [])) by now rewrite app_nil_r. split.
    + apply all_fits. intros e He. apply in_map_iff in He as (d & <- & _). split; [exact Logic.I|].
      apply fits_read_any; [now destruct d|simpl; lia].
    + apply fits_read_tile with (d := v) (m := q); auto.
      * simpl; lia.
      * now rewrite map_length, seq_length.
      * apply nth_limits. exact Hw.
      * rewrite nth_map_seq by auto. apply moves_isvar; auto. cbn. now rewrite Nat.eqb_refl.
      * apply nth_map_free. intros. now apply free_var.
Qed.

(* along a dimension taken whole the start is ignored *)
Theorem dslice_whole_start sz x starts starts' :
  (forall d, nth d sz 0 = dim d x \/ nth d starts tz = nth d starts' tz) ->
  dslice sz x starts = dslice sz x starts'.
Proof.
  intros H. apply gcomp_ext; auto. intros I _. cbn [sev nth]. f_equal.
  apply nth_ext with (d := 0%Z) (d' := 0%Z); rewrite !posn_length; auto. intros d Hd.
  rewrite !nth_posn by auto. f_equal.
  rewrite map_length, seq_length in Hd. destruct (H d) as [E|E].
  - rewrite (nth_limits sz (shape x) d E). now rewrite !clamp_0.
  - f_equal. rewrite !map_map, !nth_map_seq by auto. cbn [sev nth plus]. now rewrite E.
Qed.

(* ---- gather. cls: what drives each operand dimension, a result dimension (window, or paired batching) or nothing
   (collapsed); st: which component of an index vector is added to it; ib: what drives each dimension of the indices, a
   result dimension or (None) the component; sz: slice_sizes ---- *)
Definition drive k (o : option nat) := match o with Some v => var v | None => cst k end.
Definition gat_body (cls st ib : list (option nat)) (ls : list Z) : sx := Read 0 (map (drive 0) cls)
  (map (fun s => match s with Some k => Read 1 (map (drive (Z.of_nat k)) ib) [] [] | None => Lit z end) st) ls.
Definition gat_limits (st : list (option nat)) (sz sh : list nat) := map (fun d => match nth d st None with
  | Some _ => (Z.of_nat (nth d sh 0%nat) - Z.of_nat (nth d sz 0%nat))%Z | None => 0%Z end) (seq 0 (length sh)).
Definition gather cls st ib sz osh x idx := gcomp osh [] (gat_body cls st ib (gat_limits st sz (shape x))) [x; idx].

Lemma drive_free k (l : list (option nat)) v d : nth d l None <> Some v ->
  free v (nth d (map (drive k) l) (cst 0)) = true.
Proof.
  intros H. destruct (Nat.lt_ge_cases d (length l)) as [Hd|Hd].
  - rewrite nth_map with (dA := None) by auto. destruct (nth d l None) as [u|]; auto. apply free_var. congruence.
  - rewrite nth_overflow; [reflexivity|now rewrite map_length].
Qed.
(* how an operand whose dimensions are driven by l is cut when result dimension v is *)
Definition cut (v n : nat) (l : list (option nat)) (x : tensor) (mode : option nat) := match mode with
  | Some d => d < length l /\ nth d l None = Some v /\ dim d x = n /\ forall d', d' <> d -> nth d' l None <> Some v
  | None => forall d, nth d l None <> Some v
  end.
Lemma cut_read B v N q ms xs k x (l : list (option nat)) mode ls : nth x ms None = mode -> x < length xs ->
  cut v (q * N) l (nth x xs tz) mode -> v < length B ->
  match mode with Some d => nth d ls 0%Z = 0%Z | None => True end ->
  fits_read B v N q ms xs x (map (drive k) l) ls.
Proof.
  intros Hm Hx HC Hv Hl. destruct mode as [d|]; cbn [cut] in HC.
  - destruct HC as (Hd & Hn & Hq & Ho). apply fits_read_tile with (d := d) (m := q); auto.
    + now rewrite map_length.
    + rewrite nth_map with (dA := None) by auto. rewrite Hn. apply moves_isvar; auto. cbn. now rewrite Nat.eqb_refl.
    + intros d' _ Ne. apply drive_free. auto.
  - apply fits_read_any; auto. intros. apply drive_free. auto.
Qed.
Lemma gather_entry cls st ib ls osh x idx v N q md mb : v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  cut v (q * N) cls x md -> cut v (q * N) ib idx mb -> match md with Some d => nth d ls 0%Z = 0%Z | None => True end ->
  concat v (map (fun r => gcomp (upd osh v q) [] (gat_body cls st ib ls) [loc N r md x; loc N r mb idx]) (seq 0 N)) =
  gcomp osh [] (gat_body cls st ib ls) [x; idx].
Proof.
  intros Hv HN Hq Cx Ci Hl.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m osh [] (gat_body cls st ib ls) [md; mb] [x; idx] v N q); auto.
  assert (Hlen : v < length (osh ++ [])) by now rewrite app_nil_r. split.
  - apply all_fits. intros e He. apply in_map_iff in He as ([k|] & <- & _); [|exact Logic.I]. split; [exact Logic.I|].
    apply cut_read with (mode := mb); auto. now destruct mb as [[|?]|].
  - apply cut_read with (mode := md); auto. simpl; lia.
Qed.

(* (tile<d>, any) |-> tile<v>: a window dimension taken whole *)
Theorem gather_window cls st ib sz osh x idx d v N q : v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  cut v (q * N) cls x (Some d) -> (forall b, nth b ib None <> Some v) -> nth d sz 0 = dim d x -> d < length (shape x) ->
  length sz = length (shape x) ->
  concat v (map (fun r => gather cls st ib (upd sz d q) (upd osh v q) (chunk d x r N) idx) (seq 0 N)) =
  gather cls st ib sz osh x idx.
Proof.
  intros Hv HN Hq Cx Ci Hw Hd Hsz. unfold gather at 2. assert (Dx : dim d x = q * N) by apply Cx.
  rewrite <- (@gather_entry cls st ib _ osh x idx v N q (Some d) None); auto.
  - f_equal. apply map_ext. intros r. unfold gather. cbn [loc]. do 2 f_equal.
    rewrite (@chunk_dim S d x r N q) by auto. unfold gat_limits. rewrite upd_length. apply map_ext_in. intros e He.
    apply in_seq in He. destruct (nth e st None); auto. destruct (Nat.eq_dec d e) as [->|Ne].
    + rewrite !nth_upd_same by lia. unfold dim in Hw. lia.
    + now rewrite !nth_upd_other.
  - unfold gat_limits. rewrite nth_map_seq by auto. destruct (nth d st None); auto. unfold dim in Hw. lia.
Qed.
(* (any, tile<b>) |-> tile<v>: a batch dimension of the indices that no operand dimension is paired with *)
Theorem gather_batch cls st ib sz osh x idx b v N q : v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  (forall d, nth d cls None <> Some v) -> cut v (q * N) ib idx (Some b) ->
  concat v (map (fun r => gather cls st ib sz (upd osh v q) x (chunk b idx r N)) (seq 0 N)) =
  gather cls st ib sz osh x idx.
Proof. intros. apply (@gather_entry cls st ib _ osh x idx v N q None (Some b)); auto. Qed.
(* (tile<d>, tile<b>) |-> tile<v>: paired batching dimensions; no start is added along d *)
Theorem gather_paired cls st ib sz osh x idx d b v N q : v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  cut v (q * N) cls x (Some d) -> cut v (q * N) ib idx (Some b) -> nth d st None = None -> d < length (shape x) ->
  concat v (map (fun r => gather cls st ib sz (upd osh v q) (chunk d x r N) (chunk b idx r N)) (seq 0 N)) =
  gather cls st ib sz osh x idx.
Proof.
  intros Hv HN Hq Cx Ci Hst Hd. unfold gather at 2. assert (Dx : dim d x = q * N) by apply Cx.
  rewrite <- (@gather_entry cls st ib _ osh x idx v N q (Some d) (Some b)); auto.
  - f_equal. apply map_ext. intros r. unfold gather. cbn [loc]. do 2 f_equal.
    rewrite (@chunk_dim S d x r N q) by auto. unfold gat_limits. rewrite upd_length. apply map_ext_in. intros e He.
    destruct (nth e st None) eqn:E; auto. rewrite nth_upd_other; auto. congruence.
  - unfold gat_limits. rewrite nth_map_seq by auto. now rewrite Hst.
Qed.
End Reads.

(* ---- counterexamples, over the integers ---- *)
Definition ZI : Scalars := {| T := Z; z := 0%Z; mono := unit; mop := fun _ => Z.add |}.
Definition ztens := @tensor ZI.
Definition vec (l : list Z) : ztens := @mkT ZI [length l] l.
Definition sca (s : Z) : ztens := @mkT ZI [] [s].
Definition zds sz (x : ztens) ss : ztens := @dslice ZI (fun i => i) (fun i => i) tt sz x ss.
(* one component, collapsed dimension 0 of a vector: out[i] = x[clamp(0, idx[i], n - 1)] *)
Definition zga n (x idx : ztens) : ztens :=
  @gather ZI (fun i => i) (fun i => i) tt [None] [Some 0] [Some 0] [1] [n] x idx.
Definition zcat (l : list ztens) := @concat ZI 0 l.
Definition zch (x : ztens) r : ztens := @chunk ZI 0 x r 2.

(* a partial slice: tile<0> |-> tile<0> holds for no local program (the window may lie in another part) *)
Theorem dslice_tile_no_entry : ~ exists h : ztens -> ztens -> ztens,
  forall x s, wf x -> shape x = [4] -> shape s = [] ->
  zcat (map (fun r => h (zch x r) s) (seq 0 2)) = zds [2] x [s].
Proof.
  intros [h H]. assert (H1 := H (vec [0; 0; 0; 0]%Z) (sca 2) eq_refl eq_refl eq_refl).
  assert (H2 := H (vec [0; 0; 1; 1]%Z) (sca 2) eq_refl eq_refl eq_refl).
  pose proof (@first_part_determined ZI 0 [2] _ _ _ _ _ [0] H1 H2 eq_refl ltac:(simpl; lia)
    ltac:(repeat constructor) ltac:(simpl; lia)) as E. vm_compute in E. discriminate.
Qed.
(* nor does (any, any) |-> tile<0>: part r of the window starts at r * q *)
Theorem dslice_any_no_entry : ~ exists h : ztens -> ztens -> ztens,
  forall x s, wf x -> shape x = [4] -> shape s = [] ->
  zcat (map (fun _ => h x s) (seq 0 2)) = zds [2] x [s].
Proof.
  intros [h H]. assert (H1 := H (vec [0; 1; 2; 3]%Z) (sca 0) eq_refl eq_refl eq_refl).
  pose proof (@concat_2 ZI (h _ _) (h _ _) 0%Z 1%Z H1) as [E1 E2]. rewrite E1 in E2. discriminate.
Qed.
(* the op itself, applied to parts, clamps to the part: start 3 of 4 becomes 1 of 2 in each *)
Example dslice_clamps_locally : map (fun r => zds [1] (zch (vec [10; 20; 30; 40]%Z) r) [sca 3]) [0; 1]
  = [vec [20]; vec [40]]%Z /\ zds [1] (vec [10; 20; 30; 40]%Z) [sca 3] = vec [40]%Z.
Proof. split; vm_compute; reflexivity. Qed.

(* gather with the collapsed operand dimension tiled: neither tile<0>, nor any, nor partial of anything commutative *)
Definition x01 := vec [0; 1]%Z. Definition x10 := vec [1; 0]%Z. Definition i00 := vec [0; 0]%Z.
Theorem gather_collapsed_no_tile : ~ exists h : ztens -> ztens -> ztens,
  forall x i, wf x -> shape x = [2] -> shape i = [2] ->
  zcat (map (fun r => h (zch x r) i) (seq 0 2)) = zga 2 x i.
Proof.
  intros [h H]. assert (H1 := H x01 i00 eq_refl eq_refl eq_refl). assert (H2 := H x10 i00 eq_refl eq_refl eq_refl).
  pose proof (@concat_2 ZI (h _ _) (h _ _) 0%Z 0%Z H1) as [E1 _].
  pose proof (@concat_2 ZI (h _ _) (h _ _) 1%Z 1%Z H2) as [_ E2].
  change (zch x01 0) with (zch x10 1) in E1. rewrite E1 in E2. discriminate.
Qed.
Theorem gather_collapsed_no_any : ~ exists h : ztens -> ztens -> ztens,
  forall x i, wf x -> shape x = [2] -> shape i = [2] ->
  forall r, r < 2 -> h (zch x r) i = zga 2 x i.
Proof.
  intros [h H]. assert (H1 := H x01 i00 eq_refl eq_refl eq_refl 0 ltac:(lia)).
  assert (H2 := H x10 i00 eq_refl eq_refl eq_refl 1 ltac:(lia)).
  change (zch x01 0) with (zch x10 1) in H1. rewrite H1 in H2. vm_compute in H2. discriminate.
Qed.
Theorem gather_collapsed_no_partial (g : ztens -> ztens -> ztens) : (forall x y, g x y = g y x) ->
  ~ exists h : ztens -> ztens -> ztens,
  forall x i, wf x -> shape x = [2] -> shape i = [2] ->
  g (h (zch x 0) i) (h (zch x 1) i) = zga 2 x i.
Proof.
  intros C [h H]. assert (H1 := H x01 i00 eq_refl eq_refl eq_refl). assert (H2 := H x10 i00 eq_refl eq_refl eq_refl).
  change (zch x01 0) with (zch x10 1) in H1. change (zch x01 1) with (zch x10 0) in H1.
  rewrite C, H2 in H1. vm_compute in H1. discriminate.
Qed.
(* gather of rows of a matrix by a vector of indices, at work: windows tiled, indices tiled *)
Example gather_rows : let x := @mkT ZI [3; 2] [1; 2; 3; 4; 5; 6]%Z in let i := vec [2; 7]%Z in
  let ga osh sz x i := @gather ZI (fun i => i) (fun i => i) tt [None; Some 1] [Some 0; None] [Some 0] sz osh x i in
  ga [2; 2] [1; 2] x i = @mkT ZI [2; 2] [5; 6; 5; 6]%Z /\
  @concat ZI 1 (map (fun r => ga [2; 1] [1; 1] (@chunk ZI 1 x r 2) i) [0; 1]) = ga [2; 2] [1; 2] x i /\
  @concat ZI 0 (map (fun r => ga [1; 2] [1; 2] x (@chunk ZI 0 i r 2)) [0; 1]) = ga [2; 2] [1; 2] x i.
Proof. repeat split; vm_compute; reflexivity. Qed.
