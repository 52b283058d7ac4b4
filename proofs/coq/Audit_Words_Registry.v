(* Audit_Words_Registry.v: section 6: the words of the registry of comprehensions and of its entries, equated
   with their definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Soundness Registry Comprehension
  Variadic Partials Cells Propagation RegistryOps RegistryPartials.
Import ListNotations.
Notation counted osem onum := (forall o ts, length (osem o ts) = onum o).

(* ---------------- what becomes of an index expression when v moves by a multiple of q ---------------- *)
Definition pinned_RegistryOps_coef : @RegistryOps.coef =
  (fun (v : nat) (ts : list (nat * Z))
  => fold_right (fun (t : nat * Z) (s : Z) => if fst t =? v then (snd t + s)%Z else s) 0%Z ts)
  := eq_refl.
(* Some t: at v + r * q it is larger by r * t, whatever r *)
Definition pinned_RegistryOps_delta : @RegistryOps.delta =
  (fun (v q : nat) (e : iexp) => let D := (coef v (terms e) * Z.of_nat q)%Z in if (D =? 0)%Z then Some 0%Z else if
  (0 <? dv e)%Z && (D mod dv e =? 0)%Z then let t := (D / dv e)%Z in if (md e =? 0)%Z then Some t else if
  (0 <? md e)%Z && (t mod md e =? 0)%Z then Some 0%Z else None else None)
  := eq_refl.
(* bounds of an index expression over the box B *)
Definition pinned_RegistryOps_trange : @RegistryOps.trange =
  (fun (B : list nat) (t : nat * Z) => let w := (snd t * Z.max 0 (Z.of_nat (nth (fst t) B 0%nat) - 1))%Z
  in (Z.min 0 w, Z.max 0 w))
  := eq_refl.
Definition pinned_RegistryOps_srange : @RegistryOps.srange =
  (fun (B : list nat) (ts : list (nat * Z))
  => fold_right (fun (t : nat * Z) (s : Z * Z) => ((fst (trange B t) + fst s)%Z, (snd (trange B t) + snd s)%Z))
  (0%Z, 0%Z) ts)
  := eq_refl.
Definition pinned_RegistryOps_range : @RegistryOps.range =
  (fun (B : list nat) (e : iexp) => let s := srange B (terms e) in if (0 <? dv e)%Z then let lo
  := ((fst s + off e) / dv e)%Z in let hi := ((snd s + off e) / dv e)%Z in if (md e =? 0)%Z then Some (lo, hi)
  else if (0 <? md e)%Z then Some (if (0 <=? lo)%Z && (hi <? md e)%Z then (lo, hi) else (0%Z, (md e - 1)%Z))
  else None else None)
  := eq_refl.
Definition pinned_RegistryOps_den : @RegistryOps.den =
  (fun (Sc : Scalars) (fn : Type) (fsem : fn -> list T -> T) => fix den (e : bx fn) : sx :=
  match e with
  | BLit _ c => Lit c
  | BIndex _ a => Index a
  | BRead x ix es ls => Read x ix (map den es) ls
  | BApp f es => App (fsem f) (map den es)
  | BGuard a l e1 e2 => Guard a l (den e1) (den e2)
  end)
  := eq_refl.
Definition pinned_RegistryOps_gosh : @RegistryOps.gosh =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) => fst (gout o))
  := eq_refl.
Definition pinned_RegistryOps_gloops : @RegistryOps.gloops =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) => gosh o ++ gbox o)
  := eq_refl.
Definition pinned_RegistryOps_ival : @RegistryOps.ival =
  (fun (Sc : Scalars) (i : ini) (xs : list tensor) =>
  match i with
  | NoIni => tz
  | IniLit c => {| shape := []; data := [c] |}
  | IniOp k => nth k xs tz
  end)
  := eq_refl.
(* at any result's shape and box, for the op at local shapes *)
Definition pinned_RegistryOps_gval : @RegistryOps.gval =
  (fun (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T) (o : gop fn elt)
  (osh K : list nat) (xs : list tensor) =>
  match gini o with
  | NoIni => gcomp ofZ toZ (gm o) osh K (den fsem (gbody o)) xs
  | IniLit c => icomp ofZ toZ (gm o) osh K (den fsem (gbody o)) xs (ival (IniLit c) xs)
  | IniOp k => icomp ofZ toZ (gm o) osh K (den fsem (gbody o)) xs (ival (IniOp k) xs)
  end)
  := eq_refl.
Definition pinned_RegistryOps_gsem : @RegistryOps.gsem =
  (fun (Sc : Scalars) (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T) (o : gop fn elt)
  (xs : list tensor) => [gval ofZ toZ fsem o (gosh o) (gbox o) xs])
  := eq_refl.
Definition pinned_RegistryOps_gnum : @RegistryOps.gnum =
  (fun (Sc : Scalars) (fn elt : Type) (_ : gop fn elt) => 1)
  := eq_refl.
Definition pinned_RegistryOps_gdef : @RegistryOps.gdef =
  (fun (Sc : Scalars) (elt : Type) (mdefb : mono -> elt -> bool) (m : mono) (t : elt) => mdefb m t = true)
  := eq_refl.
(* the shape rule *)
Definition pinned_RegistryOps_goty : @RegistryOps.goty =
  (fun (Sc : Scalars) (fn elt : Type) (mdefb : mono -> elt -> bool) (o : gop fn elt) (ts ts' : list (ty elt))
  => ts = gins o /\ ts' = [gout o] /\ (gbox o = [] /\ gini o = NoIni \/ gdef mdefb (gm o) (snd (gout o))))
  := eq_refl.
Definition pinned_RegistryOps_stillb : @RegistryOps.stillb =
  (fun (v q : nat) (e : iexp) =>
  match delta v q e with
  | Some t => (t =? 0)%Z
  | None => false
  end)
  := eq_refl.
Definition pinned_RegistryOps_movesb : @RegistryOps.movesb =
  (fun (B : list nat) (v q m : nat) (e : iexp) =>
  match delta v q e with
  | Some t => match range (upd B v q) e with | Some (lo, hi) => (t =? Z.of_nat m)%Z && (0 <=? lo)%Z &&
    (hi <? Z.of_nat m)%Z | None => false end
  | None => false
  end)
  := eq_refl.
Definition pinned_RegistryOps_gstillb : @RegistryOps.gstillb =
  (fun (B : list nat) (v q : nat) (e : iexp) (l : Z) => stillb v q e ||
  match range B e with
  | Some (lo, hi) => (l <=? lo)%Z || (hi <? l)%Z
  | None => false
  end)
  := eq_refl.
(* the dimension of operand x that moves with v, if any *)
Definition pinned_RegistryOps_mode_of : @RegistryOps.mode_of =
  (fun (Sc : Scalars) (fn : Type) (v q : nat) => fix mode_of (x : nat) (e : bx fn)
  {struct e} : option nat := let first := fold_right (fun (e0 : bx fn) (r : option nat) =>
  match mode_of x e0 with
  | Some d => Some d
  | None => r
  end) None in
  match e with
  | BRead y ix es _ => match (if y =? x then find (fun d => negb (stillb v q (nth d ix (cst 0))))
    (seq 0 (length ix)) else None) with | Some d => Some d | None => first es end
  | BApp _ es => first es
  | BGuard _ _ e1 e2 => first [e1; e2]
  | _ => None
  end)
  := eq_refl.
(* an operand dimension that is to be split has the extent for it *)
Definition pinned_RegistryOps_mode_ok : @RegistryOps.mode_ok =
  (fun (N : nat) (m : option nat) (sh : list nat) =>
  match m with
  | Some d => (nth d sh 0 mod N =? 0) && (0 <? nth d sh 0)
  | None => true
  end)
  := eq_refl.
Definition pinned_RegistryOps_fits_readb : @RegistryOps.fits_readb =
  (fun (B : list nat) (v N q : nat) (ms : list (option nat)) (shs : list (list nat)) (x : nat) (ix : list iexp)
  (ls : list Z) =>
  match nth x ms None with
  | Some d => (d <? length ix) && (nth d ls 0 =? 0)%Z && movesb B v q (nth d (nth x shs []) 0 / N)
    (nth d ix (cst 0)) && forallb (fun d' : nat => (d' =? d) || stillb v q (nth d' ix (cst 0))) (seq 0 (length ix))
  | None => forallb (stillb v q) ix
  end)
  := eq_refl.
Definition pinned_RegistryOps_fitsb : @RegistryOps.fitsb =
  (fun (Sc : Scalars) (fn : Type) (B : list nat) (v N q : nat) (ms : list (option nat)) (shs : list (list nat))
  => fix fitsb (e : bx fn) : bool :=
  match e with
  | BLit _ _ => true
  | BIndex _ a => stillb v q a
  | BRead x ix es ls => forallb fitsb es && fits_readb B v N q ms shs x ix ls
  | BApp _ es => forallb fitsb es
  | BGuard a l e1 e2 => gstillb B v q a l && fitsb e1 && fitsb e2
  end)
  := eq_refl.
(* ---------------- the registry ---------------- *)
Definition pinned_RegistryOps_attr_of : @RegistryOps.attr_of =
  (fun (Sc : Scalars) (m : option nat) =>
  match m with
  | Some d => Tile mono d
  | None => Any mono
  end)
  := eq_refl.
Definition pinned_RegistryOps_modes : @RegistryOps.modes =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) (N V : nat)
  => map (fun x => mode_of V (nth V (gloops o) 0 / N) x (gbody o)) (seq 0 (length (gins o))))
  := eq_refl.
Definition pinned_RegistryOps_out_at : @RegistryOps.out_at =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) (V : nat) => if V <? length (gosh o)
  then Tile mono V else Red (gm o))
  := eq_refl.
(* a reduced variable gives parts: without an initial value none may be empty; with one it is counted once per
   part *)
Definition pinned_RegistryOps_parts_ok : @RegistryOps.parts_ok =
  (fun (Sc : Scalars) (fn elt : Type) (idemb : mono -> option T -> bool) (o : gop fn elt) =>
  match gini o with
  | NoIni => 0 <? prod (gbox o)
  | IniLit c => idemb (gm o) (Some c)
  | IniOp _ => idemb (gm o) None
  end)
  := eq_refl.
(* the initial value is not split *)
Definition pinned_RegistryOps_ini_whole : @RegistryOps.ini_whole =
  (fun (Sc : Scalars) (i : ini) (ms : list (option nat)) =>
  match i with
  | IniOp k => match nth k ms None with | Some _ => false | None => true end
  | _ => true
  end)
  := eq_refl.
(* The entry by loop variable V at M(a) = N: where N divides its extent, N <= extent, and the expression fits. A
   result variable gives tile<V>, a reduced one partial<m>. *)
Definition pinned_RegistryOps_entry_at : @RegistryOps.entry_at =
  (fun (Sc : Scalars) (fn elt : Type) (idemb : mono -> option T -> bool) (o : gop fn elt) (N V : nat)
  => let n := nth V (gloops o) 0 in let shs := map fst (gins o) in let ms := modes o N V in if
  (V <? length (gloops o)) && (0 <? n) && (n mod N =? 0) && ((V <? length (gosh o)) || parts_ok idemb o)
  && ini_whole (gini o) ms && fitsb (gloops o) V N (n / N) ms shs (gbody o) && forallb2 (mode_ok N)
  ms shs then Some (map attr_of ms, [out_at o V]) else None)
  := eq_refl.
Definition pinned_RegistryOps_loop_entries : @RegistryOps.loop_entries =
  (fun (Sc : Scalars) (fn elt : Type) (idemb : mono -> option T -> bool) (o : gop fn elt) (N : nat)
  => flat_map (fun V =>
  match entry_at idemb o N V with
  | Some e => [e]
  | None => []
  end) (seq 0 (length (gloops o))))
  := eq_refl.
(* The op at local shapes: the extent of the loop variable that the entry splits, and the operands' types. An
   entry that splits none (its operands are partial) leaves the op as it is. *)
Definition pinned_RegistryOps_split_loop : @RegistryOps.split_loop =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) (N V : nat) (e : entry) => let q := nth V (gloops o)
  0 / N in let ts := ltys N (fst e) (gins o) in if V <? length (gosh o)
  then {| gins := ts; gout := (upd (gosh o) V q, snd (gout o)); gbox := gbox o; gm := gm o; gini := gini o; gbody
  := gbody o |} else {| gins := ts; gout := gout o; gbox := upd (gbox o) (V - length (gosh o))
  q; gm := gm o; gini := gini o; gbody := gbody o |})
  := eq_refl.
Definition pinned_RegistryOps_var_of : @RegistryOps.var_of =
  (fun (Sc : Scalars) (fn elt : Type) (mono_dec : forall a b : mono, {a = b} + {a <> b})
  (idemb : mono -> option T -> bool) (o : gop fn elt) (N : nat) (e : entry) => find (fun V =>
  match entry_at idemb o N V with
  | Some e' => if entry_dec mono_dec e' e then true else false
  | None => false
  end) (seq 0 (length (gloops o))))
  := eq_refl.
Definition pinned_RegistryOps_glocalise : @RegistryOps.glocalise =
  (fun (Sc : Scalars) (fn elt : Type) (mono_dec : forall a b : mono, {a = b} + {a <> b})
  (idemb : mono -> option T -> bool) (o : gop fn elt) (N : nat) (e : entry) =>
  match var_of mono_dec idemb o N e with
  | Some V => split_loop o N V e
  | None => o
  end)
  := eq_refl.
Definition pinned_RegistryPartials_holds : @RegistryPartials.holds =
  (fun (I : list nat) '(a, l, b) => (l <=? ieval a I)%Z = b)
  := eq_refl.
(* Some t: e is a + t *)
Definition pinned_RegistryPartials_rel : @RegistryPartials.rel =
  (fun a e : iexp => if iexp_dec a e then Some 0%Z else if terms_dec (terms a) (terms e)
  then if (dv a =? 1)%Z && (dv e =? 1)%Z && (md a =? 0)%Z && (md e =? 0)%Z then Some (off e - off a)%Z else None
  else None)
  := eq_refl.
Definition pinned_RegistryPartials_refine : @RegistryPartials.refine =
  (fun (e : iexp) (p : fact) (s : Z * Z) => let '(a, l, b) := p in
  match rel a e with
  | Some t => if b then (Z.max (fst s) (l + t), snd s) else (fst s, Z.min (snd s) (l - 1 + t))
  | None => s
  end)
  := eq_refl.
Definition pinned_RegistryPartials_frange : @RegistryPartials.frange =
  (fun (B : list nat) (fs : list fact) (e : iexp) => option_map (fun s : Z * Z => fold_right (refine e) s fs)
  (range B e))
  := eq_refl.
Definition pinned_RegistryPartials_all_bools : @RegistryPartials.all_bools =
  (fun n => nat_rect (fun _ => list (list bool))
  [[]] (fun (n0 : nat) (l : (fun _ => list (list bool)) n0) => map (cons true) l ++ map (cons false) l) n)
  := eq_refl.
(* no partial operand is read *)
Definition pinned_RegistryPartials_sameb : @RegistryPartials.sameb =
  (fun (Sc : Scalars) (fn : Type) (bs : list bool) => fix sameb (e : bx fn) : bool :=
  match e with
  | BRead x _ es _ => negb (nth x bs false) && forallb sameb es
  | BApp _ es => forallb sameb es
  | BGuard _ _ e1 e2 => sameb e1 && sameb e2
  | _ => true
  end)
  := eq_refl.
Definition pinned_RegistryPartials_insideb : @RegistryPartials.insideb =
  (fun (B : list nat) (fs : list fact) (ix : list iexp) (ls : list Z) (sh : list nat) => (length ix =? length sh)
  && forallb (fun d =>
  match frange B fs (nth d ix (cst 0)) with
  | Some (lo, hi) => (0 <=? lo)%Z && (hi + Z.max 0 (nth d ls 0) <? Z.of_nat (nth d sh 0%nat))%Z
  | None => false
  end) (seq 0 (length sh)))
  := eq_refl.
Definition pinned_RegistryPartials_linb : @RegistryPartials.linb =
  (fun (Sc : Scalars) (fn : Type) (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool)
  (B : list nat) (m : mono) (bs : list bool) (shs : list (list nat)) => fix linb (fs : list fact) (e : bx fn)
  {struct e} : bool :=
  match e with
  | BLit _ c => idemb m (Some c) || idemb m None
  | BIndex _ _ => false
  | BRead x ix es ls => nth x bs false && forallb (sameb bs) es && insideb B fs ix ls (nth x shs [])
  | BApp f es => homb f m (map (fun e0 : bx fn => negb (sameb bs e0)) es)
    && forallb (fun e0 : bx fn => sameb bs e0 || linb fs e0) es
  | BGuard a l e1 e2 => linb ((a, l, true) :: fs) e1 && linb ((a, l, false) :: fs) e2
  end)
  := eq_refl.
(* (partial<m> where marked, any elsewhere) |-> partial<m>. Where nothing is reduced m is any monoid. None for
   ops with an initial value. *)
Definition pinned_RegistryPartials_pattr : @RegistryPartials.pattr =
  (fun (Sc : Scalars) (m : mono) (b : bool) => if b then Red m else Any mono)
  := eq_refl.
Definition pinned_RegistryPartials_part_entry : @RegistryPartials.part_entry =
  (fun (Sc : Scalars) (fn elt : Type) (mdefb : mono -> elt -> bool) (homb : fn -> mono -> list bool -> bool)
  (idemb : mono -> option T -> bool) (o : gop fn elt) (m : mono) (bs : list bool) => if
  match gini o with
  | NoIni => true
  | _ => false
  end && existsb (fun b : bool => b) bs && (0 <? prod (gbox o)) && linb homb idemb (gloops o)
    m bs (map fst (gins o)) [] (gbody o) && mdefb m (snd (gout o))
    && forallb2 (fun (b : bool) (t : list nat * elt) => negb b || mdefb m (snd t)) bs (gins o)
    then Some (map (pattr m) bs, [Red m]) else None)
  := eq_refl.
Definition pinned_RegistryPartials_part_entries : @RegistryPartials.part_entries =
  (fun (Sc : Scalars) (fn elt : Type) (mdefb : mono -> elt -> bool) (monos : list mono)
  (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool) (o : gop fn elt)
  => flat_map (fun m : mono => flat_map (fun bs : list bool =>
  match part_entry mdefb homb idemb o m bs with
  | Some e => [e]
  | None => []
  end) (all_bools (length (gins o))))
  match gbox o with
  | [] => monos
  | _ :: _ => [gm o]
  end)
  := eq_refl.
(* the Tile Mapping Registry *)
Definition pinned_RegistryPartials_greg : @RegistryPartials.greg =
  (fun (Sc : Scalars) (fn elt : Type) (mdefb : mono -> elt -> bool) (monos : list mono)
  (homb : fn -> mono -> list bool -> bool) (idemb : mono -> option T -> bool) (o : gop fn elt) (_ : list (ty elt))
  (N : nat) => loop_entries idemb o N ++ part_entries mdefb monos homb idemb o)
  := eq_refl.
