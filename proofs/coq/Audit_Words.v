(* Audit_Words.v: sections 0 to 3: the words that the statements of Audit.v and its like are made of, equated
   with their definitions. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Soundness.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).

(* l[i ↦ v] *)
Definition pinned_Index_upd : @Index.upd =
  (fix upd (A : Type) (l : list A) (i : nat) (v : A) {struct l} : list A :=
  match l with
  | [] => []
  | x :: l0 => match i with | 0 => v :: l0 | S i0 => x :: upd A l0 i0 v end
  end)
  := eq_refl.
(* the product of a shape, or of mesh axes' sizes *)
Definition pinned_Index_prod : @Index.prod =
  (fix prod (l : list nat) : nat :=
  match l with
  | [] => 1
  | n :: l0 => n * prod l0
  end)
  := eq_refl.
(* the multi-indices of a box, row-major *)
Definition pinned_Index_all_idx : @Index.all_idx =
  (fix all_idx (sh : list nat) : list (list nat) :=
  match sh with
  | [] => [[]]
  | n :: sh0 => flat_map (fun i => map (cons i) (all_idx sh0)) (seq 0 n)
  end)
  := eq_refl.
(* the row-major position of a multi-index *)
Definition pinned_Index_lin : @Index.lin =
  (fix lin (sh ix : list nat) {struct sh} : nat :=
  match sh with
  | [] => 0
  | _ :: sh0 => match ix with | [] => 0 | i :: ix0 => i * prod sh0 + lin sh0 ix0 end
  end)
  := eq_refl.
(* a multi-index is in a box *)
Definition pinned_Index_inb : @Index.inb =
  (fun ix sh : list nat => Forall2 lt ix sh)
  := eq_refl.
(* a fold of a nonempty list, from the left *)
Definition pinned_Fold_fold1 : @Fold.fold1 =
  (fun (A : Type) (f : A -> A -> A) (d : A) (l : list A) =>
  match l with
  | [] => d
  | x :: xs => fold_left f xs x
  end)
  := eq_refl.
(* as many elements as the shape says *)
Definition pinned_Tensor_wf : @Tensor.wf =
  (fun (S : Scalars) (t : tensor) => length (data t) = prod (shape t))
  := eq_refl.
(* the tensor of a shape with f(i) at i *)
Definition pinned_Tensor_tab : @Tensor.tab =
  (fun (S : Scalars) (sh : list nat) (f : list nat -> T) => {| shape := sh; data := map f (all_idx sh) |})
  := eq_refl.
(* the element at a multi-index *)
Definition pinned_Tensor_get : @Tensor.get =
  (fun (S : Scalars) (t : tensor) (ix : list nat) => nth (lin (shape t) ix) (data t) z)
  := eq_refl.
(* a filler, for what is not there *)
Definition pinned_Tensor_tz : @Tensor.tz =
  (fun S : Scalars => {| shape := [0]; data := [] |})
  := eq_refl.
(* n_d *)
Definition pinned_Tensor_dim : @Tensor.dim =
  (fun (S : Scalars) (d : nat) (t : tensor) => nth d (shape t) 0)
  := eq_refl.
(* chunk_d(t,i,N): the i-th of N equal parts along d *)
Definition pinned_Tensor_chunk : @Tensor.chunk =
  (fun (S : Scalars) (d : nat) (t : tensor) (i N : nat) => let m := dim d t / N in tab (upd (shape t) d m)
  (fun ix => get t (upd ix d (i * m + nth d ix 0))))
  := eq_refl.
(* concat_d, of tensors of one shape *)
Definition pinned_Tensor_concat : @Tensor.concat =
  (fun (S : Scalars) (d : nat) (ts : list tensor) => let m := dim d (hd tz ts)
  in tab (upd (shape (hd tz ts)) d (length ts * m))
  (fun ix => get (nth (nth d ix 0 / m) ts tz) (upd ix d (nth d ix 0 mod m))))
  := eq_refl.
(* ⊕, pointwise, folded from the left *)
Definition pinned_Tensor_reduce : @Tensor.reduce =
  (fun (S : Scalars) (m : mono) (ts : list tensor) => tab (shape (hd tz ts))
  (fun ix => fold1 (mop m) z (map (fun t : tensor => get t ix) ts)))
  := eq_refl.
(* a nonempty list of well-formed tensors of one shape *)
Definition pinned_Tensor_unif : @Tensor.unif =
  (fun (S : Scalars) (sh : list nat) (ts : list tensor) => ts <> [] /\
  (forall t : tensor, In t ts -> wf t /\ shape t = sh))
  := eq_refl.
(* M(a) *)
Definition pinned_Mesh_size : @Mesh.size =
  (fun (M : list nat) (a : nat) => nth a M 1)
  := eq_refl.
(* |ā| is prod (sizes ā) *)
Definition pinned_Mesh_sizes : @Mesh.sizes =
  (fun (M : list nat) (A : list axis) => map (size M) A)
  := eq_refl.
(* δ[ā↦κ] *)
Definition pinned_Mesh_updl : @Mesh.updl =
  (fix updl (D : dev) (A : list axis) (k : list nat) {struct A} : dev :=
  match A with
  | [] => D
  | a :: A0 => match k with | [] => D | i :: k0 => updl (upd D a i) A0 k0 end
  end)
  := eq_refl.
(* δ|ā in the order of ā; lin (sizes ā) of it is the index of δ|ā in ā, major first *)
Definition pinned_Mesh_at_ : @Mesh.at_ =
  (fun (D : dev) (A : list axis) => map (fun a => nth a D 0) A)
  := eq_refl.
(* δ is a device of M: 0 <= δ(a) < M(a) *)
Definition pinned_Mesh_dev_ok : @Mesh.dev_ok =
  (fun (M : list nat) (D : dev) => inb D M)
  := eq_refl.
(* δ|A as the coordinate κ of the axes in scope *)
Definition pinned_Mesh_restr : @Mesh.restr =
  (fun (A : list axis) (D : dev) => map (fun a => (a, nth a D 0)) A)
  := eq_refl.
(* ā is in M *)
Definition pinned_Mesh_in_mesh : @Mesh.in_mesh =
  (fun M A : list nat => Forall (fun a => a < length M) A)
  := eq_refl.
(* ρ(x) *)
Definition pinned_Core_look : @Core.look =
  (fun (tensor : Type) (tz : tensor) (env : list tensor) (x : nat) => nth x env tz)
  := eq_refl.
(* rows: the result list of each iteration *)
Definition pinned_Core_col : @Core.col =
  (fun (tensor : Type) (tz : tensor) (k : nat) (rows : list (list tensor))
  => map (fun l : list tensor => nth k l tz) rows)
  := eq_refl.
(* one result of a loop, from its iterations: E-Tile, E-Reduce, E-Any *)
Definition pinned_Core_comb : @Core.comb =
  (fun (tensor mono : Type) (tz : tensor) (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor ->
  tensor) (s : attr mono) (ts : list tensor) =>
  match s with
  | Tile _ d => concat d ts
  | Red m => reduce m ts
  | Any _ => hd tz ts
  end)
  := eq_refl.
(* all results of a loop *)
Definition pinned_Core_combs : @Core.combs =
  (fun (tensor mono : Type) (tz : tensor) (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor ->
  tensor) => fix combs (k : nat) (ss : list (attr mono)) (rows : list (list tensor)) {struct ss} : list tensor :=
  match ss with
  | [] => []
  | s :: ss0 => comb tz concat reduce s (col tz k rows) :: combs (S k) ss0 rows
  end)
  := eq_refl.
(* ⟦e⟧ρ; ρ is K on range variables (axis and index, innermost first) and env on tensor variables *)
Definition pinned_Core_ceval : @Core.ceval =
  (fun (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
  (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
  (M : list nat) => fix ceval (K : coord) (env : list tensor) (e : core mono op) {struct e} : list tensor :=
  match e with
  | CVars _ _ xs => map (look tz env) xs
  | COp _ o xs => osem o (map (look tz env) xs)
  | CLet e1 e2 => ceval K (ceval K env e1 ++ env) e2
  | CSlice _ _ d x r => let ai := nth r K (0, 0) in [chunk d (look tz env x) (snd ai) (size M (fst ai))]
  | CLoop a ss e0 => combs tz concat reduce 0 ss (map (fun i => ceval ((a, i) :: K) env e0) (seq 0 (size M a)))
  end)
  := eq_refl.
(* taint, per result: data flow from range variable r and from the variables marked in tv *)
Definition pinned_Core_ltaint : @Core.ltaint =
  (fun mono : Type => fix ltaint (k : nat) (ss : list (attr mono)) (row : list bool) {struct ss} : list bool :=
  match ss with
  | [] => []
  | _ :: ss0 => nth k row true :: ltaint (S k) ss0 row
  end)
  := eq_refl.
(* which results are tainted by range variable r, and by the variables in tv *)
Definition pinned_Core_taint : @Core.taint =
  (fun (mono op : Type) (onum : op -> nat) => fix taint (r : nat) (tv : list bool) (e : core mono op)
  {struct e} : list bool :=
  match e with
  | CVars _ _ xs => map (fun x => nth x tv false) xs
  | COp _ o xs => repeat (existsb (fun x => nth x tv false) xs) (onum o)
  | CLet e1 e2 => taint r (taint r tv e1 ++ tv) e2
  | CSlice _ _ _ x r' => [(r' =? r) || nth x tv false]
  | CLoop _ ss e0 => ltaint 0 ss (taint (S r) tv e0)
  end)
  := eq_refl.
(* Γ(x) = τ *)
Definition pinned_Core_has : @Core.has =
  (fun (elt : Type) (G : list (ty elt)) (x : nat) (t : ty elt) => nth_error G x = Some t)
  := eq_refl.
(* the number of results *)
Definition pinned_Core_arity : @Core.arity =
  (fun (mono op : Type) (onum : op -> nat) => fix arity (e : core mono op) : nat :=
  match e with
  | CVars _ _ xs => length xs
  | COp _ o _ => onum o
  | CLet _ e2 => arity e2
  | CSlice _ _ _ _ _ => 1
  | CLoop _ ss _ => length ss
  end)
  := eq_refl.
(* P-Slice: chunk_d(V(δ), index of δ|ā in ā, |ā|) *)
Definition pinned_Families_fslice : @Families.fslice =
  (fun (tensor : Type) (chunk : nat -> tensor -> nat -> nat -> tensor) (M : list nat) (d : nat) (A : list axis)
  (V : dev -> tensor) (D : dev) => chunk d (V D) (lin (sizes M A) (at_ D A)) (prod (sizes M A)))
  := eq_refl.
(* P-Gather: concat_d over coordinates κ of ā, row-major, of V(δ[ā↦κ]) *)
Definition pinned_Families_fgather : @Families.fgather =
  (fun (tensor : Type) (concat : nat -> list tensor -> tensor) (M : list nat) (d : nat) (A : list axis)
  (V : dev -> tensor) (D : dev) => concat d (map (fun k => V (updl D A k)) (all_idx (sizes M A))))
  := eq_refl.
(* P-Reduce: ⊕ over group(δ,A), folded from the left in row-major coordinate order *)
Definition pinned_Families_freduce : @Families.freduce =
  (fun (tensor mono : Type) (reduce : mono -> list tensor -> tensor) (M : list nat) (m : mono) (A : list axis)
  (V : dev -> tensor) (D : dev) => reduce m (map (fun k => V (updl D A k)) (all_idx (sizes M A))))
  := eq_refl.
(* P-Scatter = P-Slice ∘ P-Reduce *)
Definition pinned_Families_fscatter : @Families.fscatter =
  (fun (tensor mono : Type) (chunk : nat -> tensor -> nat -> nat -> tensor) (reduce : mono -> list tensor -> tensor)
  (M : list nat) (m : mono) (d : nat) (A : list axis) (V : dev -> tensor)
  => fslice chunk M d A (freduce reduce M m A V))
  := eq_refl.
(* P-AllToAll [d→d':ā] = P-Slice[d':ā] ∘ P-Gather[d:ā] *)
Definition pinned_Families_fa2a : @Families.fa2a =
  (fun (tensor : Type) (chunk : nat -> tensor -> nat -> nat -> tensor) (concat : nat -> list tensor -> tensor)
  (M : list nat) (d d' : nat) (A : list axis) (V : dev -> tensor) => fslice chunk M d' A (fgather concat M d A V))
  := eq_refl.
(* a family of well-formed tensors of one shape *)
Definition pinned_Families_funif : @Families.funif =
  (fun (S : Scalars) (M sh : list nat) (V : dev -> tensor) => forall D : dev, dev_ok M D -> wf (V D) /\
  shape (V D) = sh)
  := eq_refl.
(* ⟦s⟧ρ', a device-indexed family of results, in lock step *)
Definition pinned_Hlo_heval : @Hlo.heval =
  (fun (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
  (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
  (M : list nat) => fix heval (env : dev -> list tensor) (s : hlo mono op) {struct s} : dev ->
  list tensor := let v := fun (x : nat) (D : dev) => look tz (env D) x in
  match s with
  | HVars _ _ xs => fun D => map (look tz (env D)) xs
  | HTup s1 s2 => fun D => heval env s1 D ++ heval env s2 D
  | HOp _ o xs => fun D => osem o (map (look tz (env D)) xs)
  | HLet s1 s2 => heval (fun D => heval env s1 D ++ env D) s2
  | HSlice _ _ d A x => fun D => [fslice chunk M d A (v x) D]
  | HGather _ _ d A x => fun D => [fgather concat M d A (v x) D]
  | HReduce _ m A x => fun D => [freduce reduce M m A (v x) D]
  | HScatter _ m d A x => fun D => [fscatter chunk reduce M m d A (v x) D]
  | HAllToAll _ _ d d' A x => fun D => [fa2a chunk concat M d d' A (v x) D]
  end)
  := eq_refl.
(* n̄[d ↦ n_d/|ā|], n̄[d ↦ n_d·|ā|]; and d < rank, |ā| divides n_d, |ā| <= n_d *)
Definition pinned_Hlo_sliced : @Hlo.sliced =
  (fun (M : list nat) (d : nat) (A : list axis) (n : list nat) => upd n d (nth d n 0 / prod (sizes M A)))
  := eq_refl.
(* n̄[d ↦ n_d·|ā|] *)
Definition pinned_Hlo_gathered : @Hlo.gathered =
  (fun (M : list nat) (d : nat) (A : list axis) (n : list nat) => upd n d (nth d n 0 * prod (sizes M A)))
  := eq_refl.
(* d < rank, |ā| divides n_d, |ā| <= n_d *)
Definition pinned_Hlo_divs : @Hlo.divs =
  (fun (M : list nat) (d : nat) (A : list axis) (n : list nat) => d < length n /\
  Nat.divide (prod (sizes M A)) (nth d n 0) /\ prod (sizes M A) <= nth d n 0)
  := eq_refl.
(* every axis that s names is in the mesh *)
Definition pinned_Hlo_meshed : @Hlo.meshed =
  (fun (mono op : Type) (M : list nat) => fix meshed (s : hlo mono op) : Prop :=
  match s with
  | HTup s1 s2
  | HLet s1 s2 => meshed s1 /\ meshed s2
  | HSlice _ _ _ A _
  | HGather _ _ _ A _
  | HReduce _ _ A _
  | HScatter _ _ _ A _
  | HAllToAll _ _ _ _ A _ => in_mesh M A
  | _ => True
  end)
  := eq_refl.
(* the number of results *)
Definition pinned_Hlo_harity : @Hlo.harity =
  (fun (mono op : Type) (onum : op -> nat) => fix harity (s : hlo mono op) : nat :=
  match s with
  | HVars _ _ xs => length xs
  | HTup s1 s2 => harity s1 + harity s2
  | HOp _ o _ => onum o
  | HLet _ s2 => harity s2
  | _ => 1
  end)
  := eq_refl.
(* ci, by case on σi; xi is variable k *)
Definition pinned_Translation_one : @Translation.one =
  (fun (mono op : Type) (a : axis) (s : attr mono) (k : nat) =>
  match s with
  | Tile _ d => HGather mono op d [a] k
  | Red m => HReduce op m [a] k
  | Any _ => HVars mono op [k]
  end)
  := eq_refl.
(* (c1..cm) *)
Definition pinned_Translation_colls : @Translation.colls =
  (fun mono op : Type => fix colls (a : axis) (k : nat) (ss : list (attr mono)) {struct ss} : hlo mono op :=
  match ss with
  | [] => HVars mono op []
  | s :: ss0 => HTup (one op a s k) (colls a (S k) ss0)
  end)
  := eq_refl.
(* ⟨e⟩; A: the axes of the range variables in scope, innermost first *)
Definition pinned_Translation_tr : @Translation.tr =
  (fun mono op : Type => fix tr (A : list axis) (e : core mono op) {struct e} : hlo mono op :=
  match e with
  | CVars _ _ xs => HVars mono op xs
  | COp _ o xs => HOp mono o xs
  | CLet e1 e2 => HLet (tr A e1) (tr A e2)
  | CSlice _ _ d x r => HSlice mono op d [nth r A 0] x
  | CLoop a ss e0 => HLet (tr (a :: A) e0) (colls op a 0 ss)
  end)
  := eq_refl.
(* t has type τ *)
Definition pinned_Soundness_val : @Soundness.val =
  (fun (S : Scalars) (elt : Type) (t : tensor) (y : ty elt) => wf t /\ shape t = fst y)
  := eq_refl.
