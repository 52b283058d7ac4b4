(* Movement.v: section 6, ops that move elements, as comprehensions: slice, pad, concatenate, iota, broadcast_in_dim;
   their tile entries, and for what has none the proof that no local program whatever would do. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension NoEntry.
Import ListNotations.
Set Implicit Arguments.

Lemma nth_map_free v w (f : nat -> iexp) n : (forall d, d < n -> d <> w -> free v (f d) = true) ->
  forall d, d < length (map f (seq 0 n)) -> d <> w -> free v (nth d (map f (seq 0 n)) (cst 0)) = true.
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

(* a loop variable that reads one operand twice (a diagonal, out[i] = x[i, i]): no tile entry along it *)
Definition diagonal x := gcomp [dim 0 x] [] (Read 0 [var 0; var 0] [] []) [x].
Theorem diagonal_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor, forall x, wf x -> shape x = [2; 2] ->
  concat 0 (map (fun r => h (chunk 0 x r 2)) (seq 0 2)) = diagonal x.
Proof.
  intros Hab [h H]. assert (H1 := H (mkT [2; 2] [a; b; a; b]) eq_refl eq_refl).
  change (diagonal _) with (mkT [2] [a; b]) in H1. apply concat_2 in H1 as [H1 H2].
  apply Hab. etransitivity; [symmetry; exact H1|exact H2].
Qed.

(* ---- pad: out[i] = x[(i_d - low_d) / (interior_d + 1)] where that is an element of x along every d, else f ---- *)
Definition padded (lo hi inn : list Z) d :=
  negb ((nth d lo 0 =? 0) && (nth d hi 0 =? 0) && (nth d inn 0 =? 0))%Z.
Definition pad_ix (lo inn : list Z) d := IE [(d, 1%Z)] (- nth d lo 0)%Z (nth d inn 0 + 1)%Z 0.
Definition pad_guard lo hi inn (sh : list nat) d (e : sx) : sx := if padded lo hi inn d
  then let f := Read 1 [] [] [] in
    Guard (IE [(d, 1%Z)] (- nth d lo 0)%Z 1 (nth d inn 0 + 1)%Z) 1 f                         (* between elements *)
    (Guard (pad_ix lo inn d) 0 (Guard (pad_ix lo inn d) (Z.of_nat (nth d sh 0)) f e) f)       (* before, after *)
  else e.
Definition pad_body lo hi inn (sh : list nat) : sx := fold_right (pad_guard lo hi inn sh)
  (Read 0 (map (pad_ix lo inn) (seq 0 (length sh))) [] []) (seq 0 (length sh)).
Definition pad_ext lo hi inn (sh : list nat) d := let n := Z.of_nat (nth d sh 0) in
  Z.to_nat (nth d lo 0 + n + Z.max 0 (n - 1) * nth d inn 0 + nth d hi 0)%Z.
Definition pad lo hi inn x f := gcomp (map (pad_ext lo hi inn (shape x)) (seq 0 (length (shape x)))) []
  (pad_body lo hi inn (shape x)) [x; f].
Lemma ieval_pad lo inn d I : ieval (pad_ix lo inn d) I =
  ((Z.of_nat (nth d I 0%nat) - nth d lo 0) / (nth d inn 0 + 1))%Z.
Proof. unfold ieval, pad_ix. cbn [terms off dv md isum fold_right fst snd Z.eqb]. f_equal. lia. Qed.
(* what is an element of x, not padding, in the r-th part of the result's n * c, c = inn + 1, is one of x's r-th part *)
Lemma pad_block (i lo inn q r : Z) : (0 <= lo <= inn)%Z -> (0 <= i < q * (inn + 1))%Z -> let c := (inn + 1)%Z in
  ((r * (q * c) + i - lo) mod c = (i - lo) mod c)%Z /\ ((i - lo) mod c < 1 -> 0 <= (i - lo) / c < q /\
  (r * (q * c) + i - lo) / c = r * q + (i - lo) / c)%Z.
Proof.
  intros Hlo Hi c. assert (Hc : (0 < c)%Z) by (unfold c; lia).
  replace (r * (q * c) + i - lo)%Z with (i - lo + (r * q) * c)%Z by ring.
  rewrite Z.mod_add, Z.div_add by lia. split; auto. intros Hm. pose proof (Z.mod_pos_bound (i - lo) c Hc).
  pose proof (Z.div_mod (i - lo) c ltac:(lia)). fold c in Hi. split; [|lia]. split; nia.
Qed.
(* (tile<v>, any) |-> tile<v> where each element becomes a block of its own: low + high = interior, none negative; in
   particular where nothing is padded along v *)
Theorem pad_tile lo hi inn x f v N q : v < length (shape x) -> 0 < N -> dim v x = q * N -> 0 < q ->
  (0 <= nth v lo 0 -> 0 <= nth v hi 0 -> nth v lo 0 + nth v hi 0 = nth v inn 0 ->
  concat v (map (fun r => pad lo hi inn (chunk v x r N) f) (seq 0 N)) = pad lo hi inn x f)%Z.
Proof.
  intros Hv HN Hq Hq0 Hlo Hhi Hin. set (c := Z.to_nat (nth v inn 0%Z + 1)).
  assert (Hc : Z.of_nat c = (nth v inn 0 + 1)%Z) by (unfold c; lia).
  assert (E : forall sh n, nth v sh 0 = n -> 0 < n -> pad_ext lo hi inn sh v = n * c).
  { intros sh n Hn H0. unfold pad_ext. rewrite Hn. nia. }
  set (B := map (pad_ext lo hi inn (shape x)) (seq 0 (length (shape x)))).
  assert (Hl : v < length B) by (unfold B; now rewrite map_length, seq_length).
  assert (HB : nth v B 0 = q * c * N).
  { unfold B. rewrite nth_map_seq by auto. rewrite (E _ (q * N) Hq); nia. }
  rewrite <- (@concat_chunk _ v (pad lo hi inn x f) N); [|apply wf_tab|exact Hl|auto|now exists (q * c)].
  f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. unfold pad at 2. fold B.
  rewrite <- (@gcomp_chunk S ofZ toZ m B [] _ (pad_body lo hi inn (upd (shape x) v q))
    (fun r => [chunk v x r N; f]) [x; f] v N (q * c) r); auto; [|lia|].
  - unfold pad. rewrite (@chunk_dim S v x r N q), upd_length by auto. f_equal.
    apply map_seq_upd; [apply E; auto; now apply nth_upd_same|]. intros d _ Ne. unfold pad_ext.
    now rewrite nth_upd_other by auto.
  - rewrite app_nil_r. intros I HI. set (J := shift v (q * c) r I).
    assert (Hi : nth v I 0 < q * c).
    { apply inb_nth with (d := v) in HI; [now rewrite nth_upd_same in HI|now rewrite upd_length]. }
    assert (HJ : nth v J 0 = r * (q * c) + nth v I 0).
    { unfold J, shift. apply nth_upd_same. now rewrite (inb_length HI), upd_length. }
    assert (HJo : forall d, d <> v -> nth d J 0 = nth d I 0) by (intros; apply nth_upd_other; auto).
    destruct (@pad_block (Z.of_nat (nth v I 0)) (nth v lo 0%Z) (nth v inn 0%Z) (Z.of_nat q) (Z.of_nat r)) as [P1 P2];
      [lia|nia|].
    assert (G1 : forall d K, ieval (IE [(d, 1%Z)] (- nth d lo 0)%Z 1 (nth d inn 0 + 1)%Z) K =
      if (nth d inn 0 + 1 =? 0)%Z then (Z.of_nat (nth d K 0%nat) - nth d lo 0)%Z
      else ((Z.of_nat (nth d K 0%nat) - nth d lo 0) mod (nth d inn 0 + 1))%Z).
    { intros d K. unfold ieval. cbn [terms off dv md isum fold_right fst snd]. rewrite Z.div_1_r.
      replace (1 * Z.of_nat (nth d K 0%nat) + 0 + - nth d lo 0)%Z with (Z.of_nat (nth d K 0%nat) - nth d lo 0)%Z by lia.
      reflexivity. }
    assert (Gv : ieval (IE [(v, 1%Z)] (- nth v lo 0)%Z 1 (nth v inn 0 + 1)%Z) J =
      ieval (IE [(v, 1%Z)] (- nth v lo 0)%Z 1 (nth v inn 0 + 1)%Z) I).
    { rewrite !G1, HJ. destruct (Z.eqb_spec (nth v inn 0 + 1)%Z 0%Z); [lia|]. rewrite <- P1. f_equal. nia. }
    assert (Pv : (ieval (IE [(v, 1%Z)] (- nth v lo 0)%Z 1 (nth v inn 0 + 1)%Z) I < 1 ->
      (0 <= ieval (pad_ix lo inn v) I < Z.of_nat q) /\
      ieval (pad_ix lo inn v) J = Z.of_nat (r * q) + ieval (pad_ix lo inn v) I)%Z).
    { rewrite G1, !ieval_pad, HJ. destruct (Z.eqb_spec (nth v inn 0 + 1)%Z 0%Z); [lia|]. intros X.
      destruct (P2 X) as [P3 P4]. split; auto. rewrite Nat2Z.inj_mul, <- P4. f_equal. nia. }
    unfold pad_body. rewrite upd_length. set (base := Read 0 _ _ _ : sx).
    assert (W : forall ds, ((ieval (IE [(v, 1%Z)] (- nth v lo 0)%Z 1 (nth v inn 0 + 1)%Z) I < 1)%Z \/
      In v ds /\ padded lo hi inn v = true) ->
      sev ofZ toZ [chunk v x r N; f] I (fold_right (pad_guard lo hi inn (upd (shape x) v q)) base ds) =
      sev ofZ toZ [x; f] J (fold_right (pad_guard lo hi inn (shape x)) base ds)).
    { induction ds as [|d ds IH]; intros Hds; cbn [fold_right].
      - destruct Hds as [Hds|[[] _]]. destruct (Pv Hds) as [P3 P4]. unfold base. cbn [sev map nth].
        assert (Pp : nth v (posn I (map (pad_ix lo inn) (seq 0 (length (shape x)))) [] []) 0%Z =
          ieval (pad_ix lo inn v) I).
        { rewrite nth_posn, nth_map_seq by (rewrite ?map_length, ?seq_length; auto). destruct v; apply Z.add_0_r. }
        rewrite rd_chunk with (m := q); rewrite ?posn_length, ?map_length, ?seq_length, ?Pp; auto; try lia.
        f_equal. apply nth_ext with (d := 0%Z) (d' := 0%Z); rewrite ?upd_length, !posn_length; auto.
        intros d Hd. assert (Hd' := Hd). rewrite map_length, seq_length in Hd'. destruct (Nat.eq_dec d v) as [->|Ne].
        + rewrite nth_upd_same by now rewrite posn_length. rewrite nth_posn, nth_map_seq, P4 by auto.
          destruct v; symmetry; apply Z.add_0_r.
        + rewrite nth_upd_other, !nth_posn, nth_map_seq by auto. f_equal. rewrite !ieval_pad. now rewrite HJo.
      - unfold pad_guard at 1 3. destruct (padded lo hi inn d) eqn:X.
        2:{ apply IH. destruct Hds as [?|[[->|?] ?]]; auto. congruence. }
        cbn [sev map nth]. destruct (Nat.eq_dec d v) as [->|Ne].
        + rewrite Gv. destruct (Z.leb_spec 1%Z (ieval (IE [(v, 1%Z)] (- nth v lo 0)%Z 1 (nth v inn 0 + 1)%Z) I)); auto.
          destruct (Pv H) as [P3 P4]. rewrite P4, nth_upd_same by auto. fold (dim v x). rewrite Hq, IH by auto.
          rewrite !(proj2 (Z.leb_le 0 _)), !(proj2 (Z.leb_gt _ _)) by nia. reflexivity.
        + rewrite !G1, !ieval_pad, HJo, nth_upd_other by auto. rewrite IH; auto.
          destruct Hds as [?|[[?|?] ?]]; auto. congruence. }
    apply W. destruct (padded lo hi inn v) eqn:X; [right; split; auto; apply in_seq; lia|left].
    unfold padded in X. apply negb_false_iff in X. rewrite !andb_true_iff, !Z.eqb_eq in X. destruct X as [[X1 X2] X3].
    rewrite G1, X1, X3. cbn. now rewrite Z.mod_1_r.
Qed.
(* pad [x0; x1] to [f; x0; x1; f]: the border of a part is not the whole's; no local program knows which part it has *)
Theorem pad_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor -> tensor, forall x f, wf x -> shape x = [2] ->
  concat 0 (map (fun r => h (chunk 0 x r 2) f) (seq 0 2)) = pad [1%Z] [1%Z] [0%Z] x f.
Proof.
  intros Hab [h H]. assert (H1 := H (mkT [2] [b; b]) (mkT [] [a]) eq_refl eq_refl).
  change (pad _ _ _ _ _) with (mkT [4] [a; b; b; a]) in H1. apply Hab. symmetry.
  apply (@any_tile_periodic S 0 [4] 2 (h (mkT [1] [b]) (mkT [] [a])) 2 _ 1 [0] H1); simpl; auto.
  repeat constructor.
Qed.

(* ---- concatenate along c: out[i] = x_p[i_c - o_p] for the piece p that holds i_c ---- *)
Definition cat_ix c R (o : nat) := map (fun d => if d =? c then aff [(d, 1%Z)] (- Z.of_nat o) else var d) (seq 0 R).
Fixpoint cat_body c R p o (exts : list nat) : sx :=
  match exts with
  | [] => Lit z
  | [n] => Read p (cat_ix c R o) [] []
  | n :: exts => Guard (var c) (Z.of_nat (o + n)) (cat_body c R (1 + p) (o + n) exts) (Read p (cat_ix c R o) [] [])
  end.
Definition cat c xs := let sh := shape (hd tz xs) in let exts := map (dim c) xs in
  gcomp (upd sh c (list_sum exts)) [] (cat_body c (length sh) 0 0 exts) xs.
Lemma nth_repeat_lt A (x y : A) n k : k < n -> nth k (repeat x n) y = x.
Proof. revert k; induction n; simpl; intros; [lia|]. destruct k; auto. apply IHn. lia. Qed.
Lemma locals_repeat N r v xs : locals N r (repeat (Some v) (length xs)) xs = map (fun x => chunk v x r N) xs.
Proof. induction xs; simpl; auto. now rewrite IHxs. Qed.

(* (tile<v> for every piece) |-> tile<v>, v not the dimension of the concatenation *)
Theorem cat_tile c xs sh v N q : xs <> [] -> (forall x, In x xs -> shape x = upd sh c (dim c x)) -> v <> c ->
  v < length sh -> 0 < N -> nth v sh 0 = q * N ->
  concat v (map (fun r => cat c (map (fun x => chunk v x r N) xs)) (seq 0 N)) = cat c xs.
Proof.
  intros Hxs Hsh Hvc Hv HN Hq. assert (Hdim : forall x, In x xs -> dim v x = q * N).
  { intros x Hx. unfold dim. rewrite (Hsh x Hx), nth_upd_other; auto. }
  assert (Hh : In (hd tz xs) xs) by (destruct xs; [congruence|now left]). pose proof (Hsh _ Hh) as Eh.
  assert (Lh : length (shape (hd tz xs)) = length sh) by now rewrite Eh, upd_length.
  unfold cat at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m _ [] _ (repeat (Some v) (length xs)) xs v N q); auto.
  - f_equal. apply map_ext. intros r. rewrite locals_repeat. unfold cat.
    replace (map (dim c) (map (fun x => chunk v x r N) xs)) with (map (dim c) xs).
    2:{ rewrite map_map. apply map_ext. intros. now rewrite dim_chunk_other. }
    replace (shape (hd tz (map (fun x => chunk v x r N) xs))) with (upd (shape (hd tz xs)) v q).
    { now rewrite upd_length, upd_comm. }
    destruct xs as [|x ys]; [congruence|]. cbn [hd map]. symmetry. apply chunk_dim; auto.
  - rewrite app_nil_r, Lh. set (B := upd _ _ _).
    assert (Hl : v < length B) by (unfold B; now rewrite upd_length, Lh).
    assert (R : forall p o, p < length xs ->
      fits B v N q (repeat (Some v) (length xs)) xs (Read p (cat_ix c (length sh) o) [] [] : sx)).
    { intros p o Hp. split; [exact Logic.I|]. apply fits_read_tile with (d := v) (m := q); auto.
      - now apply nth_repeat_lt.
      - unfold cat_ix. now rewrite map_length, seq_length.
      - now destruct v.
      - apply Hdim. now apply nth_In.
      - unfold cat_ix. rewrite nth_map_seq by auto. apply Nat.eqb_neq in Hvc. rewrite Hvc.
        apply moves_isvar; auto. cbn. now rewrite Nat.eqb_refl.
      - apply nth_map_free. intros d _ Ne. destruct (d =? c); now apply free_var. }
    assert (F : forall exts p o, p + length exts <= length xs ->
      fits B v N q (repeat (Some v) (length xs)) xs (cat_body c (length sh) p o exts)).
    { induction exts as [|n exts IH]; intros p o Hp; [exact Logic.I|]. cbn [length] in Hp.
      destruct exts as [|n' exts]; [apply R; lia|].
      change (cat_body c (length sh) p o (n :: n' :: exts)) with (Guard (var c) (Z.of_nat (o + n))
        (cat_body c (length sh) (1 + p) (o + n) (n' :: exts)) (Read p (cat_ix c (length sh) o) [] []) : sx).
      split; [apply gstill_free, free_var; congruence|]. split; [apply IH; simpl in *; lia|apply R; lia]. }
    apply F. now rewrite map_length.
  - now rewrite upd_length, Lh.
  - now rewrite nth_upd_other, Eh, nth_upd_other by auto.
Qed.
(* along c: parts of the pieces are not parts of the whole *)
Theorem cat_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor -> tensor,
  forall x y, wf x -> shape x = [2] -> wf y -> shape y = [2] ->
  concat 0 (map (fun r => h (chunk 0 x r 2) (chunk 0 y r 2)) (seq 0 2)) = cat 0 [x; y].
Proof.
  intros Hab [h H].
  assert (H1 := H (mkT [2] [a; a]) (mkT [2] [a; a]) eq_refl eq_refl eq_refl eq_refl).
  assert (H2 := H (mkT [2] [a; b]) (mkT [2] [a; a]) eq_refl eq_refl eq_refl eq_refl).
  change (cat _ _) with (mkT [4] [a; a; a; a]) in H1. change (cat _ _) with (mkT [4] [a; b; a; a]) in H2.
  apply Hab. apply (@first_part_determined S 0 [4] _ _ _ _ _ [1] H1 H2); simpl; auto; try lia. repeat constructor.
Qed.

(* ---- iota along d: out[i] = i_d ---- *)
Definition iota d sh := gcomp sh [] (Index (var d)) [].
(* () |-> tile<v> for every other dimension *)
Theorem iota_tile d sh v N q : v <> d -> v < length sh -> 0 < N -> nth v sh 0 = q * N ->
  concat v (map (fun _ => iota d (upd sh v q)) (seq 0 N)) = iota d sh.
Proof.
  intros Hvd Hv HN Hq. unfold iota at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m sh [] _ [] [] v N q); auto. apply still_free, free_var. congruence.
Qed.
(* along d itself: no tensor is every part, so that whatever the local program is it depends on r *)
Theorem iota_no_entry d sh N q : (forall i j, ofZ i = ofZ j -> i = j) -> d < length sh -> 1 < N -> 0 < q ->
  nth d sh 0 = q * N -> Forall (lt 0) sh -> ~ exists y, concat d (map (fun _ => y) (seq 0 N)) = iota d sh.
Proof.
  intros Hof Hd HN Hq0 Hq Hpos [y H]. set (o := map (fun _ => 0) sh).
  assert (Ho : inb o sh) by (unfold o; clear - Hpos; induction Hpos; constructor; auto).
  assert (Z0 : forall d, nth d o 0 = 0) by (intros e; unfold o; clear; revert e; induction sh; destruct e; simpl; auto).
  pose proof (@any_tile_periodic S d sh q y N _ 1 o H eq_refl Hd HN Hq Ho) as E. rewrite Z0 in E.
  specialize (E Hq0). unfold iota, Comprehension.gcomp in E.
  rewrite !get_tab in E; auto; [|apply inb_upd_s; auto; nia]. cbn [map all_idx fold1 fold_left sev] in E.
  rewrite !app_nil_r in E. apply Hof in E. rewrite !ieval_var, Z0, nth_upd_same in E; [lia|].
  now rewrite (inb_length Ho).
Qed.

(* ---- broadcast_in_dim: dimension d of the operand reads result dimension bd_d, or is of extent 1 and expanded ---- *)
Definition bcast (bd : list (option nat)) osh x :=
  gcomp osh [] (Read 0 (map (fun o => match o with Some i => var i | None => cst 0 end) bd) [] []) [x].
Lemma bcast_free (bd : list (option nat)) v d : nth d bd None <> Some v ->
  free v (nth d (map (fun o => match o with Some i => var i | None => cst 0 end) bd) (cst 0)) = true.
Proof.
  change (cst 0) with ((fun o => match o with Some i => var i | None => cst 0 end) None) at 2. rewrite map_nth.
  intros H. destruct (nth d bd None) as [i|]; auto. apply free_var. congruence.
Qed.
(* tile<d> |-> tile<bd_d> *)
Theorem bcast_tile bd osh x d v N q : d < length bd -> nth d bd None = Some v ->
  (forall d', d' <> d -> nth d' bd None <> Some v) -> v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  dim d x = nth v osh 0 ->
  concat v (map (fun r => bcast bd (upd osh v q) (chunk d x r N)) (seq 0 N)) = bcast bd osh x.
Proof.
  intros Hd Hb Ho Hv HN Hq Hx. unfold bcast at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m osh [] _ [Some d] [x] v N q); auto.
  assert (Hl : v < length (osh ++ [])) by now rewrite app_nil_r.
  split; [exact Logic.I|]. apply fits_read_tile with (d := d) (m := q); auto.
  - now rewrite map_length.
  - now destruct d.
  - simpl. congruence.
  - rewrite nth_map with (dA := None) by auto. rewrite Hb. apply moves_isvar; auto. cbn. now rewrite Nat.eqb_refl.
  - intros d' _ Ne. apply bcast_free. auto.
Qed.
(* any |-> tile<v> for a new or expanded dimension *)
Theorem bcast_tile_new bd osh x v N q : (forall d, nth d bd None <> Some v) -> v < length osh -> 0 < N ->
  nth v osh 0 = q * N -> concat v (map (fun _ => bcast bd (upd osh v q) x) (seq 0 N)) = bcast bd osh x.
Proof.
  intros Ho Hv HN Hq. unfold bcast at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ m osh [] _ [None] [x] v N q); auto.
  split; [exact Logic.I|]. apply fits_read_any; auto. intros. apply bcast_free. auto.
Qed.
End Movement.
