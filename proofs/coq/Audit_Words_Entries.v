(* Audit_Words_Entries.v: section 6: the ops whose entries are proved one by one, equated with their definitions
   (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Registry Comprehension Entries
  Movement Reads Convolution Variadic Reshape.
Import ListNotations.


(* an elementwise op of two operands *)
Definition pinned_Entries_ew2 : @Entries.ew2 =
  (fun (S : Scalars) (g : T -> T -> T) (x y : tensor) => tab (shape x) (fun ix => g (get x ix) (get y ix)))
  := eq_refl.
Definition pinned_Entries_dot : @Entries.dot =
  (fun (S0 : Scalars) (add : mono) (mul : T -> T -> T) (x y : tensor) => comp (mul2 mul)
  add [dim 0 x; dim 1 y] [dim 1 x] [(x, [0; 2]); (y, [2; 1])])
  := eq_refl.
Definition pinned_Entries_transpose : @Entries.transpose =
  (fun (S0 : Scalars) (add : mono) (x : tensor) => comp id1 add [dim 1 x; dim 0 x] [] [(x, [1; 0])])
  := eq_refl.
Definition pinned_Entries_reduce1 : @Entries.reduce1 =
  (fun (S0 : Scalars) (m : mono) (x : tensor) => comp id1 m [dim 0 x] [dim 1 x] [(x, [0; 1])])
  := eq_refl.
(* slice: out[i] = x[start_d + i_d * stride_d] *)
Definition pinned_Movement_slice : @Movement.slice =
  (fun (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (st sr sz : list nat) (x : tensor)
  => gcomp ofZ toZ m sz []
  (Read 0 (map (fun d => aff [(d, Z.of_nat (nth d sr 1))] (Z.of_nat (nth d st 0))) (seq 0 (length sz))) [] [])
  [x])
  := eq_refl.
(* a loop variable that reads one operand twice (a diagonal, out[i] = x[i, i]): no tile entry along it *)
Definition pinned_Movement_diagonal : @Movement.diagonal =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (x : tensor) => gcomp ofZ toZ m [dim 0 x] []
  (Read 0 [var 0; var 0] [] []) [x])
  := eq_refl.
Definition pinned_Movement_pad_ix : @Movement.pad_ix =
  (fun (lo inn : list Z) (d : nat)
  => {| terms := [(d, 1%Z)]; off := - nth d lo 0%Z; dv := nth d inn 0%Z + 1; md := 0 |})
  := eq_refl.
Definition pinned_Movement_pad_ext : @Movement.pad_ext =
  (fun (lo hi inn : list Z) (sh : list nat) (d : nat) => let n := Z.of_nat (nth d sh 0)
  in Z.to_nat (nth d lo 0%Z + n + Z.max 0 (n - 1) * nth d inn 0%Z + nth d hi 0%Z))
  := eq_refl.
Definition pinned_Movement_pad : @Movement.pad =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (lo hi inn : list Z) (x f : tensor)
  => gcomp ofZ toZ m (map (pad_ext lo hi inn (shape x)) (seq 0 (length (shape x))))
  [] (pad_body lo hi inn (shape x)) [x; f])
  := eq_refl.
(* pad: out[i] = x[(i_d - low_d) / (interior_d + 1)] where that is an element of x along every d, else f *)
Definition pinned_Movement_padded : @Movement.padded =
  (fun (lo hi inn : list Z) (d : nat) => negb ((nth d lo 0 =? 0)%Z && (nth d hi 0 =? 0)%Z && (nth d inn 0 =? 0)%Z))
  := eq_refl.
(* concatenate along c: out[i] = x_p[i_c - o_p] for the piece p that holds i_c *)
Definition pinned_Movement_cat_ix : @Movement.cat_ix =
  (fun c R o : nat => map (fun d => if d =? c then aff [(d, 1%Z)] (- Z.of_nat o) else var d) (seq 0 R))
  := eq_refl.
Definition pinned_Movement_cat : @Movement.cat =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (c : nat) (xs : list tensor)
  => let sh := shape (hd tz xs) in let exts := map (dim c) xs in gcomp ofZ toZ m (upd sh c (list_sum exts))
  [] (cat_body c (length sh) 0 0 exts) xs)
  := eq_refl.
(* iota along d: out[i] = i_d *)
Definition pinned_Movement_iota : @Movement.iota =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (sh : list nat)
  => gcomp ofZ toZ m sh [] (Index (var d)) [])
  := eq_refl.
(* broadcast_in_dim: dimension d of the operand reads result dimension bd_d, or is of extent 1 and expanded *)
Definition pinned_Movement_bcast : @Movement.bcast =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (bd : list (option nat)) (osh : list nat) (x : tensor)
  => gcomp ofZ toZ m osh [] (Read 0 (map (fun o : option nat =>
  match o with
  | Some i => var i
  | None => cst 0
  end) bd) [] []) [x])
  := eq_refl.
Definition pinned_Reshape_reshape : @Reshape.reshape =
  (fun (S : Scalars) (sh : list nat) (t : tensor) => {| shape := sh; data := data t |})
  := eq_refl.
(* n_d - size_d *)
Definition pinned_Reads_limits : @Reads.limits =
  (fun sz sh : list nat => map (fun d => (Z.of_nat (nth d sh 0%nat) - Z.of_nat (nth d sz 0%nat))%Z)
  (seq 0 (length sh)))
  := eq_refl.
(* how an operand whose dimensions are driven by l is cut when result dimension v is *)
Definition pinned_Reads_cut : @Reads.cut =
  (fun (S : Scalars) (v n : nat) (l : list (option nat)) (x : tensor) (mode : option nat) =>
  match mode with
  | Some d => d < length l /\ nth d l None = Some v /\ dim d x = n /\
    (forall d' : nat, d' <> d -> nth d' l None <> Some v)
  | None => forall d : nat, nth d l None <> Some v
  end)
  := eq_refl.
(* gather. cls: what drives each operand dimension, a result dimension (window, or paired batching) or
   nothing (collapsed); st: which component of an index vector is added to it; ib: what drives each dimension of
   the indices, a result dimension or (None) the component; sz: slice_sizes *)
Definition pinned_Reads_drive : @Reads.drive =
  (fun (k : Z) (o : option nat) =>
  match o with
  | Some v => var v
  | None => cst k
  end)
  := eq_refl.
(* dynamic_slice: out[i] = x[i + s], s_d = clamp(0, start_d, n_d - size_d) *)
Definition pinned_Reads_dslice : @Reads.dslice =
  (fun (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (sz : list nat) (x : tensor) (starts : list tensor)
  => gcomp ofZ toZ m sz []
  (Read 0 (map var (seq 0 (length sz))) (map (fun d => Read (1 + d) [] [] []) (seq 0 (length sz)))
  (limits sz (shape x))) (x :: starts))
  := eq_refl.
Definition pinned_Reads_gat_limits : @Reads.gat_limits =
  (fun (st : list (option nat)) (sz sh : list nat) => map (fun d =>
  match nth d st None with
  | Some _ => (Z.of_nat (nth d sh 0%nat) - Z.of_nat (nth d sz 0%nat))%Z
  | None => 0%Z
  end) (seq 0 (length sh)))
  := eq_refl.
Definition pinned_Reads_gather : @Reads.gather =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (cls st ib : list (option nat)) (sz osh : list nat)
  (x idx : tensor) => gcomp ofZ toZ m osh [] (gat_body cls st ib (gat_limits st sz (shape x))) [x; idx])
  := eq_refl.
Definition pinned_Reads_zds : @Reads.zds =
  (fun (sz : list nat) (x : ztens) (ss : list tensor) => @dslice ZI (fun i : Z => i) (fun i => i) tt sz x ss)
  := eq_refl.
(* one component, collapsed dimension 0 of a vector: out[i] = x[clamp(0, idx[i], n - 1)] *)
Definition pinned_Reads_zga : @Reads.zga =
  (fun (n : nat) (x idx : ztens) => @gather ZI (fun i : Z => i) (fun i => i) tt [None] [Some 0] [Some 0] [1] [n] x
  idx)
  := eq_refl.
Definition pinned_Reads_zcat : @Reads.zcat =
  (fun l : list ztens => concat 0 l)
  := eq_refl.
Definition pinned_Reads_zch : @Reads.zch =
  (fun (x : ztens) (r : nat) => chunk 0 x r 2)
  := eq_refl.
Definition pinned_Reads_ztens : @Reads.ztens =
  (tensor)
  := eq_refl.
Definition pinned_Convolution_win : @Convolution.win =
  (fun (R : nat) (st dil lo : list Z) (j : nat) => aff [(2 + j, nth j st 1%Z); (3 + R + j, nth j dil 1%Z)]
  (- nth j lo 0%Z))
  := eq_refl.
(* osp: the result's spatial extents *)
Definition pinned_Convolution_conv : @Convolution.conv =
  (fun (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (add : mono) (mul : list T -> T) (zero : T) (R : nat)
  (st dil lo : list Z) (osp : list nat) (x w : tensor) => gcomp ofZ toZ add (dim 0 x :: dim 0 w :: osp)
  (dim 1 w :: skipn 2 (shape w)) (conv_body mul zero R st dil lo (shape x)) [x; w])
  := eq_refl.
Definition pinned_Convolution_zconv : @Convolution.zconv =
  (fun x w : tensor => @conv ZI (fun i : Z => i) (fun i => i) tt (@mul2 ZI Z.mul) 0%Z 1 [1%Z] [1%Z] [1%Z] [4] x w)
  := eq_refl.
