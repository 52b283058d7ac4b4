(* Audit_Statements.v: section 4: what is proved of distributed types (section 2) and Theorems 1 and 2,
   statement by statement, and what the words in them mean (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Soundness Partial PartialOp DTyping MultiParam.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation counted_types oty onum := (forall o ts ts', oty o ts ts' -> length ts' = onum o).
Notation have_types := (Forall2 (@val _ _)).
Notation typed_values osem oty := (forall o a b ts, oty o a b -> have_types ts a -> have_types (osem o ts) b).
Notation ev := (ceval tz chunk concat reduce).
Notation hev := (heval tz chunk concat reduce).

(* V represents G at D: V ⊨ G : D, the tilings divide, the axes are distinct, and what is not listed replicates *)
Lemma represents_says (S : Scalars) (M : list nat) (V : dev -> tensor) (G : tensor) (Dt : dist) :
  represents M V G Dt <-> wf G /\ NoDup (axes_of Dt) /\ in_mesh M (parts Dt) /\ chain M (tiles Dt) (shape G) /\
    funif M (lshape M (tiles Dt) (shape G)) V /\ rep M V G Dt /\ replicated M V (axes_of Dt).
Proof. split; [intros []; tauto|]. intros (? & ? & ? & ? & ? & ? & ?). now split. Qed.
(* Definition 1: Γ ⊢ M, of the axes of Γ *)
Definition pinned_axes_ok : @Hlo.axes_ok =
  (fun M A : list nat => NoDup A /\ Forall (fun a => a < length M) A)
  := eq_refl.
(* Definition 2: ρ'_δ(x) = ρ_{δ|A}(x); ρ_κ(r_a) = κ(a), since κ is the list of range variables *)
Definition pinned_related : @Statements.related =
  (fun (tensor : Type) (M : list nat) (A : list axis) (rhoC : coord -> list tensor) (rhoH : dev -> list tensor)
  => forall D : dev, dev_ok M D -> rhoH D = rhoC (restr A D))
  := eq_refl.
(* V ⊨ G : D, for every δ: ⊕ of V over group(δ, A) is the chunk of G that ā_1..ā_k assign to δ *)
Definition pinned_rep : @Distributed.rep =
  (fun (S : Scalars) (M : list nat) (V : dev -> tensor) (G : tensor) (Dt : dist) => forall D : dev, dev_ok M D ->
  freduce reduce M (pm Dt) (parts Dt) V D = tile_of M (tiles Dt) D G)
  := eq_refl.
(* the chunk of G that ā_1..ā_k assign to δ *)
Definition pinned_tile_of : @Distributed.tile_of =
  (fun (S : Scalars) (M : list nat) => fix tile_of (ts : list (nat * list axis)) (D : dev) (G : tensor)
  {struct ts} : tensor := match ts with | [] => G | (d, A)
  :: ts0 => tile_of ts0 D (chunk d G (lin (sizes M A) (at_ D A)) (prod (sizes M A))) end)
  := eq_refl.
(* V̄ ⊨ Ḡ : Γ *)
Definition pinned_dist_env : @DTyping.dist_env =
  (fun (S : Scalars) (M : list nat) (R : list gd) (E : dev -> list tensor) => (forall D : dev, dev_ok M D ->
  length (E D) = length R) /\
  (forall (x : nat) (G : tensor) (Dt : dist), at_D R x G Dt -> represents M (fun D => look tz (E D) x) G Dt))
  := eq_refl.
(* environments that agree but for the variables marked in tv *)
Definition pinned_agree_env : @Statements.agree_env =
  (fun (tensor : Type) (tz : tensor) (tv : list bool) (env env' : list tensor) => forall x : nat,
  nth x tv false = false -> look tz env x = look tz env' x)
  := eq_refl.

(* D-Op: op(x̄ : D̄) : D̄' *)
Definition pinned_D_Op :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (n k : nat) (l : list level) (shs rsh : nat -> list nat) (ol og : list tensor -> list tensor),
  entries M n k l shs rsh ol og ->
  NoDup (map (fun v : axis * (nat -> attr mono) * (nat -> attr mono) => fst (fst v)) l) ->
  Forall (fun v : nat * (nat -> attr mono) * (nat -> attr mono) => fst (fst v) < length M) l ->
  any_from_any n k l ->
  forall (V : nat -> dev -> tensor) (X : nat -> tensor) (ms mr : nat -> mono),
  (forall i : nat, i < n -> represents M (V i) (X i) (Dof (ms i) (operand_roles i l)) /\ funif M (shs i) (V i) /\
    one_mono (ms i) (operand_roles i l)) -> (forall j : nat, j < k -> one_mono (mr j) (result_roles j l)) ->
  forall j : nat, j < k ->
  represents M (apply_op n ol V j) (nth j (og (args n X)) tz) (Dof (mr j) (result_roles j l)) := @PartialOp.D_Op.
(* the distributed typing rules are sound *)
Definition pinned_dtype_sound :
  forall S : Scalars, Laws S ->
  forall (op : Type) (osem : op_values tensor op) (onum : op -> nat), counted osem onum ->
  forall M : list nat, Forall (lt 0) M ->
  forall (R : list gd) (s : hlo mono op) (rs : list gd), dtype osem onum M R s rs ->
  forall E : dev -> list tensor, dist_env M R E ->
  dist_env M rs (fun D => hev osem M E s D) := @DTyping.dtype_sound.

(* D-Let: let x̄ = s1 : D̄ in s2 *)
Definition pinned_D_Let :
  forall (S : Scalars) (op : Type) (osem : op_values tensor op) (onum : op -> nat) (M : list nat) (R : list gd)
    (s1 s2 : hlo mono op) (r1 r2 : list gd),
  dtype osem onum M R s1 r1 -> dtype osem onum M (r1 ++ R) s2 r2 ->
  dtype osem onum M R (HLet s1 s2) r2 := @DTyping.D_Let.

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
(* D-Slice, whichever place d has in the list of tilings *)
Definition pinned_D_Slice_dim :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (d : nat) (A : list nat) (B : list axis)
    (ts' : list (nat * list axis)) (P : list axis) (m : mono),
  ~ In d (map fst ts') -> represents M V G (mkD (ts ++ (d, B) :: ts') P m) ->
  let n := lshape M (ts ++ (d, B) :: ts') (shape G) in d < length n -> NoDup A -> in_mesh M A ->
  Nat.divide (prod (sizes M A)) (nth d n 0) ->
  (forall a : nat, In a A -> ~ In a (axes_of (mkD (ts ++ (d, B) :: ts') P m))) ->
  represents M (fslice chunk M d A V) G (mkD (ts ++ (d, B ++ A) :: ts') P m) := @DTyping.D_Slice_dim.

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
(* D-Gather, whichever place d has in the list of tilings *)
Definition pinned_D_Gather_dim :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (d : nat) (A B : list axis)
    (ts' : list (nat * list axis)) (P : list axis) (m : mono),
  ~ In d (map fst ts') -> represents M V G (mkD (ts ++ (d, B ++ A) :: ts') P m) ->
  represents M (fgather concat M d A V) G (mkD (ts ++ (d, B) :: ts') P m) := @DTyping.D_Gather_dim.

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
  forall (op : Type) (osem : op_values tensor op) (onum : op -> nat), counted osem onum ->
  forall M : list nat, Forall (lt 0) M ->
  forall (R : list gd) (s : hlo mono op) (rs : list gd), dtype osem onum M R s rs ->
  forall E : dev -> list tensor, (forall D : dev, dev_ok M D -> length (E D) = length R) ->
  (forall (x : nat) (G : tensor) (Dt : dist), at_D R x G Dt -> represents M (fun D => look tz (E D) x) G Dt) ->
  forall (j : nat) (G : tensor) (Dt : dist), at_D rs j G Dt ->
  represents M (fun D => look tz (hev osem M E s D) j) G Dt := @DTyping.D_Func.

(* Theorem 1 (a): [Γ_hole] ⊢spmd ⟨e⟩ : τ *)
Definition pinned_typing_simulation :
  forall (mono op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M A : list nat) (G : list (ty elt)) (e : core mono op) (ts : list (ty elt)),
  Forall (fun a => a < length M) A -> ctype onum oty mdef M A G e ts ->
  htype oty mdef M G (tr A e) ts := @Statements.typing_simulation.

(* Theorem 1 (b): V ⊨ G : D and local(D) = τ at the hole of a loop nest with value G *)
Definition pinned_nest_represents :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (v : coord -> tensor) (sh : list nat), (forall k : coord, wf (v k) /\ shape (v k) = sh) ->
  forall (m : mono) (n : nest) (A : list axis) (V : dev -> tensor), nest_ok M v sh m n A ->
  (forall D : dev, dev_ok M D -> V D = v (restr (naxes n A) D)) ->
  forall D : dev, dev_ok M D ->
  freduce reduce M m (nparts n) V D = tile_of M (ntiles n) D (nestval M v n (restr A D)) := @Nest.nest_represents.
(* Theorem 1 (b): its local shape is the shape at the hole *)
Definition pinned_nest_local :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (v : coord -> tensor) (sh : list nat) (m : mono) (n : nest) (A : list axis), nest_ok M v sh m n A ->
  lshape M (ntiles n) (gshape M sh n) = sh := @Nest.nest_local.

(* Lemma 1: independence *)
Definition pinned_independence :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat) (M : list nat),
  counted osem onum ->
  forall (e : core mono op) (r : nat) (tv : list bool) (K K' : list (nat * nat)) (env env' : list tensor),
  (forall j : nat, j <> r -> nth j K (0, 0) = nth j K' (0, 0)) -> agree_env tz tv env env' ->
  agree_env tz (taint onum r tv e) (ceval tz chunk concat reduce osem M K env e)
    (ceval tz chunk concat reduce osem M K' env' e) := @Statements.independence.
(* Lemma 1: under Definition 2, devices that agree on A agree on ⟨e⟩ *)
Definition pinned_device_independence :
  forall (tensor mono op elt : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (A : list axis) (G : list (ty elt)) (e : core mono op) (ts : list (ty elt)) (rhoC : coord -> list tensor)
    (rhoH : dev -> list tensor),
  ctype onum oty mdef M A G e ts -> related M A rhoC rhoH ->
  forall D D' : dev, dev_ok M D -> dev_ok M D' -> restr A D = restr A D' ->
  heval tz chunk concat reduce osem M rhoH (tr A e) D = heval tz chunk concat reduce osem M rhoH (tr A e) D'
  := @Statements.device_independence.

(* Lemma 2: extension *)
Definition pinned_related_let :
  forall (tensor : Type) (M : list nat) (A : list axis) (rhoC : coord -> list tensor) (rhoH : dev -> list tensor)
    (vC : coord -> list tensor) (vH : dev -> list tensor),
  related M A rhoC rhoH -> related M A vC vH ->
  related M A (fun k => vC k ++ rhoC k) (fun D => vH D ++ rhoH D) := @Statements.related_let.
(* Lemma 2, at loop entry: κ is extended at a, innermost first *)
Definition pinned_related_loop :
  forall (tensor : Type) (M : list nat) (A : list axis) (a : axis) (rhoC : coord -> list tensor)
    (rhoH : dev -> list tensor),
  related M A rhoC rhoH ->
  related M (a :: A) (fun k => rhoC (tl k)) rhoH := @Statements.related_loop.

(* Lemma 3: all_gather is concat, all_reduce is ⊕ *)
Definition pinned_gather_collective :
  forall (tensor : Type) (concat : nat -> list tensor -> tensor) (M : list nat) (A : list axis) (a : axis)
    (V : dev -> tensor) (f : coord -> tensor),
  a < length M -> ~ In a A -> (forall D : dev, dev_ok M D -> V D = f (restr (a :: A) D)) ->
  forall (d : nat) (D : dev), dev_ok M D ->
  fgather concat M d [a] V D = concat d (map (fun i => f ((a, i) :: restr A D)) (seq 0 (size M a)))
  := @Statements.gather_collective.
(* Lemma 3: all_reduce<⊕>{a} of V is ⊕ of f over a *)
Definition pinned_reduce_collective :
  forall (tensor mono : Type) (reduce : mono -> list tensor -> tensor) (M : list nat) (A : list axis) (a : axis)
    (V : dev -> tensor) (f : coord -> tensor),
  a < length M -> ~ In a A -> (forall D : dev, dev_ok M D -> V D = f (restr (a :: A) D)) ->
  forall (m : mono) (D : dev), dev_ok M D ->
  freduce reduce M m [a] V D = reduce m (map (fun i => f ((a, i) :: restr A D)) (seq 0 (size M a)))
  := @Statements.reduce_collective.

(* Theorem 2: ⟦⟨e⟩⟧ρ' (δ) = ⟦e⟧ρ_{δ|A} *)
Definition pinned_translation_correct :
  forall (tensor mono op elt : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (e : core mono op) (A : list axis) (G ts : list (ty elt)) (rhoC : coord -> list tensor)
    (rhoH : dev -> list tensor),
  ctype onum oty mdef M A G e ts -> related M A rhoC rhoH ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M rhoH (tr A e) D = ceval tz chunk concat reduce osem M (restr A D)
    (rhoC (restr A D)) e := @Statements.translation_correct.
(* Theorem 2 for closed functions: replicated arguments give, at every device, the sequential result *)
Definition pinned_translation_correct_closed :
  forall (tensor mono op elt : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (e : core mono op) (G ts : list (ty elt)) (args : list tensor), ctype onum oty mdef M [] G e ts ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M (fun _ => args) (tr [] e) D = ceval tz chunk concat reduce osem M [] args e
  := @Statements.translation_correct_closed.

(* Theorem 2, corollary: argument families represent, so do result families *)
Definition pinned_function_represents :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> counted_types oty onum -> typed_values osem oty ->
  forall (G T : list (ty elt)) (e : core mono op) (f : func op) (m : mono), ctype onum oty mdef M [] G e T ->
  steps osem onum oty mdef M G (start G T e) f ->
  forall (args : list tensor) (E : dev -> list tensor), have_types args G ->
  (forall D : dev, dev_ok M D -> length (E D) = length G) ->
  (forall x : nat, x < length G -> represents M (fun D => look tz (E D) x) (look tz args x)
    (mkD (til (ptiles f) x) [] m)) ->
  forall j : nat, j < length T ->
  represents M (fun D => look tz (hev osem M E (body f) D) j) (look tz (ev osem M [] args e) j)
    (mkD (til (rtiles f) j) [] m) := @MultiParam.function_represents.
(* the translated function, nothing tiled, implements ⟦e⟧ *)
Definition pinned_start_implements :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (G T : list (ty elt)) (e : core mono op), ctype onum oty mdef M [] G e T ->
  implements osem oty mdef M G T (fun args : list tensor => ev osem M [] args e) (start G T e)
  := @MultiParam.start_implements.
(* so does what any sequence of L-Param, L-Result and simplification makes of it *)
Definition pinned_steps_implement :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> counted_types oty onum -> typed_values osem oty ->
  forall (G T : list (ty elt)) (e : core mono op) (f : func op), ctype onum oty mdef M [] G e T ->
  steps osem onum oty mdef M G (start G T e) f ->
  implements osem oty mdef M G T (fun args : list tensor => ev osem M [] args e) f := @MultiParam.steps_implement.
(* Corollary of Theorem 2 for a function with a tiled parameter: every device gets its chunk of argument x *)
Definition pinned_function_correct :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop), counted_types oty onum ->
  forall (e : core mono op) (G ts : list (ty elt)) (x d : nat) (A : list nat) (s' : hlo mono op)
    (args : list tensor) (env' : dev -> list tensor),
  ctype onum oty mdef M [] G e ts -> shard onum x d A (tr [] e) = Some s' ->
  (forall (D : dev) (y : nat), y <> x -> look tz (env' D) y = look tz args y) ->
  (forall D : dev, look tz (env' D) x = chunk d (look tz args x) (lin (sizes M A) (at_ D A)) (prod (sizes M A))) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M env' s' D = ceval tz chunk concat reduce osem M [] args e
  := @Functions.function_correct.
