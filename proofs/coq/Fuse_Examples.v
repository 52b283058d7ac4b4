(* Fuse_Examples.v: section 7, R-Fuse on the propagated matmul chain, on several slices, several targets and loops that
   stay; and why e's own loop axes must not be in scope at the target, and slices must undo tiles. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Propagation Propagate_Fixpoint Actions Propagation_Examples Fuse Fuse_Lets Fuse_Step
  Fuse_Merge Fuse_Once Fuse_Pass.
Import ListNotations.
#[local] Existing Instance PS.

Notation pcheck := (check ptyf pnum (fun _ _ => true) M22).
Notation pcore := (core pmono pop).
Notation preplaces := (replaces psem pnum poty pdef M22).
Notation pfuse := (fuse pnum M22).
Notation vars xs := (CVars pmono pop xs).
Notation slice d x r := (CSlice pmono pop d x r).
Notation plus xs := (COp pmono PlusOp xs).
Notation dot xs := (COp pmono DotOp xs).
Lemma ponum o ts : length (psem o ts) = pnum o.
Proof. destruct o, ts as [|? [|? [|? ?]]]; reflexivity. Qed.

(* ---------------- the matmul chain of the paper ---------------- *)
(* x copied under a loop over 0, w1 under one over 1, and the two products, as propagation leaves them *)
Definition chain_loops : pcore := pterm (ppropagate [0] [0; 1] chain) [0].
Example chain_loops_is : chain_loops =
  CLet (CLoop 0 [tile 0] (CLet (slice 0 0 0) (vars [0])))
  (CLet (CLoop 1 [tile 1] (CLet (slice 1 2 0) (vars [0])))
  (CLet (CLoop 0 [tile 0] (CLet (slice 0 1 0) (CLoop 1 [tile 1] (CLet (slice 1 1 0) (dot [1; 0])))))
  (CLet (CLoop 0 [tile 0] (CLet (slice 0 0 0) (CLoop 1 [Red PAdd] (CLet (slice 1 0 0) (CLet (slice 0 7 0)
    (dot [1; 0])))))) (vars [0])))).
Proof. vm_compute. reflexivity. Qed.
(* loop 0 tile<0> (r. let xs = slice 0 x[r] in loop 1 [reduce add] (s. let w1s = slice 1 w1[s] in
     let w2s = slice 0 w2[s] in let h = dot xs w1s in dot h w2s)), as Examples.v has it *)
Definition chain_one : pcore :=
  CLoop 0 [tile 0] (CLet (slice 0 0 0)
   (CLoop 1 [Red PAdd] (CLet (slice 1 2 0) (CLet (slice 0 4 0) (CLet (dot [2; 1]) (dot [0; 1])))))).
Example chain_fused : pfuse chain_loops = chain_one.
Proof. vm_compute. reflexivity. Qed.
Example chain_one_checks : pcheck [] G3 chain_loops = Some [m44] /\ pcheck [] G3 chain_one = Some [m44].
Proof. split; vm_compute; reflexivity. Qed.
(* four loops and four slices less, and both products once *)
Example chain_once : takes 4 4 chain_loops chain_one.
Proof. intros p s l. rewrite chain_loops_is. simpl. lia. Qed.
Example chain_one_stays : pfuse chain_one = chain_one.
Proof. vm_compute. reflexivity. Qed.
(* hence, annotated, propagated, fused and translated, x w1 w2 is computed at every device *)
Theorem chain_one_correct args D : Forall2 (@val _ unit) args G3 -> dev_ok M22 D ->
  heval tz chunk concat reduce psem M22 (fun _ => args) (tr [] chain_one) D = peval args (pterm (bare plain) [0]).
Proof.
  intros HA. revert D. rewrite <- chain_fused.
  eapply (@fused_correct PS pop unit psem pnum poty pdef M22); eauto using M22_pos, poty_num, psound, preg_valid,
    plain_to_chain, ponum.
  repeat (split; [repeat constructor|split; [reflexivity|split; [reflexivity|]]]). repeat constructor.
Qed.

(* ---------------- one step ---------------- *)
(* .. let h = prod1 in let y = loop 0 tile<0> (r. B) in y, where B slices h: the let of h goes, its body is in the
   target *)
Definition prod1 : pcore := CLet (slice 0 1 0) (CLoop 1 [tile 1] (CLet (slice 1 1 0) (dot [1; 0]))).
Definition around2 : ctx pop := XLet1 (XLoop 0 [tile 0] (XHole pop)) (vars [0]).
Definition prod2 : pcore :=
  CLet (slice 0 0 0) (CLoop 1 [Red PAdd] (CLet (slice 1 0 0) (CLet (slice 0 7 0) (dot [1; 0])))).
Definition G5 := [m44; m44; m44; m44; m44].
Example step_before : unfused 0 [tile 0] prod1 around2 prod2 = CLet (CLoop 0 [tile 0] prod1) (CLet
  (CLoop 0 [tile 0] prod2) (vars [0])).
Proof. reflexivity. Qed.
Example step_after : fused_step pnum [tile 0] prod1 around2 prod2 0 = CLet (CLoop 0 [tile 0]
  (CLet (CLet (slice 0 1 0) (CLoop 1 [tile 1] (CLet (slice 1 1 0) (dot [1; 0]))))
        (CLet (vars [0]) (CLoop 1 [Red PAdd] (CLet (slice 1 0 0) (CLet (slice 0 7 0) (dot [1; 0]))))))) (vars [0]).
Proof. vm_compute. reflexivity. Qed.
Example step_checks : pcheck [] G5 (unfused 0 [tile 0] prod1 around2 prod2) = Some [m44].
Proof. vm_compute. reflexivity. Qed.
Theorem step_replaces : preplaces [] G5 (unfused 0 [tile 0] prod1 around2 prod2)
  (fused_step pnum [tile 0] prod1 around2 prod2 0).
Proof.
  apply (@R_Fuse_step PS pop unit psem pnum poty pdef M22 ponum poty_num M22_pos psound); [reflexivity| |].
  - intros b [<-|[]] [|[]]. discriminate.
  - intros [|j] Hj; [split; reflexivity|simpl in Hj; lia].
Qed.

(* ---------------- several slices, several targets ---------------- *)
Definition dbl x : pcore := CLoop 0 [tile 0] (CLet (slice 0 x 0) (plus [0; 0])).
(* let y = dbl x in loop 0 tile<0> (r. slice 0 y[r] + slice 0 y[r]): y's body is there once *)
Example several_slices :
  pfuse (CLet (dbl 0) (CLoop 0 [tile 0] (CLet (slice 0 0 0) (CLet (slice 0 1 0) (plus [0; 1]))))) =
  CLoop 0 [tile 0] (CLet (slice 0 0 0) (CLet (plus [0; 0]) (plus [0; 0]))).
Proof. vm_compute. reflexivity. Qed.
(* let y = dbl x in let u = dbl y in let v = dbl y in (u, v): one loop with the results v, u, and y's body once *)
Example several_targets : pfuse (CLet (dbl 0) (CLet (dbl 0) (CLet (dbl 1) (vars [1; 0])))) =
  CLet (CLoop 0 [tile 0; tile 0] (CLet (slice 0 0 0) (CLet (plus [0; 0])
    (CLet (plus [0; 0]) (CLet (plus [1; 1]) (vars [0; 1])))))) (vars [1; 0]).
Proof. vm_compute. reflexivity. Qed.
(* let y = dbl x in let u = dbl y in (u, y): y is read whole, too, and stays a result *)
Example read_whole : pfuse (CLet (dbl 0) (CLet (dbl 0) (vars [0; 1]))) =
  CLoop 0 [tile 0; tile 0] (CLet (slice 0 0 0) (CLet (plus [0; 0]) (CLet (plus [0; 0]) (vars [0; 1])))).
Proof. vm_compute. reflexivity. Qed.
(* let y = dbl x in let w = x + x in let z = loop 0 tile<0> (r. slice 0 y[r] + slice 0 w[r]) in (z, y): what the target
   needs besides y goes before it *)
Example needed_first : pfuse (CLet (dbl 0) (CLet (plus [1; 1]) (CLet
    (CLoop 0 [tile 0] (CLet (slice 0 1 0) (CLet (slice 0 1 0) (plus [0; 1])))) (vars [0; 2])))) =
  CLet (plus [0; 0]) (CLoop 0 [tile 0; tile 0] (CLet (slice 0 1 0) (CLet (slice 0 1 0) (CLet (plus [1; 1])
    (CLet (plus [1; 0]) (vars [0; 1])))))).
Proof. vm_compute. reflexivity. Qed.
Example several_check : pcheck [] [m44] (CLet (dbl 0) (CLet (dbl 0) (CLet (dbl 1) (vars [1; 0])))) = Some [m44; m44].
Proof. vm_compute. reflexivity. Qed.

(* let y = dbl x in let u = dbl y in let w = u + u in let v = loop 0 tile<0> (r. slice 0 y[r] + slice 0 w[r]) in v: v
   needs u whole, so that u and v do not merge; y goes to u and stays a result for v, which slices it still *)
Definition no_merge : pcore := CLet (dbl 0) (CLet (dbl 0) (CLet (plus [0; 0])
  (CLoop 0 [tile 0] (CLet (slice 0 2 0) (CLet (slice 0 1 0) (plus [1; 0])))))).
Example targets_apart : pfuse no_merge =
  CLet (CLoop 0 [tile 0; tile 0] (CLet (slice 0 0 0) (CLet (plus [0; 0]) (CLet (plus [0; 0]) (vars [0; 1])))))
  (CLet (plus [0; 0]) (CLoop 0 [tile 0] (CLet (slice 0 2 0) (CLet (slice 0 1 0) (plus [1; 0]))))).
Proof. vm_compute. reflexivity. Qed.
Example targets_apart_check : pcheck [] [m44] no_merge = Some [m44].
Proof. vm_compute. reflexivity. Qed.
(* Loops of which the second reads the first's result whole do not merge: there would be a tile in its place. *)
Example merge_whole_wrong : let e1 := CLet (slice 0 0 0) (plus [0; 0]) in let e2 := plus [0; 0] in
  pcheck [] [m44] (apart 0 [tile 0] [Red PAdd] e1 e2 (vars [0])) = Some [m44] /\
  pcheck [] [m44] (merged pnum 0 [tile 0] [Red PAdd] e1 e2 (vars [0])) = Some [([2; 4], tt)].
Proof. split; vm_compute; reflexivity. Qed.

(* ---------------- what stays ---------------- *)
Definition stays (e : pcore) := pfuse e = e /\ pcheck [] [m44] e <> None.
(* w = y + y reads y whole, and the target needs w: not all that the target needs could go before y's body *)
Example needs_whole : stays (CLet (dbl 0) (CLet (plus [0; 0])
  (CLoop 0 [tile 0] (CLet (slice 0 1 0) (CLet (slice 0 1 0) (plus [0; 1])))))).
Proof. split; [vm_compute; reflexivity|discriminate]. Qed.
(* a slice on another dimension, by a range over another axis; a reduce result; a loop that nothing reads *)
Example other_dimension : stays (CLet (dbl 0) (CLoop 0 [tile 1] (CLet (slice 1 0 0) (plus [0; 0])))).
Proof. split; [vm_compute; reflexivity|discriminate]. Qed.
Example other_axis : stays (CLet (dbl 0) (CLoop 1 [tile 0] (CLet (slice 0 0 0) (plus [0; 0])))).
Proof. split; [vm_compute; reflexivity|discriminate]. Qed.
Example reduce_result : stays (CLet (CLoop 0 [Red PAdd] (CLet (slice 0 0 0) (plus [0; 0])))
  (CLoop 0 [tile 0] (CLet (slice 0 0 0) (plus [0; 0])))).
Proof. split; [vm_compute; reflexivity|discriminate]. Qed.
Example dead_loop : stays (CLet (dbl 0) (CLoop 0 [tile 0] (CLet (slice 0 1 0) (plus [0; 0])))).
Proof. split; [vm_compute; reflexivity|discriminate]. Qed.
(* If a slice on dimension 1 counted as one that undoes tile<0>, the result would have another type. *)
Example other_dimension_wrong : pcheck [] [m44] (fused_step pnum [tile 1] (CLet (slice 0 0 0) (plus [0; 0]))
  (XLoop 0 [tile 1] (XHole pop)) (CLet (slice 1 0 0) (plus [0; 0])) 0) = Some [([2; 8], tt)].
Proof. vm_compute. reflexivity. Qed.
(* So would a slice of a sum. *)
Example reduce_result_wrong : pcheck [] [m44] (fused_step pnum [tile 0] (CLet (slice 0 0 0) (plus [0; 0]))
  (XLoop 0 [tile 0] (XHole pop)) (CLet (slice 0 0 0) (plus [0; 0])) 0) = Some [m44] /\
  pcheck [] [m44] (CLet (CLoop 0 [Red PAdd] (CLet (slice 0 0 0) (plus [0; 0])))
  (CLoop 0 [tile 0] (CLet (slice 0 0 0) (plus [0; 0])))) = Some [([2; 4], tt)].
Proof. split; vm_compute; reflexivity. Qed.

(* A body with a loop over axis 1 of its own, moved under a loop over axis 1: sequentially it still computes the same
   (only typing asks for the side condition), but loops over one axis would nest, and T-Loop rejects it. *)
Definition own1 : pcore := CLet (slice 0 0 0) (CLoop 1 [tile 0] (slice 0 0 0)).
Definition under1 : ctx pop := XLoop 1 [Red PAdd] (XLoop 0 [tile 0] (XHole pop)).
Definition target1 : pcore := slice 0 0 0.
Definition own_before := unfused 0 [tile 0] own1 under1 target1.
Definition own_after := fused_step pnum [tile 0] own1 under1 target1 0.
Example own_axis_stays : stays own_before.
Proof. split; [vm_compute; reflexivity|discriminate]. Qed.
Theorem own_axis_rejected G ts : ~ ctype pnum poty pdef M22 [] G own_after ts.
Proof.
  intros H. inversion H as [| | | |? ? ? ? ? _ _ H2 _]; subst.
  inversion H2 as [| | | |? ? ? ? ? _ _ H3 _]; subst. inversion H3 as [| |? ? ? ? H4 _| |]; subst.
  inversion H4 as [| |? ? ? ? _ H5| |]; subst. inversion H5 as [| | | |? ? ? ? ? _ N _ _]; subst. apply N. simpl. auto.
Qed.
Example own_axis_same : let x := tab (S := PS) [4; 4] (fun ix => Z.of_nat (lin [4; 4] ix)) in
  ceval tz chunk concat reduce psem M22 [] [x] own_after = ceval tz chunk concat reduce psem M22 [] [x] own_before.
Proof. vm_compute. reflexivity. Qed.
