(* Audit_Words_Ops.v: sections 2 and 6: the words of D-Op, of its entries and of validity, equated with their
   definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Distributed Functions
  Check Soundness ActionValues OpEntry Partial PartialOp Cells CellEntries Validity ValidOps ValidMovement ValidDOp.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation localisation op := (op -> nat -> entry -> op).

(* p 0 .. p (N-1), of shape sh, are the parts that s makes of x: chunks along d, summands, or N copies *)
Definition pinned_OpEntry_parts_of : @OpEntry.parts_of =
  (fun (S : Scalars) (N : nat) (sh : list nat) (s : attr mono) (p : nat -> tensor) (x : tensor)
  => unif sh (map p (seq 0 N)) /\ comb tz concat reduce s (map p (seq 0 N)) = x /\
  match s with
  | Tile _ d => d < length sh
  | Red _ => True
  | Any _ => forall r : nat, r < N -> p r = x
  end)
  := eq_refl.
Definition pinned_OpEntry_args : @OpEntry.args =
  (fun (S : Scalars) (n : nat) (x : nat -> tensor) => map x (seq 0 n))
  := eq_refl.
(* the entry (st 0 .. st (n-1)) |-> (sr 0 .. sr (k-1)) of the op og is valid at N, ol being the op at local
   shapes *)
Definition pinned_OpEntry_valid : @OpEntry.valid =
  (fun (S : Scalars) (n k N : nat) (shs rsh : nat -> list nat) (st sr : nat -> attr mono)
  (ol og : list tensor -> list tensor) => forall (p : nat -> nat -> tensor) (x : nat -> tensor),
  (forall i : nat, i < n -> parts_of N (shs i) (st i) (p i) (x i)) -> forall j : nat, j < k ->
  parts_of N (rsh j) (sr j) (fun r => nth j (ol (args n (fun i => p i r))) tz) (nth j (og (args n x)) tz))
  := eq_refl.
Definition pinned_OpEntry_cshape : @OpEntry.cshape =
  (fun (S : Scalars) (N : nat) (s : attr mono) (sh : list nat) =>
  match s with
  | Tile _ d => upd sh d (N * nth d sh 0)
  | _ => sh
  end)
  := eq_refl.
Definition pinned_OpEntry_op_typed : @OpEntry.op_typed =
  (fun (S : Scalars) (n k : nat) (shs rsh : nat -> list nat) (o : list tensor -> list tensor) => forall x : nat ->
  tensor, (forall i : nat, i < n -> wf (x i) /\ shape (x i) = shs i) -> forall j : nat, j < k ->
  wf (nth j (o (args n x)) tz) /\ shape (nth j (o (args n x)) tz) = rsh j)
  := eq_refl.
(* N summands x and N summands y have equal sums only if x = y *)
Definition pinned_OpEntry_cancels : @OpEntry.cancels =
  (fun (S : Scalars) (m : mono) (N : nat) => forall x y : T, fold1 (mop m) z (repeat x N) =
  fold1 (mop m) z (repeat y N) -> x = y)
  := eq_refl.
Definition pinned_PartialOp_Dtiles : @PartialOp.Dtiles =
  (fun S : Scalars => fix Dtiles (l : roles) : tiling :=
  match l with
  | [] => []
  | (a, Tile _ d) :: l0 => Dtiles l0 ++ [(d, [a])]
  | (a, Red _) :: l0
  | (a, Any _) :: l0 => Dtiles l0
  end)
  := eq_refl.
Definition pinned_PartialOp_Dparts : @PartialOp.Dparts =
  (fun S : Scalars => fix Dparts (l : roles) : list axis :=
  match l with
  | [] => []
  | (a, Red _) :: l0 => Dparts l0 ++ [a]
  | (a, Tile _ _) :: l0
  | (a, Any _) :: l0 => Dparts l0
  end)
  := eq_refl.
Definition pinned_PartialOp_Dof : @PartialOp.Dof =
  (fun (S : Scalars) (m : mono) (l : roles) => mkD (Dtiles l) (Dparts l) m)
  := eq_refl.
Definition pinned_PartialOp_one_mono : @PartialOp.one_mono =
  (fun (S : Scalars) (m : mono) (l : roles) => forall (a : axis) (m' : mono), In (a, Red m') l -> m' = m)
  := eq_refl.
Definition pinned_PartialOp_operand_roles : @PartialOp.operand_roles =
  (fun (S : Scalars) (i : nat) (l : list level)
  => map (fun v : axis * (nat -> attr mono) * (nat -> attr mono) => (fst (fst v), snd (fst v) i)) l)
  := eq_refl.
Definition pinned_PartialOp_result_roles : @PartialOp.result_roles =
  (fun (S : Scalars) (j : nat) (l : list level)
  => map (fun v : axis * (nat -> attr mono) * (nat -> attr mono) => (fst (fst v), snd v j)) l)
  := eq_refl.
(* Along an axis where result j is replicated, so are all operands; or wherever it is partial further inside, N
   equal parts have the sum of N others only if they are the same. Without it the sum replicates, but not its
   parts (PartialExamples.v: D_Op_needs_cancelling). *)
Definition pinned_PartialOp_any_holds : @PartialOp.any_holds =
  (fun (S : Scalars) (M : list nat) (n k : nat) (l : list level) => forall (l1 : list level) (v : level)
  (l2 : list level) (j : nat), l = l1 ++ v :: l2 -> j < k -> snd v j = Any mono ->
  (forall i : nat, i < n -> snd (fst v) i = Any mono) \/ (forall (u : level) (m : mono), In u l1 ->
  snd u j = Red m -> cancels m (size M (fst (fst u)))))
  := eq_refl.
Definition pinned_PartialOp_apply_op : @PartialOp.apply_op =
  (fun (S : Scalars) (n : nat) (ol : list tensor -> list tensor) (V : nat -> dev -> tensor) (j : nat) (D : dev)
  => nth j (ol (args n (fun i => V i D))) tz)
  := eq_refl.
(* let x'_i = slice d_i x_i[r] in .. k(x'), for the tiled operands; r is the innermost range variable *)
Definition pinned_Cells_slices : @Cells.slices =
  (fun (Sc : Scalars) (op : Type) => fix slices (ins : list (attr mono)) (xs acc : list nat)
  (k : list nat -> core mono op) {struct ins} : core mono op :=
  match ins with
  | [] => k acc
  | Tile _ d :: ins0 => match xs with | [] => k acc | x :: xs0 => CLet (CSlice mono op d x 0)
    (slices ins0 (map S xs0) (map S acc ++ [0]) k) end
  | Red _ :: ins0
  | Any _ :: ins0 => match xs with | [] => k acc | x :: xs0 => slices ins0 xs0 (acc ++ [x]) k end
  end)
  := eq_refl.
(* ---------------- what the cells leave of an instance, and one cell more ---------------- *)
Definition pinned_Cells_inner : @Cells.inner =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op)
  => fix inner (cs : list (axis * entry)) (h : head op) (ts : list (ty elt)) {struct cs} : head op * list (ty elt)
  :=
  match cs with
  | [] => (h, ts)
  | (a, e) :: cs0 => inner cs0 (hloc localise h (size M a) e) (ltys (size M a) (fst e) ts)
  end)
  := eq_refl.
(* a tiled operand: d < rank and N divides n_d (T-Slice 3 and 4, but not 5) *)
Definition pinned_Validity_fits_in : @Validity.fits_in =
  (fun (Sc : Scalars) (elt : Type) (N : nat) (s : attr mono) (t : ty elt) =>
  match s with
  | Tile _ d => d < length (fst t) /\ Nat.divide N (nth d (fst t) 0)
  | _ => True
  end)
  := eq_refl.
(* the entry e of the op o, operands of types ts, results at local shapes of types lts', as D-Op asks for it *)
Definition pinned_Validity_op_valid : @Validity.op_valid =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat) (o : op)
  (e : entry) (ts lts' : list (ty elt)) => valid (length (fst e)) (length (snd e))
  N (fun i => nth i (map fst (ltys N (fst e) ts)) []) (fun j => nth j (map fst lts') [])
  (fun i => nth i (fst e) (Any mono)) (fun j => nth j (snd e) (Any mono)) (osem (localise o N e)) (osem o))
  := eq_refl.
Definition pinned_ValidOps_vval : @ValidOps.vval =
  (fun (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono) (o : vop) (l : list tensor)
  => let x := nth 0 l tz in let y := nth 1 l tz in
  match o with
  | VEw g => Entries.ew2 g x y
  | VDot add mul => Entries.dot add mul x y
  | VTranspose => Entries.transpose m0 x
  | VReduce m => Entries.reduce1 m x
  | VSlice st sr sz => Movement.slice ofZ toZ m0 st sr sz x
  | VPad lo hi inn => Movement.pad ofZ toZ m0 lo hi inn x y
  | VCat c => Movement.cat ofZ toZ m0 c l
  end)
  := eq_refl.
Definition pinned_ValidOps_vsem : @ValidOps.vsem =
  (fun (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono) (o : vop) (l : list tensor)
  => [vval ofZ toZ m0 o l])
  := eq_refl.
Definition pinned_ValidOps_tp : @ValidOps.tp =
  (fun n => (n, tt))
  := eq_refl.
(* slice bounds are localised *)
Definition pinned_ValidOps_vloc : @ValidOps.vloc =
  (fun (Sc : Scalars) (o : vop) (N : nat) (e : entry) =>
  match o with
  | VSlice st sr sz => match snd e with | [Tile _ d] => VSlice st sr (upd sz d (nth d sz 0 / N))
    | Tile _ d :: _ :: _ => o | _ => o end
  | _ => o
  end)
  := eq_refl.
Definition pinned_ValidOps_vdef : @ValidOps.vdef =
  (fun (Sc : Scalars) (_ : mono) (_ : unit) => True)
  := eq_refl.
(* the registry: N divides the extents of what it tiles, into parts that are not empty *)
Definition pinned_ValidOps_into : @ValidOps.into =
  (fun N n : nat => exists q : nat, n = q * N /\ 0 < q)
  := eq_refl.
(* what propagation and D-Op ask for, at once *)
Definition pinned_ValidOps_usable : @ValidOps.usable =
  (fun (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono) (N : nat) (o : vop) (e : entry)
  (ts ts' : list (ty unit)) => exists lts' : list (ty unit), valid_ty vty vdef vloc N (Some o) e ts ts' lts' /\
  valid_sem (vsem ofZ toZ m0) vloc N (Some o) e ts /\ op_valid (vsem ofZ toZ m0) vloc N o e ts lts')
  := eq_refl.
Definition pinned_ValidDOp_levels : @ValidDOp.levels =
  (fun (Sc : Scalars) (cs : list (axis * entry))
  => map (fun c : axis * (list (attr mono) * list (attr mono)) => (fst c, fun i => nth i (fst (snd c)) (Any mono),
  fun j => nth j (snd (snd c)) (Any mono))) cs)
  := eq_refl.
