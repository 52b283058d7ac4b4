(* Counterexamples.v: tempting rules that are wrong, each with values where both sides differ. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Tensor Mesh Core Families Hlo Translation Registry Entries Check Integers.
Import ListNotations.

Notation sum := (Add : mono (Scalars := ZS)).
Notation zred := (freduce (reduce (S := ZS))). Notation zgather := (fgather (concat (S := ZS))).
Notation zslice := (fslice (chunk (S := ZS))). Notation tens := (mkT (S := ZS)).
(* V0(δ) = [1 + δ(0)], V1(δ) = [10·δ(0) + δ(1)] *)
Definition sc (v : Z) : tensor := tens [1] [v].
Definition V0 : dev -> tensor := fun D => sc (Z.of_nat (1 + nth 0 D 0)).
Definition V1 : dev -> tensor := fun D => sc (Z.of_nat (10 * nth 0 D 0 + nth 1 D 0)).

(* S-ReduceMerge needs A ∩ B = ∅: all_reduce{a}(all_reduce{a} x) is not all_reduce{a} x *)
Example reduce_merge_overlap : zred [2] sum [0] (zred [2] sum [0] V0) [0] <> zred [2] sum [0] V0 [0].
Proof. vm_compute. intros H; inversion H. Qed.

(* S-GatherMerge: all_gather[d:a](all_gather[d:b] x) is not all_gather[d:b·a] x *)
Example gather_merge_order : zgather M22 0 [0] (zgather M22 0 [1] V1) [0; 0] <> zgather M22 0 [1; 0] V1 [0; 0].
Proof. vm_compute. intros H; inversion H. Qed.

(* S-GatherSlice: a suffix does not cancel: all_slice[d:c](all_gather[d:a·c] x) is not all_gather[d:a] x *)
Example gather_slice_suffix : zslice M22 0 [1] (zgather M22 0 [0; 1] V1) [1; 0] <> zgather M22 0 [0] V1 [1; 0].
Proof. vm_compute. intros H; inversion H. Qed.

Definition V2 : dev -> tensor := fun D => tens [1; 2] [Z.of_nat (2 * nth 0 D 0); Z.of_nat (2 * nth 0 D 0 + 1)].
(* S-SliceGatherSwap needs ā ∩ b̄ = ∅: all_slice[1:a](all_gather[0:a] x) is not all_gather[0:a](all_slice[1:a] x) *)
Example slice_gather_swap_overlap :
  zslice [2] 1 [0] (zgather [2] 0 [0] V2) [0] <> zgather [2] 0 [0] (zslice [2] 1 [0] V2) [0].
Proof. vm_compute. intros H; inversion H. Qed.

Definition V3 : dev -> tensor := fun D => tens [2] [Z.of_nat (2 * nth 1 D 0); Z.of_nat (2 * nth 1 D 0 + 1)].
(* S-SliceGatherSwap needs d ≠ d': all_slice[0:a](all_gather[0:b] x) is not all_gather[0:b](all_slice[0:a] x) *)
Example slice_gather_swap_same_dim :
  zslice M22 0 [0] (zgather M22 0 [1] V3) [0; 0] <> zgather M22 0 [1] (zslice M22 0 [0] V3) [0; 0].
Proof. vm_compute. intros H; inversion H. Qed.

Definition V4 : dev -> tensor := fun D => tens [2] [Z.of_nat (nth 0 D 0); Z.of_nat (nth 0 D 0)].
(* S-SliceGather needs x replicated over ā: all_gather[0:a](all_slice[0:a] x) is not x *)
Example slice_gather_not_replicated : zgather [2] 0 [0] (zslice [2] 0 [0] V4) [0] <> V4 [0].
Proof. vm_compute. intros H; inversion H. Qed.

Definition V5 : dev -> tensor := fun D => tens [1; 1] [Z.of_nat (1 + nth 0 D 0)].
(* S-ReduceHoist with both operands reduced is wrong for a bilinear op *)
Example hoist_bilinear : dot sum Z.mul (zred [2] sum [0] V5 [0]) (zred [2] sum [0] V5 [0])
  <> zred [2] sum [0] (fun D => dot sum Z.mul (V5 D) (V5 D)) [0].
Proof. vm_compute. intros H; inversion H. Qed.

(* S-ReduceHoist must ask its law of operands of op's shapes alone: off its shape rule an op is any total function *)
Definition total2 (x : tensor) : tensor := if eqsh (shape x) [2] then x else sc 1.
Example hoist_on_shape ts : unif [2] ts -> total2 (reduce sum ts) = reduce sum (map total2 ts).
Proof.
  intros U. unfold total2 at 1. rewrite (shape_reduce sum U). simpl. f_equal. rewrite <- map_id at 1.
  apply map_ext_in. intros t Ht. unfold total2. now rewrite (proj2 (proj2 U t Ht)).
Qed.
Example hoist_off_shape : total2 (reduce sum [sc 1; sc 1]) <> reduce sum (map total2 [sc 1; sc 1]).
Proof. vm_compute. intros H; inversion H. Qed.

Definition nested : core zmono zops := CLoop 0 [Red Add] (CLet (CSlice _ _ 0 0 0)
   (CLoop 0 [Tile _ 0] (CLet (CSlice _ _ 0 2 0) (COp _ OAdd [0; 1])))).
Definition nested_args := [tens [2] [1%Z; 2%Z]; tens [2] [10%Z; 20%Z]].
(* T-Loop, a ∉ A: of nested loops over one axis, which it rejects, the translation would be wrong *)
Example nested_wrong : zheval [2] (fun _ => nested_args) (ztr [] nested) [0] <> zceval [2] [] nested_args nested.
Proof. vm_compute. intros H; inversion H. Qed.
(* T-Loop rejects it *)
Example nested_rejected : zcheck [2] [] [([2], tt); ([2], tt)] nested = None.
Proof. reflexivity. Qed.

Definition tainted : core zmono zops := CLoop 0 [Any _] (CSlice _ _ 0 0 0).
(* T-Any, untainted: of a tainted result, which it rejects, the translation would be wrong: devices differ *)
Example tainted_wrong : zheval [2] (fun _ => [tens [2] [1%Z; 2%Z]]) (ztr [] tainted) [1]
  <> zceval [2] [] [tens [2] [1%Z; 2%Z]] tainted.
Proof. vm_compute. intros H; inversion H. Qed.
(* T-Any rejects it *)
Example tainted_rejected : zcheck [2] [] [([2], tt)] tainted = None.
Proof. reflexivity. Qed.
