(* DistComplete.v: section 2, no other D's mean the same. Where nothing is partial, every listed axis has a size of at
   least 2 and no extent is 0, a D that holds of all families of another is the same distributed type. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Partial PartialOp DistEqual.
Import ListNotations.
Set Implicit Arguments.

Section Complete.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation ok := (dev_ok M). Notation size := (size M). Notation sizes := (sizes M). Notation in_mesh := (in_mesh M).
Notation represents := (represents M). Notation tile_of := (tile_of M). Notation lshape := (lshape M).
Notation chain := (chain M).

(* ---- the index of δ|ā in ā, for every δ, determines ā ---- *)
Definition index D A := lin (sizes A) (at_ D A).
Definition unit_dev a := upd (repeat 0 (length M)) a 1.
Lemma index_cons D a A : index D (a :: A) = nth a D 0 * prod (sizes A) + index D A.
Proof. reflexivity. Qed.
Lemma unit_same a : a < length M -> nth a (unit_dev a) 0 = 1.
Proof. intros H. apply nth_upd_same. now rewrite repeat_length. Qed.
Lemma unit_other a b : a <> b -> nth b (unit_dev a) 0 = 0.
Proof. intros H. unfold unit_dev. rewrite nth_upd_other by auto. apply nth_repeat. Qed.
Lemma unit_ok a : a < length M -> 2 <= size a -> ok (unit_dev a).
Proof. intros H H2. apply dev_ok_upd; auto. now apply dev0. Qed.
Lemma index_out a A : ~ In a A -> index (unit_dev a) A = 0.
Proof.
  induction A as [|b A IH]; simpl; intros H; auto. rewrite index_cons, unit_other, IH by intuition. lia.
Qed.
Lemma index_le a A : a < length M -> NoDup A -> in_mesh A -> size a * index (unit_dev a) A <= prod (sizes A).
Proof.
  intros Ha ND HA. induction ND as [|b A Nb ND IH]; [simpl; unfold index; simpl; lia|].
  inversion HA as [|? ? Hb HA']; subst. specialize (IH HA'). rewrite index_cons. simpl.
  pose proof (size_pos M_pos Hb). destruct (Nat.eq_dec a b) as [->|Ne].
  - rewrite unit_same, index_out by auto. nia.
  - rewrite unit_other by auto. nia.
Qed.
Lemma index_inj A : forall B, NoDup A -> NoDup B -> in_mesh A -> in_mesh B ->
  Forall (fun a => 2 <= size a) A -> Forall (fun a => 2 <= size a) B -> prod (sizes A) = prod (sizes B) ->
  (forall D, ok D -> index D A = index D B) -> A = B.
Proof.
  induction A as [|a A IH]; intros [|b B] NA NB HA HB TA TB E H; auto; cbn [Mesh.sizes map prod] in E.
  - inversion HB as [|? ? Hb HB']; subst. inversion TB; subst. pose proof (sizes_pos M_pos HB').
    unfold Mesh.sizes in *. nia.
  - inversion HA as [|? ? Ha HA']; subst. inversion TA; subst. pose proof (sizes_pos M_pos HA').
    unfold Mesh.sizes in *. nia.
  - inversion HA as [|? ? Ha HA']; subst. inversion TA as [|? ? Sa TA']; subst. inversion NA as [|? ? Na NA']; subst.
    inversion HB as [|? ? Hb HB']; subst. inversion TB as [|? ? Sb TB']; subst. inversion NB as [|? ? Nb NB']; subst.
    pose proof (sizes_pos M_pos HA') as PA. pose proof (sizes_pos M_pos HB') as PB.
    fold (sizes A) in *. fold (sizes B) in *. destruct (Nat.eq_dec a b) as [->|Ne].
    + assert (E' : prod (sizes A) = prod (sizes B)) by nia. f_equal. apply IH; auto. intros D HD.
      specialize (H D HD). rewrite !index_cons, E' in H. lia.
    + specialize (H _ (unit_ok Ha Sa)). rewrite !index_cons, unit_same, unit_other, index_out in H by auto.
      pose proof (index_le Ha NB' HB'). nia.
Qed.

(* ---- where an element of a tile is in the whole ---- *)
Fixpoint src (ts : tiling) (sh : list nat) D (ix : list nat) :=
  match ts with
  | [] => ix
  | (d, A) :: ts => let q := nth d sh 0 / prod (sizes A) in
      let jx := src ts (upd sh d q) D ix in upd jx d (index D A * q + nth d jx 0)
  end.
Lemma get_tile D ts : ok D -> forall G ix, chain ts (shape G) -> inb ix (lshape ts (shape G)) ->
  inb (src ts (shape G) D ix) (shape G) /\ get (tile_of ts D G) ix = get G (src ts (shape G) D ix).
Proof.
  intros HD. induction ts as [|[d A] ts IH]; simpl; intros G ix C Hix; auto. destruct C as (Hd & HA & _ & C).
  set (K := prod (sizes A)) in *. set (c := chunk d G (lin (sizes A) (at_ D A)) K).
  destruct (IH c ix C Hix) as [I E]. change (shape c) with (upd (shape G) d (nth d (shape G) 0 / K)) in I, E. split.
  - eapply inb_upd_l; [exact I|]. apply chunk_bound; auto. now apply lin_at.
  - rewrite E. apply get_chunk. exact I.
Qed.
(* of tilings on distinct dimensions *)
Definition by_dim (A : nat -> list axis) ds : tiling := map (fun d => (d, A d)) ds.
Lemma src_length ts D ix : forall sh, length (src ts sh D ix) = length ix.
Proof. induction ts as [|[d A] ts IH]; simpl; auto. intros sh. now rewrite upd_length. Qed.
Lemma src_by_dim A D ix e ds : NoDup ds -> forall sh, In e ds -> e < length ix ->
  nth e (src (by_dim A ds) sh D ix) 0 = index D (A e) * (nth e sh 0 / prod (sizes (A e))) + nth e ix 0.
Proof.
  assert (O : forall ds sh, ~ In e ds -> nth e (src (by_dim A ds) sh D ix) 0 = nth e ix 0).
  { induction ds0 as [|d ds0 IH]; simpl; intros sh H; auto. rewrite nth_upd_other by tauto. apply IH. tauto. }
  induction 1 as [|d ds Nd ND IH]; simpl; intros sh He Hl; [tauto|]. destruct (Nat.eq_dec d e) as [->|Ne].
  - rewrite nth_upd_same by now rewrite src_length. now rewrite O.
  - rewrite nth_upd_other by auto. destruct He as [|He]; [congruence|]. rewrite IH by auto. now rewrite nth_upd_other.
Qed.
Lemma lshape_by_dim A e ds : NoDup ds -> forall sh, In e ds -> e < length sh ->
  nth e (lshape (by_dim A ds) sh) 0 = nth e sh 0 / prod (sizes (A e)).
Proof.
  assert (O : forall ds sh, ~ In e ds -> nth e (lshape (by_dim A ds) sh) 0 = nth e sh 0).
  { induction ds0 as [|d ds0 IH]; simpl; intros sh H; auto. rewrite IH by tauto. apply nth_upd_other. tauto. }
  induction 1 as [|d ds Nd ND IH]; simpl; intros sh He Hl; [tauto|]. destruct (Nat.eq_dec d e) as [->|Ne].
  - rewrite O by auto. now apply nth_upd_same.
  - destruct He as [|He]; [congruence|]. rewrite IH by (auto; now rewrite upd_length). now rewrite nth_upd_other.
Qed.
Lemma chain_by_dim A e ds : NoDup ds -> forall sh, chain (by_dim A ds) sh -> In e ds ->
  in_mesh (A e) /\ Nat.divide (prod (sizes (A e))) (nth e sh 0).
Proof.
  induction 1 as [|d ds Nd ND IH]; simpl; intros sh C He; [tauto|]. destruct C as (Hd & HA & Hdiv & C).
  destruct He as [->|He]; auto. destruct (IH _ C He) as [H1 H2]. split; auto.
  rewrite nth_upd_other in H2; auto. intros ->. auto.
Qed.

(* ---- the D's that a family can be at ---- *)
Lemma represents_tile ts m G : wf G -> chain ts (shape G) -> NoDup (flat_map snd ts) ->
  represents (fun D => tile_of ts D G) G (mkD ts [] m).
Proof.
  intros W C N. assert (R : rep M (fun D => tile_of ts D G) G (mkD ts [] m)).
  { intros D HD. cbn [tiles parts pm mkD]. rewrite red_nil; auto using wf_tile_of. }
  split; cbn [tiles parts pm mkD]; auto.
  - unfold axes_of; simpl. now rewrite app_nil_r.
  - constructor.
  - intros D HD. split; [now apply wf_tile_of|]. apply shape_tile_of.
  - apply rep_replicated with (G := G); auto using wf_tile_of.
Qed.
Lemma chain_dims ts : forall sh, chain ts sh -> on_dims (length sh) ts.
Proof.
  induction ts as [|[d A] ts IH]; simpl; intros sh C; [constructor|]. destruct C as (Hd & _ & _ & C).
  constructor; auto. specialize (IH _ C). now rewrite upd_length in IH.
Qed.
Lemma axes_on_in d a ts : In a (axes_on d ts) -> In a (flat_map snd ts).
Proof.
  unfold axes_on. rewrite !in_flat_map. intros (t & Ht & Ha). exists t. split; auto.
  now destruct (Nat.eqb (fst t) d).
Qed.
Lemma NoDup_axes_on d ts : NoDup (flat_map snd ts) -> NoDup (axes_on d ts).
Proof.
  induction ts as [|[e A] ts IH]; simpl; intros H; [constructor|]. apply NoDup_app_iff in H as (H1 & H2 & H3).
  destruct (Nat.eqb e d); simpl; auto. apply NoDup_app_iff. repeat split; auto. intros a Ha X.
  apply (H3 a Ha). eapply axes_on_in, X.
Qed.
Lemma inb_zeros l : Forall (lt 0) l -> inb (repeat 0 (length l)) l.
Proof. induction 1; simpl; constructor; auto. Qed.

Variables t0 t1 : T.
Hypothesis two : t0 <> t1.
(* D' that holds of every family that D holds of, with nothing partial, is D; the scalars t0, t1 tell places apart *)
Theorem deq_complete sh ts ts' m m' : Forall (lt 0) sh -> chain ts sh -> chain ts' sh ->
  NoDup (flat_map snd ts) -> NoDup (flat_map snd ts') ->
  Forall (fun a => 2 <= size a) (flat_map snd ts) -> Forall (fun a => 2 <= size a) (flat_map snd ts') ->
  (forall V G, shape G = sh -> represents V G (mkD ts [] m) -> represents V G (mkD ts' [] m')) ->
  deq (length sh) (mkD ts [] m) (mkD ts' [] m').
Proof.
  intros Pos C C' N N' T2 T2' H. set (k := length sh) in *.
  split; [|split; simpl; auto]. cbn [tiles mkD]. apply teq_iff; try (now apply chain_dims).
  set (A := fun d => axes_on d ts). set (A' := fun d => axes_on d ts').
  set (n := by_dim A (seq 0 k)). set (n' := by_dim A' (seq 0 k)).
  destruct (teq_same M_pos sh (teq_of_norm (chain_dims _ _ C))) as (_ & Cn & En).
  destruct (teq_same M_pos sh (teq_of_norm (chain_dims _ _ C'))) as (_ & Cn' & En').
  change (map _ _) with n in Cn, En. change (map _ _) with n' in Cn', En'.
  destruct (En C) as [_ Tn], (En' C') as [_ Tn']. apply Cn in C as Ch. apply Cn' in C' as Ch'.
  assert (E : forall G D, wf G -> shape G = sh -> ok D -> tile_of n D G = tile_of n' D G).
  { intros G D W SG HD. rewrite <- Tn, <- Tn' by auto.
    assert (R : represents (fun D => tile_of ts D G) G (mkD ts' [] m')).
    { apply H; auto. apply represents_tile; auto. now rewrite SG. }
    pose proof (r_rep R HD) as X. cbn [tiles parts pm mkD] in X. rewrite red_nil in X by now apply wf_tile_of.
    exact X. }
  pose proof (f_equal (@shape _) (E (tab sh (fun _ => t0)) _ (wf_tab _ _) eq_refl (dev0 M_pos))) as Sh.
  rewrite !shape_tile_of in Sh. cbn [shape tab] in Sh.
  assert (Q : forall e, e < k -> prod (sizes (A e)) = prod (sizes (A' e)) /\ 0 < nth e sh 0 / prod (sizes (A e)) /\
    in_mesh (A e) /\ in_mesh (A' e)).
  { intros e He. assert (Ie : In e (seq 0 k)) by (apply in_seq; lia).
    destruct (@chain_by_dim A e _ (seq_NoDup k 0) _ Ch Ie) as [HM [q Hq]].
    destruct (@chain_by_dim A' e _ (seq_NoDup k 0) _ Ch' Ie) as [HM' [q' Hq']].
    pose proof (f_equal (fun l => nth e l 0) Sh) as X. cbn beta in X. unfold n, n' in X.
    rewrite !lshape_by_dim in X by (auto using seq_NoDup).
    pose proof (sizes_pos M_pos HM). pose proof (sizes_pos M_pos HM').
    assert (P : 0 < nth e sh 0) by (rewrite Forall_forall in Pos; apply Pos, nth_In, He).
    rewrite Hq in X at 1. rewrite Hq' in X. rewrite !Nat.div_mul in X by lia. subst q'.
    rewrite Hq, Nat.div_mul by lia. repeat split; auto; nia. }
  assert (Z : inb (repeat 0 k) (lshape n sh)).
  { replace k with (length (lshape n sh)) by apply lshape_len. apply inb_zeros, Forall_forall. intros x Hx.
    apply (In_nth _ _ 0) in Hx as (e & He & <-). rewrite lshape_len in He. unfold n.
    rewrite lshape_by_dim; auto using seq_NoDup; [now apply Q|]. apply in_seq. unfold k. lia. }
  assert (I : forall D e, ok D -> e < k -> index D (A e) = index D (A' e)).
  { intros D e HD He. set (g := src n sh D (repeat 0 k)).
    set (G := tab sh (fun jx => if list_eq_dec Nat.eq_dec jx g then t1 else t0)).
    destruct (@get_tile D n HD G (repeat 0 k) Ch Z) as [I1 G1].
    destruct (@get_tile D n' HD G (repeat 0 k) Ch') as [I2 G2]; [cbn [shape G tab]; now rewrite <- Sh|].
    rewrite (E G D (wf_tab _ _) eq_refl HD), G2 in G1. cbn [shape G tab] in G1, I1, I2. fold g in G1, I1.
    unfold G in G1. rewrite !get_tab in G1 by auto. destruct (list_eq_dec Nat.eq_dec g g) as [_|X]; [|congruence].
    destruct (list_eq_dec Nat.eq_dec (src n' sh D (repeat 0 k)) g) as [X|X]; [|congruence].
    apply (f_equal (fun l => nth e l 0)) in X. cbn beta in X. unfold g, n, n' in X.
    rewrite !src_by_dim in X by (auto using seq_NoDup; rewrite ?repeat_length, ?in_seq; lia).
    destruct (Q e He) as (Ep & Pq & _). rewrite <- Ep in X. nia. }
  apply map_ext_in. intros e He. apply in_seq in He as [_ He]. destruct (Q e He) as (Ep & _ & HM & HM').
  apply index_inj; auto using NoDup_axes_on.
  - apply Forall_forall. intros a Ha. rewrite Forall_forall in T2. eapply T2, axes_on_in, Ha.
  - apply Forall_forall. intros a Ha. rewrite Forall_forall in T2'. eapply T2', axes_on_in, Ha.
  - intros D HD. exact (I D e HD He).
Qed.
End Complete.
