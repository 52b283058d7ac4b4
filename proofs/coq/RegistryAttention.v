(* RegistryAttention.v: section 7 over the registry of RegistryOps.v: softmax(q k^T) v w on two heads, annotated,
   propagated, translated and evaluated on a 2x2 mesh, and Theorem 4 with Theorem 2 for it, without any premise. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Comprehension
  Check Soundness ActionValues Cells CellEntries Propagation Propagate_Fixpoint Actions OracleEval RegistryOps
  RegistryValid RegistryPartials RegistryNames RegistryValid_Examples.
Import ListNotations.
#[local] Existing Instance RS. #[local] Existing Instance RL.


(* a name at operand types, without cells; what the shape rule rejects would be a copy *)
Definition run (a : rname) xs ts : @inst RS rop unit :=
  match rinst a ts with Some o => mkI (Some o) xs ts [gout o] [] | None => mkI None xs ts ts [] end.
Definition tq := t [2; 4; 2]. Definition tp := t [2; 4; 4]. Definition tw := t [2; 2; 4].
(* heads, positions, features of q, k, v; heads, features, outputs of w *)
Definition G4 := [tq; tq; tq; tw].
(* s = q k^T; m = max s; e = exp (s - m); p = e / sum e; y = p v w, summed over heads and features. The operands are
   counted from the last result: q, k, v, w are what they are before the first instance. *)
Definition attention (q k v w : nat) : @prog RS rop unit :=
  [run (DotGeneral Times (RAdd : mono) [0] [0] [2] [2]) [q; k] [tq; tq];
   run (ReduceOp (RMax : mono) [2]) [0] [tp];
   run (Broadcast [0; 1] [2; 4; 4]) [0] [t [2; 4]];
   run (Elementwise Minus tt) [2; 0] [tp; tp];
   run (Elementwise Exp tt) [0] [tp];
   run (ReduceOp (RAdd : mono) [2]) [0] [tp];
   run (Broadcast [0; 1] [2; 4; 4]) [0] [t [2; 4]];
   run (Elementwise Over tt) [2; 0] [tp; tp];
   run (DotGeneral Times (RAdd : mono) [0] [0] [2] [1]) [0; 8 + v] [tp; tq];
   run (DotGeneral Times (RAdd : mono) [] [] [0; 2] [0; 1]) [0; 9 + w] [tq; tw]].
Definition plain := attention 0 1 2 3.
(* a copy of q, tiled by axis 0 on heads, by axis 1 on positions *)
Definition copied : @prog RS rop unit := copy rop 0 tq :: attention 0 2 3 4.
Definition tiled : @prog RS rop unit :=
  mkI None [0] [tq] [tq] [(0, ([tile 0], [tile 0])); (1, ([tile 1], [tile 1]))] :: attention 0 2 3 4.
Definition M22 := [2; 2].
Notation rpropagate := (propagate M22 rloc rreg [0] [0; 1]).
Notation rterm := (term M22 rloc).
Notation reval := (ceval tz chunk concat reduce rosem M22 []).
Definition parted := rpropagate tiled.

(* along axis 0 every op by heads, the last product a partial sum; along axis 1 every op by q's positions *)
Definition axes (l0 l1 : @entry RS) := [(0, l0); (1, l1)].
Definition un d := ([tile d], [tile d]). Definition bi d := ([tile d; tile d], [tile d]).
Definition left d := ([tile d; any], [tile d]).
Example attention_propagated : map (@ics RS rop unit) parted =
  [axes (un 0) (un 1); axes (bi 0) (left 1); axes (un 0) (un 1); axes (un 0) (un 1); axes (bi 0) (bi 1);
   axes (un 0) (un 1); axes (un 0) (un 1); axes (un 0) (un 1); axes (bi 0) (bi 1); axes (bi 0) (left 1);
   axes ([tile 0; tile 0], [red RAdd]) ([tile 1; any], [tile 0])].
Proof. vm_compute. reflexivity. Qed.

(* a name that the shape rule accepts is typed *)
Ltac typed := split; [reflexivity|split; [reflexivity|first [left; reflexivity|right; reflexivity]]].
Lemma plain_wf : wf_prog rosem roty rmdef M22 rloc G4 plain [0] [t [4; 4]].
Proof.
  do 10 (split; [repeat constructor|split; [typed|split; [typed|]]]). repeat constructor.
Qed.
Lemma M22_pos : Forall (lt 0) M22. Proof. repeat constructor. Qed.
Lemma axes_ok2 : axes_in M22 [0; 1]. Proof. repeat constructor. Qed.
Ltac reads := match goal with
  | |- under _ _ _ _ => first [left; split; [lia|reflexivity]|right; cbn [Nat.sub]; split; [lia|split; [lia|reads]]]
  | |- _ => first [now left|now right] end.
(* copy q for its use; tile(q, 0, axis 0), tile(q, 1, axis 1); propagate *)
Theorem plain_to_parted : tactics M22 rloc rreg G4 plain [0] parted [0].
Proof.
  apply (@Tac_copy RS rop unit M22 rloc rreg G4 [] plain (attention 0 2 3 4) [0] [0] 0 tq); [reflexivity| |].
  { cbn. repeat split; repeat (constructor; [reads|]); constructor. }
  eapply (@Tac_act RS rop unit M22 rloc rreg G4 0 (tile 0) 0); [vm_compute; reflexivity|].
  eapply (@Tac_act RS rop unit M22 rloc rreg G4 1 (tile 1) 0); [vm_compute; reflexivity|].
  apply Tac_propagate with (axes := [0; 1]); [exact axes_ok2|]. apply Tac_nil.
Qed.
(* hence every device of the mesh computes what the ten ops compute, whatever the arguments *)
Theorem attention_partitioned args D : Forall2 (@val RS unit) args G4 -> dev_ok M22 D ->
  heval tz chunk concat reduce rosem M22 (fun _ => args) (tr [] (rterm parted [0])) D =
  reval args (rterm (bare plain) [0]).
Proof.
  intros HA. revert D. eapply greg_partitioned_correct; eauto using rhom_ok, ridem_one, ridem_all, RL, M22_pos,
    plain_to_parted.
  exact plain_wf.
Qed.
(* the same by evaluation, family by family in tables (OracleEval.v) *)
Definition vals (n : list nat) (f : nat -> Z) : @tensor RS := tab n (fun ix => f (lin n ix)).
Definition args : list (@tensor RS) :=
  [vals [2; 4; 2] (fun i => Z.of_nat i mod 3 - 1)%Z; vals [2; 4; 2] (fun i => Z.of_nat i mod 4)%Z;
   vals [2; 4; 2] (fun i => Z.of_nat i)%Z; vals [2; 2; 4] (fun i => 7 - Z.of_nat i)%Z].
Definition value := [mkT (S := RS) [4; 4] [-44000; -72800; -101600; -130400; -41600; -72800; -104000; -135200;
  -28400; -58400; -88400; -118400; -44000; -72800; -101600; -130400]%Z].
Example attention_value D : dev_ok M22 D ->
  heval tz chunk concat reduce rosem M22 (fun _ => args) (tr [] (rterm parted [0])) D = value /\
  reval args (rterm plain [0]) = value.
Proof.
  intros HD. split; [|vm_compute; reflexivity].
  etransitivity; [apply heval_ext with (env' := at_dev M22 (tabulate M22 (fun _ => args)) []); auto|].
  { intros D' HD'. symmetry. now apply at_tabulate. }
  rewrite <- heval_table_correct by auto.
  apply in_all_idx in HD. repeat destruct HD as [<-|HD]; [vm_compute; reflexivity..|contradiction].
Qed.
