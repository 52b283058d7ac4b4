(* Audit_Names.v: section 6: that the ops by name mean what the files of section 6 say, also at local types, statement
   by statement (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Movement Reads Convolution Variadic Reshape
  Cells Propagation RegistryOps RegistryNames RegistryLocal.
Import ListNotations.

(* Theorem 3, ops by name: each is the function of Movement.v, Reads.v or Convolution.v *)
(* slice is Movement.v's `slice` *)
Definition pinned_slice_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (st sr sz n : list nat) (el : elt) (o : gop fn elt) (x : tensor),
  shape_rule m0 (Slice st sr sz) [(n, el)] = Some o ->
  gsem ofZ toZ fsem o [x] = [slice ofZ toZ m0 st sr sz x] := @RegistryNames.slice_means.
(* broadcast_in_dim is Movement.v's `bcast` *)
Definition pinned_bcast_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (bd osh n : list nat) (el : elt) (o : gop fn elt) (x : tensor),
  shape_rule m0 (Broadcast bd osh) [(n, el)] = Some o ->
  gsem ofZ toZ fsem o [x] = [bcast ofZ toZ m0 (bd_ix bd n osh) osh x] := @RegistryNames.bcast_means.
(* iota is Movement.v's `iota` *)
Definition pinned_iota_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (d : nat) (osh : list nat) (el : elt) (o : gop fn elt),
  shape_rule m0 (Iota d osh el) [] = Some o ->
  gsem ofZ toZ fsem o [] = [iota ofZ toZ m0 d osh] := @RegistryNames.iota_means.
(* pad is Movement.v's `pad` *)
Definition pinned_pad_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (lo hi inn : list Z) (n : list nat) (el el' : elt) (o : gop fn elt) (x f : tensor),
  shape_rule m0 (Pad lo hi inn) [(n, el); ([], el')] = Some o -> shape x = n ->
  gsem ofZ toZ fsem o [x; f] = [pad ofZ toZ m0 lo hi inn x f] := @RegistryNames.pad_means.
(* concatenate is Movement.v's `cat` *)
Definition pinned_cat_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (c : nat) (ts : list (ty elt)) (o : gop fn elt) (xs : list tensor),
  shape_rule m0 (Concat c) ts = Some o -> Forall2 (fun (x : tensor) (t : list nat * elt) => shape x = fst t) xs ts ->
  gsem ofZ toZ fsem o xs = [cat ofZ toZ m0 c xs] := @RegistryNames.cat_means.
(* dynamic_slice is Reads.v's `dslice` *)
Definition pinned_dslice_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (sz n : list nat) (el : elt) (starts : list (list nat * elt)) (o : gop fn elt) (x : tensor) (ss : list tensor),
  shape_rule m0 (DynSlice sz) ((n, el) :: starts) = Some o -> shape x = n ->
  gsem ofZ toZ fsem o (x :: ss) = [dslice ofZ toZ m0 sz x ss] := @RegistryNames.dslice_means.
(* gather is Reads.v's `gather` *)
Definition pinned_gather_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (cls st ib : list (option nat)) (sz osh n : list nat) (el : elt) (ni : list nat) (el' : elt) (o : gop fn elt)
    (x i : tensor),
  shape_rule m0 (Gather cls st ib sz osh) [(n, el); (ni, el')] = Some o -> shape x = n ->
  gsem ofZ toZ fsem o [x; i] = [gather ofZ toZ m0 cls st ib sz osh x i] := @RegistryNames.gather_means.
(* convolution is Convolution.v's `conv`, at the result's extents by window arithmetic *)
Definition pinned_conv_means :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T)
    (mul : fn) (add : mono) (zero : T) (sr dil lo hi : list Z) (n : list nat) (el : elt) (nw : list nat) (el' : elt)
    (o : gop fn elt) (x w : tensor),
  shape_rule m0 (Conv mul add zero sr dil lo hi) [(n, el); (nw, el')] = Some o -> shape x = n -> shape w = nw ->
  gsem ofZ toZ fsem o [x; w] = [conv ofZ toZ add (fsem mul) zero (length n - 2) sr dil lo
    (win_exts (skipn 2 n) (skipn 2 nw) sr dil lo hi) x w] := @RegistryNames.conv_means.
(* elementwise at local shapes: every operand has the result's *)
Definition pinned_elementwise_local :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (f : fn) (el : elt) (n : list nat) (e : elt)
    (ts : list (list nat * elt)) (o : gop fn elt) (N : nat) (en : entry),
  shape_rule m0 (Elementwise f el) ((n, e) :: ts) = Some o -> 0 < N -> In en (loop_entries idemb o N) ->
  shape_rule m0 (Elementwise f el) (ltys N (fst en) ((n, e) :: ts)) = Some (glocalise mono_dec idemb o N en)
  := @RegistryLocal.elementwise_local.
(* transpose at local shapes: the operand's dimensions are the result's *)
Definition pinned_transpose_local :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (perm n : list nat) (el : elt)
    (o : gop fn elt) (N : nat) (en : entry),
  shape_rule m0 (Transpose perm) [(n, el)] = Some o -> 0 < N -> In en (loop_entries idemb o N) ->
  shape_rule m0 (Transpose perm) (ltys N (fst en) [(n, el)]) = Some (glocalise mono_dec idemb o N en)
  := @RegistryLocal.transpose_local.
(* reduce at local shapes: the operand's dimensions are those that stay and those of the box *)
Definition pinned_reduce_local :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (m : mono) (ds n : list nat)
    (el : elt) (o : gop fn elt) (N : nat) (en : entry),
  shape_rule m0 (ReduceOp m ds) [(n, el)] = Some o -> 0 < N -> In en (loop_entries idemb o N) ->
  shape_rule m0 (ReduceOp m ds) (ltys N (fst en) [(n, el)]) = Some (glocalise mono_dec idemb o N en)
  := @RegistryLocal.reduce_local.
(* dot_general at local shapes: each operand's dimensions are batching, free and contracting ones *)
Definition pinned_dot_general_local :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (mul : fn) (add : mono) (lb rb lc rc n1 n2 : list nat)
    (e1 e2 : elt) (o : gop fn elt) (N : nat) (en : entry),
  shape_rule m0 (DotGeneral mul add lb rb lc rc) [(n1, e1); (n2, e2)] = Some o -> 0 < N ->
  In en (loop_entries idemb o N) ->
  shape_rule m0 (DotGeneral mul add lb rb lc rc) (ltys N (fst en) [(n1, e1); (n2, e2)]) =
    Some (glocalise mono_dec idemb o N en)
  := @RegistryLocal.dot_general_local.
