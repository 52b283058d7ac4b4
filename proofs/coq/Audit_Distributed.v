(* Audit_Distributed.v: section 2, distributed types: what is proved of the D-rules, statement by statement, and
   what the words in them mean (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Soundness OpEntry Partial PartialOp DTyping.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation hev := (heval tz chunk concat reduce).

(* V represents G at D: V ⊨ G : D, the tilings divide, the axes are distinct, and what is not listed replicates *)
Lemma represents_says (S : Scalars) (M : list nat) (V : dev -> tensor) (G : tensor) (Dt : dist) :
  represents M V G Dt <-> wf G /\ NoDup (axes_of Dt) /\ in_mesh M (parts Dt) /\ chain M (tiles Dt) (shape G) /\
    funif M (lshape M (tiles Dt) (shape G)) V /\ rep M V G Dt /\ replicated M V (axes_of Dt).
Proof. split; [intros []; tauto|]. intros (? & ? & ? & ? & ? & ? & ?). now split. Qed.
(* V ⊨ G : D, for every δ: ⊕ of V over group(δ, A) is the chunk of G that ā_1..ā_k assign to δ *)
Definition pinned_rep : @Distributed.rep =
  (fun (S : Scalars) (M : list nat) (V : dev -> tensor) (G : tensor) (Dt : dist) => forall D : dev, dev_ok M D ->
  freduce reduce M (pm Dt) (parts Dt) V D = tile_of M (tiles Dt) D G)
  := eq_refl.
(* the chunk of G that ā_1..ā_k assign to δ *)
Definition pinned_tile_of : @Distributed.tile_of =
  (fun (S : Scalars) (M : list nat) => fix tile_of (ts : list (nat * list axis)) (D : dev) (G : tensor)
  {struct ts} : tensor :=
  match ts with
  | [] => G
  | (d, A) :: ts0 => tile_of ts0 D (chunk d G (lin (sizes M A) (at_ D A)) (prod (sizes M A)))
  end)
  := eq_refl.
(* V̄ ⊨ Ḡ : Γ *)
Definition pinned_dist_env : @DTyping.dist_env =
  (fun (S : Scalars) (elt : Type) (M : list nat) (R : list (gd elt)) (E : dev -> list tensor)
  => (forall D : dev, dev_ok M D -> length (E D) = length R) /\
  (forall (x : nat) (G : tensor) (el : elt) (Dt : dist), nth_error R x = Some (G, el, Dt) ->
  represents M (fun D => look tz (E D) x) G Dt))
  := eq_refl.

(* entries along the axes, each valid of what those further outside leave of the op *)
Definition pinned_entries_ind :
  forall (S : Scalars) (M : list nat) (n k : nat) (P : list level -> (nat -> list nat) -> (nat -> list nat) ->
    (list tensor -> list tensor) -> (list tensor -> list tensor) -> Prop),
  (forall (shs rsh : nat -> list nat) (o : list tensor -> list tensor), op_typed n k shs rsh o ->
    P [] shs rsh o o) ->
  (forall (a : nat) (st sr : nat -> attr mono) (l : list level) (shs rsh : nat -> list nat)
    (ol o og : list tensor -> list tensor), valid n k (size M a) shs rsh st sr ol o ->
    entries M n k l (fun i => cshape (size M a) (st i) (shs i)) (fun j => cshape (size M a) (sr j) (rsh j)) o og ->
    P l (fun i => cshape (size M a) (st i) (shs i)) (fun j => cshape (size M a) (sr j) (rsh j)) o og ->
    P ((a, st, sr) :: l) shs rsh ol og) ->
  forall (l : list level) (l0 l1 : nat -> list nat) (l2 l3 : list tensor -> list tensor),
  entries M n k l l0 l1 l2 l3 ->
  P l l0 l1 l2 l3 := @PartialOp.entries_ind.

(* Γ ⊢ s : D̄ holds by these rules alone *)
Definition pinned_dtype_ind :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (P : list (gd elt) -> hlo mono op -> list (gd elt) -> Prop),
  (forall (R : list (gd elt)) (xs : list nat) (rs : list (gd elt)),
    Forall2 (fun (x : nat) (r : gd elt) => nth_error R x = Some r) xs rs -> P R (HVars mono op xs) rs) ->
  (forall (R : list (gd elt)) (s1 s2 : hlo mono op) (r1 r2 : list (gd elt)), dtype osem onum oty mdef M R s1 r1 ->
    P R s1 r1 -> dtype osem onum oty mdef M R s2 r2 -> P R s2 r2 -> P R (HTup s1 s2) (r1 ++ r2)) ->
  (forall (R : list (gd elt)) (s1 s2 : hlo mono op) (r1 r2 : list (gd elt)), dtype osem onum oty mdef M R s1 r1 ->
    P R s1 r1 -> dtype osem onum oty mdef M (r1 ++ R) s2 r2 -> P (r1 ++ R) s2 r2 -> P R (HLet s1 s2) r2) ->
  (forall (R : list (gd elt)) (d : nat) (A : list nat) (x : nat) (G : tensor) (el : elt) (ts : tiling)
    (P0 : list axis) (m : mono), at_D R x G el (mkD ts P0 m) -> axes_ok M A -> divs M d A (lshape M ts (shape G)) ->
    (forall a : nat, In a A -> ~ In a (axes_of (mkD ts P0 m))) ->
    P R (HSlice mono op d A x) [(G, el, mkD (ts ++ [(d, A)]) P0 m)]) ->
  (forall (R : list (gd elt)) (d : nat) (A : list axis) (x : nat) (G : tensor) (el : elt)
    (ts : list (nat * list axis)) (P0 : list axis) (m : mono), at_D R x G el (mkD (ts ++ [(d, A)]) P0 m) ->
    P R (HGather mono op d A x) [(G, el, mkD ts P0 m)]) ->
  (forall (R : list (gd elt)) (B : list axis) (x : nat) (G : tensor) (el : elt) (ts : tiling) (P0 : list axis)
    (m : mono), at_D R x G el (mkD ts (P0 ++ B) m) -> mdef m el -> P R (HReduce op m B x) [(G, el, mkD ts P0 m)]) ->
  (forall (R : list (gd elt)) (d : nat) (A : list axis) (x : nat) (G : tensor) (el : elt) (ts : tiling)
    (P0 : list axis) (m : mono), at_D R x G el (mkD ts (P0 ++ A) m) -> mdef m el ->
    divs M d A (lshape M ts (shape G)) -> P R (HScatter op m d A x) [(G, el, mkD (ts ++ [(d, A)]) P0 m)]) ->
  (forall (R : list (gd elt)) (d d' : nat) (A : list axis) (x : nat) (G : tensor) (el : elt)
    (ts : list (nat * list axis)) (P0 : list axis) (m : mono), at_D R x G el (mkD (ts ++ [(d, A)]) P0 m) ->
    d <> d' -> divs M d' A (lshape M ts (shape G)) ->
    P R (HAllToAll mono op d d' A x) [(G, el, mkD (ts ++ [(d', A)]) P0 m)]) ->
  (forall (R : list (gd elt)) (o : op) (xs : list nat) (og : list tensor -> list tensor) (l : list level)
    (shs rsh : nat -> list nat) (X : nat -> tensor) (els rels : nat -> elt) (ms mr : nat -> mono),
    let n := length xs in let k := onum o in entries M n k l shs rsh (osem o) og ->
    NoDup (map (fun v : level => fst (fst v)) l) -> Forall (fun v : level => fst (fst v) < length M) l ->
    any_holds M n k l -> (forall i : nat, i < n ->
    at_D R (nth i xs 0) (X i) (els i) (Dof (ms i) (operand_roles i l)) /\
    lshape M (Dtiles (operand_roles i l)) (shape (X i)) = shs i /\ one_mono (ms i) (operand_roles i l)) ->
    (forall j : nat, j < k -> one_mono (mr j) (result_roles j l)) ->
    oty o (map (fun i => (shs i, els i)) (seq 0 n)) (map (fun j => (rsh j, rels j)) (seq 0 k)) ->
    P R (HOp mono o xs) (map (fun j => (nth j (og (args n X)) tz, rels j, Dof (mr j) (result_roles j l)))
    (seq 0 k))) ->
  (forall (R : list (gd elt)) (s : hlo mono op) (rs rs' : list (gd elt)), dtype osem onum oty mdef M R s rs ->
    P R s rs -> Forall2 (gd_eq (elt:=elt)) rs rs' -> P R s rs') ->
  forall (R : list (gd elt)) (h : hlo mono op) (l : list (gd elt)), dtype osem onum oty mdef M R h l ->
  P R h l := @DTyping.dtype_ind.

(* D-Op: op(x̄ : D̄) : D̄' *)
Definition pinned_D_Op :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (n k : nat) (l : list level) (shs rsh : nat -> list nat) (ol og : list tensor -> list tensor),
  entries M n k l shs rsh ol og ->
  NoDup (map (fun v : axis * (nat -> attr mono) * (nat -> attr mono) => fst (fst v)) l) ->
  Forall (fun v : nat * (nat -> attr mono) * (nat -> attr mono) => fst (fst v) < length M) l -> any_holds M n k l ->
  forall (V : nat -> dev -> tensor) (X : nat -> tensor) (ms mr : nat -> mono),
  (forall i : nat, i < n -> represents M (V i) (X i) (Dof (ms i) (operand_roles i l)) /\ funif M (shs i) (V i) /\
    one_mono (ms i) (operand_roles i l)) -> (forall j : nat, j < k -> one_mono (mr j) (result_roles j l)) ->
  forall j : nat, j < k ->
  represents M (apply_op n ol V j) (nth j (og (args n X)) tz) (Dof (mr j) (result_roles j l)) := @PartialOp.D_Op.
(* the distributed typing rules are sound: Γ ⊢ s : D̄ and V̄ ⊨ Ḡ : Γ give ⟦s⟧V̄ ⊨ Ḡ' : D̄ *)
Definition pinned_dtype_sound :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat), counted osem onum ->
  forall (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat), Forall (lt 0) M ->
  forall (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)), dtype osem onum oty mdef M R s rs ->
  forall E : dev -> list tensor, dist_env M R E ->
  dist_env M rs (fun D => hev osem M E s D) := @DTyping.dtype_sound.

(* D-Let: let x̄ = s1 : D̄ in s2 *)
Definition pinned_D_Let :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (R : list (gd elt)) (s1 s2 : hlo mono op) (r1 r2 : list (gd elt)),
  dtype osem onum oty mdef M R s1 r1 -> dtype osem onum oty mdef M (r1 ++ R) s2 r2 ->
  dtype osem onum oty mdef M R (HLet s1 s2) r2 := @DTyping.D_Let.

(* D-Slice: all_slice appends ā at the minor end of d's list *)
Definition pinned_D_Slice :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh' : list nat) (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (P : list nat) (m' : mono)
    (d : nat) (A : list nat),
  funif M sh' V -> d < length sh' -> in_mesh M A -> in_mesh M P -> Nat.divide (prod (sizes M A)) (nth d sh' 0) ->
  (forall a : nat, In a A -> ~ In a P) -> rep M V G {| tiles := ts; parts := P; pm := m' |} ->
  rep M (fslice chunk M d A V) G {| tiles := ts ++ [(d, A)]; parts := P; pm := m' |} := @Distributed.D_Slice.
(* D-Slice: ts, P |-> ts with A at the minor end of d, P; A neither used nor partial *)
Definition pinned_D_Slice_partial :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : tiling) (P : list axis) (m : mono) (d : nat) (A : list nat),
  represents M V G (mkD ts P m) -> let n := lshape M ts (shape G) in d < length n -> NoDup A -> in_mesh M A ->
  Nat.divide (prod (sizes M A)) (nth d n 0) -> (forall a : nat, In a A -> ~ In a (axes_of (mkD ts P m))) ->
  represents M (fslice chunk M d A V) G (mkD (ts ++ [(d, A)]) P m) := @Partial.D_Slice_partial.

(* D-Gather: all_gather removes ā from the minor end of d's list *)
Definition pinned_D_Gather :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (d : nat) (A : list nat) (m' : mono),
  (forall D : dev, dev_ok M D -> wf (V D)) -> wf G -> NoDup A -> in_mesh M A -> disjoint A ts ->
  d < length (lshape M ts (shape G)) -> Nat.divide (prod (sizes M A)) (nth d (lshape M ts (shape G)) 0) ->
  rep M V G {| tiles := ts ++ [(d, A)]; parts := []; pm := m' |} ->
  rep M (fgather concat M d A V) G {| tiles := ts; parts := []; pm := m' |} := @Distributed.D_Gather.
(* D-Gather: a minor suffix A of d's axes goes, whatever is partial *)
Definition pinned_D_Gather_partial :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (P : list axis) (m : mono) (d : nat)
    (A : list axis),
  represents M V G (mkD (ts ++ [(d, A)]) P m) ->
  represents M (fgather concat M d A V) G (mkD ts P m) := @Partial.D_Gather_partial.

(* D-Reduce: all_reduce<⊕> removes partial axes *)
Definition pinned_D_Reduce :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (sh' : list nat) (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (A B : list nat)
    (m' : mono),
  funif M sh' V -> in_mesh M A -> in_mesh M B -> rep M V G {| tiles := ts; parts := A ++ B; pm := m' |} ->
  rep M (freduce reduce M m' B V) G {| tiles := ts; parts := A; pm := m' |} := @Distributed.D_Reduce.
(* D-Reduce: partial axes B of the same semigroup are discharged, P stays partial *)
Definition pinned_D_Reduce_partial :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : tiling) (P B : list axis) (m : mono),
  represents M V G (mkD ts (P ++ B) m) ->
  represents M (freduce reduce M m B V) G (mkD ts P m) := @Partial.D_Reduce_partial.

(* D-Scatter: D-Slice ∘ D-Reduce *)
Definition pinned_D_Scatter_partial :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : tiling) (P : list axis) (m : mono) (d : nat) (A : list axis),
  represents M V G (mkD ts (P ++ A) m) -> let n := lshape M ts (shape G) in d < length n ->
  Nat.divide (prod (sizes M A)) (nth d n 0) ->
  represents M (fscatter chunk reduce M m d A V) G (mkD (ts ++ [(d, A)]) P m) := @Partial.D_Scatter_partial.

(* D-AllToAll: D-Slice[d'] ∘ D-Gather[d] *)
Definition pinned_D_AllToAll_partial :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (P : list axis) (m : mono) (d d' : nat)
    (A : list axis),
  represents M V G (mkD (ts ++ [(d, A)]) P m) -> let n := lshape M ts (shape G) in d' < length n ->
  Nat.divide (prod (sizes M A)) (nth d' n 0) ->
  represents M (fa2a chunk concat M d d' A V) G (mkD (ts ++ [(d', A)]) P m) := @Partial.D_AllToAll_partial.

(* D-Func: the results have the declared distributed types *)
Definition pinned_D_Func :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat), counted osem onum ->
  forall (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat), Forall (lt 0) M ->
  forall (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)), dtype osem onum oty mdef M R s rs ->
  forall E : dev -> list tensor, (forall D : dev, dev_ok M D -> length (E D) = length R) ->
  (forall (x : nat) (G : tensor) (el : elt) (Dt : dist), nth_error R x = Some (G, el, Dt) ->
    represents M (fun D => look tz (E D) x) G Dt) ->
  forall (j : nat) (G : tensor) (el : elt) (Dt : dist), nth_error rs j = Some (G, el, Dt) ->
  represents M (fun D => look tz (hev osem M E s D) j) G Dt := @DTyping.D_Func.
