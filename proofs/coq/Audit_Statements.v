(* Audit_Statements.v: section 4: what is proved for Theorems 1 and 2, statement by statement, and what the
   words in them mean (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Soundness Partial MultiParam Contexts NestFollow NestContext.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation counted_types oty onum := (forall o ts ts', oty o ts ts' -> length ts' = onum o).
Notation have_types := (Forall2 (@val _ _)).
Notation typed_values osem oty := (forall o a b ts, oty o a b -> have_types ts a -> have_types (osem o ts) b).
Notation ev := (ceval tz chunk concat reduce).
Notation hev := (heval tz chunk concat reduce).

(* the relation of argument and result families: f's tilings fit, f is typed at the local types, and where the argument
   families represent args at the parameters' tilings, the result families represent F args at the results' tilings *)
Lemma implements_says (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (G T : list (ty elt)) (F : list tensor -> list tensor) (f : func op) :
  implements osem oty mdef M G T F f <-> fits M G (ptiles f) /\ fits M T (rtiles f) /\
    htype oty mdef M (local M G (ptiles f)) (body f) (local M T (rtiles f)) /\
    (forall args E, have_types args G -> tiled_env M G (ptiles f) args E -> forall D j, dev_ok M D -> j < length T ->
      look tz (hev osem M E (body f) D) j = tile_of M (til (rtiles f) j) D (look tz (F args) j)).
Proof. split; [intros []; auto|]. intros (? & ? & ? & ?). now split. Qed.
(* Definition 1: Γ ⊢ M, of the axes of Γ *)
Definition pinned_axes_ok : @Hlo.axes_ok =
  (fun M A : list nat => NoDup A /\ Forall (fun a => a < length M) A)
  := eq_refl.
(* Definition 2: ρ'_δ(x) = ρ_{δ|A}(x); ρ_κ(r_a) = κ(a), since κ is the list of range variables *)
Definition pinned_related : @Statements.related =
  (fun (tensor : Type) (M : list nat) (A : list axis) (rhoC : coord -> list tensor) (rhoH : dev -> list tensor)
  => forall D : dev, dev_ok M D -> rhoH D = rhoC (restr A D))
  := eq_refl.
(* environments that agree but for the variables marked in tv *)
Definition pinned_agree_env : @Statements.agree_env =
  (fun (tensor : Type) (tz : tensor) (tv : list bool) (env env' : list tensor) => forall x : nat,
  nth x tv false = false -> look tz env x = look tz env' x)
  := eq_refl.

(* a step: L-Param, L-Result or a rewrite *)
Definition pinned_step_ind :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (G : list (ty elt)) (P : func op -> func op -> Prop),
  (forall (Ps : list tiling) (s s' : hlo mono op) (Rs : list tiling) (x d : nat) (A : list nat),
    HloRename.used onum x s = true -> shard onum x d A s = Some s' -> disjoint_til Ps x A ->
    P {| ptiles := Ps; body := s; rtiles := Rs |} {| ptiles := add_tiling Ps x d A; body := s'; rtiles := Rs |}) ->
  (forall (Ps : list tiling) (s s' : hlo mono op) (Rs : list tiling) (j d : nat) (A : list nat),
    ParamResult.unres onum j d A s = Some s' -> disjoint_til Rs j A ->
    P {| ptiles := Ps; body := s; rtiles := Rs |} {| ptiles := Ps; body := s'; rtiles := add_tiling Rs j d A |}) ->
  (forall (Ps : list tiling) (s s' : hlo mono op) (Rs : list tiling),
    rewrites osem oty mdef M (local M G Ps) s s' ->
    P {| ptiles := Ps; body := s; rtiles := Rs |} {| ptiles := Ps; body := s'; rtiles := Rs |}) ->
  forall f2 f3 : func op, step osem onum oty mdef M G f2 f3 ->
  P f2 f3 := @MultiParam.step_ind.

(* any sequence of them *)
Definition pinned_steps_ind :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (G : list (ty elt)) (P : func op -> func op -> Prop),
  (forall f : func op, P f f) ->
  (forall f0 g h : func op, steps osem onum oty mdef M G f0 g -> P f0 g -> step osem onum oty mdef M G g h ->
    P f0 h) ->
  forall f1 f2 : func op, steps osem onum oty mdef M G f1 f2 ->
  P f1 f2 := @MultiParam.steps_ind.

(* Theorem 1 (a): [Γ_hole] ⊢spmd ⟨e⟩ : τ *)
Definition pinned_typing_simulation :
  forall (mono op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M A : list nat) (G : list (ty elt)) (e : core mono op) (ts : list (ty elt)),
  Forall (fun a => a < length M) A -> ctype onum oty mdef M A G e ts ->
  htype oty mdef M G (tr A e) ts := @Statements.typing_simulation.

(* Theorem 1 (b): ⟦⟨e⟩⟧ρ' ⊨ ⟦C[e]⟧ρ : D and local(D) = τ at the hole of a loop nest *)
Definition pinned_nest_context_represents :
  forall Sc : Scalars, Laws Sc ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted_types oty onum -> counted osem onum -> ops_sound osem oty ->
  forall (m : mono) (C : ctx op) (e : core mono op) (A : list nat) (G ts : list (ty elt)) (j : nat) (n : nest)
    (k : nat) (E : coord -> list tensor) (R : dev -> list tensor),
  axes_ok M A -> ctype onum oty mdef M A G (plug C e) ts -> follow onum C e j = Some (n, k) -> one_monoid m n ->
  related M A E R -> (forall D : dev, dev_ok M D -> have_types (R D) G) ->
  forall D0 : dev, dev_ok M D0 ->
  represents M (fun D => nth k (hev osem M (HloRename.cenv tz chunk concat reduce osem M (ctr A C) R)
    (tr (caxes C ++ A) e) (updl D A (at_ D0 A))) tz) (nth j (ev osem M (restr A D0) (E (restr A D0)) (plug C e)) tz)
    (dist_of m n) := @NestContext.nest_context_represents.
(* Theorem 1 (a) and (b), types: if Γ ⊢core C[e], Γ ⊢ M *)
Definition pinned_nest_context_local :
  forall (Sc : Scalars) (op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M : list nat),
  Forall (lt 0) M -> counted_types oty onum ->
  forall (m : mono) (C : ctx op) (e : core mono op) (A : list nat) (G ts : list (ty elt)) (j : nat) (n : nest)
    (k : nat),
  Forall (fun a => a < length M) A -> ctype onum oty mdef M A G (plug C e) ts -> follow onum C e j = Some (n, k) ->
  one_monoid m n ->
  exists (pre th : list (ty elt)) (t g : ty elt), length pre = cdepth onum C /\
    ctype onum oty mdef M (caxes C ++ A) (pre ++ G) e th /\ htype oty mdef M (pre ++ G) (tr (caxes C ++ A) e) th /\
    nth_error th k = Some t /\ nth_error ts j = Some g /\ local_ty M (g, dist_of m n) = t /\
    dist_ok M (g, dist_of m n) := @NestContext.nest_context_local.
(* Theorem 1 (b) for functions: arguments that every device has *)
Definition pinned_nest_context_closed :
  forall Sc : Scalars, Laws Sc ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted_types oty onum -> counted osem onum -> ops_sound osem oty ->
  forall (m : mono) (C : ctx op) (e : core mono op) (G ts : list (ty elt)) (j : nat) (n : nest) (k : nat)
    (args : list tensor),
  ctype onum oty mdef M [] G (plug C e) ts -> follow onum C e j = Some (n, k) -> one_monoid m n ->
  have_types args G ->
  represents M (fun D => nth k (hev osem M (HloRename.cenv tz chunk concat reduce osem M (ctr [] C) (fun _ => args))
    (tr (caxes C) e) D) tz) (nth j (ev osem M [] args (plug C e)) tz) (dist_of m n)
  := @NestContext.nest_context_closed.
(* Theorem 1 (b) for a nest of loops of one result around an expression e that reads the parameters *)
Definition pinned_nest_of_loops :
  forall Sc : Scalars, Laws Sc ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted_types oty onum -> counted osem onum -> ops_sound osem oty ->
  forall (m : mono) (n : nest) (e : core mono op) (G ts : list (ty elt)) (args : list tensor),
  ctype onum oty mdef M [] G (plug (loops op n) e) ts -> arity onum e = 1 -> one_monoid m n -> have_types args G ->
  represents M (fun D => nth 0 (hev osem M (fun _ => args) (tr (caxes (loops op n)) e) D) tz)
    (nth 0 (ev osem M [] args (plug (loops op n) e)) tz) (dist_of m n) := @NestContext.nest_of_loops.
(* Theorem 1 (b): the value at the hole represents the value of the nest at the distributed type of the nest *)
Definition pinned_nest_represents :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (v : coord -> tensor) (sh : list nat) (Ah : list axis),
  (forall k : list (axis * nat), map fst k = Ah -> wf (v k) /\ shape (v k) = sh) ->
  forall (m : mono) (n : nest) (A : list axis) (V : dev -> tensor), nest_ok M v sh m n A -> naxes n A = Ah ->
  (forall D : dev, dev_ok M D -> V D = v (restr Ah D)) ->
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
