(* Audit_Words_Nest.v: sections 2 and 4: the words of equal distributed types, of nests of loops and of
   contexts, equated with their definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Soundness OpEntry Partial PartialOp DistEqual OpTypes DTyping HloRename Contexts NestFollow NestContext.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation have_types := (Forall2 (@val _ _)).

(* the value of the nest *)
Definition pinned_Nest_nestval : @Nest.nestval =
  (fun (S : Scalars) (M : list nat) (v : coord -> tensor) => fix nestval (n : nest) (k : coord)
  {struct n} : tensor :=
  match n with
  | [] => v k
  | (a, s) :: n0 => comb tz concat reduce s (map (fun i => nestval n0 ((a, i) :: k)) (seq 0 (size M a)))
  end)
  := eq_refl.
(* its shape; v has shape sh *)
Definition pinned_Nest_gshape : @Nest.gshape =
  (fun (S : Scalars) (M sh : list nat) => fix gshape (n : nest) : list nat :=
  match n with
  | [] => sh
  | (a, Tile _ d) :: n0 => upd (gshape n0) d (size M a * nth d (gshape n0) 0)
  | (a, Red _) :: n0
  | (a, Any _) :: n0 => gshape n0
  end)
  := eq_refl.
(* the axes in scope at the hole *)
Definition pinned_Nest_naxes : @Nest.naxes =
  (fun S : Scalars => fix naxes (n : nest) (A : list axis) {struct n} : list axis :=
  match n with
  | [] => A
  | (a, _) :: n0 => naxes n0 (a :: A)
  end)
  := eq_refl.
Definition pinned_Nest_nest_ok : @Nest.nest_ok =
  (fun (S : Scalars) (M : list nat) (v : coord -> tensor) (sh : list nat) (m : mono) => fix nest_ok (n : nest)
  (A : list axis) {struct n} : Prop :=
  match n with
  | [] => True
  | (a, s) :: n0 => a < length M /\ ~ In a A /\ nest_ok n0 (a :: A) /\
    match s with | Tile _ d => d < length sh | Red m' => m' = m | Any _ => forall (k : list (axis * nat))
    (i j : nat), map fst k = A -> nestval M v n0 ((a, i) :: k) = nestval M v n0 ((a, j) :: k) end
  end)
  := eq_refl.
(* the distributed type that the nest gives *)
Definition pinned_Nest_ntiles : @Nest.ntiles =
  (fun S : Scalars => fix ntiles (n : nest) : list (nat * list axis) :=
  match n with
  | [] => []
  | (a, Tile _ d) :: n0 => (d, [a]) :: ntiles n0
  | (a, Red _) :: n0
  | (a, Any _) :: n0 => ntiles n0
  end)
  := eq_refl.
Definition pinned_Nest_nparts : @Nest.nparts =
  (fun S : Scalars => fix nparts (n : nest) : list axis :=
  match n with
  | [] => []
  | (a, Red _) :: n0 => a :: nparts n0
  | (a, Tile _ _) :: n0
  | (a, Any _) :: n0 => nparts n0
  end)
  := eq_refl.
Definition pinned_Nest_dist_of : @Nest.dist_of =
  (fun (S : Scalars) (m : mono) (n : nest) => {| tiles := ntiles n; parts := nparts n; pm := m |})
  := eq_refl.
(* result j of e is the variable x of e's environment, passed on by lets *)
Definition pinned_NestFollow_source : @NestFollow.source =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix source (e : core mono op) (j : nat)
  {struct e} : option nat :=
  match e with
  | CVars _ _ xs => nth_error xs j
  | CLet e1 e2 => match source e2 j with | Some y => if y <? arity onum e1 then source e1 y else Some
    (y - arity onum e1) | None => None end
  | _ => None
  end)
  := eq_refl.
(* result j of C[e], followed inwards: the loops that it passes, outermost first, each with its own σ of that
   loop, and the result k of e that it is at the hole. The loops are nested directly, or are let-bound where the
   rest of the let passes their result on. *)
Definition pinned_NestFollow_follow : @NestFollow.follow =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix follow (C : ctx op) (e : core mono op) (j : nat)
  {struct C} : option (nest * nat) :=
  match C with
  | XHole _ => if j <? arity onum e then Some ([], j) else None
  | XLet1 C0 e2 => match source onum e2 j with | Some x => follow C0 e x | None => None end
  | XLet2 _ C0 => follow C0 e j
  | XLoop a ss C0 => match nth_error ss j with | Some s => match follow C0 e j with | Some (n, k)
    => Some ((a, s) :: n, k) | None => None end | None => None end
  end)
  := eq_refl.
(* every reduce of the nest has the monoid m *)
Definition pinned_NestFollow_one_monoid : @NestFollow.one_monoid =
  (fun (Sc : Scalars) (m : mono) (n : nest) => forall (a : axis) (m' : mono), In (a, Red m') n -> m' = m)
  := eq_refl.
(* the environments of the hole, one per coordinate of its axes, from those of C[e]; cenv is the same on devices
   *)
Definition pinned_NestFollow_henv : @NestFollow.henv =
  (fun (Sc : Scalars) (op : Type) (osem : op_values tensor op) (M : list nat) => fix henv (C : ctx op)
  (E : coord -> list tensor) {struct C} : coord -> list tensor :=
  match C with
  | XHole _ => E
  | XLet1 C0 _ => henv C0 E
  | XLet2 e1 C0 => henv C0 (fun k => ceval tz chunk concat reduce osem M k (E k) e1 ++ E k)
  | XLoop _ _ C0 => henv C0 (fun k => E (tl k))
  end)
  := eq_refl.
(* ⟦e⟧ρ_κ, its result k *)
Definition pinned_NestFollow_hole_val : @NestFollow.hole_val =
  (fun (Sc : Scalars) (op : Type) (osem : op_values tensor op) (M : list nat) (C : ctx op) (e : core mono op)
  (k : nat) (E : coord -> list tensor) (kap : coord)
  => nth k (ceval tz chunk concat reduce osem M kap (henv osem M C E kap) e) tz)
  := eq_refl.
(* the translation of a context *)
Definition pinned_NestFollow_ctr : @NestFollow.ctr =
  (fun (Sc : Scalars) (op : Type) => fix ctr (A : list axis) (C : ctx op) {struct C} : HloRename.ctx mono op :=
  match C with
  | XHole _ => Hole mono op
  | XLet1 C0 e2 => LetL (ctr A C0) (tr A e2)
  | XLet2 e1 C0 => LetR (tr A e1) (ctr A C0)
  | XLoop a ss C0 => LetL (ctr (a :: A) C0) (colls op a 0 ss)
  end)
  := eq_refl.
Definition pinned_NestFollow_ops_sound : @NestFollow.ops_sound =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt) => forall (o : op)
  (a b : list (ty elt)) (ts : list tensor), oty o a b -> have_types ts a -> have_types (osem o ts) b)
  := eq_refl.
(* D and D', of k dimensions, are one distributed type: besides, the partial axes are a set, and where there are
   none the monoid means nothing *)
Definition pinned_DistEqual_deq : @DistEqual.deq =
  (fun (S : Scalars) (k : nat) (D D' : dist) => teq k (tiles D) (tiles D') /\ Permutation (parts D) (parts D') /\
  (parts D = [] \/ pm D = pm D'))
  := eq_refl.
(* ā_d *)
Definition pinned_DistEqual_axes_on : @DistEqual.axes_on =
  (fun (d : nat) (ts : tiling) => flat_map (fun t : nat * list axis => if fst t =? d then snd t else []) ts)
  := eq_refl.
Definition pinned_DistEqual_tnorm : @DistEqual.tnorm =
  (fun (k : nat) (ts : tiling) => map (fun d => axes_on d ts) (seq 0 k))
  := eq_refl.
(* D as calculus.md writes it: ā_1..ā_k; A, in mesh order; ⊕ where A is not empty *)
Definition pinned_DistEqual_dnorm : @DistEqual.dnorm =
  (fun (S : Scalars) (M : list nat) (k : nat) (D : dist)
  => (tnorm k (tiles D), filter (fun a => existsb (Nat.eqb a) (parts D)) (seq 0 (length M)),
  match parts D with
  | [] => None
  | _ :: _ => Some (pm D)
  end))
  := eq_refl.
(* every tiling is on one of the k dimensions *)
Definition pinned_DistEqual_on_dims : @DistEqual.on_dims =
  (fun (k : nat) (ts : tiling) => Forall (fun t : nat * list axis => fst t < k) ts)
  := eq_refl.
(* the partial axes are distinct axes of the mesh *)
Definition pinned_DistEqual_norm_ok : @DistEqual.norm_ok =
  (fun (S : Scalars) (M : list nat) (k : nat) (D : dist) => on_dims k (tiles D) /\ NoDup (parts D) /\
  in_mesh M (parts D))
  := eq_refl.
(* ts and ts', of a value of shape sh, use the same axes and give every device the same chunk *)
Definition pinned_DistEqual_same_tiles : @DistEqual.same_tiles =
  (fun (S : Scalars) (M sh : list nat) (ts ts' : tiling) => Permutation (flat_map snd ts) (flat_map snd ts') /\
  (chain M ts sh <-> chain M ts' sh) /\
  (chain M ts sh -> lshape M ts sh = lshape M ts' sh /\
  (forall (G : tensor) (D : dev), wf G -> shape G = sh -> dev_ok M D -> tile_of M ts D G = tile_of M ts' D G)))
  := eq_refl.
(* the global shape of a value of local shape sh and roles l *)
Definition pinned_OpTypes_grown : @OpTypes.grown =
  (fun (S : Scalars) (M : list nat) => fix grown (l : roles) (sh : list nat) {struct l} : list nat :=
  match l with
  | [] => sh
  | (a, s) :: l0 => grown l0 (cshape (size M a) s sh)
  end)
  := eq_refl.
(* the dimensions that are tiled are there *)
Definition pinned_OpTypes_fits : @OpTypes.fits =
  (fun (S : Scalars) (l : roles) (sh : list nat) => Forall (fun r : axis * attr mono =>
  match snd r with
  | Tile _ d => d < length sh
  | _ => True
  end) l)
  := eq_refl.
Definition pinned_OpTypes_known : @OpTypes.known =
  (fun (S : Scalars) (M : list nat) (l : roles) => Forall (fun r : axis * attr mono => fst r < length M) l)
  := eq_refl.
Definition pinned_DTyping_gd_eq : @DTyping.gd_eq =
  (fun (S : Scalars) (elt : Type) (r r' : gd elt) => fst r = fst r' /\ deq (dims (fst (fst r))) (snd r) (snd r'))
  := eq_refl.
(* r' has a tensor of r's shape, and r's element type and D *)
Definition pinned_DTyping_alike : @DTyping.alike =
  (fun (S : Scalars) (elt : Type) (r r' : gd elt) => wf (fst (fst r')) /\
  shape (fst (fst r')) = shape (fst (fst r)) /\ snd (fst r') = snd (fst r) /\ snd r' = snd r)
  := eq_refl.
(* local(D), with the element type *)
Definition pinned_DTyping_local_of : @DTyping.local_of =
  (fun (S : Scalars) (elt : Type) (M : list nat) (r : gd elt) => (lshape M (tiles (snd r)) (shape (fst (fst r))),
  snd (fst r)))
  := eq_refl.
(* the tilings divide, all axes listed are distinct and in M *)
Definition pinned_DTyping_gd_ok : @DTyping.gd_ok =
  (fun (S : Scalars) (elt : Type) (M : list nat) (r : gd elt) => wf (fst (fst r)) /\
  chain M (tiles (snd r)) (shape (fst (fst r))) /\ NoDup (axes_of (snd r)) /\ in_mesh M (parts (snd r)))
  := eq_refl.
Definition pinned_Functions_dist_ok : @Functions.dist_ok =
  (fun (S : Scalars) (elt : Type) (M : list nat) (y : dty elt) => let axes := flat_map snd (tiles (snd y))
  ++ parts (snd y) in chain M (tiles (snd y)) (fst (fst y)) /\ NoDup axes /\ in_mesh M axes)
  := eq_refl.
(* local(D) *)
Definition pinned_Functions_local_ty : @Functions.local_ty =
  (fun (S : Scalars) (elt : Type) (M : list nat) (y : dty elt) => (lshape M (tiles (snd y)) (fst (fst y)),
  snd (fst y)))
  := eq_refl.
