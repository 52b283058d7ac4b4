(* Partial.v: the distributed typing rules of the collectives (section 2) with partial axes left over. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions.
Import ListNotations.
Set Implicit Arguments.

Section UpdL.
Variable M : list nat.
Lemma updl_upd_other a i : forall A D k, ~ In a A -> updl (upd D a i) A k = upd (updl D A k) a i.
Proof.
  induction A; simpl; intros D k H; auto. destruct k; auto. rewrite upd_comm by intuition. apply IHA. intuition.
Qed.
Lemma updl_upd_in a i : forall A D k, In a A -> length k = length A -> updl (upd D a i) A k = updl D A k.
Proof.
  induction A as [|b A]; simpl; intros D [|j k] H L; try discriminate; [tauto|].
  destruct (Nat.eq_dec b a) as [->|Ne]; [now rewrite upd_upd|]. rewrite upd_comm by auto.
  apply IHA; [tauto|simpl in L; lia].
Qed.
Lemma updl_comm A : forall B D i j, (forall a, In a A -> ~ In a B) ->
  updl (updl D A i) B j = updl (updl D B j) A i.
Proof.
  induction A; simpl; intros B D i j H; auto. destruct i; auto. rewrite IHA, updl_upd_other by auto. reflexivity.
Qed.
End UpdL.

Section Commute.
Context {S : Scalars}.
(* reducing concatenations is concatenating reductions; no law of the semigroup is used *)
Lemma reduce_concat X Y m d sh (F : X -> Y -> tensor) ks js : ks <> [] -> js <> [] -> d < length sh ->
  (forall k j, In k ks -> In j js -> wf (F k j) /\ shape (F k j) = sh) ->
  reduce m (map (fun k => concat d (map (F k) js)) ks) =
  concat d (map (fun j => reduce m (map (fun k => F k j) ks)) js).
Proof.
  intros Hk Hj Hd HF.
  assert (U1 : forall k, In k ks -> unif sh (map (F k) js)) by (intros; apply unif_map; auto).
  assert (U2 : forall j, In j js -> unif sh (map (fun k => F k j) ks)) by (intros; apply unif_map; auto).
  assert (U3 : unif (upd sh d (length js * nth d sh 0)) (map (fun k => concat d (map (F k) js)) ks)).
  { apply unif_map; auto. intros k H. split; [apply wf_concat|]. now rewrite (shape_concat d (U1 k H)), map_length. }
  assert (U4 : unif sh (map (fun j => reduce m (map (fun k => F k j) ks)) js)).
  { apply unif_map; auto. intros j H. split; [apply wf_reduce|]. apply (shape_reduce m (U2 j H)). }
  unfold reduce at 1. rewrite (unif_hd_sh U3). unfold concat at 2, dim. rewrite (unif_hd_sh U4), map_length.
  apply tab_ext. intros ix Hix. rewrite map_map.
  assert (Lt : nth d ix 0 < length js * nth d sh 0).
  { apply inb_nth with (d := d) in Hix; [now rewrite nth_upd_same in Hix|now rewrite upd_length]. }
  set (q := nth d ix 0 / nth d sh 0). set (ix' := upd ix d (nth d ix 0 mod nth d sh 0)).
  assert (Hq : q < length js) by (apply Nat.div_lt_upper_bound; lia).
  assert (Hix' : inb ix' sh).
  { eapply inb_upd_l; eauto. apply Nat.mod_upper_bound. lia. }
  destruct js as [|y js0] eqn:Ej; [congruence|]. rewrite <- Ej in *.
  rewrite nth_map with (dA := y) by auto. rewrite (get_reduce m (U2 _ (nth_In _ y Hq)) Hix'), map_map.
  f_equal. apply map_ext_in. intros k Hin. specialize (U1 k Hin). unfold concat, dim.
  rewrite (unif_hd_sh U1), map_length, get_tab by auto. now rewrite nth_map with (dA := y).
Qed.
End Commute.

Section Partial.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation size := (size M). Notation sizes := (sizes M). Notation ok := (dev_ok M).
Notation red := (freduce reduce M). Notation gather := (fgather concat M). Notation slice := (fslice chunk M).
Notation scat := (fscatter chunk reduce M). Notation a2a := (fa2a chunk concat M).
Notation in_mesh := (in_mesh M). Notation funif := (funif M). Notation rep := (rep M). Notation tile_of := (tile_of M).
Notation chain := (chain M). Notation lshape := (lshape M).
Definition tiling := list (nat * list axis).
Definition mkD (ts : tiling) P m := {| tiles := ts; parts := P; pm := m |}.
Definition axes_of (Dt : dist) := flat_map snd (tiles Dt) ++ parts Dt.

(* V |= G : D. Beside the formula (rep): G and D fit, every device has a tensor of type local(D), and unlisted axes
   replicate, that is V itself, not only its reduction, is the same along an axis that D does not list. Without
   the last (it follows where nothing is partial, see rep_replicated) D-Op is false: PartialExamples.v. *)
Definition replicated (V : dev -> tensor) (B : list axis) :=
  forall D a i, ok D -> a < length M -> i < size a -> ~ In a B -> V (upd D a i) = V D.
Record represents (V : dev -> tensor) (G : tensor) (Dt : dist) : Prop := {
  r_wf : wf G;
  r_nodup : NoDup (axes_of Dt);
  r_parts : in_mesh (parts Dt);
  r_chain : chain (tiles Dt) (shape G);
  r_local : funif (lshape (tiles Dt) (shape G)) V;
  r_rep : rep V G Dt;
  r_repl : replicated V (axes_of Dt) }.

Lemma chain_app ts ts' : forall sh, chain (ts ++ ts') sh <-> chain ts sh /\ chain ts' (lshape ts sh).
Proof. induction ts as [|[d A] ts]; simpl; intros sh; [tauto|]. rewrite IHts. tauto. Qed.
Lemma lshape_app ts ts' : forall sh, lshape (ts ++ ts') sh = lshape ts' (lshape ts sh).
Proof. induction ts as [|[d A] ts]; simpl; auto. Qed.
Lemma chain_mesh ts : forall sh, chain ts sh -> in_mesh (flat_map snd ts).
Proof.
  induction ts as [|[d A] ts]; simpl; intros sh H; [constructor|]. apply Forall_app. split; [apply H|]. eapply IHts, H.
Qed.
Lemma lshape_len ts : forall sh, length (lshape ts sh) = length sh.
Proof. induction ts as [|[d A] ts]; simpl; auto. intros. now rewrite IHts, upd_length. Qed.
Lemma axes_snoc ts d A P m : axes_of (mkD (ts ++ [(d, A)]) P m) = flat_map snd ts ++ A ++ P.
Proof. unfold axes_of; simpl. rewrite flat_map_app; simpl. now rewrite app_nil_r, app_assoc. Qed.
Lemma disjoint_of A ts : (forall a, In a A -> ~ In a (flat_map snd ts)) -> disjoint A ts.
Proof. intros H d B HB a Ha X. apply (H a Ha). apply in_flat_map. exists (d, B). auto. Qed.
Lemma NoDup_app_iff X (l l' : list X) : NoDup (l ++ l') <-> NoDup l /\ NoDup l' /\ forall x, In x l -> ~ In x l'.
Proof.
  induction l; simpl; split.
  - intros H. repeat split; auto. constructor.
  - tauto.
  - inversion 1; subst. apply IHl in H3 as (H4 & H5 & H6). rewrite in_app_iff in H2. repeat split; auto.
    + constructor; tauto.
    + intros x [->|Hx]; auto.
  - intros (H1 & H2 & H3). inversion H1; subst. constructor.
    + rewrite in_app_iff. intros [|]; [tauto|]. eapply H3; eauto.
    + apply IHl. repeat split; auto.
Qed.

(* unlisted axes replicate by the formula alone where nothing is partial *)
Theorem rep_replicated V G ts m : (forall D, ok D -> wf (V D)) -> rep V G (mkD ts [] m) ->
  replicated V (axes_of (mkD ts [] m)).
Proof.
  intros W H D a i HD Ha Hi HaB. assert (HD' : ok (upd D a i)) by now apply dev_ok_upd.
  unfold rep, Distributed.rep in H. simpl in H.
  rewrite <- (@red_nil _ M m V D), <- (@red_nil _ M m V (upd D a i)) by auto. rewrite !H by auto.
  apply tile_of_upd. intros d B HB X. apply HaB. unfold axes_of; simpl. rewrite app_nil_r. apply in_flat_map.
  exists (d, B). auto.
Qed.
(* a gather or a reduction over A is the same along A, and wherever its operand is *)
Lemma repl_group X (c : list tensor -> X) V A B : in_mesh A ->
  replicated V (A ++ B) -> forall D a i, ok D -> a < length M -> i < size a -> ~ In a B ->
  c (map (fun k => V (updl (upd D a i) A k)) (all_idx (sizes A))) =
    c (map (fun k => V (updl D A k)) (all_idx (sizes A))).
Proof.
  intros HA HV D a i HD Ha Hi HB. f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
  destruct (in_dec Nat.eq_dec a A).
  - rewrite updl_upd_in; auto. eapply inb_len; eauto.
  - rewrite updl_upd_other by auto. apply HV; auto; [now apply ok_updl|]. rewrite in_app_iff. tauto.
Qed.
Lemma repl_incl V B B' : (forall a, In a B -> In a B') -> replicated V B -> replicated V B'.
Proof. intros H HV D a i HD Ha Hi X. apply HV; auto. Qed.

(* all_reduce commutes with all_gather over other axes *)
Lemma red_gather sh m P d A V D : funif sh V -> d < length sh -> in_mesh P -> in_mesh A ->
  (forall a, In a P -> ~ In a A) -> ok D -> red m P (gather d A V) D = gather d A (red m P V) D.
Proof.
  intros FV Hd HP HA Dj HD. unfold freduce, fgather.
  rewrite (@reduce_concat _ _ _ m d sh (fun k j => V (updl (updl D P k) A j))); auto.
  - f_equal. apply map_ext. intros j. f_equal. apply map_ext. intros k. f_equal. now apply updl_comm.
  - apply (all_idx_ne M_pos); auto.
  - apply (all_idx_ne M_pos); auto.
  - intros k j Hk Hj. apply in_all_idx in Hk, Hj. apply FV. repeat apply ok_updl; auto.
Qed.

(* D-Slice: ts, P |-> ts with A at the minor end of d, P; A neither used nor partial *)
Theorem D_Slice_partial V G ts P m d A : represents V G (mkD ts P m) ->
  let n := lshape ts (shape G) in d < length n -> NoDup A -> in_mesh A -> Nat.divide (prod (sizes A)) (nth d n 0) ->
  (forall a, In a A -> ~ In a (axes_of (mkD ts P m))) ->
  represents (slice d A V) G (mkD (ts ++ [(d, A)]) P m).
Proof.
  intros R n Hd ND HA Hdiv Dj. destruct R as [W N HP C F R Rl]. cbn [tiles parts pm mkD] in *.
  unfold axes_of in Dj, N, Rl; simpl in Dj, N, Rl.
  assert (Dj' : forall a, In a A -> ~ In a P) by (intros a Ha X; apply (Dj a Ha), in_app_iff; auto).
  split; cbn [tiles parts pm mkD]; auto.
  - rewrite axes_snoc. apply Permutation_NoDup with (l := A ++ flat_map snd ts ++ P).
    + rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
    + apply NoDup_app_iff. auto.
  - apply chain_app. simpl. auto.
  - rewrite lshape_app; simpl. now apply funif_slice.
  - eapply D_Slice; eauto.
  - rewrite axes_snoc. intros D a i HD Ha Hi X. rewrite !in_app_iff in X. unfold fslice.
    rewrite Rl by (auto; rewrite in_app_iff; tauto). do 2 f_equal. apply map_ext_in. intros b Hb. apply nth_upd_other.
    intros ->. tauto.
Qed.

(* D-Gather: a minor suffix A of d's axes goes, whatever is partial *)
Theorem D_Gather_partial V G ts P m d A : represents V G (mkD (ts ++ [(d, A)]) P m) ->
  represents (gather d A V) G (mkD ts P m).
Proof.
  intros [W N HP C F R Rl]. cbn [tiles parts pm mkD] in *. rewrite axes_snoc in *.
  apply chain_app in C as [C1 C2]. rewrite lshape_app in F. simpl in C2, F. destruct C2 as (Hd & HA & Hdiv & _).
  apply NoDup_app_iff in N as (N1 & N2 & N3). apply NoDup_app_iff in N2 as (N2 & N4 & N5).
  assert (Dj : forall a, In a A -> ~ In a (flat_map snd ts)) by (intros a Ha X; apply (N3 a X), in_app_iff; auto).
  set (n := lshape ts (shape G)) in *.
  split; cbn [tiles parts pm mkD]; auto.
  - unfold axes_of; simpl. apply NoDup_app_iff. repeat split; auto. intros x X Y. apply (N3 x X), in_app_iff. auto.
  - pose proof (sizes_pos M_pos HA). destruct Hdiv as [q Hq].
    pose proof (funif_gather M_pos d F HA) as FG. rewrite nth_upd_same, upd_upd, Hq, Nat.div_mul in FG by (auto; lia).
    replace (upd n d (prod (sizes A) * q)) with n in FG; auto. now rewrite Nat.mul_comm, <- Hq, upd_nth.
  - assert (FR : forall D, ok D -> wf (red m P V D)) by (intros; apply wf_reduce).
    assert (H : rep (gather d A (red m P V)) G (mkD ts [] m)).
    { apply D_Gather with (d := d); auto using disjoint_of. intros D HD. cbn [tiles parts pm].
      rewrite red_nil by auto. now apply R. }
    intros D HD. cbn [tiles parts pm mkD]. specialize (H D HD). cbn [tiles parts pm mkD] in H.
    rewrite red_nil in H by apply wf_concat. rewrite <- H. eapply red_gather; eauto.
    + now rewrite upd_length.
    + intros a X Y. now apply (N5 a Y).
  - intros D a i HD Ha Hi X. apply (@repl_group _ (concat d) V A (flat_map snd ts ++ P)); auto.
    eapply repl_incl; [|exact Rl]. intros b. rewrite !in_app_iff. tauto.
Qed.

(* D-Reduce: partial axes B of the same semigroup are discharged, P stays partial *)
Theorem D_Reduce_partial V G ts P B m : represents V G (mkD ts (P ++ B) m) -> represents (red m B V) G (mkD ts P m).
Proof.
  intros [W N HP C F R Rl]. cbn [tiles parts pm mkD] in *. apply Forall_app in HP as [HP HB].
  unfold axes_of in N, Rl; simpl in N, Rl. rewrite app_assoc in N. apply NoDup_app_iff in N as (N1 & _ & _).
  split; cbn [tiles parts pm mkD]; auto.
  - now apply funif_red.
  - eapply D_Reduce; eauto.
  - intros D a i HD Ha Hi X. apply (@repl_group _ (reduce m) V B (flat_map snd ts ++ P)); auto.
    eapply repl_incl; [|exact Rl]. intros b. rewrite !in_app_iff. tauto.
Qed.

(* D-Scatter = D-Slice after D-Reduce: the partial axes A become tiling axes of d *)
Theorem D_Scatter_partial V G ts P m d A : represents V G (mkD ts (P ++ A) m) ->
  let n := lshape ts (shape G) in d < length n -> Nat.divide (prod (sizes A)) (nth d n 0) ->
  represents (scat m d A V) G (mkD (ts ++ [(d, A)]) P m).
Proof.
  intros R n Hd Hdiv. pose proof (r_nodup R) as N. pose proof (r_parts R) as HP. simpl in HP.
  apply Forall_app in HP as [HP HA]. unfold axes_of in N; simpl in N. rewrite app_assoc in N.
  apply NoDup_app_iff in N as (_ & N & Dj).
  apply D_Slice_partial; auto using D_Reduce_partial. intros a Ha X. now apply (Dj a X).
Qed.

(* D-AllToAll = D-Slice after D-Gather: the minor axes A of d become the minor axes of d' *)
Theorem D_AllToAll_partial V G ts P m d d' A : represents V G (mkD (ts ++ [(d, A)]) P m) ->
  let n := lshape ts (shape G) in d' < length n -> Nat.divide (prod (sizes A)) (nth d' n 0) ->
  represents (a2a d d' A V) G (mkD (ts ++ [(d', A)]) P m).
Proof.
  intros R n Hd Hdiv. pose proof (r_nodup R) as N. rewrite axes_snoc in N.
  pose proof (chain_mesh _ _ (r_chain R)) as HA. simpl in HA. rewrite flat_map_app in HA. simpl in HA.
  rewrite app_nil_r in HA. apply Forall_app in HA as [_ HA].
  apply NoDup_app_iff in N as (_ & N & Dj). apply NoDup_app_iff in N as (N & _ & Dj').
  apply D_Slice_partial; auto using D_Gather_partial. unfold axes_of; simpl. intros a Ha X.
  apply in_app_iff in X as [X|X].
  - apply (Dj a X), in_app_iff. auto.
  - now apply (Dj' a Ha).
Qed.

(* the partial axes are a set *)
Theorem represents_parts_perm V G ts P Q m : Permutation P Q ->
  represents V G (mkD ts P m) -> represents V G (mkD ts Q m).
Proof.
  intros E [W N HP C F R Rl]. cbn [tiles parts pm mkD] in *. unfold axes_of in *; simpl in *.
  pose proof (proj1 (NoDup_app_iff _ _) N) as (_ & NP & _).
  assert (E' : Permutation (flat_map snd ts ++ P) (flat_map snd ts ++ Q)) by now apply Permutation_app_head.
  split; cbn [tiles parts pm mkD]; auto.
  - now apply Permutation_NoDup with (1 := E').
  - now apply Permutation_Forall with (1 := E).
  - intros D HD. cbn [tiles parts pm mkD]. rewrite <- (red_perm M_pos m E NP HP F HD). now apply R.
  - eapply repl_incl; [|exact Rl]. intros a. apply Permutation_in, E'.
Qed.
(* where nothing is partial, D's semigroup means nothing *)
Theorem represents_pm V G ts m m' : represents V G (mkD ts [] m) -> represents V G (mkD ts [] m').
Proof. intros [W N HP C F R Rl]. split; auto. Qed.
End Partial.
