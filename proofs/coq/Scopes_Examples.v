(* Scopes_Examples.v: section 7, the matmul chain inside a loop that is there already, annotated and propagated in two
   scopes; and why no action may take the axis of a loop around. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Propagation Propagate_Fixpoint Actions Scopes Scopes_Programs.
From PartIR Require Import Propagation_Examples.
Import ListNotations.
#[local] Existing Instance PS.

Notation ptree := (@tree PS pop unit).
Notation NKeep := (@NKeep PS pop unit).
Notation NVars := (@NVars PS pop unit).
Notation pcode := (code M22 ploc).
Notation pcheck := (check ptyf pnum (fun _ _ => true) M22).
Notation pwf := (wf_tree psem pnum poty pdef M22 ploc).
Notation psteps := (tsteps M22 ploc preg).
Definition m24 : pty := ([2; 4], tt).
Definition dotL xs := mkI (Some DotOp) xs [m24; m44] [m24] (@nil (axis * @entry PS)).
Lemma ponum o ts : length (psem o ts) = pnum o.
Proof. destruct o, ts as [|? [|? [|? ?]]]; reflexivity. Qed.

(* let y = loop 0 tile<0> (r. let xs = slice 0 x[r] in let h = xs w1 in h w2) in y + x *)
Definition around (body : ptree) rest : ptree :=
  NLet (NLoop 0 [tile 0] (NLet (NKeep (CSlice _ _ 0 0 0)) [m24] body)) [m44] rest.
Definition nested : ptree :=
  around (NList [dotL [0; 2]; dotL [0; 4]] (NVars [0])) (NList [plusI [0; 1]] (NVars [0])).
(* in the loop's body tile(w1, 1, axis 1), and propagate axis 1 *)
Definition body1 : @prog PS pop unit := [copyI 2 [(1, ([tile 1], [tile 1]))]; dotL [1; 0]; dotL [0; 5]].
Definition nested1 := around (NList (ppropagate [0] [1] body1) (NVars [0])) (NList [plusI [0; 1]] (NVars [0])).
(* outside, tile(y, 0, axis 0), and propagate both axes *)
Definition rest2 : @prog PS pop unit := [copyI 0 [(0, ([tile 0], [tile 0]))]; plusI [0; 2]].
Definition nested2 :=
  around (NList (ppropagate [0] [1] body1) (NVars [0])) (NList (ppropagate [0] [0; 1] rest2) (NVars [0])).
Example nested2_cells : map (@ics PS pop unit) (ppropagate [0] [1] body1) =
  [[(1, ([tile 1], [tile 1]))]; [(1, ([any; tile 1], [tile 1]))]; [(1, ([tile 1; tile 0], [Red PAdd]))]] /\
  map (@ics PS pop unit) (ppropagate [0] [0; 1] rest2) = [[(0, ([tile 0], [tile 0]))]; [(0, plus0)]].
Proof. split; vm_compute; reflexivity. Qed.

Lemma nested_wf : pwf [] G3 nested [m44].
Proof.
  assert (L : Core.loop_tys (mono := pmono) pdef M22 0 [true] [tile 0] [m24] [m44]).
  { change m44 with ((upd [2; 4] 0 (nth 0 [2; 4] 0 * size M22 0), tt) : pty). constructor; [simpl; lia|constructor]. }
  split; [split; [simpl; lia|split; [simpl; tauto|exists [m24]; split; [|exact L]]]|].
  - split.
    { apply (@T_Slice pmono pop unit pnum poty pdef M22 [0] G3 0 0 0 [4; 4] tt 0); try reflexivity;
        try (vm_compute; lia).
      now exists 2. }
    split; [|split; [repeat constructor|repeat constructor]].
    do 2 (split; [repeat constructor|split; [reflexivity|split; [reflexivity|]]]). constructor.
  - split; [|split; repeat constructor].
    split; [repeat constructor|split; [reflexivity|split; [reflexivity|constructor]]].
Qed.
(* two sequences of tactics, one in the loop's body, one in the scope around *)
Theorem nested_steps : psteps [] G3 nested nested2.
Proof.
  pose proof under_S as U. pose proof under_0 as U0. pose proof reads_S as RS. pose proof reads_0 as R0.
  apply TS_more with nested1; [|apply TS_more with nested2; [|apply TS_none]].
  - apply N_bound, N_body, N_rest, N_tactics; [|repeat (constructor; simpl; try tauto; try lia)].
    apply (@Tac_copy PS pop unit M22 ploc preg _ [] [dotL [0; 2]; dotL [0; 4]] [dotL [1; 0]; dotL [0; 5]]
      [0] [0] 2 m44); [reflexivity| |].
    { simpl. repeat split; repeat (constructor; auto). }
    eapply (@Tac_act PS pop unit M22 ploc preg _ 1 (tile 1) 0); [vm_compute; reflexivity|].
    apply Tac_propagate with (axes := [1]); [repeat constructor|]. apply Tac_nil.
  - apply N_rest, N_tactics; [|repeat (constructor; simpl; try tauto)].
    apply (@Tac_copy PS pop unit M22 ploc preg _ [] [plusI [0; 1]] [plusI [0; 2]] [0] [0] 0 m44); [reflexivity| |].
    { simpl. repeat split; repeat (constructor; auto). }
    eapply (@Tac_act PS pop unit M22 ploc preg _ 0 (tile 0) 0); [vm_compute; reflexivity|].
    apply Tac_propagate with (axes := [0; 1]); [exact axes_ok2|]. apply Tac_nil.
Qed.
Example nested2_checks : pcheck [] G3 (pcode nested2) = Some [m44]. Proof. vm_compute. reflexivity. Qed.
(* every device computes (x w1) w2 + x *)
Theorem nested2_correct x w1 w2 D : val x m44 -> val w1 m44 -> val w2 m44 -> dev_ok M22 D ->
  heval tz chunk concat reduce psem M22 (fun _ => [x; w1; w2]) (tr [] (pcode nested2)) D =
  peval [x; w1; w2] (pcode nested).
Proof.
  intros Hx H1 H2 HD. assert (HE : Forall2 (@val _ unit) [x; w1; w2] G3)
    by (constructor; [auto|constructor; [auto|constructor; [auto|constructor]]]).
  exact (@tree_partitioned_correct PS pop unit psem pnum poty pdef M22 ploc preg M22_pos poty_num psound preg_valid
    ponum G3 nested nested2 [m44] _ nested_steps nested_wf HE D HD).
Qed.

(* y is the result of a tile loop over axis 0, so it offers tile<0> to the sum outside that loop. *)
Example outside_offer : tstep M22 ploc preg [] (m44 :: G3) (NList [plusI [0; 1]] (NVars [0]))
  (NList [add_cell 0 plus0 (plusI [0; 1])] (NVars [0])).
Proof.
  apply (@N_decided PS pop unit M22 ploc preg [] (m44 :: G3) 0 [(0, plus0)] [plusI [0; 1]]); simpl; auto.
  - repeat constructor. tauto.
  - constructor; [|constructor]. exists (plusI [0; 1]), PlusOp, [m44; m44]. simpl. repeat split; auto.
Qed.

(* Propagation takes no axis of a loop around: nothing there is offered or demanded on it. *)
Example loop_axis_left : ppropagate [0] [0; 1] body1 = ppropagate [0] [1] body1. Proof. vm_compute. reflexivity. Qed.

(* Why a cell's axis must not be that of a loop around (calculus.md: tile needs a ∉ A where x is defined): tile(xs, 0,
   0) in the body of a loop over axis 0 makes loops over one axis nest. The sequential meaning stays, but T-Loop rejects
   the program, and translated it is wrong. *)
Definition m1 n : pty := ([n], tt).
Definition copied cs : @prog PS pop unit := [mkI None [0] [m1 2] [m1 2] cs].
Definition tiled0 := copied [(0, ([tile 0], [tile 0]))].
Definition in_loop p : ptree :=
  NLoop 0 [tile 0] (NLet (NKeep (CSlice _ _ 0 0 0)) [m1 2] (NList p (NVars [0]))).
Example own_axis_acts : act M22 ploc 0 (tile 0) 0 (copied []) = Some tiled0.
Proof. vm_compute. reflexivity. Qed.
Example own_axis_not_free : ~ free_of [0] tiled0.
Proof. intros H. inversion H as [|? ? H1 _]; subst. inversion H1 as [|? ? H2 _]; subst. apply H2. simpl. auto. Qed.
Example own_axis_rejected : pcheck [] [m1 4] (pcode (in_loop (copied []))) = Some [m1 4] /\
  pcheck [] [m1 4] (pcode (in_loop tiled0)) = None.
Proof. split; vm_compute; reflexivity. Qed.
Example own_axis_wrong : let x := v1 [1; 2; 3; 4]%Z in
  peval [x] (pcode (in_loop tiled0)) = [x] /\
  heval tz chunk concat reduce psem M22 (fun _ => [x]) (tr [] (pcode (in_loop tiled0))) [0; 0] <> [x].
Proof. split; [vm_compute; reflexivity|]. vm_compute. discriminate. Qed.
