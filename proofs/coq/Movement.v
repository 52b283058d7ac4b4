(* Movement.v (section 6): ops that move elements, as comprehensions: slice, pad, concatenate, iota, broadcast_in_dim;
   their tile entries, and for what has none the proof that no local program whatever would do. *)
From Coq Require Import List Arith Lia ZArith Bool.
From CL Require Import Idx Tensor Registry Comprehension.
Import ListNotations.
Set Implicit Arguments.

Lemma nth_map_free v (f : nat -> iexp) n : (forall d, d < n -> d <> v -> free v (f d) = true) ->
  forall d, d < length (map f (seq 0 n)) -> d <> v -> free v (nth d (map f (seq 0 n)) (cst 0)) = true.
Proof. intros H d. rewrite map_length, seq_length. intros Hd Ne. rewrite nth_map_seq; auto. Qed.
Lemma free_var v u c o : u <> v -> free v (aff [(u, c)] o) = true.
Proof. intros H. cbn. apply Nat.eqb_neq in H. now rewrite H. Qed.
Lemma map_seq_upd A (f f' : nat -> A) n v w : f' v = w -> (forall d, d < n -> d <> v -> f' d = f d) ->
  map f' (seq 0 n) = upd (map f (seq 0 n)) v w.
Proof.
  intros Hv H. apply nth_ext with (d := w) (d' := w); rewrite ?upd_length, !map_length; auto.
  intros d. rewrite seq_length. intros Hd. rewrite nth_map_seq by auto. destruct (Nat.eq_dec d v) as [->|Ne].
  - now rewrite nth_upd_same by now rewrite map_length, seq_length.
  - rewrite nth_upd_other by auto. rewrite nth_map_seq; auto.
Qed.
Lemma chunk_dim S d (x : @tensor S) r N m : dim d x = m * N -> 0 < N -> shape (chunk d x r N) = upd (shape x) d m.
Proof. intros H HN. rewrite shape_chunk, H, Nat.div_mul; auto. lia. Qed.
Lemma dim_chunk_other S d d' (x : @tensor S) r N : d <> d' -> dim d' (chunk d x r N) = dim d' x.
Proof. intros. unfold dim. rewrite shape_chunk. now apply nth_upd_other. Qed.

Section Movement.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m : mono).      (* m: nothing is reduced, K is one point *)
Notation gcomp := (gcomp ofZ toZ m).

(* ---- slice: out[i] = x[start_d + i_d * stride_d] ---- *)
Definition slice (st sr sz : list nat) x := gcomp sz []
  (Read 0 (map (fun d => aff [(d, Z.of_nat (nth d sr 1))] (Z.of_nat (nth d st 0))) (seq 0 (length sz))) [] []) [x].
(* tile<v> |-> tile<v> where each part is cut alike: the extent is the stride times the result's, start < stride *)
Theorem slice_tile_blocks st sr sz x v N q : v < length sz -> 0 < N -> nth v sz 0 = q * N ->
  nth v st 0 < nth v sr 1 -> dim v x = nth v sr 1 * nth v sz 0 ->
  concat v (map (fun r => slice st sr (upd sz v q) (chunk v x r N)) (seq 0 N)) = slice st sr sz x.
Proof.
  intros Hv HN Hq Hs Hx. unfold slice. rewrite upd_length.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m sz [] _ [Some v] [x] v N q); auto.
  assert (Hl : v < length (sz ++ [])) by now rewrite app_nil_r.
  split; [exact Logic.I|]. apply fits_read_tile with (d := v) (m := nth v sr 1 * q); auto.
  - now rewrite map_length, seq_length.
  - now destruct v.
  - simpl. rewrite Hx, Hq. lia.
  - rewrite nth_map_seq by auto. apply moves_block with (g := cst (Z.of_nat (nth v st 0))); auto.
    + intros I. unfold cst. rewrite !ieval_aff. cbn [isum fold_right fst snd]. lia.
    + intros I _. unfold cst. rewrite ieval_aff. cbn [isum fold_right]. lia.
  - apply nth_map_free. intros. now apply free_var.
Qed.
(* a dimension taken whole: start 0, stride 1, limit n_d *)
Corollary slice_tile st sr sz x v N q : v < length sz -> 0 < N -> nth v st 0 = 0 -> nth v sr 1 = 1 ->
  dim v x = nth v sz 0 -> nth v sz 0 = q * N ->
  concat v (map (fun r => slice st sr (upd sz v q) (chunk v x r N)) (seq 0 N)) = slice st sr sz x.
Proof. intros. apply slice_tile_blocks; auto; lia. Qed.

(* slice [1:3] of 4: parts of the operand are not cut alike. No local program h, a slice or not, gives the parts *)
Theorem slice_offset_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor, forall x, wf x -> shape x = [4] ->
  concat 0 (map (fun r => h (chunk 0 x r 2)) (seq 0 2)) = slice [1] [1] [2] x.
Proof.
  intros Hab [h H]. assert (H1 := H (mkT [4] [a; b; b; a]) eq_refl eq_refl).
  assert (H2 := H (mkT [4] [b; a; a; b]) eq_refl eq_refl).
  change (slice _ _ _ _) with (mkT [2] [b; b]) in H1. change (slice _ _ _ _) with (mkT [2] [a; a]) in H2.
  apply concat_2 in H1 as [H1 _]. apply concat_2 in H2 as [_ H2].
  apply Hab. etransitivity; [symmetry; exact H2|exact H1].
Qed.
(* nor does any |-> tile<0>, of a slice of a replicated operand: the local program would depend on r *)
Theorem slice_any_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor, forall x, wf x -> shape x = [4] ->
  concat 0 (map (fun _ => h x) (seq 0 2)) = slice [1] [1] [2] x.
Proof.
  intros Hab [h H]. assert (H1 := H (mkT [4] [a; a; b; b]) eq_refl eq_refl).
  change (slice _ _ _ _) with (mkT [2] [a; b]) in H1. apply concat_2 in H1 as [H1 H2]. congruence.
Qed.

(* ---- pad: out[i] = x[(i_d - low_d) / (interior_d + 1)] where that is an element of x along every d, else f ---- *)
Definition padded (lo hi inn : list Z) d :=
  negb ((nth d lo 0 =? 0) && (nth d hi 0 =? 0) && (nth d inn 0 =? 0))%Z.
Definition pad_ix (lo inn : list Z) d := IE [(d, 1%Z)] (- nth d lo 0)%Z (nth d inn 0 + 1)%Z 0.
Definition pad_body lo hi inn (sh : list nat) : sx := fold_right (fun d e => if padded lo hi inn d
    then let f := Read 1 [] [] [] in
      Guard (IE [(d, 1%Z)] (- nth d lo 0)%Z 1 (nth d inn 0 + 1)%Z) 1 f                        (* between elements *)
      (Guard (pad_ix lo inn d) 0 (Guard (pad_ix lo inn d) (Z.of_nat (nth d sh 0)) f e) f)   (* before, after *)
    else e)
  (Read 0 (map (pad_ix lo inn) (seq 0 (length sh))) [] []) (seq 0 (length sh)).
Definition pad_ext lo hi inn (sh : list nat) d := let n := Z.of_nat (nth d sh 0) in
  Z.to_nat (nth d lo 0 + n + Z.max 0 (n - 1) * nth d inn 0 + nth d hi 0)%Z.
Definition pad lo hi inn x f := gcomp (map (pad_ext lo hi inn (shape x)) (seq 0 (length (shape x)))) []
  (pad_body lo hi inn (shape x)) [x; f].
(* (tile<v>, any) |-> tile<v> where nothing is padded along v *)
Theorem pad_tile lo hi inn x f v N q : v < length (shape x) -> 0 < N -> dim v x = q * N -> padded lo hi inn v = false ->
  concat v (map (fun r => pad lo hi inn (chunk v x r N) f) (seq 0 N)) = pad lo hi inn x f.
Proof.
  intros Hv HN Hq Hp. assert (P := Hp). unfold padded in P. apply negb_false_iff in P.
  rewrite !andb_true_iff, !Z.eqb_eq in P. destruct P as [[P1 P2] P3].
  assert (E : forall sh, pad_ext lo hi inn sh v = nth v sh 0) by (intros; unfold pad_ext; rewrite P1, P2, P3; lia).
  unfold pad at 2. rewrite <- (@gcomp_tile_entry S ofZ toZ m _ [] _ [Some v] [x; f] v N q).
  - f_equal. apply map_ext. intros r. unfold pad. cbn [locals loc hd tl]. rewrite (@chunk_dim S v x r N q), ?upd_length by auto.
    assert (Eb : forall ds, let F sh := fold_right (fun d e => if padded lo hi inn d
        then Guard (IE [(d, 1%Z)] (- nth d lo 0)%Z 1 (nth d inn 0 + 1)%Z) 1 (Read 1 [] [] [])
          (Guard (pad_ix lo inn d) 0 (Guard (pad_ix lo inn d) (Z.of_nat (nth d sh 0)) (Read 1 [] [] []) e)
            (Read 1 [] [] [])) else e) (Read 0 (map (pad_ix lo inn) (seq 0 (length (shape x)))) [] []) ds : sx in
        F (upd (shape x) v q) = F (shape x)).
    { induction ds; cbn [fold_right]; auto. cbn in IHds |- *. rewrite IHds. destruct (padded lo hi inn a) eqn:X; auto.
      rewrite nth_upd_other by congruence. reflexivity. }
    unfold pad_body. rewrite upd_length. f_equal; [|apply Eb].
    apply map_seq_upd; [now rewrite E, nth_upd_same|]. intros d _ Ne. unfold pad_ext. now rewrite nth_upd_other by auto.
  - rewrite app_nil_r. set (B := map _ (seq 0 _)).
    assert (Hl : v < length B) by (unfold B; now rewrite map_length, seq_length).
    assert (F1 : fits B v N q [Some v] [x; f] (Read 1 [] [] [] : sx)) by (split; constructor).
    unfold pad_body. set (base := Read 0 _ _ _ : sx). assert (F0 : fits B v N q [Some v] [x; f] base).
    { split; [exact Logic.I|]. apply fits_read_tile with (d := v) (m := q); auto.
      - simpl; lia.
      - now rewrite map_length, seq_length.
      - now destruct v.
      - rewrite nth_map_seq by auto. apply moves_isvar; auto. cbn. rewrite P1, P3. cbn. now rewrite Nat.eqb_refl.
      - apply nth_map_free. intros. unfold pad_ix. cbn. apply Nat.eqb_neq in H0. now rewrite H0. }
    generalize base, F0, (seq 0 (length (shape x))). clear base F0. intros base F0 ds. induction ds as [|d ds IH]; auto.
    cbn [fold_right]. destruct (padded lo hi inn d) eqn:X; auto.
    assert (Ne : Nat.eqb d v = false) by (apply Nat.eqb_neq; congruence).
    repeat split; auto; try (apply gstill_free; cbn; now rewrite Ne); apply F1.
  - now rewrite map_length, seq_length.
  - auto.
  - rewrite nth_map_seq by auto. rewrite E. exact Hq.
Qed.
(* pad [x0; x1] to [f; x0; x1; f]: the border of a part is not the whole's, and no local program knows which part it has *)
Theorem pad_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor -> tensor, forall x f, wf x -> shape x = [2] ->
  concat 0 (map (fun r => h (chunk 0 x r 2) f) (seq 0 2)) = pad [1%Z] [1%Z] [0%Z] x f.
Proof.
  intros Hab [h H]. assert (H1 := H (mkT [2] [b; b]) (mkT [] [a]) eq_refl eq_refl).
  change (pad _ _ _ _ _) with (mkT [4] [a; b; b; a]) in H1. apply Hab. symmetry.
  apply (@any_tile_periodic S 0 [4] 2 (h (mkT [1] [b]) (mkT [] [a])) 2 _ 1 [0] H1); simpl; auto.
  repeat constructor.
Qed.

End Movement.
