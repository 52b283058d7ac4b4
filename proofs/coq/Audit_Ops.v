(* Audit_Ops.v: section 6: what is proved of the registry of ops by name, statement by statement (see Audit.v).
   *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness Registry
  Comprehension Variadic Reshape Cells Propagation Actions RegistryOps RegistryValid RegistryPartials RegistryNames
  RegistryProjections RegistryEinsum RegistryReshape.
Import ListNotations.
Notation have_types := (Forall2 (@val _ _)).
Notation registry op elt := (op -> list (ty elt) -> nat -> list entry).
Notation ev := (ceval tz chunk concat reduce).
Notation hev := (heval tz chunk concat reduce).

(* initial values: none, a literal, an operand *)
Definition pinned_ini_ind :
  forall (Sc : Scalars) (P : ini -> Prop), P NoIni -> (forall c : T, P (IniLit c)) ->
  (forall k : nat, P (IniOp k)) ->
  forall i : ini,
  P i := @RegistryOps.ini_ind.

(* the ops by name *)
Definition pinned_name_ind :
  forall (Sc : Scalars) (fn elt : Type) (P : name fn elt -> Prop),
  (forall (f : fn) (el : elt), P (Elementwise f el)) ->
  (forall (mul : fn) (add : mono) (lb rb lc rc : list nat), P (DotGeneral mul add lb rb lc rc)) ->
  (forall perm : list nat, P (Transpose perm)) -> (forall (m : mono) (dims : list nat), P (ReduceOp m dims)) ->
  (forall (m : mono) (c : option T) (dims : list nat), P (ReduceFrom m c dims)) ->
  (forall (m : mono) (c : T) (w : list nat) (sr dil lo hi : list Z),
    P (ReduceWindow m c w sr dil lo hi)) -> (forall bd osh : list nat, P (Broadcast bd osh)) ->
  (forall (d : nat) (osh : list nat) (el : elt), P (Iota d osh el)) ->
  (forall (c : T) (osh : list nat) (el : elt), P (Splat c osh el)) ->
  (forall st sr sz : list nat, P (Slice st sr sz)) -> (forall lo hi inn : list Z, P (Pad lo hi inn)) ->
  (forall c : nat, P (Concat c)) -> (forall ds : list nat, P (Reverse ds)) ->
  (forall gs : list (list nat * list nat), P (Reshape gs)) -> (forall sz : list nat, P (DynSlice sz)) ->
  (forall (cls st ib : list (option nat)) (sz osh : list nat), P (Gather cls st ib sz osh)) ->
  (forall (mul : fn) (add : mono) (zero : T) (sr dil lo hi : list Z), P (Conv mul add zero sr dil lo hi)) ->
  forall n : name fn elt,
  P n := @RegistryNames.name_ind.

(* what the body of an op is made of *)
Definition pinned_bx_ind :
  forall (Sc : Scalars) (fn : Type) (P : bx fn -> Prop), (forall c : T, P (BLit fn c)) ->
  (forall a : iexp, P (BIndex fn a)) ->
  (forall (x : nat) (ix : list iexp) (at_ : list (bx fn)) (ls : list Z), P (BRead x ix at_ ls)) ->
  (forall (f2 : fn) (es : list (bx fn)), P (BApp f2 es)) ->
  (forall (a : iexp) (l : Z) (e1 : bx fn), P e1 -> forall e2 : bx fn, P e2 -> P (BGuard a l e1 e2)) ->
  forall b : bx fn,
  P b := @RegistryOps.bx_ind.

(* an op: types of operands and result, the box that is reduced, by which monoid, from which initial value, the body *)
Definition pinned_mkG :
  forall (Sc : Scalars) (fn elt : Type), list (ty elt) -> ty elt -> list nat -> mono -> ini -> bx fn ->
  gop fn elt := @RegistryOps.mkG.

(* Theorem 3, the registry: every entry found by looking at the index maps of an op is valid *)
Definition pinned_fitsb_ok :
  forall (Sc : Scalars) (fn : Type) (fsem : fn -> list T -> T) (B : list nat) (v N q : nat) (ms : list (option nat))
    (shs : list (list nat)) (xs : list tensor),
  v < length B -> nth v B 0 = q * N -> 0 < N ->
  Forall2 (fun (m : option nat) (sh : list nat) => mode_ok N m sh = true) ms shs -> map shape xs = shs ->
  forall e : bx fn, fitsb B v N q ms shs e = true ->
  fits B v N q ms xs (den fsem e) := @RegistryValid.fitsb_ok.
(* every entry that is found by looking at the maps is valid, where the op is typed *)
Definition pinned_loop_entries_valid :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (mdefb : mono -> elt -> bool) (idemb : mono -> option T ->
    bool),
  Laws Sc -> (forall (m : mono) (c : T), idemb m (Some c) = true -> mop m c c = c) ->
  (forall (m : mono) (c : T), idemb m None = true -> mop m c c = c) ->
  forall (o : gop fn elt) (ts ts' : list (ty elt)) (N : nat) (e : entry), goty mdefb o ts ts' -> 0 < N ->
  In e (loop_entries idemb o N) ->
  valid_entry (gsem ofZ toZ fsem) (goty mdefb) (gdef mdefb) (glocalise mono_dec idemb) N (Some o) e ts ts'
  := @RegistryValid.loop_entries_valid.
(* Theorem 3 for partial operands *)
Definition pinned_part_entries_valid :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (mdefb : mono -> elt -> bool) (monos : list mono)
    (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool),
  (forall (f : fn) (m : mono) (bs : list bool) (N : nat), homb f m bs = true -> 0 < N -> hom (fsem f) m bs N) ->
  (forall (m : mono) (c : T), idemb m (Some c) = true -> mop m c c = c) ->
  (forall (m : mono) (c : T), idemb m None = true -> mop m c c = c) -> Laws Sc ->
  forall (o : gop fn elt) (ts ts' : list (ty elt)) (N : nat) (e : entry), goty mdefb o ts ts' -> 0 < N ->
  In e (part_entries mdefb monos homb idemb o) ->
  valid_entry (gsem ofZ toZ fsem) (goty mdefb) (gdef mdefb) (glocalise mono_dec idemb) N (Some o) e ts ts'
  := @RegistryPartials.part_entries_valid.
(* Theorem 3: every entry of the registry is valid. Asked of an op: that it is typed. Asked of the tables: that what
   homb says is a homomorphism is one, that values which idemb says are idempotent are, and that every monoid is
   associative and commutative (Laws) *)
Definition pinned_greg_valid :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (mdefb : mono -> elt -> bool) (monos : list mono)
    (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool),
  (forall (f : fn) (m : mono) (bs : list bool) (N : nat), homb f m bs = true -> 0 < N -> hom (fsem f) m bs N) ->
  (forall (m : mono) (c : T), idemb m (Some c) = true -> mop m c c = c) ->
  (forall (m : mono) (c : T), idemb m None = true -> mop m c c = c) -> Laws Sc ->
  forall (o : gop fn elt) (ts ts' : list (ty elt)) (N : nat) (e : entry), goty mdefb o ts ts' -> 0 < N ->
  In e (greg mdefb monos homb idemb o ts N) ->
  valid_entry (gsem ofZ toZ fsem) (goty mdefb) (gdef mdefb) (glocalise mono_dec idemb) N (Some o) e ts ts'
  := @RegistryPartials.greg_valid.
(* the registry finds it, wherever N divides the extent; a reduced variable needs a box that is not empty *)
Definition pinned_proj_entry_found :
  forall (Sc : Scalars) (fn elt : Type) (idemb : mono -> option T -> bool) (o : gop fn elt) (f : option fn)
    (ps : list (list nat)) (N V q : nat),
  projection o f ps -> V < length (gloops o) -> 0 < N -> 0 < q -> nth V (gloops o) 0 = q * N ->
  V < length (gosh o) \/ 0 < prod (gbox o) -> (forall p : list nat, In p ps -> uniq V p) ->
  In (proj_entry o ps V) (loop_entries idemb o N) := @RegistryProjections.proj_entry_found.
(* an op whose reads are lists of loop variables means the comprehension of Registry.v *)
Definition pinned_proj_means :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T) (o : gop fn elt)
    (f : option fn) (ps : list (list nat)) (xs : list tensor),
  projection o f ps -> map shape xs = map fst (gins o) ->
  gsem ofZ toZ fsem o xs = [comp (fun_of fsem f) (gm o) (gosh o) (gbox o) (combine xs ps)]
  := @RegistryProjections.proj_means.
(* elementwise: every operand is read at the result's index *)
Definition pinned_elementwise_projection :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (f : fn) (el : elt) (n : list nat) (e : elt)
    (ts : list (list nat * elt)) (o : gop fn elt),
  shape_rule m0 (Elementwise f el) ((n, e) :: ts) = Some o ->
  let ps := map (fun _ : list nat * elt => seq 0 (length n)) ((n, e) :: ts) in
  projection o (Some f) ps /\ all_uniq ps := @RegistryEinsum.elementwise_projection.
(* transpose: dimension perm_i of the operand is dimension i of the result *)
Definition pinned_transpose_projection :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (perm n : list nat) (el : elt) (o : gop fn elt),
  shape_rule m0 (Transpose perm) [(n, el)] = Some o ->
  let ps := [map (fun d => at_pos d perm) (seq 0 (length n))] in
  projection o None ps /\ all_uniq ps := @RegistryEinsum.transpose_projection.
(* reduce: the operand is read at the dimensions that stay and at those of the reduced box *)
Definition pinned_reduce_projection :
  forall (Sc : Scalars) (fn elt : Type) (m0 m : mono) (ds n : list nat) (el : elt) (o : gop fn elt),
  shape_rule m0 (ReduceOp m ds) [(n, el)] = Some o -> let ps := [map (red_ix n ds) (seq 0 (length n))] in
  projection o None ps /\ all_uniq ps := @RegistryEinsum.reduce_projection.
(* both operands are read at lists of loop variables: the result's dimensions, then the contracting ones *)
Definition pinned_dot_general_projection :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (mul : fn) (add : mono) (lb rb lc rc n1 n2 : list nat)
    (e1 e2 : elt) (o : gop fn elt),
  shape_rule m0 (DotGeneral mul add lb rb lc rc) [(n1, e1); (n2, e2)] = Some o ->
  projection o (Some mul)
    [map (dot_ix lb rb lc rc n1 n2 lb lc (rest (lb ++ lc) (length n1)) (length lb))
    (seq 0 (length n1)); map (dot_ix lb rb lc rc n1 n2 rb rc (rest (rb ++ rc) (length n2))
    (length lb + length (rest (lb ++ lc) (length n1)))) (seq 0 (length n2))] /\
    all_uniq [map (dot_ix lb rb lc rc n1 n2 lb lc (rest (lb ++ lc) (length n1)) (length lb))
    (seq 0 (length n1)); map (dot_ix lb rb lc rc n1 n2 rb rc (rest (rb ++ rc) (length n2))
    (length lb + length (rest (lb ++ lc) (length n1)))) (seq 0 (length n2))]
  := @RegistryEinsum.dot_general_projection.
(* the entries: each batching pair, free dimension and contracting pair, at every N that divides its extent *)
Definition pinned_dot_general_registry :
  forall (Sc : Scalars) (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool) (mul : fn) (add : mono)
    (lb rb lc rc n1 n2 : list nat) (e1 e2 : elt) (o : gop fn elt),
  shape_rule m0 (DotGeneral mul add lb rb lc rc) [(n1, e1); (n2, e2)] = Some o ->
  forall N : nat, 0 < N ->
  (forall i q : nat, i < length lb -> 0 < q -> nth (nth i lb 0) n1 0 = q * N ->
    In ([Tile mono (nth i lb 0); Tile mono (nth i rb 0)], [Tile mono i]) (loop_entries idemb o N)) /\
    (forall j q : nat, j < length (rest (lb ++ lc) (length n1)) -> 0 < q ->
    nth (nth j (rest (lb ++ lc) (length n1)) 0) n1 0 = q * N ->
    In ([Tile mono (nth j (rest (lb ++ lc) (length n1)) 0); Any mono], [Tile mono (length lb + j)])
    (loop_entries idemb o N)) /\
    (forall j q : nat, j < length (rest (rb ++ rc) (length n2)) -> 0 < q ->
    nth (nth j (rest (rb ++ rc) (length n2)) 0) n2 0 = q * N ->
    In ([Any mono; Tile mono (nth j (rest (rb ++ rc) (length n2)) 0)],
    [Tile mono (length lb + length (rest (lb ++ lc) (length n1)) + j)]) (loop_entries idemb o N)) /\
    (forall j q : nat, j < length lc -> 0 < q -> nth (nth j lc 0) n1 0 = q * N -> 0 < prod (pick_ext n1 lc) ->
    In ([Tile mono (nth j lc 0); Tile mono (nth j rc 0)], [Red add]) (loop_entries idemb o N))
  := @RegistryEinsum.dot_general_registry.
(* reshape is what Reshape.v says: the same data at the result's shape *)
Definition pinned_reshape_means :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T) (m0 : mono)
    (gs : list (list nat * list nat)) (n : list nat) (el : elt) (o : gop fn elt) (x : tensor),
  shape_rule m0 (Reshape gs) [(n, el)] = Some o -> wf x -> shape x = n ->
  gsem ofZ toZ fsem o [x] = [reshape (flat_map snd gs) x] := @RegistryReshape.reshape_means.

(* Theorem 4: actions and propagation keep meaning and typing *)
Definition pinned_greg_tactics_sound :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (mdefb : mono -> elt -> bool) (monos : list mono)
    (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool),
  (forall (f : fn) (m : mono) (bs : list bool) (N : nat), homb f m bs = true -> 0 < N -> hom (fsem f) m bs N) ->
  (forall (m : mono) (c : T), idemb m (Some c) = true -> mop m c c = c) ->
  (forall (m : mono) (c : T), idemb m None = true -> mop m c c = c) -> Laws Sc ->
  forall M : list nat, Forall (lt 0) M ->
  forall (G : list (ty elt)) (p p' : prog (gop fn elt) elt) (res res' : list nat) (ts : list (ty elt)),
  tactics M (glocalise mono_dec idemb) (greg mdefb monos homb idemb) G p res p' res' ->
  wf_prog (gsem ofZ toZ fsem) (goty mdefb) (gdef mdefb) M (glocalise mono_dec idemb) G p res ts ->
  wf_prog (gsem ofZ toZ fsem) (goty mdefb) (gdef mdefb) M (glocalise mono_dec idemb) G p' res' ts /\
    (forall (K : coord) (env : list tensor), have_types env G ->
    ev (gsem ofZ toZ fsem) M K env (term M (glocalise mono_dec idemb) p' res') =
    ev (gsem ofZ toZ fsem) M K env (term M (glocalise mono_dec idemb) p res)) := @RegistryPartials.greg_tactics_sound.

(* Theorem 4 with Theorem 2: ⟦⟨e'⟩⟧ρ' (δ) = ⟦e⟧ρ where e' is e annotated and propagated *)
Definition pinned_greg_partitioned_correct :
  forall (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T)
    (mono_dec : forall a b : mono, {a = b} + {a <> b}) (mdefb : mono -> elt -> bool) (monos : list mono)
    (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool),
  (forall (f : fn) (m : mono) (bs : list bool) (N : nat), homb f m bs = true -> 0 < N -> hom (fsem f) m bs N) ->
  (forall (m : mono) (c : T), idemb m (Some c) = true -> mop m c c = c) ->
  (forall (m : mono) (c : T), idemb m None = true -> mop m c c = c) -> Laws Sc ->
  forall M : list nat, Forall (lt 0) M ->
  forall (G : list (ty elt)) (p p' : prog (gop fn elt) elt) (res res' : list nat) (ts : list (ty elt))
    (args : list tensor),
  tactics M (glocalise mono_dec idemb) (greg mdefb monos homb idemb) G p res p' res' ->
  wf_prog (gsem ofZ toZ fsem) (goty mdefb) (gdef mdefb) M (glocalise mono_dec idemb) G p res ts ->
  have_types args G ->
  forall D : dev, dev_ok M D ->
  hev (gsem ofZ toZ fsem) M (fun _ => args) (tr [] (term M (glocalise mono_dec idemb) p' res')) D =
    ev (gsem ofZ toZ fsem) M [] args (term M (glocalise mono_dec idemb) (bare p) res)
  := @RegistryPartials.greg_partitioned_correct.
