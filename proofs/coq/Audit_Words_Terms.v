(* Audit_Words_Terms.v: sections 1 to 5 and 7: the words of the checker, of the passes over HLO, of propagation
   and of scopes that the other files Audit_Words*.v leave, equated with their definitions (see Audit_Words.v).
   *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Check Soundness Partial PartialOp DTyping HloRename Hoist CseDce MultiParam Cells Propagation
  Propagate_Fixpoint Contexts NestFollow NestContext Fuse Fuse_Lets Actions Scopes Scopes_Programs.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation have_types := (Forall2 (@val _ _)).
Notation localisation op := (op -> nat -> entry -> op).
Notation registry op elt := (op -> list (ty elt) -> nat -> list entry).

Definition pinned_Mesh_axis : @Mesh.axis =
  (nat)
  := eq_refl.
Definition pinned_Mesh_dev : @Mesh.dev =
  (list nat)
  := eq_refl.
Definition pinned_Mesh_coord : @Mesh.coord =
  (list (axis * nat))
  := eq_refl.
(* τ: a shape and an element type *)
Definition pinned_Core_ty : @Core.ty =
  (fun elt : Type => (list nat * elt)%type)
  := eq_refl.
(* the type τ̄ of e with Γ ⊢core e : τ̄, if there is one *)
Definition pinned_Check_check : @Check.check =
  (fun (mono op elt : Type) (otyf : op -> list (ty elt) -> option (list (ty elt))) (onum : op -> nat)
  (mdefb : mono -> elt -> bool) (M : list nat) => fix check (A : list axis) (G : list (ty elt)) (e : core mono op)
  {struct e} : option (list (ty elt)) :=
  match e with
  | CVars _ _ xs => lookups G xs
  | COp _ o xs => match lookups G xs with | Some ts => otyf o ts | None => None end
  | CLet e1 e2 => match check A G e1 with | Some ts => check A (ts ++ G) e2 | None => None end
  | CSlice _ _ d x r => match nth_error G x with | Some (n, el) => match nth_error A r with | Some a => if
    (d <? length n) && divb (size M a) (nth d n 0) && (size M a <=? nth d n 0)
    then Some [(upd n d (nth d n 0 / size M a), el)] else None | None => None end | None => None end
  | CLoop a ss e0 => if (a <? length M) && negb (existsb (Nat.eqb a) A) then match check (a :: A)
    G e0 with | Some ts => loop_check mdefb M a (taint onum 0 [] e0) ss ts | None => None end else None
  end)
  := eq_refl.
(* N divides n, and n holds N *)
Definition pinned_Actions_divides : @Actions.divides =
  (fun N n : nat => (N <=? n) && (n mod N =? 0))
  := eq_refl.
Definition pinned_Functions_when : @Functions.when =
  (fun (mono op : Type) (b : bool) (s : hlo mono op) => if b then Some s else None)
  := eq_refl.
Definition pinned_Functions_free : @Functions.free =
  (fun (x : nat) (xs : list nat) => negb (existsb (Nat.eqb x) xs))
  := eq_refl.
Definition pinned_Functions_leqb : @Functions.leqb =
  (fix leqb (a b : list nat) {struct a} : bool :=
  match a with
  | [] => match b with | [] => true | _ :: _ => false end
  | x :: a0 => match b with | [] => false | y :: b0 => (x =? y) && leqb a0 b0 end
  end)
  := eq_refl.
Definition pinned_Functions_bind2 : @Functions.bind2 =
  (fun (mono op : Type) (a b : option (hlo mono op)) (f : hlo mono op -> hlo mono op -> hlo mono op) =>
  match a with
  | Some a0 => match b with | Some b0 => Some (f a0 b0) | None => None end
  | None => None
  end)
  := eq_refl.
(* the type of a parameter or result: its global type, and D *)
Definition pinned_Functions_dty : @Functions.dty =
  (fun (S : Scalars) (elt : Type) => (ty elt * dist)%type)
  := eq_refl.
(* loops, outermost first, each with its result's σ *)
Definition pinned_Nest_nest : @Nest.nest =
  (fun S : Scalars => list (axis * attr mono))
  := eq_refl.
(* loop a1 σ1 (r1. .. loop ak σk (rk. [])) *)
Definition pinned_NestContext_loops : @NestContext.loops =
  (fun (Sc : Scalars) (op : Type) => fix loops (n : Nest.nest) : ctx op :=
  match n with
  | [] => XHole op
  | (a, s) :: n0 => XLoop a [s] (loops n0)
  end)
  := eq_refl.
Definition pinned_DTyping_dims : @DTyping.dims =
  (fun (S : Scalars) (G : tensor) => length (shape G))
  := eq_refl.
(* the role of one value along the axes, minor-most axis first *)
Definition pinned_PartialOp_roles : @PartialOp.roles =
  (fun S : Scalars => list (axis * attr mono))
  := eq_refl.
(* an axis and the entry chosen along it: (a, operand roles, result roles) *)
Definition pinned_PartialOp_level : @PartialOp.level =
  (fun S : Scalars => (axis * (nat -> attr mono) * (nat -> attr mono))%type)
  := eq_refl.
(* a renaming under h binders *)
Definition pinned_HloRename_up : @HloRename.up =
  (fun (h : nat) (f : nat -> nat) (y : nat) => if y <? h then y else h + f (y - h))
  := eq_refl.
(* the environment at the hole, and how many variables the context binds there *)
Definition pinned_HloRename_cenv : @HloRename.cenv =
  (fun (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
  (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
  (M : list nat) => fix cenv (C : HloRename.ctx mono op) (E : dev -> list tensor) {struct C} : dev ->
  list tensor :=
  match C with
  | Hole _ _ => E
  | TupL C0 _
  | TupR _ C0
  | LetL C0 _ => cenv C0 E
  | LetR s1 C0 => cenv C0 (fun D => heval tz chunk concat reduce osem M E s1 D ++ E D)
  end)
  := eq_refl.
(* the variables of a let that S-DCE drops: s reads none of the last h *)
Definition pinned_CseDce_unused : @CseDce.unused =
  (fun (mono op : Type) (onum : op -> nat) (h : nat) (s : hlo mono op) => forallb (fun y => negb (used onum y s))
  (seq 0 h))
  := eq_refl.
Definition pinned_CseDce_lower : @CseDce.lower =
  (fun (mono op : Type) (onum : op -> nat) (h : nat) (s : hlo mono op) => ren onum (fun y => y - h) s)
  := eq_refl.
(* let ys = s1 in s2 ---> s2[xs/ys] where the variables xs of the scope hold the values of s1 *)
Definition pinned_CseDce_sub : @CseDce.sub =
  (fun (h : nat) (xs : list nat) (f : nat -> nat) (y : nat) => if y <? h then nth y xs 0 else f (y - h))
  := eq_refl.
Definition pinned_CseDce_idn : @CseDce.idn =
  (fun y => y)
  := eq_refl.
Definition pinned_CseDce_avail : @CseDce.avail =
  (fun mono op : Type => list (hlo mono op * list nat))
  := eq_refl.
(* the pass S-CSE, with what is available so far *)
Definition pinned_CseDce_cse : @CseDce.cse =
  (fun (mono op : Type) (onum : op -> nat) (op_dec : forall a b : op, {a = b} + {a <> b})
  (mono_dec : forall a b : mono, {a = b} + {a <> b}) (keep : hlo mono op -> bool) => fix cse (f : nat -> nat)
  (av : avail mono op) (s : hlo mono op) {struct s} : hlo mono op :=
  match s with
  | HTup s1 s2 => HTup (cse f av s1) (cse f av s2)
  | HLet s1 s2 => let s1' := cse f av s1 in let h := harity onum s1 in match lookup op_dec mono_dec av s1' with |
    Some xs => cse (CseDce.sub h xs f)
    av s2 | None => HLet s1' (cse (HloRename.up h f) (bind onum keep h s1' av) s2) end
  | _ => ren onum f s
  end)
  := eq_refl.
(* the pass: every unused let of a term *)
Definition pinned_CseDce_dce : @CseDce.dce =
  (fun (mono op : Type) (onum : op -> nat) => fix dce (s : hlo mono op) : hlo mono op :=
  match s with
  | HTup s1 s2 => HTup (dce s1) (dce s2)
  | HLet s1 s2 => let s2' := dce s2 in if unused onum (harity onum s1) s2' then CseDce.lower onum (harity onum s1)
    s2' else HLet (dce s1) s2'
  | _ => s
  end)
  := eq_refl.
Definition pinned_CseDce_av_ok : @CseDce.av_ok =
  (fun (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
  (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
  (onum : op -> nat) (M : list nat) (E : dev -> list tensor) (av : avail mono op) => forall (e : hlo mono op)
  (xs : list nat), In (e, xs) av -> meshed M e /\ length xs = harity onum e /\
  (forall D : dev, dev_ok M D -> heval tz chunk concat reduce osem M E e D = map (look tz (E D)) xs))
  := eq_refl.
Definition pinned_CseDce_av_ty : @CseDce.av_ty =
  (fun (mono op elt : Type) (M : list nat) (oty : op_types op elt) (mdef : mono -> elt -> Prop) (G : list (ty elt))
  (av : avail mono op) => forall (e : hlo mono op) (xs : list nat), In (e, xs) av -> exists ts : list (ty elt),
  htype oty mdef M G e ts /\ Forall2 (has G) xs ts)
  := eq_refl.
(* an operand of op: whether it is reduced, its shape, the family *)
Definition pinned_Hoist_operand : @Hoist.operand =
  (fun S : Scalars => (bool * list nat * (dev -> tensor))%type)
  := eq_refl.
(* op is a ⊕-homomorphism jointly in the reduced operands, at operands of these types *)
Definition pinned_Hoist_joint_hom : @Hoist.joint_hom =
  (fun (S : Scalars) (m : mono) (ys : list (bool * list nat)) (op : list tensor -> tensor) => forall (I : Type)
  (l : list I) (ps : list (part I)), l <> [] -> Forall2 (part_ok l) ys ps -> op (map (whole_of m l) ps) =
  reduce m (map (fun i : I => op (map (at_part i) ps)) l))
  := eq_refl.
Definition pinned_MultiParam_typed_env : @MultiParam.typed_env =
  (fun (S : Scalars) (elt : Type) (M : list nat) (G : list (ty elt)) (E : dev -> list tensor) => forall D : dev,
  dev_ok M D -> have_types (E D) G)
  := eq_refl.
(* the renaming of a let of variables *)
Definition pinned_Fuse_Lets_sub : @Fuse_Lets.sub =
  (fun (xs : list nat) (y : nat) => if y <? length xs then nth y xs 0 else y - length xs)
  := eq_refl.
(* the renaming that swaps two lets *)
Definition pinned_Fuse_Lets_flip : @Fuse_Lets.flip =
  (fun n1 n2 y : nat => if y <? n2 then n1 + y else if y <? n2 + n1 then y - n2 else y)
  := eq_refl.
(* the renaming of a let that moves out of a let *)
Definition pinned_Fuse_Lets_over : @Fuse_Lets.over =
  (fun n2 n1 y : nat => if y <? n2 then y else n1 + y)
  := eq_refl.
Definition pinned_Propagation_prog : @Propagation.prog =
  (fun (Sc : Scalars) (op elt : Type) => list (inst op elt))
  := eq_refl.
Definition pinned_Propagation_update : @Propagation.update =
  (fix update (X : Type) (n : nat) (f : X -> X) (l : list X) {struct n} : list X :=
  match l with
  | [] => []
  | x :: l0 => match n with | 0 => f x :: l0 | S n0 => x :: update X n0 f l0 end
  end)
  := eq_refl.
(* Some (Some d): tile<d>; Some None: any; None: nothing (a reduce result, a plain value, a parameter) *)
Definition pinned_Propagation_offer : @Propagation.offer =
  (option (option nat))
  := eq_refl.
Definition pinned_Propagation_tiles : @Propagation.tiles =
  (fun (Sc : Scalars) (d : nat) (s : attr mono) =>
  match s with
  | Tile _ d' => d =? d'
  | _ => false
  end)
  := eq_refl.
Definition pinned_Propagation_offer_of : @Propagation.offer_of =
  (fun (Sc : Scalars) (s : attr mono) =>
  match s with
  | Tile _ d => Some (Some d)
  | Red _ => None
  | Any _ => Some None
  end)
  := eq_refl.
(* Some d where the operand is sliced on d *)
Definition pinned_Propagation_use_of : @Propagation.use_of =
  (fun (Sc : Scalars) (s : attr mono) =>
  match s with
  | Tile _ d => Some d
  | _ => None
  end)
  := eq_refl.
Definition pinned_Propagation_find_cell : @Propagation.find_cell =
  (fun (Sc : Scalars) (a : nat) (cs : list (axis * entry))
  => option_map snd (find (fun c : nat * entry => fst c =? a) cs))
  := eq_refl.
Definition pinned_Propagation_add_cell : @Propagation.add_cell =
  (fun (Sc : Scalars) (op elt : Type) (a : axis) (e : entry) (i : inst op elt)
  => {| ih := ih i; ixs := ixs i; iin := iin i; iout := iout i; ics := ics i ++ [(a, e)] |})
  := eq_refl.
Definition pinned_Propagation_drop_cells : @Propagation.drop_cells =
  (fun (Sc : Scalars) (op elt : Type) (i : inst op elt)
  => {| ih := ih i; ixs := ixs i; iin := iin i; iout := iout i; ics := [] |})
  := eq_refl.
Definition pinned_Propagation_forallb2 : @Propagation.forallb2 =
  (fix forallb2 (X Y : Type) (f : X -> Y -> bool) (l : list X) (l' : list Y) {struct l} : bool :=
  match l with
  | [] => match l' with | [] => true | _ :: _ => false end
  | x :: l0 => match l' with | [] => false | y :: l'0 => f x y && forallb2 X Y f l0 l'0 end
  end)
  := eq_refl.
Definition pinned_Propagation_is_free : @Propagation.is_free =
  (fun (Sc : Scalars) (op elt : Type) (a : nat) (i : inst op elt) => negb (existsb (Nat.eqb a) (map fst (ics i))))
  := eq_refl.
Definition pinned_Propagation_free_of : @Propagation.free_of =
  (fun (Sc : Scalars) (op elt : Type) (A : list axis) (p : prog op elt)
  => Forall (fun i : inst op elt => Forall (fun c : axis * entry => ~ In (fst c) A) (ics i)) p)
  := eq_refl.
Definition pinned_Propagation_tile_offered : @Propagation.tile_offered =
  (existsb (fun o : offer =>
  match o with
  | Some (Some _) => true
  | _ => false
  end))
  := eq_refl.
Definition pinned_Propagation_demanded : @Propagation.demanded =
  (existsb (fun o : option nat =>
  match o with
  | Some _ => true
  | None => false
  end))
  := eq_refl.
(* what a decision has to be: a free cell of an op, and an entry that the registry has for what is left of the
   op inside its loops, with no partial operand and the data flow that T-Any asks for *)
Definition pinned_Propagation_admissible : @Propagation.admissible =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt) (a : axis)
  (p : prog op elt) (d : nat * entry) => exists (i : inst op elt) (o : op) (ts : list (ty elt)),
  nth_error p (fst d) = Some i /\ ~ In a (map fst (ics i)) /\ cell_ok (snd d) = true /\
  inner M localise (ics i) (ih i) (iin i) = (Some o, ts) /\ In (snd d) (reg o ts (size M a)))
  := eq_refl.
(* how many cells are free *)
Definition pinned_Propagate_Fixpoint_free : @Propagate_Fixpoint.free =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) => fix free (p : prog op elt) : nat :=
  match p with
  | [] => 0
  | i :: p0 => free_in M i + free p0
  end)
  := eq_refl.
Definition pinned_Propagate_Fixpoint_axes_in : @Propagate_Fixpoint.axes_in =
  (fun M axes : list nat => Forall (fun a => a < length M) axes)
  := eq_refl.
(* Earlier tactics are never undone: every instance keeps its operands and its cells, new ones are added inside.
   *)
Definition pinned_Propagate_Fixpoint_kept : @Propagate_Fixpoint.kept =
  (fun (Sc : Scalars) (op elt : Type) (p p' : prog op elt)
  => Forall2 (fun i i' : inst op elt => exists cs : list (axis * entry),
  i' = {| ih := ih i; ixs := ixs i; iin := iin i; iout := iout i; ics := ics i ++ cs |}) p p')
  := eq_refl.
(* an operand is held back by atomic: there is no candidate, and there would be one without the any offers *)
Definition pinned_Propagate_Fixpoint_held_back : @Propagate_Fixpoint.held_back =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) (a : nat) (p : prog op elt) (n : nat) =>
  match view a p res n with
  | Some (offs, dems, i) => let offs' := map (fun o : offer => match o with | Some None => None | _ => o end)
    offs in match candidates M localise reg a offs dems i with | [] => match candidates M localise reg a offs' dems
    i with | [] => false | _ :: _ => true end | _ :: _ => false end
  | None => false
  end)
  := eq_refl.
Definition pinned_Propagate_Fixpoint_conflict : @Propagate_Fixpoint.conflict =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) (reg : registry op elt)
  (res : list nat) (a : nat) (p : prog op elt) (n : nat) => stuck M localise reg res a p n && negb
  (held_back M localise reg res a p n))
  := eq_refl.
(* a list of lets before any expression k *)
Definition pinned_Scopes_fill : @Scopes.fill =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) => fix fill (p : prog op elt)
  (k : core mono op) {struct p} : core mono op :=
  match p with
  | [] => k
  | i :: p0 => CLet (nest M localise (ics i) (ih i) (ixs i)) (fill p0 k)
  end)
  := eq_refl.
Definition pinned_Scopes_Programs_opened : @Scopes_Programs.opened =
  (fun (Sc : Scalars) (op elt : Type) (M : list nat) (localise : localisation op) => fix opened (n : tree op elt)
  : bool :=
  match n with
  | NLet n1 _ n2 => negb (is_op (code M localise n1)) && opened n1 && opened n2
  | NList (_ :: _) (NVars _ _ _ as n0)
  | NList (_ :: _) (NLet _ _ _ as n0)
  | NList (_ :: _) (NLoop _ _ _ as n0)
  | NList (_ :: _) (NKeep _ _ as n0)
  | NLoop _ _ n0 => opened n0
  | NVars _ _ _
  | NKeep _ (COp _ _ _)
  | NKeep _ (CSlice _ _ _ _ _) => true
  | _ => false
  end)
  := eq_refl.
