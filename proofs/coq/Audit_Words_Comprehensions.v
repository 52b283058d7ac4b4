(* Audit_Words_Comprehensions.v: section 6: the words of entries, of comprehensions and of reductions, equated
   with their definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Soundness Registry Comprehension
  Partials Variadic ArgMax Cells Validity Propagation RegistryOps RegistryPartials RegistryEinsum.
Import ListNotations.

Definition pinned_Cells_is_red : @Cells.is_red =
  (fun (Sc : Scalars) (s : attr mono) =>
  match s with
  | Red _ => true
  | _ => false
  end)
  := eq_refl.
(* σ is a tile<d> *)
Definition pinned_Cells_is_tile : @Cells.is_tile =
  (fun (Sc : Scalars) (s : attr mono) =>
  match s with
  | Tile _ _ => true
  | _ => false
  end)
  := eq_refl.
Definition pinned_Cells_is_any : @Cells.is_any =
  (fun (Sc : Scalars) (s : attr mono) =>
  match s with
  | Any _ => true
  | _ => false
  end)
  := eq_refl.
(* A head is an op, or nothing: then the instance is a copy of its operands, as in the nests that the actions
   tile (loop a tile<d> (r. slice d x[r])) and atomic (loop a any (r. x)) make. *)
Definition pinned_Cells_head : @Cells.head =
  (fun op : Type => option op)
  := eq_refl.
(* (σ1..σn) ↦ (σ'1..σ'm), σ in {tile<d>, any, partial<m>}; Red m stands for partial<m> *)
Definition pinned_Cells_entry : @Cells.entry =
  (fun Sc : Scalars => (list (attr mono) * list (attr mono))%type)
  := eq_refl.
(* operands that are partial<m> or any: their types inside the loop are those outside, and what Theorem 3 asks
   of families of parts holds of them *)
Definition pinned_Validity_partial_or_any : @Validity.partial_or_any =
  (fun (Sc : Scalars) (m : mono) (s : attr mono) => s = Red m \/ s = Any mono)
  := eq_refl.
Definition pinned_Registry_proj : @Registry.proj =
  (fun p I : list nat => map (fun v => nth v I 0) p)
  := eq_refl.
Definition pinned_Registry_uniq : @Registry.uniq =
  (fun (v : nat) (p : list nat) => forall d d' : nat, d < length p -> d' < length p -> nth d p 0 = v ->
  nth d' p 0 = v -> d = d')
  := eq_refl.
Definition pinned_Registry_pos : @Registry.pos =
  (fix pos (v : nat) (p : list nat) {struct p} : option nat :=
  match p with
  | [] => None
  | u :: p0 => if u =? v then Some 0 else option_map S (pos v p0)
  end)
  := eq_refl.
(* the operand at coordinate r: its chunk along the dimension that reads loop variable v, or whole *)
Definition pinned_Registry_part : @Registry.part =
  (fun (S : Scalars) (N v r : nat) (xp : operand)
  => (match pos v (snd xp) with | Some d => chunk d (fst xp) r N | None => fst xp end, snd xp))
  := eq_refl.
(* an operand with its index map: dimension d of the operand reads loop variable (nth d p) *)
Definition pinned_Registry_operand : @Registry.operand =
  (fun S : Scalars => (tensor * list nat)%type)
  := eq_refl.
(* partial operands: b = true marks partial<m>, b = false marks any (the same tensor at every r) *)
Definition pinned_Registry_foperand : @Registry.foperand =
  (fun S : Scalars => (bool * (nat -> tensor) * list nat)%type)
  := eq_refl.
(* out[ī] = ⊕_{k̄ ∈ K} f(operand_1[π1(ī,k̄)], ..); loop variables: first those of the result, then the reduction
   box K *)
Definition pinned_Registry_comp : @Registry.comp =
  (fun (S : Scalars) (f : list T -> T) (m : mono) (osh K : list nat) (xs : list operand)
  => tab osh (fun ix => fold1 (mop m) z (map (fun k => f (reads xs (ix ++ k))) (all_idx K))))
  := eq_refl.
Definition pinned_Registry_local : @Registry.local =
  (fun (S : Scalars) (r : nat) (o : foperand) => (pick (fun q : nat -> tensor => q r) (fst o), snd o))
  := eq_refl.
Definition pinned_Registry_whole : @Registry.whole =
  (fun (S : Scalars) (m : mono) (N : nat) (o : foperand)
  => (pick (fun q : nat -> tensor => reduce m (map q (seq 0 N))) (fst o), snd o))
  := eq_refl.
Definition pinned_Registry_good : @Registry.good =
  (fun (S : Scalars) (B : list nat) (v : nat) (xp : operand) => wf (fst xp) /\ shape (fst xp) = proj (snd xp) B /\
  Forall (fun v0 => v0 < length B) (snd xp) /\ uniq v (snd xp))
  := eq_refl.
Definition pinned_Registry_hom : @Registry.hom =
  (fun (S : Scalars) (f : list T -> T) (m : mono) (bs : list bool) (N : nat)
  => forall rows : list (bool * (nat -> T)), map fst rows = bs ->
  f (map (pick (fun a : nat -> T => fold1 (mop m) z (map a (seq 0 N)))) rows) =
  fold1 (mop m) z (map (fun r => f (map (pick (fun a : nat -> T => a r)) rows)) (seq 0 N)))
  := eq_refl.
Definition pinned_Comprehension_sev : @Comprehension.sev =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) => fix sev (xs : list tensor) (I : list nat) (e : sx)
  {struct e} : T :=
  match e with
  | Lit c => c
  | Index a => ofZ (ieval a I)
  | Read x ix es ls => rd (nth x xs tz) (posn I ix (map toZ (map (sev xs I) es)) ls)
  | App f es => f (map (sev xs I) es)
  | Guard a l e1 e2 => if (l <=? ieval a I)%Z then sev xs I e1 else sev xs I e2
  end)
  := eq_refl.
Definition pinned_Comprehension_ieval : @Comprehension.ieval =
  (fun (e : iexp) (I : list nat) => let s := ((isum (terms e) I + off e) / dv e)%Z in if (md e =? 0)%Z then s else
  (s mod md e)%Z)
  := eq_refl.
Definition pinned_Comprehension_aff : @Comprehension.aff =
  (fun (ts : list (nat * Z)) (o : Z) => {| terms := ts; off := o; dv := 1; md := 0 |})
  := eq_refl.
Definition pinned_Comprehension_cst : @Comprehension.cst =
  (fun c : Z => aff [] c)
  := eq_refl.
Definition pinned_Comprehension_var : @Comprehension.var =
  (fun v => aff [(v, 1%Z)] 0)
  := eq_refl.
(* the operands at coordinate r: operand k is tiled on d where ms_k = Some d *)
Definition pinned_Comprehension_locals : @Comprehension.locals =
  (fun S : Scalars => fix locals (N r : nat) (ms : list (option nat)) (xs : list tensor)
  {struct xs} : list tensor :=
  match xs with
  | [] => []
  | x :: xs0 => loc N r (hd None ms) x :: locals N r (tl ms) xs0
  end)
  := eq_refl.
Definition pinned_Comprehension_shift : @Comprehension.shift =
  (fun (v q r : nat) (I : list nat) => upd I v (r * q + nth v I 0))
  := eq_refl.
Definition pinned_Comprehension_extents : @Comprehension.extents =
  (fun (S : Scalars) (B : list nat) (v : nat) (ms : list (option nat)) (xs : list tensor) => forall x d : nat,
  nth x ms None = Some d -> x < length xs /\ dim d (nth x xs tz) = nth v B 0)
  := eq_refl.
Definition pinned_Comprehension_fits : @Comprehension.fits =
  (fun (S : Scalars) (B : list nat) (v N q : nat) (ms : list (option nat)) (xs : list tensor) => fix fits (e : sx)
  : Prop :=
  match e with
  | Lit _ => True
  | Index a => still B v N q a
  | Read x ix es ls => fold_right and True (map fits es) /\ fits_read B v N q ms xs x ix ls
  | App _ es => fold_right and True (map fits es)
  | Guard a l e1 e2 => gstill B v N q a l /\ fits e1 /\ fits e2
  end)
  := eq_refl.
Definition pinned_Comprehension_plain : @Comprehension.plain =
  (fun S : Scalars => fix plain (v : nat) (ms : list (option nat)) (e : sx) {struct e} : bool :=
  match e with
  | Lit _ => true
  | Index a => free v a
  | Read x ix es ls => forallb (plain v ms) es && plain_read v ms x ix ls
  | App _ es => forallb (plain v ms) es
  | Guard a _ e1 e2 => free v a && plain v ms e1 && plain v ms e2
  end)
  := eq_refl.
(* out[i] = (+)_{k in K} body(i, k) *)
Definition pinned_Comprehension_gcomp : @Comprehension.gcomp =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (xs : list tensor)
  => tab osh (fun ix => fold1 (mop m) z (map (fun k => sev ofZ toZ xs (ix ++ k) e) (all_idx K))))
  := eq_refl.
Definition pinned_Partials_parts_of : @Partials.parts_of =
  (fun (S : Scalars) (m : mono) (bs : list bool) (N : nat) (p : nat -> list tensor) (xs : list tensor)
  => forall k : nat, if nth k bs false then (forall r : nat, r < N -> wf (nth k (p r) tz) /\
  shape (nth k (p r) tz) = shape (nth k xs tz)) /\
  nth k xs tz = reduce m (map (fun r => nth k (p r) tz) (seq 0 N)) else forall r : nat, r < N ->
  nth k (p r) tz = nth k xs tz)
  := eq_refl.
(* the extent that a gather's windows have on d *)
Definition pinned_Partials_room : @Partials.room =
  (fun (sh : list nat) (st : list (option nat)) (sz : list nat) (d : nat) =>
  match nth d st None with
  | Some _ => nth d sz 0
  | None => nth d sh 0
  end)
  := eq_refl.
Definition pinned_Variadic_vals : @Variadic.vals =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (K : list nat) (e : sx) (xs : list tensor) (ix : list nat)
  => map (fun k => sev ofZ toZ xs (ix ++ k) e) (all_idx K))
  := eq_refl.
(* out[i] = init (+) (+)_{k in K} body(i, k): fold_left from init; K may be empty *)
Definition pinned_Variadic_icomp : @Variadic.icomp =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (osh K : list nat) (e : sx) (xs : list tensor)
  (init : tensor) => tab osh (fun ix => fold1 (mop m) z (get init [] :: vals ofZ toZ K e xs ix)))
  := eq_refl.
Definition pinned_Variadic_vtens : @Variadic.vtens =
  (@tensor ZV)
  := eq_refl.
Definition pinned_Variadic_reduce_along : @Variadic.reduce_along =
  (fun (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (x : tensor)
  => gcomp ofZ toZ m (drop d (shape x)) [dim d x] (red_body d (length (shape x) - 1)) [x])
  := eq_refl.
Definition pinned_Variadic_reduce_along_init : @Variadic.reduce_along_init =
  (fun (S0 : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (d : nat) (x init : tensor)
  => icomp ofZ toZ m (drop d (shape x)) [dim d x] (red_body d (length (shape x) - 1)) [x] init)
  := eq_refl.
(* out_j[i] = j-th component of the fold with f, in row-major order of k in K and from the initial tuple, of
   (e_1(i, k), .., e_n(i, k)); ini is that tuple, [i], or [] where there is none *)
Definition pinned_ArgMax_vcomp : @ArgMax.vcomp =
  (fun (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (A : Type) (f : A -> A -> A) (a0 : A) (n : nat)
  (pack : list T -> A) (unpack : A -> list T) (ini : list A) (osh K : list nat) (es : list sx) (xs : list tensor)
  => map (fun j => tab osh (fun ix => nth j (unpack (fold1 f a0 (ini ++ tuples ofZ toZ pack K es xs ix))) z))
  (seq 0 n))
  := eq_refl.
(* result lists combined as tuples, not component by component *)
Definition pinned_ArgMax_vjoin : @ArgMax.vjoin =
  (fun (S : Scalars) (A : Type) (f : A -> A -> A) (a0 : A) (n : nat) (pack : list T -> A) (unpack : A -> list T)
  (rows : list (list tensor))
  => map (fun j => tab (shape (hd tz (hd [] rows)))
  (fun ix => nth j (unpack
  (fold1 f a0 (map (fun row : list tensor => pack (map (fun t : tensor => get t ix) row)) rows))) z)) (seq 0 n))
  := eq_refl.
Definition pinned_ArgMax_both : @ArgMax.both =
  (fun (S : Scalars) (m1 m2 : mono) (p p' : T * T) => (mop m1 (fst p) (fst p'), mop m2 (snd p) (snd p')))
  := eq_refl.
Definition pinned_ArgMax_arg : @ArgMax.arg =
  (fun x i : vtens => get (nth 1 (argmax x i) tz) [])
  := eq_refl.
Definition pinned_ArgMax_pack2 : @ArgMax.pack2 =
  (fun (S0 : Scalars) (l : list T) => (nth 0 l z, nth 1 l z))
  := eq_refl.
Definition pinned_ArgMax_unpack2 : @ArgMax.unpack2 =
  (fun (S : Scalars) (p : T * T) => [fst p; snd p])
  := eq_refl.
Definition pinned_RegistryEinsum_all_uniq : @RegistryEinsum.all_uniq =
  (fun ps : list (list nat) => forall p : list nat, In p ps -> forall V : nat, uniq V p)
  := eq_refl.
(* a guard that is known: (a, l, b) is a ≥ l where b, else a < l *)
Definition pinned_RegistryPartials_fact : @RegistryPartials.fact =
  ((iexp * Z * bool)%type)
  := eq_refl.

(* the types of a loop nest from those of its body, by these rules alone *)
Definition pinned_out_tys_ind :
  forall (Sc : Scalars) (elt : Type) (mdef : mono -> elt -> Prop) (N : nat)
    (P : list (attr mono) -> list (ty elt) -> list (ty elt) -> Prop),
  P [] [] [] ->
  (forall (d : nat) (n : list nat) (el : elt) (ss : list (attr mono)) (ts ts' : list (ty elt)), d < length n ->
    out_tys mdef N ss ts ts' -> P ss ts ts' ->
    P (Tile mono d :: ss) ((n, el) :: ts) ((upd n d (nth d n 0 * N), el) :: ts')) ->
  (forall (m : mono) (n : list nat) (el : elt) (ss : list (attr mono)) (ts ts' : list (ty elt)), mdef m el ->
    out_tys mdef N ss ts ts' -> P ss ts ts' -> P (Red m :: ss) ((n, el) :: ts) ((n, el) :: ts')) ->
  (forall (t : ty elt) (ss : list (attr mono)) (ts ts' : list (ty elt)), out_tys mdef N ss ts ts' -> P ss ts ts' ->
    P (Any mono :: ss) (t :: ts) (t :: ts')) ->
  forall (l : list (attr mono)) (l0 l1 : list (ty elt)), out_tys mdef N l l0 l1 ->
  P l l0 l1 := @Cells.out_tys_ind.

(* a body is linear in its partial operands by these rules alone *)
Definition pinned_linear_ind :
  forall (S : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (m : mono) (bs : list bool) (N : nat) (xs : list tensor)
    (I : list nat) (P : sx -> Prop),
  (forall e : sx, same bs e = true -> mop m (sev ofZ toZ xs I e) (sev ofZ toZ xs I e) = sev ofZ toZ xs I e ->
    P e) ->
  (forall (x : nat) (ix : list iexp) (es : list sx) (ls : list Z), nth x bs false = true ->
    forallb (same bs) es = true -> inside (posn I ix (map toZ (map (sev ofZ toZ xs I) es)) ls)
    (shape (nth x xs tz)) = true -> P (Read x ix es ls)) ->
  (forall (a : iexp) (l : Z) (e1 e2 : sx), linear ofZ toZ m bs N xs I (if (l <=? ieval a I)%Z then e1 else e2) ->
    P (if (l <=? ieval a I)%Z then e1 else e2) -> P (Guard a l e1 e2)) ->
  (forall (f2 : list T -> T) (cs : list bool) (es : list sx), hom f2 m cs N ->
    Forall2 (fun (c : bool) (e : sx) => c = true /\ linear ofZ toZ m bs N xs I e \/ c = false /\ same bs e = true)
    cs es -> P (App f2 es)) ->
  forall s : sx, linear ofZ toZ m bs N xs I s ->
  P s := @Partials.linear_ind.

(* the laws: every ⊕ is associative and commutative *)
Definition pinned_Build_Laws :
  forall (S : Scalars), (forall m x y w, mop m x (mop m y w) = mop m (mop m x y) w) ->
  (forall m x y, mop m x y = mop m y x) -> Laws S := @Tensor.Build_Laws.
Lemma laws_says (S : Scalars) :
  Laws S <-> (forall m x y w, mop m x (mop m y w) = mop m (mop m x y) w) /\ (forall m x y, mop m x y = mop m y x).
Proof. split; [intros []; auto|]. intros [? ?]. now split. Qed.
