(* DistEqual.v: section 2, equal ways to write a distributed type. A D lists the tilings one after the other; what it
   says is one list of axes for each dimension, a set of partial axes and their monoid, which is its normal form. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Partial.
Import ListNotations.
Set Implicit Arguments.

Section Same.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation ok := (dev_ok M). Notation sizes := (sizes M). Notation in_mesh := (in_mesh M).
Notation represents := (represents M). Notation tile_of := (tile_of M). Notation lshape := (lshape M).
Notation chain := (chain M).

(* V ⊨ G : D is about V on the devices of the mesh alone *)
Theorem represents_ext V W G Dt : (forall D, ok D -> V D = W D) -> represents V G Dt -> represents W G Dt.
Proof.
  intros H [WG N HP C F R Rl]. split; auto.
  - intros D HD. rewrite <- H; auto.
  - intros D HD. rewrite <- (R D HD). apply red_ext with (M := M); auto. intros. symmetry. auto.
  - intros D a i HD Ha Hi X. rewrite <- !H; auto. now apply dev_ok_upd.
Qed.

(* ts and ts', of a value of shape sh, use the same axes and give every device the same chunk *)
Definition same_tiles sh (ts ts' : tiling) := Permutation (flat_map snd ts) (flat_map snd ts') /\
  (chain ts sh <-> chain ts' sh) /\
  (chain ts sh -> lshape ts sh = lshape ts' sh /\
    forall G D, wf G -> shape G = sh -> ok D -> tile_of ts D G = tile_of ts' D G).
Lemma same_refl sh ts : same_tiles sh ts ts.
Proof. split; [|split]; auto. tauto. Qed.
Lemma same_sym sh ts ts' : same_tiles sh ts ts' -> same_tiles sh ts' ts.
Proof.
  intros (P & C & H). split; [now symmetry|]. split; [tauto|]. intros X. apply C, H in X as [E T].
  split; auto. intros G D WG SG HD. symmetry. auto.
Qed.
Lemma same_trans sh ts ts' ts'' : same_tiles sh ts ts' -> same_tiles sh ts' ts'' -> same_tiles sh ts ts''.
Proof.
  intros (P & C & H) (P' & C' & H'). split; [now rewrite P|]. split; [tauto|]. intros X.
  destruct (H X) as [E T], (H' (proj1 C X)) as [E' T']. split; [congruence|]. intros G D WG SG HD. rewrite T; auto.
Qed.
Lemma same_in sh t ts ts' u : same_tiles (lshape t sh) ts ts' -> same_tiles sh (t ++ ts ++ u) (t ++ ts' ++ u).
Proof.
  intros (P & C & H). split; [|split].
  - rewrite !flat_map_app. now apply Permutation_app_head, Permutation_app_tail.
  - rewrite !chain_app. split; intros (X & Y & Z).
    + rewrite <- (proj1 (H Y)). tauto.
    + rewrite (proj1 (H (proj2 C Y))). tauto.
  - rewrite !chain_app. intros (X & Y & Z). destruct (H Y) as [E T]. split.
    + rewrite !lshape_app. now rewrite E.
    + intros G D WG SG HD. rewrite !tile_of_app. f_equal. apply T; auto using wf_tile_of.
      now rewrite shape_tile_of, SG.
Qed.
(* such tilings mean the same *)
Theorem represents_same V G ts ts' P m : same_tiles (shape G) ts ts' ->
  represents V G (mkD ts P m) -> represents V G (mkD ts' P m).
Proof.
  intros (E & C & H) [WG N HP Ch F R Rl]. cbn [tiles parts pm mkD] in *. unfold axes_of in N, Rl; simpl in N, Rl.
  assert (E' : Permutation (flat_map snd ts ++ P) (flat_map snd ts' ++ P)) by now apply Permutation_app_tail.
  destruct (H Ch) as [Sh T]. split; cbn [tiles parts pm mkD]; auto.
  - now apply Permutation_NoDup with (1 := E').
  - now apply C.
  - now rewrite <- Sh.
  - intros D HD. cbn [tiles parts pm mkD]. rewrite <- T by auto. now apply R.
  - eapply repl_incl; [|exact Rl]. intros a. apply Permutation_in, E'.
Qed.

Lemma lin_at D A : in_mesh A -> ok D -> lin (sizes A) (at_ D A) < prod (sizes A).
Proof. intros HA HD. apply lin_lt. now apply at_inb. Qed.
Lemma same_swap sh d A d' B : d <> d' -> same_tiles sh [(d, A); (d', B)] [(d', B); (d, A)].
Proof.
  intros Ne. split; [|split]; simpl.
  - rewrite !app_nil_r. apply Permutation_app_comm.
  - rewrite !upd_length, !nth_upd_other by auto. tauto.
  - rewrite !upd_length, !nth_upd_other by auto. intros (D1 & D2 & D3 & D4 & D5 & D6 & _). split.
    + now rewrite upd_comm.
    + intros G D WG SG HD. apply chunk_comm; rewrite ?SG; auto using lin_at.
Qed.
Lemma div_split n a b : 0 < a -> 0 < b -> Nat.divide (a * b) n <-> Nat.divide a n /\ Nat.divide b (n / a).
Proof.
  intros Pa Pb. split.
  - intros [q ->]. replace (q * (a * b)) with (q * b * a) by lia. rewrite Nat.div_mul by lia.
    split; [now exists (q * b)|].
    now exists q.
  - intros [[q ->] [r Hr]]. rewrite Nat.div_mul in Hr by lia. exists r. rewrite Hr. lia.
Qed.
Lemma same_merge sh d A B : same_tiles sh [(d, A); (d, B)] [(d, A ++ B)].
Proof.
  assert (C : chain [(d, A); (d, B)] sh <-> chain [(d, A ++ B)] sh).
  { simpl. rewrite upd_length, sizes_app, prod_app. split.
    - intros (D1 & HA & D3 & _ & HB & D6 & _). rewrite nth_upd_same in D6 by auto. repeat split; auto.
      + apply Forall_app; auto.
      + apply div_split; auto using sizes_pos.
    - intros (D1 & HAB & D3 & _). apply Forall_app in HAB as [HA HB]. rewrite nth_upd_same by auto.
      apply div_split in D3 as [D3 D4]; auto using sizes_pos. repeat split; auto. }
  split; [|split]; auto; simpl; [now rewrite !app_nil_r|].
  intros (D1 & HA & D3 & _ & HB & D6 & _). pose proof (sizes_pos M_pos HA). pose proof (sizes_pos M_pos HB).
  rewrite nth_upd_same in D6 |- * by auto. rewrite sizes_app, prod_app. split.
  - now rewrite upd_upd, Nat.div_div by lia.
  - intros G D WG SG HD. rewrite chunk_chunk; unfold dim; rewrite ?SG; auto using lin_at.
    + rewrite at_app, lin_app; auto. unfold at_, Mesh.sizes. now rewrite !map_length.
    + apply div_split; auto.
Qed.
Lemma same_nil sh d : d < length sh -> same_tiles sh [(d, [])] [].
Proof.
  intros Hd. assert (E : forall n, n / prod (sizes []) = n) by (intros; apply Nat.div_1_r).
  split; [|split]; cbn [Distributed.chain Distributed.lshape Distributed.tile_of]; rewrite ?E, ?upd_nth; auto.
  - split; auto. intros _. repeat split; auto; [constructor|apply Nat.divide_1_l].
  - intros _. split; auto. intros G D WG SG HD. apply tensor_eq; auto using wf_chunk.
    + rewrite shape_chunk. unfold dim. now rewrite E, upd_nth.
    + intros ix Hix. rewrite shape_chunk in Hix. rewrite get_chunk by auto. f_equal. apply upd_nth.
Qed.

(* ---- the ways to write one D ---- *)
(* ts and ts', on k dimensions, say the same: tilings of different dimensions are in no order, lists on one dimension
   are one list, major first, and an empty list says nothing *)
Inductive teq (k : nat) : tiling -> tiling -> Prop :=
| teq_refl ts : teq k ts ts
| teq_sym ts ts' : teq k ts ts' -> teq k ts' ts
| teq_trans ts ts' ts'' : teq k ts ts' -> teq k ts' ts'' -> teq k ts ts''
| teq_swap t d A d' B u : d <> d' -> teq k (t ++ (d, A) :: (d', B) :: u) (t ++ (d', B) :: (d, A) :: u)
| teq_merge t d A B u : teq k (t ++ (d, A) :: (d, B) :: u) (t ++ (d, A ++ B) :: u)
| teq_nil t d u : d < k -> teq k (t ++ (d, []) :: u) (t ++ u).
(* D and D', of k dimensions, are one distributed type: besides, the partial axes are a set, and where there are none
   the monoid means nothing *)
Definition deq k (D D' : dist) := teq k (tiles D) (tiles D') /\ Permutation (parts D) (parts D') /\
  (parts D = [] \/ pm D = pm D').

(* tilings that say the same place the same chunks *)
Theorem teq_same sh ts ts' : teq (length sh) ts ts' -> same_tiles sh ts ts'.
Proof.
  induction 1; eauto using same_refl, same_sym, same_trans.
  - apply (@same_in sh t [(d, A); (d', B)] [(d', B); (d, A)] u), same_swap; auto.
  - apply (@same_in sh t [(d, A); (d, B)] [(d, A ++ B)] u), same_merge.
  - apply (@same_in sh t [(d, [])] [] u), same_nil. now rewrite lshape_len.
Qed.
(* equal D's mean the same *)
Theorem deq_represents V G D D' : deq (length (shape G)) D D' -> represents V G D -> represents V G D'.
Proof.
  destruct D as [ts P m], D' as [ts' P' m']. unfold deq; simpl. intros (T & E & Em) R.
  apply (represents_same (teq_same _ T)) in R. apply (represents_parts_perm M_pos E) in R.
  destruct Em as [->| ->]; auto. apply Permutation_nil in E. subst. exact (represents_pm m' R).
Qed.

Lemma deq_refl k D : deq k D D.
Proof. split; [constructor|]. split; auto. Qed.
Lemma deq_sym k D D' : deq k D D' -> deq k D' D.
Proof.
  intros (T & E & Em). split; [now apply teq_sym|]. split; [now symmetry|]. destruct Em as [E'|E']; auto.
  rewrite E' in E. apply Permutation_nil in E. auto.
Qed.
Lemma deq_trans k D D' D'' : deq k D D' -> deq k D' D'' -> deq k D D''.
Proof.
  intros (T & E & Em) (T' & E' & Em'). split; [eapply teq_trans; eauto|]. split; [now rewrite E|].
  destruct Em as [X|X]; auto. destruct Em' as [Y|Y]; [|right; congruence]. left. rewrite Y in E. symmetry in E.
  now apply Permutation_nil.
Qed.

(* ---- the normal form ---- *)
(* ā_d *)
Definition axes_on d (ts : tiling) := flat_map (fun t : nat * list axis => if Nat.eqb (fst t) d then snd t else []) ts.
Definition tnorm k (ts : tiling) := map (fun d => axes_on d ts) (seq 0 k).
(* D as calculus.md writes it: ā_1..ā_k; A, in mesh order; ⊕ where A is not empty *)
Definition dnorm k (D : dist) : list (list axis) * list axis * option mono :=
  (tnorm k (tiles D), filter (fun a => existsb (Nat.eqb a) (parts D)) (seq 0 (length M)),
   match parts D with [] => None | _ => Some (pm D) end).
(* every tiling is on one of the k dimensions *)
Definition on_dims k (ts : tiling) := Forall (fun t => fst t < k) ts.
(* the partial axes are distinct axes of the mesh *)
Definition norm_ok k (D : dist) := on_dims k (tiles D) /\ NoDup (parts D) /\ in_mesh (parts D).

Lemma axes_on_app d t u : axes_on d (t ++ u) = axes_on d t ++ axes_on d u.
Proof. apply flat_map_app. Qed.
Lemma axes_on_1 d d' A : axes_on d' [(d, A)] = if Nat.eqb d d' then A else [].
Proof. simpl. apply app_nil_r. Qed.
Lemma teq_tnorm k ts ts' : teq k ts ts' -> tnorm k ts = tnorm k ts'.
Proof.
  induction 1; auto; try congruence; apply map_ext; intros e; rewrite !axes_on_app; f_equal.
  - simpl. destruct (Nat.eqb_spec d e), (Nat.eqb_spec d' e); simpl; auto. congruence.
  - simpl. destruct (Nat.eqb_spec d e); simpl; auto. now rewrite app_assoc.
  - simpl. now destruct (Nat.eqb d e).
Qed.
Lemma teq_tail k ts ts' v : teq k ts ts' -> teq k (ts ++ v) (ts' ++ v).
Proof.
  induction 1; eauto using teq_refl, teq_sym, teq_trans; rewrite <- !app_assoc; simpl.
  - now apply teq_swap.
  - apply teq_merge.
  - now apply teq_nil.
Qed.
Lemma teq_move k d A u : forall t, ~ In d (map fst u) -> teq k (t ++ u ++ [(d, A)]) (t ++ (d, A) :: u).
Proof.
  induction u as [|[d' B] u IH]; simpl; intros t H; [constructor|].
  apply teq_trans with (t ++ (d', B) :: (d, A) :: u); [|apply teq_swap; intuition].
  change (t ++ (d', B) :: u ++ [(d, A)]) with (t ++ [(d', B)] ++ u ++ [(d, A)]).
  change (t ++ (d', B) :: (d, A) :: u) with (t ++ [(d', B)] ++ (d, A) :: u).
  rewrite !(app_assoc t). apply IH. tauto.
Qed.
(* a tiling is as good as its normal form *)
Lemma teq_of_norm k ts : on_dims k ts -> teq k ts (map (fun d => (d, axes_on d ts)) (seq 0 k)).
Proof.
  induction ts as [|[d A] ts IH] using rev_ind; intros H.
  - assert (E : forall l, (forall d, In d l -> d < k) -> teq k (map (fun d => (d, axes_on d [])) l) []).
    { induction l as [|d l]; simpl; intros Hl; [constructor|]. eapply teq_trans; [apply (@teq_nil k [] d)|]; auto. }
    apply teq_sym, E. intros d Hd. apply in_seq in Hd. lia.
  - apply Forall_app in H as [H Hd]. inversion Hd as [|? ? Lt _]; subst. simpl in Lt.
    eapply teq_trans; [apply teq_tail, IH, H|].
    replace k with (d + (1 + (k - d - 1))) at 2 3 by lia. rewrite !seq_app, !map_app. simpl.
    set (n1 := map _ (seq 0 d)). set (n2 := map _ (seq (d + 1) _)).
    rewrite <- app_assoc. simpl. rewrite axes_on_app, axes_on_1, Nat.eqb_refl.
    assert (E : forall l, ~ In d l ->
      map (fun d0 => (d0, axes_on d0 (ts ++ [(d, A)]))) l = map (fun d0 => (d0, axes_on d0 ts)) l).
    { intros l Hl. apply map_ext_in. intros e He. rewrite axes_on_app, axes_on_1.
      destruct (Nat.eqb_spec d e); [congruence|]. now rewrite app_nil_r. }
    rewrite !E by (rewrite in_seq; lia). fold n1 n2.
    eapply teq_trans; [|apply teq_merge].
    change (n1 ++ (d, axes_on d ts) :: n2 ++ [(d, A)]) with (n1 ++ [(d, axes_on d ts)] ++ n2 ++ [(d, A)]).
    change (n1 ++ (d, axes_on d ts) :: (d, A) :: n2) with (n1 ++ [(d, axes_on d ts)] ++ (d, A) :: n2).
    rewrite !(app_assoc n1). apply teq_move. unfold n2. rewrite map_map. cbn [fst]. rewrite map_id, in_seq. lia.
Qed.
(* tilings say the same if and only if they give each dimension one list *)
Theorem teq_iff k ts ts' : on_dims k ts -> on_dims k ts' -> teq k ts ts' <-> tnorm k ts = tnorm k ts'.
Proof.
  intros H H'. split; [apply teq_tnorm|]. intros E. eapply teq_trans; [now apply teq_of_norm|].
  eapply teq_trans; [|now apply teq_sym, teq_of_norm].
  assert (X : forall d, In d (seq 0 k) -> axes_on d ts = axes_on d ts').
  { intros d Hd. apply in_seq in Hd. unfold tnorm in E. rewrite <- (nth_map_seq (fun d => axes_on d ts) [] (proj2 Hd)).
    simpl. rewrite E. apply nth_map_seq. tauto. }
  rewrite (map_ext_in _ (fun d => (d, axes_on d ts'))); [constructor|]. intros d Hd. now rewrite X.
Qed.
(* what D_Gather's premise says, ā is a minor suffix of d's list: some way to write the tilings ends in (d, ā) *)
Theorem D_Gather_suffix k ts d A : on_dims k ts -> d < k ->
  (exists ts', teq k ts (ts' ++ [(d, A)])) <-> exists B, axes_on d ts = B ++ A.
Proof.
  intros H Hd. split.
  - intros [ts' E]. exists (axes_on d ts'). apply teq_tnorm in E. apply (f_equal (fun l => nth d l [])) in E.
    unfold tnorm in E. rewrite !(nth_map_seq (fun d => axes_on d _)) in E by auto.
    now rewrite E, axes_on_app, axes_on_1, Nat.eqb_refl.
  - intros [B E]. pose proof (teq_of_norm H) as Q. replace k with (d + (1 + (k - d - 1))) in Q at 2 by lia.
    rewrite !seq_app, !map_app in Q. simpl in Q. rewrite E in Q.
    set (n1 := map _ (seq 0 d)) in Q. set (n2 := map _ (seq (d + 1) _)) in Q.
    exists (n1 ++ [(d, B)] ++ n2). eapply teq_trans; [exact Q|].
    eapply teq_trans; [apply teq_sym, teq_merge|]. apply teq_sym. rewrite <- !app_assoc, (app_assoc n1).
    change (n1 ++ (d, B) :: (d, A) :: n2) with (n1 ++ [(d, B)] ++ (d, A) :: n2). rewrite (app_assoc n1).
    apply teq_move. unfold n2. rewrite map_map. cbn [fst]. rewrite map_id, in_seq. lia.
Qed.
(* D_Slice appends ā at the minor end of d's list and keeps the others *)
Theorem D_Slice_list d ts e A : axes_on d (ts ++ [(e, A)]) = axes_on d ts ++ if Nat.eqb e d then A else [].
Proof. now rewrite axes_on_app, axes_on_1. Qed.
(* what D_Reduce's premise says, the axes B are partial: some way to write the partial axes ends in B *)
Theorem D_Reduce_subset (P B : list axis) : NoDup P -> (exists P', Permutation P (P' ++ B)) <-> NoDup B /\ incl B P.
Proof.
  intros N. split.
  - intros [P' E]. split.
    + apply (Permutation_NoDup E) in N. now apply NoDup_app_iff in N.
    + intros b Hb. rewrite E. apply in_app_iff. auto.
  - intros [NB I]. exists (filter (fun a => negb (existsb (Nat.eqb a) B)) P). apply NoDup_Permutation; auto.
    + apply NoDup_app_iff. repeat split; auto using NoDup_filter. intros a Ha Hb. apply filter_In in Ha as [_ Ha].
      apply Bool.negb_true_iff, Bool.not_true_iff_false in Ha. apply Ha, existsb_exists. exists a.
      split; auto. apply Nat.eqb_refl.
    + intros a. rewrite in_app_iff, filter_In. split; [|intros [[]|]; auto]. intros Ha.
      destruct (in_dec Nat.eq_dec a B) as [Hb|Hb]; auto. left. split; auto.
      apply Bool.negb_true_iff, Bool.not_true_iff_false. intros X. apply existsb_exists in X as (b & X & E).
      apply Nat.eqb_eq in E. now subst.
Qed.
Lemma in_parts A a : in_mesh A -> In a (filter (fun a => existsb (Nat.eqb a) A) (seq 0 (length M))) <-> In a A.
Proof.
  intros HA. rewrite filter_In, in_seq, existsb_exists. split.
  - intros (_ & b & Hb & E). apply Nat.eqb_eq in E. now subst.
  - intros H. assert (a < length M) by (now apply (proj1 (Forall_forall _ _) HA)). split; [lia|]. exists a.
    split; auto. apply Nat.eqb_refl.
Qed.
(* two D's are one distributed type if and only if they have one normal form *)
Theorem deq_iff k D D' : norm_ok k D -> norm_ok k D' -> deq k D D' <-> dnorm k D = dnorm k D'.
Proof.
  intros (HT & ND & HM) (HT' & ND' & HM'). unfold deq, dnorm. rewrite (teq_iff HT HT'). split.
  - intros (-> & E & Em). f_equal; [f_equal|].
    + apply filter_ext. intros a. apply Bool.eq_iff_eq_true. rewrite !existsb_exists.
      split; intros (b & Hb & Eb); exists b; split; auto; [now rewrite <- E|now rewrite E].
    + destruct Em as [Em|Em].
      * rewrite Em in E. apply Permutation_nil in E. now rewrite Em, E.
      * rewrite Em. destruct (parts D) eqn:X, (parts D') eqn:Y; auto.
        -- now apply Permutation_nil_cons in E.
        -- symmetry in E. now apply Permutation_nil_cons in E.
  - intros E. injection E as E1 E2 E3. split; auto. split.
    + apply NoDup_Permutation; auto. intros a. rewrite <- (in_parts a HM), E2. now apply in_parts.
    + destruct (parts D); auto. destruct (parts D'); [discriminate|]. right. now inversion E3.
Qed.
(* so equality of D's is decided, if that of monoids is *)
Lemma deq_dec k D D' : (forall m m' : mono, {m = m'} + {m <> m'}) -> norm_ok k D -> norm_ok k D' ->
  {deq k D D'} + {~ deq k D D'}.
Proof.
  intros Hm H H'. assert (X : {dnorm k D = dnorm k D'} + {dnorm k D <> dnorm k D'}) by (repeat decide equality).
  destruct X as [X|X]; [left|right]; rewrite deq_iff; auto.
Qed.

(* ---- the D-rules at any place of a dimension's list ---- *)
(* D-Gather removes a minor suffix of d's list, wherever that list stands *)
Theorem D_Gather_dim V G ts d A B ts' P m : ~ In d (map fst ts') ->
  represents V G (mkD (ts ++ (d, B ++ A) :: ts') P m) ->
  represents (fgather concat M d A V) G (mkD (ts ++ (d, B) :: ts') P m).
Proof.
  intros H R. apply D_Gather_partial; auto. revert R. apply deq_represents. split; [|split; simpl; auto]. simpl.
  eapply teq_trans; [apply teq_sym, teq_merge|]. apply teq_sym. rewrite <- app_assoc. simpl.
  change (ts ++ (d, B) :: (d, A) :: ts') with (ts ++ [(d, B)] ++ (d, A) :: ts').
  change (ts ++ (d, B) :: ts' ++ [(d, A)]) with (ts ++ [(d, B)] ++ ts' ++ [(d, A)]).
  rewrite !(app_assoc ts). now apply teq_move.
Qed.
(* D-Slice appends at the minor end of d's list *)
Theorem D_Slice_dim V G ts d A B ts' P m : ~ In d (map fst ts') ->
  represents V G (mkD (ts ++ (d, B) :: ts') P m) ->
  let n := lshape (ts ++ (d, B) :: ts') (shape G) in
  d < length n -> NoDup A -> in_mesh A -> Nat.divide (prod (sizes A)) (nth d n 0) ->
  (forall a, In a A -> ~ In a (axes_of (mkD (ts ++ (d, B) :: ts') P m))) ->
  represents (fslice chunk M d A V) G (mkD (ts ++ (d, B ++ A) :: ts') P m).
Proof.
  intros H R n Hd ND HA Hdiv Dj. pose proof (D_Slice_partial M_pos R Hd ND HA Hdiv Dj) as X.
  revert X. apply deq_represents. split; [|split; simpl; auto]. simpl. eapply teq_trans; [|apply teq_merge].
  rewrite <- app_assoc. simpl. change (ts ++ (d, B) :: (d, A) :: ts') with (ts ++ [(d, B)] ++ (d, A) :: ts').
  change (ts ++ (d, B) :: ts' ++ [(d, A)]) with (ts ++ [(d, B)] ++ ts' ++ [(d, A)]).
  rewrite !(app_assoc ts). now apply teq_move.
Qed.
End Same.
