(* RegistryValid.v: section 6, Theorem 3 for the registry of RegistryOps.v: every entry that looking at the index maps
   finds is valid, which is what Theorem 4 (Actions.v, Propagation.v) asks of a registry. It is asked of the monoids
   that they are associative and commutative, of `idemb` that the values it knows as idempotent are. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Variadic Hlo Statements Soundness Cells
  CellEntries Propagation RegistryOps.
Import ListNotations.
Set Implicit Arguments.

Lemma isum_upd v ts I w : v < length I ->
  isum ts (upd I v w) = (isum ts I + coef v ts * (Z.of_nat w - Z.of_nat (nth v I 0%nat)))%Z.
Proof.
  intros Hv. unfold isum, coef. induction ts as [|[u c] ts IH]; cbn [fold_right fst snd]; [lia|]. rewrite IH.
  destruct (Nat.eqb_spec u v) as [->|Ne]; [rewrite nth_upd_same by auto; ring|rewrite nth_upd_other by auto; ring].
Qed.
Lemma delta_ok v q e t r I : v < length I -> delta v q e = Some t ->
  ieval e (upd I v (r * q + nth v I 0)) = (ieval e I + Z.of_nat r * t)%Z.
Proof.
  intros Hv H. unfold delta in H. unfold ieval. rewrite isum_upd by auto.
  set (D := (coef v (terms e) * Z.of_nat q)%Z) in *. set (s := (isum (terms e) I + off e)%Z).
  replace (isum (terms e) I + _ + off e)%Z with (s + Z.of_nat r * D)%Z
    by (unfold s, D; rewrite Nat2Z.inj_add, Nat2Z.inj_mul; ring).
  clearbody D s. destruct (Z.eqb_spec D 0) as [E0|_].
  { injection H as <-. rewrite E0, Z.mul_0_r, !Z.add_0_r. reflexivity. }
  destruct (Z.ltb_spec 0 (dv e)) as [Hd|]; [|discriminate].
  destruct (Z.eqb_spec (D mod dv e) 0) as [Hm|]; [|discriminate]. cbn [andb] in H.
  apply Z.mod_divide in Hm as [c Hc]; [|lia]. rewrite Hc, Z.div_mul in H by lia.
  replace (s + Z.of_nat r * D)%Z with (s + Z.of_nat r * c * dv e)%Z by (rewrite Hc; ring).
  rewrite Z.div_add by lia.
  destruct (Z.eqb_spec (md e) 0) as [_|_]; [now injection H as <-|].
  destruct (Z.ltb_spec 0 (md e)) as [Hm|]; [|discriminate].
  destruct (Z.eqb_spec (c mod md e) 0) as [Hc'|]; [|discriminate]. injection H as <-.
  apply Z.mod_divide in Hc' as [k ->]; [|lia].
  replace (s / dv e + Z.of_nat r * (k * md e))%Z with (s / dv e + Z.of_nat r * k * md e)%Z by ring.
  rewrite Z.mod_add by lia. ring.
Qed.

Lemma srange_ok B I ts : inb I B -> (fst (srange B ts) <= isum ts I <= snd (srange B ts))%Z.
Proof.
  intros HI. unfold srange, isum. induction ts as [|[u c] ts IH]; cbn [fold_right fst snd]; [lia|].
  assert (0 <= Z.of_nat (nth u I 0%nat) <= Z.max 0 (Z.of_nat (nth u B 0%nat) - 1))%Z.
  { destruct (Nat.lt_ge_cases u (length B)) as [Hu|Hu].
    - pose proof (inb_nth HI Hu). lia.
    - rewrite !nth_overflow; auto; [lia|]. now rewrite (inb_length HI). }
  set (w := Z.max 0 (Z.of_nat (nth u B 0%nat) - 1)) in *.
  set (i := Z.of_nat (nth u I 0%nat)) in *.
  assert (Z.min 0 (c * w) <= c * i <= Z.max 0 (c * w))%Z by (destruct (Z.le_ge_cases 0 c); nia).
  change (trange B (u, c)) with (Z.min 0 (c * w), Z.max 0 (c * w))%Z. cbn [fst snd]. lia.
Qed.
Lemma range_ok B I e lo hi : inb I B -> range B e = Some (lo, hi) -> (lo <= ieval e I <= hi)%Z.
Proof.
  intros HI. unfold range, ieval. pose proof (srange_ok (terms e) HI) as [H1 H2].
  destruct (Z.ltb_spec 0 (dv e)) as [Hd|]; [|discriminate].
  set (s := isum (terms e) I) in *.
  assert (L : ((fst (srange B (terms e)) + off e) / dv e <= (s + off e) / dv e)%Z) by (apply Z.div_le_mono; lia).
  assert (U : ((s + off e) / dv e <= (snd (srange B (terms e)) + off e) / dv e)%Z) by (apply Z.div_le_mono; lia).
  destruct (Z.eqb_spec (md e) 0) as [_|_]; [intros E; injection E as <- <-; lia|].
  destruct (Z.ltb_spec 0 (md e)) as [Hm|]; [|discriminate].
  destruct (_ && _) eqn:X; intros E; injection E as <- <-.
  - apply andb_prop in X as [X1 X2]. apply Z.leb_le in X1. apply Z.ltb_lt in X2. rewrite Z.mod_small by lia. lia.
  - pose proof (Z.mod_pos_bound ((s + off e) / dv e) (md e) Hm). lia.
Qed.
Lemma inb_mono I B B' : inb I B -> Forall2 le B B' -> inb I B'.
Proof.
  intros H. revert B'. induction H; intros B' HB; inversion HB; subst; constructor; [lia|]. now apply IHForall2.
Qed.
Lemma upd_le B v q : q <= nth v B 0 -> Forall2 le (upd B v q) B.
Proof.
  assert (R : forall l, Forall2 le l l) by (induction l; auto).
  revert v; induction B; intros [|v] H; simpl in *; constructor; auto.
Qed.
Lemma forallb2_Forall2 X Y (f : X -> Y -> bool) l l' : forallb2 f l l' = true -> Forall2 (fun a b => f a b = true) l l'.
Proof.
  revert l'; induction l; destruct l'; simpl; intros H; try discriminate; auto. apply andb_prop in H as [? ?]. auto.
Qed.
Lemma Forall2_nth X Y (R : X -> Y -> Prop) l l' d d' : Forall2 R l l' -> forall i, i < length l ->
  R (nth i l d) (nth i l' d').
Proof. induction 1; intros [|i] Hi; simpl in *; auto; try lia. apply IHForall2. lia. Qed.

Section Valid.
Context {Sc : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T).
Variable mono_dec : forall a b : mono, {a = b} + {a <> b}.
Variable mdefb : mono -> elt -> bool.
Variable idemb : mono -> option T -> bool.
Notation ty := (ty elt).
Notation entry := (@entry Sc).
Notation bx := (@bx Sc fn).
Notation gop := (@gop Sc fn elt).
Notation gsem := (@gsem Sc ofZ toZ fn elt fsem).
Notation goty := (goty mdefb).
Notation gdef := (gdef mdefb).
Notation den := (den fsem).
Notation glocalise := (@glocalise Sc fn elt mono_dec idemb).
Notation entry_at := (entry_at idemb).
Notation loop_entries := (loop_entries idemb).
Notation gval := (gval ofZ toZ fsem).
Notation val := (@val Sc elt).

(* ---------------- the checks are sound ---------------- *)
Section Fits.
Variables (B : list nat) (v N q : nat) (ms : list (option nat)) (shs : list (list nat)) (xs : list (@tensor Sc)).
Hypothesis Hv : v < length B.
Hypothesis Hq : nth v B 0 = q * N.
Hypothesis HN : 0 < N.
Hypothesis Hms : Forall2 (fun m sh => mode_ok N m sh = true) ms shs.
Hypothesis Hxs : map (@shape Sc) xs = shs.
Notation fits := (fits B v N q ms xs).

Lemma in_v I : inb I (upd B v q) -> v < length I.
Proof. intros HI. now rewrite (inb_length HI), upd_length. Qed.
Lemma stillb_ok e : stillb v q e = true -> still B v N q e.
Proof.
  unfold stillb. destruct (delta v q e) as [t|] eqn:E; [|discriminate]. intros H r I _ HI. apply Z.eqb_eq in H. subst t.
  unfold shift. rewrite (@delta_ok v q e _ r I (in_v HI) E). ring.
Qed.
Lemma movesb_ok m e : movesb B v q m e = true -> moves B v N q m e.
Proof.
  unfold movesb. destruct (delta v q e) as [t|] eqn:E; [|discriminate].
  destruct (range (upd B v q) e) as [[lo hi]|] eqn:R; [|discriminate]. intros H r I _ HI.
  rewrite !andb_true_iff, Z.eqb_eq, Z.leb_le, Z.ltb_lt in H. destruct H as [[-> H1] H2].
  pose proof (range_ok _ HI R). unfold shift. rewrite (@delta_ok v q e _ r I (in_v HI) E). split; [|lia].
  rewrite Nat2Z.inj_mul. ring.
Qed.
Lemma gstillb_ok e l : gstillb B v q e l = true -> gstill B v N q e l.
Proof.
  unfold gstillb. intros H. apply orb_true_iff in H as [H|H]; [now apply gstill_still, stillb_ok|].
  destruct (range B e) as [[lo hi]|] eqn:R; [|discriminate]. intros r I Hr HI.
  assert (HB : Forall2 le (upd B v q) B) by (apply upd_le; rewrite Hq; nia).
  assert (Hs : inb (shift v q r I) B).
  { unfold shift. eapply inb_upd_l; [exact HI|]. apply inb_nth with (d := v) in HI; [|now rewrite upd_length].
    rewrite nth_upd_same in HI by auto. rewrite Hq. nia. }
  pose proof (range_ok _ Hs R). pose proof (range_ok _ (inb_mono HI HB) R).
  apply orb_true_iff in H as [H|H]; [apply Z.leb_le in H|apply Z.ltb_lt in H].
  - rewrite !(proj2 (Z.leb_le _ _)); auto; lia.
  - rewrite !(proj2 (Z.leb_gt _ _)); auto; lia.
Qed.
Lemma fits_readb_ok x ix ls : fits_readb B v N q ms shs x ix ls = true -> fits_read B v N q ms xs x ix ls.
Proof.
  unfold fits_readb, fits_read. destruct (nth x ms None) as [d|] eqn:E.
  - rewrite !andb_true_iff, Nat.ltb_lt, Z.eqb_eq, forallb_forall. intros [[[H1 H2] H3] H4].
    assert (Hx : x < length ms).
    { destruct (Nat.lt_ge_cases x (length ms)); auto. rewrite nth_overflow in E by auto. discriminate. }
    pose proof (Forall2_nth None [] Hms Hx) as X. rewrite E in X. cbn [mode_ok] in X.
    apply andb_prop in X as [X1 X2]. apply Nat.eqb_eq, Nat.mod_divide in X1 as [m X1]; [|lia].
    rewrite (Core.Forall2_length Hms), <- Hxs, map_length in Hx.
    repeat split; auto.
    + exists m. rewrite X1, Nat.div_mul in H3 by lia. split; [|now apply movesb_ok].
      unfold dim. rewrite <- X1, <- Hxs. now rewrite nth_map with (dA := tz).
    + intros d' Hd' Ne. apply stillb_ok. specialize (H4 d'). rewrite in_seq in H4.
      apply orb_true_iff in H4 as [H4|H4]; auto; [|lia]. apply Nat.eqb_eq in H4. congruence.
  - rewrite forallb_forall. intros H. apply Forall_forall. intros a Ha. apply stillb_ok. auto.
Qed.
(* what the registry decides by looking at the maps is the premise of Comprehension.v's entries *)
Theorem fitsb_ok e : fitsb B v N q ms shs e = true -> fits (den e).
Proof.
  induction e using (@bx_ind2 Sc fn); cbn [fitsb RegistryOps.den Comprehension.fits]; intros HF; auto.
  - now apply stillb_ok.
  - apply andb_prop in HF as [H1 H2]. split; [|now apply fits_readb_ok]. clear H2.
    induction H; simpl in *; auto. apply andb_prop in H1 as [? ?]. auto.
  - induction H; simpl in *; auto. apply andb_prop in HF as [? ?]. auto.
  - apply andb_prop in HF as [HF H2]. apply andb_prop in HF as [H0 H1]. auto using gstillb_ok.
Qed.
End Fits.

(* ---------------- the op language is one that Core accepts ---------------- *)
Lemma goty_num (o : gop) ts ts' : goty o ts ts' -> length ts' = gnum o.
Proof. intros (_ & -> & _). reflexivity. Qed.
Lemma gsem_num (o : gop) xs : length (gsem o xs) = gnum o.
Proof. reflexivity. Qed.
(* ops are total, and the result has the type that the shape rule returns *)
Theorem gsem_sound (o : gop) ts ts' xs : goty o ts ts' -> Forall2 val xs ts -> Forall2 val (gsem o xs) ts'.
Proof.
  intros (-> & -> & _) _. constructor; [|constructor]. unfold RegistryOps.gval.
  split; destruct (gini o); (apply wf_tab || reflexivity).
Qed.

(* ---------------- entries by loop variable ---------------- *)
Lemma modes_length (o : gop) N V : length (modes o N V) = length (gins o).
Proof. unfold modes. now rewrite map_length, seq_length. Qed.
Lemma attrs_no_red ms : existsb (@is_red Sc) (map (@attr_of Sc) ms) = false.
Proof. induction ms as [|[d|] ms IH]; auto. Qed.
Lemma locs_locals N r ms : forall xs, length ms = length xs ->
  locs N r (map (@attr_of Sc) ms) xs = locals N r ms xs.
Proof.
  induction ms as [|m ms IH]; intros [|x xs] H; try discriminate; auto. injection H as H. simpl. rewrite IH by auto.
  now destruct m.
Qed.
Lemma val_shapes xs ts : Forall2 val xs ts -> map (@shape Sc) xs = map fst ts.
Proof. induction 1; simpl; auto. destruct H as [_ ->]. now f_equal. Qed.
Lemma in_oks N ms ts : 0 < N -> Forall2 (fun m sh => mode_ok N m sh = true) ms (map fst ts) ->
  Forall2 (in_ok gdef N) (map (@attr_of Sc) ms) ts.
Proof.
  intros HN. revert ts. induction ms as [|m ms IH]; intros [|t ts] H; inversion H; subst; simpl; constructor; auto.
  destruct m as [d|]; cbn [attr_of in_ok]; auto. cbn [mode_ok] in H3.
  apply andb_prop in H3 as [H1 H2]. apply Nat.ltb_lt in H2. apply Nat.eqb_eq, Nat.mod_divide in H1; [|lia].
  repeat split; auto.
  - destruct (Nat.lt_ge_cases d (length (fst t))); auto. rewrite nth_overflow in H2 by auto. lia.
  - destruct H1 as [k Hk]. rewrite Hk in *. destruct k; nia.
Qed.

(* what the entry by loop variable V asks *)
Lemma entry_at_inv (o : gop) N V e : 0 < N -> entry_at o N V = Some e -> exists q, 0 < q /\
  V < length (gloops o) /\ nth V (gloops o) 0 = q * N /\ nth V (gloops o) 0 / N = q /\
  (V < length (gosh o) \/ parts_ok idemb o = true) /\ ini_whole (gini o) (modes o N V) = true /\
  fitsb (gloops o) V N q (modes o N V) (map fst (gins o)) (gbody o) = true /\
  Forall2 (fun m sh => mode_ok N m sh = true) (modes o N V) (map fst (gins o)) /\
  e = (map (@attr_of Sc) (modes o N V), [out_at o V]).
Proof.
  intros HN. unfold entry_at. destruct (_ && _) eqn:X; [|discriminate]. intros E. injection E as <-.
  rewrite !andb_true_iff, orb_true_iff, !Nat.ltb_lt, Nat.eqb_eq in X. destruct X as [[[[[[X1 X2] X3] X4] X7] X5] X6].
  apply Nat.mod_divide in X3 as [q Hq]; [|lia]. exists q. rewrite Hq, Nat.div_mul in * by lia.
  repeat split; auto using forallb2_Forall2. destruct q; lia.
Qed.

Context {L : Laws Sc}.
Hypothesis idemb_one : forall m c, idemb m (Some c) = true -> mop m c c = c.
Hypothesis idemb_all : forall m c, idemb m None = true -> mop m c c = c.
(* the equations of Comprehension.v and Variadic.v, with and without an initial value *)
Lemma ival_locals i N r ms (xs : list (@tensor Sc)) : ini_whole i ms = true -> ival i (locals N r ms xs) = ival i xs.
Proof.
  destruct i as [|c|k]; cbn; auto. destruct (nth k ms None) eqn:E; [discriminate|]. intros _.
  rewrite nth_locals, E by auto. reflexivity.
Qed.
Lemma gval_tile (o : gop) osh K ms xs V N q : fits (osh ++ K) V N q ms xs (den (gbody o)) ->
  ini_whole (gini o) ms = true -> V < length osh -> 0 < N -> nth V osh 0 = q * N ->
  concat V (map (fun r => gval o (upd osh V q) K (locals N r ms xs)) (seq 0 N)) = gval o osh K xs.
Proof.
  intros HF HI HV HN Hq. unfold RegistryOps.gval. pose proof (ival_locals (gini o) N) as E.
  destruct (gini o) as [|c|k]; [now apply gcomp_tile_entry|..];
    rewrite <- (@icomp_tile_entry Sc ofZ toZ (gm o) osh K _ ms xs _ V N q HF HV HN Hq);
    f_equal; apply map_ext; intros r; now rewrite E.
Qed.
Lemma gval_contract (o : gop) osh ms xs w N q : fits (osh ++ gbox o) (length osh + w) N q ms xs (den (gbody o)) ->
  ini_whole (gini o) ms = true -> parts_ok idemb o = true -> w < length (gbox o) -> 0 < N -> nth w (gbox o) 0 = q * N ->
  reduce (gm o) (map (fun r => gval o osh (upd (gbox o) w q) (locals N r ms xs)) (seq 0 N)) = gval o osh (gbox o) xs.
Proof.
  intros HF HI HP Hw HN Hq. unfold RegistryOps.gval. pose proof (ival_locals (gini o) N) as E. unfold parts_ok in HP.
  destruct (gini o) as [|c|k].
  - apply Nat.ltb_lt in HP. now apply gcomp_contract_entry.
  - now apply (@icomp_contract_entry Sc L ofZ toZ (gm o) osh (gbox o) _ ms xs (mkT [] [c]) w N q HF); auto.
  - rewrite <- (@icomp_contract_entry Sc L ofZ toZ (gm o) osh (gbox o) _ ms xs _ w N q HF Hw HN Hq) by auto.
    f_equal. apply map_ext. intros r. now rewrite E.
Qed.
(* Theorem 3, the entry by loop variable V: the equations of Comprehension.v at the op's shapes *)
Lemma split_valid_sem (o : gop) N V e : 0 < N -> entry_at o N V = Some e -> glocalise o N e = split_loop o N V e ->
  valid_sem gsem glocalise N (Some o) e (gins o).
Proof.
  intros HN HE HL. destruct (entry_at_inv o V HN HE) as (q & Hq0 & HV & Hq & Hq' & HK & HI & HF & HM & ->).
  set (ms := modes o N V) in *. set (ins := map (@attr_of Sc) ms).
  assert (G : forall xs, Forall2 val xs (gins o) ->
    fits (gloops o) V N q ms xs (den (gbody o)) /\ forall r, locs N r ins xs = locals N r ms xs).
  { intros xs HX. split; [eapply fitsb_ok; eauto; now apply val_shapes|]. intros r. apply locs_locals.
    unfold ms. rewrite modes_length. symmetry. eapply Core.Forall2_length; eauto. }
  assert (HR : existsb (@is_red Sc) ins = false) by apply attrs_no_red.
  unfold split_loop in HL. rewrite Hq' in HL. unfold out_at in *.
  destruct (Nat.ltb_spec V (length (gosh o))) as [Hlt|Hge].
  - apply tile_entry with (g := gval o (gosh o) (gbox o)) (g' := gval o (upd (gosh o) V q) (gbox o)); auto.
    + intros xs r HX _. unfold ins. rewrite HL. reflexivity.
    + intros xs HX. destruct (G xs HX) as [GF GL].
      rewrite <- (@gval_tile o (gosh o) (gbox o) ms xs V N q GF HI Hlt HN).
      * f_equal. apply map_ext. intros r. now rewrite GL.
      * unfold gloops in Hq. now rewrite app_nth1 in Hq.
  - destruct HK as [HK|HK]; [lia|]. unfold gloops in HV, Hq. rewrite app_length in HV.
    set (w := V - length (gosh o)) in *. assert (EV : V = length (gosh o) + w) by (unfold w; lia).
    apply partial_entry with (g := gval o (gosh o) (gbox o)) (g' := gval o (gosh o) (upd (gbox o) w q)); auto.
    + intros xs r HX _. unfold ins. rewrite HL. reflexivity.
    + intros xs HX. destruct (G xs HX) as [GF GL]. unfold gloops in GF. rewrite EV in GF.
      rewrite <- (@gval_contract o (gosh o) ms xs w N q GF); auto; try lia.
      * f_equal. apply map_ext. intros r. now rewrite GL.
      * now rewrite EV, nth_app_r in Hq.
Qed.
Lemma split_valid_ty (o : gop) ts ts' N V e : 0 < N -> goty o ts ts' -> entry_at o N V = Some e ->
  glocalise o N e = split_loop o N V e -> exists lts', valid_ty goty gdef glocalise N (Some o) e ts ts' lts'.
Proof.
  intros HN (-> & -> & HD) HE HL.
  destruct (entry_at_inv o V HN HE) as (q & Hq0 & HV & Hq & Hq' & HK & HI & HF & HM & ->).
  unfold valid_ty. cbn [fst snd hty hloc]. rewrite HL. unfold split_loop. rewrite Hq'. unfold out_at.
  destruct (gout o) as [osh el] eqn:EO. unfold gloops, gosh in HV, Hq, HK. unfold gosh. rewrite EO in *.
  cbn [fst snd] in *. rewrite app_length in HV.
  destruct (Nat.ltb_spec V (length osh)) as [Hlt|Hge].
  - rewrite app_nth1 in Hq by auto. exists [(upd osh V q, el)]. split; [now apply in_oks|]. split; [split; auto|].
    replace osh with (upd (upd osh V q) V (nth V (upd osh V q) 0 * N)) at 2
      by (rewrite nth_upd_same, <- Hq, upd_upd, upd_nth by auto; reflexivity).
    constructor; [now rewrite upd_length|constructor].
  - assert (D : gdef (gm o) el) by (destruct HD as [[HD _]|HD]; auto; rewrite HD in HV; simpl in HV; lia).
    exists [(osh, el)]. split; [now apply in_oks|]. split; [repeat split; cbn; auto|].
    constructor; [exact D|constructor].
Qed.

Lemma var_of_ok (o : gop) N V e : V < length (gloops o) -> entry_at o N V = Some e ->
  exists V', var_of mono_dec idemb o N e = Some V' /\ entry_at o N V' = Some e.
Proof.
  intros HV HE. unfold var_of. destruct (find _ _) as [V'|] eqn:F.
  - exists V'. split; auto. apply find_some in F as [_ F]. destruct (entry_at o N V') as [e'|]; [|discriminate].
    destruct (entry_dec mono_dec e' e); [congruence|discriminate].
  - apply find_none with (x := V) in F; [|apply in_seq; lia]. rewrite HE in F.
    destruct (entry_dec mono_dec e e); congruence.
Qed.
(* every entry that is found by looking at the maps is valid, where the op is typed *)
Theorem loop_entries_valid (o : gop) ts ts' N e : goty o ts ts' -> 0 < N -> In e (loop_entries o N) ->
  valid_entry gsem goty gdef glocalise N (Some o) e ts ts'.
Proof.
  intros HO HN He. unfold loop_entries in He. apply in_flat_map in He as (V0 & HV & He). apply in_seq in HV.
  destruct (entry_at o N V0) as [e'|] eqn:E; [|contradiction]. destruct He as [<-|[]].
  destruct (@var_of_ok o N V0 e') as (V & EV & E'); auto; [lia|].
  assert (HL : glocalise o N e' = split_loop o N V e') by (unfold RegistryOps.glocalise; now rewrite EV).
  pose proof HO as (-> & _). split; [eapply split_valid_sem|eapply split_valid_ty]; eauto.
Qed.
End Valid.
