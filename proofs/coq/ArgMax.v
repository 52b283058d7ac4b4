(* ArgMax.v: section 6, variadic reductions, whose reducer is a function of tuples: maps over the dimensions that stay;
   if it is a semigroup, homomorphisms into tuples along the others; partial component by component only where the
   reducer is a product of monoids. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension Movement Variadic.
Import ListNotations.
Set Implicit Arguments.

(* ---- the reducer f works on tuples A of n scalars ---- *)
Section Tuples.
Context {S : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (A : Type) (f : A -> A -> A) (a0 : A) (n : nat).
Variables (pack : list T -> A) (unpack : A -> list T).
Hypothesis fA : forall x y w, f x (f y w) = f (f x y) w.
Hypothesis fC : forall x y, f x y = f y x.
Hypothesis pack_unpack : forall a, pack (unpack a) = a.
Hypothesis unpack_length : forall a, length (unpack a) = n.
Notation sev := (sev ofZ toZ).

Definition tuples K es xs ix := map (fun k => pack (map (sev xs (ix ++ k)) es)) (all_idx K).
(* out_j[i] = j-th component of the fold with f, in row-major order of k in K and from the initial tuple, of
   (e_1(i, k), .., e_n(i, k)); ini is that tuple, [i], or [] where there is none *)
Definition vcomp ini osh K (es : list sx) xs : list tensor :=
  map (fun j => tab osh (fun ix => nth j (unpack (fold1 f a0 (ini ++ tuples K es xs ix))) z)) (seq 0 n).
(* result lists combined as tuples, not component by component *)
Definition vjoin (rows : list (list tensor)) : list tensor :=
  map (fun j => tab (shape (hd tz (hd [] rows))) (fun ix => nth j (unpack (fold1 f a0
    (map (fun row => pack (map (fun t => get t ix) row)) rows))) z)) (seq 0 n).

Lemma tuples_local B v N q ms xs es I r : Forall (fits B v N q ms xs) es -> r < N -> inb I (upd B v q) ->
  map (sev (locals N r ms xs) I) es = map (sev xs (shift v q r I)) es.
Proof.
  intros G Hr HI. apply map_ext_in. intros e He. rewrite Forall_forall in G.
  apply (@sev_fits S ofZ toZ B v N q ms xs e); auto.
Qed.
(* tile<d>.. |-> the parts' tuples, combined by f, are the whole's: the reduction is a homomorphism into A, where there
   is no initial tuple, or it is idempotent *)
Theorem vcomp_joint ini osh K es ms xs w N q : Forall (fits (osh ++ K) (length osh + w) N q ms xs) es -> w < length K ->
  0 < N -> nth w K 0 = q * N -> (ini = [] /\ 0 < prod K) \/ (exists i, ini = [i] /\ f i i = i) ->
  vjoin (map (fun r => vcomp ini osh (upd K w q) es (locals N r ms xs)) (seq 0 N)) = vcomp ini osh K es xs.
Proof.
  intros G Hw HN Hq HK. unfold vjoin. unfold vcomp at 3. apply map_ext_in. intros j Hj. apply in_seq in Hj.
  assert (E : shape (hd tz (hd [] (map (fun r => vcomp ini osh (upd K w q) es (locals N r ms xs)) (seq 0 N)))) = osh).
  { destruct N; [lia|]. cbn [seq map hd]. unfold vcomp. destruct n; [lia|reflexivity]. }
  rewrite E. apply tab_ext. intros ix Hix. pose proof (inb_length Hix) as Hl. do 2 f_equal. rewrite map_map.
  transitivity (fold1 f a0 (map (fun r => fold1 f a0 (ini ++ tuples (upd K w q) es (locals N r ms xs) ix)) (seq 0 N))).
  { f_equal. apply map_ext. intros r. rewrite <- (pack_unpack (fold1 f a0 _)). f_equal. unfold vcomp. rewrite map_map.
    rewrite <- (map_nth_seq (unpack (fold1 f a0 (ini ++ tuples (upd K w q) es (locals N r ms xs) ix))) z).
    rewrite unpack_length.
    apply map_ext. intros i. now rewrite get_tab. }
  rewrite (@fold1_parts A f a0 fA fC nat ini (fun r => tuples (upd K w q) es (locals N r ms xs) ix));
    [|destruct N; [lia|discriminate]|].
  - apply fold1_perm; auto. apply Permutation_app_head. symmetry. etransitivity.
    { apply Permutation_map, split_box with (w := w) (N := N) (m := q); auto; lia. }
    rewrite map_flat_map. erewrite flat_map_ext_in; [reflexivity|]. intros r Hr. apply in_seq in Hr. unfold tuples.
    rewrite map_map. apply map_ext_in. intros k Hk. apply in_all_idx in Hk. f_equal.
    rewrite (tuples_local G); auto; try lia.
    + unfold shift. rewrite <- Hl. now rewrite upd_app_r, nth_app_r.
    + rewrite upd_app_r. now apply inb_app.
  - destruct HK as [[-> HK]|HK]; [left; split; auto|now right].
    assert (HKq : prod K = N * prod (upd K w q)) by (apply prod_upd; auto; lia).
    intros r _ X. apply map_eq_nil in X. pose proof (all_idx_length (upd K w q)) as Y. rewrite X in Y. simpl in Y. lia.
Qed.
(* it is a map over the dimensions that stay: (tile..) |-> tile<v> for every result, whatever f is *)
Theorem vcomp_tile_entry ini osh K es ms xs v N q j : Forall (fits (osh ++ K) v N q ms xs) es -> v < length osh ->
  0 < N -> nth v osh 0 = q * N -> j < n ->
  concat v (map (fun r => nth j (vcomp ini (upd osh v q) K es (locals N r ms xs)) tz) (seq 0 N)) =
  nth j (vcomp ini osh K es xs) tz.
Proof.
  intros G Hv HN Hq Hj. unfold vcomp at 2. rewrite nth_map_seq by auto. set (G' := fun ix => nth j _ z).
  rewrite <- (@concat_chunk _ v (tab osh G') N); auto; [|apply wf_tab|exists q; auto].
  f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. unfold vcomp. rewrite nth_map_seq by auto.
  rewrite chunk_tab with (q := q) by (auto; lia). apply tab_ext. intros ix Hix. unfold G'. do 4 f_equal.
  apply map_ext_in. intros k Hk. apply in_all_idx in Hk. f_equal.
  assert (Hlen : v < length ix) by (rewrite (inb_length Hix), upd_length; auto).
  rewrite (tuples_local G); auto; try lia.
  - unfold shift. rewrite upd_app_l, app_nth1; auto.
  - rewrite upd_app_l by auto. now apply inb_app.
Qed.
End Tuples.

(* a reducer that is a monoid in each component: each result is a reduction of its own, with its own entries *)
Section Product.
Context {S : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m1 m2 : mono).
Definition both (p p' : T * T) := (mop m1 (fst p) (fst p'), mop m2 (snd p) (snd p')).
Definition pack2 (l : list T) : T * T := (nth 0 l z, nth 1 l z).
Definition unpack2 (p : T * T) := [fst p; snd p].
Lemma fold_left_both B (g h : B -> T) l a b : fold_left both (map (fun k => (g k, h k)) l) (a, b) =
  (fold_left (mop m1) (map g l) a, fold_left (mop m2) (map h l) b).
Proof. revert a b. induction l; simpl; auto. intros. apply IHl. Qed.
Lemma fold1_both B (g h : B -> T) l :
  fold1 both (z, z) (map (fun k => (g k, h k)) l) = (fold1 (mop m1) z (map g l), fold1 (mop m2) z (map h l)).
Proof. destruct l as [|k l]; auto. apply fold_left_both. Qed.
Theorem vcomp_product osh K e1 e2 xs : vcomp ofZ toZ both (z, z) 2 pack2 unpack2 [] osh K [e1; e2] xs =
  [gcomp ofZ toZ m1 osh K e1 xs; gcomp ofZ toZ m2 osh K e2 xs].
Proof.
  unfold vcomp. cbn [seq map app]. f_equal; [|f_equal]; apply tab_ext; intros ix _; unfold tuples, pack2;
    cbn [map nth]; now rewrite fold1_both.
Qed.
Theorem vcomp_product_init osh K e1 e2 xs i1 i2 :
  vcomp ofZ toZ both (z, z) 2 pack2 unpack2 [(get i1 [], get i2 [])] osh K [e1; e2] xs =
  [icomp ofZ toZ m1 osh K e1 xs i1; icomp ofZ toZ m2 osh K e2 xs i2].
Proof.
  unfold vcomp. cbn [seq map app]. unfold icomp. f_equal; [|f_equal]; apply tab_ext; intros ix _; unfold tuples, pack2;
    cbn [map nth fold1]; now rewrite fold_left_both.
Qed.
End Product.

(* arg-max: pairs (value, index), the larger value, of equal values the smaller index *)
Definition amax (p p' : Z * Z) : Z * Z := if (fst p <? fst p')%Z then p' else if (fst p' <? fst p)%Z then p
  else (fst p, Z.min (snd p) (snd p')).
Lemma amax_assoc x y w : amax x (amax y w) = amax (amax x y) w.
Proof.
  destruct x as [a i], y as [b j], w as [c k]. unfold amax; cbn [fst snd].
  destruct (Z.ltb_spec a b), (Z.ltb_spec b a), (Z.ltb_spec b c), (Z.ltb_spec c b), (Z.ltb_spec a c), (Z.ltb_spec c a);
    try (exfalso; lia); cbn [fst snd];
    repeat (match goal with |- context [(?u <? ?v)%Z] => destruct (Z.ltb_spec u v) end; try (exfalso; lia);
      cbn [fst snd]);
    first [reflexivity | f_equal; lia].
Qed.
Lemma amax_comm x y : amax x y = amax y x.
Proof.
  destruct x as [a i], y as [b j]. unfold amax; simpl.
  destruct (Z.ltb_spec a b), (Z.ltb_spec b a); auto; try lia. f_equal; lia.
Qed.
(* over the only dimension of two vectors, from the pair (-1000, 0): the results (largest value, its index) *)
Definition argmax (x i : vtens) : list vtens := @vcomp ZV (fun i => i) (fun i => i) (Z * Z) amax (0, 0)%Z 2
  (@pack2 ZV) (@unpack2 ZV) [(-1000, 0)%Z] [] [dim 0 x] [Read 0 [var 0] [] []; Read 1 [var 0] [] []] [x; i].
Definition arg (x i : vtens) : Z := get (nth 1 (argmax x i) tz) [].
(* (tile<0>, tile<0>) |-> the pairs combined by the reducer itself: holds *)
Theorem argmax_joint x i N q : length (shape x) = 1 -> dim 0 i = dim 0 x -> 0 < N -> dim 0 x = q * N ->
  @vjoin ZV (Z * Z) amax (0, 0)%Z 2 (@pack2 ZV) (@unpack2 ZV)
    (map (fun r => argmax (chunk 0 x r N) (chunk 0 i r N)) (seq 0 N)) = argmax x i.
Proof.
  intros R E HN Hq. unfold argmax at 2.
  rewrite <- (@vcomp_joint ZV (fun i => i) (fun i => i) (Z * Z) amax (0, 0)%Z 2 (@pack2 ZV) (@unpack2 ZV) amax_assoc
    amax_comm) with (ms := [Some 0; Some 0]) (w := 0) (N := N) (q := q); auto.
  - f_equal. apply map_ext. intros r. unfold argmax. cbn [locals loc hd tl]. f_equal. unfold dim at 1.
    rewrite (@chunk_dim ZV 0 x r N q) by auto. destruct (shape x); [discriminate|reflexivity].
  - now intros [].
  - assert (F : forall k, k < 2 -> fits [dim 0 x] 0 N q [Some 0; Some 0] [x; i] (Read k [var 0] [] [] : @sx ZV)).
    { intros k Hk. split; [exact Logic.I|]. apply fits_read_tile with (d := 0) (m := q); simpl; auto.
      - destruct k as [|[|?]]; auto; lia.
      - destruct k as [|[|?]]; try lia; congruence.
      - apply moves_isvar; simpl; auto.
      - intros; lia. }
    apply Forall_cons; [|apply Forall_cons; [|constructor]]; apply F; lia.
  - right. exists (-1000, 0)%Z. auto.
Qed.
(* but not component by component: the parts' indices do not say which is right, whatever g combines them *)
Theorem argmax_no_componentwise (g : Z -> Z -> Z) : ~ forall x i, wf x -> shape x = [2] -> wf i -> shape i = [2] ->
  g (arg (chunk 0 x 0 2) (chunk 0 i 0 2)) (arg (chunk 0 x 1 2) (chunk 0 i 1 2)) = arg x i.
Proof.
  intros H. assert (H1 := H (vvec [5; 3]%Z) (vvec [0; 1]%Z) eq_refl eq_refl eq_refl eq_refl).
  assert (H2 := H (vvec [3; 5]%Z) (vvec [0; 1]%Z) eq_refl eq_refl eq_refl eq_refl).
  change (g 0%Z 1%Z = 0%Z) in H1. change (g 0%Z 1%Z = 1%Z) in H2. congruence.
Qed.
(* and partial<max> of the index holds for no local program at all *)
Theorem argmax_no_partial_max : ~ exists h : vtens -> vtens -> Z,
  forall x i, wf x -> shape x = [2] -> wf i -> shape i = [2] ->
  Z.max (h (chunk 0 x 0 2) (chunk 0 i 0 2)) (h (chunk 0 x 1 2) (chunk 0 i 1 2)) = arg x i.
Proof.
  intros [h H]. assert (H1 := H (vvec [5; 3]%Z) (vvec [0; 1]%Z) eq_refl eq_refl eq_refl eq_refl).
  assert (H2 := H (vvec [5; 7]%Z) (vvec [0; 1]%Z) eq_refl eq_refl eq_refl eq_refl).
  assert (H3 := H (vvec [9; 7]%Z) (vvec [0; 1]%Z) eq_refl eq_refl eq_refl eq_refl).
  change (Z.max (h (vvec [5%Z]) (vvec [0%Z])) (h (vvec [3%Z]) (vvec [1%Z])) = 0%Z) in H1.
  change (Z.max (h (vvec [5%Z]) (vvec [0%Z])) (h (vvec [7%Z]) (vvec [1%Z])) = 1%Z) in H2.
  change (Z.max (h (vvec [9%Z]) (vvec [0%Z])) (h (vvec [7%Z]) (vvec [1%Z])) = 0%Z) in H3. lia.
Qed.
