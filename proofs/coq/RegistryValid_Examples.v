(* RegistryValid_Examples.v: the registry of RegistryOps.v at work over the integers: the entries of every op
   on concrete shapes, which the op's own rule localises, and why premises are asked. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Comprehension
  Check Soundness ActionValues Cells CellEntries Propagation Propagate_Fixpoint Actions RegistryOps RegistryValid
  RegistryNames.
Import ListNotations.

Inductive rmono := RAdd | RMax.
#[local] Instance RS : Scalars := { T := Z; z := 0%Z; mono := rmono;
  mop := fun m => match m with RAdd => Z.add | RMax => Z.max end }.
#[local] Instance RL : Laws RS.
Proof. split; intros [] *; simpl; lia. Qed.
Inductive rfn := Plus | Times | Minus | Over | Exp.
Definition rsem (f : rfn) (l : list Z) : Z :=
  match f, l with
  | Plus, [a; b] => a + b | Times, [a; b] => a * b | Minus, [a; b] => a - b
  | Over, [a; b] => 1000 * a / b | Exp, [a] => if a <? 0 then 1000 / 2 ^ (- a) else 1000 * 2 ^ a
  | _, _ => 0
  end%Z.
Definition rdec (a b : rmono) : {a = b} + {a <> b}. Proof. decide equality. Defined.
Definition rdefb (_ : rmono) (_ : unit) := true.
Notation rop := (@gop RS rfn unit).
Notation rname := (@name RS rfn unit).
Notation rty := (ty unit).
Notation rinst := (@shape_rule RS rfn unit RAdd).
Notation rloc := (@glocalise RS rfn unit rdec).
Notation rreg := (fun o (_ : list rty) N => @loop_entries RS rfn unit o N).
Notation rosem := (@gsem RS (fun i => i) (fun i => i) rfn unit rsem).
Notation roty := (@goty RS rfn unit rdefb).
Notation rmdef := (@gdef RS unit rdefb).
Notation tile d := (Tile (mono : Type) d).
Notation any := (Any (mono : Type)).
Notation red m := (Red (m : mono)).
Definition t (n : list nat) : rty := (n, tt).

(* ---------------- the entries of each op at M(a) = 2, and that the op's own rule localises it ---------------- *)
Definition entries (a : rname) ts N : list (@entry RS) :=
  match rinst a ts with Some o => loop_entries o N | None => [] end.
(* local_name changes the attributes; at the operands' local types it is what the registry has for the part *)
Definition agrees (a : rname) (ts : list rty) N := forall e, In e (entries a ts N) ->
  rinst (local_name a N e) (ltys N (fst e) ts) = option_map (fun o => rloc o N e) (rinst a ts).
Ltac entries_tac := split; [vm_compute; reflexivity|intros e He; vm_compute in He;
  repeat (destruct He as [<-|He]; [vm_compute; reflexivity|]); contradiction].
Example add_entries : let a := Elementwise Plus tt in let ts := [t [4; 3; 2]; t [4; 3; 2]] in
  entries a ts 2 = [([tile 0; tile 0], [tile 0]); ([tile 2; tile 2], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example dot_general_entries : let a := DotGeneral Times (RAdd : mono) [0] [1] [2] [0] in
  let ts := [t [2; 4; 6]; t [6; 2; 8]] in
  entries a ts 2 = [([tile 0; tile 1], [tile 0]); ([tile 1; any], [tile 1]); ([any; tile 2], [tile 2]);
    ([tile 2; tile 0], [red RAdd])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example transpose_entries : let a := Transpose [2; 0; 1] in let ts := [t [2; 4; 6]] in
  entries a ts 2 = [([tile 2], [tile 0]); ([tile 0], [tile 1]); ([tile 1], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example reduce_entries : let a := ReduceOp (RMax : mono) [2; 0] in let ts := [t [2; 4; 6]] in
  entries a ts 2 = [([tile 1], [tile 0]); ([tile 2], [red RMax]); ([tile 0], [red RMax])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example broadcast_entries : let a := Broadcast [2; 0; 3] [4; 6; 2; 8] in let ts := [t [2; 4; 1]] in
  entries a ts 2 = [([tile 1], [tile 0]); ([any], [tile 1]); ([tile 0], [tile 2]); ([any], [tile 3])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example iota_entries : let a := Iota 1 [4; 4] tt in entries a [] 2 = [([], [tile 0])] /\ agrees a [] 2.
Proof. entries_tac. Qed.
Example splat_entries : let a := Splat (7%Z : T) [4; 3] tt in entries a [] 2 = [([], [tile 0])] /\ agrees a [] 2.
Proof. entries_tac. Qed.
(* [0:4] of 4, [1:3] of 4, and every second one of 8, which is of each pair of parts the same *)
Example slice_entries : let a := Slice [0; 1; 1] [1; 1; 2] [4; 2; 4] in let ts := [t [4; 4; 8]] in
  entries a ts 2 = [([tile 0], [tile 0]); ([tile 2], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* dimension 1 has a border *)
Example pad_entries : let a := Pad [0; 1; 0]%Z [0; 1; 0]%Z [0; 0; 0]%Z in let ts := [t [4; 2; 2]; t []] in
  entries a ts 2 = [([tile 0; any], [tile 0]); ([tile 2; any], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example concatenate_entries : let a := Concat 1 in let ts := [t [4; 2; 6]; t [4; 4; 6]] in
  entries a ts 2 = [([tile 0; tile 0], [tile 0]); ([tile 2; tile 2], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* the major factor only *)
Example split_entries : let a := Split 1 4 in let ts := [t [2; 16; 2]] in
  entries a ts 2 = [([tile 0], [tile 0]); ([tile 1], [tile 1]); ([tile 2], [tile 3])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example merge_entries : let a := Merge 1 in let ts := [t [2; 4; 4; 2]] in
  entries a ts 2 = [([tile 0], [tile 0]); ([tile 1], [tile 1]); ([tile 3], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example dynamic_slice_entries : let a := DynSlice [4; 2] in let ts := [t [4; 4]; t []; t []] in
  entries a ts 2 = [([tile 0; any; any], [tile 0])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* dimension 0 paired, 1 collapsed, 2 a window: out[b, i, w] = x[b, clamp(idx[b, i]), w] *)
Example gather_entries :
  let a := Gather [Some 0; None; Some 2] [None; Some 0; None] [Some 0; Some 1] [1; 1; 6] [2; 4; 6] in
  let ts := [t [2; 8; 6]; t [2; 4]] in
  entries a ts 2 = [([tile 0; tile 0], [tile 0]); ([any; tile 1], [tile 1]); ([tile 2; any], [tile 2])] /\
  agrees a ts 2.
Proof. entries_tac. Qed.
(* windows of 3 with a border; then windows of 2 that do not overlap, which tile the spatial dimension as well *)
Example convolution_entries :
  let a := Conv Times (RAdd : mono) (0%Z : T) [1%Z] [1%Z] [1%Z] [8] in let ts := [t [2; 4; 8]; t [6; 4; 3]] in
  entries a ts 2 = [([tile 0; any], [tile 0]); ([any; tile 0], [tile 1]); ([tile 1; tile 1], [red RAdd])] /\
  agrees a ts 2.
Proof. entries_tac. Qed.
Example patches_entries :
  entries (Conv Times (RAdd : mono) (0%Z : T) [2%Z] [1%Z] [0%Z] [4]) [t [2; 4; 8]; t [6; 4; 2]] 2 =
  [([tile 0; any], [tile 0]); ([any; tile 0], [tile 1]); ([tile 2; any], [tile 2]); ([tile 1; tile 1], [red RAdd])].
Proof. vm_compute. reflexivity. Qed.
