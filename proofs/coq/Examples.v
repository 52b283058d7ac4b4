(* Examples.v: a checked program, translated, computes the same; the matmul chain of the paper on a 2x2 mesh. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Tensor Mesh Core Families Hlo Translation Statements Registry Entries Check Integers.
Import ListNotations.

(* Theorem 2, with the executable checker: a checked closed program, translated, computes what it means, everywhere *)
Theorem end_to_end M e G ts args : zcheck M [] G e = Some ts ->
  forall D, dev_ok M D -> zheval M (fun _ => args) (ztr [] e) D = zceval M [] args e.
Proof.
  intros H D HD. apply check_sound in H.
  eapply translation_correct_closed; eauto.
  - intros []; reflexivity.
  - intros; now apply ztyf_num in H0.
Qed.

(* ---- the matmul chain of the paper on a 2 x 2 mesh: x (4x4), w1 (4x4), w2 (4x4) ---- *)
Definition mat (f : nat -> nat -> Z) : tensor := tab [4; 4] (fun ix => f (nth 0 ix 0) (nth 1 ix 0)).
Definition x0 := mat (fun i j => Z.of_nat (3 * i + j) - 5)%Z.
Definition w1 := mat (fun i j => Z.of_nat (i * j) - 3)%Z.
Definition w2 := mat (fun i j => 7 - Z.of_nat (2 * i + 5 * j))%Z.
(* loop B tile<0> (r. let xs = slice 0 x[r] in loop Mo [reduce add] (s. let w1s = slice 1 w1[s] in
     let w2s = slice 0 w2[s] in let h = dot xs w1s in dot h w2s)) *)
Definition chain_prog : core zmono zops :=
  CLoop 0 [Tile _ 0] (CLet (CSlice _ _ 0 0 0)
   (CLoop 1 [Red Add] (CLet (CSlice _ _ 1 2 0) (CLet (CSlice _ _ 0 4 0)
     (CLet (COp _ ODot [2; 1]) (COp _ ODot [0; 1])))))).
Definition G3 : list zty := [([4; 4], tt); ([4; 4], tt); ([4; 4], tt)].
(* it is well-typed, *)
Example chain_checks : zcheck M22 [] G3 chain_prog = Some [([4; 4], tt)].
Proof. reflexivity. Qed.
(* and every device has dot(dot(x, w1), w2) *)
Example chain_ok : map (zheval M22 (fun _ => [x0; w1; w2]) (ztr [] chain_prog)) (all_idx M22) =
  repeat [dot (Add : mono) Z.mul (dot (Add : mono) Z.mul x0 w1) w2] 4.
Proof. vm_compute. reflexivity. Qed.
