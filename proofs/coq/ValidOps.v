(* ValidOps.v: section 6, a registry of ops on operands of any shapes (elementwise ops, dot_general, transpose, reduce,
   slice, pad, concatenate), and its entries as propagation and D-Op need them at once; here those of the first four,
   the others in ValidMovement.v. *)
From Coq Require Import List Arith Lia Bool ZArith.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Entries
  Comprehension Movement Partials OpEntry Check Soundness ActionValues Cells CellEntries Validity.
Import ListNotations.
Set Implicit Arguments.

(* the equation to prove is E's, of the chunks and copies that V and W are *)
Ltac by_equation E := etransitivity; [|apply E]; auto; [f_equal; apply map_ext_in; intros r Hr; apply in_seq in Hr;
  simpl; repeat match goal with H : fam _ _ _ ?V |- context [?V r] => rewrite H by lia end; reflexivity|..].

Section Ops.
Context {Sc : Scalars} {L : Laws Sc}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m0 : mono).    (* m0: of comprehensions in which nothing is reduced *)
Notation ty := (ty unit).
Notation val := (@val Sc unit).
Notation attr := (attr mono).
Notation entry := (@entry Sc).
Notation tile d := (Tile mono d).
Notation any := (Any mono).

Inductive vop := VEw (g : T -> T -> T) | VDot (add : mono) (mul : T -> T -> T) | VTranspose | VReduce (m : mono)
  | VSlice (st sr sz : list nat) | VPad (lo hi inn : list Z) | VCat (c : nat).
Definition vval (o : vop) (l : list tensor) : tensor :=
  let x := nth 0 l tz in let y := nth 1 l tz in
  match o with
  | VEw g => ew2 g x y
  | VDot add mul => dot add mul x y
  | VTranspose => transpose m0 x
  | VReduce m => reduce1 m x
  | VSlice st sr sz => slice ofZ toZ m0 st sr sz x
  | VPad lo hi inn => pad ofZ toZ m0 lo hi inn x y
  | VCat c => cat ofZ toZ m0 c l
  end.
Definition vsem o l := [vval o l].
Definition tp (n : list nat) : ty := (n, tt).
Inductive vty : vop -> list ty -> list ty -> Prop :=
| TEw g n : vty (VEw g) [tp n; tp n] [tp n]
| TDot add mul m k n : vty (VDot add mul) [tp [m; k]; tp [k; n]] [tp [m; n]]
| TTranspose m n : vty VTranspose [tp [m; n]] [tp [n; m]]
| TReduce m k n : vty (VReduce m) [tp [k; n]] [tp [k]]
| TSlice st sr sz n : length sz = length n ->
    (forall d i, d < length n -> i < nth d sz 0 -> nth d st 0 + i * nth d sr 1 < nth d n 0) ->
    vty (VSlice st sr sz) [tp n] [tp sz]
| TPad lo hi inn n : vty (VPad lo hi inn) [tp n; tp []] [tp (map (pad_ext lo hi inn n) (seq 0 (length n)))]
| TCat c n exts : exts <> [] -> c < length n ->
    vty (VCat c) (map (fun k => tp (upd n c k)) exts) [tp (upd n c (list_sum exts))].
(* slice bounds are localised *)
Definition vloc (o : vop) N (e : entry) : vop :=
  match o, snd e with VSlice st sr sz, [Tile _ d] => VSlice st sr (upd sz d (nth d sz 0 / N)) | _, _ => o end.
Definition vdef (_ : mono) (_ : unit) := True.

(* the registry: N divides the extents of what it tiles, into parts that are not empty *)
Definition into N n := exists q, n = q * N /\ 0 < q.
Inductive ventry N : vop -> list ty -> entry -> Prop :=
| EEwTile g n d : d < length n -> into N (nth d n 0) ->
    ventry N (VEw g) [tp n; tp n] ([tile d; tile d], [tile d])
| EEwPartial m n : ventry N (VEw (mop m)) [tp n; tp n] ([Red m; Red m], [Red m])
| EDotRows add mul m k n : into N m -> ventry N (VDot add mul) [tp [m; k]; tp [k; n]] ([tile 0; any], [tile 0])
| EDotCols add mul m k n : into N n -> ventry N (VDot add mul) [tp [m; k]; tp [k; n]] ([any; tile 1], [tile 1])
| EDotContract add mul m k n : into N k ->
    ventry N (VDot add mul) [tp [m; k]; tp [k; n]] ([tile 1; tile 0], [Red add])
| EDotPartialL add mul m k n : 0 < k -> (forall x y w, mul (mop add x y) w = mop add (mul x w) (mul y w)) ->
    ventry N (VDot add mul) [tp [m; k]; tp [k; n]] ([Red add; any], [Red add])
| EDotPartialR add mul m k n : 0 < k -> (forall x y w, mul w (mop add x y) = mop add (mul w x) (mul w y)) ->
    ventry N (VDot add mul) [tp [m; k]; tp [k; n]] ([any; Red add], [Red add])
| ETranspose0 m n : into N m -> ventry N VTranspose [tp [m; n]] ([tile 0], [tile 1])
| ETranspose1 m n : into N n -> ventry N VTranspose [tp [m; n]] ([tile 1], [tile 0])
| ETransposePartial m' m n : ventry N VTranspose [tp [m; n]] ([Red m'], [Red m'])
| EReduce0 m k n : into N k -> ventry N (VReduce m) [tp [k; n]] ([tile 0], [tile 0])
| EReduce1 m k n : into N n -> ventry N (VReduce m) [tp [k; n]] ([tile 1], [Red m])
| EReducePartial m k n : 0 < n -> ventry N (VReduce m) [tp [k; n]] ([Red m], [Red m])
| ESlice st sr sz n v : v < length sz -> nth v st 0 < nth v sr 1 -> nth v n 0 = nth v sr 1 * nth v sz 0 ->
    into N (nth v sz 0) -> ventry N (VSlice st sr sz) [tp n] ([tile v], [tile v])
| ESlicePartial st sr sz n m : ventry N (VSlice st sr sz) [tp n] ([Red m], [Red m])
| EPad lo hi inn n v : v < length n -> into N (nth v n 0) -> (0 <= nth v lo 0)%Z -> (0 <= nth v hi 0)%Z ->
    (nth v lo 0 + nth v hi 0 = nth v inn 0)%Z -> ventry N (VPad lo hi inn) [tp n; tp []] ([tile v; any], [tile v])
| EPadPartial lo hi inn n m : ventry N (VPad lo hi inn) [tp n; tp []] ([Red m; Red m], [Red m])
| EPadIdempotent lo hi inn n m : (forall x, mop m x x = x) ->
    ventry N (VPad lo hi inn) [tp n; tp []] ([Red m; any], [Red m])
| ECat c n exts v : v <> c -> v < length n -> into N (nth v n 0) ->
    ventry N (VCat c) (map (fun k => tp (upd n c k)) exts) (map (fun _ => tile v) exts, [tile v])
| ECatPartial c n exts m :
    ventry N (VCat c) (map (fun k => tp (upd n c k)) exts) (map (fun _ => Red m) exts, [Red m]).

Lemma inv1 l a : Forall2 val l [a] -> exists x, l = [x] /\ val x a.
Proof. intros H. inversion H as [|x ? ? ? Hx H']; subst. inversion H'; subst. eauto. Qed.
Lemma inv2 l a b : Forall2 val l [a; b] -> exists x y, l = [x; y] /\ val x a /\ val y b.
Proof. intros H. inversion H as [|x ? l' ? Hx H']; subst. apply inv1 in H' as (y & -> & Hy). eauto. Qed.
Lemma cat_dims c n exts xs : c < length n -> Forall2 val xs (map (fun k => tp (upd n c k)) exts) ->
  map (dim c) xs = exts /\ forall x, In x xs -> wf x /\ shape x = upd n c (dim c x).
Proof.
  intros Hc. revert xs. induction exts as [|k exts IH]; simpl; intros xs H; inversion H as [|x ? xs' ? [W E] H']; subst.
  - split; auto. intros x [].
  - destruct (IH _ H') as [D A]. simpl. cbn [fst tp] in E. assert (Dx : dim c x = k).
    { unfold dim. rewrite E. now apply nth_upd_same. }
    rewrite D, Dx. split; auto. intros y [<-|Hy]; auto. now rewrite Dx.
Qed.
(* ops have the types that they declare *)
Lemma vop_sound o a b xs : vty o a b -> Forall2 val xs a -> Forall2 val (vsem o xs) b.
Proof.
  intros H HX. assert (X : forall t u, val t u -> Forall2 val [t] [u]) by auto.
  destruct H; apply X; clear X; (split; [apply wf_tab|]).
  - apply inv2 in HX as (x & y & -> & [_ Ex] & _). exact Ex.
  - apply inv2 in HX as (x & y & -> & [_ Ex] & [_ Ey]). simpl. unfold dim. now rewrite Ex, Ey.
  - apply inv1 in HX as (x & -> & [_ Ex]). simpl. unfold dim. now rewrite Ex.
  - apply inv1 in HX as (x & -> & [_ Ex]). simpl. unfold dim. now rewrite Ex.
  - reflexivity.
  - apply inv2 in HX as (x & y & -> & [_ Ex] & _). simpl. now rewrite Ex.
  - destruct (cat_dims _ _ H0 HX) as [D A]. cbn [vval cat Comprehension.gcomp shape tab fst tp]. rewrite D.
    destruct xs as [|x xs]; [destruct exts; [easy|discriminate]|]. simpl hd.
    destruct (A x) as [_ ->]; [now left|]. now rewrite upd_upd.
Qed.

Notation valid_ty := (@valid_ty Sc vop unit vty vdef vloc).
Notation valid_sem := (@valid_sem Sc vop unit vsem vloc).
(* what propagation and D-Op ask for, at once *)
Definition usable N o (e : entry) ts ts' := exists lts', valid_ty N (Some o) e ts ts' lts' /\
  valid_sem N (Some o) e ts /\ op_valid vsem vloc N o e ts lts'.
Notation ins_ok N := (Forall2 (in_ok vdef N)).
Notation at_ r Vs := (map (fun V : nat -> tensor => V r) Vs).

Lemma fits_ins N ins ts : ins_ok N ins ts -> Forall2 (fits_in N) ins ts.
Proof. induction 1; constructor; eauto using in_ok_fits. Qed.
Lemma into_ok N n d : into N (nth d n 0) -> d < length n -> in_ok vdef N (tile d) (tp n).
Proof. intros (q & E & Hq) Hd. simpl. rewrite E. repeat split; auto; [now exists q|nia]. Qed.
Lemma lty_tile N n d q : 0 < N -> nth d n 0 = q * N -> lty N (tile d) (tp n) = tp (upd n d q).
Proof. intros HN E. simpl. now rewrite E, Nat.div_mul by lia. Qed.
Lemma usable_sem N o ins out ts t' lt' : 0 < N -> vty o ts [t'] -> ins_ok N ins ts ->
  vty (vloc o N (ins, [out])) (ltys N ins ts) [lt'] -> out_tys vdef N [out] [lt'] [t'] ->
  valid_sem N (Some o) (ins, [out]) ts -> usable N o (ins, [out]) ts [t'].
Proof.
  intros HN Ho Hi Hl Hout HS. assert (Ht : valid_ty N (Some o) (ins, [out]) ts [t'] [lt']) by (repeat split; auto).
  exists [lt']. split; [|split]; auto. eapply sem_iff_op; eauto using vop_sound.
Qed.
(* (..) |-> tile<v> and (..) |-> partial<m>, from the types inside the loop and the equation of Theorem 3 *)
Lemma usable_tile N o ins ts n v q : 0 < N -> vty o ts [tp n] -> ins_ok N ins ts -> v < length n ->
  nth v n 0 = q * N -> vty (vloc o N (ins, [tile v])) (ltys N ins ts) [tp (upd n v q)] ->
  (forall xs Vs, Forall2 val xs ts -> fams N ins xs Vs ->
    concat v (map (fun r => vval (vloc o N (ins, [tile v])) (at_ r Vs)) (seq 0 N)) = vval o xs) ->
  usable N o (ins, [tile v]) ts [tp n].
Proof.
  intros HN Ho Hi Hv Hq Hl H. eapply usable_sem; eauto.
  - replace [tp n] with [(upd (upd n v q) v (nth v (upd n v q) 0 * N), tt)].
    + apply O_Tile; [now rewrite upd_length|constructor].
    + rewrite nth_upd_same, upd_upd, <- Hq, upd_nth by auto. reflexivity.
  - apply families_entry with (g := vval o) (g' := vval (vloc o N (ins, [tile v]))); auto using fits_ins.
Qed.
Lemma usable_red_sem N o ins ts n m : 0 < N -> vty o ts [tp n] -> ins_ok N ins ts ->
  vty (vloc o N (ins, [Red m])) (ltys N ins ts) [tp n] -> valid_sem N (Some o) (ins, [Red m]) ts ->
  usable N o (ins, [Red m]) ts [tp n].
Proof. intros. eapply usable_sem; eauto. apply O_Reduce; [exact I|constructor]. Qed.
Lemma usable_red N o ins ts n m : 0 < N -> vty o ts [tp n] -> ins_ok N ins ts ->
  vty (vloc o N (ins, [Red m])) (ltys N ins ts) [tp n] ->
  (forall xs Vs, Forall2 val xs ts -> fams N ins xs Vs ->
    reduce m (map (fun r => vval (vloc o N (ins, [Red m])) (at_ r Vs)) (seq 0 N)) = vval o xs) ->
  usable N o (ins, [Red m]) ts [tp n].
Proof.
  intros HN Ho Hi Hl H. apply usable_red_sem; auto.
  apply families_entry with (g := vval o) (g' := vval (vloc o N (ins, [Red m]))); auto using fits_ins.
Qed.

Lemma fams1 N s x Vs : fams N [s] [x] Vs -> exists V, Vs = [V] /\ fam N s x V.
Proof. destruct Vs as [|V [|]]; simpl; try easy. intros [H _]. eauto. Qed.
Lemma fams2 N s1 s2 x y Vs : fams N [s1; s2] [x; y] Vs -> exists V W, Vs = [V; W] /\ fam N s1 x V /\ fam N s2 y W.
Proof. destruct Vs as [|V [|W [|]]]; simpl; try easy. intros (H1 & H2 & _). eauto. Qed.
Ltac ins := repeat apply Forall2_cons; try apply Forall2_nil; try exact I; apply into_ok; simpl; auto; lia.

(* elementwise ops *)
Lemma ew_usable N g n d : 0 < N -> d < length n -> into N (nth d n 0) ->
  usable N (VEw g) ([tile d; tile d], [tile d]) [tp n; tp n] [tp n].
Proof.
  intros HN Hd Hi. pose proof Hi as (q & Hq & Hq0). apply usable_tile with (q := q); auto using TEw.
  - repeat apply Forall2_cons; auto using into_ok.
  - cbn [ltys]. rewrite (lty_tile n d q HN Hq). apply TEw.
  - intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
    cbn [fst tp] in Ex, Ey. by_equation (@ew2_tile Sc g x y d N q); unfold dim; rewrite ?Ex, ?Ey; auto.
Qed.
Lemma ew_partial_usable N m n : 0 < N -> usable N (VEw (mop m)) ([Red m; Red m], [Red m]) [tp n; tp n] [tp n].
Proof.
  intros HN. apply usable_red; auto using TEw; [repeat constructor|apply TEw|].
  intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
  destruct HV as [<- HV], HW as [<- HW]. cbn [fst tp] in Ex, Ey. apply (@ew2_partial Sc L m V W n N HN).
  - intros r Hr. destruct (HV r Hr) as [A ->]. auto.
  - intros r Hr. destruct (HW r Hr) as [A ->]. auto.
Qed.

(* dot_general *)
Section Dot.
Variables (N : nat) (add : mono) (mul : T -> T -> T) (m k n : nat).
Hypothesis HN : 0 < N.
Notation ts := [tp [m; k]; tp [k; n]].
Notation dot_ok := (usable N (VDot add mul)).
Ltac operands x y Ex Ey := assert (Rx : length (shape x) = 2) by (now rewrite Ex);
  assert (Ry : length (shape y) = 2) by (now rewrite Ey);
  assert (Exy : dim 1 x = dim 0 y) by (unfold dim; now rewrite Ex, Ey).
Lemma dot_rows_usable : into N m -> dot_ok ([tile 0; any], [tile 0]) ts [tp [m; n]].
Proof.
  intros Hi. pose proof Hi as (q & Hq & Hq0). apply usable_tile with (q := q); auto using TDot; [|simpl; lia| |].
  - ins.
  - cbn [ltys]. rewrite (lty_tile [m; k] 0 q HN Hq). apply TDot.
  - intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
    cbn [fst tp] in Ex, Ey.
    operands x y Ex Ey. by_equation (@dot_rows Sc add mul x y Wx Wy Rx Ry Exy N q). unfold dim. now rewrite Ex.
Qed.
Lemma dot_cols x y q : wf x -> wf y -> length (shape x) = 2 -> length (shape y) = 2 -> dim 1 x = dim 0 y ->
  dim 1 y = q * N -> concat 1 (map (fun r => dot add mul x (chunk 1 y r N)) (seq 0 N)) = dot add mul x y.
Proof.
  intros Wx Wy Rx Ry E Hq. unfold dot at 2.
  rewrite <- (@comp_tile_entry Sc (mul2 mul) add _ _ _ 1 N q (@dot_good Sc x y Wx Wy Rx Ry E 1 ltac:(lia)));
    simpl; auto; try lia.
  f_equal. apply map_ext. intros r. unfold dot, part; simpl. unfold dim.
  rewrite shape_chunk, nth_upd_same by lia. unfold dim in *. rewrite Hq, Nat.div_mul by lia. reflexivity.
Qed.
Lemma dot_cols_usable : into N n -> dot_ok ([any; tile 1], [tile 1]) ts [tp [m; n]].
Proof.
  intros Hi. pose proof Hi as (q & Hq & Hq0). apply usable_tile with (q := q); auto using TDot.
  - ins.
  - cbn [ltys]. rewrite (lty_tile [k; n] 1 q HN Hq). apply TDot.
  - intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
    cbn [fst tp] in Ex, Ey.
    operands x y Ex Ey. by_equation (@dot_cols x y q Wx Wy Rx Ry Exy). unfold dim. now rewrite Ey.
Qed.
Lemma dot_contract_usable : into N k -> dot_ok ([tile 1; tile 0], [Red add]) ts [tp [m; n]].
Proof.
  intros Hi. pose proof Hi as (q & Hq & Hq0). apply usable_red; auto using TDot.
  - ins.
  - cbn [ltys]. rewrite (lty_tile [m; k] 1 q HN Hq), (lty_tile [k; n] 0 q HN Hq). apply TDot.
  - intros xs Vs HX HF. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]).
    apply fams2 in HF as (V & W & -> & HV & HW).
    cbn [fst tp] in Ex, Ey.
    operands x y Ex Ey. by_equation (@dot_contract Sc L add mul x y Wx Wy Rx Ry Exy N q). unfold dim. now rewrite Ex.
Qed.
(* partial in one operand, the other held: mul distributes over add from that side *)
Lemma dot_partial_usable ins : ins = [Red add; any] \/ ins = [any; Red add] -> 0 < k ->
  hom (mul2 mul) add (map is_red ins) N -> dot_ok (ins, [Red add]) ts [tp [m; n]].
Proof.
  intros Hins Hk Hh. assert (Hp : Forall (partial_or_any add) ins).
  { unfold partial_or_any. destruct Hins as [-> | ->]; repeat apply Forall_cons; auto. }
  assert (Hi : ins_ok N ins ts) by (destruct Hins as [-> | ->]; repeat constructor).
  apply usable_red_sem; auto using TDot.
  - rewrite (@partial_ltys Sc unit N ins ts (fits_ins Hi) add Hp). apply TDot.
  - eapply comp_partial_valid with (f := mul2 mul) (osh := [m; n]) (K := [k]) (ps := [[0; 2]; [2; 1]]);
      auto using fits_ins.
    + intros xs HX. apply inv2 in HX as (x & y & -> & [Wx Ex] & [Wy Ey]). cbn [fst tp] in Ex, Ey.
      assert (E : dot add mul x y = comp (mul2 mul) add [m; n] [k] [(x, [0; 2]); (y, [2; 1])]).
      { unfold dot, dim. now rewrite Ex, Ey. }
      unfold vsem. cbn [vval vloc nth List.combine]. now rewrite E.
    + simpl. lia.
    + repeat constructor.
Qed.
Lemma hom_left : (forall x y w, mul (mop add x y) w = mop add (mul x w) (mul y w)) ->
  hom (mul2 mul) add [true; false] N.
Proof.
  intros D [|[b1 a] [|[b2 c] [|]]] E; try discriminate. inversion E; subst. unfold pick. simpl.
  rewrite (fold_mul_r add mul D) by (destruct N; [lia|discriminate]). now rewrite map_map.
Qed.
Lemma hom_right : (forall x y w, mul w (mop add x y) = mop add (mul w x) (mul w y)) ->
  hom (mul2 mul) add [false; true] N.
Proof.
  intros D [|[b1 a] [|[b2 c] [|]]] E; try discriminate. inversion E; subst. unfold pick. simpl.
  rewrite (fold_mul_r add (fun x y => mul y x) (fun x y w => D x y w)) by (destruct N; [lia|discriminate]).
  now rewrite map_map.
Qed.
End Dot.

(* transpose, reduce *)
Section Two.
Variables (N k n : nat).
Hypothesis HN : 0 < N.
Notation ts := [tp [k; n]].
Lemma transpose_tile1 x q : wf x -> length (shape x) = 2 -> dim 1 x = q * N ->
  concat 0 (map (fun r => transpose m0 (chunk 1 x r N)) (seq 0 N)) = transpose m0 x.
Proof.
  intros W R Hq. unfold transpose at 2.
  rewrite <- (@comp_tile_entry Sc id1 m0 _ _ _ 0 N q); simpl; auto; try lia.
  - f_equal. apply map_ext. intros r. unfold transpose, part; simpl. unfold dim.
    rewrite shape_chunk, nth_upd_same, nth_upd_other by lia. unfold dim in *. rewrite Hq, Nat.div_mul by lia.
    reflexivity.
  - repeat constructor; simpl; auto; [now rewrite (shape2 x R)|].
    intros [|[|d]] [|[|d']] H1 H2; simpl in *; intros; try lia.
Qed.
Lemma transpose_usable d : d < 2 -> into N (nth d [k; n] 0) ->
  usable N VTranspose ([tile d], [tile (1 - d)]) ts [tp [n; k]].
Proof.
  intros Hd Hi. pose proof Hi as (q & Hq & Hq0). apply usable_tile with (q := q); auto using TTranspose.
  - repeat apply Forall2_cons; auto. apply into_ok; auto.
  - cbn [length]. lia.
  - destruct d as [|[|d]]; simpl in *; auto; lia.
  - cbn [ltys]. rewrite (lty_tile [k; n] d q HN Hq). destruct d as [|[|d]]; [apply TTranspose|apply TTranspose|lia].
  - intros xs Vs HX HF. apply inv1 in HX as (x & -> & [Wx Ex]). apply fams1 in HF as (V & -> & HV).
    cbn [fst tp] in Ex. destruct d as [|[|d]]; [| |lia].
    + by_equation (@transpose_tile Sc m0 x N q); unfold dim; now rewrite Ex.
    + by_equation (@transpose_tile1 x q); unfold dim; now rewrite Ex.
Qed.
Lemma hom_id m : hom id1 m [true] N.
Proof. intros [|[b a] [|]] E; try discriminate. inversion E; subst. reflexivity. Qed.
Lemma transpose_partial_usable m : usable N VTranspose ([Red m], [Red m]) ts [tp [n; k]].
Proof.
  assert (Hi : ins_ok N [Red m] ts) by repeat constructor.
  apply usable_red_sem; auto using TTranspose; [apply TTranspose|].
  eapply comp_partial_valid with (f := id1) (osh := [n; k]) (K := []) (ps := [[1; 0]]); auto using fits_ins, hom_id.
  - repeat constructor.
  - intros xs HX. apply inv1 in HX as (x & -> & [Wx Ex]). cbn [fst tp] in Ex.
    assert (E : transpose m0 x = comp id1 m [n; k] [] [(x, [1; 0])]) by (unfold transpose, dim; now rewrite Ex).
    unfold vsem. cbn [vval vloc nth List.combine]. now rewrite E.
  - repeat constructor.
Qed.
Lemma reduce_tile_usable m : into N k -> usable N (VReduce m) ([tile 0], [tile 0]) ts [tp [k]].
Proof.
  intros Hi. pose proof Hi as (q & Hq & Hq0). apply usable_tile with (q := q); auto using TReduce.
  - ins.
  - cbn [ltys]. rewrite (lty_tile [k; n] 0 q HN Hq). apply TReduce.
  - intros xs Vs HX HF. apply inv1 in HX as (x & -> & [Wx Ex]). apply fams1 in HF as (V & -> & HV).
    cbn [fst tp] in Ex. by_equation (@reduce1_tile Sc m x N q); unfold dim; now rewrite Ex.
Qed.
Lemma reduce_contract_usable m : into N n -> usable N (VReduce m) ([tile 1], [Red m]) ts [tp [k]].
Proof.
  intros Hi. pose proof Hi as (q & Hq & Hq0). apply usable_red; auto using TReduce.
  - ins.
  - cbn [ltys]. rewrite (lty_tile [k; n] 1 q HN Hq). apply TReduce.
  - intros xs Vs HX HF. apply inv1 in HX as (x & -> & [Wx Ex]). apply fams1 in HF as (V & -> & HV).
    cbn [fst tp] in Ex. by_equation (@reduce1_contract Sc L m x N q); unfold dim; now rewrite Ex.
Qed.
Lemma reduce_partial_usable m : 0 < n -> usable N (VReduce m) ([Red m], [Red m]) ts [tp [k]].
Proof.
  intros Hn. assert (Hi : ins_ok N [Red m] ts) by repeat constructor.
  apply usable_red_sem; auto using TReduce; [apply TReduce|].
  eapply comp_partial_valid with (f := id1) (osh := [k]) (K := [n]) (ps := [[0; 1]]); auto using fits_ins, hom_id.
  - repeat constructor.
  - intros xs HX. apply inv1 in HX as (x & -> & [Wx Ex]). cbn [fst tp] in Ex.
    assert (E : reduce1 m x = comp id1 m [k] [n] [(x, [0; 1])]) by (unfold reduce1, dim; now rewrite Ex).
    unfold vsem. cbn [vval vloc nth List.combine]. now rewrite E.
  - simpl. lia.
  - repeat constructor.
Qed.
End Two.
End Ops.
