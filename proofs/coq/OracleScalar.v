(* OracleScalar.v: the scalars of the extracted oracle. A scalar carries its element type: i1, signed and unsigned
   integers of 2 to 32 bits, which wrap, and the float types, all of which are the prime field of 2^61 - 1 as in
   interp/field.h.
   Multiplication in the field is by limbs, so that no intermediate result leaves OCaml's native integers. *)
From Coq Require Import List ZArith Lia Bool.
From PartIR Require Import Index Fold Tensor.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope Z_scope.

Inductive width := W2 | W4 | W8 | W16 | W32.
Inductive float := BF16 | F16 | F32 | F64.
Inductive elt := I1 | SI (w : width) | UI (w : width) | FL (f : float).

Definition width_eqb (a b : width) : bool :=
  match a, b with W2, W2 | W4, W4 | W8, W8 | W16, W16 | W32, W32 => true | _, _ => false end.
Definition float_eqb (a b : float) : bool :=
  match a, b with BF16, BF16 | F16, F16 | F32, F32 | F64, F64 => true | _, _ => false end.
Definition elt_eqb (a b : elt) : bool :=
  match a, b with
  | I1, I1 => true | SI v, SI w | UI v, UI w => width_eqb v w | FL v, FL w => float_eqb v w | _, _ => false
  end.
Lemma elt_eqb_eq a b : elt_eqb a b = true <-> a = b.
Proof. split; [|intros ->; destruct b as [|[]|[]|[]]; reflexivity].
  destruct a as [|[]|[]|[]], b as [|[]|[]|[]]; simpl; congruence. Qed.

Definition is_bool e := match e with I1 => true | _ => false end.
Definition is_float e := match e with FL _ => true | _ => false end.
Definition is_signed e := match e with SI _ => true | _ => false end.
Definition is_int e := match e with SI _ | UI _ => true | _ => false end.

(* ---- residues; the constants are evaluated once ---- *)
Definition c2_1 := 2.            Definition c2_3 := 8.             Definition c2_7 := 128.
Definition c2_15 := 32768.       Definition c2_31 := 2147483648.   Definition c2_30 := 1073741824.
Definition prime := 2305843009213693951.
Definition half_prime := 1152921504606846975.
Definition half w := match w with W2 => c2_1 | W4 => c2_3 | W8 => c2_7 | W16 => c2_15 | W32 => c2_31 end.
(* the least value and the number of values *)
Definition low e := match e with SI w => - half w | FL _ => - half_prime | _ => 0 end.
Definition modulus e := match e with I1 => 2 | SI w | UI w => 2 * half w | FL _ => prime end.
Definition norm e v := (v - low e) mod modulus e + low e.

Lemma modulus_pos e : 0 < modulus e.
Proof. destruct e as [|[]|[]|[]]; reflexivity. Qed.
(* a normal value is in the range of its type: [low, low + modulus) *)
Lemma norm_range e v : low e <= norm e v < low e + modulus e.
Proof. unfold norm. pose proof (Z.mod_pos_bound (v - low e) (modulus e) (modulus_pos e)). lia. Qed.
(* and stays *)
Lemma norm_id e v : low e <= v < low e + modulus e -> norm e v = v.
Proof. intros. unfold norm. rewrite Z.mod_small; lia. Qed.
Lemma norm_mod e v : norm e v mod modulus e = v mod modulus e.
Proof.
  unfold norm. pose proof (modulus_pos e). rewrite Z.add_mod_idemp_l by lia. f_equal. lia.
Qed.
Lemma norm_cong e v w : v mod modulus e = w mod modulus e -> norm e v = norm e w.
Proof.
  intros H. unfold norm. pose proof (modulus_pos e). f_equal.
  rewrite Zminus_mod, H, <- Zminus_mod. reflexivity.
Qed.
Lemma norm_add_l e a b : norm e (norm e a + b) = norm e (a + b).
Proof. apply norm_cong. rewrite Z.add_mod, norm_mod, <- Z.add_mod; auto; pose proof (modulus_pos e); lia. Qed.
Lemma norm_mul_l e a b : norm e (norm e a * b) = norm e (a * b).
Proof. apply norm_cong. rewrite Z.mul_mod, norm_mod, <- Z.mul_mod; auto; pose proof (modulus_pos e); lia. Qed.
Lemma norm_add_r e a b : norm e (b + norm e a) = norm e (b + a).
Proof. rewrite (Z.add_comm b (norm e a)), norm_add_l. f_equal; lia. Qed.
Lemma norm_mul_r e a b : norm e (b * norm e a) = norm e (b * a).
Proof. rewrite (Z.mul_comm b (norm e a)), norm_mul_l. f_equal; lia. Qed.

(* ---- x * y modulo 2^61 - 1, by limbs of 31 and 30 bits ---- *)
Definition mulp x y :=
  let x := x mod prime in let y := y mod prime in
  let x1 := x / c2_31 in let x0 := x mod c2_31 in
  let y1 := y / c2_31 in let y0 := y mod c2_31 in
  let c := (x1 * y0 + x0 * y1) mod prime in
  let c1 := c / c2_30 in let c0 := c mod c2_30 in
  ((2 * (x1 * y1) + c1 + c0 * c2_31) mod prime + (x0 * y0) mod prime) mod prime.

(* mulp is multiplication modulo 2^61 - 1, of all integers *)
Theorem mulp_ok x y : mulp x y = (x * y) mod prime.
Proof.
  unfold mulp. rewrite (Z.mul_mod x y) by discriminate.
  set (u := x mod prime). set (v := y mod prime). cbv zeta.
  pose proof (Z.div_mod u c2_31 ltac:(discriminate)) as Hu.
  pose proof (Z.div_mod v c2_31 ltac:(discriminate)) as Hv.
  set (x1 := u / c2_31) in *. set (x0 := u mod c2_31) in *. set (y1 := v / c2_31) in *. set (y0 := v mod c2_31) in *.
  pose proof (Z.div_mod (x1 * y0 + x0 * y1) prime ltac:(discriminate)) as Hc.
  set (c := (x1 * y0 + x0 * y1) mod prime) in *. set (q := (x1 * y0 + x0 * y1) / prime) in *.
  pose proof (Z.div_mod c c2_30 ltac:(discriminate)) as Hd.
  set (c1 := c / c2_30) in *. set (c0 := c mod c2_30) in *.
  rewrite <- Z.add_mod by discriminate.
  replace (u * v) with (2 * (x1 * y1) + c1 + c0 * c2_31 + x0 * y0 + (2 * (x1 * y1) + c2_31 * q + c1) * prime).
  - now rewrite Z_mod_plus_full.
  - clearbody u v x1 x0 y1 y0 c q c1 c0. subst u v.
    assert (E : c2_31 * (x1 * y0 + x0 * y1) = c2_31 * (prime * q) + c2_31 * (c2_30 * c1 + c0))
        by (rewrite Hc, Hd; ring).
    replace ((c2_31 * x1 + x0) * (c2_31 * y1 + y0))
      with (c2_31 * c2_31 * (x1 * y1) + c2_31 * (x1 * y0 + x0 * y1) + x0 * y0) by ring.
    rewrite E. unfold c2_31, c2_30, prime. ring.
Qed.

(* every number that mulp computes is below 2^62 in magnitude: OCaml's native integers hold it *)
Theorem mulp_fits x y : let u := x mod prime in let v := y mod prime in
  let x1 := u / c2_31 in let x0 := u mod c2_31 in let y1 := v / c2_31 in let y0 := v mod c2_31 in
  let c := (x1 * y0 + x0 * y1) mod prime in let s := 2 * (x1 * y1) + c / c2_30 + c mod c2_30 * c2_31 in
  Forall (fun n => 0 <= n < 2 ^ 62) [x1 * y0 + x0 * y1; x0 * y0; s; s mod prime + (x0 * y0) mod prime].
Proof.
  cbv zeta. set (u := x mod prime). set (v := y mod prime).
  assert (Hu : 0 <= u < prime) by (apply Z.mod_pos_bound; reflexivity).
  assert (Hv : 0 <= v < prime) by (apply Z.mod_pos_bound; reflexivity).
  assert (X1 : 0 <= u / c2_31 <= c2_30 - 1).
  { split; [apply Z.div_pos; [lia|reflexivity]|]. apply Z.lt_le_pred, Z.div_lt_upper_bound; [reflexivity|].
    unfold prime, c2_31, c2_30 in *; lia. }
  assert (Y1 : 0 <= v / c2_31 <= c2_30 - 1).
  { split; [apply Z.div_pos; [lia|reflexivity]|]. apply Z.lt_le_pred, Z.div_lt_upper_bound; [reflexivity|].
    unfold prime, c2_31, c2_30 in *; lia. }
  assert (X0 : 0 <= u mod c2_31 < c2_31) by (apply Z.mod_pos_bound; reflexivity).
  assert (Y0 : 0 <= v mod c2_31 < c2_31) by (apply Z.mod_pos_bound; reflexivity).
  set (x1 := u / c2_31) in *. set (x0 := u mod c2_31) in *. set (y1 := v / c2_31) in *. set (y0 := v mod c2_31) in *.
  set (c := (x1 * y0 + x0 * y1) mod prime).
  assert (C : 0 <= c < prime) by (apply Z.mod_pos_bound; reflexivity).
  assert (C1 : 0 <= c / c2_30 <= c2_31 - 1).
  { split; [apply Z.div_pos; [lia|reflexivity]|]. apply Z.lt_le_pred, Z.div_lt_upper_bound; [reflexivity|].
    unfold prime, c2_31, c2_30 in *; lia. }
  assert (C0 : 0 <= c mod c2_30 < c2_30) by (apply Z.mod_pos_bound; reflexivity).
  set (c1 := c / c2_30) in *. set (c0 := c mod c2_30) in *. clearbody c c1 c0 x1 x0 y1 y0 u v.
  assert (0 <= x1 * y0 <= (c2_30 - 1) * (c2_31 - 1))
      by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= x0 * y1 <= (c2_31 - 1) * (c2_30 - 1))
      by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= x0 * y0 <= (c2_31 - 1) * (c2_31 - 1))
      by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= x1 * y1 <= (c2_30 - 1) * (c2_30 - 1))
      by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  pose proof (Z.mod_pos_bound (2 * (x1 * y1) + c1 + c0 * c2_31) prime eq_refl).
  pose proof (Z.mod_pos_bound (x0 * y0) prime eq_refl).
  repeat constructor; unfold c2_31, c2_30, prime in *; lia.
Qed.

(* ---- scalars and semigroups: Bad is the filler, and what operands of two element types give ---- *)
Inductive scalar := Bad | V (e : elt) (v : Z).
Inductive monoid := Add | Mul | Max | Min | And | Or.

Definition times e a b := match e with FL _ => norm e (mulp a b) | _ => norm e (a * b) end.
Lemma times_ok e a b : times e a b = norm e (a * b).
Proof. destruct e; try reflexivity. simpl. apply norm_cong. rewrite mulp_ok. now rewrite Zmod_mod. Qed.

Definition zop (m : monoid) (e : elt) (a b : Z) : Z :=
  match m with
  | Add => norm e (a + b) | Mul => times e a b | Max => Z.max a b | Min => Z.min a b
  | And => Z.land a b | Or => Z.lor a b
  end.
Definition lift1 (f : elt -> Z -> Z) x := match x with V e a => V e (f e a) | Bad => Bad end.
Definition lift2 (f : elt -> Z -> Z -> Z) x y :=
  match x, y with V e a, V e' b => if elt_eqb e e' then V e (f e a b) else Bad | _, _ => Bad end.

(* add, multiply, maximum and minimum of the integers; and, or by bits; modulo 2^61 - 1 for floats *)
#[export] Instance OS : Scalars := { T := scalar; z := Bad; mono := monoid; mop := fun m => lift2 (zop m) }.

(* the semigroup laws hold, of all scalars *)
#[export] Instance OL : Laws OS.
Proof.
  assert (A : forall m e a b c, zop m e a (zop m e b c) = zop m e (zop m e a b) c).
  { intros [] e a b c; simpl; rewrite ?times_ok, ?norm_add_l, ?norm_add_r, ?norm_mul_l, ?norm_mul_r;
      rewrite ?Z.add_assoc, ?Z.mul_assoc; try lia; auto using Z.land_assoc, Z.lor_assoc. }
  assert (C : forall m e a b, zop m e a b = zop m e b a).
  { intros [] e a b; simpl; rewrite ?times_ok; try (f_equal; lia); try lia; auto using Z.land_comm, Z.lor_comm. }
  assert (R : forall e, elt_eqb e e = true) by (intros; now apply elt_eqb_eq).
  split; simpl; intros m x y.
  - intros w. destruct x as [|e a], y as [|e' b], w as [|e'' c]; simpl; auto.
    + destruct (elt_eqb e e'); auto.
    + destruct (elt_eqb e' e'') eqn:E2; simpl; destruct (elt_eqb e e') eqn:E1; simpl; auto.
      * apply elt_eqb_eq in E1, E2; subst. rewrite R. now rewrite A.
      * apply elt_eqb_eq in E1; subst. now rewrite E2.
  - destruct x as [|e a], y as [|e' b]; simpl; auto.
    destruct (elt_eqb e e') eqn:E.
    + apply elt_eqb_eq in E; subst. now rewrite R, C.
    + destruct (elt_eqb e' e) eqn:E'; auto. apply elt_eqb_eq in E'; subst. now rewrite R in E.
Qed.
