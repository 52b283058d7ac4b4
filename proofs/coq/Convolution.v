(* Convolution.v: section 6, windows. Guards select zero outside the padded base; batch and feature dimensions tile,
   the contraction of the input feature is partial<add>. A spatial dimension under windows of 3 with a border of 1 has
   no entry; one whose windows each stay within a part has (`patches_entries` of RegistryValid_Examples.v). *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension NoEntry Movement Partials.
Import ListNotations.
Set Implicit Arguments.

(* a product that distributes over add is a homomorphism in its first operand *)
Lemma hom_mul2 {S : Scalars} {L : Laws S} (add : mono) (g : T -> T -> T) N : 0 < N ->
  (forall x y w, g (mop add x y) w = mop add (g x w) (g y w)) -> hom (mul2 g) add [true; false] N.
Proof.
  intros HN H rows E. destruct rows as [|[b a] [|[b' c] [|? ?]]]; try discriminate. inversion E; subst.
  unfold pick; cbn [map fst snd mul2]. rewrite (@fold_mul_r S L add g H) by (destruct N; [lia|discriminate]).
  now rewrite map_map.
Qed.

Section Convolution.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (add : mono) (mul : list T -> T) (zero : T).
(* R spatial dimensions with strides, dilations, low paddings. x is [b, c, spatial..], w is [f, c, window..], the result
   [b, f, spatial..]; loop variables: 0 b, 1 f, 2.. spatial; 2 + R c, 3 + R.. window *)
Variables (R : nat) (st dil lo : list Z).
Definition win j := aff [(2 + j, nth j st 1%Z); (3 + R + j, nth j dil 1%Z)] (- nth j lo 0)%Z.
Definition conv_base : sx := App mul [Read 0 (var 0 :: var (2 + R) :: map win (seq 0 R)) [] [];
  Read 1 (var 1 :: var (2 + R) :: map (fun j => var (3 + R + j)) (seq 0 R)) [] []].
Definition conv_body (sh : list nat) : sx := fold_right (fun j e =>
  Guard (win j) 0 (Guard (win j) (Z.of_nat (nth (2 + j) sh 0)) (Lit zero) e) (Lit zero)) conv_base (seq 0 R).
(* osp: the result's spatial extents *)
Definition conv osp x w := gcomp ofZ toZ add (dim 0 x :: dim 0 w :: osp) (dim 1 w :: skipn 2 (shape w))
  (conv_body (shape x)) [x; w].

Lemma conv_read B v N q ms xs k a c (f : nat -> iexp) : a <> c -> k < length xs -> v < length B ->
  nth k ms None = (if v =? a then Some 0 else if v =? c then Some 1 else None) ->
  (forall j, j < R -> free v (f j) = true) ->
  match nth k ms None with Some d => dim d (nth k xs tz) = q * N | _ => True end ->
  fits_read B v N q ms xs k (var a :: var c :: map f (seq 0 R)) [].
Proof.
  intros Hac Hk Hv Hm Hf Hd.
  assert (F : forall d, free v (nth d (map f (seq 0 R)) (cst 0)) = true).
  { intros d. destruct (Nat.lt_ge_cases d R); [rewrite nth_map_seq by auto; auto|].
    now rewrite nth_overflow by now rewrite map_length, seq_length. }
  destruct (Nat.eqb_spec v a) as [->|Na]; [|destruct (Nat.eqb_spec v c) as [->|Nc]]; rewrite Hm in Hd.
  - apply fits_read_tile with (d := 0) (m := q); simpl; auto; try lia;
      [now apply moves_isvar; [|cbn; rewrite Nat.eqb_refl]|].
    intros [|[|d]] _ Ne; [lia|apply free_var; congruence|apply F].
  - apply fits_read_tile with (d := 1) (m := q); simpl; auto; try lia;
      [now apply moves_isvar; [|cbn; rewrite Nat.eqb_refl]|].
    intros [|[|d]] _ Ne; [apply free_var; congruence|lia|apply F].
  - apply fits_read_any; auto. intros [|[|d]] _; [apply free_var; congruence|apply free_var; congruence|apply F].
Qed.
Lemma conv_fits B v N q ms (xs : list tensor) sh : (forall j, j < R -> v <> 2 + j /\ v <> 3 + R + j) ->
  fits B v N q ms xs conv_base -> fits B v N q ms xs (conv_body sh).
Proof.
  intros Hv F. unfold conv_body.
  assert (X : forall j, In j (seq 0 R) -> j < R) by (intros j Hj; apply in_seq in Hj; lia).
  induction (seq 0 R) as [|j js IH]; auto. cbn [fold_right].
  assert (G : free v (win j) = true).
  { destruct (Hv j) as [H1 H2]; [apply X; now left|]. unfold win, free. cbn [terms aff forallb fst].
    rewrite (proj2 (Nat.eqb_neq _ _) (not_eq_sym H1)), (proj2 (Nat.eqb_neq _ _) (not_eq_sym H2)). reflexivity. }
  cbn [fits]. repeat split; auto; try now apply gstill_free. apply IH. intros; apply X; now right.
Qed.
Lemma win_free v j : v <> 2 + j -> v <> 3 + R + j -> free v (win j) = true.
Proof.
  intros H1 H2. unfold win, free. cbn [terms aff forallb fst].
  now rewrite (proj2 (Nat.eqb_neq _ _) (not_eq_sym H1)), (proj2 (Nat.eqb_neq _ _) (not_eq_sym H2)).
Qed.
Lemma conv_body_upd sh d n : d < 2 -> conv_body (upd sh d n) = conv_body sh.
Proof.
  intros Hd. unfold conv_body. induction (seq 0 R) as [|j js IH]; auto. cbn [fold_right].
  rewrite IH, nth_upd_other by lia. reflexivity.
Qed.

(* (tile<0>, any) |-> tile<0>: batch *)
Theorem conv_batch osp x w N q : length osp = R -> 0 < length (shape x) -> 0 < N -> dim 0 x = q * N ->
  concat 0 (map (fun r => conv osp (chunk 0 x r N) w) (seq 0 N)) = conv osp x w.
Proof.
  intros Ho Hx HN Hq. unfold conv at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ add (dim 0 x :: dim 0 w :: osp) _ _ [Some 0; None] [x; w] 0 N q);
    auto; [| |simpl; lia].
  - f_equal. apply map_ext. intros r. unfold conv. assert (X := @chunk_dim S 0 x r N q Hq HN).
    replace (dim 0 (chunk 0 x r N)) with q by (unfold dim; now rewrite X, nth_upd_same).
    rewrite X, conv_body_upd by lia. reflexivity.
  - apply conv_fits; [intros; lia|]. split; [|split; [|exact Logic.I]]; (split; [exact Logic.I|]).
    + apply conv_read; auto; try (simpl; lia); intros; apply win_free; lia.
    + apply conv_read; auto; try (simpl; lia); intros; apply free_var; lia.
Qed.
(* (any, tile<0>) |-> tile<1>: output feature *)
Theorem conv_feature osp x w N q : length osp = R -> 0 < length (shape w) -> 0 < N -> dim 0 w = q * N ->
  concat 1 (map (fun r => conv osp x (chunk 0 w r N)) (seq 0 N)) = conv osp x w.
Proof.
  intros Ho Hw HN Hq. unfold conv at 2.
  rewrite <- (@gcomp_tile_entry S ofZ toZ add (dim 0 x :: dim 0 w :: osp) _ _ [None; Some 0] [x; w] 1 N q);
    auto; [| |simpl; lia].
  - f_equal. apply map_ext. intros r. unfold conv. assert (X := @chunk_dim S 0 w r N q Hq HN).
    replace (dim 0 (chunk 0 w r N)) with q by (unfold dim; now rewrite X, nth_upd_same).
    rewrite dim_chunk_other by lia. rewrite X. f_equal. destruct (shape w); reflexivity.
  - apply conv_fits; [intros; lia|]. split; [|split; [|exact Logic.I]]; (split; [exact Logic.I|]).
    + apply conv_read; auto; try (simpl; lia); intros; apply win_free; lia.
    + apply conv_read; auto; try (simpl; lia); intros; apply free_var; lia.
Qed.
(* (tile<1>, tile<1>) |-> partial<add>: input feature *)
Theorem conv_contract osp x w N q : length osp = R -> 1 < length (shape w) -> 1 < length (shape x) -> 0 < N -> 0 < q ->
  dim 1 x = q * N -> dim 1 w = q * N -> 0 < prod (skipn 2 (shape w)) ->
  reduce add (map (fun r => conv osp (chunk 1 x r N) (chunk 1 w r N)) (seq 0 N)) = conv osp x w.
Proof.
  intros Ho Hw Hx HN Hq0 Hq Hqw Hk. unfold conv at 2.
  rewrite <- (@gcomp_contract_entry S ofZ toZ L add (dim 0 x :: dim 0 w :: osp) (dim 1 w :: skipn 2 (shape w)) _
    [Some 1; Some 1] [x; w] 0 N q); auto; [| |simpl; lia|cbn [prod]; rewrite Hqw; apply Nat.mul_pos_pos; [nia|auto]].
  - f_equal. apply map_ext. intros r. unfold conv. assert (X := @chunk_dim S 1 x r N q Hq HN).
    assert (Xw := @chunk_dim S 1 w r N q Hqw HN). rewrite !dim_chunk_other by lia.
    replace (dim 1 (chunk 1 w r N)) with q by (unfold dim; now rewrite Xw, nth_upd_same).
    rewrite X, Xw, conv_body_upd by lia. f_equal. simpl. f_equal.
    destruct (shape w) as [|? [|? ?]]; reflexivity.
  - cbn [length]. rewrite Ho. apply conv_fits; [intros; lia|].
    split; [|split; [|exact Logic.I]]; (split; [exact Logic.I|]).
    + apply conv_read; auto; try lia; try (simpl; lia).
      * simpl app. cbn [length]. rewrite app_length. simpl. lia.
      * replace (Datatypes.S (Datatypes.S R) + 0) with (2 + R) by lia. cbn. now rewrite Nat.eqb_refl.
      * intros. apply win_free; lia.
    + apply conv_read; auto; try lia; try (simpl; lia).
      * simpl app. cbn [length]. rewrite app_length. simpl. lia.
      * replace (Datatypes.S (Datatypes.S R) + 0) with (2 + R) by lia. cbn. destruct R; cbn; now rewrite ?Nat.eqb_refl.
      * intros. apply free_var; lia.
Qed.
(* (partial<add>, any) |-> partial<add>, where mul distributes over add and zero + zero = zero *)
Theorem conv_partial osp w N px sh : 0 < N -> (forall r, r < N -> wf (px r) /\ shape (px r) = sh) ->
  length sh = 2 + R -> length osp = R -> dim 1 w = nth 1 sh 0 -> 0 < prod (dim 1 w :: skipn 2 (shape w)) ->
  hom mul add [true; false] N ->
  mop add zero zero = zero ->
  reduce add (map (fun r => conv osp (px r) w) (seq 0 N)) = conv osp (reduce add (map px (seq 0 N))) w.
Proof.
  intros HN Hpx Hsh Ho Hw HK Hm Hz. unfold conv. set (xw := reduce add (map px (seq 0 N))).
  assert (Sw : shape xw = sh) by apply (@shape_whole S add N px sh HN Hpx).
  rewrite <- (@gcomp_partial_entry S L ofZ toZ add [true] N (fun r => [px r; w]) [xw; w] HN
    (@parts_one S add N px sh HN Hpx [w])); [|exact HK|].
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. destruct (Hpx r) as [_ E]; [lia|].
    replace (dim 0 (px r)) with (dim 0 xw) by (unfold dim; now rewrite E, Sw). now rewrite E, Sw.
  - intros I HI. set (B := _ ++ _) in HI. rewrite Sw.
    assert (HB : forall d, d < length B -> nth d I 0 < nth d B 0) by (intros; now apply inb_nth).
    assert (I0 : nth 0 I 0 < nth 0 sh 0).
    { specialize (HB 0 ltac:(simpl; lia)). cbn [nth B app] in HB. unfold dim in HB. now rewrite Sw in HB. }
    assert (Ic : nth (2 + R) I 0 < nth 1 sh 0).
    { rewrite <- Hw. specialize (HB (2 + R)). assert (E : nth (2 + R) B 0 = dim 1 w).
      { unfold B. rewrite app_nth2 by (simpl; lia). simpl length. rewrite Ho.
        replace (2 + R - _) with 0 by lia. reflexivity. }
      rewrite E in HB. apply HB. unfold B. rewrite app_length. simpl. lia. }
    assert (W : forall ds, (forall j, j < R -> In j ds \/ (0 <= ieval (win j) I < Z.of_nat (nth (2 + j) sh 0%nat))%Z) ->
      linear ofZ toZ add [true] N [xw; w] I (fold_right (fun j e => Guard (win j) 0 (Guard (win j)
        (Z.of_nat (nth (2 + j) sh 0)) (Lit zero) e) (Lit zero)) conv_base ds)).
    { induction ds as [|j ds IH]; intros Hj; cbn [fold_right].
      - unfold conv_base. apply LApp with (cs := [true; false]); auto. constructor; [left; split; auto|].
        2:{ constructor; [right; split; auto|constructor]. }
        apply LRead; auto. cbn [nth map]. rewrite Sw. apply inside_nth.
        { rewrite posn_length. cbn [length]. rewrite map_length, seq_length. lia. }
        intros d Hd. rewrite nth_posn by (cbn [length]; rewrite map_length, seq_length; lia).
        replace (nth d [] 0%Z) with 0%Z by now destruct d. rewrite clamp_0.
        destruct d as [|[|j]]; cbn [nth]; [rewrite ieval_var; lia|rewrite ieval_var; lia|].
        rewrite nth_map_seq by lia. destruct (Hj j) as [[]|?]; [lia|].
        change (2 + j) with (Datatypes.S (Datatypes.S j)) in *. lia.
      - apply LGuard. destruct (Z.leb_spec 0 (ieval (win j) I)); [|now apply LIdem].
        apply LGuard. destruct (Z.leb_spec (Z.of_nat (nth (2 + j) sh 0)) (ieval (win j) I)); [now apply LIdem|].
        apply IH. intros i Hi. destruct (Hj i Hi) as [[->|?]|?]; auto. }
    apply W. intros j Hj. left. apply in_seq. lia.
Qed.
End Convolution.

(* a spatial dimension: windows of 3 over 4 with a border of 1. A part's last element reads the next part's first, so
   that no local program does. Windows that stay within a part do have an entry
   (`patches_entries` of RegistryValid_Examples.v) *)
Definition ZC : Scalars := {| T := Z; z := 0%Z; mono := unit; mop := fun _ => Z.add |}.
Definition zconv (x w : @tensor ZC) : @tensor ZC := @conv ZC (fun i => i) (fun i => i) tt
  (mul2 (S := ZC) Z.mul) 0%Z 1 [1%Z] [1%Z] [1%Z] [4] x w.
Example zconv_value : zconv (mkT (S := ZC) [1; 1; 4] [1; 2; 3; 4]%Z) (mkT (S := ZC) [1; 1; 3] [1; 10; 100]%Z)
  = mkT (S := ZC) [1; 1; 4] [210; 321; 432; 43]%Z.
Proof. vm_compute. reflexivity. Qed.
(* no op at local shapes makes tile<2> of the base, any of the window, tile<2> of the result: windows of 3, border 1 *)
Theorem conv_spatial_no_entry : ~ exists h : @tensor ZC -> @tensor ZC -> @tensor ZC,
  forall x w, wf x -> shape x = [1; 1; 4] -> wf w -> shape w = [1; 1; 3] ->
  concat 2 (map (fun r => h (chunk 2 x r 2) w) (seq 0 2)) = zconv x w.
Proof.
  intros [h H]. pose (w := mkT (S := ZC) [1; 1; 3] [1; 1; 1]%Z).
  assert (H1 := H (mkT (S := ZC) [1; 1; 4] [0; 0; 0; 0]%Z) w eq_refl eq_refl eq_refl eq_refl).
  assert (H2 := H (mkT (S := ZC) [1; 1; 4] [0; 0; 1; 0]%Z) w eq_refl eq_refl eq_refl eq_refl).
  pose proof (@first_part_determined ZC 2 [1; 1; 4] _ _ _ _ _ [0; 0; 1] H1 H2 eq_refl ltac:(simpl; lia)
    ltac:(repeat constructor) ltac:(simpl; lia)) as E. vm_compute in E. discriminate.
Qed.
(* the premises of conv_partial hold of it *)
Example zconv_partial w N px : 0 < N -> (forall r, r < N -> wf (px r) /\ shape (px r) = [1; 1; 4]) ->
  shape w = [1; 1; 3] ->
  @reduce ZC tt (map (fun r => zconv (px r) w) (seq 0 N)) = zconv (@reduce ZC tt (map px (seq 0 N))) w.
Proof.
  intros HN Hpx Hw. assert (L : Laws ZC) by (split; intros; simpl; lia).
  apply (@conv_partial ZC L) with (sh := [1; 1; 4]); auto; unfold dim; rewrite ?Hw; simpl; auto.
  apply hom_mul2; auto. intros. apply Z.mul_add_distr_r.
Qed.
