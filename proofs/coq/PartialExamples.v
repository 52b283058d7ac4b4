(* PartialExamples.v: the D-rules (section 2) at work, and what goes wrong when a side condition is left out. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Registry Entries OpEntry Partial PartialOp DistEqual DistComplete OpTypes
  DTyping.
Import ListNotations.

Inductive zm := ZAdd | ZMax.
#[local] Instance ZS : Scalars :=
  { T := Z; z := 0%Z; mono := zm; mop := fun m => match m with ZAdd => Z.add | ZMax => Z.max end }.
#[local] Instance ZL : Laws ZS.
Proof. split; intros [] *; simpl; lia. Qed.
Definition add : mono := ZAdd. Definition max : mono := ZMax.
Definition M22 := [2; 2].
Definition vec (l : list Z) : tensor := mkT (S := ZS) [length l] l.
Definition mat1 (v : Z) : tensor := mkT (S := ZS) [1; 1] [v].
Definition x0 (D : dev) := nth 0 D 0. Definition x1 (D : dev) := nth 1 D 0.
(* the formula of V |= G : D at every device of a 2 x 2 mesh, decided *)
Definition eqt (a b : tensor) := if list_eq_dec Nat.eq_dec (shape a) (shape b) then
  (if list_eq_dec Z.eq_dec (data a) (data b) then true else false) else false.
Definition repb (V : dev -> tensor) G Dt := forallb (fun D =>
  eqt (freduce reduce M22 (pm Dt) (parts Dt) V D) (tile_of M22 (tiles Dt) D G)) (all_idx M22).
Lemma eqt_ok a b : eqt a b = true <-> a = b.
Proof.
  destruct a as [sa da], b as [sb db]. unfold eqt; simpl. split.
  - destruct list_eq_dec; [|discriminate]. destruct list_eq_dec; [|discriminate]. congruence.
  - intros E. inversion E. destruct list_eq_dec; [|congruence]. destruct list_eq_dec; congruence.
Qed.
Lemma repb_ok V G Dt : repb V G Dt = true <-> rep M22 V G Dt.
Proof.
  unfold repb. rewrite forallb_forall. split.
  - intros H D HD. apply eqt_ok, H, in_all_idx, HD.
  - intros H D HD. apply in_all_idx in HD. apply eqt_ok, H, HD.
Qed.

(* 1. "Unlisted axes replicate" must be a premise: with the formula alone, D-Op is false. Matrix product of 1 x 1
   matrices; along axis 0 the entry (partial<add>, any) |-> partial<add>, along axis 1 (any, partial<add>) |->
   partial<add>; both operands are parts of the matrix (1), each differently along the axis it does not list *)
Definition diag : dev -> tensor := fun D => mat1 (if Nat.eqb (x0 D) (x1 D) then 1%Z else 0%Z).
Definition prodm (V W : dev -> tensor) D := dot add Z.mul (V D) (W D).
Example unlisted_1 : rep M22 diag (mat1 1) (mkD [] [0] add). Proof. now apply repb_ok. Qed.
Example unlisted_2 : rep M22 diag (mat1 1) (mkD [] [1] add). Proof. now apply repb_ok. Qed.
Example unlisted_not : ~ replicated M22 diag (axes_of (mkD [] [0] add)).
Proof.
  intros H. specialize (H [0; 0] 1 1). assert (X : diag [0; 1] = diag [0; 0]); [|discriminate X].
  apply H; simpl; [repeat constructor| | |intros [|[]]]; cbv; auto; discriminate.
Qed.
Example D_Op_needs_replication :
  ~ rep M22 (prodm diag diag) (dot add Z.mul (mat1 1) (mat1 1)) (mkD [] [0; 1] add).
Proof. rewrite <- repb_ok. vm_compute. discriminate. Qed.

(* 2. "Along each axis separately" needs one order of the axes: add of two operands tiled on one dimension by the axes
   0, 1 and by 1, 0. Along each axis the entry is (tile<0>, tile<0>) |-> tile<0>; neither order fits the result *)
Definition g4 := vec [0%Z; 1%Z; 2%Z; 3%Z].
Definition by01 D := tile_of M22 [(0, [0; 1])] D g4.
Definition by10 D := tile_of M22 [(0, [1; 0])] D g4.
Definition addm (V W : dev -> tensor) D := ew2 Z.add (V D) (W D).
Example order_1 : rep M22 by01 g4 (mkD [(0, [0; 1])] [] add). Proof. now apply repb_ok. Qed.
Example order_2 : rep M22 by10 g4 (mkD [(0, [1; 0])] [] add). Proof. now apply repb_ok. Qed.
Example D_Op_needs_one_order : forall A, A = [0; 1] \/ A = [1; 0] ->
  ~ rep M22 (addm by01 by10) (ew2 Z.add g4 g4) (mkD [(0, A)] [] add).
Proof. intros A [-> | ->]; rewrite <- repb_ok; vm_compute; discriminate. Qed.

(* 3. D-Reduce takes partial axes only: over a replicated axis the value is doubled *)
Example reduce_replicated : ~ rep M22 (freduce reduce M22 add [0] (fun _ => mat1 1)) (mat1 1) (mkD [] [] add).
Proof. rewrite <- repb_ok. vm_compute. discriminate. Qed.
(* .. of the same semigroup: max over summands, and add over one axis of max-parts over both *)
Definition ones : dev -> tensor := fun _ => mat1 1.
Example reduce_max_ones : rep M22 ones (mat1 2) (mkD [] [0] add). Proof. now apply repb_ok. Qed.
Example reduce_max : ~ rep M22 (freduce reduce M22 max [0] ones) (mat1 2) (mkD [] [] add).
Proof. rewrite <- repb_ok. vm_compute. discriminate. Qed.
Example reduce_other_ones : rep M22 ones (mat1 1) (mkD [] [0; 1] max). Proof. now apply repb_ok. Qed.
Example reduce_other : ~ rep M22 (freduce reduce M22 add [1] ones) (mat1 1) (mkD [] [0] max).
Proof. rewrite <- repb_ok. vm_compute. discriminate. Qed.

(* 4. D-Slice by a partial axis: the parts that are added are of different places *)
Definition parts4 : dev -> tensor := fun D => vec (if Nat.eqb (x0 D) 0 then [1%Z; 2%Z] else [10%Z; 20%Z]).
Example slice_partial_rep : rep M22 parts4 (vec [11%Z; 22%Z]) (mkD [] [0] add). Proof. now apply repb_ok. Qed.
Example slice_partial : forall P, P = [] \/ P = [0] ->
  ~ rep M22 (fslice chunk M22 0 [0] parts4) (vec [11%Z; 22%Z]) (mkD [(0, [0])] P add).
Proof. intros P [-> | ->]; rewrite <- repb_ok; vm_compute; discriminate. Qed.

(* 5. D-Gather of the major axis while a minor one stays *)
Example gather_major : ~ rep M22 (fgather concat M22 0 [0] by01) g4 (mkD [(0, [1])] [] add).
Proof. rewrite <- repb_ok. vm_compute. discriminate. Qed.

(* 6. D-Gather and D-Scatter with an axis still partial, at work: axis 0 partial, axis 1 tiles *)
Definition mixed : dev -> tensor := fun D => chunk 0 (parts4 D) (x1 D) 2.
Example mixed_rep : rep M22 mixed (vec [11%Z; 22%Z]) (mkD [(0, [1])] [0] add). Proof. now apply repb_ok. Qed.
Example mixed_gather : rep M22 (fgather concat M22 0 [1] mixed) (vec [11%Z; 22%Z]) (mkD [] [0] add).
Proof. now apply repb_ok. Qed.
Example mixed_scatter : rep M22 (fscatter chunk reduce M22 add 0 [0] parts4) (vec [11%Z; 22%Z]) (mkD [(0, [0])] [] add).
Proof. now apply repb_ok. Qed.

(* 7. the rules together: let w = add x y in let v = all_gather[0:0] w in all_reduce<add>{1} v, x and y tiled by axis 0
   on dimension 0 and add-partial over axis 1 *)
Definition esem (_ : unit) : list tensor -> list tensor := ew (mop add).
Definition D1 := mkD [(0, [0])] [1] add.
Definition levels : list level := [(1, fun _ => Red add, fun _ => Red add); (0, fun _ => Tile _ 0, fun _ => Tile _ 0)].
Lemma ew_entries : entries M22 2 1 levels (fun _ => [2]) (fun _ => [2]) (esem tt) (esem tt).
Proof.
  eapply E_axis; [apply valid_ew_partial; cbv; lia|]. eapply E_axis; [apply valid_ew_tile; cbv; lia|]. apply E_none.
  intros x H j Hj. replace j with 0 by lia. split; [apply wf_tab|]. apply (H 0). lia.
Qed.
Definition prog7 : hlo mono unit := HLet (HOp _ tt [0; 1]) (HLet (HGather _ _ 0 [0] 0) (HReduce _ add [1] 0)).
(* add's shape rule; one element type, on which add and max are defined *)
Definition ety (_ : unit) (ts rs : list (ty unit)) : Prop := exists t, ts = [t; t] /\ rs = [t].
Notation edtype := (dtype (elt := unit) esem (fun _ => 1) ety (fun _ _ => True) M22).
Notation ehtype := (htype (mono := mono) (op := unit) (elt := unit) ety (fun _ _ => True) M22).
Lemma at_here (R : list (gd unit)) x G el Dt : nth_error R x = Some (G, el, Dt) -> at_D R x G el Dt.
Proof. intros H. exists Dt. split; auto. apply deq_refl. Qed.
Example prog7_type X Y : shape X = [4] -> shape Y = [4] ->
  edtype [(X, tt, D1); (Y, tt, D1)] prog7 [(ew2 Z.add X Y, tt, mkD [] [] add)].
Proof.
  intros HX HY. eapply D_Let.
  - apply (@DT_Op _ unit unit esem (fun _ => 1) ety (fun _ _ => True) M22 [(X, tt, D1); (Y, tt, D1)] tt [0; 1] (esem tt)
      levels (fun _ => [2]) (fun _ => [2]) (fun i => nth i [X; Y] tz) (fun _ => tt) (fun _ => tt)
      (fun _ => add) (fun _ => add)).
    + exact ew_entries.
    + repeat constructor; simpl; intuition lia.
    + repeat constructor; simpl; lia.
    + apply any_from_any. intros v i j [<-|[<-|[]]] _ _ E; discriminate E.
    + intros [|[|i]] Hi; [| |simpl in Hi; lia];
        (split; [now apply at_here|split; [simpl; rewrite ?HX, ?HY; reflexivity|]]);
        intros a m' [E|[E|[]]]; inversion E; auto.
    + intros j Hj a m' [E|[E|[]]]; inversion E; auto.
    + now exists ([2], tt).
  - eapply D_Let.
    + apply (@DT_Gather ZS unit unit esem (fun _ => 1) ety (fun _ _ => True) M22 _ 0 [0] 0 (@ew2 ZS Z.add X Y) tt
        [] [1] add). now apply at_here.
    + apply (@DT_Reduce ZS unit unit esem (fun _ => 1) ety (fun _ _ => True) M22 _ [1] 0 (@ew2 ZS Z.add X Y) tt
        [] [] add); auto. now apply at_here.
Qed.
(* so its local types: two parameters of extent 2 give a result of extent 4 *)
Example prog7_local X Y : wf X -> wf Y -> shape X = [4] -> shape Y = [4] ->
  ehtype [([2], tt); ([2], tt)] prog7 [([4], tt)].
Proof.
  intros WX WY HX HY.
  assert (M22_pos : Forall (lt 0) M22) by (repeat constructor).
  destruct (dtype_local M22_pos (prog7_type X Y HX HY)) as [H _].
  - assert (O : forall X : tensor, wf X -> shape X = [4] -> gd_ok M22 (X, tt, D1)).
    { intros Z WZ HZ. repeat split; simpl; rewrite ?HZ; auto; simpl; try lia; try (now exists 2);
        repeat constructor; simpl; intuition lia. }
    auto.
  - unfold local_of in H. simpl in H. rewrite HX, HY in H. exact H.
Qed.

(* 8. one distributed type, written in two ways: tilings of two dimensions in either order, a list in two pieces, an
   empty list, the partial axes in either order *)
Example written_twice : deq 2 (mkD [(0, [0]); (1, [3]); (0, [1])] [4; 2] add)
                              (mkD [(1, []); (1, [3]); (0, [0; 1])] [2; 4] add).
Proof. apply (@deq_iff _ [2; 2; 2; 2; 2]); [| |reflexivity]; repeat constructor; simpl; intuition lia. Qed.
(* the operand of a gather need not list the dimension last *)
Example gather_first G : wf G -> shape G = [4; 4] ->
  edtype [(G, tt, mkD [(0, [0]); (1, [1])] [] add)] (HGather _ _ 0 [0] 0) [(G, tt, mkD [(1, [1])] [] add)].
Proof.
  intros W H. apply DT_Gather. exists (mkD [(0, [0]); (1, [1])] [] add). split; auto. unfold dims. rewrite H.
  apply (@deq_iff _ M22); [| |reflexivity]; repeat constructor; simpl; lia.
Qed.
(* the order of the axes of one dimension is part of D: major first *)
Example order_matters : rep M22 by01 g4 (mkD [(0, [0; 1])] [] add) /\ ~ rep M22 by01 g4 (mkD [(0, [1; 0])] [] add).
Proof. split; rewrite <- repb_ok; vm_compute; [reflexivity|discriminate]. Qed.
Example order_not_equal k : 0 < k -> ~ deq k (mkD [(0, [0; 1])] [] add) (mkD [(0, [1; 0])] [] add).
Proof. intros Hk (T & _). apply teq_tnorm in T. destruct k; [lia|]. discriminate T. Qed.
(* the normal form says nothing of a dimension that is not there, nor how often a partial axis is listed: deq_iff needs
   that there are none *)
Example norm_off_dims : dnorm M22 1 (mkD [(7, [])] [] add) = dnorm M22 1 (mkD [] [] add) /\
  represents M22 (fun _ => g4) g4 (mkD [] [] add) /\ ~ represents M22 (fun _ => g4) g4 (mkD [(7, [])] [] add).
Proof.
  split; [reflexivity|]. split.
  - split; simpl; repeat constructor.
  - intros R. pose proof (proj1 (r_chain R)) as H. simpl in H. lia.
Qed.
Example norm_twice : dnorm M22 1 (mkD [] [0; 0] add) = dnorm M22 1 (mkD [] [0] add) /\
  ~ deq 1 (mkD [] [0; 0] add) (mkD [] [0] add).
Proof. split; [reflexivity|]. intros (_ & P & _). apply Permutation_length in P. discriminate P. Qed.
(* an axis of size 1 that is listed is not one that is not, though both D's mean the same: D-Gather removes it *)
Example unit_axis : rep [1] (fun _ => g4) g4 (mkD [(0, [0])] [] add) /\ rep [1] (fun _ => g4) g4 (mkD [] [] add) /\
  ~ deq 1 (mkD [(0, [0])] [] add) (mkD [] [] add).
Proof.
  split; [|split].
  - intros D HD. inversion HD as [|? ? ? ? Lt HD']; subst. inversion HD'; subst. now replace x with 0 by lia.
  - intros D HD. inversion HD as [|? ? ? ? Lt HD']; subst. inversion HD'; subst. now replace x with 0 by lia.
  - intros (T & _). apply teq_tnorm in T. discriminate T.
Qed.
(* nor is a replicated value partial<max>, though its parts are: an idempotent ⊕ of copies is the value *)
Example replicated_max : rep M22 ones (mat1 1) (mkD [] [] max) /\ rep M22 ones (mat1 1) (mkD [] [0] max) /\
  ~ deq 2 (mkD [] [] max) (mkD [] [0] max).
Proof.
  split; [|split]; [now apply repb_ok|now apply repb_ok|]. intros (_ & P & _).
  apply Permutation_length in P. discriminate P.
Qed.
(* nor are the tilings of nothing one *)
Example tiled_nothing : rep M22 (fun _ => vec []) (vec []) (mkD [(0, [0])] [] add) /\
  rep M22 (fun _ => vec []) (vec []) (mkD [(0, [1])] [] add) /\ ~ deq 1 (mkD [(0, [0])] [] add) (mkD [(0, [1])] [] add).
Proof.
  split; [|split]; [now apply repb_ok|now apply repb_ok|]. intros (T & _). apply teq_tnorm in T. discriminate T.
Qed.
(* otherwise unequal D's are told apart by a family *)
Example order_told_apart : ~ forall V G, shape G = [4] ->
  represents M22 V G (mkD [(0, [0; 1])] [] add) -> represents M22 V G (mkD [(0, [1; 0])] [] add).
Proof.
  intros H. apply (order_not_equal 1); [lia|].
  assert (M22_pos : Forall (lt 0) M22) by (repeat constructor). assert (two : 0%Z <> 1%Z) by discriminate.
  apply (@deq_complete ZS M22 M22_pos 0%Z 1%Z two [4]); auto; simpl; repeat split; auto;
    repeat constructor; simpl; intuition (try lia; try discriminate); now exists 1.
Qed.

(* 9. |ā| <= n_d: nothing, in two parts, is nothing, but the H-rules have no type for the slice (nor by no axes, whose
   product is 1) *)
Definition none : tensor := vec [].
Example slice_nothing : represents M22 (fslice chunk M22 0 [0] (fun _ => none)) none (mkD [(0, [0])] [] add).
Proof.
  assert (M22_pos : Forall (lt 0) M22) by (repeat constructor).
  apply (@D_Slice_partial _ M22 M22_pos (fun _ => none) none [] [] add 0 [0]); simpl; auto.
  - split; simpl; repeat constructor.
  - repeat constructor. simpl; auto.
  - repeat constructor.
  - apply Nat.divide_0_r.
Qed.
Example slice_nothing_untyped A ts : A = [0] \/ A = [] -> ~ ehtype [([0], tt)] (HSlice _ _ 0 A 0) ts.
Proof.
  intros HA H. inversion H as [| | | |? ? ? n el Hx _ Hd| | | |]; subst.
  inversion Hx; subst. destruct Hd as (_ & _ & Hd). destruct HA; subst; cbv in Hd; lia.
Qed.

(* 10. A result that is any along an axis, of an operand that is tiled along it: D-Op needs that no partial axis further
   inside hides a difference. With add modulo 2, where 1 + 1 = 0 + 0, the sum of c copies of the elements of x does not
   depend on x for c = 2, but does for c = 1: the entries tile<0> |-> any for c = 2 along axis 0, any |-> partial<add>
   from 2 copies to 1 along axis 1 are valid, and the parts differ along axis 0 *)
Lemma add_cancels N : 0 < N -> cancels add N.
Proof.
  intros HN x y. assert (E : forall v, fold1 Z.add 0%Z (repeat v N) = (Z.of_nat N * v)%Z).
  { intros v. destruct N as [|N]; [lia|]. clear HN. rewrite Nat2Z.inj_succ. simpl.
    assert (X : forall w, fold_left Z.add (repeat v N) w = (w + Z.of_nat N * v)%Z); [|rewrite X; lia].
    induction N; intros w; simpl repeat; simpl fold_left; [lia|]. rewrite IHN. lia. }
  change (mop add) with Z.add. change z with 0%Z. rewrite !E. nia.
Qed.
(* .. with add of the integers no such difference is hidden: an op that does not read its operand, which is tiled along
   axis 0; of its result, which is any along it, there are two parts along axis 1 *)
Definition const_op (c : Z) (_ : list tensor) : list tensor := [mat1 c].
Definition const_levels : list level := [(1, fun _ => Any _, fun _ => Red add); (0, fun _ => Tile _ 0, fun _ => Any _)].
Lemma const_entries : entries M22 1 1 const_levels (fun _ => [1]) (fun _ => [1; 1]) (const_op 1) (const_op 2).
Proof.
  assert (U : forall c N, 0 < N -> unif [1; 1] (map (fun _ : nat => mat1 c) (seq 0 N))).
  { intros c N HN. apply unif_map; [destruct N; [lia|discriminate]|]. intros; split; reflexivity. }
  apply E_axis with (o := const_op 2); [|apply E_axis with (o := const_op 2); [|apply E_none]].
  - intros p x _ j Hj. replace j with 0 by lia. split; [|split]; [apply U; cbv; lia|reflexivity|exact I].
  - intros p x _ j Hj. replace j with 0 by lia. split; [|split]; [apply U; cbv; lia|reflexivity|reflexivity].
  - intros x _ j Hj. replace j with 0 by lia. split; reflexivity.
Qed.
Example const_any_holds : any_holds M22 1 1 const_levels.
Proof.
  intros [|v1 [|v2 l1]] v l2 j E Hj; try (apply (f_equal (@length _)) in E; simpl in E; rewrite ?app_length in E;
    simpl in E; lia); inversion E; subst; simpl.
  - discriminate.
  - intros _. right. intros u m [<-|[]] X. inversion X; subst. apply add_cancels. cbv. lia.
Qed.
Example D_Op_tiled_any V X : represents M22 V X (Dof add (operand_roles 0 const_levels)) -> funif M22 [1] V ->
  represents M22 (apply_op 1 (const_op 1) (fun _ => V) 0) (mat1 2) (mkD [] [1] add).
Proof.
  intros R F. refine (@D_Op ZS ZL M22 _ 1 1 const_levels _ _ _ _ const_entries _ _ const_any_holds (fun _ => V)
    (fun _ => X) (fun _ => add) (fun _ => add) _ _ 0 (le_n 1)).
  - repeat constructor.
  - repeat constructor; simpl; intuition lia.
  - repeat constructor.
  - intros i Hi. replace i with 0 by lia. split; [exact R|split; [exact F|]]. intros a m' [E|[E|[]]]; inversion E.
  - intros j Hj a m' [E|[E|[]]]; inversion E; auto.
Qed.
Module Modulo2.
#[local] Instance BS : Scalars := { T := bool; z := false; mono := unit; mop := fun _ => xorb }.
#[local] Instance BL : Laws BS.
Proof. split; intros; simpl; [now rewrite xorb_assoc|apply xorb_comm]. Qed.
Definition xadd : @mono BS := tt.
Definition sums c (l : list tensor) := let x := nth 0 l tz in [comp id1 xadd [] [c; dim 0 x] [(x, [1])]].
Definition levels : list level := [(1, fun _ => Any _, fun _ => Red xadd); (0, fun _ => Tile _ 0, fun _ => Any _)].
Lemma one_bit (t : @tensor BS) : wf t -> shape t = [1] -> exists b, t = mkT [1] [b].
Proof. destruct t as [sh [|b [|]]]; unfold wf; simpl; intros W ->; try discriminate W. eauto. Qed.
Lemma parts_2 sh s (p : nat -> @tensor BS) x y : match s with Tile _ d => d < length sh | Any _ => p 0 = x /\ p 1 = x |
  Red _ => True end -> (forall r, r < 2 -> wf (p r) /\ shape (p r) = sh) ->
  comb tz concat reduce s [p 0; p 1] = y -> x = y -> parts_of 2 sh s p x.
Proof.
  intros Hs H C ->. split; [|split; auto].
  - apply unif_map; [discriminate|]. intros r Hr. apply in_seq in Hr. apply H. lia.
  - destruct s; auto. destruct Hs. intros [|[|r]] Hr; auto. lia.
Qed.
Lemma sums_typed c t : wf (nth 0 (sums c [t]) tz) /\ shape (nth 0 (sums c [t]) tz) = [].
Proof. split; [apply wf_tab|reflexivity]. Qed.
Lemma sums_entries : entries M22 1 1 levels (fun _ => [1]) (fun _ => []) (sums 1) (sums 2).
Proof.
  apply E_axis with (o := sums 2); [|eapply E_axis; [|apply E_none]].
  - intros p x H j Hj. replace j with 0 by lia. destruct (H 0 (le_n 1)) as (_ & _ & A). change (size M22 1) with 2 in A.
    destruct (parts_of_whole (H 0 (le_n 1))) as [W Sh]. destruct (one_bit _ W Sh) as [b E].
    eapply parts_2; [exact I|intros; apply sums_typed|reflexivity|].
    unfold args. simpl map. now rewrite (A 0 ltac:(lia)), (A 1 ltac:(lia)), E; destruct b.
  - intros p x H j Hj. replace j with 0 by lia. specialize (H 0 (le_n 1)). pose proof H as (_ & C & _).
    change (size M22 0) with 2 in *.
    destruct (parts_of_nth (r := 0) H ltac:(lia)) as [W0 S0]. destruct (parts_of_nth (r := 1) H ltac:(lia)) as [W1 S1].
    destruct (one_bit _ W0 S0) as [b E0]. destruct (one_bit _ W1 S1) as [c E1]. simpl in C. rewrite E0, E1 in C.
    eapply parts_2; [|intros; apply sums_typed|reflexivity|]; unfold args; simpl map; rewrite ?E0, ?E1, <- C;
      destruct b, c; repeat split; reflexivity.
  - intros x _ j Hj. replace j with 0 by lia. apply sums_typed.
Qed.
Definition bits : tensor := mkT (S := BS) [2] [true; false].
Definition bit (_ : nat) (D : dev) : tensor := mkT (S := BS) [1] [if Nat.eqb (x0 D) 0 then true else false].
Lemma bit_represents : represents M22 (bit 0) bits (Dof xadd (operand_roles 0 levels)).
Proof.
  assert (R : rep M22 (bit 0) bits (Dof xadd (operand_roles 0 levels))).
  { intros D HD. inversion HD as [|a ? l ? Ha HD']; subst. inversion HD' as [|b ? l' ? Hb HD'']; subst.
    inversion HD''; subst. destruct a as [|[|a]], b as [|[|b]]; try lia; reflexivity. }
  split; auto.
  - reflexivity.
  - simpl. constructor; [easy|constructor].
  - constructor.
  - simpl. repeat split; auto; [repeat constructor|now exists 1].
  - intros D HD. split; reflexivity.
  - change (Dof xadd (operand_roles 0 levels)) with (mkD [(0, [0])] [] xadd) in *.
    eapply rep_replicated; [|exact R]. reflexivity.
Qed.
(* the premises of D-Op hold but for any_holds; the formula of V |= G : D holds of the result, but not replication *)
Example D_Op_needs_cancelling : let D := Dof xadd (result_roles 0 levels) in let W := apply_op 1 (sums 1) bit 0 in
  let G := nth 0 (sums 2 [bits]) tz in
  rep M22 W G D /\ ~ replicated M22 W (axes_of D) /\ ~ represents M22 W G D /\ ~ any_holds M22 1 1 levels.
Proof.
  intros D W G. assert (N : ~ replicated M22 W (axes_of D)).
  { intros H. specialize (H [0; 0] 0 1). assert (X : W [1; 0] = W [0; 0]); [|discriminate X].
    apply H; simpl; [repeat constructor|..]; cbv; lia. }
  split; [|split; [|split]]; auto.
  - intros D' HD. inversion HD as [|a ? l ? Ha HD']; subst. inversion HD' as [|b ? l' ? Hb HD'']; subst.
    inversion HD''; subst. destruct a as [|[|a]], b as [|[|b]]; try lia; reflexivity.
  - intros R. apply N, (r_repl R).
  - intros H. destruct (H [(1, fun _ => Any _, fun _ => Red xadd)] (0, fun _ => Tile _ 0, fun _ => Any _) [] 0 eq_refl
      (le_n 1) eq_refl) as [A|A].
    + discriminate (A 0 (le_n 1)).
    + discriminate (A _ xadd (or_introl eq_refl) eq_refl true false eq_refl).
Qed.
End Modulo2.
