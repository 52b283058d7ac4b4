(* SliceSwap.v: S-SliceGatherSwap (section 5) and the commutation of slices on different dimensions. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify.
Import ListNotations.
Set Implicit Arguments.

Section Structural.
Context {S : Scalars}.
Lemma chunk_bound d n ix j K : inb ix (upd n d (nth d n 0 / K)) -> d < length n -> j < K ->
  j * (nth d n 0 / K) + nth d ix 0 < nth d n 0.
Proof.
  intros Hix Hd Hj. apply inb_nth with (d := d) in Hix; [|now rewrite upd_length]. rewrite nth_upd_same in Hix by auto.
  pose proof (Nat.mul_div_le (nth d n 0) K ltac:(lia)). nia.
Qed.
Theorem chunk_comm d d' t i N j K : d <> d' -> d < length (shape t) -> d' < length (shape t) -> i < N -> j < K ->
  chunk d (chunk d' t i N) j K = chunk d' (chunk d t j K) i N.
Proof.
  intros Ne Hd Hd' Hi Hj. unfold chunk at 1 3. unfold dim. rewrite !shape_chunk, !(nth_upd_other (shape t)) by auto.
  unfold dim. rewrite (@upd_comm _ (shape t) d' d) by auto. apply tab_ext. intros ix Hix.
  assert (H1 : inb ix (upd (upd (shape t) d' (dim d' t / N)) d (dim d t / K))) by (now rewrite upd_comm by auto).
  assert (B : j * (dim d t / K) + nth d ix 0 < dim d t).
  { replace (dim d t) with (nth d (upd (shape t) d' (dim d' t / N)) 0) by (rewrite nth_upd_other; auto).
    apply chunk_bound; auto; [|now rewrite upd_length]. rewrite nth_upd_other by auto. exact H1. }
  assert (B' : i * (dim d' t / N) + nth d' ix 0 < dim d' t).
  { replace (dim d' t) with (nth d' (upd (shape t) d (dim d t / K)) 0) by (rewrite nth_upd_other; auto).
    apply chunk_bound; auto; [|now rewrite upd_length]. rewrite nth_upd_other by auto. exact Hix. }
  rewrite !get_chunk.
  - rewrite upd_comm, (@nth_upd_other _ ix d d'), (@nth_upd_other _ ix d' d) by auto. reflexivity.
  - eapply inb_upd_l; [exact Hix|]. now rewrite nth_upd_other by auto.
  - eapply inb_upd_l; [exact H1|]. now rewrite nth_upd_other by auto.
Qed.
Theorem chunk_concat_comm d d' sh ts i N : unif sh ts -> d <> d' -> d < length sh -> d' < length sh -> i < N ->
  chunk d' (concat d ts) i N = concat d (map (fun t => chunk d' t i N) ts).
Proof.
  intros U Ne Hd Hd' Hi. pose proof U as [U1 U2].
  assert (UM : unif (upd sh d' (nth d' sh 0 / N)) (map (fun t => chunk d' t i N) ts)).
  { apply unif_map; auto. intros t Ht. split; [apply wf_chunk|]. destruct (U2 t Ht) as [_ E].
    rewrite shape_chunk. unfold dim. now rewrite E. }
  symmetry. unfold concat at 1. symmetry. unfold chunk at 1, dim.
  rewrite (shape_concat d U), (unif_hd_sh UM), map_length.
  rewrite !(@nth_upd_other _ sh) by auto. rewrite (@upd_comm _ sh d d') by auto. apply tab_ext. intros ix Hix.
  set (m := nth d sh 0) in *.
  assert (Lt : nth d ix 0 < length ts * m).
  { apply inb_nth with (d := d) in Hix; [|now rewrite !upd_length].
    now rewrite nth_upd_same in Hix by now rewrite upd_length. }
  assert (Hq : nth d ix 0 / m < length ts) by (apply Nat.div_lt_upper_bound; lia).
  assert (Hr : nth d ix 0 mod m < m) by (apply Nat.mod_upper_bound; lia).
  assert (H1 : inb ix (upd (upd sh d (length ts * m)) d' (nth d' sh 0 / N))) by (now rewrite upd_comm by auto).
  assert (B : i * (nth d' sh 0 / N) + nth d' ix 0 < nth d' sh 0).
  { replace (nth d' sh 0) with (nth d' (upd sh d (length ts * m)) 0) by (rewrite nth_upd_other; auto).
    apply chunk_bound; auto; [|now rewrite upd_length]. rewrite nth_upd_other by auto. exact H1. }
  unfold concat, dim. rewrite (unif_hd_sh U). fold m. rewrite get_tab.
  2:{ eapply inb_upd_l; [exact H1|]. now rewrite nth_upd_other by auto. }
  rewrite (@nth_upd_other _ ix d' d) by auto. rewrite nth_map with (dA := tz) by auto.
  destruct (U2 _ (nth_In ts tz Hq)) as [_ E]. rewrite get_chunk; unfold dim; rewrite E.
  - rewrite (@upd_comm _ ix d d'), (@nth_upd_other _ ix d d') by auto. reflexivity.
  - eapply inb_upd_l; [exact Hix|]. rewrite nth_upd_other by auto. exact Hr.
Qed.
End Structural.

Section Rules.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation ok := (dev_ok M). Notation slice := (fslice chunk M). Notation gather := (fgather concat M).
(* all_slice[d':A](all_gather[d:B] x) ---> all_gather[d:B](all_slice[d':A] x), d <> d', A and B disjoint *)
Theorem S_SliceGatherSwap sh d d' A B V D : funif M sh V -> d <> d' -> d < length sh -> d' < length sh ->
  in_mesh M A -> in_mesh M B -> (forall a, In a A -> ~ In a B) -> ok D ->
  slice d' A (gather d B V) D = gather d B (slice d' A V) D.
Proof.
  intros FV Ne Hd Hd' HA HB Dj HD. unfold fslice at 1. unfold fgather.
  rewrite (@chunk_concat_comm _ d d' sh); auto.
  - rewrite map_map. f_equal. apply map_ext. intros k. unfold fslice. do 2 f_equal. symmetry. now apply at_updl_other.
  - now apply funif_group.
  - apply lin_lt. now apply at_inb.
Qed.
(* slices on different dimensions commute; the axes may even be the same *)
Theorem S_SliceSwap sh d d' A B V D : funif M sh V -> d <> d' -> d < length sh -> d' < length sh ->
  in_mesh M A -> in_mesh M B -> ok D -> slice d' A (slice d B V) D = slice d B (slice d' A V) D.
Proof.
  intros FV Ne Hd Hd' HA HB HD. destruct (FV D HD) as [_ E]. unfold fslice. apply chunk_comm; rewrite ?E; auto;
    apply lin_lt; now apply at_inb.
Qed.
End Rules.
