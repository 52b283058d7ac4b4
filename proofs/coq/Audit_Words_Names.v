(* Audit_Words_Names.v: section 6: the words of ops by name, their shape rules and their comprehensions, equated
   with their definitions (see Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Soundness Registry Comprehension
  Movement Reads Convolution Variadic Reshape Cells Propagation RegistryOps RegistryNames RegistryProjections
  RegistryEinsum RegistryReshape.
Import ListNotations.


Definition pinned_RegistryNames_eqsh : @RegistryNames.eqsh =
  (fun a b : list nat => forallb2 Nat.eqb a b)
  := eq_refl.
Definition pinned_RegistryNames_memb : @RegistryNames.memb =
  (fun (d : nat) (l : list nat) => existsb (Nat.eqb d) l)
  := eq_refl.
Definition pinned_RegistryNames_rest : @RegistryNames.rest =
  (fun (l : list nat) (r : nat) => filter (fun d => negb (memb d l)) (seq 0 r))
  := eq_refl.
Definition pinned_RegistryNames_at_pos : @RegistryNames.at_pos =
  (fun (d : nat) (l : list nat) =>
  match pos d l with
  | Some i => i
  | None => 0
  end)
  := eq_refl.
Definition pinned_RegistryNames_pick_ext : @RegistryNames.pick_ext =
  (fun n l : list nat => map (fun d => nth d n 0) l)
  := eq_refl.
Definition pinned_RegistryNames_distinct : @RegistryNames.distinct =
  (fun l => forallb (fun i => at_pos (nth i l 0) l =? i) (seq 0 (length l)))
  := eq_refl.
Definition pinned_RegistryNames_within : @RegistryNames.within =
  (fun (r : nat) (l : list nat) => forallb (fun d => d <? r) l && distinct l)
  := eq_refl.
Definition pinned_RegistryNames_dims : @RegistryNames.dims =
  (fun r => map var (seq 0 r))
  := eq_refl.
Definition pinned_RegistryNames_bd_ix : @RegistryNames.bd_ix =
  (fun bd n osh : list nat => map (fun d => if nth d n 0 =? nth (nth d bd 0) osh 0 then Some (nth d bd 0) else None)
  (seq 0 (length n)))
  := eq_refl.
Definition pinned_RegistryNames_pad_guard_b : @RegistryNames.pad_guard_b =
  (fun (Sc : Scalars) (fn : Type) (lo hi inn : list Z) (sh : list nat) (d : nat) (e : bx fn)
  => if padded lo hi inn d then let f := BRead 1 [] [] [] in BGuard
  {| terms := [(d, 1%Z)]; off := - nth d lo 0%Z; dv := 1; md := nth d inn 0%Z + 1 |} 1 f
  (BGuard (pad_ix lo inn d) 0 (BGuard (pad_ix lo inn d) (Z.of_nat (nth d sh 0)) f e) f) else e)
  := eq_refl.
Definition pinned_RegistryNames_pad_b : @RegistryNames.pad_b =
  (fun (Sc : Scalars) (fn : Type) (lo hi inn : list Z) (sh : list nat) => fold_right (pad_guard_b lo hi inn sh)
  (BRead 0 (map (pad_ix lo inn) (seq 0 (length sh))) [] []) (seq 0 (length sh)))
  := eq_refl.
Definition pinned_RegistryNames_cat_b : @RegistryNames.cat_b =
  (fun (Sc : Scalars) (fn : Type) => fix cat_b (c R p o : nat) (exts : list nat) {struct exts} : bx fn :=
  match exts with
  | [] => BLit fn z
  | [n] => BRead p (cat_ix c R o) [] []
  | n :: (_ :: _) as exts0 => BGuard (var c) (Z.of_nat (o + n)) (cat_b c R (1 + p) (o + n) exts0)
    (BRead p (cat_ix c R o) [] [])
  end)
  := eq_refl.
Definition pinned_RegistryNames_gat_b : @RegistryNames.gat_b =
  (fun (Sc : Scalars) (fn : Type) (cls st ib : list (option nat)) (ls : list Z) => BRead 0 (map (drive 0) cls)
  (map (fun s : option nat =>
  match s with
  | Some k => BRead 1 (map (drive (Z.of_nat k)) ib) [] []
  | None => BLit fn z
  end) st) ls)
  := eq_refl.
(* how many windows fit: 1 + floor ((n + lo + hi - the dilated window) / stride) *)
Definition pinned_RegistryNames_win_ext : @RegistryNames.win_ext =
  (fun (n w : nat) (s dil lo hi : Z) => let p := (Z.of_nat n + lo + hi)%Z in
  let dw := if w =? 0 then 0%Z else ((Z.of_nat w - 1) * dil + 1)%Z in
  if ((p <=? 0) || (p <? dw))%Z then 0 else Z.to_nat ((p - dw) / s + 1))
  := eq_refl.
Definition pinned_RegistryNames_win_exts : @RegistryNames.win_exts =
  (fun (n w : list nat) (sr dil lo hi : list Z) => map (fun j =>
  win_ext (nth j n 0) (nth j w 0) (nth j sr 1%Z) (nth j dil 1%Z) (nth j lo 0%Z) (nth j hi 0%Z)) (seq 0 (length n)))
  := eq_refl.
Definition pinned_RegistryNames_win_ok : @RegistryNames.win_ok =
  (fun sr dil : list Z => forallb (Z.ltb 0) sr && forallb (Z.ltb 0) dil)
  := eq_refl.
Definition pinned_RegistryNames_conv_b : @RegistryNames.conv_b =
  (fun (Sc : Scalars) (fn : Type) (mul : fn) (zero : T) (R : nat) (sr dil lo : list Z) (sh : list nat)
  => let win := win R sr dil lo in fold_right
  (fun (j : nat) (e : bx fn) => BGuard (win j) 0 (BGuard (win j) (Z.of_nat (nth (2 + j) sh 0)) (BLit fn zero) e)
  (BLit fn zero)) (BApp mul
  [BRead 0 (var 0 :: var (2 + R) :: map win (seq 0 R))
  [] []; BRead 1 (var 1 :: var (2 + R) :: map (fun j => var (3 + R + j)) (seq 0 R)) [] []]) (seq 0 R))
  := eq_refl.
(* the position in a group, row-major over the result's dimensions from o on; as digits over the operand's *)
Definition pinned_RegistryNames_strides : @RegistryNames.strides =
  (fix strides (l : list nat) : list Z :=
  match l with
  | [] => []
  | _ :: l0 => Z.of_nat (prod l0) :: strides l0
  end)
  := eq_refl.
Definition pinned_RegistryNames_group_terms : @RegistryNames.group_terms =
  (fun (o : nat) (outs : list nat) => combine (seq o (length outs)) (strides outs))
  := eq_refl.
Definition pinned_RegistryNames_digits : @RegistryNames.digits =
  (fix digits (ts : list (nat * Z)) (ins : list nat) {struct ins} : list iexp :=
  match ins with
  | [] => []
  | n :: ins0 => {| terms := ts; off := 0; dv := Z.of_nat (prod ins0); md := Z.of_nat n |} :: digits ts ins0
  end)
  := eq_refl.
Definition pinned_RegistryNames_group_ix : @RegistryNames.group_ix =
  (fun (ts : list (nat * Z)) (ins : list nat) =>
  match ins with
  | [] => []
  | _ :: ins0 => {| terms := ts; off := 0; dv := Z.of_nat (prod ins0); md := 0 |} :: digits ts ins0
  end)
  := eq_refl.
Definition pinned_RegistryNames_reshape_ix : @RegistryNames.reshape_ix =
  (fix reshape_ix (o : nat) (gs : list (list nat * list nat)) {struct gs} : list iexp :=
  match gs with
  | [] => []
  | (ins, outs) :: gs0 => group_ix (group_terms o outs) ins ++ reshape_ix (o + length outs) gs0
  end)
  := eq_refl.
(* the shape rule: the op at operand types, or nothing *)
Definition pinned_RegistryNames_guarded : @RegistryNames.guarded =
  (fun (Sc : Scalars) (fn elt : Type) (b : bool) (o : gop fn elt) => if b then Some o else None)
  := eq_refl.
Definition pinned_RegistryNames_upto : @RegistryNames.upto =
  (fun (r : nat) (f : nat -> bool) => forallb f (seq 0 r))
  := eq_refl.
Definition pinned_RegistryNames_shape_rule : @RegistryNames.shape_rule =
  (fun (Sc : Scalars) (fn elt : Type) (m0 : mono) (a : name fn elt) (ts : list (ty elt)) =>
  match a with
  | Elementwise f el => match ts with | [] => None | (n, _)
    :: _ => guarded (forallb (fun t0 : list nat * elt => eqsh (fst t0) n) ts)
    {| gins := ts; gout := (n, el); gbox := []; gm := m0; gini := NoIni; gbody := BApp f
    (map (fun k => BRead k (dims (length n)) [] []) (seq 0 (length ts))) |} end
  | DotGeneral mul add lb rb lc rc => match ts with | [] => None | [(n1, el)] => None | [(n1, el); (n2, _)] =>
    let r1 := length n1 in let r2 := length n2 in let lf := rest (lb ++ lc) r1 in let rf := rest (rb ++ rc)
    r2 in let nb := length lb in let R := nb + length lf + length rf in let ix := fun (b c f : list nat) (o d : nat)
    => if memb d b then at_pos d b else if memb d c then R + at_pos d c else o + at_pos d f in guarded
    (within r1 (lb ++ lc) && within r2 (rb ++ rc) && eqsh (pick_ext n1 lb) (pick_ext n2 rb) && eqsh (pick_ext n1 lc)
    (pick_ext n2 rc)) {| gins := ts; gout := (pick_ext n1 lb ++ pick_ext n1 lf ++ pick_ext n2 rf, el); gbox
    := pick_ext n1 lc; gm := add; gini := NoIni; gbody := BApp mul
    [BRead 0 (map (fun d => var (ix lb lc lf nb d)) (seq 0 r1))
    [] []; BRead 1 (map (fun d => var (ix rb rc rf (nb + length lf) d)) (seq 0 r2)) [] []] |} | (n1, el) :: (n2, _)
    :: _ :: _ => None end
  | Transpose perm => match ts with | [] => None | [(n, el)] => guarded
    (within (length n) perm && (length perm =? length n))
    {| gins := ts; gout := (pick_ext n perm, el); gbox := []; gm := m0; gini := NoIni; gbody := BRead 0
    (map (fun d => var (at_pos d perm)) (seq 0 (length n))) [] [] |} | (n, el) :: _ :: _ => None end
  | ReduceOp m ds => match ts with | [] => None | [(n, el)] => let kept := rest ds (length n)
    in guarded (within (length n) ds)
    {| gins := ts; gout := (pick_ext n kept, el); gbox := pick_ext n ds; gm := m; gini := NoIni; gbody := BRead 0
    (map (fun d => var (if memb d ds then length kept + at_pos d ds else at_pos d kept)) (seq 0 (length n)))
    [] [] |} | (n, el) :: _ :: _ => None end
  | ReduceFrom m c ds => match ts with | [] => None | (n, el) :: init => let kept := rest ds (length n)
    in guarded (within (length n) ds && match c with | Some _ => match init with | [] => true | _ :: _ => false end
    | None => match init with | [([], _)] => true | _ => false end end)
    {| gins := ts; gout := (pick_ext n kept, el); gbox := pick_ext n ds; gm := m; gini := match c with | Some c0 =>
    IniLit c0 | None => IniOp 1 end; gbody := BRead 0
    (map (fun d => var (if memb d ds then length kept + at_pos d ds else at_pos d kept)) (seq 0 (length n)))
    [] [] |} end
  | ReduceWindow m c w sr dil lo hi => match ts with | [] => None | [(n, el)] => let R := length n in let win
    := fun j => aff [(j, nth j sr 1%Z); (R + j, nth j dil 1%Z)] (- nth j lo 0%Z)
    in guarded ((length w =? R) && win_ok sr dil)
    {| gins := ts; gout := (win_exts n w sr dil lo hi, el); gbox := w; gm := m; gini := IniLit c; gbody := fold_right
    (fun (j : nat) (e : bx fn) => BGuard (win j) 0 (BGuard (win j) (Z.of_nat (nth j n 0)) (BLit fn c) e)
    (BLit fn c)) (BRead 0 (map win (seq 0 R)) [] []) (seq 0 R) |} | (n, el) :: _ :: _ => None end
  | Broadcast bd osh => match ts with | [] => None | [(n, el)] => guarded
    ((length bd =? length n) && within (length osh) bd && upto (length n)
    (fun d => (nth d n 0 =? nth (nth d bd 0) osh 0) || (nth d n 0 =? 1)))
    {| gins := ts; gout := (osh, el); gbox := []; gm := m0; gini := NoIni; gbody := BRead 0
    (map (drive 0) (bd_ix bd n osh)) [] [] |} | (n, el) :: _ :: _ => None end
  | Iota d osh el => match ts with | [] => guarded (d <? length osh)
    {| gins := []; gout := (osh, el); gbox := []; gm := m0; gini := NoIni; gbody := BIndex fn (var d) |} | _ :: _ =>
    None end
  | Splat c osh el => match ts with | [] => Some
    {| gins := []; gout := (osh, el); gbox := []; gm := m0; gini := NoIni; gbody := BLit fn c |} | _ :: _ => None
    end
  | Slice st sr sz => match ts with | [] => None | [(n, el)] => guarded
    ((length sz =? length n) && upto (length n)
    (fun d => (nth d sz 0 =? 0) || (nth d st 0 + (nth d sz 0 - 1) * nth d sr 1 <? nth d n 0)))
    {| gins := ts; gout := (sz, el); gbox := []; gm := m0; gini := NoIni; gbody := BRead 0
    (map (fun d => aff [(d, Z.of_nat (nth d sr 1))] (Z.of_nat (nth d st 0))) (seq 0 (length sz))) [] [] |} | (n, el)
    :: _ :: _ => None end
  | Pad lo hi inn => match ts with | [] => None | [(n, el); ([], _)] => guarded (forallb (Z.leb 0) inn)
    {| gins := ts; gout := (map (pad_ext lo hi inn n) (seq 0 (length n)), el); gbox := []; gm := m0; gini := NoIni;
    gbody := pad_b fn lo hi inn n |} | [(n, el)] | (n, el) :: ([], _) :: _ :: _ | (n, el) :: (_ :: _, _)
    :: _ => None end
  | Concat c => match ts with | [] => None | (n, el) :: _ => let exts := map (fun t0 : ty elt => nth c (fst t0) 0)
    ts in guarded ((c <? length n) && forallb (fun t0 : list nat * elt => eqsh (upd (fst t0) c 0) (upd n c 0)) ts)
    {| gins := ts; gout := (upd n c (list_sum exts), el); gbox := []; gm := m0; gini := NoIni; gbody := cat_b fn c
    (length n) 0 0 exts |} end
  | Reverse ds => match ts with | [] => None | [(n, el)] => guarded (within (length n) ds)
    {| gins := ts; gout := (n, el); gbox := []; gm := m0; gini := NoIni; gbody := BRead 0
    (map (fun d => if memb d ds then aff [(d, (-1)%Z)] (Z.of_nat (nth d n 0) - 1) else var d) (seq 0 (length n)))
    [] [] |} | (n, el) :: _ :: _ => None end
  | Reshape gs => match ts with | [] => None | [(n, el)] => let osh := flat_map snd gs in guarded
    (eqsh n (flat_map fst gs) && forallb (fun g : list nat * list nat => prod (fst g) =? prod (snd g)) gs)
    {| gins := ts; gout := (osh, el); gbox := []; gm := m0; gini := NoIni; gbody := BRead 0 (reshape_ix 0 gs)
    [] [] |} | (n, el) :: _ :: _ => None end
  | DynSlice sz => match ts with | [] => None | (n, el)
    :: starts => guarded ((length sz =? length n) && (length starts =? length n)
    && forallb (fun t0 : list nat * elt => eqsh (fst t0) []) starts && upto (length n)
    (fun d => nth d sz 0 <=? nth d n 0))
    {| gins := ts; gout := (sz, el); gbox := []; gm := m0; gini := NoIni; gbody := BRead 0 (dims (length sz))
    (map (fun d => BRead (1 + d) [] [] []) (seq 0 (length sz))) (limits sz n) |} end
  | Gather cls st ib sz osh => match ts with | [] => None | [(n, el)] => None | [(n, el); (ni, _)] => guarded
    ((length cls =? length n) && (length st =? length n) && (length sz =? length n) && (length ib =? length ni)
    && upto (length n) (fun d => nth d sz 0 <=? nth d n 0) && upto (length n)
    (fun d => match nth d cls None with | Some v => match nth d st None with | Some _ => nth v osh 0 =? nth d sz 0 |
    None => (nth v osh 0 =? nth d sz 0) || (nth v osh 0 =? nth d n 0) end | None => true end) && upto (length ni)
    (fun b => match nth b ib None with | Some v => nth v osh 0 =? nth b ni 0 | None => true end))
    {| gins := ts; gout := (osh, el); gbox := []; gm := m0; gini := NoIni; gbody := gat_b fn cls st ib
    (gat_limits st sz n) |} | (n, el) :: (ni, _) :: _ :: _ => None end
  | Conv mul add zero sr dil lo hi => match ts with | [] => None | [(x, el)] => None | [(x, el); (w, _)] => let R
    := length x - 2 in guarded
    ((length x =? 2 + R) && (length w =? 2 + R) && (nth 1 x 0 =? nth 1 w 0) && win_ok sr dil)
    {| gins := ts; gout := (nth 0 x 0 :: nth 0 w 0 :: win_exts (skipn 2 x) (skipn 2 w) sr dil lo hi, el);
    gbox := nth 1 w 0 :: skipn 2 w; gm := add; gini := NoIni; gbody := conv_b mul zero R sr dil lo x |}
    | (x, el) :: (w, _) :: _ :: _ => None end
  end)
  := eq_refl.
Definition pinned_RegistryProjections_vread : @RegistryProjections.vread =
  (fun (Sc : Scalars) (fn : Type) (k : nat) (p : list nat) => BRead k (map var p) [] [])
  := eq_refl.
Definition pinned_RegistryProjections_vreads : @RegistryProjections.vreads =
  (fun (Sc : Scalars) (fn : Type) (j : nat) (ps : list (list nat))
  => map (fun kp : nat * list nat => vread fn (fst kp) (snd kp)) (combine (seq j (length ps)) ps))
  := eq_refl.
(* f applied to a read of each operand, or one read *)
Definition pinned_RegistryProjections_body : @RegistryProjections.body =
  (fun (Sc : Scalars) (fn : Type) (f : option fn) (ps : list (list nat)) =>
  match f with
  | Some f0 => BApp f0 (vreads fn 0 ps)
  | None => vread fn 0 (hd [] ps)
  end)
  := eq_refl.
Definition pinned_RegistryProjections_projection : @RegistryProjections.projection =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) (f : option fn) (ps : list (list nat)) => gini o = NoIni /\
  gbody o = body f ps /\ (f = None -> length ps = 1) /\ map fst (gins o) = map (fun p => proj p (gloops o)) ps /\
  (forall p : list nat, In p ps -> Forall (fun v => v < length (gloops o)) p))
  := eq_refl.
(* the entry by loop variable V: tile<d> on the operands that read V along d, any elsewhere *)
Definition pinned_RegistryProjections_proj_entry : @RegistryProjections.proj_entry =
  (fun (Sc : Scalars) (fn elt : Type) (o : gop fn elt) (ps : list (list nat)) (V : nat)
  => (map (fun p => attr_of (pos V p)) ps, [out_at o V]))
  := eq_refl.
(* and the op is the comprehension of Registry.v *)
Definition pinned_RegistryProjections_fun_of : @RegistryProjections.fun_of =
  (fun (Sc : Scalars) (fn : Type) (fsem : fn -> list T -> T) (f : option fn) (l : list T) =>
  match f with
  | Some f0 => fsem f0 l
  | None => hd z l
  end)
  := eq_refl.
(* reduce: the dimensions that stay, in order; those that do not are the box *)
Definition pinned_RegistryEinsum_red_ix : @RegistryEinsum.red_ix =
  (fun (n ds : list nat) (d : nat) => if memb d ds then length (rest ds (length n)) + at_pos d ds else at_pos d
  (rest ds (length n)))
  := eq_refl.
Definition pinned_RegistryEinsum_dot_ix : @RegistryEinsum.dot_ix =
  (fun lb rb lc rc n1 n2 : list nat => let lf := rest (lb ++ lc) (length n1) in let rf := rest (rb ++ rc)
  (length n2) in let nb := length lb in let R := nb + length lf + length rf in fun (b c f : list nat)
  (off d : nat) => if memb d b then at_pos d b else if memb d c then R + at_pos d c else off + at_pos d f)
  := eq_refl.
