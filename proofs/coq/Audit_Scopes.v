(* Audit_Scopes.v: section 7: what is proved of actions and propagation within contexts and whole programs,
   statement by statement (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Propagation Propagate_Fixpoint Contexts Fuse Fuse_Merge Actions Scopes Scopes_Programs.
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

(* e' for e at axes A and types G: type, data flow, value *)
Definition pinned_replaces_at : @Contexts.replaces_at =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (A : list axis) (G ts : list (ty elt)) (e e' : core mono op)
  => ctype onum oty mdef M A G e' ts /\
  (forall (r : nat) (bs : list bool), tle (taint onum r bs e') (taint onum r bs e)) /\
  (forall (K : list (axis * nat)) (env : list tensor), map fst K = A -> have_types env G ->
  ev osem M K env e' = ev osem M K env e))
  := eq_refl.
(* at every type of e *)
Definition pinned_replaces : @Contexts.replaces =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (A : list axis) (G : list (ty elt)) (e e' : core mono op)
  => forall ts : list (ty elt), ctype onum oty mdef M A G e ts -> replaces_at osem onum oty mdef M A G ts e e')
  := eq_refl.
(* the scope may go from p to p' *)
Definition pinned_in_scope : @Scopes.in_scope =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (C : ctx op) (p p' : prog op elt)
  (res res' : list nat) (A : list axis) (G t : list (ty elt)) => exists pre ts : list (ty elt),
  length pre = cdepth onum C /\ ctype onum oty mdef M (caxes C ++ A) (pre ++ G) (term M localise p res) ts /\
  (wf_prog osem oty mdef M localise (pre ++ G) p res ts ->
  wf_prog osem oty mdef M localise (pre ++ G) p' res' ts /\
  replaces_at osem onum oty mdef M A G t (plug C (term M localise p res)) (plug C (term M localise p' res'))))
  := eq_refl.
(* a well-formed program: typed, cells valid, no cell of an axis of a loop around *)
Definition pinned_wf_tree : @Scopes_Programs.wf_tree =
  (fun (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
  (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) => fix wf_tree (A : list axis)
  (G : list (ty elt)) (n : tree op elt) (ts : list (ty elt)) {struct n} : Prop :=
  match n with
  | NVars _ _ res => Forall2 (has G) res ts
  | NList p n0 => wf_prog osem oty mdef M localise G p [] [] /\ free_of A p /\ wf_tree A (after G p) n0 ts
  | NLet n1 t1 n2 => wf_tree A G n1 t1 /\ wf_tree A (t1 ++ G) n2 ts
  | NLoop a ss n0 => a < length M /\ ~ In a A /\
    (exists tl : list (ty elt), wf_tree (a :: A) G n0 tl /\ loop_tys mdef M a (taint onum 0 [] (code M localise n0))
    ss tl ts)
  | NKeep _ e => ctype onum oty mdef M A G e ts
  end)
  := eq_refl.

(* one step, in any scope *)
Definition pinned_tstep_ind :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (P : list axis -> list (ty elt) -> tree op elt -> tree op elt -> Prop),
  (forall (A : list axis) (G : list (ty elt)) (a : nat) (uses : list nat) (p : prog op elt) (n : tree op elt),
    a < length M -> P A G (NList p n) (NList (round M localise reg a uses p) n)) ->
  (forall (A : list axis) (G : list (ty elt)) (axes uses : list nat) (p : prog op elt) (n : tree op elt),
    axes_in M axes -> P A G (NList p n) (NList (propagate M localise reg uses axes p) n)) ->
  (forall (A : list axis) (G : list (ty elt)) (p : prog op elt) (res : list nat) (p' : prog op elt)
    (res' : list nat), tactics M localise reg G p res p' res' -> free_of A p' ->
    P A G (NList p (NVars op elt res)) (NList p' (NVars op elt res'))) ->
  (forall (A : list nat) (G : list (ty elt)) (a : nat) (D : list (nat * entry)) (p : prog op elt) (n : tree op elt),
    a < length M -> ~ In a A -> NoDup (map fst D) -> Forall (admissible M localise reg a p) D ->
    P A G (NList p n) (NList (apply a D p) n)) ->
  (forall (A : list axis) (G : list (ty elt)) (p : prog op elt) (n n' : tree op elt),
    tstep M localise reg A (after G p) n n' -> P A (after G p) n n' -> P A G (NList p n) (NList p n')) ->
  (forall (A : list axis) (G : list (ty elt)) (n1 n1' : tree op elt) (t1 : list (ty elt)) (n2 : tree op elt),
    tstep M localise reg A G n1 n1' -> P A G n1 n1' -> P A G (NLet n1 t1 n2) (NLet n1' t1 n2)) ->
  (forall (A : list axis) (G : list (ty elt)) (n1 : tree op elt) (t1 : list (ty elt)) (n2 n2' : tree op elt),
    tstep M localise reg A (t1 ++ G) n2 n2' -> P A (t1 ++ G) n2 n2' -> P A G (NLet n1 t1 n2) (NLet n1 t1 n2')) ->
  (forall (A : list axis) (G : list (ty elt)) (a : axis) (ss : list (attr mono)) (n n' : tree op elt),
    tstep M localise reg (a :: A) G n n' -> P (a :: A) G n n' -> P A G (NLoop a ss n) (NLoop a ss n')) ->
  forall (l : list axis) (l0 : list (ty elt)) (t t0 : tree op elt), tstep M localise reg l l0 t t0 ->
  P l l0 t t0 := @Scopes_Programs.tstep_ind.

(* any sequence of steps *)
Definition pinned_tsteps_ind :
  forall (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
    (A : list axis) (G : list (ty elt)) (P : tree op elt -> tree op elt -> Prop),
  (forall n : tree op elt, P n n) ->
  (forall n n' n'' : tree op elt, tstep M localise reg A G n n' -> tsteps M localise reg A G n' n'' -> P n' n'' ->
    P n n'') ->
  forall t t0 : tree op elt, tsteps M localise reg A G t t0 ->
  P t t0 := @Scopes_Programs.tsteps_ind.

(* R-Forward and R-Backward in a scope under any lets and loops: a round *)
Definition pinned_round_in_context :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (C : ctx op) (p : prog op elt) (res : list nat) (A : list axis) (G t : list (ty elt)) (a : nat),
  a < length M -> ctype onum oty mdef M A G (plug C (term M localise p res)) t ->
  in_scope osem onum oty mdef M localise C p (round M localise reg a res p) res res A G t := @Scopes.round_in_context.

(* Theorem 4, in context: C[e] ⟶ C[e'] where e' replaces e *)
Definition pinned_replaces_in_context :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty ->
  forall (C : ctx op) (e e' : core mono op) (A : list axis) (G : list (ty elt)),
  (forall pre : list (ty elt), length pre = cdepth onum C -> replaces osem onum oty mdef M (caxes C ++ A) (pre ++ G)
    e e') ->
  replaces osem onum oty mdef M A G (plug C e) (plug C e') := @Contexts.replaces_in_context.
(* Theorem 4, in context: a set cell *)
Definition pinned_set_cell_in_context :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty ->
  forall (localise : localisation op) (C : ctx op) (a : nat) (o : op) (xs : list nat) (A : list axis)
    (G t : list (ty elt)),
  a < length M -> ~ In a (caxes C ++ A) -> ctype onum oty mdef M A G (plug C (COp mono o xs)) t ->
  exists pre ts ts' : list (ty elt), length pre = cdepth onum C /\ Forall2 (has (pre ++ G)) xs ts /\ oty o ts ts' /\
    (forall e : entry, cell_ok e = true -> valid_entry osem oty mdef localise (size M a) (Some o) e ts ts' ->
    replaces_at osem onum oty mdef M A G t (plug C (COp mono o xs)) (plug C (set_cell M localise a e o xs)))
  := @Contexts.set_cell_in_context.
(* Theorem 4, in a scope under any lets and loops: propagation to a fixed point *)
Definition pinned_propagate_in_context :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (C : ctx op) (p : prog op elt) (res : list nat) (A : list axis) (G t : list (ty elt)) (axes : list nat),
  axes_in M axes -> ctype onum oty mdef M A G (plug C (term M localise p res)) t ->
  in_scope osem onum oty mdef M localise C p (propagate M localise reg res axes p) res res A G t
  := @Scopes.propagate_in_context.
(* Theorem 4, in a scope under any lets and loops: any tactics *)
Definition pinned_tactics_in_context :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (C : ctx op) (p : prog op elt) (res : list nat) (A : list axis) (G t : list (ty elt)),
  ctype onum oty mdef M A G (plug C (term M localise p res)) t ->
  exists pre ts : list (ty elt), length pre = cdepth onum C /\
    ctype onum oty mdef M (caxes C ++ A) (pre ++ G) (term M localise p res) ts /\
    (wf_prog osem oty mdef M localise (pre ++ G) p res ts -> forall (p' : prog op elt) (res' : list nat),
    tactics M localise reg (pre ++ G) p res p' res' -> free_of (caxes C ++ A) p' ->
    wf_prog osem oty mdef M localise (pre ++ G) p' res' ts /\
    replaces_at osem onum oty mdef M A G t (plug C (term M localise p res)) (plug C (term M localise p' res')))
  := @Scopes.tactics_in_context.
(* Theorem 4 in whole programs: one step, in any scope *)
Definition pinned_tstep_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (A : list axis) (G : list (ty elt)) (n n' : tree op elt), tstep M localise reg A G n n' ->
  forall ts : list (ty elt), wf_tree osem onum oty mdef M localise A G n ts ->
  wf_tree osem onum oty mdef M localise A G n' ts /\ replaces_at osem onum oty mdef M A G ts (code M localise n)
    (code M localise n') := @Scopes_Programs.tstep_sound.
(* Theorem 4 in whole programs: any sequence of steps, in different scopes *)
Definition pinned_tsteps_sound :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  forall (A : list axis) (G : list (ty elt)) (n n' : tree op elt) (ts : list (ty elt)),
  tsteps M localise reg A G n n' -> wf_tree osem onum oty mdef M localise A G n ts ->
  wf_tree osem onum oty mdef M localise A G n' ts /\ replaces_at osem onum oty mdef M A G ts (code M localise n)
    (code M localise n') := @Scopes_Programs.tsteps_sound.
(* every typed term is such a program *)
Definition pinned_tree_of_type :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (A : list axis) (G : list (ty elt))
    (e : core mono op) (ts : list (ty elt)),
  ctype onum oty mdef M A G e ts ->
  exists n : tree op elt, code M localise n = e /\ wf_tree osem onum oty mdef M localise A G n ts /\
    opened M localise n = true := @Scopes_Programs.tree_of_type.

(* Theorem 4 with Theorem 2, of whole programs *)
Definition pinned_tree_partitioned_correct :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (localise : localisation op) (reg : registry op elt),
  Forall (lt 0) M -> counted_types oty onum -> typed_values osem oty -> valid_registry osem oty mdef localise reg ->
  counted osem onum ->
  forall (G : list (ty elt)) (n n' : tree op elt) (ts : list (ty elt)) (args : list tensor),
  tsteps M localise reg [] G n n' -> wf_tree osem onum oty mdef M localise [] G n ts -> have_types args G ->
  forall D : dev, dev_ok M D ->
  hev osem M (fun _ => args) (tr [] (code M localise n')) D = ev osem M [] args (code M localise n)
  := @Scopes_Programs.tree_partitioned_correct.
