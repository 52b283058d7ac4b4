(* Reshape.v: section 6, reshape by a divisible factor; the dimension that is tiled is the major one of a group of
   dimensions with equal products, of a split or a merge. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Fold Tensor Registry Entries NoEntry.
Import ListNotations.
Set Implicit Arguments.

(* ---- reshape: the row-major data in another shape ---- *)
Lemma lin_surj sh i : i < prod sh -> exists ix, inb ix sh /\ lin sh ix = i.
Proof.
  intros H. exists (nth i (all_idx sh) []). split.
  - apply in_all_idx, nth_In. now rewrite all_idx_length.
  - rewrite <- nth_map with (dB := 0) (f := lin sh) by now rewrite all_idx_length.
    rewrite map_lin. now rewrite seq_nth.
Qed.
Lemma upd_mid A (a b : list A) i w : upd (a ++ i :: b) (length a) w = a ++ w :: b.
Proof. rewrite <- (Nat.add_0_r (length a)). now rewrite upd_app_r. Qed.
Lemma nth_mid (a b : list nat) i : nth (length a) (a ++ i :: b) 0 = i.
Proof. rewrite <- (Nat.add_0_r (length a)). now rewrite nth_app_r. Qed.
Lemma lin_mid pre n post a i b : length a = length pre ->
  lin (pre ++ n :: post) (a ++ i :: b) = lin pre a * (n * prod post) + (i * prod post + lin post b).
Proof. intros H. now rewrite lin_app. Qed.
Lemma inb_mid ix pre n post : inb ix (pre ++ n :: post) ->
  exists a i b, ix = a ++ i :: b /\ inb a pre /\ i < n /\ inb b post.
Proof.
  intros H. apply Forall2_app_inv_r in H as (a & l & Ha & Hl & ->). inversion Hl; subst. exists a, x, l0. auto.
Qed.

Section Reshape.
Context {S : Scalars}.
Definition reshape sh t := mkT sh (data t).

(* the r-th chunks of two dimensions are the same row-major ranges, if as many elements lie before them, and as many in
   a part; a minimal group of dimensions with equal products starts so: tile of its first |-> tile of its first *)
Lemma reshape_chunk t pre post pre' post' N q q' r : wf t -> shape t = pre ++ q * N :: post -> 0 < N -> r < N ->
  prod pre = prod pre' -> q * prod post = q' * prod post' ->
  reshape (pre' ++ q' :: post') (chunk (length pre) t r N) =
  chunk (length pre') (reshape (pre' ++ q' * N :: post') t) r N.
Proof.
  intros W E HN Hr Hp Hq. set (x' := reshape (pre' ++ q' * N :: post') t).
  assert (D : dim (length pre) t = q * N) by (unfold dim; rewrite E; apply nth_mid).
  assert (D' : dim (length pre') x' = q' * N) by apply nth_mid.
  assert (Q : dim (length pre) t / N = q) by (rewrite D; apply Nat.div_mul; lia).
  assert (Q' : dim (length pre') x' / N = q') by (rewrite D'; apply Nat.div_mul; lia).
  assert (S0 : shape (chunk (length pre) t r N) = pre ++ q :: post) by (rewrite shape_chunk, Q, E; apply upd_mid).
  assert (S1 : shape (chunk (length pre') x' r N) = pre' ++ q' :: post').
  { rewrite shape_chunk, Q'. apply upd_mid. }
  apply tensor_eq; [| |now rewrite S1|].
  - pose proof (wf_chunk (length pre) t r N) as C. unfold wf in *. rewrite S0 in C. cbn [data shape reshape]. rewrite C.
    rewrite !prod_app. cbn [prod]. now rewrite Hp, Hq.
  - apply wf_chunk.
  - cbn [shape reshape]. intros ix' Hix'. 
    rewrite get_chunk by (rewrite Q'; change (shape x') with (pre' ++ q' * N :: post'); now rewrite upd_mid).
    rewrite Q'. pose proof (lin_lt Hix') as Hlt. rewrite prod_app in Hlt. cbn [prod] in Hlt.
    rewrite <- Hp, <- Hq in Hlt.
    destruct (@lin_surj (pre ++ q :: post) (lin (pre' ++ q' :: post') ix')) as (ix & Hix & El).
    { now rewrite prod_app. }
    transitivity (get (chunk (length pre) t r N) ix); [unfold get; rewrite S0, El; reflexivity|].
    rewrite get_chunk; rewrite Q; [|rewrite E, upd_mid; exact Hix].
    apply inb_mid in Hix as (a & i & b & -> & Ha & Hi & Hb).
    apply inb_mid in Hix' as (a' & i' & b' & -> & Ha' & Hi' & Hb').
    rewrite !lin_mid in El by (now apply inb_length in Ha; apply inb_length in Ha').
    rewrite <- (inb_length Ha), <- (inb_length Ha'), !upd_mid, !nth_mid. unfold get. rewrite E.
    cbn [shape data reshape x'].
    f_equal. rewrite !lin_mid by (now apply inb_length in Ha; apply inb_length in Ha').
    pose proof (lin_lt Hb). pose proof (lin_lt Hb').
    set (P := prod post) in *. set (P' := prod post') in *. set (l := lin post b) in *. set (l' := lin post' b') in *.
    assert (lin pre a = lin pre' a' /\ i * P + l = i' * P' + l') as [-> G].
    { rewrite Hq in El. apply Nat.div_mod_unique with (b := q' * P'); nia. }
    nia.
Qed.
Theorem reshape_tile t pre post pre' post' N q q' : wf t -> shape t = pre ++ q * N :: post -> 0 < N ->
  prod pre = prod pre' -> q * prod post = q' * prod post' ->
  concat (length pre') (map (fun r => reshape (pre' ++ q' :: post') (chunk (length pre) t r N)) (seq 0 N)) =
  reshape (pre' ++ q' * N :: post') t.
Proof.
  intros W E HN Hp Hq. rewrite <- (@concat_chunk _ (length pre') (reshape (pre' ++ q' * N :: post') t) N); auto.
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. apply reshape_chunk with (post := post) (q := q); auto.
    lia.
  - unfold wf in *. cbn [data shape reshape]. rewrite W, E, !prod_app. cbn [prod]. rewrite Hp.
    replace (q * N * prod post) with (q * prod post * N) by ring. rewrite Hq. ring.
  - cbn [shape reshape]. rewrite app_length. simpl. lia.
  - exists q'. unfold dim. cbn [shape reshape]. apply nth_mid.
Qed.
(* split [n] -> [n1, n2] and merge [n1, n2] -> [n] at the major factor *)
Corollary reshape_split_major t N q n2 : wf t -> shape t = [q * n2 * N] -> 0 < N ->
  concat 0 (map (fun r => reshape [q; n2] (chunk 0 t r N)) (seq 0 N)) = reshape [q * N; n2] t.
Proof. intros W E HN. apply (@reshape_tile t [] [] [] [n2] N (q * n2) q); auto. simpl. nia. Qed.
Corollary reshape_merge_major t N q n2 : wf t -> shape t = [q * N; n2] -> 0 < N ->
  concat 0 (map (fun r => reshape [q * n2] (chunk 0 t r N)) (seq 0 N)) = reshape [q * n2 * N] t.
Proof. intros W E HN. apply (@reshape_tile t [] [n2] [] [] N q (q * n2)); auto. simpl. lia. Qed.
(* the minor factor has none: [4] -> [2, 2], tile<0> |-> tile<1> *)
Theorem reshape_minor_no_entry (a b : T) : a <> b -> ~ exists h : tensor -> tensor, forall x, wf x -> shape x = [4] ->
  concat 1 (map (fun r => h (chunk 0 x r 2)) (seq 0 2)) = reshape [2; 2] x.
Proof.
  intros Hab [h H]. assert (H1 := H (mkT [4] [a; a; a; a]) eq_refl eq_refl).
  assert (H2 := H (mkT [4] [a; a; b; a]) eq_refl eq_refl).
  apply Hab. apply (@first_part_determined S 1 [2; 2] _ _ _ _ _ [1; 0] H1 H2); simpl; auto; try lia. repeat constructor.
Qed.
End Reshape.
