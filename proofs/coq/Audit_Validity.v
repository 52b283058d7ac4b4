(* Audit_Validity.v: section 6: what is proved of validity, the one of propagation and the one of D-Op,
   statement by statement (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Soundness Registry Entries
  Comprehension OpEntry Partial PartialOp Cells CellEntries Validity ValidOps ValidMovement ValidDOp.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation have_types := (Forall2 (@val _ _)).
Notation localisation op := (op -> nat -> entry -> op).
Notation registry op elt := (op -> list (ty elt) -> nat -> list entry).

(* entries of the registry, one along each axis *)
Definition pinned_chosen_ind :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (localise : localisation op) (M : list nat) (P : list (axis * entry) -> op ->
    list (ty elt) -> list (ty elt) -> op -> Prop),
  (forall (o : op) (ts ts' : list (ty elt)), oty o ts ts' -> P [] o ts ts' o) ->
  (forall (a : nat) (e : entry) (cs : list (axis * entry)) (o : op) (ts ts' lts' : list (ty elt)) (og : op),
    a < length M -> valid_ty oty mdef localise (size M a) (Some o) e ts ts' lts' ->
    valid_sem osem localise (size M a) (Some o) e ts -> chosen osem oty mdef localise M cs o ts ts' og ->
    P cs o ts ts' og -> P ((a, e) :: cs) (localise o (size M a) e) (ltys (size M a) (fst e) ts) lts' og) ->
  forall (l : list (axis * entry)) (o : op) (l0 l1 : list (ty elt)) (o0 : op),
  chosen osem oty mdef localise M l o l0 l1 o0 ->
  P l o l0 l1 o0 := @ValidDOp.chosen_ind.

(* the shape rules of the ops *)
Definition pinned_vty_ind :
  forall (Sc : Scalars) (P : vop -> list (ty unit) -> list (ty unit) -> Prop),
  (forall (g : T -> T -> T) (n : list nat), P (VEw g) [tp n; tp n] [tp n]) ->
  (forall (add : mono) (mul : T -> T -> T) (m k n : nat), P (VDot add mul) [tp [m; k]; tp [k; n]] [tp [m; n]]) ->
  (forall m n : nat, P VTranspose [tp [m; n]] [tp [n; m]]) ->
  (forall (m : mono) (k n : nat), P (VReduce m) [tp [k; n]] [tp [k]]) ->
  (forall st sr sz n : list nat, length sz = length n ->
    (forall d i : nat, d < length n -> i < nth d sz 0 -> nth d st 0 + i * nth d sr 1 < nth d n 0) ->
    P (VSlice st sr sz) [tp n] [tp sz]) ->
  (forall (lo hi inn : list Z) (n : list nat),
    P (VPad lo hi inn) [tp n; tp []] [tp (map (Movement.pad_ext lo hi inn n) (seq 0 (length n)))]) ->
  (forall (c : nat) (n exts : list nat), exts <> [] -> c < length n ->
    P (VCat c) (map (fun k => tp (upd n c k)) exts) [tp (upd n c (list_sum exts))]) ->
  forall (v : vop) (l l0 : list (ty unit)), vty v l l0 ->
  P v l l0 := @ValidOps.vty_ind.

(* the entries of the registry *)
Definition pinned_ventry_ind :
  forall (Sc : Scalars) (N : nat) (P : vop -> list (ty unit) -> entry -> Prop),
  (forall (g : T -> T -> T) (n : list nat) (d : nat), d < length n -> into N (nth d n 0) ->
    P (VEw g) [tp n; tp n] ([Tile mono d; Tile mono d], [Tile mono d])) ->
  (forall (m : mono) (n : list nat), P (VEw (mop m)) [tp n; tp n] ([Red m; Red m], [Red m])) ->
  (forall (add : mono) (mul : T -> T -> T) (m k n : nat), into N m ->
    P (VDot add mul) [tp [m; k]; tp [k; n]] ([Tile mono 0; Any mono], [Tile mono 0])) ->
  (forall (add : mono) (mul : T -> T -> T) (m k n : nat), into N n ->
    P (VDot add mul) [tp [m; k]; tp [k; n]] ([Any mono; Tile mono 1], [Tile mono 1])) ->
  (forall (add : mono) (mul : T -> T -> T) (m k n : nat), into N k ->
    P (VDot add mul) [tp [m; k]; tp [k; n]] ([Tile mono 1; Tile mono 0], [Red add])) ->
  (forall (add : mono) (mul : T -> T -> T) (m k n : nat), 0 < k ->
    (forall x y w : T, mul (mop add x y) w = mop add (mul x w) (mul y w)) ->
    P (VDot add mul) [tp [m; k]; tp [k; n]] ([Red add; Any mono], [Red add])) ->
  (forall (add : mono) (mul : T -> T -> T) (m k n : nat), 0 < k ->
    (forall x y w : T, mul w (mop add x y) = mop add (mul w x) (mul w y)) ->
    P (VDot add mul) [tp [m; k]; tp [k; n]] ([Any mono; Red add], [Red add])) ->
  (forall m n : nat, into N m -> P VTranspose [tp [m; n]] ([Tile mono 0], [Tile mono 1])) ->
  (forall m n : nat, into N n -> P VTranspose [tp [m; n]] ([Tile mono 1], [Tile mono 0])) ->
  (forall (m' : mono) (m n : nat), P VTranspose [tp [m; n]] ([Red m'], [Red m'])) ->
  (forall (m : mono) (k n : nat), into N k -> P (VReduce m) [tp [k; n]] ([Tile mono 0], [Tile mono 0])) ->
  (forall (m : mono) (k n : nat), into N n -> P (VReduce m) [tp [k; n]] ([Tile mono 1], [Red m])) ->
  (forall (m : mono) (k n : nat), 0 < n -> P (VReduce m) [tp [k; n]] ([Red m], [Red m])) ->
  (forall (st sr sz n : list nat) (v : nat), v < length sz -> nth v st 0 < nth v sr 1 ->
    nth v n 0 = nth v sr 1 * nth v sz 0 -> into N (nth v sz 0) ->
    P (VSlice st sr sz) [tp n] ([Tile mono v], [Tile mono v])) ->
  (forall (st sr sz n : list nat) (m : mono), P (VSlice st sr sz) [tp n] ([Red m], [Red m])) ->
  (forall (lo hi inn : list Z) (n : list nat) (v : nat), v < length n -> into N (nth v n 0) ->
    (0 <= nth v lo 0)%Z -> (0 <= nth v hi 0)%Z -> (nth v lo 0 + nth v hi 0)%Z = nth v inn 0%Z ->
    P (VPad lo hi inn) [tp n; tp []] ([Tile mono v; Any mono], [Tile mono v])) ->
  (forall (lo hi inn : list Z) (n : list nat) (m : mono),
    P (VPad lo hi inn) [tp n; tp []] ([Red m; Red m], [Red m])) ->
  (forall (lo hi inn : list Z) (n : list nat) (m : mono), (forall x : T, mop m x x = x) ->
    P (VPad lo hi inn) [tp n; tp []] ([Red m; Any mono], [Red m])) ->
  (forall (c : nat) (n exts : list nat) (v : nat), v <> c -> v < length n -> into N (nth v n 0) ->
    P (VCat c) (map (fun k => tp (upd n c k)) exts) (map (fun _ => Tile mono v) exts, [Tile mono v])) ->
  (forall (c : nat) (n exts : list nat) (m : mono),
    P (VCat c) (map (fun k => tp (upd n c k)) exts) (map (fun _ => Red m) exts, [Red m])) ->
  forall (v : vop) (l : list (ty unit)) (e : entry), ventry N v l e ->
  P v l e := @ValidOps.ventry_ind.

(* D-Op: op(x̄ : D̄) : D̄' *)
Definition pinned_D_Op_registry :
  forall Sc : Scalars, Laws Sc ->
  forall (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (localise : localisation op),
  (forall (o : op) (a b : list (ty elt)) (xs : list tensor), oty o a b -> have_types xs a ->
    have_types (osem o xs) b) ->
  forall M : list nat, Forall (lt 0) M ->
  forall (cs : list (axis * entry)) (o : op) (ts ts' : list (ty elt)) (og : op),
  chosen osem oty mdef localise M cs o ts ts' og -> NoDup (map fst cs) -> let n := length ts in
  let k := length ts' in let l := levels cs in any_holds M n k l ->
  forall (V : nat -> dev -> tensor) (X : nat -> tensor) (ms mr : nat -> mono),
  (forall i : nat, i < n -> represents M (V i) (X i) (Dof (ms i) (operand_roles i l)) /\
    funif M (nth i (map fst ts) []) (V i) /\ one_mono (ms i) (operand_roles i l)) ->
  (forall j : nat, j < k -> one_mono (mr j) (result_roles j l)) ->
  forall j : nat, j < k ->
  represents M (apply_op n (osem o) V j) (nth j (osem og (args n X)) tz) (Dof (mr j) (result_roles j l))
  := @ValidDOp.D_Op_registry.

(* Theorem 3, validity: what propagation and D-Op ask for is one, and follows from the equations *)
Definition pinned_sem_of_op :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat) (o : op)
    (ins outs : list (attr mono)) (ts : list (ty elt)),
  0 < N -> Forall2 (fits_in N) ins ts ->
  forall lts' : list (ty elt), (forall xs : list tensor, have_types xs ts -> length (osem o xs) = length outs) ->
  op_valid osem localise N o (ins, outs) ts lts' ->
  valid_sem osem localise N (Some o) (ins, outs) ts := @Validity.sem_of_op.
(* What D-Op asks for, from what propagation asks for *)
Definition pinned_op_of_sem :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat) (o : op)
    (ins outs : list (attr mono)) (ts : list (ty elt)),
  0 < N -> Forall2 (fits_in N) ins ts ->
  forall lts' : list (ty elt),
  (forall ls : list tensor, Forall2 (val (elt:=elt)) ls (ltys N ins ts) ->
    Forall2 (val (elt:=elt)) (osem (localise o N (ins, outs)) ls) lts') -> length lts' = length outs ->
  (forall j d : nat, nth_error outs j = Some (Tile mono d) -> d < length (nth j (map fst lts') [])) ->
  valid_sem osem localise N (Some o) (ins, outs) ts ->
  op_valid osem localise N o (ins, outs) ts lts' := @Validity.op_of_sem.
(* valid_ty is T-Slice of the operands, T-Op of the local op, T-Tile and T-Reduce of the results *)
Definition pinned_sem_iff_op :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op)
    (oty : op_types op elt) (mdef : mono -> elt -> Prop),
  (forall (o : op) (a b : list (ty elt)) (xs : list tensor), oty o a b -> have_types xs a ->
    have_types (osem o xs) b) ->
  forall (N : nat) (o : op) (e : entry) (ts ts' lts' : list (ty elt)), 0 < N -> oty o ts ts' ->
  valid_ty oty mdef localise N (Some o) e ts ts' lts' ->
  valid_sem osem localise N (Some o) e ts <-> op_valid osem localise N o e ts lts' := @Validity.sem_iff_op.
(* one statement for propagation and D-Op *)
Definition pinned_valid_entry_iff :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op)
    (oty : op_types op elt) (mdef : mono -> elt -> Prop),
  (forall (o : op) (a b : list (ty elt)) (xs : list tensor), oty o a b -> have_types xs a ->
    have_types (osem o xs) b) ->
  forall (N : nat) (o : op) (e : entry) (ts ts' : list (ty elt)), 0 < N -> oty o ts ts' ->
  valid_entry osem oty mdef localise N (Some o) e ts ts' <->
    (exists lts' : list (ty elt), valid_ty oty mdef localise N (Some o) e ts ts' lts' /\
    op_valid osem localise N o e ts lts') := @Validity.valid_entry_iff.
(* an op with one result, g at global and g' at local shapes *)
Definition pinned_families_entry :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat) (o : op)
    (ins : list (attr mono)) (ts : list (ty elt)),
  0 < N -> Forall2 (fits_in N) ins ts ->
  forall (out : attr mono) (g g' : list tensor -> tensor), is_any out = false ->
  (forall xs : list tensor, have_types xs ts -> osem o xs = [g xs]) ->
  (forall ls : list tensor, Forall2 (val (elt:=elt)) ls (ltys N ins ts) -> osem (localise o N (ins, [out])) ls =
    [g' ls]) ->
  (forall (xs : list tensor) (Vs : list (nat -> tensor)), have_types xs ts -> fams N ins xs Vs ->
    comb tz concat reduce out (map (fun r => g' (map (fun V : nat -> tensor => V r) Vs)) (seq 0 N)) = g xs) ->
  valid_sem osem localise N (Some o) (ins, [out]) ts := @Validity.families_entry.
(* Theorem 3 for partial operands of general comprehensions, as propagation asks for it *)
Definition pinned_gcomp_partial_valid :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op), Laws Sc ->
  forall (N : nat) (o : op) (ins : list (attr mono)) (ts : list (ty elt)), 0 < N -> Forall2 (fits_in N) ins ts ->
  forall m : mono, Forall (partial_or_any m) ins ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (osh K : list nat) (body : sx),
  (forall xs : list tensor, have_types xs ts -> osem o xs = [gcomp ofZ toZ m osh K body xs] /\
    osem (localise o N (ins, [Red m])) xs = [gcomp ofZ toZ m osh K body xs]) -> 0 < prod K ->
  (forall (xs : list tensor) (I : list nat), have_types xs ts -> inb I (osh ++ K) ->
    Partials.linear ofZ toZ m (map is_red ins) N xs I body) ->
  valid_sem osem localise N (Some o) (ins, [Red m]) ts := @Validity.gcomp_partial_valid.
(* the same of comprehensions of Registry.v *)
Definition pinned_comp_partial_valid :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op), Laws Sc ->
  forall (N : nat) (o : op) (ins : list (attr mono)) (ts : list (ty elt)), 0 < N -> Forall2 (fits_in N) ins ts ->
  forall m : mono, Forall (partial_or_any m) ins ->
  forall (f : list T -> T) (osh K : list nat) (ps : list (list nat)),
  (forall xs : list tensor, have_types xs ts -> osem o xs = [comp f m osh K (combine xs ps)] /\
    osem (localise o N (ins, [Red m])) xs = [comp f m osh K (combine xs ps)]) -> 0 < prod K ->
  hom f m (map is_red ins) N ->
  Forall2 (fun (p : list nat) (t : list nat * elt) => fst t = proj p (osh ++ K) /\
    Forall (fun v => v < length (osh ++ K)) p) ps ts ->
  valid_sem osem localise N (Some o) (ins, [Red m]) ts := @Validity.comp_partial_valid.
(* Theorem 3 for these ops, as propagation and D-Op need it *)
Definition pinned_ventry_usable :
  forall Sc : Scalars, Laws Sc ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono) (N : nat) (o : vop) (ts ts' : list (ty unit)) (e : entry),
  0 < N -> vty o ts ts' -> ventry N o ts e ->
  usable ofZ toZ m0 N o e ts ts' := @ValidMovement.ventry_usable.
(* the registry of ValidOps.v: what propagation asks of its registry (`reg_valid`) *)
Definition pinned_registry_valid :
  forall Sc : Scalars, Laws Sc ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono) (reg : vop -> list (ty unit) -> nat -> list entry),
  (forall (o : vop) (ts : list (ty unit)) (N : nat) (e : entry), In e (reg o ts N) -> ventry N o ts e) ->
  forall (o : vop) (ts ts' : list (ty unit)) (N : nat) (e : entry), vty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry (vsem ofZ toZ m0) vty vdef vloc N (Some o) e ts ts' := @ValidDOp.registry_valid.
(* what D-Op asks of a choice of its entries, one along each axis *)
Definition pinned_registry_chosen :
  forall Sc : Scalars, Laws Sc ->
  forall (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono) (M : list nat) (a : nat) (cs : list (axis * entry)) (o : vop)
    (ts ts' : list (ty unit)) (og : vop) (e : entry),
  Forall (lt 0) M -> a < length M -> ventry (size M a) o ts e ->
  chosen (vsem ofZ toZ m0) vty vdef vloc M cs o ts ts' og ->
  exists lts' : list (ty unit), chosen (vsem ofZ toZ m0) vty vdef vloc M ((a, e) :: cs) (vloc o (size M a) e)
    (ltys (size M a) (fst e) ts) lts' og := @ValidDOp.registry_chosen.
