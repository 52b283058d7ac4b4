(* Audit_Types.v: section 2, distributed types: what is proved of equal and of local distributed types,
   statement by statement, and what the words in them mean (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Functions Soundness OpEntry Partial PartialOp DistEqual DistComplete OpTypes DTyping.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation hev := (heval tz chunk concat reduce).

(* the ways to write tilings: what is equal is so by these steps alone *)
Definition pinned_teq_ind :
  forall (k : nat) (P : tiling -> tiling -> Prop), (forall ts : tiling, P ts ts) ->
  (forall ts ts' : tiling, teq k ts ts' -> P ts ts' -> P ts' ts) ->
  (forall ts ts' ts'' : tiling, teq k ts ts' -> P ts ts' -> teq k ts' ts'' -> P ts' ts'' -> P ts ts'') ->
  (forall (t : list (nat * list axis)) (d : nat) (A : list axis) (d' : nat) (B : list axis)
    (u : list (nat * list axis)), d <> d' -> P (t ++ (d, A) :: (d', B) :: u) (t ++ (d', B) :: (d, A) :: u)) ->
  (forall (t : list (nat * list axis)) (d : nat) (A B : list axis) (u : list (nat * list axis)),
    P (t ++ (d, A) :: (d, B) :: u) (t ++ (d, A ++ B) :: u)) ->
  (forall (t : list (nat * list axis)) (d : nat) (u : list (nat * list axis)), d < k ->
    P (t ++ (d, []) :: u) (t ++ u)) ->
  forall t t0 : tiling, teq k t t0 ->
  P t t0 := @DistEqual.teq_ind.

(* D-Op: op(x̄ : D̄) : D̄' *)
Definition pinned_D_Op_shapes :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (n k : nat) (l : list level) (shs rsh : nat -> list nat) (ol og : list tensor -> list tensor),
  entries M n k l shs rsh ol og -> Forall (fun v : level => fst (fst v) < length M) l ->
  forall X : nat -> tensor,
  (forall i : nat, i < n -> fits (operand_roles i l) (shs i) /\ wf (X i) /\
    shape (X i) = grown M (operand_roles i l) (shs i)) ->
  forall j : nat, j < k ->
  fits (result_roles j l) (rsh j) /\ wf (nth j (og (args n X)) tz) /\ shape (nth j (og (args n X)) tz) =
    grown M (result_roles j l) (rsh j) := @OpTypes.D_Op_shapes.
(* D-Op, shapes: from the operands' local shapes by their D's, the results' local shapes by theirs *)
Definition pinned_D_Op_local :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (n k : nat) (l : list level) (shs rsh : nat -> list nat) (ol og : list tensor -> list tensor),
  entries M n k l shs rsh ol og -> Forall (fun v : level => fst (fst v) < length M) l ->
  forall X : nat -> tensor,
  (forall i : nat, i < n -> wf (X i) /\ chain M (Dtiles (operand_roles i l)) (shape (X i)) /\
    lshape M (Dtiles (operand_roles i l)) (shape (X i)) = shs i) ->
  forall j : nat, j < k -> let Y := nth j (og (args n X)) tz in
  wf Y /\ shape Y = grown M (result_roles j l) (rsh j) /\ chain M (Dtiles (result_roles j l)) (shape Y) /\
    lshape M (Dtiles (result_roles j l)) (shape Y) = rsh j := @OpTypes.D_Op_local.

(* D-Slice: all_slice appends ā at the minor end of d's list *)
Definition pinned_D_Slice_list :
  forall (d : nat) (ts : list (nat * list axis)) (e : nat) (A : list axis),
  axes_on d (ts ++ [(e, A)]) = axes_on d ts ++ (if e =? d then A else []) := @DistEqual.D_Slice_list.
(* D-Slice appends at the minor end of d's list *)
Definition pinned_D_Slice_dim :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (d : nat) (A : list nat) (B : list axis)
    (ts' : list (nat * list axis)) (P : list axis) (m : mono),
  ~ In d (map fst ts') -> represents M V G (mkD (ts ++ (d, B) :: ts') P m) ->
  let n := lshape M (ts ++ (d, B) :: ts') (shape G) in d < length n -> NoDup A -> in_mesh M A ->
  Nat.divide (prod (sizes M A)) (nth d n 0) ->
  (forall a : nat, In a A -> ~ In a (axes_of (mkD (ts ++ (d, B) :: ts') P m))) ->
  represents M (fslice chunk M d A V) G (mkD (ts ++ (d, B ++ A) :: ts') P m) := @DistEqual.D_Slice_dim.

(* D-Gather: all_gather removes ā from the minor end of d's list *)
Definition pinned_D_Gather_suffix :
  forall (k : nat) (ts : tiling) (d : nat) (A : list axis), on_dims k ts -> d < k ->
  (exists ts' : list (nat * list axis), teq k ts (ts' ++ [(d, A)])) <->
    (exists B : list axis, axes_on d ts = B ++ A) := @DistEqual.D_Gather_suffix.
(* D-Gather removes a minor suffix of d's list, wherever that list stands *)
Definition pinned_D_Gather_dim :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (ts : list (nat * list axis)) (d : nat) (A B : list axis)
    (ts' : list (nat * list axis)) (P : list axis) (m : mono),
  ~ In d (map fst ts') -> represents M V G (mkD (ts ++ (d, B ++ A) :: ts') P m) ->
  represents M (fgather concat M d A V) G (mkD (ts ++ (d, B) :: ts') P m) := @DistEqual.D_Gather_dim.

(* D-Reduce: all_reduce<⊕> removes partial axes *)
Definition pinned_D_Reduce_subset :
  forall P B : list axis, NoDup P ->
  (exists P' : list axis, Permutation P (P' ++ B)) <-> NoDup B /\ incl B P := @DistEqual.D_Reduce_subset.

(* D-Func: the results have the declared distributed types *)
Definition pinned_D_Func_types :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat), counted osem onum ->
  forall (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat), Forall (lt 0) M ->
  forall (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)), dtype osem onum oty mdef M R s rs ->
  Forall (gd_ok M) R ->
  htype oty mdef M (map (local_of M) R) s (map (local_of M) rs) /\
    (forall (R' : list (gd elt)) (E : dev -> list tensor), Forall2 (alike (elt:=elt)) R R' -> dist_env M R' E ->
    exists rs' : list (gd elt), Forall2 (alike (elt:=elt)) rs rs' /\ dist_env M rs' (fun D => hev osem M E s D))
  := @DTyping.D_Func_types.

(* D-rules, local types: Γ ⊢ s : D̄ gives local(Γ) ⊢spmd s : local(D̄) *)
Definition pinned_dtype_local :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)), dtype osem onum oty mdef M R s rs ->
  Forall (gd_ok M) R ->
  htype oty mdef M (map (local_of M) R) s (map (local_of M) rs) /\ Forall (gd_ok M) rs := @DTyping.dtype_local.
(* Γ ⊢ s : D̄ and V̄ ⊨ Ḡ : Γ give local(Γ) ⊢spmd s : local(D̄) and ⟦s⟧V̄ ⊨ Ḡ' : D̄ *)
Definition pinned_dtype_local_sound :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (onum : op -> nat), counted osem onum ->
  forall (oty : op_types op elt) (mdef : mono -> elt -> Prop) (M : list nat), Forall (lt 0) M ->
  forall (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)), dtype osem onum oty mdef M R s rs ->
  forall E : dev -> list tensor, dist_env M R E ->
  htype oty mdef M (map (local_of M) R) s (map (local_of M) rs) /\ dist_env M rs (fun D => hev osem M E s D)
  := @DTyping.dtype_local_sound.
(* Γ ⊢ s : D̄ whatever the global values are: only their shapes matter *)
Definition pinned_dtype_any_values :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)), dtype osem onum oty mdef M R s rs ->
  Forall (gd_ok M) R ->
  forall R' : list (gd elt), Forall2 (alike (elt:=elt)) R R' ->
  exists rs' : list (gd elt), dtype osem onum oty mdef M R' s rs' /\ Forall2 (alike (elt:=elt)) rs rs'
  := @DTyping.dtype_any_values.

(* Equal D's: one list of axes for each dimension, a set of partial axes, and ⊕ where there are any *)
Definition pinned_deq_represents :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (V : dev -> tensor) (G : tensor) (D D' : dist), deq (length (shape G)) D D' -> represents M V G D ->
  represents M V G D' := @DistEqual.deq_represents.
(* two D's are one distributed type if and only if they have one normal form *)
Definition pinned_deq_iff :
  forall (S : Scalars) (M : list nat) (k : nat) (D D' : dist), norm_ok M k D -> norm_ok M k D' ->
  deq k D D' <-> dnorm M k D = dnorm M k D' := @DistEqual.deq_iff.
(* D' that holds of every family that D holds of, with nothing partial, is D *)
Definition pinned_deq_complete :
  forall (S0 : Scalars) (M : list nat), Forall (lt 0) M ->
  forall t0 t1 : T, t0 <> t1 ->
  forall (sh : list nat) (ts ts' : list (nat * list axis)) (m m' : mono), Forall (lt 0) sh -> chain M ts sh ->
  chain M ts' sh -> NoDup (flat_map snd ts) -> NoDup (flat_map snd ts') ->
  Forall (fun a => 2 <= size M a) (flat_map snd ts) -> Forall (fun a => 2 <= size M a) (flat_map snd ts') ->
  (forall (V : dev -> tensor) (G : tensor), shape G = sh -> represents M V G (mkD ts [] m) ->
    represents M V G (mkD ts' [] m')) ->
  deq (length sh) (mkD ts [] m) (mkD ts' [] m') := @DistComplete.deq_complete.
(* Γ, too, may be written in any equal way; so D_Equal is needed for the results alone *)
Definition pinned_dtype_equal_context :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (R : list (gd elt)) (s : hlo mono op) (rs : list (gd elt)),
  dtype osem onum oty mdef M R s rs ->
  forall R' : list (gd elt), Forall2 (gd_eq (elt:=elt)) R' R ->
  dtype osem onum oty mdef M R' s rs := @DTyping.dtype_equal_context.
