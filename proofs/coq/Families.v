(* Families.v: device families V : dev -> tensor, the collectives on them (P-rules), and their algebra. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh.
Import ListNotations.
Set Implicit Arguments.

Section Collectives.
Variables (tensor mono : Type).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
Variable M : list nat.
Notation size := (size M). Notation sizes := (sizes M).

(* P-Slice: chunk_d(V(δ), index of δ|ā in ā, |ā|) *)
Definition fslice d A (V : dev -> tensor) : dev -> tensor :=
  fun D => chunk d (V D) (lin (sizes A) (at_ D A)) (prod (sizes A)).
(* P-Gather: concat_d over coordinates κ of ā, row-major, of V(δ[ā↦κ]) *)
Definition fgather d A (V : dev -> tensor) : dev -> tensor :=
  fun D => concat d (map (fun k => V (updl D A k)) (all_idx (sizes A))).
(* P-Reduce: ⊕ over group(δ,A), folded from the left in row-major coordinate order *)
Definition freduce m A (V : dev -> tensor) : dev -> tensor :=
  fun D => reduce m (map (fun k => V (updl D A k)) (all_idx (sizes A))).
(* P-Scatter = P-Slice ∘ P-Reduce *)
Definition fscatter m d A V := fslice d A (freduce m A V).
(* P-AllToAll [d→d':ā] = P-Slice[d':ā] ∘ P-Gather[d:ā] *)
Definition fa2a d d' A V := fslice d' A (fgather d A V).

(* over a single axis *)
Lemma all_idx_1 n : all_idx [n] = map (fun i => [i]) (seq 0 n).
Proof.
  simpl. generalize (seq 0 n). induction l; simpl; auto.
Qed.
Lemma fgather_1 d a V D : fgather d [a] V D = concat d (map (fun i => V (upd D a i)) (seq 0 (size a))).
Proof. unfold fgather, sizes. cbn [map]. rewrite all_idx_1, map_map. reflexivity. Qed.
Lemma freduce_1 m a V D : freduce m [a] V D = reduce m (map (fun i => V (upd D a i)) (seq 0 (size a))).
Proof. unfold freduce, sizes. cbn [map]. rewrite all_idx_1, map_map. reflexivity. Qed.
Lemma fslice_1 d a V D : fslice d [a] V D = chunk d (V D) (nth a D 0) (size a).
Proof. unfold fslice, at_, sizes; simpl. now rewrite !Nat.mul_1_r, Nat.add_0_r. Qed.
End Collectives.

(* ---- over tensors with a commutative semigroup ---- *)
Section Algebra.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.

Notation size := (size M). Notation sizes := (sizes M). Notation ok := (dev_ok M).
Notation slice := (fslice chunk M). Notation gather := (fgather concat M).
Notation red := (freduce reduce M). Notation scat := (fscatter chunk reduce M). Notation a2a := (fa2a chunk concat M).

Notation in_mesh := (in_mesh M).

(* a family of well-formed tensors of one shape *)
Definition funif sh (V : dev -> tensor) := forall D, ok D -> wf (V D) /\ shape (V D) = sh.

Lemma funif_group sh V A D : funif sh V -> in_mesh A -> ok D ->
  unif sh (map (fun k => V (updl D A k)) (all_idx (sizes A))).
Proof.
  intros HV HA HD. apply unif_map; [now apply all_idx_ne|]. intros k Hk. apply in_all_idx in Hk.
  apply HV. now apply ok_updl.
Qed.
Lemma group_len V A D : length (map (fun k => V (updl D A k) : tensor) (all_idx (sizes A))) = prod (sizes A).
Proof. now rewrite map_length, all_idx_length. Qed.
Lemma funif_red sh m A V : funif sh V -> in_mesh A -> funif sh (red m A V).
Proof. intros HV HA D HD. split; [apply wf_reduce|]. apply (shape_reduce m (funif_group HV HA HD)). Qed.
Lemma funif_gather sh d A V : funif sh V -> in_mesh A -> funif (upd sh d (prod (sizes A) * nth d sh 0)) (gather d A V).
Proof.
  intros HV HA D HD. split; [apply wf_concat|]. unfold fgather.
  rewrite (shape_concat d (funif_group HV HA HD)). now rewrite group_len.
Qed.
Lemma funif_slice sh d A V : funif sh V -> funif (upd sh d (nth d sh 0 / prod (sizes A))) (slice d A V).
Proof. intros HV D HD. split; [apply wf_chunk|]. unfold fslice. rewrite shape_chunk. unfold dim.
  now destruct (HV D HD) as [_ ->]. Qed.

(* group(δ,A·B) is the groups over B of the devices of group(δ,A), one after the other *)
Lemma split_group A B D (V : dev -> tensor) : in_mesh A ->
  map (fun k => V (updl D (A ++ B) k)) (all_idx (sizes (A ++ B))) =
  flat_map (fun i => map (fun j => V (updl (updl D A i) B j)) (all_idx (sizes B))) (all_idx (sizes A)).
Proof.
  intros HA. rewrite sizes_app, all_idx_app, map_flat_map. apply flat_map_ext_in. intros i Hi.
  rewrite map_map. apply map_ext. intros j. apply in_all_idx in Hi.
  now rewrite updl_app by (eapply inb_len; eassumption).
Qed.

(* pointwise equal operands *)
Lemma slice_ext d A V W D : V D = W D -> slice d A V D = slice d A W D.
Proof. unfold fslice. now intros ->. Qed.
Lemma gather_ext d A V W D : in_mesh A -> ok D -> (forall D, ok D -> V D = W D) -> gather d A V D = gather d A W D.
Proof.
  intros. unfold fgather. f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
  apply H1. now apply ok_updl.
Qed.
Lemma red_ext m A V W D : in_mesh A -> ok D -> (forall D, ok D -> V D = W D) -> red m A V D = red m A W D.
Proof.
  intros. unfold freduce. f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
  apply H1. now apply ok_updl.
Qed.
End Algebra.
