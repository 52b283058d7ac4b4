(* Audit_Fuse.v: section 7: what is proved of R-Fuse, as a step and as a pass, statement by statement (see
   Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness Cells
  Propagation Contexts Fuse Fuse_Lets Fuse_Step Fuse_Merge Fuse_Once Actions Fuse_Pass Fuse_Decide.
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

(* R-Fuse: let x = loop a tile<d> (r'.e) in .. loop a σ (r. C[slice d x[r]]) ⟶ .. C[e[r/r']] *)
Definition pinned_R_Fuse :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (a : axis) (ss : list (attr mono)) (e : core mono op) (C : ctx op) (B : core mono op) (R : nat),
  nth_error (caxes C) R = Some a -> (forall b : axis, In b (own e) -> ~ In b (caxes C)) ->
  forall (A : list axis) (G : list (ty elt)),
  replaces osem onum oty mdef M A G (CLet (CLoop a ss e) (plug C B))
    (CLet (CLoop a ss e) (plug C (fused onum ss e C B R))) := @Fuse.R_Fuse.
(* R-Fuse as one step, where every use of the loop is a slice in one target: the loop is gone *)
Definition pinned_R_Fuse_step :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (a : axis) (ss : list (attr mono)) (e : core mono op) (C : ctx op) (B : core mono op) (R : nat),
  nth_error (caxes C) R = Some a -> (forall b : axis, In b (own e) -> ~ In b (caxes C)) ->
  only_sliced onum ss C B R ->
  forall (A : list axis) (G : list (ty elt)),
  replaces osem onum oty mdef M A G (unfused a ss e C B) (fused_step onum ss e C B R) := @Fuse_Step.R_Fuse_step.
(* its typing, *)
Definition pinned_R_Fuse_step_type :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (a : axis) (ss : list (attr mono)) (e : core mono op) (C : ctx op) (B : core mono op) (R : nat),
  nth_error (caxes C) R = Some a -> (forall b : axis, In b (own e) -> ~ In b (caxes C)) ->
  only_sliced onum ss C B R ->
  forall (A : list axis) (G ts : list (ty elt)), ctype onum oty mdef M A G (unfused a ss e C B) ts ->
  ctype onum oty mdef M A G (fused_step onum ss e C B R) ts := @Fuse_Step.R_Fuse_step_type.
(* and its denotation *)
Definition pinned_R_Fuse_step_eval :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (a : axis) (ss : list (attr mono)) (e : core mono op) (C : ctx op) (B : core mono op) (R : nat),
  nth_error (caxes C) R = Some a -> (forall b : axis, In b (own e) -> ~ In b (caxes C)) ->
  only_sliced onum ss C B R ->
  forall (A : list axis) (G ts : list (ty elt)) (K : list (axis * nat)) (env : list tensor),
  ctype onum oty mdef M A G (unfused a ss e C B) ts -> map fst K = A -> have_types env G ->
  ev osem M K env (fused_step onum ss e C B R) = ev osem M K env (unfused a ss e C B) := @Fuse_Step.R_Fuse_step_eval.
(* R-Fuse takes the slices in the target and the loop, and duplicates nothing. *)
Definition pinned_R_Fuse_step_once :
  forall (Sc : Scalars) (op : Type) (onum : op -> nat) (a : axis) (ss : list (attr mono)) (e : core mono op)
    (C : ctx op) (B : core mono op) (R : nat),
  exists c : nat, takes c 1 (unfused a ss e C B) (fused_step onum ss e C B R) := @Fuse_Once.R_Fuse_step_once.
(* After the pass no let, in any loop, has a target or a loop to merge with. *)
Definition pinned_R_Fuse_pass_done :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt),
  (mono -> elt -> Prop) ->
  forall M : list nat, counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall e : core mono op,
  redex onum (fuse onum M e) = false := @Fuse_Pass.R_Fuse_pass_done.
(* R-Fuse wherever the pass finds that it applies: typing stays, the denotation stays, data flow does not grow *)
Definition pinned_R_Fuse_pass :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (A : list axis) (G : list (ty elt)) (e : core mono op),
  replaces osem onum oty mdef M A G e (fuse onum M e) := @Fuse_Pass.R_Fuse_pass.
(* Γ ⊢core e : τ̄ gives Γ ⊢core fuse(e) : τ̄, *)
Definition pinned_R_Fuse_pass_type :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (A : list axis) (G : list (ty elt)) (e : core mono op) (ts : list (ty elt)),
  ctype onum oty mdef M A G e ts ->
  ctype onum oty mdef M A G (fuse onum M e) ts := @Fuse_Pass.R_Fuse_pass_type.
(* ⟦fuse(e)⟧ρ = ⟦e⟧ρ, *)
Definition pinned_R_Fuse_pass_eval :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (A : list axis) (G : list (ty elt)) (e : core mono op) (ts : list (ty elt)) (K : list (axis * nat))
    (env : list tensor),
  ctype onum oty mdef M A G e ts -> map fst K = A -> have_types env G ->
  ev osem M K env (fuse onum M e) = ev osem M K env e := @Fuse_Pass.R_Fuse_pass_eval.
(* and fuse(e) is e without some slices and loops: every op is there as often as in e. *)
Definition pinned_R_Fuse_pass_once :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt),
  (mono -> elt -> Prop) ->
  forall M : list nat, counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall e : core mono op,
  exists c n : nat, takes c n e (fuse onum M e) := @Fuse_Pass.R_Fuse_pass_once.
(* If x̄'s let is well-typed, x̄ is read, and in some target of it the premises of R-Fuse hold *)
Definition pinned_R_Fuse_step_decided :
  forall (Sc : Scalars) (op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M : list nat) (a : axis) (ss : list (attr mono)) (e : core mono op) (C : ctx op) (B : core mono op) (R : nat)
    (A : list axis) (G ts : list (ty elt)),
  ctype onum oty mdef M A G (unfused a ss e C B) ts -> nth_error (caxes C) R = Some a ->
  (forall b : axis, In b (own e) -> ~ In b (caxes C)) -> only_sliced onum ss C B R ->
  unread onum (length ss) (plug C B) = false ->
  exists t : core mono op, target onum a ss e (plug C B) = Some t := @Fuse_Decide.R_Fuse_step_decided.
(* Wherever in fuse(e) a loop and a target of it meet the premises of R-Fuse, nothing reads the loop. *)
Definition pinned_R_Fuse_pass_complete :
  forall (Sc : Scalars) (op elt : Type) (onum : op -> nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop)
    (M : list nat) (osem : op_values tensor op),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (e : core mono op) (A : list axis) (G ts : list (ty elt)) (D : ctx op) (a : axis) (ss : list (attr mono))
    (b : core mono op) (C : ctx op) (B : core mono op) (R : nat),
  ctype onum oty mdef M A G e ts -> fuse onum M e = plug D (unfused a ss b C B) -> nth_error (caxes C) R = Some a ->
  (forall c : axis, In c (own b) -> ~ In c (caxes C)) -> only_sliced onum ss C B R ->
  unread onum (length ss) (plug C B) = true := @Fuse_Decide.R_Fuse_pass_complete.
(* let x̄ = d in e ~> e, where e does not read x̄: what R-Fuse leaves of a loop whose every use was moved *)
Definition pinned_drop_let :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (A : list axis) (G : list (ty elt)) (d e : core mono op), unread onum (arity onum d) e = true ->
  replaces osem onum oty mdef M A G (CLet d e) (lower onum (arity onum d) e) := @Fuse_Lets.drop_let.
(* R-Fuse for loops side by side: together, in any context *)
Definition pinned_R_Merge :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (a : axis) (s1 s2 : list (attr mono)) (e1 e2 k : core mono op),
  (forall j : nat, j < length s1 -> reads onum s1 0 0 e2 j = false) ->
  forall (A : list axis) (G : list (ty elt)),
  replaces osem onum oty mdef M A G (apart a s1 s2 e1 e2 k) (merged onum a s1 s2 e1 e2 k) := @Fuse_Merge.R_Merge.
(* let x̄ = loop a σ̄ (r. e) in k, without the results that k does not read *)
Definition pinned_R_Prune :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (b : axis) (s : list (attr mono)) (e k' : core mono op) (A : list axis) (G : list (ty elt)),
  replaces osem onum oty mdef M A G (CLet (CLoop b s e) k') (pruned onum b s e k') := @Fuse_Merge.R_Prune.

(* Theorem 4 with Theorem 2: ⟦⟨e'⟩⟧ρ' (δ) = ⟦e⟧ρ where e' is e annotated and propagated *)
Definition pinned_fused_correct :
  forall (Sc : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum -> Forall (lt 0) M -> typed_values osem oty ->
  forall (localise : localisation op) (reg : registry op elt), valid_registry osem oty mdef localise reg ->
  forall (G : list (ty elt)) (p : prog op elt) (res : list nat) (p' : prog op elt) (res' : list nat)
    (ts : list (ty elt)) (args : list tensor),
  tactics M localise reg G p res p' res' -> wf_prog osem oty mdef M localise G p res ts -> have_types args G ->
  forall D : dev, dev_ok M D ->
  hev osem M (fun _ => args) (tr [] (fuse onum M (term M localise p' res'))) D =
    ev osem M [] args (term M localise (bare p) res) := @Fuse_Pass.fused_correct.
