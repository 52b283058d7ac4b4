(* Integers.v: the integers, a few ops, and the calculus at them. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Tensor Mesh Core Families Hlo Translation Statements Functions Registry Entries Check.
Import ListNotations.

Inductive zmono := Add | Mul | Max | Min.
Definition zop (m : zmono) : Z -> Z -> Z := match m with Add => Z.add | Mul => Z.mul | Max => Z.max | Min => Z.min end.
#[export] Instance ZS : Scalars := { T := Z; z := 0%Z; mono := zmono; mop := zop }.
#[export] Instance ZL : Laws ZS.
Proof. split; intros [] *; simpl; lia. Qed.

Inductive zops := OAdd | ODot | OTranspose.
Definition t2 (l : list tensor) := (nth 0 l tz, nth 1 l tz).
Definition zsem (o : zops) (l : list tensor) : list tensor :=
  let (x, y) := t2 l in
  match o with
  | OAdd => [ew2 Z.add x y] | ODot => [dot (Add : mono) Z.mul x y] | OTranspose => [transpose (Add : mono) x]
  end.
Definition znum (_ : zops) := 1.
Definition zty := ty unit.
Fixpoint eqsh (a b : list nat) :=
  match a, b with [], [] => true | x :: a, y :: b => Nat.eqb x y && eqsh a b | _, _ => false end.
Definition ztyf (o : zops) (l : list zty) : option (list zty) :=
  match o, l with
  | OAdd, [(a, _); (b, _)] => if eqsh a b then Some [(a, tt)] else None
  | ODot, [([m; k], _); ([k'; n], _)] => if Nat.eqb k k' then Some [([m; n], tt)] else None
  | OTranspose, [([m; n], _)] => Some [([n; m], tt)]
  | _, _ => None
  end.
Definition zcheck M A G (e : core zmono zops) := check (mono := zmono) ztyf znum (fun _ _ => true) M A G e.
Definition zceval (M : list nat) (K : coord) (env : list tensor) (e : core zmono zops) : list tensor :=
  ceval tz chunk concat reduce zsem M K env e.
Definition zheval (M : list nat) (env : dev -> list tensor) (s : hlo zmono zops) (D : dev) : list tensor :=
  heval tz chunk concat reduce zsem M env s D.
Definition ztr A (e : core zmono zops) : hlo zmono zops := tr A e.
Definition zshard x d A (s : hlo zmono zops) := shard znum x d A s.
Definition zhlo := hlo zmono zops.

Lemma ztyf_num o a b : ztyf o a = Some b -> length b = znum o.
Proof.
  unfold ztyf. intros H.
  repeat match type of H with context [match ?x with _ => _ end] => destruct x; try discriminate end;
  inversion H; reflexivity.
Qed.

(* end to end: a checked closed program, translated, computes at every device the sequential value *)

Definition M22 := [2; 2].
