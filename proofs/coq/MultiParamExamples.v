(* MultiParamExamples.v: L-Param and L-Result iterated on a program; simplification as steps; why the tilings of a
   value need distinct axes. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Registry Entries Check Soundness ActionValues HloRename CseDce Partial.
From PartIR Require Import PartialExamples ParamResult MultiParam MultiParamRules SimplifyTerms.
Import ListNotations.
#[local] Existing Instance ZS.
#[local] Existing Instance ZL.

(* one op, elementwise addition *)
Definition asem (_ : unit) (l : list tensor) : list tensor := [ew2 Z.add (nth 0 l tz) (nth 1 l tz)].
Definition anum (_ : unit) := 1.
Definition aty (_ : unit) (a b : list (ty unit)) := exists n, a = [(n, tt); (n, tt)] /\ b = [(n, tt)].
Definition amdef (_ : mono) (_ : unit) := True.
Lemma anum_ok o l : length (asem o l) = anum o. Proof. reflexivity. Qed.
Lemma aty_num o a b : aty o a b -> length b = anum o. Proof. intros (n & -> & ->). reflexivity. Qed.
Lemma aty_det o a b b' : aty o a b -> aty o a b' -> b = b'.
Proof. intros (n & -> & ->) (n' & E & ->). congruence. Qed.
Lemma asound o a b ts : aty o a b -> Forall2 (val (elt := unit)) ts a -> Forall2 (val (elt := unit)) (asem o ts) b.
Proof.
  intros (n & -> & ->) H. inversion H as [|x ? l ? [W E] H']; subst. constructor; [|constructor].
  split; [apply wf_tab|exact E].
Qed.
Lemma M22_pos : Forall (lt 0) M22. Proof. repeat constructor. Qed.
Notation prog := (core mono unit).
Notation hl := (hlo mono unit).
Notation steps := (steps asem anum aty amdef M22).
Notation step := (step asem anum aty amdef M22).
Lemma steps_cons G f g h : step G f g -> steps G g h -> steps G f h.
Proof.
  intros H1 H2. induction H2; [eapply steps_more; [apply steps_refl|auto]|]. eapply steps_more; eauto.
Qed.
Definition at_hole C s s' G :=
  @rewrites_in_context _ unit unit asem aty amdef M22 M22_pos asound C G s s'.

(* loop 0 tile<0> (a. loop 1 tile<1> (b. x sliced on 0 by a, then on 1 by b; x sliced on 1 by b, then on 0 by a;
   y sliced on 0 by a; their sum)) with x : 4x4 and y : 4x2 *)
Definition p2 : prog := CLoop 0 [Tile _ 0] (CLoop 1 [Tile _ 1]
  (CLet (CSlice _ _ 0 0 1) (CLet (CSlice _ _ 1 0 0) (CLet (CSlice _ _ 1 2 0) (CLet (CSlice _ _ 0 0 1)
  (CLet (CSlice _ _ 0 5 1) (CLet (COp _ tt [3; 1]) (COp _ tt [0; 1])))))))).
Definition G2 : list (ty unit) := [([4; 4], tt); ([4; 2], tt)].
Definition T2 : list (ty unit) := [([4; 4], tt)].
Ltac has_tac := repeat constructor.
Lemma p2_type : ctype anum aty amdef M22 [] G2 p2 T2.
Proof.
  assert (D2 : Nat.divide 2 4) by now exists 2.
  eapply T_Loop with (ts := [([2; 4], tt)]); [cbv; lia|intros []| |repeat constructor; simpl; lia].
  eapply T_Loop with (ts := [([2; 2], tt)]); [cbv; lia|simpl; lia| |repeat constructor; simpl; lia].
  repeat (eapply T_Let; [first [eapply T_Slice; [reflexivity|reflexivity|simpl; lia|exact D2|cbv; lia]
                               |eapply T_Op; [has_tac|now exists [2; 2]]]|]).
  eapply T_Op; [has_tac|now exists [2; 2]].
Qed.

Ltac norm := match goal with |- MultiParam.steps _ _ _ _ _ _ ?f _ => let f' := eval cbv in f in change f with f' end.
Ltac l_param vx vd va := eapply steps_cons; [eapply L_Param_step with (x := vx) (d := vd) (A := [va]);
  [reflexivity|cbv; reflexivity|cbv; intuition lia]|norm].
Ltac l_result vd va := eapply steps_cons; [eapply L_Result_step with (j := 0) (d := vd) (A := [va]);
  [cbv; reflexivity|cbv; intuition lia]|norm].
Tactic Notation "rule" open_constr(C) tactic3(r) :=
  eapply steps_cons; [eapply S_step; refine (at_hole C _ _ _ _); intros B; r|norm].
Ltac copy := apply (@rw_copy _ unit unit asem anum aty amdef M22 anum_ok aty_num aty_det).
Notation hole := (Hole mono unit).
(* the signature that the steps reach: x tiled on 0 by axis 0 and on 1 by axis 1, y on 0 by axis 0, the result as x *)
Definition f2 : { f : func unit | steps G2 (start G2 T2 p2) f }.
Proof.
  eexists. norm.
  (* S-SliceGatherSwap for slices: the two of x in the other order are swapped *)
  rule (LetL (LetL (LetR _ (LetR _ hole)) _) _)
    (apply (@rw_slice_swap _ unit unit asem anum aty amdef M22 anum_ok aty_num); [discriminate|reflexivity]).
  l_param 0 0 0.
  rule (LetL (LetL hole _) _) copy.
  rule (LetL (LetL (LetR _ hole) _) _) copy.
  l_param 0 1 1.
  l_param 1 0 0.
  l_result 0 0.
  rule hole (apply (@rw_let_assoc _ unit unit asem anum aty amdef M22 anum_ok aty_num)).
  rule (LetR _ hole) (apply (@rw_expand _ unit unit asem anum aty amdef M22 anum_ok aty_num _ (TupL hole _))).
  l_result 1 1.
  rule hole (apply (@rw_dce _ unit unit asem anum aty amdef M22 anum_ok aty_num)).
  apply steps_refl.
Defined.
Example f2_params : ptiles (proj1_sig f2) = [[(0, [0]); (1, [1])]; [(0, [0])]]. Proof. reflexivity. Qed.
Example f2_results : rtiles (proj1_sig f2) = [[(0, [0]); (1, [1])]]. Proof. reflexivity. Qed.
(* no collective is left *)
Example f2_body : body (proj1_sig f2) = HLet (HLet (HVars _ _ [0]) (HLet (HVars _ _ [1]) (HLet (HVars _ _ [3])
  (HLet (HOp _ tt [2; 1]) (HOp _ tt [0; 1]))))) (HTup (HTup (HVars _ _ [0]) (HVars _ _ [])) (HVars _ _ [])).
Proof. reflexivity. Qed.
Theorem f2_represents m args E : Forall2 (val (elt := unit)) args G2 -> (forall D, dev_ok M22 D -> length (E D) = 2) ->
  represents M22 (fun D => look tz (E D) 0) (look tz args 0) (mkD [(0, [0]); (1, [1])] [] m) ->
  represents M22 (fun D => look tz (E D) 1) (look tz args 1) (mkD [(0, [0])] [] m) ->
  represents M22 (fun D => look tz (heval tz chunk concat reduce asem M22 E (body (proj1_sig f2)) D) 0)
    (look tz (ceval tz chunk concat reduce asem M22 [] args p2) 0) (mkD [(0, [0]); (1, [1])] [] m).
Proof.
  intros HA HL H0 H1.
  apply (@function_represents _ unit unit asem anum aty amdef M22 M22_pos anum_ok aty_num asound
    G2 T2 p2 (proj1_sig f2) m p2_type (proj2_sig f2) args E HA HL); [|simpl; lia].
  intros [|[|x]] Hx; [exact H0|exact H1|simpl in Hx; lia].
Qed.

(* S-ReduceScatter, S-AllToAll, S-GatherSlice, copying and S-DCE as steps of a function of x : 4x4 *)
Definition reshard : hl :=
  HLet (HReduce _ add [0] 0) (HLet (HSlice _ _ 0 [0] 0) (HLet (HGather _ _ 0 [0] 0) (HLet (HSlice _ _ 1 [0] 0)
  (HLet (HGather _ _ 1 [1] 0) (HLet (HSlice _ _ 1 [1] 0) (HVars _ _ [0])))))).
Definition G1 : list (ty unit) := [([4; 4], tt)].
Definition func_of (s : hl) : func unit := {| ptiles := [[]]; body := s; rtiles := [[]] |}.
Definition f1 : { f : func unit | steps G1 (func_of reshard) f }.
Proof.
  eexists. norm.
  rule hole (apply (@rw_reduce_scatter_all _ _ unit unit asem aty amdef M22 M22_pos); reflexivity).
  rule (LetR _ (LetR _ hole)) (apply (@rw_all_to_all _ unit unit asem aty amdef M22); discriminate).
  rule (LetR _ (LetR _ (LetR _ (LetR _ hole)))) (apply (@rw_gather_slice _ unit unit asem aty amdef M22 M22_pos)).
  rule (LetR _ (LetR _ (LetR _ (LetR _ (LetR _ hole))))) copy.
  rule hole (apply (@rw_dce _ unit unit asem anum aty amdef M22 anum_ok aty_num)).
  apply steps_refl.
Defined.
(* of six statements two are left *)
Definition resharded : hl := HLet (HScatter _ add 0 [0] 0) (HLet (HAllToAll _ _ 0 1 [0] 0) (HVars _ _ [0])).
Example f1_body : body (proj1_sig f1) = resharded. Proof. reflexivity. Qed.
(* the values on all devices, where device D has the parameter x_D(i,j) = 16·D + 4·i + j *)
Definition x1 (D : dev) : list tensor :=
  [tab [4; 4] (fun ix => Z.of_nat (16 * lin M22 D + 4 * nth 0 ix 0 + nth 1 ix 0))].
Definition on_devices (s : hl) : list (list tensor) :=
  map (heval tz chunk concat reduce asem M22 x1 s) (all_idx M22).
Example f1_values : on_devices reshard = on_devices (body (proj1_sig f1)) /\
  map (map (fun t => (shape t, data t))) (on_devices resharded) =
    [[([4; 2], [32; 34; 40; 42; 48; 50; 56; 58]%Z)]; [([4; 2], [64; 66; 72; 74; 80; 82; 88; 90]%Z)];
     [([4; 2], [36; 38; 44; 46; 52; 54; 60; 62]%Z)]; [([4; 2], [68; 70; 76; 78; 84; 86; 92; 94]%Z)]].
Proof. split; vm_compute; reflexivity. Qed.

(* L-Param does not keep the axes of a parameter distinct: loop 0 tile<0> (r. let y = slice 0 x[r] in slice 1 y[r]) is
   well typed, and x would be tiled by axis 0 on both dimensions. No D says that, and the local values, the diagonal
   chunks, do not determine the argument: the step asks for new axes *)
Definition diagonal : prog := CLoop 0 [Tile _ 0] (CLet (CSlice _ _ 0 0 0) (CSlice _ _ 1 0 0)).
Example diagonal_type : ctype anum aty amdef M22 [] [([4; 4], tt)] diagonal [([4; 2], tt)].
Proof.
  assert (D2 : Nat.divide 2 4) by now exists 2.
  eapply T_Loop with (ts := [([2; 2], tt)]); [cbv; lia|intros []| |repeat constructor; simpl; lia].
  eapply T_Let with (ts := [([2; 4], tt)]).
  - apply (@T_Slice mono unit unit anum aty amdef M22 [0] _ 0 0 0 [4; 4] tt 0); [reflexivity|reflexivity|..];
      first [exact D2|cbv; lia].
  - apply (@T_Slice mono unit unit anum aty amdef M22 [0] _ 1 0 0 [2; 4] tt 0); [reflexivity|reflexivity|..];
      first [exact D2|cbv; lia].
Qed.
Definition once : hl := HLet (HSlice _ _ 1 [0] 0) (HTup (HGather _ _ 0 [0] 0) (HVars _ _ [])).
(* L-Param on dimension 0 by axis 0 .. *)
Example diagonal_once : option_map (fun s => match s with HLet (HLet (HVars _ _ xs) b) c =>
    HLet (ren anum (sub 1 xs idn) b) c | s => s end) (shard anum 0 0 [0] (tr [] diagonal)) = Some once.
Proof. reflexivity. Qed.
(* .. and again, on dimension 1 by the same axis, unless it must not be used already *)
Example diagonal_twice : shard anum 0 1 [0] once <> None. Proof. discriminate. Qed.
Definition m4 (f : nat -> nat -> Z) : tensor := tab [4; 4] (fun ix => f (nth 0 ix 0) (nth 1 ix 0)).
Definition full := m4 (fun i j => Z.of_nat (4 * i + j)).
Definition holed := m4 (fun i j => if Nat.eqb (i / 2) (j / 2) then Z.of_nat (4 * i + j) else 0%Z).
(* the diagonal blocks that the devices would hold do not determine the parameter *)
Example diagonal_undetermined : full <> holed /\
  forall D, dev_ok M22 D -> tile_of M22 [(0, [0]); (1, [0])] D full = tile_of M22 [(0, [0]); (1, [0])] D holed.
Proof.
  split; [discriminate|]. assert (H : forallb (fun D => eqt (tile_of M22 [(0, [0]); (1, [0])] D full)
    (tile_of M22 [(0, [0]); (1, [0])] D holed)) (all_idx M22) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in H. intros D HD. apply eqt_ok, H, in_all_idx, HD.
Qed.

(* S-CSE and S-DCE at work: let a = all_slice[0:0] x in let b = all_slice[0:0] x in let c = add a a in add a b *)
Definition twice : hl := HLet (HSlice _ _ 0 [0] 0) (HLet (HSlice _ _ 0 [0] 1)
  (HLet (HOp _ tt [1; 1]) (HOp _ tt [2; 1]))).
Definition zm_dec (a b : mono) : {a = b} + {a <> b}. Proof. destruct a, b; (now left) || (now right). Defined.
Definition unit_dec (a b : unit) : {a = b} + {a <> b}. Proof. destruct a, b. now left. Defined.
Example twice_cse : dce anum (cse anum unit_dec zm_dec (fun _ => false) idn [] twice) =
  HLet (HSlice _ _ 0 [0] 0) (HOp _ tt [0; 0]).
Proof. reflexivity. Qed.
(* an exempt right-hand side stays *)
Definition is_slice (s : hl) := match s with HSlice _ _ _ _ _ => true | _ => false end.
Example twice_kept : dce anum (cse anum unit_dec zm_dec is_slice idn [] twice) =
  HLet (HSlice _ _ 0 [0] 0) (HLet (HSlice _ _ 0 [0] 1) (HOp _ tt [1; 0])).
Proof. reflexivity. Qed.
