(* Fuse_Examples.v: section 7, R-Fuse on the propagated matmul chain, and why e's own loop axes must not be in
   scope at the target. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Fuse.
From PartIR Require Import Propagation Propagate_Fixpoint Propagation_Examples.
Import ListNotations.
#[local] Existing Instance PS.

Notation pcheck := (check ptyf pnum (fun _ _ => true) M22).
Notation pcore := (core pmono pop).
Definition loop_of (e : pcore) := match e with CLoop _ _ b => b | _ => e end.
Definition ss_of (e : pcore) := match e with CLoop _ s _ => s | _ => [] end.
(* the loops that the two products stand in after propagation, both over axis 0 outermost *)
Definition prod1 : pcore :=
  nest M22 ploc [(0, ([tile 0; any], [tile 0])); (1, ([any; tile 1], [tile 1]))] (Some DotOp) [1; 0].
Definition prod2 : pcore :=
  nest M22 ploc [(0, ([tile 0; any], [tile 0])); (1, ([tile 1; tile 0], [Red PAdd]))] (Some DotOp) [0; 5].
(* .. let h = prod1 in let y = prod2 in y, in the environment that the two copies make; the target is prod2's body *)
Definition around2 : ctx pop := XLet1 (XLoop 0 [tile 0] (XHole pop)) (CVars _ _ [0]).
Definition unfused := CLet prod1 (plug around2 (loop_of prod2)).
Definition fused2 := CLet prod1 (plug around2 (fused pnum (ss_of prod1) (loop_of prod1) around2 (loop_of prod2) 0)).
(* the first product moves into the second's loop, which reads it where it sliced h before *)
Example fused2_is : fused2 = CLet prod1 (CLet (CLoop 0 [tile 0]
  (CLet (CLet (CSlice _ _ 0 2 0) (CLoop 1 [tile 1] (CLet (CSlice _ _ 1 2 0) (COp _ DotOp [1; 0]))))
        (CLet (CVars _ _ [0]) (CLoop 1 [Red PAdd]
           (CLet (CSlice _ _ 1 0 0) (CLet (CSlice _ _ 0 8 0) (COp _ DotOp [1; 0]))))))) (CVars _ _ [0])).
Proof. vm_compute. reflexivity. Qed.
Definition G5 := [m44; m44; m44; m44; m44].
Example unfused_checks : pcheck [] G5 unfused = Some [m44]. Proof. vm_compute. reflexivity. Qed.
Example fused2_checks : pcheck [] G5 fused2 = Some [m44]. Proof. vm_compute. reflexivity. Qed.
Lemma ponum o ts : length (psem o ts) = pnum o.
Proof. destruct o, ts as [|? [|? [|? ?]]]; reflexivity. Qed.
Theorem fused2_replaces : replaces psem pnum poty pdef M22 [] G5 unfused fused2.
Proof.
  apply (@R_Fuse PS pop unit psem pnum poty pdef M22 ponum poty_num M22_pos psound 0 [tile 0] (loop_of prod1) around2
    (loop_of prod2) 0 eq_refl).
  intros b [<-|[]] [|[]]. discriminate.
Qed.

(* A body with a loop over axis 1 of its own, moved under a loop over axis 1: sequentially it still computes the same
   (only typing asks for the side condition), but loops over one axis would nest, and T-Loop rejects it. *)
Definition own1 : pcore := CLet (CSlice _ _ 0 0 0) (CLoop 1 [tile 0] (CSlice _ _ 0 0 0)).
Definition under1 : ctx pop := XLoop 1 [Red PAdd] (XLoop 0 [tile 0] (XHole pop)).
Definition target : pcore := CSlice _ _ 0 0 0.
Definition own_before := CLet (CLoop 0 [tile 0] own1) (plug under1 target).
Definition own_after := CLet (CLoop 0 [tile 0] own1) (plug under1 (fused pnum [tile 0] own1 under1 target 0)).
Example own_before_checks : pcheck [] [m44] own_before = Some [m44]. Proof. vm_compute. reflexivity. Qed.
Theorem own_axis_rejected G ts : ~ ctype pnum poty pdef M22 [] G own_after ts.
Proof.
  intros H. inversion H as [| |? ? ? ? _ H1| |]; subst. inversion H1 as [| | | |? ? ? ? ? _ _ H2 _]; subst.
  inversion H2 as [| | | |? ? ? ? ? _ _ H3 _]; subst. inversion H3 as [| |? ? ? ? H4 _| |]; subst.
  inversion H4 as [| |? ? ? ? _ H5| |]; subst. inversion H5 as [| | | |? ? ? ? ? _ N _ _]; subst. apply N. simpl. auto.
Qed.
Example own_axis_same : let x := tab (S := PS) [4; 4] (fun ix => Z.of_nat (lin [4; 4] ix)) in
  ceval tz chunk concat reduce psem M22 [] [x] own_after = ceval tz chunk concat reduce psem M22 [] [x] own_before.
Proof. vm_compute. reflexivity. Qed.
