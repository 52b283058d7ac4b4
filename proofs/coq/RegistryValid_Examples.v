(* RegistryValid_Examples.v: the registry of RegistryOps.v at work over the integers: the entries of every op
   on concrete shapes, where the op by name at local shapes is what the registry has for a part and where it is another
   term of the same values, and why premises are asked. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Comprehension
  Check Soundness ActionValues Cells CellEntries Propagation Propagate_Fixpoint Actions RegistryOps RegistryValid
  RegistryPartials RegistryNames.
Import ListNotations.

Inductive rmono := RAdd | RMax.
#[local] Instance RS : Scalars := { T := Z; z := 0%Z; mono := rmono;
  mop := fun m => match m with RAdd => Z.add | RMax => Z.max end }.
#[local] Instance RL : Laws RS.
Proof. split; intros [] *; simpl; lia. Qed.
Inductive rfn := Plus | Times | Minus | Over | Exp.
Definition rsem (f : rfn) (l : list Z) : Z :=
  match f, l with
  | Plus, [a; b] => a + b | Times, [a; b] => a * b | Minus, [a; b] => a - b
  | Over, [a; b] => 1000 * a / b | Exp, [a] => if a <? 0 then 1000 / 2 ^ (- a) else 1000 * 2 ^ a
  | _, _ => 0
  end%Z.
Definition rdec (a b : rmono) : {a = b} + {a <> b}. Proof. decide equality. Defined.
Definition rdefb (_ : rmono) (_ : unit) := true.
(* which of them are homomorphisms, in which operands jointly; which values are idempotent *)
Definition rhom (f : rfn) (m : rmono) (bs : list bool) : bool :=
  match f, m, bs with
  | Plus, RAdd, [true; true] | Minus, RAdd, [true; true] | Times, RAdd, [true; false] | Times, RAdd, [false; true]
  | Plus, RMax, [true; false] | Plus, RMax, [false; true] | Minus, RMax, [true; false] => true
  | _, _, _ => false
  end.
Definition ridem (m : rmono) (c : option Z) : bool :=
  match m, c with RAdd, Some c => (c =? 0)%Z | RAdd, None => false | RMax, _ => true end.
Lemma ridem_one (m : @mono RS) (c : T) : ridem m (Some c) = true -> mop m c c = c.
Proof. destruct m; simpl; intros H; [apply Z.eqb_eq in H|]; lia. Qed.
Lemma ridem_all (m : @mono RS) (c : T) : ridem m None = true -> mop m c c = c.
Proof. destruct m; simpl; intros H; [discriminate|lia]. Qed.
Lemma rhom_ok f (m : @mono RS) bs N : rhom f m bs = true -> 0 < N -> hom (S := RS) (rsem f) m bs N.
Proof.
  intros H HN rows E. assert (NE : seq 0 N <> []) by (destruct N; [lia|discriminate]). revert NE.
  destruct bs as [|b1 [|b2 [|]]]; try (destruct f, m; discriminate).
  1: destruct f, m, b1; discriminate. 2: destruct f, m, b1, b2; discriminate.
  destruct rows as [|[c1 a] [|[c2 b] [|]]]; try discriminate. injection E as -> ->.
  unfold pick. cbn [map fst snd]. generalize (seq 0 N).
  destruct f, m, b1, b2; try discriminate; cbn [rsem mop RS];
    refine (ne_ind _ _ _); intros; cbn [map]; try reflexivity;
    rewrite !fold1_cons by (try (intros; lia); destruct l; simpl; congruence); lia.
Qed.
Notation rop := (@gop RS rfn unit).
Notation rname := (@name RS rfn unit).
Notation rty := (ty unit).
Notation rinst := (@shape_rule RS rfn unit RAdd).
Notation rloc := (@glocalise RS rfn unit rdec ridem).
Notation rreg := (@greg RS rfn unit rdefb [RAdd; RMax] rhom ridem).
Notation rparts := (@part_entries RS rfn unit rdefb [RAdd; RMax] rhom ridem).
Notation rosem := (@gsem RS (fun i => i) (fun i => i) rfn unit rsem).
Notation roty := (@goty RS rfn unit rdefb).
Notation rmdef := (@gdef RS unit rdefb).
Notation tile d := (Tile (mono : Type) d).
Notation any := (Any (mono : Type)).
Notation red m := (Red (m : mono)).
Definition t (n : list nat) : rty := (n, tt).

(* ---------------- the entries of each op at M(a) = 2, and the op by name at local shapes ---------------- *)
Definition entries (a : rname) ts N : list (@entry RS) :=
  match rinst a ts with Some o => loop_entries ridem o N | None => [] end.
(* At the operands' local types the op by name, with local_name's attributes, is what the registry has for the part, as
   a term. It need not be: what the registry has keeps the expression, with the global extents in its guards, and reads
   a broadcast extent of 1 at 0 where the op by name at a local extent of 1 reads it at the result's index. *)
Definition agrees (a : rname) (ts : list rty) N := forall e, In e (entries a ts N) ->
  rinst (local_name a N e) (ltys N (fst e) ts) = option_map (fun o => rloc o N e) (rinst a ts).
(* what is asked then: the same values of each part, at given operands *)
Definition by_value (a : rname) (ts : list rty) N (xs : list (@tensor RS)) :=
  let parts f := map (fun e => map (fun r => option_map (fun o => rosem o (locs N r (fst e) xs)) (f e)) (seq 0 N))
    (entries a ts N) in
  parts (fun e => rinst (local_name a N e) (ltys N (fst e) ts)) =
  parts (fun e => option_map (fun o => rloc o N e) (rinst a ts)).
(* 1, 2, 3, .. *)
Definition count (n : list nat) : @tensor RS := tab n (fun ix => 1 + Z.of_nat (lin n ix))%Z.
(* the first entry shows that the terms differ *)
Ltac differs := intros H; specialize (H _ (or_introl eq_refl)); vm_compute in H; discriminate.
Ltac values_tac := split; [vm_compute; reflexivity|split; [differs|vm_compute; reflexivity]].
Ltac entries_tac := split; [vm_compute; reflexivity|intros e He; vm_compute in He;
  repeat (destruct He as [<-|He]; [vm_compute; reflexivity|]); contradiction].
Example add_entries : let a := Elementwise Plus tt in let ts := [t [4; 3; 2]; t [4; 3; 2]] in
  entries a ts 2 = [([tile 0; tile 0], [tile 0]); ([tile 2; tile 2], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example dot_general_entries : let a := DotGeneral Times (RAdd : mono) [0] [1] [2] [0] in
  let ts := [t [2; 4; 6]; t [6; 2; 8]] in
  entries a ts 2 = [([tile 0; tile 1], [tile 0]); ([tile 1; any], [tile 1]); ([any; tile 2], [tile 2]);
    ([tile 2; tile 0], [red RAdd])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example transpose_entries : let a := Transpose [2; 0; 1] in let ts := [t [2; 4; 6]] in
  entries a ts 2 = [([tile 2], [tile 0]); ([tile 0], [tile 1]); ([tile 1], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example reduce_entries : let a := ReduceOp (RMax : mono) [2; 0] in let ts := [t [2; 4; 6]] in
  entries a ts 2 = [([tile 1], [tile 0]); ([tile 2], [red RMax]); ([tile 0], [red RMax])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* with an initial value: where it may be counted once per part, 0 for add, any for max *)
Example reduce_from_entries : let ts := [t [2; 4]] in let ts' := [t [2; 4]; t []] in
  entries (ReduceFrom (RAdd : mono) (Some 0%Z) [1]) ts 2 = [([tile 0], [tile 0]); ([tile 1], [red RAdd])] /\
  entries (ReduceFrom (RAdd : mono) (Some 1%Z) [1]) ts 2 = [([tile 0], [tile 0])] /\
  entries (ReduceFrom (RAdd : mono) None [1]) ts' 2 = [([tile 0; any], [tile 0])] /\
  entries (ReduceFrom (RMax : mono) None [1]) ts' 2 = [([tile 0; any], [tile 0]); ([tile 1; any], [red RMax])] /\
  agrees (ReduceFrom (RMax : mono) None [1]) ts' 2.
Proof. do 3 (split; [vm_compute; reflexivity|]). entries_tac. Qed.
(* windows of 3 along dimension 1, dimension 0 untouched *)
Example reduce_window_entries :
  let a := ReduceWindow (RMax : mono) (0%Z : T) [1; 3] [1; 1]%Z [1; 1]%Z [0; 1]%Z [0; 1]%Z in let ts := [t [4; 8]] in
  entries a ts 2 = [([tile 0], [tile 0])] /\ ~ agrees a ts 2 /\ by_value a ts 2 [count [4; 8]].
Proof. values_tac. Qed.
Example broadcast_entries : let a := Broadcast [2; 0; 3] [4; 6; 2; 8] in let ts := [t [2; 4; 1]] in
  entries a ts 2 = [([tile 1], [tile 0]); ([any], [tile 1]); ([tile 0], [tile 2]); ([any], [tile 3])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* an extent of 1 that becomes 4, at N = 4: the local extent is 1 *)
Example broadcast_one_entries : let a := Broadcast [0] [4] in let ts := [t [1]] in
  entries a ts 4 = [([any], [tile 0])] /\ ~ agrees a ts 4 /\ by_value a ts 4 [count [1]].
Proof. values_tac. Qed.
Example iota_entries : let a := Iota 1 [4; 4] tt in entries a [] 2 = [([], [tile 0])] /\ agrees a [] 2.
Proof. entries_tac. Qed.
Example splat_entries : let a := Splat (7%Z : T) [4; 3] tt in entries a [] 2 = [([], [tile 0])] /\ agrees a [] 2.
Proof. entries_tac. Qed.
(* [0:4] of 4, [1:3] of 4, and every second one of 8, which is of each pair of parts the same *)
Example slice_entries : let a := Slice [0; 1; 1] [1; 1; 2] [4; 2; 4] in let ts := [t [4; 4; 8]] in
  entries a ts 2 = [([tile 0], [tile 0]); ([tile 2], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* dimension 1 has a border *)
Example pad_entries : let a := Pad [0; 1; 0]%Z [0; 1; 0]%Z [0; 0; 0]%Z in let ts := [t [4; 2; 2]; t []] in
  entries a ts 2 = [([tile 0; any], [tile 0]); ([tile 2; any], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* padding after every element, the last one included: [x0; f; x1; f; ..] *)
Example pad_after_entries : let a := Pad [0]%Z [1]%Z [1]%Z in let ts := [t [4]; t []] in
  entries a ts 2 = [([tile 0; any], [tile 0])] /\ ~ agrees a ts 2 /\ by_value a ts 2 [count [4]; count []].
Proof. values_tac. Qed.
Example concatenate_entries : let a := Concat 1 in let ts := [t [4; 2; 6]; t [4; 4; 6]] in
  entries a ts 2 = [([tile 0; tile 0], [tile 0]); ([tile 2; tile 2], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example reverse_entries : let a := Reverse [1] in let ts := [t [4; 2]] in
  entries a ts 2 = [([tile 0], [tile 0])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* of a group with equal products the major dimensions only *)
Example split_entries : let a := Reshape [([2], [2]); ([16], [4; 4]); ([2], [2])] in let ts := [t [2; 16; 2]] in
  entries a ts 2 = [([tile 0], [tile 0]); ([tile 1], [tile 1]); ([tile 2], [tile 3])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example merge_entries : let a := Reshape [([2], [2]); ([4; 4], [16]); ([2], [2])] in let ts := [t [2; 4; 4; 2]] in
  entries a ts 2 = [([tile 0], [tile 0]); ([tile 1], [tile 1]); ([tile 3], [tile 2])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
Example dynamic_slice_entries : let a := DynSlice [4; 2] in let ts := [t [4; 4]; t []; t []] in
  entries a ts 2 = [([tile 0; any; any], [tile 0])] /\ agrees a ts 2.
Proof. entries_tac. Qed.
(* dimension 0 paired, 1 collapsed, 2 a window: out[b, i, w] = x[b, clamp(idx[b, i]), w] *)
Example gather_entries :
  let a := Gather [Some 0; None; Some 2] [None; Some 0; None] [Some 0; Some 1] [1; 1; 6] [2; 4; 6] in
  let ts := [t [2; 8; 6]; t [2; 4]] in
  entries a ts 2 = [([tile 0; tile 0], [tile 0]); ([any; tile 1], [tile 1]); ([tile 2; any], [tile 2])] /\
  agrees a ts 2.
Proof. entries_tac. Qed.
(* windows of 3 with a border; then windows of 2 that do not overlap, which tile the spatial dimension as well *)
Example convolution_entries :
  let a := Conv Times (RAdd : mono) (0%Z : T) [1%Z] [1%Z] [1%Z] [1%Z] in let ts := [t [2; 4; 8]; t [6; 4; 3]] in
  entries a ts 2 = [([tile 0; any], [tile 0]); ([any; tile 0], [tile 1]); ([tile 1; tile 1], [red RAdd])] /\
  agrees a ts 2.
Proof. entries_tac. Qed.
Example patches_entries :
  let a := Conv Times (RAdd : mono) (0%Z : T) [2%Z] [1%Z] [0%Z] [0%Z] in let ts := [t [2; 4; 8]; t [6; 4; 2]] in
  entries a ts 2 =
  [([tile 0; any], [tile 0]); ([any; tile 0], [tile 1]); ([tile 2; any], [tile 2]); ([tile 1; tile 1], [red RAdd])] /\
  ~ agrees a ts 2 /\ by_value a ts 2 [count [2; 4; 8]; count [6; 4; 2]].
Proof.
  split; [vm_compute; reflexivity|split; [|vm_compute; reflexivity]].
  intros H. specialize (H ([tile 2; any], [tile 2])). vm_compute in H. discriminate H. auto.
Qed.
(* the result's extents are the number of windows; where none fits there is none *)
Example window_extents : map (fun a => option_map (@gosh RS rfn unit) (rinst a [t [2; 4; 8]; t [6; 4; 3]]))
    [Conv Times (RAdd : mono) (0%Z : T) [1%Z] [1%Z] [1%Z] [1%Z];
     Conv Times (RAdd : mono) (0%Z : T) [3%Z] [2%Z] [0%Z] [1%Z];
     Conv Times (RAdd : mono) (0%Z : T) [1%Z] [4%Z] [0%Z] [0%Z];
     Conv Times (RAdd : mono) (0%Z : T) [0%Z] [1%Z] [0%Z] [0%Z]] =
  [Some [2; 6; 8]; Some [2; 6; 2]; Some [2; 6; 0]; None].
Proof. vm_compute. reflexivity. Qed.

(* ---------------- entries with partial operands; where nothing is reduced, for every monoid ---------------- *)
Definition partials (a : rname) ts := match rinst a ts with Some o => rparts o | None => [] end.
Example add_partials : partials (Elementwise Plus tt) [t [4]; t [4]] =
  [([red RAdd; red RAdd], [red RAdd]); ([red RMax; any], [red RMax]); ([any; red RMax], [red RMax])].
Proof. vm_compute. reflexivity. Qed.
Example dot_general_partials :
  partials (DotGeneral Times (RAdd : mono) [0] [1] [2] [0]) [t [2; 4; 6]; t [6; 2; 8]] =
  [([red RAdd; any], [red RAdd]); ([any; red RAdd], [red RAdd])].
Proof. vm_compute. reflexivity. Qed.
Example reduce_partials : partials (ReduceOp (RMax : mono) [0]) [t [2; 4]] = [([red RMax], [red RMax])].
Proof. vm_compute. reflexivity. Qed.
Definition both := [([red RAdd], [red RAdd]); ([red RMax], [red RMax])] : list (@entry RS).
Example movement_partials : partials (Transpose [1; 0]) [t [2; 4]] = both /\
  partials (Broadcast [1] [3; 4]) [t [4]] = both /\ partials (Slice [1] [2] [2]) [t [4]] = both /\
  partials (Reshape [([6], [3; 2])]) [t [6]] = both /\ partials (Reshape [([3; 2], [6])]) [t [3; 2]] = both.
Proof. vm_compute. auto. Qed.
Definition with_ x : list (@entry RS) := [([red RAdd; x RAdd], [red RAdd]); ([red RMax; x RMax], [red RMax])].
Example pad_concatenate_partials :
  partials (Pad [1%Z] [1%Z] [1%Z]) [t [4]; t []] = with_ (fun m => red m) /\
  partials (Concat 0) [t [4]; t [2]] = with_ (fun m => red m).
Proof. vm_compute. auto. Qed.
Example reads_partials : partials (DynSlice [2]) [t [4]; t []] = with_ (fun _ => any) /\
  partials (Gather [None; Some 1] [Some 0; None] [Some 0] [1; 2] [3; 2]) [t [4; 2]; t [3]] = with_ (fun _ => any).
Proof. vm_compute. auto. Qed.
Example convolution_partials :
  partials (Conv Times (RAdd : mono) (0%Z : T) [1%Z] [1%Z] [1%Z] [1%Z]) [t [2; 4; 8]; t [6; 4; 3]] =
  [([red RAdd; any], [red RAdd]); ([any; red RAdd], [red RAdd])].
Proof. vm_compute. reflexivity. Qed.

(* ---------------- what is not an entry ---------------- *)
(* A diagonal has none (Movement.v: diagonal_no_entry). Nor has out[i] = x[i + 1], although i + 1 moves by the extent of
   a part: it leaves its part, and the parts' results are others. *)
Definition one_read n m ix : rop := mkG [t n] (t m) [] (RAdd : mono) NoIni (BRead 0 ix [] []).
Definition next n := one_read [n] [n] [aff [(0, 1%Z)] 1].
Example not_found : loop_entries ridem (one_read [4; 4] [4] [var 0; var 0]) 2 = [] /\
  loop_entries ridem (next 4) 2 = [] /\
  let x := mkT (S := RS) [4] [1; 2; 3; 4]%Z in rosem (next 4) [x] = [mkT (S := RS) [4] [2; 3; 4; 0]%Z] /\
  concat 0 (map (fun r => hd tz (rosem (next 2) [chunk 0 x r 2])) [0; 1]) = mkT (S := RS) [4] [2; 0; 4; 0]%Z.
Proof. vm_compute. auto. Qed.
(* a product of two partial operands: 1 = 1 + 0 and 1 = 0 + 1, but 1 * 0 + 0 * 1 = 0 *)
Theorem times_both_partial : exists o, rinst (Elementwise Times tt) [t [1]; t [1]] = Some o /\
  ~ valid_sem rosem rloc 2 (Some o) ([red RAdd; red RAdd], [red RAdd]) [t [1]; t [1]].
Proof.
  eexists. split; [reflexivity|]. intros H. pose (u := fun c => mkT (S := RS) [1] [c]).
  destruct (H [u 1%Z; u 1%Z] [fun r => u (if Nat.eqb r 0 then 1 else 0)%Z; fun r => u (if Nat.eqb r 0 then 0 else 1)%Z])
    as [E _]; [repeat constructor| |vm_compute in E; discriminate].
  cbn. repeat split; intros [|[|r]] Hr; try lia; split; reflexivity.
Qed.
(* A reduced dimension of extent 2 at N = 2 beside one of extent 0: the sum over nothing is the filler, once per part.
   The filler is 1 here, and the parts' sum is 2. *)
Definition R1 : Scalars := {| T := Z; z := 1%Z; mono := unit; mop := fun _ => Z.add |}.
Definition nothing n : @gop R1 rfn unit :=
  mkG (Sc := R1) [([n; 0], tt)] ([], tt) [n; 0] tt (NoIni (Sc := R1)) (BRead 0 [var 0; var 1] [] []).
Example empty_reduced : let x := mkT (S := R1) [2; 0] [] in
  let f n x := hd tz (@gsem R1 (fun i => i) (fun i => i) rfn unit rsem (nothing n) [x]) in
  f 2 x = mkT (S := R1) [] [1%Z] /\
  reduce (S := R1) tt (map (fun r => f 1 (chunk 0 x r 2)) [0; 1]) = mkT (S := R1) [] [2%Z] /\
  loop_entries (fun _ _ => false) (nothing 2) 2 = [].
Proof. vm_compute. auto. Qed.
