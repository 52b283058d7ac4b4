(* ValidMovement.v: section 6, the entries of slice, pad and concatenate as propagation and D-Op need them at once, and
   with ValidOps.v Theorem 3 for the whole registry of those ops. *)
From Coq Require Import List Arith Lia Bool ZArith.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Entries
  Comprehension Movement Partials OpEntry Check Soundness ActionValues Cells CellEntries Validity ValidOps.
Import ListNotations.
Set Implicit Arguments.

Section Ops.
Context {Sc : Scalars} {L : Laws Sc}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono).
Notation ty := (ty unit).
Notation val := (@val Sc unit).
Notation tile d := (Tile mono d).
Notation any := (Any mono).
Notation usable := (usable ofZ toZ m0).
Notation vval := (vval ofZ toZ m0).
Notation ins_ok N := (Forall2 (in_ok vdef N)).
Notation at_ r Vs := (map (fun V : nat -> tensor => V r) Vs).

Section Movement.
Variable N : nat.
Hypothesis HN : 0 < N.
(* each part is cut alike; of a dimension taken whole, start is 0 and stride 1 *)
Lemma slice_usable st sr sz n v ts' : vty (VSlice st sr sz) [tp n] ts' -> v < length sz -> nth v st 0 < nth v sr 1 ->
  nth v n 0 = nth v sr 1 * nth v sz 0 -> into N (nth v sz 0) ->
  usable N (VSlice st sr sz) ([tile v], [tile v]) [tp n] ts'.
Proof.
  intros Ho Hv Hs Hn Hi. inversion Ho as [| | | |? ? ? ? Hl Hb| |]; subst. pose proof Hi as (q & Hq & Hq0).
  assert (E : vloc (VSlice st sr sz) N ([tile v], [tile v]) = VSlice st sr (upd sz v q)).
  { cbn [vloc snd]. now rewrite Hq, Nat.div_mul by lia. }
  assert (Hn' : nth v n 0 = nth v sr 1 * q * N) by (rewrite Hn, Hq; lia).
  apply usable_tile with (q := q); auto.
  - repeat apply Forall2_cons; auto. apply into_ok; [|lia]. exists (nth v sr 1 * q). split; auto. nia.
  - rewrite E. cbn [ltys]. rewrite (lty_tile n v (nth v sr 1 * q) HN) by auto.
    apply TSlice; [now rewrite !upd_length|]. rewrite upd_length. intros d i Hd.
    destruct (Nat.eq_dec d v) as [->|Ne].
    + rewrite !nth_upd_same by lia. nia.
    + rewrite !nth_upd_other by auto. now apply Hb.
  - intros xs Vs HX HF. apply inv1 in HX as (x & -> & [Wx Ex]). apply fams1 in HF as (V & -> & HV). rewrite E.
    cbn [fst tp] in Ex. by_equation (@slice_tile_blocks Sc ofZ toZ m0 st sr sz x v N q). unfold dim. congruence.
Qed.
Lemma slice_partial_usable st sr sz n m ts' : vty (VSlice st sr sz) [tp n] ts' ->
  usable N (VSlice st sr sz) ([Red m], [Red m]) [tp n] ts'.
Proof.
  intros Ho. inversion Ho as [| | | |? ? ? ? Hl Hb| |]; subst. apply usable_red; auto; [repeat constructor|].
  intros xs Vs HX HF. apply inv1 in HX as (x & -> & [Wx Ex]). apply fams1 in HF as (V & -> & [<- HV]).
  cbn [fst tp] in Ex. apply (@slice_partial Sc L ofZ toZ m N V n HN); auto. intros r Hr. rewrite <- Ex. auto.
Qed.

Lemma pad_usable lo hi inn n v : v < length n -> into N (nth v n 0) -> (0 <= nth v lo 0)%Z -> (0 <= nth v hi 0)%Z ->
  (nth v lo 0 + nth v hi 0 = nth v inn 0)%Z -> usable N (VPad lo hi inn) ([tile v; any], [tile v]) [tp n; tp []]
    [tp (map (pad_ext lo hi inn n) (seq 0 (length n)))].
Proof.
  intros Hv Hi Hlo Hhi Hinn. pose proof Hi as (q & Hq & Hq0). set (c := Z.to_nat (nth v inn 0%Z + 1)).
  assert (E : forall sh k, nth v sh 0 = k -> 0 < k -> pad_ext lo hi inn sh v = k * c).
  { intros sh k Hk H0. unfold pad_ext, c. rewrite Hk. nia. }
  assert (Hl : v < length (map (pad_ext lo hi inn n) (seq 0 (length n)))) by now rewrite map_length, seq_length.
  apply usable_tile with (q := q * c); auto using TPad.
  - repeat apply Forall2_cons; auto; [|exact I]. apply into_ok; auto.
  - rewrite nth_map_seq by auto. rewrite (E n (q * N)) by (auto; nia). lia.
  - cbn [ltys]. rewrite (lty_tile n v q HN Hq). erewrite <- map_seq_upd.
    + pose proof (TPad lo hi inn (upd n v q)) as X. rewrite upd_length in X. exact X.
    + apply E; auto. now apply nth_upd_same.
    + intros d _ Ne. unfold pad_ext. now rewrite nth_upd_other by auto.
  - intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
    cbn [fst tp] in Ex. by_equation (@pad_tile Sc ofZ toZ m0 lo hi inn x y v N q); unfold dim; now rewrite Ex.
Qed.
(* both operands partial, whatever the filler is; or the operand alone, where every filler is idempotent *)
Lemma pad_partial_usable lo hi inn n m s : s = Red m \/ (s = any /\ forall x, mop m x x = x) ->
  usable N (VPad lo hi inn) ([Red m; s], [Red m]) [tp n; tp []] [tp (map (pad_ext lo hi inn n) (seq 0 (length n)))].
Proof.
  intros Hs. assert (Hl : ltys N [Red m; s] [tp n; tp []] = [tp n; tp []]) by now destruct Hs as [-> | [-> _]].
  apply usable_red; auto using TPad.
  - destruct Hs as [-> | [-> _]]; repeat constructor.
  - rewrite Hl. apply TPad.
  - intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
    cbn [fst tp] in Ex, Ey. destruct HV as [<- HV].
    assert (HV' : forall r, r < N -> wf (V r) /\ shape (V r) = n) by (intros r Hr; rewrite <- Ex; auto).
    destruct Hs as [-> | [-> Hid]].
    + destruct HW as [<- HW]. apply (@pad_partial_both Sc L ofZ toZ m N V n HN HV' lo hi inn W).
      intros r Hr. destruct (HW r Hr) as [A ->]. auto.
    + etransitivity; [|apply (@pad_partial Sc L ofZ toZ m N V n HN HV'); auto]. f_equal. apply map_ext_in.
      intros r Hr. apply in_seq in Hr. simpl. rewrite HW by lia. reflexivity.
Qed.

Lemma cat_inv c n exts ts' : vty (VCat c) (map (fun k => tp (upd n c k)) exts) ts' ->
  exts <> [] /\ c < length n /\ ts' = [tp (upd n c (list_sum exts))].
Proof.
  intros H. inversion H as [| | | | | |? n0 exts0 He Hc]; subst.
  match goal with A : map _ exts0 = map _ exts |- _ => rename A into E end.
  destruct exts0 as [|k0 l0]; [easy|]. destruct exts as [|k l]; [discriminate|]. pose proof E as E1.
  injection E1 as E1 _.
  assert (Ln : length n0 = length n) by (apply (f_equal (@length _)) in E1; now rewrite !upd_length in E1).
  assert (X : k0 :: l0 = k :: l).
  { apply (f_equal (map (fun t : ty => nth c (fst t) 0))) in E. rewrite !map_map in E. cbn [fst tp] in E.
    rewrite (map_ext _ (fun k => k)) in E by (intros; now apply nth_upd_same).
    rewrite (map_ext (fun x => nth c (upd n c x) 0) (fun k => k)) in E by (intros; apply nth_upd_same; lia).
    now rewrite !map_id in E. }
  rewrite X in *. split; [easy|]. split; [lia|]. do 2 f_equal.
  rewrite <- (upd_upd n0 c k0), E1. apply upd_upd.
Qed.
Lemma cat_ins s c n exts : (forall k, in_ok vdef N s (tp (upd n c k))) ->
  ins_ok N (map (fun _ => s) exts) (map (fun k => tp (upd n c k)) exts).
Proof. intros H. induction exts; simpl; constructor; auto. Qed.
Lemma no_red v (l : list nat) : existsb is_red (map (fun _ => tile v) l) = false.
Proof. induction l; auto. Qed.
Lemma cat_usable c n exts v ts' : vty (VCat c) (map (fun k => tp (upd n c k)) exts) ts' -> v <> c -> v < length n ->
  into N (nth v n 0) ->
  usable N (VCat c) (map (fun _ => tile v) exts, [tile v]) (map (fun k => tp (upd n c k)) exts) ts'.
Proof.
  intros Ho Hvc Hv Hi. destruct (@cat_inv _ _ _ _ Ho) as (He & Hc & ->). pose proof Hi as (q & Hq & Hq0).
  apply usable_tile with (q := q); auto.
  - apply cat_ins. intros k. apply into_ok; [now rewrite nth_upd_other by auto|now rewrite upd_length].
  - now rewrite upd_length.
  - now rewrite nth_upd_other by auto.
  - replace (ltys N _ _) with (map (fun k => tp (upd (upd n v q) c k)) exts).
    + cbn [vloc]. rewrite upd_comm by auto. apply TCat; auto. now rewrite upd_length.
    + clear Ho He. induction exts as [|k exts IH]; auto. cbn [map ltys]. rewrite IH. f_equal.
      rewrite (lty_tile _ v q HN) by now rewrite nth_upd_other by auto. now rewrite upd_comm by auto.
  - intros xs Vs HX HF. destruct (cat_dims _ _ Hc HX) as [D A].
    assert (Lx : length xs = length exts) by (rewrite <- D; now rewrite map_length).
    etransitivity; [|apply (@cat_tile Sc ofZ toZ m0 c xs n v N q)]; auto.
    + f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. cbn [vval vloc]. f_equal.
      rewrite (@fams_locs Sc N (map (fun _ => tile v) exts)) with (xs := xs); auto; [|apply no_red|lia].
      clear - Lx. revert exts Lx. induction xs as [|x xs IH]; intros [|k exts] E; try discriminate; auto.
      simpl. f_equal. apply IH. now injection E.
    + intros ->. now destruct exts.
    + intros x Hx. now apply A.
Qed.
Lemma cat_partial_usable c n exts m ts' : vty (VCat c) (map (fun k => tp (upd n c k)) exts) ts' ->
  usable N (VCat c) (map (fun _ => Red m) exts, [Red m]) (map (fun k => tp (upd n c k)) exts) ts'.
Proof.
  intros Ho. destruct (@cat_inv _ _ _ _ Ho) as (He & Hc & ->). set (ss := map (fun _ : nat => Red m) exts).
  assert (Hss : forall i, i < length exts -> nth i ss any = Red m).
  { intros i H. unfold ss. now rewrite nth_map with (dA := 0). }
  assert (Hi : ins_ok N ss (map (fun k => tp (upd n c k)) exts)) by (apply cat_ins; intros; exact I).
  assert (Hl : ltys N ss (map (fun k => tp (upd n c k)) exts) = map (fun k => tp (upd n c k)) exts).
  { apply partial_ltys with (m := m); auto using fits_ins. unfold ss. clear. induction exts; simpl; constructor; auto.
    now left. }
  apply usable_red; auto; [now rewrite Hl|]. intros xs Vs HX HF. destruct (cat_dims _ _ Hc HX) as [D A].
  assert (Lx : length xs = length exts) by (rewrite <- D; now rewrite map_length).
  apply fams_at in HF as (L1 & L2 & HF). assert (Ls : length ss = length exts) by (unfold ss; now rewrite map_length).
  assert (V_at : forall r k, k < length exts -> nth k (at_ r Vs) tz = nth k Vs (fun _ => tz) r).
  { intros r k Hk. rewrite nth_map with (dA := fun _ => tz); auto. lia. }
  assert (HF' : forall k, k < length exts -> fam N (Red m) (nth k xs tz) (nth k Vs (fun _ => tz))).
  { intros k Hk. rewrite <- (Hss k Hk). apply HF. lia. }
  etransitivity; [apply (@cat_partial Sc L ofZ toZ m N (fun r => at_ r Vs) n c exts HN Hc He)|].
  - intros r _. rewrite map_length. lia.
  - intros r k Hr Hk. rewrite V_at by auto. destruct (HF' k Hk) as [_ H]. destruct (H r Hr) as [W ->]. split; auto.
    destruct (A (nth k xs tz)) as [_ ->]; [apply nth_In; lia|]. rewrite <- D, nth_map with (dA := tz) by lia.
    reflexivity.
  - change (vval (VCat c) xs) with (cat ofZ toZ m c xs). f_equal.
    transitivity (map (fun k => nth k xs tz) (seq 0 (length xs))); [|apply map_nth_seq].
    rewrite Lx. apply map_ext_in. intros k Hk.
    apply in_seq in Hk. destruct (HF' k) as [<- _]; [lia|]. f_equal. apply map_ext. intros r. apply V_at. lia.
Qed.
End Movement.

(* Theorem 3 for these ops, as propagation and D-Op need it: a registry entry of a well-typed op is valid for both *)
Theorem ventry_usable N o ts ts' e : 0 < N -> vty o ts ts' -> ventry N o ts e -> usable N o e ts ts'.
Proof.
  intros HN Ho He. destruct He; auto using cat_usable, cat_partial_usable, slice_usable, slice_partial_usable;
    inversion Ho; subst; auto using ew_usable, ew_partial_usable, dot_rows_usable, dot_cols_usable, dot_contract_usable,
      transpose_partial_usable, reduce_tile_usable, reduce_contract_usable, reduce_partial_usable, pad_usable,
      pad_partial_usable.
  - apply dot_partial_usable; auto using hom_left.
  - apply dot_partial_usable; auto using hom_right.
  - now apply (@transpose_usable Sc ofZ toZ m0 N m n HN 0); [lia|].
  - now apply (@transpose_usable Sc ofZ toZ m0 N m n HN 1); [lia|].
Qed.
End Ops.
