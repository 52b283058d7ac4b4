(* RegistryOps.v: section 6, one op language in which every op is a tensor comprehension at given shapes, and its Tile
   Mapping Registry: the entries are found by looking at the index maps, one for each loop variable that fits. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Variadic Cells Propagation.
Import ListNotations.
Set Implicit Arguments.

(* ---------------- what becomes of an index expression when v moves by a multiple of q ---------------- *)
Definition coef v (ts : list (nat * Z)) : Z := fold_right (fun t s => if fst t =? v then (snd t + s)%Z else s) 0%Z ts.
(* Some t: at v + r * q it is larger by r * t, whatever r *)
Definition delta v q (e : iexp) : option Z :=
  let D := (coef v (terms e) * Z.of_nat q)%Z in
  if (D =? 0)%Z then Some 0%Z
  else if (0 <? dv e)%Z && (D mod dv e =? 0)%Z then
    let t := (D / dv e)%Z in
    if (md e =? 0)%Z then Some t else if (0 <? md e)%Z && (t mod md e =? 0)%Z then Some 0%Z else None
  else None.
(* bounds of an index expression over the box B *)
Definition trange B (t : nat * Z) : Z * Z :=
  let w := (snd t * Z.max 0 (Z.of_nat (nth (fst t) B 0%nat) - 1))%Z in (Z.min 0 w, Z.max 0 w).
Definition srange B (ts : list (nat * Z)) : Z * Z :=
  fold_right (fun t s => (fst (trange B t) + fst s, snd (trange B t) + snd s)%Z) (0%Z, 0%Z) ts.
Definition range B (e : iexp) : option (Z * Z) :=
  let s := srange B (terms e) in
  if (0 <? dv e)%Z then
    let lo := ((fst s + off e) / dv e)%Z in let hi := ((snd s + off e) / dv e)%Z in
    if (md e =? 0)%Z then Some (lo, hi)
    else if (0 <? md e)%Z then Some (if (0 <=? lo)%Z && (hi <? md e)%Z then (lo, hi) else (0%Z, (md e - 1)%Z)) else None
  else None.

Section Ops.
Context {Sc : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T).
Variable mono_dec : forall a b : mono, {a = b} + {a <> b}.
Variable mdefb : mono -> elt -> bool.
(* values with c (+) c = c that are known: Some c, this one; None, every value *)
Variable idemb : mono -> option T -> bool.
Notation ty := (ty elt).
Notation entry := (@entry Sc).

(* ---------------- the language ---------------- *)
(* the scalar expression under the reduction: Comprehension.v's, with names for the scalar functions *)
Inductive bx :=
| BLit (c : T)
| BIndex (a : iexp)
| BRead (x : nat) (ix : list iexp) (at_ : list bx) (ls : list Z)
| BApp (f : fn) (es : list bx)
| BGuard (a : iexp) (l : Z) (e1 e2 : bx).
Section Ind.
Variable P : bx -> Prop.
Hypotheses (HL : forall c, P (BLit c)) (HI : forall a, P (BIndex a))
  (HR : forall x ix es ls, Forall P es -> P (BRead x ix es ls)) (HA : forall f es, Forall P es -> P (BApp f es))
  (HG : forall a l e1 e2, P e1 -> P e2 -> P (BGuard a l e1 e2)).
Fixpoint bx_ind2 (e : bx) : P e :=
  let all := fix all l : Forall P l :=
    match l with [] => Forall_nil _ | e :: l => Forall_cons _ (bx_ind2 e) (all l) end in
  match e with
  | BLit c => HL c | BIndex a => HI a | BRead x ix es ls => HR x ix ls (all es) | BApp f es => HA f (all es)
  | BGuard a l e1 e2 => HG a l (bx_ind2 e1) (bx_ind2 e2)
  end.
End Ind.
Fixpoint den (e : bx) : sx :=
  match e with
  | BLit c => Lit c
  | BIndex a => Index a
  | BRead x ix es ls => Read x ix (map den es) ls
  | BApp f es => App (fsem f) (map den es)
  | BGuard a l e1 e2 => Guard a l (den e1) (den e2)
  end.

(* the initial value of a reduction: none, a constant, or a scalar operand *)
Inductive ini := NoIni | IniLit (c : T) | IniOp (k : nat).
(* An op: the types of its operands and of its result, the box K, the monoid, the initial value, the expression. Loop
   variables are the result's dimensions, then those of K. Where nothing is reduced K is empty. *)
Record gop := mkG { gins : list ty; gout : ty; gbox : list nat; gm : mono; gini : ini; gbody : bx }.
Definition gosh o := fst (gout o).
Definition gloops o := gosh o ++ gbox o.
Definition ival (i : ini) (xs : list tensor) : tensor :=
  match i with NoIni => tz | IniLit c => mkT [] [c] | IniOp k => nth k xs tz end.
(* at any result's shape and box, for the op at local shapes *)
Definition gval (o : gop) osh K (xs : list tensor) : tensor :=
  match gini o with
  | NoIni => gcomp ofZ toZ (gm o) osh K (den (gbody o)) xs
  | i => icomp ofZ toZ (gm o) osh K (den (gbody o)) xs (ival i xs)
  end.
Definition gsem (o : gop) (xs : list tensor) : list tensor := [gval o (gosh o) (gbox o) xs].
Definition gnum (_ : gop) := 1.
Definition gdef (m : mono) (t : elt) : Prop := mdefb m t = true.
(* the shape rule *)
Definition goty (o : gop) (ts ts' : list ty) : Prop :=
  ts = gins o /\ ts' = [gout o] /\ ((gbox o = [] /\ gini o = NoIni) \/ gdef (gm o) (snd (gout o))).

(* ---------------- which operand dimensions loop variable v drives, and whether it may be split ---------------- *)
Section Fits.
Variables (B : list nat) (v N q : nat).
Definition stillb e := match delta v q e with Some t => (t =? 0)%Z | None => false end.
Definition movesb m e := match delta v q e, range (upd B v q) e with
  | Some t, Some (lo, hi) => (t =? Z.of_nat m)%Z && (0 <=? lo)%Z && (hi <? Z.of_nat m)%Z
  | _, _ => false
  end.
Definition gstillb e (l : Z) :=
  stillb e || match range B e with Some (lo, hi) => (l <=? lo)%Z || (hi <? l)%Z | None => false end.
(* the dimension of operand x that moves with v, if any *)
Fixpoint mode_of x (e : bx) : option nat :=
  let first := fold_right (fun e r => match mode_of x e with Some d => Some d | None => r end) None in
  match e with
  | BLit _ | BIndex _ => None
  | BRead y ix es _ =>
      match (if y =? x then find (fun d => negb (stillb (nth d ix (cst 0)))) (seq 0 (length ix)) else None) with
      | Some d => Some d
      | None => first es
      end
  | BApp _ es => first es
  | BGuard _ _ e1 e2 => first [e1; e2]
  end.
Variables (ms : list (option nat)) (shs : list (list nat)).
(* an operand dimension that is to be split has the extent for it *)
Definition mode_ok (m : option nat) (sh : list nat) :=
  match m with None => true | Some d => (nth d sh 0 mod N =? 0) && (0 <? nth d sh 0) end.
Definition fits_readb x (ix : list iexp) (ls : list Z) :=
  match nth x ms None with
  | None => forallb stillb ix
  | Some d => (d <? length ix) && (nth d ls 0 =? 0)%Z && movesb (nth d (nth x shs []) 0 / N) (nth d ix (cst 0)) &&
      forallb (fun d' => (d' =? d) || stillb (nth d' ix (cst 0))) (seq 0 (length ix))
  end.
Fixpoint fitsb (e : bx) : bool :=
  match e with
  | BLit _ => true
  | BIndex a => stillb a
  | BRead x ix es ls => forallb fitsb es && fits_readb x ix ls
  | BApp _ es => forallb fitsb es
  | BGuard a l e1 e2 => gstillb a l && fitsb e1 && fitsb e2
  end.
End Fits.

(* ---------------- the registry ---------------- *)
Definition attr_of (m : option nat) : attr mono := match m with Some d => Tile _ d | None => Any _ end.
Definition modes o N V : list (option nat) :=
  map (fun x => mode_of V (nth V (gloops o) 0 / N) x (gbody o)) (seq 0 (length (gins o))).
Definition out_at o V : attr mono := if V <? length (gosh o) then Tile _ V else Red (gm o).
(* a reduced variable gives parts: without an initial value none may be empty; with one it is counted once per part *)
Definition parts_ok o := match gini o with
  | NoIni => 0 <? prod (gbox o) | IniLit c => idemb (gm o) (Some c) | IniOp _ => idemb (gm o) None end.
(* the initial value is not split *)
Definition ini_whole (i : ini) (ms : list (option nat)) :=
  match i with IniOp k => match nth k ms None with None => true | Some _ => false end | _ => true end.
(* The entry by loop variable V at M(a) = N: where N divides its extent, N <= extent, and the expression fits.
   A result variable gives tile<V>, a reduced one partial<m>. *)
Definition entry_at o N V : option entry :=
  let n := nth V (gloops o) 0 in let shs := map fst (gins o) in let ms := modes o N V in
  if (V <? length (gloops o)) && (0 <? n) && (n mod N =? 0) && ((V <? length (gosh o)) || parts_ok o) &&
     ini_whole (gini o) ms && fitsb (gloops o) V N (n / N) ms shs (gbody o) && forallb2 (mode_ok N) ms shs
  then Some (map attr_of ms, [out_at o V]) else None.
Definition loop_entries o N : list entry :=
  flat_map (fun V => match entry_at o N V with Some e => [e] | None => [] end) (seq 0 (length (gloops o))).

Definition attr_dec (a b : attr mono) : {a = b} + {a <> b}.
Proof. decide equality. apply Nat.eq_dec. Defined.
Definition entry_dec (a b : entry) : {a = b} + {a <> b}.
Proof. decide equality; apply list_eq_dec, attr_dec. Defined.
(* The op at local shapes: the extent of the loop variable that the entry splits, and the operands' types. An entry
   that splits none (its operands are partial) leaves the op as it is. *)
Definition split_loop o N V (e : entry) : gop :=
  let q := nth V (gloops o) 0 / N in
  let ts := ltys N (fst e) (gins o) in
  if V <? length (gosh o) then mkG ts (upd (gosh o) V q, snd (gout o)) (gbox o) (gm o) (gini o) (gbody o)
  else mkG ts (gout o) (upd (gbox o) (V - length (gosh o)) q) (gm o) (gini o) (gbody o).
Definition var_of o N (e : entry) : option nat :=
  find (fun V => match entry_at o N V with Some e' => if entry_dec e' e then true else false | None => false end)
    (seq 0 (length (gloops o))).
Definition glocalise o N (e : entry) : gop := match var_of o N e with Some V => split_loop o N V e | None => o end.
End Ops.
