(* ComprehensionExamples.v: section 6, the ops of Movement.v, Reshape.v, Reads.v and ArgMax.v, evaluated on
   the examples that the C++ headers of the ops (semantics/ops) give; an entry at work for most, so that the premises
   are seen to hold. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension NoEntry Movement Reshape Reads
  Variadic ArgMax.
Import ListNotations.

Notation id := (fun i : Z => i).
Ltac by_entry L := rewrite L; [vm_compute; reflexivity|simpl; auto; try lia; try discriminate..].
Definition mx (n k : nat) (l : list Z) : ztens := @mkT ZI [n; k] l.

(* slice [1, 2, 3, 4] [1:4:2] = [2, 4]; whole rows of a matrix; a stride that divides the extent *)
Example slice_ex : @slice ZI id id tt [1] [2] [2] (vec [1; 2; 3; 4]%Z) = vec [2; 4]%Z.
Proof. vm_compute. reflexivity. Qed.
Example slice_entry_ex : let x := mx 2 3 [1; 2; 3; 4; 5; 6]%Z in
  @concat ZI 0 (map (fun r => @slice ZI id id tt [0; 1] [1; 1] (upd [2; 2] 0 1) (chunk 0 x r 2)) (seq 0 2)) =
  mx 2 2 [2; 3; 5; 6]%Z.
Proof.
  intros x.
  by_entry (@slice_tile ZI id id tt [0; 1] [1; 1] [2; 2] x 0 2 1).
Qed.
Example slice_stride_ex : let x := vec [1; 2; 3; 4]%Z in
  @concat ZI 0 (map (fun r => @slice ZI id id tt [1] [2] (upd [2] 0 1) (chunk 0 x r 2)) (seq 0 2)) = vec [2; 4]%Z.
Proof. intros x. by_entry (@slice_tile_blocks ZI id id tt [1] [2] [2] x 0 2 1). Qed.
(* pad [1, 2] with 0, low = [1], high = [0], interior = [1] = [0, 1, 0, 2], whose parts are blocks *)
Example pad_ex : @pad ZI id id tt [1%Z] [0%Z] [1%Z] (vec [1; 2]%Z) (sca 0) = vec [0; 1; 0; 2]%Z.
Proof. vm_compute. reflexivity. Qed.
Example pad_entry_ex : let x := vec [1; 2]%Z in
  @concat ZI 0 (map (fun r => @pad ZI id id tt [1%Z] [0%Z] [1%Z] (chunk 0 x r 2) (sca 0)) (seq 0 2)) =
  vec [0; 1; 0; 2]%Z.
Proof. intros x. by_entry (@pad_tile ZI id id tt [1%Z] [0%Z] [1%Z] x (sca 0) 0 2 1). Qed.
Example pad_negative_ex : @pad ZI id id tt [(-1)%Z] [2%Z] [0%Z] (vec [1; 2; 3]%Z) (sca 0) = vec [2; 3; 0; 0]%Z.
Proof. vm_compute. reflexivity. Qed.
(* concatenate [1] [2, 3] = [1, 2, 3]; columns, with the rows tiled *)
Example cat_ex : @cat ZI id id tt 0 [vec [1]; vec [2; 3]; vec [4]]%Z = vec [1; 2; 3; 4]%Z.
Proof. vm_compute. reflexivity. Qed.
Example cat_entry_ex : let x := mx 2 1 [1; 2]%Z in let y := mx 2 2 [3; 4; 5; 6]%Z in
  @concat ZI 0 (map (fun r => @cat ZI id id tt 1 (map (fun t => chunk 0 t r 2) [x; y])) (seq 0 2)) =
  mx 2 3 [1; 3; 4; 2; 5; 6]%Z.
Proof.
  intros x y. by_entry (@cat_tile ZI id id tt 1 [x; y] [2; 1] 0 2 1).
  now intros t [<-|[<-|[]]].
Qed.
(* iota, broadcast_in_dim, reshape *)
Example iota_ex : @iota ZI id id tt 1 [2; 3] = mx 2 3 [0; 1; 2; 0; 1; 2]%Z.
Proof. vm_compute. reflexivity. Qed.
Example bcast_ex : @bcast ZI id id tt [Some 1] [2; 3] (vec [7; 8; 9]%Z) = mx 2 3 [7; 8; 9; 7; 8; 9]%Z /\
  @bcast ZI id id tt [None; Some 1] [2; 3] (mx 1 3 [7; 8; 9]%Z) = mx 2 3 [7; 8; 9; 7; 8; 9]%Z.
Proof. split; vm_compute; reflexivity. Qed.
(* [2, 12] -> [2, 3, 4], tile<1> |-> tile<1> *)
Example reshape_group_ex : let x := @mkT ZI [2; 12] (map Z.of_nat (seq 0 24)) in
  @concat ZI 1 (map (fun r => reshape [2; 1; 4] (chunk 1 x r 3)) (seq 0 3)) = reshape [2; 3; 4] x.
Proof. intros x. apply (@reshape_tile ZI x [2] [] [2] [4] 3 4 1); try lia; reflexivity. Qed.
(* dynamic_slice [1, 2, 3, 4] at 3, slice_sizes = [2] = [3, 4]; a start along a dimension taken whole is ignored *)
Example dslice_ex : zds [2] (vec [1; 2; 3; 4]%Z) [sca 3] = vec [3; 4]%Z.
Proof. vm_compute. reflexivity. Qed.
Example dslice_entry_ex : let x := mx 2 3 [1; 2; 3; 4; 5; 6]%Z in
  @concat ZI 0 (map (fun r => zds (upd [2; 2] 0 1) (chunk 0 x r 2) [sca 9; sca (-4)]) (seq 0 2)) =
  mx 2 2 [1; 2; 4; 5]%Z.
Proof.
  intros x. unfold zds. rewrite (@dslice_tile ZI id id tt [2; 2] x _ 0 2 1); [vm_compute; reflexivity|simpl; auto..].
Qed.
(* gather [[1, 2], [3, 4]] at [1, 0], rows = [[3, 4], [1, 2]]; with a paired batching dimension *)
Example gather_ex : @gather ZI id id tt [None; Some 1] [Some 0; None] [Some 0] [1; 2] [2; 2] (mx 2 2 [1; 2; 3; 4]%Z)
  (vec [1; 0]%Z) = mx 2 2 [3; 4; 1; 2]%Z.
Proof. vm_compute. reflexivity. Qed.
Example gather_paired_ex : let x := mx 2 3 [1; 2; 3; 4; 5; 6]%Z in let i := vec [2; 0]%Z in
  let ga osh x i := @gather ZI id id tt [Some 0; None] [None; Some 0] [Some 0] [1; 1] osh x i in
  concat 0 (map (fun r => ga (upd [2] 0 1) (chunk 0 x r 2) (chunk 0 i r 2)) (seq 0 2)) = ga [2] x i /\
  ga [2] x i = vec [3; 4]%Z.
Proof.
  split; [|vm_compute; reflexivity].
  apply (@gather_paired ZI id id tt [Some 0; None] [None; Some 0] [Some 0] [1; 1] [2] (mx 2 3 [1; 2; 3; 4; 5; 6]%Z)
    (vec [2; 0]%Z) 0 0 0 2 1); simpl; auto.
  - repeat split; auto. intros [|[|[|d]]]; simpl; congruence.
  - repeat split; auto. intros [|[|d]]; simpl; congruence.
Qed.
(* reduce [3, 7, 5] with its indices, keeping what is larger = 7 with 1 *)
Example argmax_ex : argmax (vvec [3; 7; 5]%Z) (vvec [0; 1; 2]%Z) = [vsca 7; vsca 1]%Z.
Proof. vm_compute. reflexivity. Qed.
(* pad_tile needs an extent that is not 0: of nothing, every part would be padded *)
Example pad_of_nothing : let p x := @pad ZI id id tt [1%Z] [0%Z] [1%Z] x (sca 7) in
  p (vec []) = vec [7]%Z /\ @concat ZI 0 (map (fun r => p (chunk 0 (vec []) r 2)) [0; 1]) = vec [7; 7]%Z.
Proof. split; vm_compute; reflexivity. Qed.
