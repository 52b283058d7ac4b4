(* Audit_Hlo.v: sections 2 and 3: what is proved of PartIR:HLO and the translation, statement by statement (see
   Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Distributed Functions
  Check Soundness ParamResult MultiParam HloRename.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation counted_types oty onum := (forall o ts ts', oty o ts ts' -> length ts' = onum o).
Notation have_types := (Forall2 (@val _ _)).
Notation typed_values osem oty := (forall o a b ts, oty o a b -> have_types ts a -> have_types (osem o ts) b).

(* H-Op: Γ ⊢spmd op{attrs}(x̄) : τ̄ *)
Definition pinned_H_Op :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (o : op) (xs : list nat) (ts ts' : list (ty elt)),
  Forall2 (has G) xs ts -> oty o ts ts' ->
  htype oty mdef M G (HOp mono o xs) ts' := @Hlo.H_Op.

(* H-Let: Γ ⊢spmd let x̄ = s1 in s2 : τ̄ *)
Definition pinned_H_Let :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (s1 s2 : hlo mono op) (ts ts' : list (ty elt)),
  htype oty mdef M G s1 ts -> htype oty mdef M (ts ++ G) s2 ts' ->
  htype oty mdef M G (HLet s1 s2) ts' := @Hlo.H_Let.

(* H-Tuple: Γ ⊢spmd (x̄) : τ̄ *)
Definition pinned_H_Tuple :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (xs : list nat) (ts : list (ty elt)),
  Forall2 (has G) xs ts ->
  htype oty mdef M G (HVars mono op xs) ts := @Hlo.H_Tuple.

(* H-Slice: all_slice[d:ā] divides n_d by |ā| *)
Definition pinned_H_Slice :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (d : nat) (A : list nat) (x : nat) (n : list nat) (el : elt),
  has G x (n, el) -> axes_ok M A -> divs M d A n ->
  htype oty mdef M G (HSlice mono op d A x) [(sliced M d A n, el)] := @Hlo.H_Slice.

(* H-Gather: all_gather[d:ā] multiplies n_d by |ā| *)
Definition pinned_H_Gather :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (d : nat) (A : list nat) (x : nat) (n : list nat) (el : elt),
  has G x (n, el) -> axes_ok M A -> d < length n ->
  htype oty mdef M G (HGather mono op d A x) [(gathered M d A n, el)] := @Hlo.H_Gather.

(* H-Reduce: all_reduce<⊕>{A} keeps the type *)
Definition pinned_H_Reduce :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (m : mono) (A : list nat) (x : nat) (n : list nat) (el : elt),
  has G x (n, el) -> axes_ok M A -> mdef m el ->
  htype oty mdef M G (HReduce op m A x) [(n, el)] := @Hlo.H_Reduce.

(* H-Scatter: reduce_scatter<⊕>[d:ā] divides n_d by |ā| *)
Definition pinned_H_Scatter :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (m : mono) (d : nat) (A : list nat) (x : nat) (n : list nat) (el : elt),
  has G x (n, el) -> axes_ok M A -> mdef m el -> divs M d A n ->
  htype oty mdef M G (HScatter op m d A x) [(sliced M d A n, el)] := @Hlo.H_Scatter.

(* H-AllToAll: all_to_all[d→d':ā] multiplies n_d and divides n_d' by |ā| *)
Definition pinned_H_AllToAll :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (G : list (ty elt)) (d d' : nat) (A : list nat) (x : nat) (n : list nat) (el : elt),
  has G x (n, el) -> axes_ok M A -> d < length n -> d <> d' -> divs M d' A n ->
  htype oty mdef M G (HAllToAll mono op d d' A x) [(sliced M d' A (gathered M d A n), el)] := @Hlo.H_AllToAll.

(* H-Func: func f(x̄:D̄) -> (D̄') { s } *)
Definition pinned_H_Func :
  forall (S : Scalars) (op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (ps : list (dty elt)) (s : hlo mono op) (rs : list (dty elt)),
  Forall (dist_ok M) ps -> Forall (dist_ok M) rs ->
  htype oty mdef M (map (local_ty M) ps) s (map (local_ty M) rs) ->
  hftype oty mdef M ps s rs := @Functions.H_Func.
(* translated closed functions have such a type, with nothing tiled *)
Definition pinned_H_Func_translated :
  forall (S : Scalars) (op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (onum : op -> nat) (ps : list (ty elt)) (e : core mono op) (rs : list (ty elt)) (m : mono),
  ftype onum oty mdef M ps e rs -> let whole := fun t : ty elt => (t, {| tiles := []; parts := []; pm := m |}) in
  hftype oty mdef M (map whole ps) (tr [] e) (map whole rs) := @Functions.H_Func_translated.

(* P-Op: pointwise *)
Definition pinned_P_Op :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (env : dev -> list tensor) (o : op) (xs : list nat) (D : dev),
  heval tz chunk concat reduce osem M env (HOp mono o xs) D = osem o (map (look tz (env D)) xs) := @Hlo.P_Op.

(* P-Slice: chunk_d(V(δ), index of δ|ā in ā, |ā|) *)
Definition pinned_P_Slice :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (env : dev -> list tensor) (d : nat) (A : list axis) (x : nat) (D : dev),
  heval tz chunk concat reduce osem M env (HSlice mono op d A x) D =
    [chunk d (look tz (env D) x) (lin (sizes M A) (at_ D A)) (prod (sizes M A))] := @Hlo.P_Slice.

(* P-Gather: concat_d over κ of V(δ[ā↦κ]) *)
Definition pinned_P_Gather :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (env : dev -> list tensor) (d : nat) (A : list axis) (x : nat) (D : dev),
  heval tz chunk concat reduce osem M env (HGather mono op d A x) D =
    [concat d (map (fun k => look tz (env (updl D A k)) x) (all_idx (sizes M A)))] := @Hlo.P_Gather.

(* P-Reduce: ⊕ over group(δ,A), from the left, row-major *)
Definition pinned_P_Reduce :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (env : dev -> list tensor) (m : mono) (A : list axis) (x : nat) (D : dev),
  heval tz chunk concat reduce osem M env (HReduce op m A x) D =
    [reduce m (map (fun k => look tz (env (updl D A k)) x) (all_idx (sizes M A)))] := @Hlo.P_Reduce.

(* P-Scatter: P-Slice ∘ P-Reduce *)
Definition pinned_P_Scatter :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (env : dev -> list tensor) (m : mono) (d : nat) (A : list axis) (x : nat),
  heval tz chunk concat reduce osem M env (HScatter op m d A x) =
    heval tz chunk concat reduce osem M (heval tz chunk concat reduce osem M env (HReduce op m A x))
    (HSlice mono op d A 0) := @Hlo.P_Scatter.

(* P-AllToAll: P-Slice[d':ā] ∘ P-Gather[d:ā] *)
Definition pinned_P_AllToAll :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (env : dev -> list tensor) (d d' : nat) (A : list axis) (x : nat),
  heval tz chunk concat reduce osem M env (HAllToAll mono op d d' A x) =
    heval tz chunk concat reduce osem M (heval tz chunk concat reduce osem M env (HGather mono op d A x))
    (HSlice mono op d' A 0) := @Hlo.P_AllToAll.

(* L-Var: ⟨x⟩ = x *)
Definition pinned_L_Var :
  forall (mono op : Type) (A : list axis) (x : nat),
  tr A (CVars mono op [x]) = HVars mono op [x] := @Translation.L_Var.

(* L-Op: ⟨op(x̄)⟩ = op(x̄) *)
Definition pinned_L_Op :
  forall (mono op : Type) (A : list axis) (o : op) (xs : list nat),
  tr A (COp mono o xs) = HOp mono o xs := @Translation.L_Op.

(* L-Let: ⟨let x̄ = e1 in e2⟩ = let x̄ = ⟨e1⟩ in ⟨e2⟩ *)
Definition pinned_L_Let :
  forall (mono op : Type) (A : list axis) (e1 e2 : core mono op),
  tr A (CLet e1 e2) = HLet (tr A e1) (tr A e2) := @Translation.L_Let.

(* L-Tuple: ⟨(x̄)⟩ = (x̄) *)
Definition pinned_L_Tuple :
  forall (mono op : Type) (A : list axis) (xs : list nat),
  tr A (CVars mono op xs) = HVars mono op xs := @Translation.L_Tuple.

(* L-Slice: ⟨slice d x[r_a]⟩ = all_slice[d:a] x *)
Definition pinned_L_Slice :
  forall (mono op : Type) (A : list axis) (d x r : nat) (a : axis), nth_error A r = Some a ->
  tr A (CSlice mono op d x r) = HSlice mono op d [a] x := @Translation.L_Slice.

(* L-Loop: ⟨loop a (σ̄) (r.e)⟩ = let x̄ = ⟨e⟩ in (c̄) *)
Definition pinned_L_Loop :
  forall (mono op : Type) (A : list axis) (a : axis) (ss : list (attr mono)) (e : core mono op),
  tr A (CLoop a ss e) = HLet (tr (a :: A) e) (colls op a 0 ss) := @Translation.L_Loop.

(* L-Tile: tile<d> is all_gather[d:a] *)
Definition pinned_L_Tile :
  forall (mono op : Type) (a : axis) (d k : nat),
  one op a (Tile mono d) k = HGather mono op d [a] k := @Translation.L_Tile.

(* L-Reduce: reduce<⊕> is all_reduce<⊕>{a} *)
Definition pinned_L_Reduce :
  forall (mono op : Type) (a : axis) (m : mono) (k : nat),
  one op a (Red m) k = HReduce op m [a] k := @Translation.L_Reduce.

(* L-Any: any is the value itself *)
Definition pinned_L_Any :
  forall (mono op : Type) (a : axis) (k : nat),
  one op a (Any mono) k = HVars mono op [k] := @Translation.L_Any.

(* L-Param: a parameter that is only sliced becomes tiled *)
Definition pinned_L_Param :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (s : hlo mono op) (x d : nat) (A : list nat) (s' : hlo mono op)
    (env env' : dev -> list tensor),
  shard onum x d A s = Some s' -> (forall (D : dev) (y : nat), y <> x -> look tz (env D) y = look tz (env' D) y) ->
  (forall D : dev, look tz (env' D) x = fslice chunk M d A (fun D0 => look tz (env D0) x) D) ->
  forall D : dev,
  heval tz chunk concat reduce osem M env s D = heval tz chunk concat reduce osem M env' s' D := @Functions.L_Param.
(* L-Param, of environments that agree on the devices of the mesh alone *)
Definition pinned_L_Param_mesh :
  forall (S : Scalars) (op : Type) (osem : op_values tensor op) (onum : op -> nat) (M : list nat),
  counted osem onum ->
  forall (s : hlo mono op) (x d : nat) (A : list nat) (s' : hlo mono op) (E E' : dev -> list tensor), meshed M s ->
  shard onum x d A s = Some s' ->
  (forall D : dev, dev_ok M D -> forall y : nat, y <> x -> look tz (E D) y = look tz (E' D) y) ->
  (forall D : dev, dev_ok M D -> look tz (E' D) x = fslice chunk M d A (fun D0 => look tz (E D0) x) D) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E s D = heval tz chunk concat reduce osem M E' s' D
  := @ParamResult.L_Param_mesh.
(* L-Param keeps types: with parameter x at its local type under [d:ā] *)
Definition pinned_L_Param_type :
  forall (S : Scalars) (op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M : list nat),
  counted_types oty onum ->
  forall (s : hlo mono op) (x d : nat) (A : list nat) (s' : hlo mono op) (G ts : list (ty elt)) (n : list nat)
    (el : elt),
  htype oty mdef M G s ts -> shard onum x d A s = Some s' -> has G x (n, el) ->
  htype oty mdef M (upd G x (sliced M d A n, el)) s' ts /\ (used onum x s = true -> axes_ok M A /\ divs M d A n)
  := @ParamResult.L_Param_type.
(* one step of L-Param or L-Result keeps the relation of argument and result families *)
Definition pinned_step_implements :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> counted_types oty onum -> typed_values osem oty ->
  forall (G T : list (ty elt)) (F : list tensor -> list tensor) (f g : func op), step osem onum oty mdef M G f g ->
  implements osem oty mdef M G T F f ->
  implements osem oty mdef M G T F g := @MultiParam.step_implements.

(* L-Result: an all_gather result becomes tiled *)
Definition pinned_L_Result :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (m : mono) (sh' : list nat) (d : nat) (A : list nat) (W : dev -> tensor) (G : tensor), funif M sh' W ->
  d < length sh' -> in_mesh M A -> (forall D : dev, dev_ok M D -> fgather concat M d A W D = G) ->
  rep M W G {| tiles := [(d, A)]; parts := []; pm := m |} := @Functions.L_Result.
(* L-Result, of environments that agree on the devices of the mesh alone *)
Definition pinned_L_Result_mesh :
  forall (S : Scalars) (op : Type) (osem : op_values tensor op) (onum : op -> nat) (M : list nat),
  counted osem onum ->
  forall (s : hlo mono op) (j d : nat) (A : list nat) (s' : hlo mono op) (E : dev -> list tensor),
  unres onum j d A s = Some s' ->
  (forall D : dev, look tz (heval tz chunk concat reduce osem M E s D) j =
    fgather concat M d A (fun D0 => look tz (heval tz chunk concat reduce osem M E s' D0) j) D) /\
    (forall (j' : nat) (D : dev), j' <> j -> look tz (heval tz chunk concat reduce osem M E s' D) j' =
    look tz (heval tz chunk concat reduce osem M E s D) j') := @ParamResult.L_Result_mesh.
(* L-Result: the result's type becomes that of its tiles *)
Definition pinned_L_Result_type :
  forall (S : Scalars) (op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M : list nat),
  counted_types oty onum ->
  forall (s : hlo mono op) (j d : nat) (A : list nat) (s' : hlo mono op) (G ts : list (ty elt)),
  htype oty mdef M G s ts -> unres onum j d A s = Some s' ->
  exists (n : list nat) (el : elt), has ts j (gathered M d A n, el) /\ d < length n /\ axes_ok M A /\
    htype oty mdef M G s' (upd ts j (n, el)) := @ParamResult.L_Result_type.

(* Γ ⊢spmd s : τ̄ holds by the H-rules alone *)
Definition pinned_htype_ind :
  forall (mono op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat)
    (P : list (ty elt) -> hlo mono op -> list (ty elt) -> Prop),
  (forall (G : list (ty elt)) (xs : list nat) (ts : list (ty elt)), Forall2 (has G) xs ts ->
    P G (HVars mono op xs) ts) ->
  (forall (G : list (ty elt)) (s1 s2 : hlo mono op) (t1 t2 : list (ty elt)), htype oty mdef M G s1 t1 ->
    P G s1 t1 -> htype oty mdef M G s2 t2 -> P G s2 t2 -> P G (HTup s1 s2) (t1 ++ t2)) ->
  (forall (G : list (ty elt)) (o : op) (xs : list nat) (ts ts' : list (ty elt)), Forall2 (has G) xs ts ->
    oty o ts ts' -> P G (HOp mono o xs) ts') ->
  (forall (G : list (ty elt)) (s1 s2 : hlo mono op) (ts ts' : list (ty elt)), htype oty mdef M G s1 ts ->
    P G s1 ts -> htype oty mdef M (ts ++ G) s2 ts' -> P (ts ++ G) s2 ts' -> P G (HLet s1 s2) ts') ->
  (forall (G : list (ty elt)) (d : nat) (A : list nat) (x : nat) (n : list nat) (el : elt), has G x (n, el) ->
    axes_ok M A -> divs M d A n -> P G (HSlice mono op d A x) [(sliced M d A n, el)]) ->
  (forall (G : list (ty elt)) (d : nat) (A : list nat) (x : nat) (n : list nat) (el : elt), has G x (n, el) ->
    axes_ok M A -> d < length n -> P G (HGather mono op d A x) [(gathered M d A n, el)]) ->
  (forall (G : list (ty elt)) (m : mono) (A : list nat) (x : nat) (n : list nat) (el : elt), has G x (n, el) ->
    axes_ok M A -> mdef m el -> P G (HReduce op m A x) [(n, el)]) ->
  (forall (G : list (ty elt)) (m : mono) (d : nat) (A : list nat) (x : nat) (n : list nat) (el : elt),
    has G x (n, el) -> axes_ok M A -> mdef m el -> divs M d A n -> P G (HScatter op m d A x) [(sliced M d A n, el)])
    ->
  (forall (G : list (ty elt)) (d d' : nat) (A : list nat) (x : nat) (n : list nat) (el : elt), has G x (n, el) ->
    axes_ok M A -> d < length n -> d <> d' -> divs M d' A n ->
    P G (HAllToAll mono op d d' A x) [(sliced M d' A (gathered M d A n), el)]) ->
  forall (G : list (ty elt)) (h : hlo mono op) (l : list (ty elt)), htype oty mdef M G h l ->
  P G h l := @Hlo.htype_ind.
