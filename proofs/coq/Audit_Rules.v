(* Audit_Rules.v: section 5: what is proved of the HLO rewrites, statement by statement (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Soundness Simplify Hoist
  HloRename CseDce ParamResult MultiParam MultiParamRules.
Import ListNotations.
Notation op_values tensor op := (op -> list tensor -> list tensor).
Notation op_types op elt := (op -> list (ty elt) -> list (ty elt) -> Prop).
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).
Notation counted_types oty onum := (forall o ts ts', oty o ts ts' -> length ts' = onum o).
Notation have_types := (Forall2 (@val _ _)).
Notation typed_values osem oty := (forall o a b ts, oty o a b -> have_types ts a -> have_types (osem o ts) b).

(* S-GatherSlice: all_slice[d:ā](all_gather[d:ā·c̄] x) ⟶ all_gather[d:c̄] x *)
Definition pinned_S_GatherSlice :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (A : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d < length sh ->
  in_mesh M A -> dev_ok M D ->
  fslice chunk M d A (fgather concat M d A V) D = V D := @Simplify.S_GatherSlice.
(* S-GatherSlice: all_slice[d:ā](all_gather[d:ā·c̄] x) ⟶ all_gather[d:c̄] x; only prefixes (major axes) cancel *)
Definition pinned_S_GatherSlice_prefix :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (A C : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d < length sh ->
  in_mesh M A -> in_mesh M C -> dev_ok M D ->
  fslice chunk M d A (fgather concat M d (A ++ C) V) D = fgather concat M d C V D := @Simplify.S_GatherSlice_prefix.
(* S-GatherSlice: all_slice[d:ā·c̄](all_gather[d:ā] x) ⟶ all_slice[d:c̄] x *)
Definition pinned_S_GatherSlice_prefix2 :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (A C : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d < length sh ->
  in_mesh M A -> in_mesh M C -> Nat.divide (prod (sizes M C)) (nth d sh 0) -> dev_ok M D ->
  fslice chunk M d (A ++ C) (fgather concat M d A V) D = fslice chunk M d C V D := @Simplify.S_GatherSlice_prefix2.

(* S-SliceGatherSwap: all_slice[d':ā](all_gather[d:b̄] x) ⟶ all_gather[d:b̄](all_slice[d':ā] x) *)
Definition pinned_S_SliceGatherSwap :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d d' : nat) (A B : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d <> d' ->
  d < length sh -> d' < length sh -> in_mesh M A -> in_mesh M B -> (forall a : nat, In a A -> ~ In a B) ->
  dev_ok M D ->
  fslice chunk M d' A (fgather concat M d B V) D = fgather concat M d B (fslice chunk M d' A V) D
  := @Simplify.S_SliceGatherSwap.
(* S-SliceGatherSwap: all_slice[d':ā](all_slice[d:b̄] x) ⟶ all_slice[d:b̄](all_slice[d':ā] x), d ≠ d' *)
Definition pinned_S_SliceGatherSwap_slices :
  forall (S : Scalars) (M sh : list nat) (d d' : nat) (A B : list nat) (V : dev -> tensor) (D : dev),
  funif M sh V -> d <> d' -> d < length sh -> d' < length sh -> in_mesh M A -> in_mesh M B -> dev_ok M D ->
  fslice chunk M d' A (fslice chunk M d B V) D = fslice chunk M d B (fslice chunk M d' A V) D
  := @Simplify.S_SliceGatherSwap_slices.
(* let y = all_gather[d:B] x in let z = all_slice[d':A] y in s, d <> d', A and B disjoint, s does not read y *)
Definition pinned_rw_slice_gather_swap :
  forall (S0 : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> counted osem onum -> counted_types oty onum ->
  forall (G : list (ty elt)) (x d d' : nat) (A B : list axis) (s : hlo mono op), d <> d' ->
  (forall a : axis, In a A -> ~ In a B) -> used onum 1 s = false ->
  rewrites osem oty mdef M G (HLet (HGather mono op d B x) (HLet (HSlice mono op d' A 0) s))
    (HLet (HSlice mono op d' A x) (HLet (HGather mono op d B 0) s)) := @MultiParamRules.rw_slice_gather_swap.
(* let y = all_slice[d:A] x in let z = all_slice[d':B] y in s, d <> d', and s does not read y *)
Definition pinned_rw_slice_swap :
  forall (S0 : Scalars) (op elt : Type) (osem : op_values tensor op) (onum : op -> nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  counted osem onum -> counted_types oty onum ->
  forall (G : list (ty elt)) (x d d' : nat) (A B : list axis) (s : hlo mono op), d <> d' -> used onum 1 s = false ->
  rewrites osem oty mdef M G (HLet (HSlice mono op d A x) (HLet (HSlice mono op d' B 0) s))
    (HLet (HSlice mono op d' B x) (HLet (HSlice mono op d A 0) s)) := @MultiParamRules.rw_slice_swap.

(* S-SliceGather: all_gather[d:ā](all_slice[d:ā] x) ⟶ x *)
Definition pinned_S_SliceGather :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (A : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d < length sh ->
  NoDup A -> in_mesh M A -> Nat.divide (prod (sizes M A)) (nth d sh 0) -> dev_ok M D ->
  (forall k : list nat, inb k (sizes M A) -> V (updl D A k) = V D) ->
  fgather concat M d A (fslice chunk M d A V) D = V D := @Simplify.S_SliceGather.

(* S-ReduceScatter: all_slice[d:ā](all_reduce<⊕>{ā∪B} x) ⟶ reduce_scatter<⊕>[d:ā](all_reduce<⊕>{B} x) *)
Definition pinned_S_ReduceScatter :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (m : mono) (A B : list nat) (V : dev -> tensor) (D : dev), funif M sh V ->
  in_mesh M A -> in_mesh M B -> dev_ok M D ->
  fslice chunk M d A (freduce reduce M m (A ++ B) V) D = fscatter chunk reduce M m d A (freduce reduce M m B V) D
  := @Simplify.S_ReduceScatter.
(* S-ReduceScatter with ā∪B listed in any order *)
Definition pinned_S_ReduceScatter_set :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (m : mono) (A B C : list nat) (V : dev -> tensor) (D : dev),
  Permutation C (A ++ B) -> NoDup C -> in_mesh M C -> funif M sh V -> dev_ok M D ->
  fslice chunk M d A (freduce reduce M m C V) D = fscatter chunk reduce M m d A (freduce reduce M m B V) D
  := @Simplify.S_ReduceScatter_set.

(* S-AllToAll: all_slice[d':ā](all_gather[d:ā] x) ⟶ all_to_all[d→d':ā] x *)
Definition pinned_S_AllToAll :
  forall (S : Scalars) (M : list nat) (d d' : nat) (A : list axis) (V : dev -> tensor) (D : dev),
  fslice chunk M d' A (fgather concat M d A V) D = fa2a chunk concat M d d' A V D := @Simplify.S_AllToAll.

(* S-ReduceMerge: all_reduce<⊕>{A}(all_reduce<⊕>{B} x) ⟶ all_reduce<⊕>{A∪B} x *)
Definition pinned_S_ReduceMerge :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (sh : list nat) (m : mono) (A B : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> in_mesh M A ->
  in_mesh M B -> dev_ok M D ->
  freduce reduce M m A (freduce reduce M m B V) D = freduce reduce M m (A ++ B) V D := @Simplify.S_ReduceMerge.

(* S-GatherMerge: all_gather[d:ā](all_gather[d:b̄] x) ⟶ all_gather[d:ā·b̄] x *)
Definition pinned_S_GatherMerge :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (A B : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d < length sh ->
  in_mesh M A -> in_mesh M B -> dev_ok M D ->
  fgather concat M d A (fgather concat M d B V) D = fgather concat M d (A ++ B) V D := @Simplify.S_GatherMerge.

(* S-SliceMerge: all_slice[d:b̄](all_slice[d:ā] x) ⟶ all_slice[d:ā·b̄] x *)
Definition pinned_S_SliceMerge :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh : list nat) (d : nat) (A B : list nat) (V : dev -> tensor) (D : dev), funif M sh V -> d < length sh ->
  in_mesh M A -> in_mesh M B -> Nat.divide (prod (sizes M A) * prod (sizes M B)) (nth d sh 0) -> dev_ok M D ->
  fslice chunk M d B (fslice chunk M d A V) D = fslice chunk M d (A ++ B) V D := @Simplify.S_SliceMerge.

(* S-ReduceHoist: op(.., all_reduce<⊕>{A} x_i, ..) ⟶ all_reduce<⊕>{A}(op(.., x_i, ..)) *)
Definition pinned_S_ReduceHoist :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (sh sw : list nat) (m : mono) (A : list nat) (F : tensor -> tensor -> tensor) (W V : dev -> tensor)
    (D : dev),
  funif M sh V -> funif M sw W -> in_mesh M A -> dev_ok M D ->
  (forall (w : tensor) (ts : list tensor), wf w -> shape w = sw -> unif sh ts ->
    F w (reduce m ts) = reduce m (map (F w) ts)) ->
  (forall k : list nat, inb k (sizes M A) -> W (updl D A k) = W D) ->
  F (W D) (freduce reduce M m A V D) = freduce reduce M m A (fun D0 => F (W D0) (V D0)) D := @Simplify.S_ReduceHoist.
(* S-ReduceHoist of several reduced operands jointly, op a ⊕-homomorphism on families of one shape *)
Definition pinned_S_ReduceHoist_joint :
  forall (S : Scalars) (M : list nat), Forall (lt 0) M ->
  forall (m : mono) (A : list nat) (op : list tensor -> tensor) (xs : list operand) (D : dev), in_mesh M A ->
  dev_ok M D -> joint_hom m (map fst xs) op -> Forall (fun x : operand => funif M (snd (fst x)) (snd x)) xs ->
  Forall (fun x : operand => fst (fst x) = false -> forall k : list nat, inb k (sizes M A) ->
    snd x (updl D A k) = snd x D) xs ->
  op (map (fun x : operand => if fst (fst x) then freduce reduce M m A (snd x) D else snd x D) xs) =
    freduce reduce M m A (fun D0 => op (map (fun x : operand => snd x D0) xs)) D := @Hoist.S_ReduceHoist_joint.
(* ⊕ itself is one: add(all_reduce x, all_reduce y) ⟶ all_reduce(add(x, y)) is the common case *)
Definition pinned_S_ReduceHoist_add :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (m : mono) (A sh : list nat) (V W : dev -> tensor) (D : dev), in_mesh M A -> dev_ok M D -> funif M sh V ->
  funif M sh W ->
  Entries.ew2 (mop m) (freduce reduce M m A V D) (freduce reduce M m A W D) =
    freduce reduce M m A (fun D0 => Entries.ew2 (mop m) (V D0) (W D0)) D := @Hoist.S_ReduceHoist_add.
(* S-ReduceHoist for a matrix product, of which one operand is reduced: its law holds at shapes n0×k0 and k0×n1 *)
Definition pinned_S_ReduceHoist_dot :
  forall S : Scalars, Laws S ->
  forall M : list nat, Forall (lt 0) M ->
  forall (add : mono) (mul : T -> T -> T) (A : list nat) (n0 k0 n1 : nat) (V W : dev -> tensor) (D : dev),
  (forall x y w : T, mul (mop add x y) w = mop add (mul x w) (mul y w)) -> 0 < k0 -> in_mesh M A -> dev_ok M D ->
  funif M [n0; k0] V -> funif M [k0; n1] W -> (forall k : list nat, inb k (sizes M A) -> W (updl D A k) = W D) ->
  Entries.dot add mul (freduce reduce M add A V D) (W D) =
    freduce reduce M add A (fun D0 => Entries.dot add mul (V D0) (W D0)) D := @Hoist.S_ReduceHoist_dot.

(* S-CSE: equal statements are shared *)
Definition pinned_S_CSE_at :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (s1 s2 : hlo mono op) (xs : list nat) (E : dev -> list tensor), meshed M s2 ->
  length xs = harity onum s1 ->
  (forall D : dev, dev_ok M D -> heval tz chunk concat reduce osem M E s1 D = map (look tz (E D)) xs) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E (HLet s1 s2) D =
    heval tz chunk concat reduce osem M E (ren onum (sub (harity onum s1) xs idn) s2) D := @CseDce.S_CSE_at.
(* let xs = s1 in C[let ys = s1 in s2] ---> let xs = s1 in C[s2[xs/ys]] *)
Definition pinned_S_CSE :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (C : ctx mono op) (s1 s2 : hlo mono op) (E : dev -> list tensor), let h := harity onum s1 in
  let k := cdepth onum C in let again := ren onum (fun y => k + (h + y)) s1 in
  meshed M (HLet s1 (plug C (HLet again s2))) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E (HLet s1 (plug C (HLet again s2))) D =
    heval tz chunk concat reduce osem M E
    (HLet s1 (plug C (ren onum (sub h (map (Init.Nat.add k) (seq 0 h)) idn) s2))) D := @CseDce.S_CSE.
(* S-CSE keeps the type, where the value is bound already *)
Definition pinned_S_CSE_at_type :
  forall (mono op elt : Type) (onum : op -> nat) (M : list nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop),
  counted_types oty onum -> (forall (o : op) (a b b' : list (ty elt)), oty o a b -> oty o a b' -> b = b') ->
  forall (G : list (ty elt)) (s1 s2 : hlo mono op) (xs : list nat) (ts1 ts : list (ty elt)),
  htype oty mdef M G s1 ts1 -> Forall2 (has G) xs ts1 -> htype oty mdef M G (HLet s1 s2) ts ->
  htype oty mdef M G (ren onum (sub (harity onum s1) xs idn) s2) ts := @CseDce.S_CSE_at_type.
(* S-CSE keeps the type *)
Definition pinned_S_CSE_type :
  forall (mono op elt : Type) (onum : op -> nat) (M : list nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop),
  counted_types oty onum -> (forall (o : op) (a b b' : list (ty elt)), oty o a b -> oty o a b' -> b = b') ->
  forall (G : list (ty elt)) (C : ctx mono op) (s1 s2 : hlo mono op) (ts : list (ty elt)),
  let h := harity onum s1 in let k := cdepth onum C in let again := ren onum (fun y => k + (h + y)) s1 in
  htype oty mdef M G (HLet s1 (plug C (HLet again s2))) ts ->
  htype oty mdef M G (HLet s1 (plug C (ren onum (sub h (map (Init.Nat.add k) (seq 0 h)) idn) s2))) ts
  := @CseDce.S_CSE_type.
(* S-CSE as a whole pass: ⟦cse s⟧ρ' = ⟦s⟧ρ, where ρ(y) = ρ'(f y) and av lists what is computed already *)
Definition pinned_cse_correct :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (op_dec : forall a b : op, {a = b} + {a <> b}) (mono_dec : forall a b : mono,
    {a = b} + {a <> b}) (keep : hlo mono op -> bool) (s : hlo mono op) (f : nat -> nat) (av : avail mono op)
    (E E' : dev -> list tensor),
  meshed M s -> av_ok tz chunk concat reduce osem onum M E' av ->
  (forall D : dev, dev_ok M D -> forall y : nat, look tz (E D) y = look tz (E' D) (f y)) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E s D =
    heval tz chunk concat reduce osem M E' (cse onum op_dec mono_dec keep f av s) D := @CseDce.cse_correct.
(* S-CSE keeps types: Γ ⊢spmd s : τ̄ gives Γ' ⊢spmd cse s : τ̄ *)
Definition pinned_cse_type :
  forall (mono op elt : Type) (onum : op -> nat) (M : list nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop),
  counted_types oty onum -> (forall (o : op) (a b b' : list (ty elt)), oty o a b -> oty o a b' -> b = b') ->
  forall (op_dec : forall a b : op, {a = b} + {a <> b}) (mono_dec : forall a b : mono, {a = b} + {a <> b})
    (keep : hlo mono op -> bool) (s : hlo mono op) (f : nat -> nat) (av : avail mono op) (G G' ts : list (ty elt)),
  htype oty mdef M G s ts -> av_ty M oty mdef G' av ->
  (forall (y : nat) (t : ty elt), has G y t -> has G' (f y) t) ->
  htype oty mdef M G' (cse onum op_dec mono_dec keep f av s) ts := @CseDce.cse_type.

(* S-DCE: unused statements disappear *)
Definition pinned_S_DCE :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (s1 s2 : hlo mono op) (E : dev -> list tensor), meshed M s2 ->
  unused onum (harity onum s1) s2 = true ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E (HLet s1 s2) D =
    heval tz chunk concat reduce osem M E (lower onum (harity onum s1) s2) D := @CseDce.S_DCE.
(* S-DCE keeps the type *)
Definition pinned_S_DCE_type :
  forall (mono op elt : Type) (onum : op -> nat) (M : list nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop),
  counted_types oty onum ->
  forall (G : list (ty elt)) (s1 s2 : hlo mono op) (ts : list (ty elt)), unused onum (harity onum s1) s2 = true ->
  htype oty mdef M G (HLet s1 s2) ts ->
  htype oty mdef M G (lower onum (harity onum s1) s2) ts := @CseDce.S_DCE_type.
(* S-DCE of some results: let xs, ys = (s1, s1') in s2 ---> let xs = s1 in s2 where s2 reads no y *)
Definition pinned_S_DCE_tuple :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (s1 s1' s2 : hlo mono op) (E : dev -> list tensor), let h := harity onum s1 in
  let h' := harity onum s1' in meshed M s2 -> (forall y : nat, h <= y < h + h' -> used onum y s2 = false) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E (HLet (HTup s1 s1') s2) D =
    heval tz chunk concat reduce osem M E (HLet s1 (ren onum (fun y => if y <? h then y else y - h') s2)) D
  := @CseDce.S_DCE_tuple.
(* S-DCE, the whole pass *)
Definition pinned_dce_correct :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (onum : op -> nat),
  counted osem onum ->
  forall (M : list nat) (s : hlo mono op) (E : dev -> list tensor), meshed M s ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E (dce onum s) D = heval tz chunk concat reduce osem M E s D
  := @CseDce.dce_correct.
(* S-DCE, the whole pass keeps the type *)
Definition pinned_dce_type :
  forall (mono op elt : Type) (onum : op -> nat) (M : list nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop),
  counted_types oty onum ->
  forall (s : hlo mono op) (G ts : list (ty elt)), htype oty mdef M G s ts ->
  htype oty mdef M G (dce onum s) ts := @CseDce.dce_type.

(* Theorem 5: rewrites keep meaning, in context *)
Definition pinned_congruence_let :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (s : hlo mono op) (env env' : dev -> list tensor),
  meshed M s -> (forall D : dev, dev_ok M D -> env D = env' D) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M env s D = heval tz chunk concat reduce osem M env' s D := @Hlo.congruence_let.
(* s1 ⟶ s1' keeps the meaning of let x̄ = s1 in s2 *)
Definition pinned_rewrite_in_let :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (s1 s1' s2 : hlo mono op) (env : dev -> list tensor),
  meshed M s2 ->
  (forall D : dev, dev_ok M D -> heval tz chunk concat reduce osem M env s1 D =
    heval tz chunk concat reduce osem M env s1' D) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M env (HLet s1 s2) D = heval tz chunk concat reduce osem M env (HLet s1' s2) D
  := @Hlo.rewrite_in_let.
(* s = s' at the hole (in the environments that reach it) ==> C[s] = C[s'] *)
Definition pinned_rewrite_in_context :
  forall (tensor mono op : Type) (tz : tensor) (chunk : nat -> tensor -> nat -> nat -> tensor)
    (concat : nat -> list tensor -> tensor) (reduce : mono -> list tensor -> tensor) (osem : op_values tensor op)
    (M : list nat) (C : ctx mono op) (E : dev -> list tensor) (s s' : hlo mono op),
  meshed M (plug C s) ->
  (forall D : dev, dev_ok M D -> heval tz chunk concat reduce osem M (cenv tz chunk concat reduce osem M C E) s D =
    heval tz chunk concat reduce osem M (cenv tz chunk concat reduce osem M C E) s' D) ->
  forall D : dev, dev_ok M D ->
  heval tz chunk concat reduce osem M E (plug C s) D = heval tz chunk concat reduce osem M E (plug C s') D
  := @HloRename.rewrite_in_context.
(* Theorem 5: the typing of a rewrite in context *)
Definition pinned_context_type :
  forall (mono op elt : Type) (onum : op -> nat) (M : list nat) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop),
  counted_types oty onum ->
  forall (C : ctx mono op) (G : list (ty elt)) (s : hlo mono op) (ts : list (ty elt)),
  htype oty mdef M G (plug C s) ts ->
  exists B ts' : list (ty elt), length B = cdepth onum C /\ htype oty mdef M (B ++ G) s ts' /\
    (forall s' : hlo mono op, htype oty mdef M (B ++ G) s' ts' -> htype oty mdef M G (plug C s') ts)
  := @HloRename.context_type.
(* Theorem 5: a rewrite, with its typing, in context *)
Definition pinned_rewrites_in_context :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat),
  Forall (lt 0) M -> typed_values osem oty ->
  forall (C : ctx mono op) (G : list (ty elt)) (s s' : hlo mono op),
  (forall B : list (ty elt), rewrites osem oty mdef M (B ++ G) s s') ->
  rewrites osem oty mdef M G (plug C s) (plug C s') := @MultiParamRules.rewrites_in_context.
(* Theorem 5: one rewrite after another *)
Definition pinned_rewrites_trans :
  forall (S : Scalars) (op elt : Type) (osem : op_values tensor op) (oty : op_types op elt)
    (mdef : mono -> elt -> Prop) (M : list nat) (G : list (ty elt)) (s1 s2 s3 : hlo mono op),
  rewrites osem oty mdef M G s1 s2 -> rewrites osem oty mdef M G s2 s3 ->
  rewrites osem oty mdef M G s1 s3 := @MultiParamRules.rewrites_trans.
