(* Propagation_Examples.v: section 7, a registry whose entries are valid, the matmul chain of the paper
   propagated on a 2x2 mesh, and counterexamples to rules that come to mind. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Entries
  Check Soundness ActionValues Cells CellEntries Propagation Propagate_Fixpoint Actions.
Import ListNotations.

Inductive pmono := PAdd.
#[local] Instance PS : Scalars := { T := Z; z := 0%Z; mono := pmono; mop := fun _ => Z.add }.
#[local] Instance PL : Laws PS.
Proof. split; intros [] *; simpl; lia. Qed.

Inductive pop := PlusOp | DotOp | ZeroOp.
Definition psem (o : pop) (l : list tensor) : list tensor :=
  match o, l with
  | PlusOp, [x; y] => [ew2 Z.add x y]
  | DotOp, [x; y] => [dot (PAdd : mono) Z.mul x y]
  | ZeroOp, _ => [tab [1] (fun _ => 0%Z)]                (* a constant that has an operand *)
  | _, _ => [tz]
  end.
Definition pnum (_ : pop) := 1.
Definition pty := ty unit.
Fixpoint eqsh (a b : list nat) :=
  match a, b with [], [] => true | x :: a, y :: b => Nat.eqb x y && eqsh a b | _, _ => false end.
Definition ptyf (o : pop) (l : list pty) : option (list pty) :=
  match o, l with
  | PlusOp, [(a, _); (b, _)] => if eqsh a b then Some [(a, tt)] else None
  | DotOp, [([m; k], _); ([k'; n], _)] => if Nat.eqb k k' then Some [([m; n], tt)] else None
  | ZeroOp, [_] => Some [([1], tt)]
  | _, _ => None
  end.
Definition poty o a b := ptyf o a = Some b.
Definition pdef (_ : @mono PS) (_ : unit) := True.
(* no op here has attributes that mention extents *)
Definition ploc (o : pop) (_ : nat) (_ : @entry PS) := o.
Notation tile d := (Tile pmono d).
Notation any := (Any pmono).

(* the registry: the tile entries of add; those of dot_general, one of them a partial sum *)
Definition fits N n := (0 <? n) && (n mod N =? 0).
Definition when (b : bool) (e : @entry PS) := if b then [e] else [].
Definition preg (o : pop) (ts : list pty) N : list (@entry PS) :=
  match o, ts with
  | PlusOp, [(n, _); _] => flat_map (fun d => when (fits N (nth d n 0)) ([tile d; tile d], [tile d])) (seq 0 (length n))
  | DotOp, [([m; k], _); ([_; n], _)] =>
      when (fits N m) ([tile 0; any], [tile 0]) ++ when (fits N n) ([any; tile 1], [tile 1]) ++
      when (fits N k) ([tile 1; tile 0], [Red PAdd])
  | _, _ => []
  end.
Notation pvalid := (valid_entry psem poty pdef ploc).

Lemma eqsh_eq a b : eqsh a b = true -> a = b.
Proof.
  revert b; induction a; destruct b; simpl; intros; try discriminate; auto. apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1. f_equal; auto.
Qed.
Lemma fits_ok N n : 0 < N -> fits N n = true -> exists q, n = q * N /\ 0 < q.
Proof.
  intros HN H. apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1. apply Nat.eqb_eq, Nat.mod_divide in H2; [|lia].
  destruct H2 as [q ->]. exists q. split; auto. destruct q; simpl in *; lia.
Qed.
Lemma poty_num o ts ts' : poty o ts ts' -> length ts' = pnum o.
Proof.
  unfold poty, ptyf. intros H.
  repeat match type of H with context [match ?x with _ => _ end] => destruct x; try discriminate end;
    inversion H; reflexivity.
Qed.
Lemma dot_shape x y : shape (dot (PAdd : mono) Z.mul x y) = [dim 0 x; dim 1 y]. Proof. reflexivity. Qed.
Lemma inv1 l a : Forall2 (@val _ unit) l [a] -> exists x, l = [x] /\ val x a.
Proof. intros H. inversion H as [|x ? ? ? Hx H']; subst. inversion H'; subst. eauto. Qed.
Lemma inv2 l a b : Forall2 (@val _ unit) l [a; b] -> exists x y, l = [x; y] /\ val x a /\ val y b.
Proof. intros H. inversion H as [|x ? l' ? Hx H']; subst. apply inv1 in H' as (y & -> & Hy). eauto. Qed.
(* the operand types that have a result type *)
Lemma poty_inv o a b : poty o a b -> match o with
  | PlusOp => exists n, a = [(n, tt); (n, tt)] /\ b = [(n, tt)]
  | DotOp => exists m k n, a = [([m; k], tt); ([k; n], tt)] /\ b = [([m; n], tt)]
  | ZeroOp => exists t, a = [t] /\ b = [([1], tt)] end.
Proof.
  unfold poty, ptyf. intros H. destruct o.
  - destruct a as [|[n []] [|[n' []] [|]]]; try discriminate. destruct (eqsh n n') eqn:E; [|discriminate].
    apply eqsh_eq in E. injection H as <-. subst. eauto.
  - destruct a as [|[[|m [|k [|]]] []] [|[[|k' [|n [|]]] []] [|]]]; try discriminate.
    destruct (Nat.eqb_spec k k'); [|discriminate]. injection H as <-. subst. eauto 6.
  - destruct a as [|t [|]]; try discriminate. injection H as <-. eauto.
Qed.
Lemma psound o a b ts : poty o a b -> Forall2 (@val _ unit) ts a -> Forall2 (@val _ unit) (psem o ts) b.
Proof.
  intros H HV. apply poty_inv in H. destruct o.
  - destruct H as (n & -> & ->). apply inv2 in HV as (x & y & -> & [_ Ex] & _). constructor; [|constructor].
    split; [apply wf_tab|exact Ex].
  - destruct H as (m & k & n & -> & ->). apply inv2 in HV as (x & y & -> & [_ Ex] & [_ Ey]).
    constructor; [|constructor].
    split; [apply wf_tab|]. simpl. unfold dim. now rewrite Ex, Ey.
  - destruct H as (t & -> & ->). constructor; [|constructor]. split; [apply wf_tab|reflexivity].
Qed.

(* (any, tile<1>) |-> tile<1> *)
Lemma dot_cols x y N q : wf x -> wf y -> length (shape x) = 2 -> length (shape y) = 2 -> dim 1 x = dim 0 y ->
  0 < N -> dim 1 y = q * N ->
  concat 1 (map (fun r => dot (PAdd : mono) Z.mul x (chunk 1 y r N)) (seq 0 N)) = dot (PAdd : mono) Z.mul x y.
Proof.
  intros Wx Wy Rx Ry E HN Hq. unfold dot at 2.
  rewrite <- (@comp_tile_entry PS (@mul2 PS Z.mul) PAdd _ _ _ 1 N q (@dot_good PS x y Wx Wy Rx Ry E 1 ltac:(lia)));
    simpl; auto; try lia.
  f_equal. apply map_ext. intros r. unfold dot, part; simpl. unfold dim.
  rewrite shape_chunk, nth_upd_same by lia. unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
Qed.

Lemma fams2 N s1 s2 x y Vs : fams N [s1; s2] [x; y] Vs -> exists V W, Vs = [V; W] /\ fam N s1 x V /\ fam N s2 y W.
Proof. destruct Vs as [|V [|W [|]]]; simpl; try easy. intros (H1 & H2 & _). eauto. Qed.
Lemma when_in b e e' : In e' (when b e) -> b = true /\ e' = e.
Proof. destruct b; simpl; [intros [<-|[]]; auto|contradiction]. Qed.
Lemma back n d N q : d < length n -> nth d n 0 = q * N -> 0 < N -> upd (upd n d q) d (nth d (upd n d q) 0 * N) = n.
Proof. intros Hd Hq HN. rewrite nth_upd_same by auto. now rewrite <- Hq, upd_upd, upd_nth. Qed.
Lemma eqsh_refl n : eqsh n n = true.
Proof. induction n; simpl; auto. now rewrite Nat.eqb_refl. Qed.

(* Theorem 3 for this registry *)
Theorem preg_valid o ts ts' N e : poty o ts ts' -> 0 < N -> In e (preg o ts N) -> pvalid N (Some o) e ts ts'.
Proof.
  intros H HN He. apply poty_inv in H. destruct o.
  - destruct H as (n & -> & ->). cbn [preg] in He. apply in_flat_map in He as (d & Hd & He). apply in_seq in Hd.
    apply when_in in He as [F ->]. apply fits_ok in F as (q & Hq & Hq0); auto. split.
    + intros xs Vs HV HF. apply inv2 in HV as (x & y & -> & [Wx Ex] & [Wy Ey]).
      apply fams2 in HF as (V & W & -> & HV & HW).
      simpl in Ex, Ey. split; [|intros [|[|]] r; discriminate]. unfold rows. simpl. unfold col. rewrite map_map. simpl.
      f_equal. rewrite <- (@ew2_tile PS Z.add x y d N q) by (auto; unfold dim; rewrite ?Ex, ?Ey; auto; lia).
      f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. rewrite HV, HW by lia. reflexivity.
    + exists [(upd n d q, tt)]. split; [|split].
      * repeat constructor; simpl; try lia; rewrite Hq; try (exists q; lia); nia.
      * simpl. rewrite Hq, Nat.div_mul by lia. unfold poty. simpl. now rewrite eqsh_refl.
      * replace [(n, tt)] with [(upd (upd n d q) d (nth d (upd n d q) 0 * N), tt)] by (rewrite back; auto; lia).
        constructor; [rewrite upd_length; lia|constructor].
  - destruct H as (m & k & n & -> & ->). cbn [preg] in He.
    rewrite !in_app_iff in He. destruct He as [He|[He|He]]; apply when_in in He as [F ->];
      apply fits_ok in F as (q & -> & Hq0); auto; split.
    1,3,5: intros xs Vs HV HF; apply inv2 in HV as (x & y & -> & [Wx Ex] & [Wy Ey]); simpl in Ex, Ey;
      apply fams2 in HF as (V & W & -> & HV & HW); split; [|intros [|[|]] r; discriminate];
      unfold rows; simpl; unfold col;
      rewrite map_map; simpl; f_equal.
    + rewrite <- (@dot_rows PS PAdd Z.mul x y) with (N := N) (q := q)
        by (auto; unfold dim; rewrite ?Ex, ?Ey; simpl; auto; lia).
      f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. rewrite HV, HW by lia. reflexivity.
    + rewrite <- (@dot_cols x y N q) by (auto; unfold dim; rewrite ?Ex, ?Ey; simpl; auto; lia).
      f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. rewrite HV, HW by lia. reflexivity.
    + rewrite <- (@dot_contract PS PL PAdd Z.mul x y) with (N := N) (q := q)
        by (auto; unfold dim; rewrite ?Ex, ?Ey; simpl; auto; lia).
      f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. rewrite HV, HW by lia. reflexivity.
    + exists [([q; n], tt)]. split; [|split].
      * repeat constructor; simpl; try lia; try (exists q; lia); nia.
      * simpl. rewrite Nat.div_mul by lia. unfold poty. simpl. now rewrite Nat.eqb_refl.
      * apply (@O_Tile _ unit pdef N 0 [q; n] tt [] [] []); [simpl; lia|constructor].
    + exists [([m; q], tt)]. split; [|split].
      * repeat constructor; simpl; try lia; try (exists q; lia); nia.
      * simpl. rewrite Nat.div_mul by lia. unfold poty. simpl. now rewrite Nat.eqb_refl.
      * apply (@O_Tile _ unit pdef N 1 [m; q] tt [] [] []); [simpl; lia|constructor].
    + exists [([m; n], tt)]. split; [|split].
      * repeat constructor; simpl; try lia; try (exists q; lia); nia.
      * simpl. rewrite Nat.div_mul by lia. unfold poty. simpl. now rewrite Nat.eqb_refl.
      * constructor; [exact I|constructor].
  - contradiction.
Qed.

(* ---------------- the matmul chain of the paper: x, w1, w2 (4x4) on axes 0 and 1 of size 2 ---------------- *)
Definition M22 := [2; 2].
Definition m44 : pty := ([4; 4], tt).
Definition dotI xs := mkI (Some DotOp) xs [m44; m44] [m44] [].
Definition plusI xs := mkI (Some PlusOp) xs [m44; m44] [m44] [].
Definition copyI x (cs : list (axis * @entry PS)) := mkI (@None pop) [x] [m44] [m44] cs.
Definition G3 := [m44; m44; m44].
(* tile(x, 0, axis 0), tile(w1, 1, axis 1); let h = x w1 in h w2 *)
Definition chain : @prog PS pop unit :=
  [copyI 0 [(0, ([tile 0], [tile 0]))]; copyI 2 [(1, ([tile 1], [tile 1]))]; dotI [1; 0]; dotI [0; 5]].
Notation pdecide := (decide M22 ploc preg).
Notation ppropagate := (propagate M22 ploc preg).
Notation pterm := (term M22 ploc).
Notation peval := (ceval tz chunk concat reduce psem M22 []).
(* batch parallelism on axis 0, and on axis 1 a partial sum of the second product *)
Example chain_propagated : map (@ics PS pop unit) (ppropagate [0] [0; 1] chain) =
  [[(0, ([tile 0], [tile 0]))]; [(1, ([tile 1], [tile 1]))];
   [(0, ([tile 0; any], [tile 0])); (1, ([any; tile 1], [tile 1]))];
   [(0, ([tile 0; any], [tile 0])); (1, ([tile 1; tile 0], [Red PAdd]))]].
Proof. vm_compute. reflexivity. Qed.

Lemma copy_cell a d : a < 2 -> d < 2 ->
  cells_ok psem poty pdef M22 ploc [(a, ([tile d], [tile d]))] None [m44] [m44].
Proof.
  intros Ha Hd. apply cells_one; auto. assert (size M22 a = 2) as -> by (destruct a as [|[|]]; [..|lia]; reflexivity).
  unfold m44. apply (@copy_tile PS); simpl; try lia; destruct d as [|[|]]; simpl; try lia; now exists 2.
Qed.
Lemma chain_wf : wf_prog psem poty pdef M22 ploc G3 chain [0] [m44].
Proof.
  do 2 (split; [repeat constructor|split; [reflexivity|split; [apply copy_cell; lia|]]]).
  do 2 (split; [repeat constructor|split; [reflexivity|split; [reflexivity|]]]). repeat constructor.
Qed.
Lemma M22_pos : Forall (lt 0) M22. Proof. repeat constructor. Qed.
Lemma axes_ok2 : axes_in M22 [0; 1]. Proof. repeat constructor. Qed.
(* hence the propagated program computes (x w1) w2, and has its type *)
Theorem chain_sound x w1 w2 : val x m44 -> val w1 m44 -> val w2 m44 ->
  peval [x; w1; w2] (pterm (ppropagate [0] [0; 1] chain) [0]) =
  [dot (PAdd : mono) Z.mul (dot (PAdd : mono) Z.mul x w1) w2].
Proof.
  intros Hx H1 H2. assert (HE : Forall2 (@val _ unit) [x; w1; w2] G3)
    by (constructor; [auto|constructor; [auto|constructor; [auto|constructor]]]).
  destruct (propagate_sound pnum preg [0] M22_pos poty_num psound preg_valid G3 chain [m44] axes_ok2 chain_wf)
    as [HW _].
  rewrite (term_eval _ _ _ _ _ psound _ _ _ [] HW HE). reflexivity.
Qed.

(* ---------------- counterexamples ---------------- *)
Definition v1 (l : list Z) := mkT (S := PS) [length l] l.
Definition m2 : pty := ([2], tt).
(* Two axes in one round: each cell's entry is valid at what it saw, together they split an extent of 2 in 4. A round
   is one axis's, and the next axis sees what is left of the op inside its loops. *)
Definition both : @prog PS pop unit :=
  [mkI None [0] [m2] [m2] [(0, ([tile 0], [tile 0]))]; mkI None [2] [m2] [m2] [(1, ([tile 0], [tile 0]))];
   mkI (Some PlusOp) [1; 0] [m2; m2] [m2] []].
Definition plus0 : @entry PS := ([tile 0; tile 0], [tile 0]).
Example two_axes_decided : pdecide 0 both [0] 2 = Some plus0 /\ pdecide 1 both [0] 2 = Some plus0.
Proof. split; vm_compute; reflexivity. Qed.
(* setting both, as decided from one state, changes the meaning *)
Example two_axes_wrong : peval [v1 [1; 2]; v1 [10; 20]]%Z (pterm (set_n 1 (set_n 0 both (2, plus0)) (2, plus0)) [0])
  <> peval [v1 [1; 2]; v1 [10; 20]]%Z (pterm both [0]).
Proof. vm_compute. discriminate. Qed.
Example two_axes_in_turn : pdecide 1 (set_n 0 both (2, plus0)) [0] 2 = None.
Proof. vm_compute. reflexivity. Qed.

(* Rounds have to be synchronous: h = x (p + q) with x and p tiled on 0. Decided from one state, the sum is tiled on 0
   and so is the product; with the sum set first, it offers tile<0> to the product, which then has no candidate. *)
Definition racing : @prog PS pop unit :=
  [copyI 0 [(0, ([tile 0], [tile 0]))]; copyI 2 [(0, ([tile 0], [tile 0]))]; plusI [0; 4]; dotI [2; 0]].
Example synchronous : map (fun i => length (ics i)) (round M22 ploc preg 0 [0] racing) = [1; 1; 1; 1].
Proof. vm_compute. reflexivity. Qed.
Example asynchronous : pdecide 0 racing [0] 2 = Some plus0 /\ pdecide 0 (set_n 0 racing (2, plus0)) [0] 3 = None /\
  conflict M22 ploc preg [0] 0 (set_n 0 racing (2, plus0)) 3 = true.
Proof. repeat split; vm_compute; reflexivity. Qed.

(* R-Backward decides where nothing is offered: x + y, whose one use is sliced on 0, is demanded tile<0>, and both
   operands are sliced in turn. *)
Definition demanding : @prog PS pop unit := [plusI [0; 1]; copyI 0 [(0, ([tile 0], [tile 0]))]].
Example backward_decides : forward M22 ploc preg 0 demanding [0] 0 = None /\
  backward M22 ploc preg 0 demanding [0] 0 = Some plus0 /\
  map (@ics PS pop unit) (ppropagate [0] [0; 1] demanding) = [[(0, plus0)]; [(0, ([tile 0], [tile 0]))]].
Proof. repeat split; vm_compute; reflexivity. Qed.

(* An any offer that counted as a match would by itself tile the other operand of a product: of the entries that do
   not contradict (any, nothing) exactly one is left. It is no candidate here: nothing is tiled or demanded. *)
Example any_matches : filter (fun e => forallb2 agree_offer [Some None; None] (fst e)) (preg DotOp [m44; m44] 2) =
  [([any; tile 1], [tile 1])] /\ candidates M22 ploc preg 0 [Some None; None] [None] (dotI [0; 1]) = [].
Proof. split; vm_compute; reflexivity. Qed.

(* An operand held back by atomic is reported as such: x (any) times w1 (tile<0>) would be a partial sum. *)
Definition atomic_x : @prog PS pop unit :=
  [copyI 0 [(0, ([any], [any]))]; copyI 2 [(0, ([tile 0], [tile 0]))]; dotI [1; 0]].
Example atomic_held_back : map (fun i => length (ics i)) (ppropagate [0] [0; 1] atomic_x) = [1; 1; 0] /\
  held_back M22 ploc preg [0] 0 atomic_x 2 = true /\ conflict M22 ploc preg [0] 0 atomic_x 2 = false.
Proof. repeat split; vm_compute; reflexivity. Qed.

(* Validity does not imply that the loop has a type: a constant that does not read its tiled operand has equal results
   at every r, tile<0> |-> any is valid, and T-Any rejects the loop, since the operand is sliced by r. *)
Definition zero_entry : @entry PS := ([tile 0], [any]).
Theorem zero_valid : pvalid 2 (Some ZeroOp) zero_entry [m2] [([1], tt)].
Proof.
  split.
  - intros xs Vs _ _. split; [reflexivity|]. intros [|[|]] [|[|r]] E Hr; try discriminate; try lia; reflexivity.
  - exists [([1], tt)]. repeat split; simpl; repeat constructor. now exists 1.
Qed.
Theorem tainted_any A G x ts : ~ ctype pnum poty pdef M22 A G (set_cell M22 ploc 0 zero_entry ZeroOp [x]) ts.
Proof.
  intros H. inversion H as [| | | |? ? ? ? ? _ _ _ L]; subst. simpl in L. inversion L.
Qed.
Example tainted_any_no_cell : cell_ok zero_entry = false. Proof. reflexivity. Qed.

(* ---------------- the whole way: annotate, propagate, translate ---------------- *)
(* let h = x w1 in h w2; copies of x and of w1 for the uses; tile(x, 0, axis 0), tile(w1, 1, axis 1); propagate *)
Definition plain : @prog PS pop unit := [dotI [0; 1]; dotI [0; 3]].
Lemma under_S x v v' : reads_copy x v' v -> under 1 (reads_copy x) (S v') (S v).
Proof. intros H. right. simpl. rewrite !Nat.sub_0_r. repeat split; auto; lia. Qed.
Lemma under_0 x : under 1 (reads_copy x) 0 0. Proof. left; auto. Qed.
Lemma reads_S x v : reads_copy x (S v) v. Proof. now left. Qed.
Lemma reads_0 x : reads_copy x 0 x. Proof. now right. Qed.
Theorem plain_to_chain : tactics M22 ploc preg G3 plain [0] (ppropagate [0] [0; 1] chain) [0].
Proof.
  pose proof under_S as U. pose proof under_0 as U0. pose proof reads_S as RS. pose proof reads_0 as R0.
  apply (@Tac_copy PS pop unit M22 ploc preg G3 [] plain [dotI [0; 2]; dotI [0; 4]] [0] [0] 0 m44); [reflexivity| |].
  { simpl. repeat split; repeat (constructor; auto). }
  apply (@Tac_copy PS pop unit M22 ploc preg G3 [copy pop 0 m44] [dotI [0; 2]; dotI [0; 4]] [dotI [1; 0]; dotI [0; 5]]
    [0] [0] 2 m44); [reflexivity| |].
  { simpl. repeat split; repeat (constructor; auto). }
  eapply (@Tac_act PS pop unit M22 ploc preg G3 0 (tile 0) 0); [vm_compute; reflexivity|].
  eapply (@Tac_act PS pop unit M22 ploc preg G3 1 (tile 1) 1); [vm_compute; reflexivity|].
  apply Tac_propagate with (axes := [0; 1]); [exact axes_ok2|]. apply Tac_nil.
Qed.
Theorem plain_partitioned args D : Forall2 (@val _ unit) args G3 -> dev_ok M22 D ->
  heval tz chunk concat reduce psem M22 (fun _ => args) (tr [] (pterm (ppropagate [0] [0; 1] chain) [0])) D =
  peval args (pterm (bare plain) [0]).
Proof.
  intros HA. revert D. eapply (@partitioned_correct PS pop unit psem pnum poty pdef M22 ploc); eauto using M22_pos,
    poty_num, psound, preg_valid, plain_to_chain.
  - intros [] [|? [|? [|? ?]]]; reflexivity.
  - repeat (split; [repeat constructor|split; [reflexivity|split; [reflexivity|]]]). repeat constructor.
Qed.

(* The axes take turns, and their order matters: here the first one takes the extent of 2. *)
Example axes_in_turn :
  map (@ics PS pop unit) (ppropagate [0] [0; 1] both) <> map (@ics PS pop unit) (ppropagate [0] [1; 0] both).
Proof. vm_compute. discriminate. Qed.

(* Validity speaks of partial operands too: (partial<add>, partial<add>) |-> partial<add> for add; no cell has them. *)
Theorem plus_partial_valid N n : 0 < N ->
  pvalid N (Some PlusOp) ([Red PAdd; Red PAdd], [Red PAdd]) [(n, tt); (n, tt)] [(n, tt)].
Proof.
  intros HN. split.
  - intros xs Vs HV HF. apply inv2 in HV as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & [EV HV] & [EW HW]). simpl in Ex, Ey. split; [|intros [|[|]] r; discriminate].
    unfold rows. simpl. unfold col. rewrite map_map. simpl. f_equal. rewrite <- EV, <- EW.
    apply (@ew2_partial PS PL PAdd V W n N); auto; intros r Hr.
    + destruct (HV r Hr). split; congruence.
    + destruct (HW r Hr). split; congruence.
  - exists [(n, tt)]. repeat split; simpl; repeat constructor. unfold poty. simpl. now rewrite eqsh_refl.
Qed.
Example partial_no_cell : cell_ok ([Red PAdd; Red PAdd], [Red PAdd]) = false. Proof. reflexivity. Qed.
(* the same validity by Entries.v, from the equation of Registry.v *)
Theorem plus_by_equation N n d q : d < length n -> 0 < N -> nth d n 0 = q * N ->
  valid_sem psem ploc N (Some PlusOp) ([tile d; tile d], [tile d]) [(n, tt); (n, tt)].
Proof.
  intros Hd HN Hq. pose (g := fun l : list tensor => match l with [x; y] => ew2 Z.add x y | _ => tz end).
  apply (@tile_entry PS pop unit psem ploc N PlusOp [tile d; tile d] _ g g); auto.
  - intros xs HV. apply inv2 in HV as (x & y & -> & _). reflexivity.
  - intros xs r HV _. apply inv2 in HV as (x & y & -> & _). reflexivity.
  - intros xs HV. apply inv2 in HV as (x & y & -> & [Wx Ex] & [Wy Ey]). simpl in Ex, Ey.
    apply (@ew2_tile PS Z.add x y d N q); auto; unfold dim; rewrite ?Ex, ?Ey; auto.
Qed.
