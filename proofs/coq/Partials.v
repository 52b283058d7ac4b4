(* Partials.v: section 6, partial operands of general comprehensions. Ops that move elements carry partial<(+)>
   through: what is read is one element of an operand, and what is not read is (+)-idempotent. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension Movement Reshape Reads.
Import ListNotations.
Set Implicit Arguments.

Section Partials.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m : mono).
Notation fold := (fold1 (mop m) z).
Notation sev := (sev ofZ toZ).
(* operand k is partial<m> where bs_k; p r are the operands at r, xs the whole ones *)
Variables (bs : list bool) (N : nat) (p : nat -> list (@tensor S)) (xs : list (@tensor S)).
Hypothesis HN : 0 < N.
Definition parts_of := forall k, if nth k bs false
  then (forall r, r < N -> wf (nth k (p r) tz) /\ shape (nth k (p r) tz) = shape (nth k xs tz)) /\
    nth k xs tz = reduce m (map (fun r => nth k (p r) tz) (seq 0 N))
  else forall r, r < N -> nth k (p r) tz = nth k xs tz.
Hypothesis HP : parts_of.

(* no partial operand is read *)
Fixpoint same (e : sx) : bool :=
  match e with
  | Lit _ | Index _ => true
  | Read x _ es _ => negb (nth x bs false) && forallb same es
  | App _ es => forallb same es
  | Guard _ _ e1 e2 => same e1 && same e2
  end.
Lemma map_same I r es : Forall (fun e => same e = true -> sev (p r) I e = sev xs I e) es -> forallb same es = true ->
  map (sev (p r) I) es = map (sev xs I) es.
Proof. induction 1; simpl; auto. intros E. apply andb_true_iff in E as [? ?]. f_equal; auto. Qed.
Lemma sev_same I r e : r < N -> same e = true -> sev (p r) I e = sev xs I e.
Proof.
  intros Hr. induction e using sx_ind2; cbn [same]; intros E; auto.
  - apply andb_true_iff in E as [E1 E2]. simpl. pose proof (HP x) as X. apply negb_true_iff in E1. rewrite E1 in X.
    rewrite X by auto. now rewrite (@map_same I r es).
  - simpl. now rewrite (@map_same I r es).
  - simpl. apply andb_true_iff in E as [E1 E2]. rewrite IHe1, IHe2; auto.
Qed.

(* at I the body is one element of a partial operand, or an idempotent value, or joined by homomorphisms from such;
   hom (Registry.v): f is a homomorphism jointly in the operands marked true, the others held *)
Inductive linear (I : list nat) : sx -> Prop :=
| LIdem e : same e = true -> mop m (sev xs I e) (sev xs I e) = sev xs I e -> linear I e
| LRead x ix es ls : nth x bs false = true -> forallb same es = true ->
    inside (posn I ix (map toZ (map (sev xs I) es)) ls) (shape (nth x xs tz)) = true -> linear I (Read x ix es ls)
| LGuard a l e1 e2 : linear I (if (l <=? ieval a I)%Z then e1 else e2) -> linear I (Guard a l e1 e2)
| LApp f cs es : hom f m cs N ->
    Forall2 (fun c e => (c = true /\ linear I e) \/ (c = false /\ same e = true)) cs es -> linear I (App f es).

Lemma Ns : seq 0 N <> []. Proof. destruct N; [lia|discriminate]. Qed.
Lemma fold_idem (v : T) : mop m v v = v -> fold (map (fun _ : nat => v) (seq 0 N)) = v.
Proof.
  intros H. pose proof Ns as X. revert X. generalize (seq 0 N).
  apply (ne_ind (fun l => fold (map (fun _ : nat => v) l) = v)); auto.
  intros k l Hl IH. cbn [map]. rewrite fold1_cons; [now rewrite IH|apply mopA|]. destruct l; [congruence|discriminate].
Qed.
Lemma sev_linear I e : linear I e -> sev xs I e = fold (map (fun r => sev (p r) I e) (seq 0 N)).
Proof.
  assert (HI : forall e, same e = true -> mop m (sev xs I e) (sev xs I e) = sev xs I e ->
    sev xs I e = fold (map (fun r => sev (p r) I e) (seq 0 N))).
  { intros e' E H. rewrite <- (fold_idem H) at 1. f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr.
    symmetry. apply sev_same; auto. lia. }
  induction e using sx_ind2; intros H'; inversion H'; subst; auto.
  - cbn [Comprehension.sev]. match goal with X : nth x bs false = true |- _ => rename X into Hx end.
    pose proof (HP x) as X. rewrite Hx in X. destruct X as [X1 X2].
    transitivity (fold (map (fun r => rd (nth x (p r) tz) (posn I ix (map toZ (map (sev xs I) es)) ls)) (seq 0 N))).
    + unfold rd at 1. rewrite H6. rewrite X2. erewrite get_reduce.
      * rewrite map_map. f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. unfold rd.
        destruct (X1 r) as [_ ->]; [lia|]. now rewrite H6.
      * apply unif_map; [apply Ns|]. intros r Hr. apply in_seq in Hr. apply X1. lia.
      * now apply inside_inb.
    + f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. do 2 f_equal. f_equal. symmetry. apply map_same; auto.
      apply Forall_forall. intros e _. apply sev_same. lia.
  - rename H into IH. cbn [Comprehension.sev]. match goal with X : Forall2 _ cs es |- _ => rename X into F end.
    match goal with X : hom _ _ _ _ |- _ => rename X into Hf end.
    pose (rows := map (fun ce : bool * sx => (fst ce, fun r => sev (p r) I (snd ce))) (combine cs es)).
    assert (E : map (pick (fun a => fold (map a (seq 0 N)))) rows = map (sev xs I) es /\ map fst rows = cs /\
      forall r, r < N -> map (pick (fun a => a r)) rows = map (sev (p r) I) es).
    { unfold rows. clear Hf rows H'. induction F as [|c e cs es Hce F IHF]; [auto|]. inversion IH; subst.
      destruct IHF as (F1 & F2 & F3); auto. cbn [combine map fst snd]. rewrite F1, F2.
      destruct Hce as [[-> Hl]|[-> Hs]]; unfold pick at 1; cbn [fst snd].
      - repeat split; [f_equal; symmetry; auto|]. intros r Hr. now rewrite F3.
      - repeat split; [f_equal; apply sev_same; auto; lia|]. intros r Hr. rewrite F3 by auto. f_equal.
        unfold pick; cbn [fst snd]. rewrite !sev_same; auto; lia. }
    destruct E as (E1 & E2 & E3). rewrite <- E1, (Hf rows E2). f_equal. apply map_ext_in. intros r Hr.
    apply in_seq in Hr. rewrite E3; auto. lia.
  - cbn [Comprehension.sev]. destruct (l <=? ieval a I)%Z; auto.
Qed.

(* partial entry: the operands in bs partial<m>, the others any |-> partial<m> *)
Theorem gcomp_partial_entry osh K e : 0 < prod K -> (forall I, inb I (osh ++ K) -> linear I e) ->
  reduce m (map (fun r => gcomp ofZ toZ m osh K e (p r)) (seq 0 N)) = gcomp ofZ toZ m osh K e xs.
Proof.
  intros HK H. assert (U : unif osh (map (fun r => gcomp ofZ toZ m osh K e (p r)) (seq 0 N))).
  { apply unif_map; [apply Ns|]. intros; split; auto. apply wf_tab. }
  unfold reduce. rewrite (unif_hd_sh U). unfold gcomp at 2. apply tab_ext. intros ix Hix. rewrite map_map.
  transitivity (fold (map (fun r => fold (map (fun k => sev (p r) (ix ++ k) e) (all_idx K))) (seq 0 N))).
  { f_equal. apply map_ext. intros r. unfold gcomp. now rewrite get_tab. }
  rewrite fold1_swap; auto using mopA, mopC, Ns.
  - f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk. symmetry. apply sev_linear. now apply H, inb_app.
  - intros X. rewrite <- all_idx_length, X in HK. simpl in HK. lia.
Qed.
End Partials.

(* ---- instances: (partial<m>, any..) |-> partial<m> ---- *)
Lemma inside_nth p sh : length p = length sh ->
  (forall d, d < length sh -> (0 <= nth d p 0 < Z.of_nat (nth d sh 0%nat))%Z) -> inside p sh = true.
Proof.
  revert sh; induction p; destruct sh; simpl; intros E H; try discriminate; auto.
  specialize (H 0) as H0. simpl in H0. rewrite (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. simpl.
  apply IHp; [lia|]. intros d Hd. apply (H (1 + d)). lia.
Qed.

(* a pad reads its operand in bounds wherever it reads it, so that it is linear where its filler is *)
Lemma pad_linear S ofZ toZ m bs N (xs : list (@tensor S)) lo hi inn sh I : shape (nth 0 xs tz) = sh ->
  nth 0 bs false = true -> inb I (map (pad_ext lo hi inn sh) (seq 0 (length sh))) ->
  linear ofZ toZ m bs N xs I (Read 1 [] [] []) -> linear ofZ toZ m bs N xs I (pad_body lo hi inn sh).
Proof.
  intros Hsh Hb HI Hf. unfold pad_body. set (base := Read 0 _ _ _).
  assert (W : forall ds, (forall d, d < length sh -> (0 <= ieval (pad_ix lo inn d) I < Z.of_nat (nth d sh 0%nat))%Z \/
    In d ds /\ padded lo hi inn d = true) -> linear ofZ toZ m bs N xs I (fold_right (pad_guard lo hi inn sh) base ds)).
  { induction ds as [|d ds IH]; intros Hd; cbn [fold_right].
    - apply LRead; auto. rewrite Hsh. apply inside_nth; [now rewrite posn_length, map_length, seq_length|].
      intros d Hlt. rewrite nth_posn, nth_map_seq by (rewrite ?map_length, ?seq_length; auto).
      replace (nth d [] 0%Z) with 0%Z by now destruct d. rewrite clamp_0. destruct (Hd d Hlt) as [?|[[] _]]. lia.
    - unfold pad_guard at 1. destruct (padded lo hi inn d) eqn:X.
      + apply LGuard. destruct (Z.leb_spec 1 (ieval (IE [(d, 1%Z)] (- nth d lo 0)%Z 1 (nth d inn 0 + 1)%Z) I)); auto.
        apply LGuard. destruct (Z.leb_spec 0 (ieval (pad_ix lo inn d) I)); auto.
        apply LGuard. destruct (Z.leb_spec (Z.of_nat (nth d sh 0)) (ieval (pad_ix lo inn d) I)); auto.
        apply IH. intros e He. destruct (Hd e He) as [?|[[->|?] ?]]; auto.
      + apply IH. intros e He. destruct (Hd e He) as [?|[[->|?] ?]]; auto. congruence. }
  apply W. intros d Hd. destruct (padded lo hi inn d) eqn:X; [right; split; auto; apply in_seq; lia|left].
  unfold padded in X. apply negb_false_iff in X. rewrite !andb_true_iff, !Z.eqb_eq in X. destruct X as [[X1 X2] X3].
  apply inb_nth with (d := d) in HI; [|now rewrite map_length, seq_length]. rewrite nth_map_seq in HI by auto.
  unfold pad_ext in HI. rewrite X1, X2, X3 in HI. rewrite ieval_pad, X1, X3, Z.sub_0_r, Z.div_1_r. lia.
Qed.

(* a concatenation reads the piece that holds the index *)
Lemma cat_linear S ofZ toZ m bs N (xs : list (@tensor S)) sh c I exts : forall p o,
  (forall j, j < length exts -> nth (p + j) bs false = true /\ shape (nth (p + j) xs tz) = upd sh c (nth j exts 0)) ->
  c < length sh -> (forall d, d < length sh -> d <> c -> nth d I 0 < nth d sh 0) ->
  o <= nth c I 0 < o + list_sum exts -> linear ofZ toZ m bs N xs I (cat_body c (length sh) p o exts).
Proof.
  induction exts as [|n exts IH]; intros p o Hp Hc Hd Ho; [simpl in Ho; lia|].
  assert (R : nth c I 0 < o + n -> linear ofZ toZ m bs N xs I (Read p (cat_ix c (length sh) o) [] [])).
  { intros Hn. destruct (Hp 0) as [B Sh]; [simpl; lia|]. rewrite Nat.add_0_r in B, Sh. cbn [nth] in Sh. unfold cat_ix.
    apply LRead; auto. rewrite Sh. apply inside_nth; [now rewrite posn_length, map_length, seq_length, upd_length|].
    rewrite upd_length. intros d Hlt. rewrite nth_posn, nth_map_seq by (rewrite ?map_length, ?seq_length; auto).
    replace (nth d [] 0%Z) with 0%Z by now destruct d. rewrite clamp_0. destruct (Nat.eqb_spec d c) as [->|Ne].
    - rewrite ieval_aff, nth_upd_same by auto. cbn [isum fold_right fst snd]. lia.
    - rewrite ieval_var, nth_upd_other by auto. specialize (Hd d Hlt Ne). lia. }
  destruct exts as [|n' exts]; [apply R; simpl in Ho; lia|].
  change (linear ofZ toZ m bs N xs I (Guard (var c) (Z.of_nat (o + n)) (cat_body c (length sh) (1 + p) (o + n)
    (n' :: exts)) (Read p (cat_ix c (length sh) o) [] []))).
  apply LGuard. rewrite ieval_var. destruct (Z.leb_spec (Z.of_nat (o + n)) (Z.of_nat (nth c I 0))); [|apply R; lia].
  apply IH; auto; [|simpl in *; lia]. intros j Hj. replace (1 + p + j) with (p + (1 + j)) by lia.
  apply (Hp (1 + j)). simpl in *; lia.
Qed.

Section Instances.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> @tensor S) (sh : list nat).
Hypothesis HN : 0 < N.
Hypothesis Hpx : forall r, r < N -> wf (px r) /\ shape (px r) = sh.
Notation whole := (reduce m (map px (seq 0 N))).
Lemma unif_px : unif sh (map px (seq 0 N)).
Proof. apply unif_map; [destruct N; [lia|discriminate]|]. intros r Hr. apply in_seq in Hr. apply Hpx. lia. Qed.
Lemma shape_whole : shape whole = sh.
Proof. apply shape_reduce, unif_px. Qed.
Lemma parts_one rest : parts_of m [true] N (fun r => px r :: rest) (whole :: rest).
Proof.
  intros [|k]; cbn [nth]; [|destruct k; auto].
  split; auto. intros r Hr. rewrite shape_whole. now apply Hpx.
Qed.

(* slice: every read is in bounds *)
Theorem slice_partial st sr sz : length sz = length sh ->
  (forall d i, d < length sh -> i < nth d sz 0 -> nth d st 0 + i * nth d sr 1 < nth d sh 0) ->
  reduce m (map (fun r => slice ofZ toZ m st sr sz (px r)) (seq 0 N)) = slice ofZ toZ m st sr sz whole.
Proof.
  intros Hl Hb. apply (@gcomp_partial_entry S L ofZ toZ m [true] N (fun r => [px r]) [whole] HN (parts_one []));
    [simpl; lia|].
  intros I HI. rewrite app_nil_r in HI. apply LRead; auto. cbn [nth]. rewrite shape_whole.
  apply inside_nth; [now rewrite posn_length, map_length, seq_length|]. intros d Hd.
  rewrite nth_posn by (rewrite map_length, seq_length; lia). rewrite nth_map_seq by lia. rewrite ieval_aff.
  replace (nth d [] 0%Z) with 0%Z by now destruct d. rewrite clamp_0. cbn [isum fold_right fst snd].
  specialize (Hb d (nth d I 0) Hd). assert (nth d I 0 < nth d sz 0) by (apply inb_nth; auto; lia). nia.
Qed.
(* pad: (partial, any) where the filler is idempotent, since every part pads; (partial, partial) whatever it is *)
Theorem pad_partial lo hi inn f : shape f = [] -> mop m (get f []) (get f []) = get f [] ->
  reduce m (map (fun r => pad ofZ toZ m lo hi inn (px r) f) (seq 0 N)) = pad ofZ toZ m lo hi inn whole f.
Proof.
  intros Hs Hf. unfold pad. rewrite shape_whole.
  rewrite <- (@gcomp_partial_entry S L ofZ toZ m [true] N (fun r => [px r; f]) [whole; f] HN (parts_one [f]));
    [|simpl; lia|].
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. destruct (Hpx (r := r)) as [_ ->]; [lia|reflexivity].
  - intros I HI. rewrite app_nil_r in HI. apply pad_linear; auto; [apply shape_whole|].
    apply LIdem; auto. cbn [sev nth map posn]. unfold rd. rewrite Hs. exact Hf.
Qed.
Theorem pad_partial_both lo hi inn pf : (forall r, r < N -> wf (pf r) /\ shape (pf r) = []) ->
  reduce m (map (fun r => pad ofZ toZ m lo hi inn (px r) (pf r)) (seq 0 N)) =
  pad ofZ toZ m lo hi inn whole (reduce m (map pf (seq 0 N))).
Proof.
  intros Hf. assert (U : unif [] (map pf (seq 0 N))).
  { apply unif_map; [destruct N; simpl; [lia|discriminate]|]. intros r Hr. apply in_seq in Hr. apply Hf. lia. }
  unfold pad. rewrite shape_whole.
  rewrite <- (@gcomp_partial_entry S L ofZ toZ m [true; true] N (fun r => [px r; pf r])
    [whole; reduce m (map pf (seq 0 N))] HN); [| |simpl; lia|].
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. destruct (Hpx (r := r)) as [_ ->]; [lia|reflexivity].
  - intros [|[|k]]; cbn [nth].
    + split; auto. intros r Hr. rewrite shape_whole. now apply Hpx.
    + split; auto. intros r Hr. rewrite (shape_reduce m U). now apply Hf.
    + now destruct k.
  - intros I HI. rewrite app_nil_r in HI. apply pad_linear; auto; [apply shape_whole|].
    apply LRead; auto. cbn [nth map posn]. now rewrite (shape_reduce m U).
Qed.
(* dynamic_slice: clamping keeps every read in bounds, so that no bound on the starts is needed *)
Theorem dslice_partial sz starts : length sz = length sh -> (forall d, nth d sz 0 <= nth d sh 0) ->
  reduce m (map (fun r => dslice ofZ toZ m sz (px r) starts) (seq 0 N)) = dslice ofZ toZ m sz whole starts.
Proof.
  intros Hl Hb. unfold dslice. rewrite shape_whole.
  rewrite <- (@gcomp_partial_entry S L ofZ toZ m [true] N (fun r => px r :: starts) (whole :: starts) HN
    (parts_one starts)); [|simpl; lia|].
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. destruct (Hpx (r := r)) as [_ ->]; [lia|reflexivity].
  - intros I HI. rewrite app_nil_r in HI. apply LRead; auto.
    + apply forallb_forall. intros e He. apply in_map_iff in He as (d & <- & _). now destruct d as [|?].
    + cbn [nth]. rewrite shape_whole. apply inside_nth; [now rewrite posn_length, map_length, seq_length|].
      intros d Hd. rewrite nth_posn by (rewrite map_length, seq_length; lia). rewrite nth_map_seq by lia.
      rewrite ieval_var. unfold limits at 1 2. rewrite nth_map_seq by auto. unfold clamp.
      assert (nth d I 0 < nth d sz 0) by (apply inb_nth; auto; lia). specialize (Hb d). lia.
Qed.
(* gather: likewise; a dimension's windows are within slice_sizes, those without a start within the extent *)
Definition room (st : list (option nat)) sz d :=
  match nth d st None with Some _ => nth d sz 0 | None => nth d sh 0 end.
Theorem gather_partial cls st ib sz osh idx : length cls = length sh ->
  (forall d, d < length sh -> nth d sz 0 <= nth d sh 0 /\
    match nth d cls None with Some v => v < length osh /\ nth v osh 0 <= room st sz d | None => 0 < room st sz d end) ->
  reduce m (map (fun r => gather ofZ toZ m cls st ib sz osh (px r) idx) (seq 0 N)) =
  gather ofZ toZ m cls st ib sz osh whole idx.
Proof.
  intros Hl Hb. unfold gather. rewrite shape_whole.
  rewrite <- (@gcomp_partial_entry S L ofZ toZ m [true] N (fun r => [px r; idx]) [whole; idx] HN (parts_one [idx]));
    [|simpl; lia|].
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. destruct (Hpx (r := r)) as [_ ->]; [lia|reflexivity].
  - intros I HI. rewrite app_nil_r in HI. apply LRead; auto.
    + apply forallb_forall. intros e He. apply in_map_iff in He as ([k|] & <- & _); reflexivity.
    + cbn [nth]. rewrite shape_whole. apply inside_nth; [now rewrite posn_length, map_length|].
      intros d Hd. rewrite nth_posn by (rewrite map_length; lia). rewrite nth_map with (dA := None) by lia.
      unfold gat_limits. rewrite nth_map_seq by auto. destruct (Hb d Hd) as [B1 B2].
      unfold clamp, room in *.
      destruct (nth d cls None) as [v|]; cbn [drive].
      * rewrite ieval_var. destruct B2 as [Hv B2]. assert (nth v I 0 < nth v osh 0) by (apply inb_nth; auto).
        destruct (nth d st None); lia.
      * unfold cst. rewrite ieval_aff. cbn [isum fold_right]. destruct (nth d st None); lia.
Qed.
(* broadcast_in_dim *)
Theorem bcast_partial bd osh : length bd = length sh -> (forall d, d < length sh -> match nth d bd None with
    Some v => v < length osh /\ nth v osh 0 <= nth d sh 0 | None => 0 < nth d sh 0 end) ->
  reduce m (map (fun r => bcast ofZ toZ m bd osh (px r)) (seq 0 N)) = bcast ofZ toZ m bd osh whole.
Proof.
  intros Hl Hb. apply (@gcomp_partial_entry S L ofZ toZ m [true] N (fun r => [px r]) [whole] HN (parts_one []));
    [simpl; lia|].
  intros I HI. rewrite app_nil_r in HI. apply LRead; auto. cbn [nth]. rewrite shape_whole.
  apply inside_nth; [now rewrite posn_length, map_length|]. intros d Hd. specialize (Hb d Hd).
  rewrite nth_posn by (rewrite map_length; lia). rewrite nth_map with (dA := None) by lia.
  replace (nth d [] 0%Z) with 0%Z by now destruct d. rewrite clamp_0. destruct (nth d bd None) as [v|].
  - destruct Hb as [Hv Hb]. rewrite ieval_var. assert (nth v I 0 < nth v osh 0) by (apply inb_nth; auto). lia.
  - unfold cst. rewrite ieval_aff. cbn [isum fold_right]. lia.
Qed.
(* reshape *)
Theorem reshape_partial sh' : prod sh' = prod sh ->
  reduce m (map (fun r => reshape sh' (px r)) (seq 0 N)) = reshape sh' whole.
Proof.
  intros Hs. assert (U : unif sh' (map (fun r => reshape sh' (px r)) (seq 0 N))).
  { apply unif_map; [destruct N; simpl; [lia|discriminate]|]. intros r Hr. apply in_seq in Hr. 
    destruct (Hpx (r := r)) as [W E]; [lia|]. split; auto. unfold wf in *. cbn [data shape reshape]. congruence. }
  unfold reshape at 2. unfold reduce. rewrite (unif_hd_sh U), (unif_hd_sh unif_px). unfold tab. cbn [data]. f_equal.
  pose (F := fun i => fold1 (mop m) z (map (fun r => nth i (data (px r)) z) (seq 0 N))).
  transitivity (map F (seq 0 (prod sh))).
  - rewrite <- Hs, <- map_lin, map_map. apply map_ext. intros ix. unfold F. now rewrite map_map.
  - rewrite <- map_lin, map_map. apply map_ext. intros ix. unfold F. rewrite map_map. f_equal. apply map_ext_in.
    intros r Hr. apply in_seq in Hr. unfold get. destruct (Hpx (r := r)) as [_ ->]; [lia|reflexivity].
Qed.
End Instances.

(* concatenate: (partial<m> for every piece) |-> partial<m>; the pieces at r are P r, their extents along c are exts *)
Theorem cat_partial {S : Scalars} {L : Laws S} ofZ toZ m N (P : nat -> list (@tensor S)) sh c exts : 0 < N ->
  c < length sh -> exts <> [] -> (forall r, r < N -> length (P r) = length exts) ->
  (forall r k, r < N -> k < length exts -> wf (nth k (P r) tz) /\ shape (nth k (P r) tz) = upd sh c (nth k exts 0)) ->
  reduce m (map (fun r => cat ofZ toZ m c (P r)) (seq 0 N)) =
  cat ofZ toZ m c (map (fun k => reduce m (map (fun r => nth k (P r) tz) (seq 0 N))) (seq 0 (length exts))).
Proof.
  intros HN Hc He HL HP. set (W := map _ (seq 0 (length exts))).
  assert (Ns : seq 0 N <> []) by (destruct N; [lia|discriminate]).
  assert (LW : length W = length exts) by (unfold W; now rewrite map_length, seq_length).
  assert (U : forall k, k < length exts -> unif (upd sh c (nth k exts 0)) (map (fun r => nth k (P r) tz) (seq 0 N))).
  { intros k Hk. apply unif_map; auto. intros r Hr. apply in_seq in Hr. apply HP; auto. lia. }
  assert (SW : forall k, k < length exts -> shape (nth k W tz) = upd sh c (nth k exts 0)).
  { intros k Hk. unfold W. rewrite nth_map_seq by auto. now apply shape_reduce, U. }
  assert (Cat : forall xs : list (@tensor S), length xs = length exts -> (forall k, k < length exts ->
      shape (nth k xs tz) = upd sh c (nth k exts 0)) -> cat ofZ toZ m c xs =
    gcomp ofZ toZ m (upd sh c (list_sum exts)) [] (cat_body c (length sh) 0 0 exts) xs).
  { intros xs Hlx Hx. unfold cat. assert (E : map (dim c) xs = exts).
    { apply nth_ext with (d := 0) (d' := 0); rewrite ?map_length; auto. intros k Hk. rewrite Hlx in Hk.
      rewrite nth_map with (dA := tz) by lia. unfold dim. rewrite Hx by auto. now apply nth_upd_same. }
    assert (Eh : shape (hd tz xs) = upd sh c (nth 0 exts 0)).
    { rewrite <- nth_hd. apply Hx. destruct exts; [congruence|simpl; lia]. }
    now rewrite E, Eh, upd_upd, upd_length. }
  rewrite (Cat W LW SW).
  rewrite <- (@gcomp_partial_entry S L ofZ toZ m (repeat true (length exts)) N P W HN); [| |simpl; lia|].
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. apply Cat; [apply HL; lia|].
    intros k Hk. apply HP; auto. lia.
  - intros k. destruct (Nat.lt_ge_cases k (length exts)) as [Hk|Hk].
    + rewrite nth_repeat_lt by auto. split.
      * intros r Hr. rewrite SW by auto. now apply HP.
      * unfold W. now rewrite nth_map_seq.
    + rewrite nth_overflow by now rewrite repeat_length. intros r Hr.
      rewrite !nth_overflow; auto; [rewrite LW|rewrite HL]; auto.
  - intros I HI. rewrite app_nil_r in HI. apply cat_linear; auto.
    + intros j Hj. simpl. rewrite nth_repeat_lt by auto. auto.
    + intros d Hd Ne. apply inb_nth with (d := d) in HI; [|now rewrite upd_length].
      now rewrite nth_upd_other in HI by auto.
    + apply inb_nth with (d := c) in HI; [|now rewrite upd_length]. rewrite nth_upd_same in HI by auto. lia.
Qed.
(* a filler that is not idempotent is added once per part *)
Example pad_filler_twice : let x := vec [5]%Z in
  let pad1 x := @pad ZI (fun i => i) (fun i => i) tt [1%Z] [0%Z] [0%Z] x (sca 1) in
  pad1 (@reduce ZI tt [x; x]) = vec [1; 10]%Z /\ @reduce ZI tt [pad1 x; pad1 x] = vec [2; 10]%Z.
Proof. split; vm_compute; reflexivity. Qed.
