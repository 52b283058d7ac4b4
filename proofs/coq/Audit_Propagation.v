(* Audit_Propagation.v: section 7: what is proved of actions and propagation, statement by statement, and what
   validity means (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Propagation Propagate_Fixpoint Contexts Fuse Fuse_Merge Actions.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation counted_types oty onum := (forall o ts ts', oty o ts ts' -> length ts' = onum o).
Notation have_types := (Forall2 (@val _ _)).
Notation typed_values osem oty := (forall o a b ts, oty o a b -> have_types ts a -> have_types (osem o ts) b).
Notation localisation op := (op -> nat -> entry -> op).
Notation registry op elt := (op -> list (ty elt) -> nat -> list entry).
Definition valid_registry {Sc : Scalars} [op elt] (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (localise : localisation op) (reg : registry op elt) : Prop :=
  forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry osem oty mdef localise N (Some o) e ts ts'.
Notation ev := (ceval tz chunk concat reduce).
Notation hev := (heval tz chunk concat reduce).

(* section 6: x^r is the r-th chunk (tile), x itself (any), or any parts with ⊕_r x^r = x (partial) *)
Definition pinned_fam : @Cells.fam =
  (fun (Sc : Scalars) (N : nat) (s : attr mono) (x : tensor) (V : nat -> tensor) =>
  match s with
  | Tile _ d => forall r : nat, r < N -> V r = chunk d x r N
  | Red m => reduce m (map V (seq 0 N)) = x /\ (forall r : nat, r < N -> wf (V r) /\ shape (V r) = shape x)
  | Any _ => forall r : nat, r < N -> V r = x
  end)
  := eq_refl.
(* section 6: for all inputs, r ↦ op(x̄^r)_j combined by σ'_j is op(x̄)_j *)
Definition pinned_valid_sem : @Cells.valid_sem =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (localise : localisation op) (N : nat)
  (h : head op) (e : entry) (ts : list (ty elt)) => forall (xs : list tensor) (Vs : list (nat -> tensor)),
  have_types xs ts -> fams N (fst e) xs Vs ->
  combs tz concat reduce 0 (snd e) (rows osem N (hloc localise h N e) Vs) = hsem osem h xs /\
  (forall j r : nat, nth_error (snd e) j = Some (Any mono) -> r < N ->
  nth j (nth r (rows osem N (hloc localise h N e) Vs) []) tz = nth j (hsem osem h xs) tz))
  := eq_refl.
(* section 6: the op at local shapes has a type, which the entry combines to the op's *)
Definition pinned_valid_ty : @Cells.valid_ty =
  (fun (Sc : Scalars) (op elt : Type) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
  (localise : localisation op) (N : nat) (h : head op) (e : entry) (ts ts' lts' : list (ty elt))
  => Forall2 (in_ok mdef N) (fst e) ts /\ hty oty (hloc localise h N e) (ltys N (fst e) ts) lts' /\
  out_tys mdef N (snd e) lts' ts')
  := eq_refl.
(* section 6: a valid entry *)
Definition pinned_valid_entry : @Cells.valid_entry =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (localise : localisation op) (N : nat) (h : head op) (e : entry)
  (ts ts' : list (ty elt)) => valid_sem osem localise N h e ts /\
  (exists lts' : list (ty elt), valid_ty oty mdef localise N h e ts ts' lts'))
  := eq_refl.
(* section 7: no partial operand; any only of what is not sliced *)
Definition pinned_cell_ok : @Cells.cell_ok =
  (fun (Sc : Scalars) (e : entry) => negb (existsb is_red (fst e))
  && (negb (existsb is_any (snd e)) || negb (existsb is_tile (fst e))))
  := eq_refl.
(* a list of cells is valid, each at what the ones before it leave of the op *)
Definition pinned_cells_ok : @Cells.cells_ok =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op)
  => fix cells_ok (cs : list (axis * entry)) (h : head op) (ts ts' : list (ty elt)) {struct cs} : Prop :=
  match cs with
  | [] => hty oty h ts ts'
  | (a, e) :: cs0 => a < length M /\ ~ In a (map fst cs0) /\ cell_ok e = true /\
    valid_sem osem localise (size M a) h e ts /\
    (exists lts' : list (ty elt), valid_ty oty mdef localise (size M a) h e ts ts' lts' /\
    cells_ok cs0 (hloc localise h (size M a) e) (ltys (size M a) (fst e) ts) lts')
  end)
  := eq_refl.
(* a well-formed list: operands and results typed, cells valid *)
Definition pinned_wf_prog : @Propagation.wf_prog =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) => fix wf_prog (G : list (ty elt))
  (p : prog op elt) (res : list nat) (ts : list (ty elt)) {struct p} : Prop :=
  match p with
  | [] => Forall2 (has G) res ts
  | i :: p0 => Forall2 (has G) (ixs i) (iin i) /\ hty oty (ih i) (iin i) (iout i) /\
    cells_ok osem oty mdef M localise (ics i) (ih i) (iin i) (iout i) /\ wf_prog (iout i ++ G) p0 res ts
  end)
  := eq_refl.
(* the same meaning, for arguments of the types G, and the same type *)
Definition pinned_sound : @Propagation.sound =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (G : list (ty elt))
  (p p' : prog op elt) (res : list nat) (ts : list (ty elt)) => (forall (K : coord) (env : list tensor),
  have_types env G -> ev osem M K env (term M localise p' res) = ev osem M K env (term M localise p res)) /\
  ctype onum oty mdef M [] G (term M localise p res) ts /\ ctype onum oty mdef M [] G (term M localise p' res) ts)
  := eq_refl.

(* what actions and rounds may do, in any order *)
Definition pinned_tactics_ind :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (G : list (ty elt)) (P : prog op elt -> list nat -> prog op elt -> list nat -> Prop),
  (forall (p : prog op elt) (res : list nat), P p res p res) ->
  (forall (p1 p2 p2' : prog op elt) (res res' : list nat) (x : nat) (t : ty elt) (p'' : prog op elt)
    (res'' : list nat), has (after G p1) x t -> redirected (reads_copy x) p2' p2 res' res ->
    tactics M localise reg G (p1 ++ copy op x t :: p2') res' p'' res'' ->
    P (p1 ++ copy op x t :: p2') res' p'' res'' -> P (p1 ++ p2) res p'' res'') ->
  (forall (a : nat) (s : attr mono) (n : nat) (p p' : prog op elt) (res : list nat) (p'' : prog op elt)
    (res'' : list nat), act M localise a s n p = Some p' -> tactics M localise reg G p' res p'' res'' ->
    P p' res p'' res'' -> P p res p'' res'') ->
  (forall (axes : list nat) (p : prog op elt) (res : list nat) (p'' : prog op elt) (res'' : list nat),
    axes_in M axes -> tactics M localise reg G (propagate M localise reg res axes p) res p'' res'' ->
    P (propagate M localise reg res axes p) res p'' res'' -> P p res p'' res'') ->
  forall (p : prog op elt) (l : list nat) (p0 : prog op elt) (l0 : list nat), tactics M localise reg G p l p0 l0 ->
  P p l p0 l0 := @Actions.tactics_ind.

(* a round on some axis that decides something *)
Definition pinned_step_ind :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat) (p : prog op elt) (P : prog op elt -> Prop),
  (forall a : nat, a < length M -> decisions M localise reg a p res (seq 0 (length p)) <> [] ->
    P (round M localise reg a res p)) ->
  forall p0 : prog op elt, step M localise reg res p p0 ->
  P p0 := @Propagate_Fixpoint.step_ind.

(* n of them *)
Definition pinned_steps_ind :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat) (P : nat -> prog op elt -> prog op elt -> Prop),
  (forall p : prog op elt, P 0 p p) ->
  (forall (n : nat) (p p' p'' : prog op elt), step M localise reg res p p' -> steps M localise reg res n p' p'' ->
    P n p' p'' -> P (S n) p p'') ->
  forall (n : nat) (p p0 : prog op elt), steps M localise reg res n p p0 ->
  P n p p0 := @Propagate_Fixpoint.steps_ind.

(* tile: tile(x, d, a) *)
Definition pinned_R_Tile :
  forall (S : Scalars) (op : Type) (osem : op_values tensor op) (M : list nat) (K : coord) (env : list tensor)
    (a d x : nat),
  wf (look tz env x) -> d < length (shape (look tz env x)) -> 0 < size M a ->
  Nat.divide (size M a) (dim d (look tz env x)) ->
  ev osem M K env (CLoop a [Tile mono d] (CSlice mono op d x 0)) = [look tz env x] := @ActionValues.R_Tile.
(* Theorem 4 for tile(x, d, a) and atomic(x, a): both keep meaning and typing *)
Definition pinned_act_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty ->
  forall (a : nat) (s : attr mono) (n : nat) (p p' : prog op elt) (G : list (ty elt)) (res : list nat)
    (ts : list (ty elt)),
  act M localise a s n p = Some p' -> wf_prog osem oty mdef M localise G p res ts ->
  wf_prog osem oty mdef M localise G p' res ts /\ sound osem onum oty mdef M localise G p p' res ts
  := @Actions.act_sound.

(* atomic: atomic(x, a) *)
Definition pinned_R_Atomic :
  forall (S : Scalars) (op : Type) (osem : op_values tensor op) (M : list nat) (K : coord) (env : list tensor)
    (a x : nat),
  0 < size M a ->
  ev osem M K env (CLoop a [Any mono] (CVars mono op [x])) = [look tz env x] := @ActionValues.R_Atomic.

(* R-Forward: offers of operands set a free cell *)
Definition pinned_R_Forward :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (G : list (ty elt)) (p : prog op elt) (res : list nat) (ts : list (ty elt)) (a n : nat) (e : entry),
  a < length M -> wf_prog osem oty mdef M localise G p res ts -> forward M localise reg a p res n = Some e ->
  wf_prog osem oty mdef M localise G (set_n a p (n, e)) res ts /\
    sound osem onum oty mdef M localise G p (set_n a p (n, e)) res ts := @Propagation.R_Forward.
(* R-Forward and R-Backward of all cells at once, from one state: a round *)
Definition pinned_round_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (G : list (ty elt)) (p : prog op elt) (res : list nat) (ts : list (ty elt)) (a : nat), a < length M ->
  wf_prog osem oty mdef M localise G p res ts ->
  sound osem onum oty mdef M localise G p (round M localise reg a res p) res ts := @Propagation.round_sound.
(* a set cell: o(x1..xn) ⟶ loop a σ̄' (r. let x'_i = slice d_i x_i[r] in o'(..)), its value *)
Definition pinned_set_cell_eval :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (a : nat) (e : entry) (o : op)
    (xs : list nat) (ts ts' : list (ty elt)) (K : coord) (env : list tensor),
  a < length M -> cell_ok e = true -> valid_entry osem oty mdef localise (size M a) (Some o) e ts ts' ->
  have_types (map (look tz env) xs) ts ->
  ev osem M K env (set_cell M localise a e o xs) = ev osem M K env (COp mono o xs) := @Cells.set_cell_eval.
(* a set cell, its type *)
Definition pinned_set_cell_type :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted_types oty onum ->
  forall (localise : localisation op) (a : nat) (e : entry) (o : op) (xs : list nat) (ts ts' : list (ty elt))
    (A : list nat) (G : list (ty elt)),
  a < length M -> cell_ok e = true -> oty o ts ts' ->
  valid_entry osem oty mdef localise (size M a) (Some o) e ts ts' -> Forall2 (has G) xs ts -> ~ In a A ->
  ctype onum oty mdef M A G (set_cell M localise a e o xs) ts' := @Cells.set_cell_type.

(* R-Backward: the demand on the result sets a free cell *)
Definition pinned_R_Backward :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (G : list (ty elt)) (p : prog op elt) (res : list nat) (ts : list (ty elt)) (a n : nat) (e : entry),
  a < length M -> wf_prog osem oty mdef M localise G p res ts -> backward M localise reg a p res n = Some e ->
  wf_prog osem oty mdef M localise G (set_n a p (n, e)) res ts /\
    sound osem onum oty mdef M localise G p (set_n a p (n, e)) res ts := @Propagation.R_Backward.

(* R-Fuse: let x = loop a tile<d> (r'.e) in .. loop a σ (r. C[slice d x[r]]) ⟶ .. C[e[r/r']] *)
Definition pinned_R_Fuse_value :
  forall (S : Scalars) (op : Type) (osem : op_values tensor op) (M : list nat) (K : coord) (env : list tensor)
    (a : axis) (i d : nat) (e : core mono op) (sh : list nat),
  let x := nth 0 (ev osem M K env (CLoop a [Tile mono d] e)) tz in
  (forall j : nat, j < size M a -> let t := nth 0 (ev osem M ((a, j) :: K) env e) tz in wf t /\ shape t = sh) ->
  d < length sh -> i < size M a ->
  chunk d x i (size M a) = nth 0 (ev osem M ((a, i) :: K) env e) tz := @ActionValues.R_Fuse_value.

(* Theorem 4: actions and propagation keep meaning and typing *)
Definition pinned_tactics_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty ->
  forall reg : registry op elt, valid_registry osem oty mdef localise reg ->
  forall (G : list (ty elt)) (p : prog op elt) (res : list nat) (p' : prog op elt) (res' : list nat)
    (ts : list (ty elt)),
  tactics M localise reg G p res p' res' -> wf_prog osem oty mdef M localise G p res ts ->
  wf_prog osem oty mdef M localise G p' res' ts /\
    (forall (K : coord) (env : list tensor), have_types env G -> ev osem M K env (term M localise p' res') =
    ev osem M K env (term M localise p res)) := @Actions.tactics_sound.
(* Binding a copy of x, and letting any uses of x read it, changes neither type nor meaning. *)
Definition pinned_copy_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op),
  typed_values osem oty ->
  forall (G : list (ty elt)) (p p' : prog op elt) (res res' : list nat) (ts : list (ty elt)) (x : nat) (t : ty elt),
  wf_prog osem oty mdef M localise G p res ts -> has G x t -> redirected (reads_copy x) p' p res' res ->
  wf_prog osem oty mdef M localise G (copy op x t :: p') res' ts /\
    (forall (K : coord) (env : list tensor), have_types env G ->
    ev osem M K env (term M localise (copy op x t :: p') res') = ev osem M K env (term M localise p res))
  := @Actions.copy_sound.
(* Theorem 4 for propagation: any number of rounds, over any axes in any order, keeps meaning and typing *)
Definition pinned_steps_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (n : nat) (p p' : prog op elt), steps M localise reg res n p p' ->
  forall G ts : list (ty elt), wf_prog osem oty mdef M localise G p res ts ->
  wf_prog osem oty mdef M localise G p' res ts /\ sound osem onum oty mdef M localise G p p' res ts
  := @Propagate_Fixpoint.steps_sound.
(* Theorem 4 for propagation: to a fixed point, meaning and typing are preserved. *)
Definition pinned_propagate_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (axes : list nat) (G : list (ty elt)) (p : prog op elt) (ts : list (ty elt)), axes_in M axes ->
  wf_prog osem oty mdef M localise G p res ts ->
  wf_prog osem oty mdef M localise G (propagate M localise reg res axes p) res ts /\
    sound osem onum oty mdef M localise G p (propagate M localise reg res axes p) res ts
  := @Propagate_Fixpoint.propagate_sound.

(* Theorem 4 with Theorem 2: ⟦⟨e'⟩⟧ρ' (δ) = ⟦e⟧ρ where e' is e annotated and propagated *)
Definition pinned_partitioned_correct :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty ->
  forall reg : registry op elt, counted osem onum -> valid_registry osem oty mdef localise reg ->
  forall (G : list (ty elt)) (p : prog op elt) (res : list nat) (p' : prog op elt) (res' : list nat)
    (ts : list (ty elt)) (args : list tensor),
  tactics M localise reg G p res p' res' -> wf_prog osem oty mdef M localise G p res ts -> have_types args G ->
  forall D : dev, dev_ok M D ->
  hev osem M (fun _ => args) (tr [] (term M localise p' res')) D = ev osem M [] args (term M localise (bare p) res)
  := @Actions.partitioned_correct.

(* Order independence: a round does not depend on the order of visits *)
Definition pinned_round_order :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (a : axis) (res : list nat) (p : list (inst op elt)) (order : list nat),
  Permutation order (seq 0 (length p)) ->
  round_in M localise reg a res order p = round M localise reg a res p := @Propagation.round_order.
(* The result does not depend on the order in which the statements are visited, in any round. *)
Definition pinned_propagate_order :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat) (ord : list (inst op elt) -> list nat) (axes : list nat) (p : prog op elt),
  (forall p0 : list (inst op elt), Permutation (ord p0) (seq 0 (length p0))) ->
  propagate_in M localise reg res ord axes p = propagate M localise reg res axes p
  := @Propagate_Fixpoint.propagate_order.

(* Fixed point: propagation ends, undoes nothing, and leaves no offer in silence *)
Definition pinned_propagation_ends :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat),
  well_founded (fun p' p : prog op elt => step M localise reg res p p') := @Propagate_Fixpoint.propagation_ends.
(* Fixed point: at most as many steps as there are free cells *)
Definition pinned_steps_bound :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat) (n : nat) (p p' : prog op elt),
  steps M localise reg res n p p' ->
  n + free M p' <= free M p := @Propagate_Fixpoint.steps_bound.
(* Fixed point: earlier tactics are never undone *)
Definition pinned_steps_kept :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat) (n : nat) (p p' : prog op elt),
  steps M localise reg res n p p' ->
  Propagate_Fixpoint.kept p p' := @Propagate_Fixpoint.steps_kept.
(* Fixed point: where propagation has ended, no cell of its axes can be set *)
Definition pinned_propagate_fixed :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res axes : list nat) (p : prog op elt) (a : nat),
  axes_in M axes -> In a axes ->
  decisions M localise reg a (propagate M localise reg res axes p)
    res (seq 0 (length (propagate M localise reg res axes p))) = [] := @Propagate_Fixpoint.propagate_fixed.
(* At a fixed point nothing that is offered tiles is passed over in silence: the cell is set, or a conflict *)
Definition pinned_fixed_conflict :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (res : list nat) (a : nat) (p : prog op elt) (n : nat) (offs : list offer) (dems : list (option nat))
    (i : inst op elt),
  decisions M localise reg a p res (seq 0 (length p)) = [] -> view a p res n = Some (offs, dems, i) ->
  ih i <> None -> tile_offered offs = true -> is_free a i = true ->
  conflict M localise reg res a p n = true \/ held_back M localise reg res a p n = true
  := @Propagate_Fixpoint.fixed_conflict.
