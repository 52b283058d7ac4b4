(* Audit_Terms.v: section 5: the rules of SimplifyTerms.v, statement by statement (see Audit.v). *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Soundness Hoist MultiParam SimplifyTerms.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation counted_types oty onum := (forall o ts ts', oty o ts ts' -> length ts' = onum o).
Notation have_types := (Forall2 (@val _ _)).
Notation typed_values osem oty := (forall o a b ts, oty o a b -> have_types ts a -> have_types (osem o ts) b).

(* S-GatherSlice: let y = all_gather[d:ā] x in let z = all_slice[d:ā] y in s ⟶ let y = .. in let z = x in s *)
Definition pinned_rw_gather_slice :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (A : list axis) (s : hlo mono op),
  rewrites osem oty mdef M G (HLet (HGather mono op d A x) (HLet (HSlice mono op d A 0) s))
             (HLet (HGather mono op d A x) (HLet (HVars mono op [1 + x]) s))
  := @SimplifyTerms.rw_gather_slice.

(* S-GatherSlice, a prefix: let y = all_gather[d:ā·c̄] x in let z = all_slice[d:ā] y in s
   ⟶ let y = .. in let z = all_gather[d:c̄] x in s *)
Definition pinned_rw_gather_slice_prefix :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (A C : list axis) (s : hlo mono op),
  rewrites osem oty mdef M G (HLet (HGather mono op d (A ++ C) x) (HLet (HSlice mono op d A 0) s))
             (HLet (HGather mono op d (A ++ C) x) (HLet (HGather mono op d C (1 + x)) s))
  := @SimplifyTerms.rw_gather_slice_prefix.

(* S-GatherSlice, a longer slice: let y = all_gather[d:ā] x in let z = all_slice[d:ā·c̄] y in s
   ⟶ let y = .. in let z = all_slice[d:c̄] x in s *)
Definition pinned_rw_gather_slice_prefix2 :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (A C : list axis) (s : hlo mono op),
  rewrites osem oty mdef M G (HLet (HGather mono op d A x) (HLet (HSlice mono op d (A ++ C) 0) s))
             (HLet (HGather mono op d A x) (HLet (HSlice mono op d C (1 + x)) s))
  := @SimplifyTerms.rw_gather_slice_prefix2.

(* S-ReduceScatter: let y = all_reduce<⊕>{ā∪B} x in let z = all_slice[d:ā] y in s
   ⟶ let y = .. in let z = reduce_scatter<⊕>[d:ā](all_reduce<⊕>{B} x) in s, ā ∩ B = ∅ *)
Definition pinned_rw_reduce_scatter :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (m : mono) (A B C : list axis) (s : hlo mono op),
  Permutation C (A ++ B) ->
  rewrites osem oty mdef M G (HLet (HReduce op m C x) (HLet (HSlice mono op d A 0) s))
             (HLet (HReduce op m C x) (HLet (HLet (HReduce op m B (1 + x)) (HScatter op m d A 0)) s))
  := @SimplifyTerms.rw_reduce_scatter.

(* S-ReduceScatter with no other axes: let y = all_reduce<⊕>{ā} x in let z = all_slice[d:ā] y in s
   ⟶ let y = .. in let z = reduce_scatter<⊕>[d:ā] x in s *)
Definition pinned_rw_reduce_scatter_all :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (m : mono) (A C : list axis) (s : hlo mono op),
  Permutation C A ->
  rewrites osem oty mdef M G (HLet (HReduce op m C x) (HLet (HSlice mono op d A 0) s))
             (HLet (HReduce op m C x) (HLet (HScatter op m d A (1 + x)) s))
  := @SimplifyTerms.rw_reduce_scatter_all.

(* S-AllToAll: let y = all_gather[d:ā] x in let z = all_slice[d':ā] y in s
   ⟶ let y = .. in let z = all_to_all[d→d':ā] x in s, d ≠ d' *)
Definition pinned_rw_all_to_all :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  forall (G : list (ty elt)) (x d d' : nat) (A : list axis) (s : hlo mono op),
  d <> d' ->
  rewrites osem oty mdef M G (HLet (HGather mono op d A x) (HLet (HSlice mono op d' A 0) s))
             (HLet (HGather mono op d A x) (HLet (HAllToAll mono op d d' A (1 + x)) s))
  := @SimplifyTerms.rw_all_to_all.

(* S-ReduceMerge: let y = all_reduce<⊕>{B} x in let z = all_reduce<⊕>{A} y in s
   ⟶ let y = .. in let z = all_reduce<⊕>{A∪B} x in s, A ∩ B = ∅ *)
Definition pinned_rw_reduce_merge :
  forall S : Scalars, Laws S ->
  forall (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x : nat) (m : mono) (A B : list axis) (s : hlo mono op),
  (forall a, In a A -> ~ In a B) ->
  rewrites osem oty mdef M G (HLet (HReduce op m B x) (HLet (HReduce op m A 0) s))
             (HLet (HReduce op m B x) (HLet (HReduce op m (A ++ B) (1 + x)) s))
  := @SimplifyTerms.rw_reduce_merge.

(* S-GatherMerge: let y = all_gather[d:b̄] x in let z = all_gather[d:ā] y in s
   ⟶ let y = .. in let z = all_gather[d:ā·b̄] x in s, ā ∩ b̄ = ∅ *)
Definition pinned_rw_gather_merge :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (A B : list axis) (s : hlo mono op),
  (forall a, In a A -> ~ In a B) ->
  rewrites osem oty mdef M G (HLet (HGather mono op d B x) (HLet (HGather mono op d A 0) s))
             (HLet (HGather mono op d B x) (HLet (HGather mono op d (A ++ B) (1 + x)) s))
  := @SimplifyTerms.rw_gather_merge.

(* S-SliceMerge: let y = all_slice[d:ā] x in let z = all_slice[d:b̄] y in s
   ⟶ let y = .. in let z = all_slice[d:ā·b̄] x in s, ā ∩ b̄ = ∅ *)
Definition pinned_rw_slice_merge :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M ->
  forall (G : list (ty elt)) (x d : nat) (A B : list axis) (s : hlo mono op),
  (forall a, In a A -> ~ In a B) ->
  rewrites osem oty mdef M G (HLet (HSlice mono op d A x) (HLet (HSlice mono op d B 0) s))
             (HLet (HSlice mono op d A x) (HLet (HSlice mono op d (A ++ B) (1 + x)) s))
  := @SimplifyTerms.rw_slice_merge.

(* S-SliceGather: let x̄ = s0 in let y = all_slice[d:ā] x in let z = all_gather[d:ā] y in s
   ⟶ let x̄ = s0 in let y = .. in let z = x in s where ⟦s0⟧ is replicated over ā *)
Definition pinned_rw_slice_gather :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> typed_values osem oty ->
  forall (G : list (ty elt)) (s0 : hlo mono op) (x d : nat) (A : list axis) (s : hlo mono op),
  x < harity onum s0 ->
  (forall E, typed_env M G E -> forall D k, dev_ok M D -> inb k (sizes M A) ->
    heval tz chunk concat reduce osem M E s0 (updl D A k) = heval tz chunk concat reduce osem M E s0 D) ->
  rewrites osem oty mdef M G (HLet s0 (HLet (HSlice mono op d A x) (HLet (HGather mono op d A 0) s)))
             (HLet s0 (HLet (HSlice mono op d A x) (HLet (HVars mono op [1 + x]) s)))
  := @SimplifyTerms.rw_slice_gather.

(* S-ReduceHoist: let w̄ = s0 in let y = all_reduce<⊕>{A} x in let z = op(w, y) in s
   ⟶ let w̄ = s0 in let y = .. in let z = all_reduce<⊕>{A}(op(w, x)) in s where ⟦s0⟧ is replicated over A and op is a
   ⊕-homomorphism in its second operand, at the types that it has *)
Definition pinned_rw_reduce_hoist :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> counted_types oty onum -> typed_values osem oty ->
  forall (G : list (ty elt)) (s0 : hlo mono op) (w x : nat) (m : mono) (A : list axis) (o : op) (s : hlo mono op),
  onum o = 1 -> w < harity onum s0 ->
  (forall E, typed_env M G E -> forall D k, dev_ok M D -> inb k (sizes M A) ->
    heval tz chunk concat reduce osem M E s0 (updl D A k) = heval tz chunk concat reduce osem M E s0 D) ->
  (forall t n el b, oty o [t; (n, el)] b -> Forall (fun u => mdef m (snd u)) b /\
    forall v ts, val v t -> unif n ts ->
    look tz (osem o [v; reduce m ts]) 0 = reduce m (map (fun u => look tz (osem o [v; u]) 0) ts)) ->
  rewrites osem oty mdef M G (HLet s0 (HLet (HReduce op m A x) (HLet (HOp mono o [1 + w; 0]) s)))
             (HLet s0 (HLet (HReduce op m A x) (HLet (HLet (HOp mono o [1 + w; 1 + x]) (HReduce op m A 0)) s)))
  := @SimplifyTerms.rw_reduce_hoist.

(* S-ReduceHoist of two reduced operands: let y = all_reduce<⊕>{A} x in let y' = all_reduce<⊕>{A} x' in
   let z = op(y, y') in s ⟶ let y = .. in let y' = .. in let z = all_reduce<⊕>{A}(op(x, x')) in s where op is a
   ⊕-homomorphism jointly in both, at the types that it has; x' is not y *)
Definition pinned_rw_reduce_hoist_both :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> counted_types oty onum ->
  forall (G : list (ty elt)) (x x' : nat) (m : mono) (A : list axis) (o : op) (s : hlo mono op), onum o = 1 ->
  (forall n el n' el' b, oty o [(n, el); (n', el')] b -> Forall (fun u => mdef m (snd u)) b /\
    joint_hom m [(true, n); (true, n')] (fun l => look tz (osem o l) 0)) ->
  rewrites osem oty mdef M G
    (HLet (HReduce op m A x) (HLet (HReduce op m A (1 + x')) (HLet (HOp mono o [1; 0]) s)))
    (HLet (HReduce op m A x) (HLet (HReduce op m A (1 + x'))
      (HLet (HLet (HOp mono o [2 + x; 2 + x']) (HReduce op m A 0)) s)))
  := @SimplifyTerms.rw_reduce_hoist_both.
