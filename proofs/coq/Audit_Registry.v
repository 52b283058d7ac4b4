(* Audit_Registry.v: section 6: what is proved of registry entries, statement by statement (see Audit.v);
   Audit_Reductions.v has the rest. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Soundness Registry Entries
  Comprehension NoEntry Movement Reshape Partials Cells CellEntries.
Import ListNotations.
Notation localisation op := (op -> nat -> entry -> op).
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation have_types := (Forall2 (@val _ _)).

(* Theorem 3: registry entries are valid: comprehensions, by kind of entry *)
Definition pinned_gcomp_tile_entry :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (v N q : nat),
  fits (osh ++ K) v N q ms xs e -> v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  concat v (map (fun r => gcomp ofZ toZ m (upd osh v q) K e (locals N r ms xs)) (seq 0 N)) =
    gcomp ofZ toZ m osh K e xs := @Comprehension.gcomp_tile_entry.
(* partial entry: if the body fits reduced variable w, (+)_r op(x^r) = op(x); K is not empty, as (+) has no unit *)
Definition pinned_gcomp_contract_entry :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z), Laws S ->
  forall (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat)) (xs : list tensor) (w N q : nat),
  fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K -> 0 < N -> nth w K 0 = q * N -> 0 < prod K ->
  reduce m (map (fun r => gcomp ofZ toZ m osh (upd K w q) e (locals N r ms xs)) (seq 0 N)) =
    gcomp ofZ toZ m osh K e xs := @Comprehension.gcomp_contract_entry.
(* partial entry: the operands in bs partial<m>, the others any |-> partial<m> *)
Definition pinned_gcomp_partial_entry :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (bs : list bool) (N : nat) (p : nat -> list tensor)
    (xs : list tensor),
  0 < N -> parts_of m bs N p xs ->
  forall (osh K : list nat) (e : sx), 0 < prod K ->
  (forall I : list nat, inb I (osh ++ K) -> linear ofZ toZ m bs N xs I e) ->
  reduce m (map (fun r => gcomp ofZ toZ m osh K e (p r)) (seq 0 N)) = gcomp ofZ toZ m osh K e xs
  := @Partials.gcomp_partial_entry.
(* Theorem 3: (tile.., any..) ↦ tile<v>, by a syntactic test *)
Definition pinned_plain_tile_entry :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat))
    (xs : list tensor) (v N q : nat),
  plain v ms e = true -> extents (osh ++ K) v ms xs -> v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  concat v (map (fun r => gcomp ofZ toZ m (upd osh v q) K e (locals N r ms xs)) (seq 0 N)) =
    gcomp ofZ toZ m osh K e xs := @Comprehension.plain_tile_entry.
(* Theorem 3: (tile.., any..) ↦ partial<⊕> along a reduced dimension, by a syntactic test *)
Definition pinned_plain_contract_entry :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z), Laws S ->
  forall (m : mono) (osh K : list nat) (e : sx) (ms : list (option nat)) (xs : list tensor) (w N q : nat),
  plain (length osh + w) ms e = true -> extents (osh ++ K) (length osh + w) ms xs -> w < length K -> 0 < N ->
  nth w K 0 = q * N -> 0 < prod K ->
  reduce m (map (fun r => gcomp ofZ toZ m osh (upd K w q) e (locals N r ms xs)) (seq 0 N)) =
    gcomp ofZ toZ m osh K e xs := @Comprehension.plain_contract_entry.
(* valid at M(a) = N: concatenating the local results gives the global one *)
Definition pinned_comp_tile_entry :
  forall (S : Scalars) (f : list T -> T) (m : mono) (osh K : list nat) (xs : list operand) (v N q : nat),
  Forall (good (osh ++ K) v) xs -> v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  concat v (map (fun r => comp f m (upd osh v q) K (map (part N v r) xs)) (seq 0 N)) = comp f m osh K xs
  := @Registry.comp_tile_entry.
(* Theorem 3, reduction variable w: tile<d> where w is read along d, else any ↦ partial<m> *)
Definition pinned_comp_contract_entry :
  forall S : Scalars, Laws S ->
  forall (f : list T -> T) (m : mono) (osh K : list nat) (xs : list operand) (w N q : nat),
  Forall (good (osh ++ K) (length osh + w)) xs -> w < length K -> 0 < N -> nth w K 0 = q * N -> 0 < prod K ->
  reduce m (map (fun r => comp f m osh (upd K w q) (map (part N (length osh + w) r) xs)) (seq 0 N)) =
    comp f m osh K xs := @Registry.comp_contract_entry.
(* Theorem 3, partial<m> operands: partial<m> where marked, else any ↦ partial<m> *)
Definition pinned_comp_partial_entry :
  forall S : Scalars, Laws S ->
  forall (f : list T -> T) (m : mono) (osh K : list nat) (xs : list foperand) (N : nat), 0 < N -> 0 < prod K ->
  hom f m (map (fun o : bool * (nat -> tensor) * list nat => fst (fst o)) xs) N ->
  Forall (fun o : foperand => Forall (fun v => v < length (osh ++ K)) (snd o) /\
    (forall r : nat, r < N -> wf (snd (fst o) r) /\ shape (snd (fst o) r) = proj (snd o) (osh ++ K))) xs ->
  reduce m (map (fun r => comp f m osh K (map (local r) xs)) (seq 0 N)) = comp f m osh K (map (whole m N) xs)
  := @Registry.comp_partial_entry.
(* Theorem 3: validity of (..) ↦ tile<d> from the equation of its comprehension *)
Definition pinned_tile_entry :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat) (o : op)
    (ins : list (attr mono)) (ts : list (ty elt)) (g g' : list tensor -> tensor),
  existsb is_red ins = false -> (forall xs : list tensor, have_types xs ts -> osem o xs = [g xs]) ->
  forall d : nat,
  (forall (xs : list tensor) (r : nat), have_types xs ts -> r < N ->
    osem (localise o N (ins, [Tile mono d])) (locs N r ins xs) = [g' (locs N r ins xs)]) ->
  (forall xs : list tensor, have_types xs ts -> concat d (map (fun r => g' (locs N r ins xs)) (seq 0 N)) = g xs) ->
  valid_sem osem localise N (Some o) (ins, [Tile mono d]) ts := @CellEntries.tile_entry.
(* Theorem 3: validity of (..) ↦ partial<⊕> from the equation of its comprehension *)
Definition pinned_partial_entry :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat) (o : op)
    (ins : list (attr mono)) (ts : list (ty elt)) (g g' : list tensor -> tensor),
  existsb is_red ins = false -> (forall xs : list tensor, have_types xs ts -> osem o xs = [g xs]) ->
  forall m : mono,
  (forall (xs : list tensor) (r : nat), have_types xs ts -> r < N ->
    osem (localise o N (ins, [Red m])) (locs N r ins xs) = [g' (locs N r ins xs)]) ->
  (forall xs : list tensor, have_types xs ts -> reduce m (map (fun r => g' (locs N r ins xs)) (seq 0 N)) = g xs) ->
  valid_sem osem localise N (Some o) (ins, [Red m]) ts := @CellEntries.partial_entry.

(* Theorem 3, elementwise, dot_general, reduce: op by op *)
Definition pinned_ew2_tile :
  forall (S : Scalars) (g : T -> T -> T) (x y : tensor) (d N q : nat), wf x -> wf y -> shape x = shape y ->
  d < length (shape x) -> 0 < N -> dim d x = q * N ->
  concat d (map (fun r => ew2 g (chunk d x r N) (chunk d y r N)) (seq 0 N)) = ew2 g x y := @Entries.ew2_tile.
(* ⊕ itself: (partial<⊕>, partial<⊕>) ↦ partial<⊕>; add is the common case *)
Definition pinned_ew2_partial :
  forall S : Scalars, Laws S ->
  forall (m : mono) (p p' : nat -> tensor) (sh : list nat) (N : nat), 0 < N ->
  (forall r : nat, r < N -> wf (p r) /\ shape (p r) = sh) ->
  (forall r : nat, r < N -> wf (p' r) /\ shape (p' r) = sh) ->
  reduce m (map (fun r => ew2 (mop m) (p r) (p' r)) (seq 0 N)) = ew2 (mop m) (reduce m (map p (seq 0 N)))
    (reduce m (map p' (seq 0 N))) := @Entries.ew2_partial.
(* dot_general: (tile<0>, any) ↦ tile<0> *)
Definition pinned_dot_rows :
  forall (S0 : Scalars) (add : mono) (mul : T -> T -> T) (x y : tensor), wf x -> wf y -> length (shape x) = 2 ->
  length (shape y) = 2 -> dim 1 x = dim 0 y ->
  forall N q : nat, 0 < N -> dim 0 x = q * N ->
  concat 0 (map (fun r => dot add mul (chunk 0 x r N) y) (seq 0 N)) = dot add mul x y := @Entries.dot_rows.
(* dot_general: (tile<1>, tile<0>) ↦ partial<add> *)
Definition pinned_dot_contract :
  forall S0 : Scalars, Laws S0 ->
  forall (add : mono) (mul : T -> T -> T) (x y : tensor), wf x -> wf y -> length (shape x) = 2 ->
  length (shape y) = 2 -> dim 1 x = dim 0 y ->
  forall N q : nat, 0 < N -> 0 < q -> dim 1 x = q * N ->
  reduce add (map (fun r => dot add mul (chunk 1 x r N) (chunk 0 y r N)) (seq 0 N)) = dot add mul x y
  := @Entries.dot_contract.
(* dot_general: (partial<add>, any) ↦ partial<add> *)
Definition pinned_dot_partial :
  forall S0 : Scalars, Laws S0 ->
  forall (add : mono) (mul : T -> T -> T), (forall x y w : T, mul (mop add x y) w = mop add (mul x w) (mul y w)) ->
  forall (p : nat -> tensor) (y : tensor) (N : nat) (sh : list nat), 0 < N -> length sh = 2 -> 0 < nth 1 sh 0 ->
  (forall r : nat, r < N -> wf (p r) /\ shape (p r) = sh) -> wf y -> length (shape y) = 2 -> nth 1 sh 0 = dim 0 y ->
  reduce add (map (fun r => dot add mul (p r) y) (seq 0 N)) = dot add mul (reduce add (map p (seq 0 N))) y
  := @Entries.dot_partial.
(* transpose of a matrix: tile<0> ↦ tile<1> *)
Definition pinned_transpose_tile :
  forall (S0 : Scalars) (add : mono) (x : tensor) (N q : nat), wf x -> length (shape x) = 2 -> 0 < N ->
  dim 0 x = q * N ->
  concat 1 (map (fun r => transpose add (chunk 0 x r N)) (seq 0 N)) = transpose add x := @Entries.transpose_tile.
(* reduce<m> along 1: tile<0> ↦ tile<0> *)
Definition pinned_reduce1_tile :
  forall (S0 : Scalars) (m : mono) (x : tensor) (N q : nat), wf x -> length (shape x) = 2 -> 0 < N ->
  dim 0 x = q * N ->
  concat 0 (map (fun r => reduce1 m (chunk 0 x r N)) (seq 0 N)) = reduce1 m x := @Entries.reduce1_tile.
(* reduce<m> along 1: tile<1> ↦ partial<m>; with no initial value, so for max and min too *)
Definition pinned_reduce1_contract :
  forall S0 : Scalars, Laws S0 ->
  forall (m : mono) (x : tensor) (N q : nat), wf x -> length (shape x) = 2 -> 0 < N -> 0 < q -> dim 1 x = q * N ->
  reduce m (map (fun r => reduce1 m (chunk 1 x r N)) (seq 0 N)) = reduce1 m x := @Entries.reduce1_contract.

(* Theorem 3, ops that move elements: slice, pad, concatenate, iota, broadcast_in_dim, reshape *)
Definition pinned_slice_tile :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (st sr sz : list nat) (x : tensor) (v N q : nat),
  v < length sz -> 0 < N -> nth v st 0 = 0 -> nth v sr 1 = 1 -> dim v x = nth v sz 0 -> nth v sz 0 = q * N ->
  concat v (map (fun r => slice ofZ toZ m st sr (upd sz v q) (chunk v x r N)) (seq 0 N)) =
    slice ofZ toZ m st sr sz x := @Movement.slice_tile.
(* slice: every read is in bounds *)
Definition pinned_slice_partial :
  forall S0 : Scalars, Laws S0 ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall st sr sz : list nat, length sz = length sh ->
  (forall d i : nat, d < length sh -> i < nth d sz 0 -> nth d st 0 + i * nth d sr 1 < nth d sh 0) ->
  reduce m (map (fun r => slice ofZ toZ m st sr sz (px r)) (seq 0 N)) =
    slice ofZ toZ m st sr sz (reduce m (map px (seq 0 N))) := @Partials.slice_partial.
(* slice [1:3] of 4: parts of the operand are not cut alike. No local program h, a slice or not, gives the parts *)
Definition pinned_slice_offset_no_entry :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (a b : T), a <> b ->
  ~ (exists h : tensor -> tensor, forall x : tensor, wf x -> shape x = [4] ->
    concat 0 (map (fun r => h (chunk 0 x r 2)) (seq 0 2)) = slice ofZ toZ m [1] [1] [2] x)
  := @Movement.slice_offset_no_entry.
(* nor does any |-> tile<0>, of a slice of a replicated operand: the local program would depend on r *)
Definition pinned_slice_any_no_entry :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (a b : T), a <> b ->
  ~ (exists h : tensor -> tensor, forall x : tensor, wf x -> shape x = [4] ->
    concat 0 (map (fun _ => h x) (seq 0 2)) = slice ofZ toZ m [1] [1] [2] x) := @Movement.slice_any_no_entry.
(* a loop variable that reads one operand twice (a diagonal) gets no tile entry *)
Definition pinned_diagonal_no_entry :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (a b : T), a <> b ->
  ~ (exists h : tensor -> tensor, forall x : tensor, wf x -> shape x = [2; 2] ->
    concat 0 (map (fun r => h (chunk 0 x r 2)) (seq 0 2)) = diagonal ofZ toZ m x) := @Movement.diagonal_no_entry.
(* (tile<v>, any) |-> tile<v> where each element becomes a block of its own: low + high = interior *)
Definition pinned_pad_tile :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (lo hi inn : list Z) (x f : tensor) (v N q : nat),
  v < length (shape x) -> 0 < N -> dim v x = q * N -> 0 < q -> (0 <= nth v lo 0)%Z -> (0 <= nth v hi 0)%Z ->
  (nth v lo 0 + nth v hi 0)%Z = nth v inn 0%Z ->
  concat v (map (fun r => pad ofZ toZ m lo hi inn (chunk v x r N) f) (seq 0 N)) = pad ofZ toZ m lo hi inn x f
  := @Movement.pad_tile.
(* pad: (partial, any) where the filler is idempotent, since every part pads; (partial, partial) whatever it is *)
Definition pinned_pad_partial :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall (lo hi inn : list Z) (f : tensor), shape f = [] -> mop m (get f []) (get f []) = get f [] ->
  reduce m (map (fun r => pad ofZ toZ m lo hi inn (px r) f) (seq 0 N)) =
    pad ofZ toZ m lo hi inn (reduce m (map px (seq 0 N))) f := @Partials.pad_partial.
(* pad, operand and padding value partial together *)
Definition pinned_pad_partial_both :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall (lo hi inn : list Z) (pf : nat -> tensor), (forall r : nat, r < N -> wf (pf r) /\ shape (pf r) = []) ->
  reduce m (map (fun r => pad ofZ toZ m lo hi inn (px r) (pf r)) (seq 0 N)) =
    pad ofZ toZ m lo hi inn (reduce m (map px (seq 0 N))) (reduce m (map pf (seq 0 N))) := @Partials.pad_partial_both.
(* pad [x0; x1] to [f; x0; x1; f]: the border of a part is not the whole's *)
Definition pinned_pad_no_entry :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (a b : T), a <> b ->
  ~ (exists h : tensor -> tensor -> tensor, forall x f : tensor, wf x -> shape x = [2] ->
    concat 0 (map (fun r => h (chunk 0 x r 2) f) (seq 0 2)) = pad ofZ toZ m [1%Z] [1%Z] [0%Z] x f)
  := @Movement.pad_no_entry.
(* (tile<v> for every piece) |-> tile<v>, v not the dimension of the concatenation *)
Definition pinned_cat_tile :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (c : nat) (xs : list tensor) (sh : list nat)
    (v N q : nat),
  xs <> [] -> (forall x : tensor, In x xs -> shape x = upd sh c (dim c x)) -> v <> c -> v < length sh -> 0 < N ->
  nth v sh 0 = q * N ->
  concat v (map (fun r => cat ofZ toZ m c (map (fun x : tensor => chunk v x r N) xs)) (seq 0 N)) =
    cat ofZ toZ m c xs := @Movement.cat_tile.
(* concatenate: (partial<m> for every piece) |-> partial<m> *)
Definition pinned_cat_partial :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (P : nat -> list tensor) (sh : list nat) (c : nat)
    (exts : list nat),
  0 < N -> c < length sh -> exts <> [] -> (forall r : nat, r < N -> length (P r) = length exts) ->
  (forall r k : nat, r < N -> k < length exts -> wf (nth k (P r) tz) /\
    shape (nth k (P r) tz) = upd sh c (nth k exts 0)) ->
  reduce m (map (fun r => cat ofZ toZ m c (P r)) (seq 0 N)) =
    cat ofZ toZ m c (map (fun k => reduce m (map (fun r => nth k (P r) tz) (seq 0 N))) (seq 0 (length exts)))
  := @Partials.cat_partial.
(* along c: parts of the pieces are not parts of the whole *)
Definition pinned_cat_no_entry :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (a b : T), a <> b ->
  ~ (exists h : tensor -> tensor -> tensor, forall x y : tensor, wf x -> shape x = [2] -> wf y -> shape y = [2] ->
    concat 0 (map (fun r => h (chunk 0 x r 2) (chunk 0 y r 2)) (seq 0 2)) = cat ofZ toZ m 0 [x; y])
  := @Movement.cat_no_entry.
(* () |-> tile<v> for every other dimension *)
Definition pinned_iota_tile :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (sh : list nat) (v N q : nat), v <> d ->
  v < length sh -> 0 < N -> nth v sh 0 = q * N ->
  concat v (map (fun _ => iota ofZ toZ m d (upd sh v q)) (seq 0 N)) = iota ofZ toZ m d sh := @Movement.iota_tile.
(* along d itself: no tensor is every part, so that whatever the local program is it depends on r *)
Definition pinned_iota_no_entry :
  forall (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (sh : list nat) (N q : nat),
  (forall i j : Z, ofZ i = ofZ j -> i = j) -> d < length sh -> 1 < N -> 0 < q -> nth d sh 0 = q * N ->
  Forall (lt 0) sh ->
  ~ (exists y : tensor, concat d (map (fun _ => y) (seq 0 N)) = iota ofZ toZ m d sh) := @Movement.iota_no_entry.
(* tile<d> |-> tile<bd_d> *)
Definition pinned_bcast_tile :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (bd : list (option nat)) (osh : list nat)
    (x : tensor) (d v N q : nat),
  d < length bd -> nth d bd None = Some v -> (forall d' : nat, d' <> d -> nth d' bd None <> Some v) ->
  v < length osh -> 0 < N -> nth v osh 0 = q * N -> dim d x = nth v osh 0 ->
  concat v (map (fun r => bcast ofZ toZ m bd (upd osh v q) (chunk d x r N)) (seq 0 N)) = bcast ofZ toZ m bd osh x
  := @Movement.bcast_tile.
(* any |-> tile<v> for a new or expanded dimension *)
Definition pinned_bcast_tile_new :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (bd : list (option nat)) (osh : list nat)
    (x : tensor) (v N q : nat),
  (forall d : nat, nth d bd None <> Some v) -> v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  concat v (map (fun _ => bcast ofZ toZ m bd (upd osh v q) x) (seq 0 N)) = bcast ofZ toZ m bd osh x
  := @Movement.bcast_tile_new.
(* broadcast_in_dim *)
Definition pinned_bcast_partial :
  forall S : Scalars, Laws S ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall (bd : list (option nat)) (osh : list nat), length bd = length sh ->
  (forall d : nat, d < length sh -> match nth d bd None with | Some v => v < length osh /\
    nth v osh 0 <= nth d sh 0 | None => 0 < nth d sh 0 end) ->
  reduce m (map (fun r => bcast ofZ toZ m bd osh (px r)) (seq 0 N)) =
    bcast ofZ toZ m bd osh (reduce m (map px (seq 0 N))) := @Partials.bcast_partial.
(* reshape: the major dimension of a group of dimensions tiles *)
Definition pinned_reshape_tile :
  forall (S : Scalars) (t : tensor) (pre post pre' post' : list nat) (N q q' : nat), wf t ->
  shape t = pre ++ q * N :: post -> 0 < N -> prod pre = prod pre' -> q * prod post = q' * prod post' ->
  concat (length pre') (map (fun r => reshape (pre' ++ q' :: post') (chunk (length pre) t r N)) (seq 0 N)) =
    reshape (pre' ++ q' * N :: post') t := @Reshape.reshape_tile.
(* split [n] -> [n1, n2] and merge [n1, n2] -> [n] at the major factor *)
Definition pinned_reshape_split_major :
  forall (S : Scalars) (t : tensor) (N q n2 : nat), wf t -> shape t = [q * n2 * N] -> 0 < N ->
  concat 0 (map (fun r => reshape [q; n2] (chunk 0 t r N)) (seq 0 N)) = reshape [q * N; n2] t
  := @Reshape.reshape_split_major.
(* reshape, a merge: the major dimension tiles *)
Definition pinned_reshape_merge_major :
  forall (S : Scalars) (t : tensor) (N q n2 : nat), wf t -> shape t = [q * N; n2] -> 0 < N ->
  concat 0 (map (fun r => reshape [q * n2] (chunk 0 t r N)) (seq 0 N)) = reshape [q * n2 * N] t
  := @Reshape.reshape_merge_major.
(* the minor factor has none: [4] -> [2, 2], tile<0> |-> tile<1> *)
Definition pinned_reshape_minor_no_entry :
  forall (S0 : Scalars) (a b : T), a <> b ->
  ~ (exists h : tensor -> tensor, forall x : tensor, wf x -> shape x = [4] ->
    concat 1 (map (fun r => h (chunk 0 x r 2)) (seq 0 2)) = reshape [2; 2] x) := @Reshape.reshape_minor_no_entry.
(* reshape *)
Definition pinned_reshape_partial :
  forall (S : Scalars) (m : mono) (N : nat) (px : nat -> tensor) (sh : list nat), 0 < N ->
  (forall r : nat, r < N -> wf (px r) /\ shape (px r) = sh) ->
  forall sh' : list nat, prod sh' = prod sh ->
  reduce m (map (fun r => reshape sh' (px r)) (seq 0 N)) = reshape sh' (reduce m (map px (seq 0 N)))
  := @Partials.reshape_partial.
