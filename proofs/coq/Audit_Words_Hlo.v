(* Audit_Words_Hlo.v: sections 2, 3 and 5: the words of distributed types, L-Param, L-Result and the passes over
   HLO, equated with their definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Functions Soundness Partial DTyping HloRename ParamResult MultiParam.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).

(* the tilings divide; the shape of local(D) *)
Definition pinned_Distributed_chain : @Distributed.chain =
  (fun M => fix chain (ts : list (nat * list axis)) (sh : list nat) {struct ts} : Prop :=
  match ts with
  | [] => True
  | (d, A) :: ts0 => d < length sh /\ in_mesh M A /\ Nat.divide (prod (sizes M A)) (nth d sh 0) /\
    chain ts0 (upd sh d (nth d sh 0 / prod (sizes M A)))
  end)
  := eq_refl.
(* the shape of local(D) *)
Definition pinned_Distributed_lshape : @Distributed.lshape =
  (fun M => fix lshape (ts : list (nat * list axis)) (sh : list nat) {struct ts} : list nat :=
  match ts with
  | [] => sh
  | (d, A) :: ts0 => lshape ts0 (upd sh d (nth d sh 0 / prod (sizes M A)))
  end)
  := eq_refl.
(* no axis of A tiles anything *)
Definition pinned_Distributed_disjoint : @Distributed.disjoint =
  (fun (A : list axis) (ts : list (nat * list axis)) => forall (d : nat) (B : list axis), In (d, B) ts ->
  forall a : axis, In a A -> ~ In a B)
  := eq_refl.
(* tilings as (dimension, axes), major first *)
Definition pinned_Partial_tiling : @Partial.tiling =
  (list (nat * list axis))
  := eq_refl.
(* dist<n̄; ts; P partial m> *)
Definition pinned_Partial_mkD : @Partial.mkD =
  (fun (S : Scalars) (ts : tiling) (P : list axis) (m : mono) => {| tiles := ts; parts := P; pm := m |})
  := eq_refl.
(* the axes that D lists *)
Definition pinned_Partial_axes_of : @Partial.axes_of =
  (fun (S : Scalars) (Dt : dist) => flat_map snd (tiles Dt) ++ parts Dt)
  := eq_refl.
(* V is the same along every axis that is not in B *)
Definition pinned_Partial_replicated : @Partial.replicated =
  (fun (S : Scalars) (M : list nat) (V : dev -> tensor) (B : list axis) => forall (D : dev) (a i : nat),
  dev_ok M D -> a < length M -> i < size M a -> ~ In a B -> V (upd D a i) = V D)
  := eq_refl.
(* a global value and its distributed type *)
Definition pinned_DTyping_gd : @DTyping.gd =
  (fun (S : Scalars) (elt : Type) => (tensor * elt * dist)%type)
  := eq_refl.
(* Γ(x) = (G, D) *)
Definition pinned_DTyping_at_D : @DTyping.at_D =
  (fun (S : Scalars) (elt : Type) (R : list (gd elt)) (x : nat) (G : tensor) (el : elt) (Dt : dist)
  => exists D0 : dist, nth_error R x = Some (G, el, D0) /\ DistEqual.deq (dims G) D0 Dt)
  := eq_refl.
(* L-Param: every use of x is all_slice[d:A] x; the uses are replaced by the tiled parameter itself *)
Definition pinned_Functions_shard : @Functions.shard =
  (fun (mono op : Type) (onum : op -> nat) => fix shard (x d : nat) (A : list nat) (s : hlo mono op)
  {struct s} : option (hlo mono op) :=
  match s with
  | HTup s1 s2 => bind2 (shard x d A s1) (shard x d A s2) (HTup (op:=op))
  | HVars _ _ xs
  | HOp _ _ xs => when (free x xs) s
  | HLet s1 s2 => bind2 (shard x d A s1) (shard (harity onum s1 + x) d A s2) (HLet (op:=op))
  | HSlice _ _ d' A' y => if y =? x then when ((d' =? d) && leqb A' A) (HVars mono op [y]) else Some s
  | HGather _ _ _ _ y
  | HReduce _ _ _ y
  | HScatter _ _ _ _ y
  | HAllToAll _ _ _ _ _ y => when (negb (y =? x)) s
  end)
  := eq_refl.
(* L-Result: result j is an all_gather[d:A]; it becomes the operand of that gather *)
Definition pinned_ParamResult_unres : @ParamResult.unres =
  (fun (S : Scalars) (op : Type) (onum : op -> nat) => fix unres (j d : nat) (A : list nat) (s : hlo mono op)
  {struct s} : option (hlo mono op) :=
  match s with
  | HTup s1 s2 => if j <? harity onum s1 then option_map (fun s0 : hlo mono op => HTup s0 s2) (unres j d A s1)
    else option_map (HTup s1) (unres (j - harity onum s1) d A s2)
  | HLet s1 s2 => option_map (HLet s1) (unres j d A s2)
  | HGather _ _ d' A' x => when ((j =? 0) && ((d' =? d) && leqb A' A)) (HVars mono op [x])
  | _ => None
  end)
  := eq_refl.
(* renaming of variables *)
Definition pinned_HloRename_ren : @HloRename.ren =
  (fun (mono op : Type) (onum : op -> nat) => fix ren (f : nat -> nat) (s : hlo mono op) {struct s} : hlo mono op :=
  match s with
  | HVars _ _ xs => HVars mono op (map f xs)
  | HTup s1 s2 => HTup (ren f s1) (ren f s2)
  | HOp _ o xs => HOp mono o (map f xs)
  | HLet s1 s2 => HLet (ren f s1) (ren (up (harity onum s1) f) s2)
  | HSlice _ _ d A x => HSlice mono op d A (f x)
  | HGather _ _ d A x => HGather mono op d A (f x)
  | HReduce _ m A x => HReduce op m A (f x)
  | HScatter _ m d A x => HScatter op m d A (f x)
  | HAllToAll _ _ d d' A x => HAllToAll mono op d d' A (f x)
  end)
  := eq_refl.
(* x is read in s *)
Definition pinned_HloRename_used : @HloRename.used =
  (fun (mono op : Type) (onum : op -> nat) => fix used (y : nat) (s : hlo mono op) {struct s} : bool :=
  match s with
  | HTup s1 s2 => used y s1 || used y s2
  | HVars _ _ xs
  | HOp _ _ xs => existsb (Nat.eqb y) xs
  | HLet s1 s2 => used y s1 || used (harity onum s1 + y) s2
  | HSlice _ _ _ _ x
  | HGather _ _ _ _ x
  | HReduce _ _ _ x
  | HScatter _ _ _ _ x
  | HAllToAll _ _ _ _ _ x => y =? x
  end)
  := eq_refl.
(* C[s] *)
Definition pinned_HloRename_plug : @HloRename.plug =
  (fun mono op : Type => fix plug (C : ctx mono op) (s : hlo mono op) {struct C} : hlo mono op :=
  match C with
  | Hole _ _ => s
  | TupL C0 s2 => HTup (plug C0 s) s2
  | TupR s1 C0 => HTup s1 (plug C0 s)
  | LetL C0 s2 => HLet (plug C0 s) s2
  | LetR s1 C0 => HLet s1 (plug C0 s)
  end)
  := eq_refl.
(* the number of variables that C binds around its hole *)
Definition pinned_HloRename_cdepth : @HloRename.cdepth =
  (fun (mono op : Type) (onum : op -> nat) => fix cdepth (C : ctx mono op) : nat :=
  match C with
  | Hole _ _ => 0
  | TupL C0 _
  | TupR _ C0
  | LetL C0 _ => cdepth C0
  | LetR s1 C0 => cdepth C0 + harity onum s1
  end)
  := eq_refl.
(* the local types under the tilings *)
Definition pinned_MultiParam_local : @MultiParam.local =
  (fun (elt : Type) (M : list nat) => fix local (G : list (ty elt)) (Ts : list tiling) {struct G} : list (ty elt) :=
  match G with
  | [] => []
  | (n, el) :: G0 => match Ts with | [] => [] | ts :: Ts0 => (lshape M ts n, el) :: local G0 Ts0 end
  end)
  := eq_refl.
(* tilings that fit the global types *)
Definition pinned_MultiParam_fits : @MultiParam.fits =
  (fun (elt : Type) (M : list nat) (G : list (ty elt)) (Ts : list tiling) => length G = length Ts /\
  (forall (x : nat) (n : list nat) (el : elt), has G x (n, el) -> NoDup (flat_map snd (til Ts x)) /\
  chain M (til Ts x) n))
  := eq_refl.
(* the tiling of value x *)
Definition pinned_MultiParam_til : @MultiParam.til =
  (fun (Ts : list tiling) (x : nat) => nth x Ts [])
  := eq_refl.
(* x's tiling, with [d:A] at its minor end *)
Definition pinned_MultiParam_add_tiling : @MultiParam.add_tiling =
  (fun (Ts : list tiling) (x d : nat) (A : list axis) => upd Ts x (til Ts x ++ [(d, A)]))
  := eq_refl.
(* A tiles x nowhere yet *)
Definition pinned_MultiParam_disjoint_til : @MultiParam.disjoint_til =
  (fun (Ts : list tiling) (x : nat) (A : list axis) => forall a : axis, In a A -> ~ In a (flat_map snd (til Ts x)))
  := eq_refl.
(* s' may stand for s in scope G *)
Definition pinned_MultiParam_rewrites : @MultiParam.rewrites =
  (fun (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (G : list (ty elt)) (s s' : hlo mono op)
  => forall ts : list (ty elt), htype oty mdef M G s ts -> htype oty mdef M G s' ts /\
  (forall E : dev -> list tensor, typed_env M G E -> forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E s D = heval tz chunk concat reduce osem M E s' D))
  := eq_refl.
(* the family of environments in which every parameter holds its chunk of the global argument *)
Definition pinned_MultiParam_tiled_env : @MultiParam.tiled_env =
  (fun (S : Scalars) (elt : Type) (M : list nat) (G : list (ty elt)) (Ps : list tiling) (args : list tensor)
  (E : dev -> list tensor) => forall D : dev, dev_ok M D -> length (E D) = length G /\
  (forall x : nat, x < length G -> look tz (E D) x = tile_of M (til Ps x) D (look tz args x)))
  := eq_refl.
(* the translation of e, nothing tiled *)
Definition pinned_MultiParam_start : @MultiParam.start =
  (fun (S : Scalars) (op elt : Type) (G T : list (ty elt)) (e : core mono op)
  => {| ptiles := repeat [] (length G); body := tr [] e; rtiles := repeat [] (length T) |})
  := eq_refl.
