(* RegistryNames.v: section 6, the ops by name: the shape rule of each, which gives the comprehension of RegistryOps.v
   at given operand types, and how its attributes are localised. The lemmas *_means below, with `reshape_means` of
   RegistryReshape.v and `proj_means` of RegistryProjections.v, say that the ops mean what the files of section 6 say;
   ReduceFrom, ReduceWindow, Reverse and Splat have none, their expressions are their definition. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Entries Comprehension Movement Reads Convolution Variadic
  Reshape Cells Propagation RegistryOps.
Import ListNotations.
Set Implicit Arguments.

Definition eqsh (a b : list nat) : bool := forallb2 Nat.eqb a b.
Definition memb d (l : list nat) := existsb (Nat.eqb d) l.
Definition rest (l : list nat) r := filter (fun d => negb (memb d l)) (seq 0 r).
Definition at_pos d (l : list nat) := match pos d l with Some i => i | None => 0 end.
Definition pick_ext (n l : list nat) := map (fun d => nth d n 0) l.
Definition distinct (l : list nat) := forallb (fun i => Nat.eqb (at_pos (nth i l 0) l) i) (seq 0 (length l)).
Definition within r (l : list nat) := forallb (fun d => d <? r) l && distinct l.

Lemma some_inj A (a b : A) : Some a = Some b -> a = b.
Proof. congruence. Qed.

Section Names.
Context {Sc : Scalars}.
Variables (fn elt : Type) (m0 : mono).      (* m0: of ops that reduce nothing *)
Notation ty := (ty elt).
Notation entry := (@entry Sc).
Notation bx := (@bx Sc fn).
Notation gop := (@gop Sc fn elt).
Notation Lit := (BLit fn).
Notation Idx := (@BIndex Sc fn).

(* names and attributes *)
Inductive name :=
| Elementwise (f : fn) (el : elt)                            (* any number of operands of one shape; el: the result's *)
| DotGeneral (mul : fn) (add : mono) (lb rb lc rc : list nat)  (* batching, contracting dimensions of both *)
| Transpose (perm : list nat)
| ReduceOp (m : mono) (dims : list nat)                      (* no initial value *)
| ReduceFrom (m : mono) (c : option T) (dims : list nat)     (* an initial value: a constant, or a second operand *)
(* strides and dilations of the window, low and high padding of the base; the result's extents follow *)
| ReduceWindow (m : mono) (c : T) (w : list nat) (sr dil lo hi : list Z)
| Broadcast (bd osh : list nat)
| Iota (d : nat) (osh : list nat) (el : elt)
| Splat (c : T) (osh : list nat) (el : elt)
| Slice (st sr sz : list nat)                                (* starts, strides, the result's extents *)
| Pad (lo hi inn : list Z)
| Concat (c : nat)
| Reverse (ds : list nat)
(* groups of dimensions with equal products: ([n1 * n2], [n1; n2]) splits, ([n1; n2], [n1 * n2]) merges *)
| Reshape (gs : list (list nat * list nat))
| DynSlice (sz : list nat)
| Gather (cls st ib : list (option nat)) (sz osh : list nat)
| Conv (mul : fn) (add : mono) (zero : T) (sr dil lo hi : list Z).

Definition dims r := map var (seq 0 r).
Definition bd_ix (bd n osh : list nat) : list (option nat) :=
  map (fun d => if nth d n 0 =? nth (nth d bd 0) osh 0 then Some (nth d bd 0) else None) (seq 0 (length n)).
Definition pad_guard_b lo hi inn (sh : list nat) d (e : bx) : bx := if padded lo hi inn d
  then let f := BRead 1 [] [] [] in
    BGuard (IE [(d, 1%Z)] (- nth d lo 0)%Z 1 (nth d inn 0 + 1)%Z) 1 f
    (BGuard (pad_ix lo inn d) 0 (BGuard (pad_ix lo inn d) (Z.of_nat (nth d sh 0)) f e) f)
  else e.
Definition pad_b lo hi inn (sh : list nat) : bx := fold_right (pad_guard_b lo hi inn sh)
  (BRead 0 (map (pad_ix lo inn) (seq 0 (length sh))) [] []) (seq 0 (length sh)).
Fixpoint cat_b c R p o (exts : list nat) : bx :=
  match exts with
  | [] => Lit z
  | [n] => BRead p (cat_ix c R o) [] []
  | n :: exts => BGuard (var c) (Z.of_nat (o + n)) (cat_b c R (1 + p) (o + n) exts) (BRead p (cat_ix c R o) [] [])
  end.
Definition gat_b (cls st ib : list (option nat)) (ls : list Z) : bx := BRead 0 (map (drive 0) cls)
  (map (fun s => match s with Some k => BRead 1 (map (drive (Z.of_nat k)) ib) [] [] | None => Lit z end) st) ls.
(* how many windows fit: 1 + floor ((n + lo + hi - the dilated window) / stride) *)
Definition win_ext (n w : nat) (s dil lo hi : Z) : nat :=
  let p := (Z.of_nat n + lo + hi)%Z in
  let dw := if w =? 0 then 0%Z else ((Z.of_nat w - 1) * dil + 1)%Z in
  if ((p <=? 0) || (p <? dw))%Z then 0 else Z.to_nat ((p - dw) / s + 1).
Definition win_exts (n w : list nat) (sr dil lo hi : list Z) : list nat := map (fun j =>
  win_ext (nth j n 0) (nth j w 0) (nth j sr 1%Z) (nth j dil 1%Z) (nth j lo 0%Z) (nth j hi 0%Z)) (seq 0 (length n)).
Definition win_ok (sr dil : list Z) := forallb (Z.ltb 0) sr && forallb (Z.ltb 0) dil.
Definition conv_b (mul : fn) zero R (sr dil lo : list Z) (sh : list nat) : bx :=
  let win := win R sr dil lo in
  fold_right (fun j e => BGuard (win j) 0 (BGuard (win j) (Z.of_nat (nth (2 + j) sh 0)) (Lit zero) e) (Lit zero))
    (BApp mul [BRead 0 (var 0 :: var (2 + R) :: map win (seq 0 R)) [] [];
               BRead 1 (var 1 :: var (2 + R) :: map (fun j => var (3 + R + j)) (seq 0 R)) [] []]) (seq 0 R).

(* the position in a group, row-major over the result's dimensions from o on; as digits over the operand's *)
Fixpoint strides (l : list nat) : list Z := match l with [] => [] | _ :: l => Z.of_nat (prod l) :: strides l end.
Definition group_terms o (outs : list nat) := combine (seq o (length outs)) (strides outs).
Fixpoint digits ts (ins : list nat) : list iexp :=
  match ins with [] => [] | n :: ins => IE ts 0 (Z.of_nat (prod ins)) (Z.of_nat n) :: digits ts ins end.
Definition group_ix ts (ins : list nat) : list iexp :=
  match ins with [] => [] | _ :: ins => IE ts 0 (Z.of_nat (prod ins)) 0 :: digits ts ins end.
Fixpoint reshape_ix o (gs : list (list nat * list nat)) : list iexp :=
  match gs with
  | [] => []
  | (ins, outs) :: gs => group_ix (group_terms o outs) ins ++ reshape_ix (o + length outs) gs
  end.

(* the shape rule: the op at operand types, or nothing *)
Definition guarded (b : bool) (o : gop) : option gop := if b then Some o else None.
Definition upto r (f : nat -> bool) := forallb f (seq 0 r).
Definition shape_rule (a : name) (ts : list ty) : option gop :=
  match a, ts with
  | Elementwise f el, (n, _) :: _ => guarded (forallb (fun t => eqsh (fst t) n) ts)
      (mkG ts (n, el) [] m0 NoIni (BApp f (map (fun k => BRead k (dims (length n)) [] []) (seq 0 (length ts)))))
  | DotGeneral mul add lb rb lc rc, [(n1, el); (n2, _)] =>
      let r1 := length n1 in let r2 := length n2 in let lf := rest (lb ++ lc) r1 in let rf := rest (rb ++ rc) r2 in
      let nb := length lb in let R := nb + length lf + length rf in
      let ix b c f o d := if memb d b then at_pos d b else if memb d c then R + at_pos d c else o + at_pos d f in
      guarded (within r1 (lb ++ lc) && within r2 (rb ++ rc) && eqsh (pick_ext n1 lb) (pick_ext n2 rb) &&
               eqsh (pick_ext n1 lc) (pick_ext n2 rc))
        (mkG ts (pick_ext n1 lb ++ pick_ext n1 lf ++ pick_ext n2 rf, el) (pick_ext n1 lc) add NoIni
          (BApp mul [BRead 0 (map (fun d => var (ix lb lc lf nb d)) (seq 0 r1)) [] [];
                     BRead 1 (map (fun d => var (ix rb rc rf (nb + length lf) d)) (seq 0 r2)) [] []]))
  | Transpose perm, [(n, el)] => guarded (within (length n) perm && (length perm =? length n))
      (mkG ts (pick_ext n perm, el) [] m0 NoIni (BRead 0 (map (fun d => var (at_pos d perm)) (seq 0 (length n))) [] []))
  | ReduceOp m ds, [(n, el)] => let kept := rest ds (length n) in guarded (within (length n) ds)
      (mkG ts (pick_ext n kept, el) (pick_ext n ds) m NoIni
        (BRead 0 (map (fun d => var (if memb d ds then length kept + at_pos d ds else at_pos d kept))
          (seq 0 (length n))) [] []))
  | ReduceFrom m c ds, (n, el) :: init => let kept := rest ds (length n) in
      guarded (within (length n) ds && match c, init with Some _, [] | None, [([], _)] => true | _, _ => false end)
        (mkG ts (pick_ext n kept, el) (pick_ext n ds) m (match c with Some c => IniLit c | None => IniOp 1 end)
          (BRead 0 (map (fun d => var (if memb d ds then length kept + at_pos d ds else at_pos d kept))
            (seq 0 (length n))) [] []))
  | ReduceWindow m c w sr dil lo hi, [(n, el)] => let R := length n in
      let win j := aff [(j, nth j sr 1%Z); (R + j, nth j dil 1%Z)] (- nth j lo 0)%Z in
      guarded ((length w =? R) && win_ok sr dil) (mkG ts (win_exts n w sr dil lo hi, el) w m (IniLit c)
        (fold_right (fun j e => BGuard (win j) 0 (BGuard (win j) (Z.of_nat (nth j n 0%nat)) (Lit c) e) (Lit c))
          (BRead 0 (map win (seq 0 R)) [] []) (seq 0 R)))
  | Broadcast bd osh, [(n, el)] => guarded ((length bd =? length n) && within (length osh) bd &&
        upto (length n) (fun d => (nth d n 0 =? nth (nth d bd 0) osh 0) || (nth d n 0 =? 1)))
      (mkG ts (osh, el) [] m0 NoIni (BRead 0 (map (drive 0) (bd_ix bd n osh)) [] []))
  | Iota d osh el, [] => guarded (d <? length osh) (mkG [] (osh, el) [] m0 NoIni (Idx (var d)))
  | Splat c osh el, [] => Some (mkG [] (osh, el) [] m0 NoIni (Lit c))
  | Slice st sr sz, [(n, el)] => guarded ((length sz =? length n) && upto (length n) (fun d =>
        (nth d sz 0 =? 0) || (nth d st 0 + (nth d sz 0 - 1) * nth d sr 1 <? nth d n 0)))
      (mkG ts (sz, el) [] m0 NoIni (BRead 0 (map (fun d => aff [(d, Z.of_nat (nth d sr 1))] (Z.of_nat (nth d st 0)))
        (seq 0 (length sz))) [] []))
  | Pad lo hi inn, [(n, el); ([], _)] => guarded (forallb (Z.leb 0) inn)
      (mkG ts (map (pad_ext lo hi inn n) (seq 0 (length n)), el) [] m0 NoIni (pad_b lo hi inn n))
  | Concat c, (n, el) :: _ => let exts := map (fun t : ty => nth c (fst t) 0) ts in
      guarded ((c <? length n) && forallb (fun t => eqsh (upd (fst t) c 0) (upd n c 0)) ts)
        (mkG ts (upd n c (list_sum exts), el) [] m0 NoIni (cat_b c (length n) 0 0 exts))
  | Reverse ds, [(n, el)] => guarded (within (length n) ds) (mkG ts (n, el) [] m0 NoIni (BRead 0 (map (fun d =>
        if memb d ds then aff [(d, (-1)%Z)] (Z.of_nat (nth d n 0%nat) - 1) else var d) (seq 0 (length n))) [] []))
  | Reshape gs, [(n, el)] => let osh := flat_map snd gs in
      guarded (eqsh n (flat_map fst gs) && forallb (fun g => prod (fst g) =? prod (snd g)) gs)
        (mkG ts (osh, el) [] m0 NoIni (BRead 0 (reshape_ix 0 gs) [] []))
  | DynSlice sz, (n, el) :: starts => guarded ((length sz =? length n) && (length starts =? length n) &&
        forallb (fun t => eqsh (fst t) []) starts && upto (length n) (fun d => nth d sz 0 <=? nth d n 0))
      (mkG ts (sz, el) [] m0 NoIni (BRead 0 (dims (length sz)) (map (fun d => BRead (1 + d) [] [] [])
        (seq 0 (length sz))) (limits sz n)))
  | Gather cls st ib sz osh, [(n, el); (ni, _)] => guarded ((length cls =? length n) && (length st =? length n) &&
        (length sz =? length n) && (length ib =? length ni) && upto (length n) (fun d => nth d sz 0 <=? nth d n 0) &&
        upto (length n) (fun d => match nth d cls None, nth d st None with
          | Some v, Some _ => nth v osh 0 =? nth d sz 0
          | Some v, None => (nth v osh 0 =? nth d sz 0) || (nth v osh 0 =? nth d n 0)
          | None, _ => true end) &&
        upto (length ni) (fun b => match nth b ib None with Some v => nth v osh 0 =? nth b ni 0 | None => true end))
      (mkG ts (osh, el) [] m0 NoIni (gat_b cls st ib (gat_limits st sz n)))
  | Conv mul add zero sr dil lo hi, [(x, el); (w, _)] => let R := length x - 2 in
      guarded ((length x =? 2 + R) && (length w =? 2 + R) && (nth 1 x 0 =? nth 1 w 0) && win_ok sr dil)
        (mkG ts (nth 0 x 0 :: nth 0 w 0 :: win_exts (skipn 2 x) (skipn 2 w) sr dil lo hi, el)
          (nth 1 w 0 :: skipn 2 w) add NoIni (conv_b mul zero R sr dil lo x))
  | _, _ => None
  end.

(* dimension d of the operand and v of the result, of one group *)
Fixpoint cut_group d v N (gs : list (list nat * list nat)) :=
  match gs with
  | [] => []
  | (ins, outs) :: gs =>
      if d <? length ins then (upd ins d (nth d ins 0 / N), upd outs v (nth v outs 0 / N)) :: gs
      else (ins, outs) :: cut_group (d - length ins) (v - length outs) N gs
  end.
(* The attributes that mention extents, where an entry splits result dimension v: the op as C++ and HLO have it at local
   shapes. `greg_valid` is not about it but about RegistryOps.v's `glocalise`, which keeps the expression: its guards
   keep the global extents, and a broadcast dimension of extent 1 is read as it is globally. RegistryLocal.v
   proves that the two are one for elementwise ops, transpose, reduce and dot_general; for the others the examples of
   RegistryValid_Examples.v compare them, as terms where they are the same, by value where they are not. *)
Definition local_name (a : name) N (e : entry) : name :=
  let cut v l := upd l v (nth v l 0 / N) in
  match a, snd e with
  | Broadcast bd osh, [Tile _ v] => Broadcast bd (cut v osh)
  | Iota d osh el, [Tile _ v] => Iota d (cut v osh) el
  | Splat c osh el, [Tile _ v] => Splat c (cut v osh) el
  | Slice st sr sz, [Tile _ v] => Slice st sr (cut v sz)
  | DynSlice sz, [Tile _ v] => DynSlice (cut v sz)
  | Reshape gs, [Tile _ v] =>
      match fst e with [Tile _ d] => Reshape (cut_group d v N gs) | _ => a end
  | Gather cls st ib sz osh, [Tile _ v] =>
      let sz' := match fst e with
                 | Tile _ d :: _ => if nth d sz 0 =? nth v osh 0 then cut d sz else sz
                 | _ => sz end in Gather cls st ib sz' (cut v osh)
  | _, _ => a
  end.

(* ---------------- they mean what the files of section 6 say ---------------- *)
Variables (ofZ : Z -> T) (toZ : T -> Z) (fsem : fn -> list T -> T).
Notation gsem := (@gsem Sc ofZ toZ fn elt fsem).
Notation den := (den fsem).
Ltac by_inst H := unfold shape_rule, guarded in H; match type of H with (if ?b then _ else _) = _ => destruct b eqn:?;
  [apply some_inj in H; match type of H with _ = ?x => subst x end|discriminate] end.
(* slice is Movement.v's `slice` *)
Lemma slice_means st sr sz n el o x : shape_rule (Slice st sr sz) [(n, el)] = Some o ->
  gsem o [x] = [slice ofZ toZ m0 st sr sz x].
Proof. intros H. by_inst H. reflexivity. Qed.
(* broadcast_in_dim is Movement.v's `bcast` *)
Lemma bcast_means bd osh n el o x : shape_rule (Broadcast bd osh) [(n, el)] = Some o ->
  gsem o [x] = [bcast ofZ toZ m0 (bd_ix bd n osh) osh x].
Proof. intros H. by_inst H. reflexivity. Qed.
(* iota is Movement.v's `iota` *)
Lemma iota_means d osh el o : shape_rule (Iota d osh el) [] = Some o -> gsem o [] = [iota ofZ toZ m0 d osh].
Proof. intros H. by_inst H. reflexivity. Qed.
(* pad is Movement.v's `pad` *)
Lemma pad_means lo hi inn n el el' o x f : shape_rule (Pad lo hi inn) [(n, el); ([], el')] = Some o -> shape x = n ->
  gsem o [x; f] = [pad ofZ toZ m0 lo hi inn x f].
Proof.
  intros H <-. by_inst H. unfold RegistryOps.gsem, gval, pad, gosh. cbn [fst snd gout gbox gbody gm gini]. do 2 f_equal.
  unfold pad_b, pad_body. induction (seq 0 (length (shape x))) as [|d ds IH] at 2 4; [reflexivity|].
  cbn [fold_right]. unfold pad_guard_b at 1, pad_guard at 1. destruct padded; cbn; now rewrite <- IH.
Qed.
Lemma cat_den c R exts : forall p o, den (cat_b c R p o exts) = cat_body c R p o exts.
Proof.
  induction exts as [|n exts IH]; intros p o; [reflexivity|]. destruct exts as [|n' exts]; [reflexivity|].
  change (Guard (var c) (Z.of_nat (o + n)) (den (cat_b c R (1 + p) (o + n) (n' :: exts))) (Read p (cat_ix c R o) [] [])
    = cat_body c R p o (n :: n' :: exts)). now rewrite IH.
Qed.
Lemma cat_exts c xs (l : list ty) : Forall2 (fun x t => shape x = fst t) xs l ->
  map (fun t : ty => nth c (fst t) 0) l = map (dim c) xs.
Proof. induction 1 as [|y t ys l' E _ IH]; [reflexivity|]. cbn [map]. rewrite IH. unfold dim. now rewrite E. Qed.
(* concatenate is Movement.v's `cat` *)
Lemma cat_means c ts o xs : shape_rule (Concat c) ts = Some o -> Forall2 (fun x t => shape x = fst t) xs ts ->
  gsem o xs = [cat ofZ toZ m0 c xs].
Proof.
  intros H HX. destruct ts as [|[n el] ts]; [discriminate|]. by_inst H. unfold RegistryOps.gsem, gval, cat, gosh.
  cbn [fst snd gout gbox gbody gm gini]. rewrite cat_den.
  rewrite (cat_exts c HX). inversion HX as [|x t xs' ts' E]; subst. cbn [hd fst] in *. now rewrite E.
Qed.
(* dynamic_slice is Reads.v's `dslice` *)
Lemma dslice_means sz n el starts o x ss : shape_rule (DynSlice sz) ((n, el) :: starts) = Some o -> shape x = n ->
  gsem o (x :: ss) = [dslice ofZ toZ m0 sz x ss].
Proof.
  intros H <-. by_inst H. unfold RegistryOps.gsem, gval, dslice. cbn [gbody gm gini gosh gout gbox fst RegistryOps.den].
  rewrite map_map. reflexivity.
Qed.
(* gather is Reads.v's `gather` *)
Lemma gather_means cls st ib sz osh n el ni el' o x i :
  shape_rule (Gather cls st ib sz osh) [(n, el); (ni, el')] = Some o ->
  shape x = n -> gsem o [x; i] = [gather ofZ toZ m0 cls st ib sz osh x i].
Proof.
  intros H <-. by_inst H. unfold RegistryOps.gsem, gval, gather, gat_body.
  cbn [gbody gm gini gosh gout gbox fst RegistryOps.den gat_b].
  unfold gat_b. cbn [RegistryOps.den]. rewrite map_map. do 3 f_equal. apply map_ext. now intros [k|].
Qed.
(* convolution is Convolution.v's `conv`, at the result's extents by window arithmetic *)
Lemma conv_means mul add zero sr dil lo hi n el nw el' o x w :
  shape_rule (Conv mul add zero sr dil lo hi) [(n, el); (nw, el')] = Some o -> shape x = n -> shape w = nw ->
  gsem o [x; w] = [conv ofZ toZ add (fsem mul) zero (length n - 2) sr dil lo
    (win_exts (skipn 2 n) (skipn 2 nw) sr dil lo hi) x w].
Proof.
  intros H <- <-. by_inst H. unfold RegistryOps.gsem, gval, conv. cbn [gbody gm gini gosh gout gbox fst]. do 2 f_equal.
  unfold conv_b, conv_body. induction (seq 0 (length (shape x) - 2)) as [|j js IH] at 3 4; [reflexivity|].
  cbn [fold_right RegistryOps.den]. now rewrite IH.
Qed.
End Names.
Arguments Elementwise {Sc fn elt}. Arguments DotGeneral {Sc fn elt}. Arguments Transpose {Sc fn elt}.
Arguments ReduceOp {Sc fn elt}. Arguments ReduceFrom {Sc fn elt}. Arguments ReduceWindow {Sc fn elt}.
Arguments Broadcast {Sc fn elt}. Arguments Iota {Sc fn elt}.
Arguments Splat {Sc fn elt}. Arguments Slice {Sc fn elt}. Arguments Pad {Sc fn elt}. Arguments Concat {Sc fn elt}.
Arguments Reverse {Sc fn elt}.
Arguments Reshape {Sc fn elt}. Arguments DynSlice {Sc fn elt}.
Arguments Gather {Sc fn elt}. Arguments Conv {Sc fn elt}.
