(* Audit_Words_Propagation.v: sections 6 and 7: the words of validity, propagation and actions, equated with
   their definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Functions Soundness Cells
  Propagation Propagate_Fixpoint Contexts Actions Scopes Scopes_Programs.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation localisation op := (op -> nat -> entry -> op).
Notation registry op elt := (op -> list (ty elt) -> nat -> list entry).

(* the term of an instance without cells *)
Definition pinned_Cells_hexpr : @Cells.hexpr =
  (fun (Sc : Scalars) (op : Type) (h : head op) (xs : list nat) =>
  match h with
  | Some o => COp mono o xs
  | None => CVars mono op xs
  end)
  := eq_refl.
(* its value *)
Definition pinned_Cells_hsem : @Cells.hsem =
  (fun (Sc : Scalars) (op : Type) (osem : op_values tensor op) (h : head op) (vs : list tensor) =>
  match h with
  | Some o => osem o vs
  | None => vs
  end)
  := eq_refl.
(* its type *)
Definition pinned_Cells_hty : @Cells.hty =
  (fun (op elt : Type) (oty : op_types op elt) (h : head op) (ts ts' : list (ty elt)) =>
  match h with
  | Some o => oty o ts ts'
  | None => ts' = ts
  end)
  := eq_refl.
(* the op at local shapes *)
Definition pinned_Cells_hloc : @Cells.hloc =
  (fun (Sc : Scalars) (op : Type) (localise : localisation op) (h : head op) (N : nat) (e : entry) =>
  match h with
  | Some o => Some (localise o N e)
  | None => None
  end)
  := eq_refl.
(* T-Slice 3, 4, 5 of a tiled operand *)
Definition pinned_Cells_in_ok : @Cells.in_ok =
  (fun (Sc : Scalars) (elt : Type) (mdef : mono -> elt -> Prop) (N : nat) (s : attr mono) (t : ty elt) =>
  match s with
  | Tile _ d => d < length (fst t) /\ Nat.divide N (nth d (fst t) 0) /\ N <= nth d (fst t) 0
  | Red m => mdef m (snd t)
  | Any _ => True
  end)
  := eq_refl.
(* an operand's type inside the loop, and when it has one (T-Slice 3, 4, 5) *)
Definition pinned_Cells_lty : @Cells.lty =
  (fun (Sc : Scalars) (elt : Type) (N : nat) (s : attr mono) (t : ty elt) =>
  match s with
  | Tile _ d => (upd (fst t) d (nth d (fst t) 0 / N), snd t)
  | _ => t
  end)
  := eq_refl.
(* the operands' types inside the loop *)
Definition pinned_Cells_ltys : @Cells.ltys =
  (fun (Sc : Scalars) (elt : Type) => fix ltys (N : nat) (ins : list (attr mono)) (ts : list (ty elt))
  {struct ins} : list (ty elt) :=
  match ins with
  | [] => []
  | s :: ins0 => match ts with | [] => [] | t :: ts0 => lty N s t :: ltys N ins0 ts0 end
  end)
  := eq_refl.
(* each operand's parts *)
Definition pinned_Cells_fams : @Cells.fams =
  (fun Sc : Scalars => fix fams (N : nat) (ins : list (attr mono)) (xs : list tensor) (Vs : list (nat -> tensor))
  {struct ins} : Prop :=
  match ins with
  | [] => match xs with | [] => match Vs with | [] => True | _ :: _ => False end | _ :: _ => False end
  | s :: ins0 => match xs with | [] => False | x :: xs0 => match Vs with | [] => False | V :: Vs0 => fam N s x V /\
    fams N ins0 xs0 Vs0 end end
  end)
  := eq_refl.
(* r ↦ op(x̄^r) *)
Definition pinned_Cells_rows : @Cells.rows =
  (fun (Sc : Scalars) (op : Type) (osem : op_values tensor op) (N : nat) (h : head op) (Vs : list (nat -> tensor))
  => map (fun r => hsem osem h (map (fun V : nat -> tensor => V r) Vs)) (seq 0 N))
  := eq_refl.
(* what the operands are at r *)
Definition pinned_Cells_locs : @Cells.locs =
  (fun Sc : Scalars => fix locs (N r : nat) (ins : list (attr mono)) (vs : list tensor)
  {struct ins} : list tensor :=
  match ins with
  | [] => []
  | s :: ins0 => match vs with | [] => [] | v :: vs0 => match s with | Tile _ d => chunk d v r N | _ => v end
    :: locs N r ins0 vs0 end
  end)
  := eq_refl.
(* cells oldest first, which is outermost first *)
Definition pinned_Cells_nest : @Cells.nest =
  (fun (Sc : Scalars) (op : Type) (M : list nat) (localise : localisation op) => fix nest (cs : list (axis * entry))
  (h : head op) (xs : list nat) {struct cs} : core mono op :=
  match cs with
  | [] => hexpr h xs
  | (a, e) :: cs0 => CLoop a (snd e) (slices (fst e) xs [] (nest cs0 (hloc localise h (size M a) e)))
  end)
  := eq_refl.
(* loop a sigma' (r. let x'_i = slice d_i x_i[r] in o'(..)) *)
Definition pinned_Cells_set_cell : @Cells.set_cell =
  (fun (Sc : Scalars) (op : Type) (M : list nat) (localise : localisation op) (a : axis) (e : entry) (o : op)
  (xs : list nat) => nest M localise [(a, e)] (Some o) xs)
  := eq_refl.
(* the Core term that a list stands for *)
Definition pinned_Propagation_term : @Propagation.term =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) => fix term (p : prog op elt)
  (res : list nat) {struct p} : core mono op :=
  match p with
  | [] => CVars mono op res
  | i :: p0 => CLet (nest M localise (ics i) (ih i) (ixs i)) (term p0 res)
  end)
  := eq_refl.
(* the same list without cells *)
Definition pinned_Propagation_bare : @Propagation.bare =
  (fun (Sc : Scalars) (op elt : Type) (p : prog op elt) => map (drop_cells (elt:=elt)) p)
  := eq_refl.
(* the offers of all variables after a list *)
Definition pinned_Propagation_offers_at : @Propagation.offers_at =
  (fun (Sc : Scalars) (op elt : Type) (a : nat) (p : prog op elt)
  => fold_left (fun (offs : list offer) (i : inst op elt) => inst_offers a offs i ++ offs) p [])
  := eq_refl.
(* the offers of an instance's results; a copy without a cell on a is looked through *)
Definition pinned_Propagation_inst_offers : @Propagation.inst_offers =
  (fun (Sc : Scalars) (op elt : Type) (a : nat) (offs : list offer) (i : inst op elt) =>
  match find_cell a (ics i) with
  | Some e => map offer_of (snd e)
  | None => match ih i with | Some _ => repeat None (length (iout i)) | None => map (fun x => nth x offs None)
    (ixs i) end
  end)
  := eq_refl.
(* the uses of variable x in the rest of the list: Some d if sliced on d by a *)
Definition pinned_Propagation_uses : @Propagation.uses =
  (fun (Sc : Scalars) (op elt : Type) => fix uses (a x : nat) (p : prog op elt) (res : list nat)
  {struct p} : list (option nat) :=
  match p with
  | [] => map (fun _ => None) (filter (Nat.eqb x) res)
  | i :: p0 => flat_map (fun k => if nth k (ixs i) 0 =? x then match find_cell a (ics i)
    with | Some e => [use_of (nth k (fst e) (Any mono))] | None => match ih i with | Some _ => [None] | None => uses
    a k p0 res end end else []) (seq 0 (length (ixs i))) ++ uses a (length (iout i) + x) p0 res
  end)
  := eq_refl.
(* a result demands tile<d> if it has a use and every use slices it on d *)
Definition pinned_Propagation_demand : @Propagation.demand =
  (fun us : list (option nat) =>
  match us with
  | Some d :: us0 => if forallb (fun u : option nat => match u with | Some d' => d =? d' | None => false end)
    us0 then Some d else None
  | _ => None
  end)
  := eq_refl.
(* an entry's operand does not contradict an offer *)
Definition pinned_Propagation_agree_offer : @Propagation.agree_offer =
  (fun (Sc : Scalars) (o : offer) (s : attr mono) =>
  match o with
  | Some (Some d) => tiles d s
  | Some None => is_any s
  | None => true
  end)
  := eq_refl.
(* an entry's result does not contradict a demand *)
Definition pinned_Propagation_agree_demand : @Propagation.agree_demand =
  (fun (Sc : Scalars) (o : option nat) (s : attr mono) =>
  match o with
  | Some d => tiles d s
  | None => true
  end)
  := eq_refl.
(* the candidates of a free cell *)
Definition pinned_Propagation_candidates : @Propagation.candidates =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : nat)
  (offs : list offer) (dems : list (option nat)) (i : inst op elt)
  => if is_free a i && (tile_offered offs || demanded dems) then let (h, ts) := inner M localise (ics i) (ih i)
  (iin i) in
  match h with
  | Some o => filter (fun e : entry => cell_ok e && forallb2 agree_offer offs (fst e) && forallb2 agree_demand dems
    (snd e)) (reg o ts (size M a))
  | None => []
  end else [])
  := eq_refl.
(* how the cell of instance n on axis a stands: offers, demands, instance *)
Definition pinned_Propagation_view : @Propagation.view =
  (fun (Sc : Scalars) (op elt : Type) (a : nat) (p : prog op elt) (res : list nat) (n : nat) =>
  match nth_error p n with
  | Some i => let offs := offers_at a (firstn n p) in Some (map (fun x => nth x offs None) (ixs i),
    map (fun j => demand (uses a j (skipn (S n) p) res)) (seq 0 (length (iout i))), i)
  | None => None
  end)
  := eq_refl.
(* exactly one *)
Definition pinned_Propagation_one : @Propagation.one =
  (fun (Sc : Scalars) (l : list entry) =>
  match l with
  | [] => None
  | [e] => Some e
  | e :: _ :: _ => None
  end)
  := eq_refl.
(* R-Forward: exactly one candidate, tiles are offered *)
Definition pinned_Propagation_forward : @Propagation.forward =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : nat)
  (p : prog op elt) (res : list nat) (n : nat) =>
  match view a p res n with
  | Some (offs, dems, i) => if tile_offered offs then one (candidates M localise reg a offs dems i) else None
  | None => None
  end)
  := eq_refl.
(* R-Backward: exactly one candidate, from the demand alone *)
Definition pinned_Propagation_backward : @Propagation.backward =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : nat)
  (p : prog op elt) (res : list nat) (n : nat) =>
  match view a p res n with
  | Some (offs, dems, i) => if tile_offered offs then None else one (candidates M localise reg a offs dems i)
  | None => None
  end)
  := eq_refl.
(* what is decided of instance n *)
Definition pinned_Propagation_decide : @Propagation.decide =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : nat)
  (p : prog op elt) (res : list nat) (n : nat) =>
  match forward M localise reg a p res n with
  | Some e => Some e
  | None => backward M localise reg a p res n
  end)
  := eq_refl.
(* set one cell *)
Definition pinned_Propagation_set_n : @Propagation.set_n =
  (fun (Sc : Scalars) (op elt : Type) (a : axis) (p : prog op elt) (d : nat * entry) => update (fst d)
  (add_cell a (snd d)) p)
  := eq_refl.
(* all decisions set *)
Definition pinned_Propagation_apply : @Propagation.apply =
  (fun (Sc : Scalars) (op elt : Type) (a : axis) (D : list (nat * entry)) (p : prog op elt) => fold_left (set_n a)
  D p)
  := eq_refl.
(* the decisions of a round, each from the same state *)
Definition pinned_Propagation_decisions : @Propagation.decisions =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : nat)
  (p : prog op elt) (res order : list nat) => flat_map (fun n =>
  match decide M localise reg a p res n with
  | Some e => [(n, e)]
  | None => []
  end) order)
  := eq_refl.
(* a round, statements visited in the given order *)
Definition pinned_Propagation_round_in : @Propagation.round_in =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : axis)
  (res order : list nat) (p : prog op elt) => apply a (decisions M localise reg a p res order) p)
  := eq_refl.
(* a round *)
Definition pinned_Propagation_round : @Propagation.round =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : axis)
  (res : list nat) (p : list (inst op elt)) => round_in M localise reg a res (seq 0 (length p)) p)
  := eq_refl.
(* rounds on one axis until nothing is decided *)
Definition pinned_Propagate_Fixpoint_settle : @Propagate_Fixpoint.settle =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) (ord : prog op elt -> list nat) => fix settle (n a : nat) (p : prog op elt)
  {struct n} : prog op elt :=
  match n with
  | 0 => p
  | S n0 => match decisions M localise reg a p res (seq 0 (length p)) with | [] => p | _ :: _ => settle n0 a
    (round_in M localise reg a res (ord p) p) end
  end)
  := eq_refl.
(* one axis after another *)
Definition pinned_Propagate_Fixpoint_sweep : @Propagate_Fixpoint.sweep =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) (ord : prog op elt -> list nat) (n : nat) (axes : list nat) (p : prog op elt)
  => fold_left (fun (p0 : prog op elt) (a : nat) => settle M localise reg res ord n a p0) axes p)
  := eq_refl.
(* all of them again while anything changes *)
Definition pinned_Propagate_Fixpoint_rounds : @Propagate_Fixpoint.rounds =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) (ord : prog op elt -> list nat) => fix rounds (n : nat) (axes : list nat) (p : prog op elt)
  {struct n} : prog op elt :=
  match n with
  | 0 => p
  | S n0 => let p' := sweep M localise reg res ord (S (free M p)) axes p in if free M p' =? free M p then p' else
    rounds n0 axes p'
  end)
  := eq_refl.
(* propagation, statements visited in the order ord *)
Definition pinned_Propagate_Fixpoint_propagate_in : @Propagate_Fixpoint.propagate_in =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) (ord : prog op elt -> list nat) (axes : list nat) (p : prog op elt)
  => rounds M localise reg res ord (S (free M p)) axes p)
  := eq_refl.
(* propagation *)
Definition pinned_Propagate_Fixpoint_propagate : @Propagate_Fixpoint.propagate =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) => propagate_in M localise reg res (fun p : prog op elt => seq 0 (length p)))
  := eq_refl.
(* C[e] *)
Definition pinned_Contexts_plug : @Contexts.plug =
  (fun (Sc : Scalars) (op : Type) => fix plug (C : ctx op) (e : core mono op) {struct C} : core mono op :=
  match C with
  | XHole _ => e
  | XLet1 C0 e2 => CLet (plug C0 e) e2
  | XLet2 e1 C0 => CLet e1 (plug C0 e)
  | XLoop a ss C0 => CLoop a ss (plug C0 e)
  end)
  := eq_refl.
(* tensor variables and axes that a context binds around its hole *)
Definition pinned_Contexts_cdepth : @Contexts.cdepth =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix cdepth (C : ctx op) : nat :=
  match C with
  | XHole _ => 0
  | XLet2 e1 C0 => cdepth C0 + arity onum e1
  | XLet1 C0 _
  | XLoop _ _ C0 => cdepth C0
  end)
  := eq_refl.
(* the axes of the loops of C around its hole *)
Definition pinned_Contexts_caxes : @Contexts.caxes =
  (fun (Sc : Scalars) (op : Type) => fix caxes (C : ctx op) : list axis :=
  match C with
  | XHole _ => []
  | XLet1 C0 _
  | XLet2 _ C0 => caxes C0
  | XLoop a _ C0 => caxes C0 ++ [a]
  end)
  := eq_refl.
(* no more data flow: pointwise implication *)
Definition pinned_Contexts_tle : @Contexts.tle =
  (Forall2 (fun b' b : bool => b' = true -> b = true))
  := eq_refl.
(* y = x, without cells *)
Definition pinned_Actions_copy : @Actions.copy =
  (fun (Sc : Scalars) (op elt : Type) (x : nat) (t : ty elt)
  => {| ih := None; ixs := [x]; iin := [t]; iout := [t]; ics := [] |})
  := eq_refl.
(* below a binder of n results *)
Definition pinned_Actions_under : @Actions.under =
  (fun (n : nat) (E : nat -> nat -> Prop) (v' v : nat) => v' < n /\ v = v' \/ n <= v' /\ n <= v /\
  E (v' - n) (v - n))
  := eq_refl.
(* the same list, with some uses of x reading the copy *)
Definition pinned_Actions_redirected : @Actions.redirected =
  (fun (Sc : Scalars) (op elt : Type) => fix redirected (E : nat -> nat -> Prop) (p' p : prog op elt)
  (res' res : list nat) {struct p'} : Prop :=
  match p' with
  | [] => match p with | [] => Forall2 E res' res | _ :: _ => False end
  | i' :: p'0 => match p with | [] => False | i :: p0 => Forall2 E (ixs i') (ixs i) /\
    i' = {| ih := ih i; ixs := ixs i'; iin := iin i; iout := iout i; ics := ics i |} /\
    redirected (under (length (iout i)) E) p'0 p0 res' res end
  end)
  := eq_refl.
(* any of the uses of x, in instances or as results, read the copy; all other variables are shifted past it *)
Definition pinned_Actions_reads_copy : @Actions.reads_copy =
  (fun x v' v : nat => v' = S v \/ v' = 0 /\ v = x)
  := eq_refl.
(* the types in scope after a list *)
Definition pinned_Actions_after : @Actions.after =
  (fun (Sc : Scalars) (op elt : Type) (G : list (ty elt)) (p : prog op elt)
  => fold_left (fun (G0 : list (ty elt)) (i : inst op elt) => iout i ++ G0) p G)
  := eq_refl.
(* tile(x, d, a) and atomic(x, a), or nothing where a premise fails *)
Definition pinned_Actions_act : @Actions.act =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (a : nat) (s : attr mono)
  (n : nat) (p : prog op elt) =>
  match nth_error p n with
  | Some i => let ok := match ih i with | Some _ => false | None => let (_, l) := inner M localise (ics i) (ih i)
    (iin i) in match l with | [] => false | [(sh, _)] => match s with | Tile _ d => (d <? length sh)
    && divides (size M a) (nth d sh 0) | Red _ => false | Any _ => true end | (sh, _)
    :: _ :: _ => false end end in if (a <? length M) && is_free a i && ok then Some (set_n a p (n, ([s], [s])))
    else None
  | None => None
  end)
  := eq_refl.
(* the term of a program *)
Definition pinned_Scopes_Programs_code : @Scopes_Programs.code =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) => fix code (n : tree op elt)
  : core mono op :=
  match n with
  | NVars _ _ res => CVars mono op res
  | NList p n0 => fill M localise p (code n0)
  | NLet n1 _ n2 => CLet (code n1) (code n2)
  | NLoop a ss n0 => CLoop a ss (code n0)
  | NKeep _ e => e
  end)
  := eq_refl.
