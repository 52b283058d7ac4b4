(* Audit_Reductions.v: section 6: what is proved of the registry entries of clamped reads, convolution and
   reductions, statement by statement (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Cells Registry Comprehension NoEntry
  Reads Partials Convolution Variadic ArgMax.
Import ListNotations.


(* Theorem 3, clamped reads: dynamic_slice, gather *)
Definition pinned_dslice_tile :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (sz : list nat) (x : tensor) (starts : list tensor)
    (v N q : nat),
  v < length sz -> length sz = length (shape x) -> 0 < N -> nth v sz 0 = dim v x -> dim v x = q * N ->
  concat v (map (fun r => dslice ofZ toZ m (upd sz v q) (chunk v x r N) starts) (seq 0 N)) =
    dslice ofZ toZ m sz x starts := @Reads.dslice_tile.
(* dynamic_slice: clamping keeps every read in bounds, so that no bound on the starts is needed *)
Definition pinned_dslice_partial :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall (sz : list nat) (starts : list tensor), length sz = length sh ->
  (forall d : nat, nth d sz 0 <= nth d sh 0) ->
  reduce m (map (fun r => dslice ofZ toZ m sz (px r) starts) (seq 0 N)) =
    dslice ofZ toZ m sz (reduce m (map px (seq 0 N))) starts := @Partials.dslice_partial.
(* a partial slice: tile<0> |-> tile<0> holds for no local program (the window may lie in another part) *)
Definition pinned_dslice_tile_no_entry :
  ~ (exists h : ztens -> ztens -> ztens, forall x s : tensor, wf x -> shape x = [4] -> shape s = [] ->
    zcat (map (fun r => h (zch x r) s) (seq 0 2)) = zds [2] x [s]) := @Reads.dslice_tile_no_entry.
(* nor does (any, any) |-> tile<0>: part r of the window starts at r * q *)
Definition pinned_dslice_any_no_entry :
  ~ (exists h : ztens -> ztens -> ztens, forall x s : tensor, wf x -> shape x = [4] -> shape s = [] ->
    zcat (map (fun _ => h x s) (seq 0 2)) = zds [2] x [s]) := @Reads.dslice_any_no_entry.
(* (tile<d>, any) |-> tile<v>: a window dimension taken whole *)
Definition pinned_gather_window :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (cls st ib : list (option nat)) (sz osh : list nat)
    (x idx : tensor) (d v N q : nat),
  v < length osh -> 0 < N -> nth v osh 0 = q * N -> cut v (q * N) cls x (Some d) ->
  (forall b : nat, nth b ib None <> Some v) -> nth d sz 0 = dim d x -> d < length (shape x) ->
  length sz = length (shape x) ->
  concat v (map (fun r => gather ofZ toZ m cls st ib (upd sz d q) (upd osh v q) (chunk d x r N) idx) (seq 0 N)) =
    gather ofZ toZ m cls st ib sz osh x idx := @Reads.gather_window.
(* (any, tile<b>) |-> tile<v>: a batch dimension of the indices that no operand dimension is paired with *)
Definition pinned_gather_batch :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (cls st ib : list (option nat)) (sz osh : list nat)
    (x idx : tensor) (b v N q : nat),
  v < length osh -> 0 < N -> nth v osh 0 = q * N -> (forall d : nat, nth d cls None <> Some v) ->
  cut v (q * N) ib idx (Some b) ->
  concat v (map (fun r => gather ofZ toZ m cls st ib sz (upd osh v q) x (chunk b idx r N)) (seq 0 N)) =
    gather ofZ toZ m cls st ib sz osh x idx := @Reads.gather_batch.
(* (tile<d>, tile<b>) |-> tile<v>: paired batching dimensions; no start is added along d *)
Definition pinned_gather_paired :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (cls st ib : list (option nat)) (sz osh : list nat)
    (x idx : tensor) (d b v N q : nat),
  v < length osh -> 0 < N -> nth v osh 0 = q * N -> cut v (q * N) cls x (Some d) -> cut v (q * N) ib idx (Some b) ->
  nth d st None = None -> d < length (shape x) ->
  concat v (map (fun r => gather ofZ toZ m cls st ib sz (upd osh v q) (chunk d x r N) (chunk b idx r N)) (seq 0 N))
    = gather ofZ toZ m cls st ib sz osh x idx := @Reads.gather_paired.
(* gather carries partial<⊕> of its operand through *)
Definition pinned_gather_partial :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall (cls st ib : list (option nat)) (sz osh : list nat) (idx : tensor), length cls = length sh ->
  (forall d : nat, d < length sh -> nth d sz 0 <= nth d sh 0 /\
    match nth d cls None with | Some v => v < length osh /\
    nth v osh 0 <= room sh st sz d | None => 0 < room sh st sz d end) ->
  reduce m (map (fun r => gather ofZ toZ m cls st ib sz osh (px r) idx) (seq 0 N)) =
    gather ofZ toZ m cls st ib sz osh (reduce m (map px (seq 0 N))) idx := @Partials.gather_partial.
(* gather, a collapsed dimension: no local program makes it tile *)
Definition pinned_gather_collapsed_no_tile :
  ~ (exists h : ztens -> ztens -> ztens, forall x i : tensor, wf x -> shape x = [2] -> shape i = [2] ->
    zcat (map (fun r => h (zch x r) i) (seq 0 2)) = zga 2 x i) := @Reads.gather_collapsed_no_tile.
(* .. nor any *)
Definition pinned_gather_collapsed_no_any :
  ~ (exists h : ztens -> ztens -> ztens, forall x i : tensor, wf x -> shape x = [2] -> shape i = [2] ->
    forall r : nat, r < 2 -> h (zch x r) i = zga 2 x i) := @Reads.gather_collapsed_no_any.
(* .. nor partial *)
Definition pinned_gather_collapsed_no_partial :
  forall g : ztens -> ztens -> ztens, (forall x y : ztens, g x y = g y x) ->
  ~ (exists h : ztens -> ztens -> ztens, forall x i : tensor, wf x -> shape x = [2] -> shape i = [2] ->
    g (h (zch x 0) i) (h (zch x 1) i) = zga 2 x i) := @Reads.gather_collapsed_no_partial.

(* Theorem 3, convolution: windows *)
Definition pinned_conv_batch :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (add : mono) (mul : list T -> T) (zero : T) (R : nat)
    (st dil lo : list Z) (osp : list nat) (x w : tensor) (N q : nat),
  length osp = R -> 0 < length (shape x) -> 0 < N -> dim 0 x = q * N ->
  concat 0 (map (fun r => conv ofZ toZ add mul zero R st dil lo osp (chunk 0 x r N) w) (seq 0 N)) =
    conv ofZ toZ add mul zero R st dil lo osp x w := @Convolution.conv_batch.
(* (any, tile<0>) |-> tile<1>: output feature *)
Definition pinned_conv_feature :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (add : mono) (mul : list T -> T) (zero : T) (R : nat)
    (st dil lo : list Z) (osp : list nat) (x w : tensor) (N q : nat),
  length osp = R -> 0 < length (shape w) -> 0 < N -> dim 0 w = q * N ->
  concat 1 (map (fun r => conv ofZ toZ add mul zero R st dil lo osp x (chunk 0 w r N)) (seq 0 N)) =
    conv ofZ toZ add mul zero R st dil lo osp x w := @Convolution.conv_feature.
(* (tile<1>, tile<1>) |-> partial<add>: input feature *)
Definition pinned_conv_contract :
  forall S0 : Scalars, Laws S0 ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (add : mono) (mul : list T -> T) (zero : T) (R : nat) (st dil lo : list Z)
    (osp : list nat) (x w : tensor) (N q : nat),
  length osp = R -> 1 < length (shape w) -> 1 < length (shape x) -> 0 < N -> 0 < q -> dim 1 x = q * N ->
  dim 1 w = q * N -> 0 < prod (skipn 2 (shape w)) ->
  reduce add (map (fun r => conv ofZ toZ add mul zero R st dil lo osp (chunk 1 x r N) (chunk 1 w r N)) (seq 0 N)) =
    conv ofZ toZ add mul zero R st dil lo osp x w := @Convolution.conv_contract.
(* (partial<add>, any) |-> partial<add>, where mul distributes over add and zero + zero = zero *)
Definition pinned_conv_partial :
  forall S0 : Scalars, Laws S0 ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (add : mono) (mul : list T -> T) (zero : T) (R : nat) (st dil lo : list Z)
    (osp : list nat) (w : tensor) (N : nat) (px : nat -> tensor) (sh : list nat),
  0 < N -> (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) -> length sh = 2 + R -> length osp = R ->
  dim 1 w = nth 1 sh 0 -> 0 < prod (dim 1 w :: skipn 2 (shape w)) -> hom mul add [true; false] N ->
  mop add zero zero = zero ->
  reduce add (map (fun r => conv ofZ toZ add mul zero R st dil lo osp (px r) w) (seq 0 N)) =
    conv ofZ toZ add mul zero R st dil lo osp (reduce add (map px (seq 0 N))) w := @Convolution.conv_partial.
(* a spatial dimension has no entry, whatever the local program *)
Definition pinned_conv_spatial_no_entry :
  ~ (exists h : tensor -> tensor -> tensor, forall x w : tensor, wf x -> shape x = [1; 1; 4] -> wf w ->
    shape w = [1; 1; 3] -> concat 2 (map (fun r => h (chunk 2 x r 2) w) (seq 0 2)) = zconv x w)
  := @Convolution.conv_spatial_no_entry.

(* Theorem 3, reductions: initial values, no unit, several operands *)
Definition pinned_icomp_parts :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (init : tensor) (w N q : nat),
  fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K -> 0 < N -> nth w K 0 = q * N ->
  reduce m (map (fun r => icomp ofZ toZ m osh (upd K w q) e (locals N r ms xs) init) (seq 0 N)) =
    tab osh (fun ix => fold1 (mop m) z (repeat (get init []) N ++ vals ofZ toZ K e xs ix)) := @Variadic.icomp_parts.
(* (tile<d>.., any) ↦ partial<⊕> where init ⊕ init = init *)
Definition pinned_icomp_contract_entry :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (init : tensor) (w N q : nat),
  fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K -> 0 < N -> nth w K 0 = q * N ->
  mop m (get init []) (get init []) = get init [] ->
  reduce m (map (fun r => icomp ofZ toZ m osh (upd K w q) e (locals N r ms xs) init) (seq 0 N)) =
    icomp ofZ toZ m osh K e xs init := @Variadic.icomp_contract_entry.
(* (tile<d>.., any) ↦ partial<⊕> where init is ⊕'s identity *)
Definition pinned_icomp_identity_entry :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (init : tensor) (w N q : nat),
  fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K -> 0 < N -> nth w K 0 = q * N ->
  (forall a : T, mop m (get init []) a = a) ->
  reduce m (map (fun r => icomp ofZ toZ m osh (upd K w q) e (locals N r ms xs) init) (seq 0 N)) =
    icomp ofZ toZ m osh K e xs init := @Variadic.icomp_identity_entry.
(* any init, combined once, after the parts without it *)
Definition pinned_icomp_init_after :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (init : tensor) (w N q : nat),
  fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K -> 0 < N -> nth w K 0 = q * N -> 0 < prod K ->
  tab osh (fun ix => mop m (get init [])
    (get (reduce m (map (fun r => gcomp ofZ toZ m osh (upd K w q) e (locals N r ms xs)) (seq 0 N))) ix)) =
    icomp ofZ toZ m osh K e xs init := @Variadic.icomp_init_after.
(* (tile.., any) ↦ tile<v>: the initial value goes to every part *)
Definition pinned_icomp_tile_entry :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (init : tensor) (v N q : nat),
  fits (osh ++ K) v N q ms xs e -> v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  concat v (map (fun r => icomp ofZ toZ m (upd osh v q) K e (locals N r ms xs) init) (seq 0 N)) =
    icomp ofZ toZ m osh K e xs init := @Variadic.icomp_tile_entry.
(* reduce<(+)> along d: tile<d> |-> partial<(+)>, over a semigroup, no initial value, extent not 0 *)
Definition pinned_reduce_along_contract :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (x : tensor) (N q : nat), d < length (shape x) ->
  0 < N -> dim d x = q * N -> 0 < q ->
  reduce m (map (fun r => reduce_along ofZ toZ m d (chunk d x r N)) (seq 0 N)) = reduce_along ofZ toZ m d x
  := @Variadic.reduce_along_contract.
(* with an initial value: (tile<d>, any) |-> partial<(+)> where init (+) init = init *)
Definition pinned_reduce_along_init_contract :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (x init : tensor) (N q : nat), d < length (shape x) ->
  0 < N -> dim d x = q * N -> mop m (get init []) (get init []) = get init [] ->
  reduce m (map (fun r => reduce_along_init ofZ toZ m d (chunk d x r N) init) (seq 0 N)) =
    reduce_along_init ofZ toZ m d x init := @Variadic.reduce_along_init_contract.
(* a variadic reduction is a map over the dimensions that stay *)
Definition pinned_vcomp_tile_entry :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (A : Type) (f : A -> A -> A) (a0 : A) (n : nat)
    (pack : list T -> A) (unpack : A -> list T) (ini : list A) (osh K : list nat) (es : list sx)
    (ms : list (option nat)) (xs : list tensor) (v N q j : nat),
  Forall (fits (osh ++ K) v N q ms xs) es -> v < length osh -> 0 < N -> nth v osh 0 = q * N -> j < n ->
  concat v (map (fun r => nth j (vcomp ofZ toZ f a0 n pack unpack ini (upd osh v q) K es (locals N r ms xs)) tz)
    (seq 0 N)) = nth j (vcomp ofZ toZ f a0 n pack unpack ini osh K es xs) tz := @ArgMax.vcomp_tile_entry.
(* a variadic reducer that is a semigroup: a homomorphism into tuples along the others *)
Definition pinned_vcomp_joint :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (A : Type) (f : A -> A -> A) (a0 : A) (n : nat)
    (pack : list T -> A) (unpack : A -> list T),
  (forall x y w : A, f x (f y w) = f (f x y) w) -> (forall x y : A, f x y = f y x) ->
  (forall a : A, pack (unpack a) = a) -> (forall a : A, length (unpack a) = n) ->
  forall (ini : list A) (osh K : list nat) (es : list sx) (ms : list (option nat)) (xs : list tensor) (w N q : nat),
  Forall (fits (osh ++ K) (length osh + w) N q ms xs) es -> w < length K -> 0 < N -> nth w K 0 = q * N ->
  ini = [] /\ 0 < prod K \/ (exists i : A, ini = [i] /\ f i i = i) ->
  vjoin f a0 n pack unpack
    (map (fun r => vcomp ofZ toZ f a0 n pack unpack ini osh (upd K w q) es (locals N r ms xs)) (seq 0 N)) =
    vcomp ofZ toZ f a0 n pack unpack ini osh K es xs := @ArgMax.vcomp_joint.
(* partial component by component where the reducer is a product of semigroups *)
Definition pinned_vcomp_product :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m1 m2 : mono) (osh K : list nat) (e1 e2 : sx)
    (xs : list tensor),
  vcomp ofZ toZ (both m1 m2) (z, z) 2 pack2 unpack2 [] osh K [e1; e2] xs =
    [gcomp ofZ toZ m1 osh K e1 xs; gcomp ofZ toZ m2 osh K e2 xs] := @ArgMax.vcomp_product.
(* .. with initial values *)
Definition pinned_vcomp_product_init :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m1 m2 : mono) (osh K : list nat) (e1 e2 : sx)
    (xs : list tensor) (i1 i2 : tensor),
  vcomp ofZ toZ (both m1 m2) (z, z) 2 pack2 unpack2 [(get i1 [], get i2 [])] osh K [e1; e2] xs =
    [icomp ofZ toZ m1 osh K e1 xs i1; icomp ofZ toZ m2 osh K e2 xs i2] := @ArgMax.vcomp_product_init.
(* but not component by component: the parts' indices do not say which is right, whatever g combines them *)
Definition pinned_argmax_no_componentwise :
  forall g : Z -> Z -> Z,
  ~ (forall x i : tensor, wf x -> shape x = [2] -> wf i -> shape i = [2] ->
    g (arg (chunk 0 x 0 2) (chunk 0 i 0 2)) (arg (chunk 0 x 1 2) (chunk 0 i 1 2)) = arg x i)
  := @ArgMax.argmax_no_componentwise.
(* and partial<max> of the index holds for no local program at all *)
Definition pinned_argmax_no_partial_max :
  ~ (exists h : vtens -> vtens -> Z, forall x i : tensor, wf x -> shape x = [2] -> wf i -> shape i = [2] ->
    Z.max (h (chunk 0 x 0 2) (chunk 0 i 0 2)) (h (chunk 0 x 1 2) (chunk 0 i 1 2)) = arg x i)
  := @ArgMax.argmax_no_partial_max.
