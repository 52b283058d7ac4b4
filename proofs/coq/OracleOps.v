(* OracleOps.v: the ops of the oracle, by comprehensions out[i] = f(operands at pi(i, k)), and their shape rules.
   One definition serves the denotation on canonical tensors (csem) and the one on vectors (fsem).
   A number that is negative where a dimension is meant reaches these definitions as one that is out of range. *)
From Coq Require Import List Arith ZArith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues OracleLists OracleScalar OracleEval.
Import ListNotations.
Set Implicit Arguments.

Inductive unary := Neg | Not | Abs | Sign | Square.
Inductive binary := BAdd | BSub | BMul | BMax | BMin | BAnd | BOr | BXor.
Inductive direction := EQ | NE | GE | GT | LE | LT.
Inductive op :=
| OUnary (u : unary)
| OBinary (b : binary)
| OSelect
| OClamp
| OCompare (c : direction) (total : bool)
| ODot (lb rb lc rc : list nat) (e : elt)
| OReduce (ds : list nat) (m : monoid)
| OTranspose (p : list nat)
| OBroadcast (ds sh : list nat)
| OReshape (sh : list nat)
| OSlice (start limit stride : list nat)
| OPad (lo hi interior : list Z)
| OReverse (ds : list nat)
| OConcat (d : nat)
| ODynamicSlice (sizes : list nat)
| OIota (d : nat) (sh : list nat) (e : elt)
| OConstant (sh : list nat) (e : elt) (splat : bool) (vals : vec Z).

(* ---- lists of dimensions ---- *)
Fixpoint distinct (ds : list nat) (n : nat) : bool :=
  match ds with [] => true | d :: ds => (d <? n) && negb (mem d ds) && distinct ds n end.
Definition outside (n : nat) (a : list nat) := filter (fun d => negb (mem d a)) (seq 0 n).
(* the index whose coordinate on dimension l_j is v_j *)
Definition place (l : list nat) (n : nat) : list nat -> list nat :=
  let ps := map (fun d => pos d l) (seq 0 n) in fun v => map (fun p => nth p v 0) ps.
Definition extents (sh ds : list nat) := map (fun d => nth d sh 0) ds.
Fixpoint unlin (sh : list nat) (i : nat) : list nat :=
  match sh with [] => [] | _ :: sh => let p := prod sh in i / p :: unlin sh (i mod p) end.

(* ---- scalar functions ---- *)
Definition bit (b : bool) : Z := if b then 1%Z else 0%Z.
Definition unary_fn (u : unary) : T -> T :=
  lift1 (fun e a => match u with
    | Neg => norm e (- a) | Not => norm e (Z.lnot a) | Abs => norm e (Z.abs a) | Sign => Z.sgn a | Square => times e a a
    end).
Definition binary_fn (b : binary) : T -> T -> T :=
  lift2 (fun e x y => match b with
    | BAdd => norm e (x + y) | BSub => norm e (x - y) | BMul => times e x y | BMax => Z.max x y | BMin => Z.min x y
    | BAnd => Z.land x y | BOr => Z.lor x y | BXor => Z.lxor x y
    end).
Definition compare_fn (c : direction) (x y : T) : T :=
  match x, y with
  | V _ a, V _ b => V I1 (bit match c with
      | EQ => Z.eqb a b | NE => negb (Z.eqb a b) | GE => Z.leb b a | GT => Z.ltb b a | LE => Z.leb a b | LT => Z.ltb a b
      end)
  | _, _ => Bad
  end.
Definition select_fn (p x y : T) : T := match p with V _ a => if Z.eqb a 0 then y else x | Bad => Bad end.
(* to another element type; of a float to integers it is not the function of interp/field.h *)
Definition convert_fn (e : elt) (x : T) : T :=
  match x with V _ a => V e (match e with I1 => bit (negb (Z.eqb a 0)) | _ => norm e a end) | Bad => Bad end.

(* ---- shape rules ---- *)
Definition spread (n : nat) (k : Z) : Z := match n with O => 0%Z | S m => (Z.of_nat m * k + 1)%Z end.
Definition pad_extent (n : nat) (lo hi k : Z) : Z := (lo + hi + spread n (k + 1))%Z.

Definition oshape (o : op) (shs : list (list nat)) : list nat :=
  let x := nth 0 shs [] in
  let y := nth 1 shs [] in
  match o with
  | OUnary _ | OBinary _ | OCompare _ _ | OReverse _ => x
  | OSelect | OClamp => y
  | ODot lb rb lc rc _ =>
      extents x (lb ++ outside (length x) (lb ++ lc)) ++ extents y (outside (length y) (rb ++ rc))
  | OReduce ds _ => extents x (outside (length x) ds)
  | OTranspose p => extents x p
  | OBroadcast _ sh | OReshape sh | ODynamicSlice sh | OIota _ sh _ | OConstant sh _ _ _ => sh
  | OSlice st li sr => map3 (fun s l k => if Nat.eqb l s then 0 else (l - s - 1) / k + 1) st li sr
  | OPad lo hi int => map2 (fun n f => Z.to_nat (f n)) x (map3 (fun l h k n => pad_extent n l h k) lo hi int)
  | OConcat d => upd x d (fold_right (fun s n => nth d s 0 + n) 0 shs)
  end.
Definition oelt (o : op) (es : list elt) : elt :=
  match o with
  | OCompare _ _ => I1
  | OSelect | OClamp => nth 1 es I1
  | ODot _ _ _ _ e | OIota _ _ e | OConstant _ e _ _ => e
  | _ => nth 0 es I1
  end.

Definition defined_on (m : monoid) (e : elt) : bool :=
  match m with And | Or => is_bool e || is_int e | _ => negb (is_bool e) end.
Definition unary_on (u : unary) (e : elt) : bool :=
  match u with
  | Neg | Square => negb (is_bool e) | Not => is_bool e || is_int e | Abs | Sign => is_signed e || is_float e end.
Definition binary_on (b : binary) (e : elt) : bool :=
  match b with
  | BAdd | BSub | BMul => negb (is_bool e) | BMax | BMin => true | BAnd | BOr | BXor => is_bool e || is_int e end.
Definition tensor_eqb (a b : ty elt) : bool := list_eqb (fst a) (fst b) && elt_eqb (snd a) (snd b).
(* of rank 0 or of the shape of x, and of its element type *)
Definition scalar_or (x b : ty elt) : bool :=
  (Nat.eqb (length (fst b)) 0 || list_eqb (fst b) (fst x)) && elt_eqb (snd b) (snd x).
Definition small (v : Z) : bool := Z.leb (Z.abs v) c2_31.

(* premise 1 of T-Op: the constraints C1.. of semantics/ops *)
Definition opremise (o : op) (ts : list (ty elt)) : bool :=
  match o, ts with
  | OUnary u, [x] => unary_on u (snd x)
  | OBinary b, [x; y] => tensor_eqb y x && binary_on b (snd x)
  | OSelect, [p; x; y] =>
      is_bool (snd p) && (Nat.eqb (length (fst p)) 0 || list_eqb (fst p) (fst x)) && tensor_eqb x y
  | OClamp, [l; x; h] => scalar_or x l && scalar_or x h
  | OCompare _ total, [x; y] => tensor_eqb x y && (is_float (snd x) || negb total)
  | ODot lb rb lc rc _, [(x, e); (y, e')] =>
      Nat.eqb (length lb) (length rb) && Nat.eqb (length lc) (length rc)
      && distinct (lb ++ lc) (length x) && distinct (rb ++ rc) (length y)
      && list_eqb (extents x (lb ++ lc)) (extents y (rb ++ rc)) && elt_eqb e e'
  | OReduce ds m, [(x, e); (i, e')] =>
      Nat.eqb (length i) 0 && elt_eqb e' e && distinct ds (length x) && defined_on m e
  | OTranspose p, [(x, _)] => Nat.eqb (length p) (length x) && distinct p (length x)
  | OBroadcast ds sh, [(x, _)] =>
      Nat.eqb (length ds) (length x) && distinct ds (length sh)
      && forall2 (fun n d => Nat.eqb n 1 || Nat.eqb n (nth d sh 0)) x ds
  | OReshape sh, [(x, _)] => Nat.eqb (prod sh) (prod x)
  | OSlice st li sr, [(x, _)] =>
      Nat.eqb (length st) (length x) && Nat.eqb (length li) (length x) && Nat.eqb (length sr) (length x)
      && forall2 Nat.leb st li && forall2 Nat.leb li x && forallb (Nat.leb 1) sr
  | OPad lo hi int, [(x, e); (p, e')] =>
      Nat.eqb (length p) 0 && elt_eqb e' e
      && Nat.eqb (length lo) (length x) && Nat.eqb (length hi) (length x) && Nat.eqb (length int) (length x)
      && forallb small (lo ++ hi ++ int) && forallb (Z.leb 0) int
      && forallb (fun b => b) (map2 (fun n f => Z.leb 0 (f n)) x (map3 (fun l h k n => pad_extent n l h k) lo hi int))
  | OReverse ds, [(x, _)] => distinct ds (length x)
  | OConcat d, (x, e) :: ts =>
      (d <? length x) && forallb (fun t => Nat.eqb (length (fst t)) (length x) && elt_eqb (snd t) e
                                           && list_eqb (upd (fst t) d 0) (upd x d 0)) ts
  | ODynamicSlice sizes, (x, _) :: starts =>
      Nat.eqb (length starts) (length x)
      && forallb (fun t => Nat.eqb (length (fst t)) 0 && is_int (snd t) && elt_eqb (snd t) (snd (hd t starts))) starts
      && Nat.eqb (length sizes) (length x) && forall2 Nat.leb sizes x
  | OIota d sh e, [] => (d <? length sh) && negb (is_bool e)
  | OConstant _ _ _ _, [] => true
  | _, _ => false
  end.
Definition otyf (o : op) (ts : list (ty elt)) : option (list (ty elt)) :=
  if opremise o ts then Some [(oshape o (map fst ts), oelt o (map snd ts))] else None.
Definition onum (_ : op) := 1.

(* ---- elements ---- *)
Definition view0 : view := ([0], fun _ => Bad).
(* the piece of a concatenation that holds coordinate j along d *)
Fixpoint piece (d : nat) (vs : list view) (j : nat) (ix : list nat) : T :=
  match vs with
  | [] => Bad
  | v :: vs => let n := nth d (fst v) 0 in if j <? n then snd v (upd ix d j) else piece d vs (j - n) ix
  end.
(* where along one dimension of extent n the element j of a padded tensor comes from *)
Definition unpad (n : nat) (lo k : Z) (j : nat) : option nat :=
  let i := (Z.of_nat j - lo)%Z in
  if Z.ltb i 0 then None
  else let k := Z.to_nat (k + 1) in let i := Z.to_nat i in
       if Nat.eqb (i mod k) 0 && (i / k <? n) then Some (i / k) else None.
Fixpoint all_some (l : list (option nat)) : option (list nat) :=
  match l with
  | [] => Some []
  | Some x :: l => match all_some l with Some xs => Some (x :: xs) | None => None end
  | None :: _ => None
  end.
Definition int_of (x : T) : Z := match x with V _ v => v | Bad => 0%Z end.

Definition element (o : op) (vs : list view) : list nat -> T :=
  let '(sx, x) := nth 0 vs view0 in
  let '(sy, y) := nth 1 vs view0 in
  let w := snd (nth 2 vs view0) in
  match o with
  | OUnary u => let f := unary_fn u in fun ix => f (x ix)
  | OBinary b => let f := binary_fn b in fun ix => f (x ix) (y ix)
  | OSelect => fun ix => select_fn (x ix) (y ix) (w ix)
  | OClamp => fun ix => binary_fn BMin (binary_fn BMax (y ix) (x ix)) (w ix)
  | OCompare c _ => fun ix => compare_fn c (x ix) (y ix)
  | ODot lb rb lc rc e =>                       (* sum over k of x[b, m, k] * y[b, k, n]; of i1 the or of ands *)
      let nb := length lb in
      let lfree := outside (length sx) (lb ++ lc) in
      let lix := place (lb ++ lfree ++ lc) (length sx) in
      let rix := place (rb ++ outside (length sy) (rb ++ rc) ++ rc) (length sy) in
      let nl := nb + length lfree in
      let K := all_idx (extents sx lc) in
      let add := lift2 (zop (if is_bool e then Or else Add)) in
      let mul := lift2 (zop (if is_bool e then And else Mul)) in
      fun ix =>
        let l := firstn nl ix in let r := firstn nb ix ++ skipn nl ix in
        fold_left (fun acc k => add acc (mul (convert_fn e (x (lix (l ++ k)))) (convert_fn e (y (rix (r ++ k))))))
          K (V e 0%Z)
  | OReduce ds m =>                             (* the initial value, then x over ds in row-major order *)
      let kept := outside (length sx) ds in
      let folded := outside (length sx) kept in
      let at_ := place (kept ++ folded) (length sx) in
      let K := all_idx (extents sx folded) in
      let f := lift2 (zop m) in
      fun ix => fold_left (fun acc k => f acc (x (at_ (ix ++ k)))) K (y [])
  | OTranspose p => let at_ := place p (length sx) in fun ix => x (at_ ix)
  | OBroadcast ds _ => fun ix => x (map2 (fun n d => if Nat.eqb n 1 then 0 else nth d ix 0) sx ds)
  | OReshape sh => fun ix => x (unlin sx (lin sh ix))
  | OSlice st _ sr => fun ix => x (map3 (fun s k i => s + i * k) st sr ix)
  | OPad lo _ int =>
      let at_ := map3 unpad sx lo int in
      fun ix => match all_some (map2 (fun f i => f i) at_ ix) with Some jx => x jx | None => y [] end
  | OReverse ds => fun ix => x (map3 (fun d n i => if mem d ds then n - 1 - i else i) (seq 0 (length sx)) sx ix)
  | OConcat d => fun ix => piece d vs (nth d ix 0) ix
  | ODynamicSlice sizes =>                      (* starts are clamped so that the window stays inside *)
      let starts := map3 (fun n s v => Nat.min (Z.to_nat (int_of (snd v []))) (n - s)) sx sizes (tl vs) in
      fun ix => x (map2 Nat.add starts ix)
  | OIota d _ e => fun ix => V e (norm e (Z.of_nat (nth d ix 0)))
  | OConstant sh e splat vals =>
      if splat then let v := V e (norm e (vget vals 0 0%Z)) in fun _ => v
      else fun ix => V e (norm e (vget vals (lin sh ix) 0%Z))
  end.
Definition comp (o : op) (vs : list view) : view := (oshape o (map fst vs), element o vs).

(* ---- the shape rules are those of the denotation: premise of type_soundness ---- *)
Theorem op_sound o a b ts : otyf o a = Some b -> Forall2 (@val OS elt) ts a ->
  Forall2 (@val OS elt) (csem comp o ts) b.
Proof.
  unfold otyf. destruct (opremise o a); [|discriminate]. intros E H. inversion E; subst; clear E.
  constructor; [|constructor]. split; [apply wf_tab|]. simpl. f_equal. rewrite map_map. simpl.
  induction H as [|t y ts a [_ Hs] _ IH]; simpl; auto. now rewrite Hs, IH.
Qed.
Lemma otyf_num o a b : otyf o a = Some b -> length b = onum o.
Proof. unfold otyf. destruct (opremise o a); intros H; inversion H; auto. Qed.

(* ---- examples: the ones of the comments in semantics/ops ---- *)
Definition vals (l : list Z) : vec Z := vof l.
Definition lit (sh : list nat) (l : list Z) : tensor := mkT sh (map (V (SI W32)) l).
Definition ints (t : tensor) := (shape t, map int_of (data t)).
Definition run1 o ts := map ints (csem comp o ts).
Local Open Scope Z_scope.
(* [[1, 2]] times [[3], [4]] *)
Example dot_ex : run1 (ODot [] [] [1%nat] [0%nat] (SI W32)) [lit [1;2]%nat [1;2]; lit [2;1]%nat [3;4]]
    = [([1;1]%nat, [11])].
Proof. reflexivity. Qed.
(* the rows of two matrices, paired by dimension 0 *)
Example dot_batch_ex :
  run1 (ODot [0%nat] [0%nat] [1%nat] [1%nat] (SI W32)) [lit [2;2]%nat [1;2;3;4]; lit [2;2]%nat [5;6;7;8]]
      = [([2]%nat, [17; 53])].
Proof. reflexivity. Qed.
(* sums of the rows *)
Example reduce_ex : run1 (OReduce [1%nat] Add) [lit [2;2]%nat [1;2;3;4]; lit [] [0]] = [([2]%nat, [3;7])].
Proof. reflexivity. Qed.
(* by the permutation [2, 0, 1] *)
Example transpose_ex : run1 (OTranspose [2;0;1]%nat) [lit [1;2;3]%nat [1;2;3;4;5;6]] = [([3;1;2]%nat, [1;4;2;5;3;6])].
Proof. reflexivity. Qed.
(* a row, twice *)
Example broadcast_ex : run1 (OBroadcast [1%nat] [2;2]%nat) [lit [2]%nat [1;2]] = [([2;2]%nat, [1;2;1;2])].
Proof. reflexivity. Qed.
(* [1:4:2] *)
Example slice_ex : run1 (OSlice [1%nat] [4%nat] [2%nat]) [lit [4]%nat [1;2;3;4]] = [([2]%nat, [2;4])].
Proof. reflexivity. Qed.
(* before, and between the elements *)
Example pad_ex : run1 (OPad [1] [0] [1]) [lit [2]%nat [1;2]; lit [] [0]] = [([4]%nat, [0;1;0;2])].
Proof. reflexivity. Qed.
(* a negative padding takes elements away *)
Example pad_cut_ex : run1 (OPad [-1] [1] [0]) [lit [3]%nat [1;2;3]; lit [] [9]] = [([3]%nat, [2;3;9])].
Proof. reflexivity. Qed.
(* along dimension 0 *)
Example reverse_ex : run1 (OReverse [0%nat]) [lit [3]%nat [1;2;3]] = [([3]%nat, [3;2;1])].
Proof. reflexivity. Qed.
(* two pieces *)
Example concatenate_ex : run1 (OConcat 0%nat) [lit [1]%nat [1]; lit [2]%nat [2;3]] = [([3]%nat, [1;2;3])].
Proof. reflexivity. Qed.
(* the window is moved inside *)
Example dynamic_slice_ex : run1 (ODynamicSlice [2%nat]) [lit [4]%nat [1;2;3;4]; lit [] [3]] = [([2]%nat, [3;4])].
Proof. reflexivity. Qed.
(* between 0 and 3 *)
Example clamp_ex : run1 OClamp [lit [] [0]; lit [2]%nat [-1;5]; lit [] [3]] = [([2]%nat, [0;3])].
Proof. reflexivity. Qed.
