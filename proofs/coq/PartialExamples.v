(* PartialExamples.v: the D-rules (section 2) at work, and what goes wrong when a side condition is left out. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Registry Entries Partial PartialOp DistEqual DistComplete OpTypes
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
    + intros v i j [<-|[<-|[]]] _ _ E; discriminate E.
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
