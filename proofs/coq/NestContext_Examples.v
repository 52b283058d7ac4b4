(* NestContext_Examples.v: section 4, Theorem 1 (b) on the matmul chain's inner product on a 2x2 mesh, on a loop
   with two results that lets pass on, and on a context with an axis in scope; and what fails without its premises. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Tensor Mesh Core Families Hlo Translation Statements Distributed Nest Registry Entries
  Check Integers Examples Functions Partial Soundness Contexts NestFollow NestContext.
From PartIR Require HloRename.
Import ListNotations.

(* ---------------- what the theorem asks of ops and mesh ---------------- *)
Definition zoty o (a b : list zty) := ztyf o a = Some b.
Definition zmdef (m : zmono) (_ : unit) := true = true.  (* every monoid, as zcheck says it *)
Notation ztype := (ctype znum zoty zmdef M22).
Notation zfollow := (follow znum (Sc := ZS)).
Lemma M22_pos : Forall (lt 0) M22. Proof. repeat constructor. Qed.
Lemma znum_ok o ts : length (zsem o ts) = znum o. Proof. destruct o; reflexivity. Qed.
Lemma zsound : ops_sound zsem zoty.
Proof.
  intros o a b ts H V. unfold zoty, ztyf in H.
  repeat match type of H with context [match ?x with _ => _ end] => destruct x eqn:?; try discriminate end;
    inversion H; subst; clear H;
    repeat match goal with X : Forall2 _ _ (_ :: _) |- _ => inversion X; clear X; subst end;
    repeat match goal with X : val _ _ |- _ => destruct X as [? ?] end; simpl in *; constructor; auto;
    (split; [apply wf_tab|]); simpl; unfold dim;
    repeat match goal with X : shape _ = _ |- _ => rewrite X end; auto.
Qed.
(* Theorem 1 (b) at these *)
Definition zclosed := @nest_context_closed ZS ZL zops unit zsem znum zoty zmdef M22 M22_pos ztyf_num znum_ok zsound.
Lemma ztyped G (e : core zmono zops) ts : zcheck M22 [] G e = Some ts -> ztype [] G e ts.
Proof. apply check_sound. Qed.
(* the family of ⟨e⟩, its result k, at the hole of ⟨C⟩ on arguments that every device has *)
Definition zhole C e args k D :=
  nth k (heval tz chunk concat reduce zsem M22 (HloRename.cenv tz chunk concat reduce zsem M22 (ctr (Sc := ZS) [] C)
    (fun _ => args)) (tr (caxes C) e) D) tz.

(* ---------------- the inner product of the matmul chain ---------------- *)
(* loop B tile<0> (r. let xs = slice 0 x[r] in loop Mo [reduce add] (s. let w1s = slice 1 w1[s] in
     let w2s = slice 0 w2[s] in let h = dot xs w1s in [] )), and dot h w2s at the hole *)
Definition chain_ctx : @ctx ZS zops :=
  XLoop 0 [Tile _ 0] (XLet2 (CSlice _ _ 0 0 0) (XLoop 1 [Red Add] (XLet2 (CSlice _ _ 1 2 0)
    (XLet2 (CSlice _ _ 0 4 0) (XLet2 (COp _ ODot [2; 1]) (XHole _)))))).
Definition inner : core zmono zops := COp _ ODot [0; 1].
Definition chain_D : @dist ZS := {| tiles := [(0, [0])]; parts := [1]; pm := Add |}.
(* the hole is under these loops, and they spell out D = dist<4x4; {B}, {}; {Mo} partial add> *)
Example chain_nest : plug chain_ctx inner = chain_prog /\
  zfollow chain_ctx inner 0 = Some ([(0, Tile _ 0); (1, Red Add)], 0) /\
  dist_of Add [(0, Tile _ 0); (1, Red Add)] = chain_D.
Proof. repeat split. Qed.
Lemma args_typed : Forall2 (@val ZS unit) [x0; w1; w2] G3.
Proof. repeat constructor. Qed.
(* Theorem 1 (b) of it: the products on the devices represent the chain's value *)
Theorem chain_represents : represents M22 (zhole chain_ctx inner [x0; w1; w2] 0)
  (nth 0 (zceval M22 [] [x0; w1; w2] chain_prog) tz) chain_D.
Proof.
  apply (zclosed Add chain_ctx inner G3 [([4; 4], tt)] 0 [(0, Tile _ 0); (1, Red Add)] 0 [x0; w1; w2]);
    auto using args_typed.
  - now apply ztyped.
  - intros a m' [E|[E|[]]]; inversion E; auto.
Qed.
(* evaluated: each device has a part of half of the rows; the parts add up to the rows of (x w1) w2, which no part is *)
Notation mx sh l := (mkT (S := ZS) sh l%Z).
Example chain_values : map (zhole chain_ctx inner [x0; w1; w2] 0) (all_idx M22) =
    [mx [2; 4] [424; 84; -256; -596; 82; 12; -58; -128]; mx [2; 4] [24; 4; -16; -36; 42; -68; -178; -288];
     mx [2; 4] [-260; -60; 140; 340; -602; -132; 338; 808]; mx [2; 4] [60; -140; -340; -540; 78; -212; -502; -792]] /\
  zceval M22 [] [x0; w1; w2] chain_prog = [mx [4; 4]
    [448; 88; -272; -632; 124; -56; -236; -416; -200; -200; -200; -200; -524; -344; -164; 16]].
Proof. split; vm_compute; reflexivity. Qed.
(* its types: [4; 4] is global, [2; 4] local *)
Example chain_local : local_ty M22 (([4; 4], tt), chain_D) = ([2; 4], tt) /\ dist_ok M22 (([4; 4], tt), chain_D).
Proof.
  destruct (@nest_context_local ZS zops unit znum zoty zmdef M22 M22_pos ztyf_num Add chain_ctx inner [] G3
    [([4; 4], tt)] 0 [(0, Tile _ 0); (1, Red Add)] 0) as (pre & th & t & g & _ & _ & _ & _ & E & El & Eo); auto.
  - now apply ztyped.
  - intros a m' [E|[E|[]]]; inversion E; auto.
  - inversion E; subst. auto.
Qed.

(* ---------------- two results, and lets that pass one on ---------------- *)
(* let y, z = loop 0 (tile<0>, sum) (r. let s = slice 0 x[r] in loop 1 (any, sum) (t. [])) in (z, y), and
   let u = slice 0 s[t] in (s, u) at the hole *)
Definition two_ctx : @ctx ZS zops :=
  XLet1 (XLoop 0 [Tile _ 0; Red Add] (XLet2 (CSlice _ _ 0 0 0) (XLoop 1 [Any _; Red Add] (XHole _))))
    (CVars _ _ [1; 0]).
Definition two : core zmono zops := CLet (CSlice _ _ 0 0 0) (CVars _ _ [1; 0]).
Definition y4 : tensor := mx [4] [1; 2; 3; 5].
Definition G1 : list zty := [([4], tt)].
Example two_checks : zcheck M22 [] G1 (plug two_ctx two) = Some [([1], tt); ([4], tt)].
Proof. reflexivity. Qed.
(* result 0 of the let is the sums' at the hole; result 1 is tiled by axis 0, and replicated along axis 1 *)
Example two_nests : zfollow two_ctx two 0 = Some ([(0, Red Add); (1, Red Add)], 1) /\
  zfollow two_ctx two 1 = Some ([(0, Tile _ 0); (1, Any _)], 0).
Proof. split; reflexivity. Qed.
Theorem two_represents :
  represents M22 (zhole two_ctx two [y4] 1) (mx [1] [11]) {| tiles := []; parts := [0; 1]; pm := Add |} /\
  forall m, represents M22 (zhole two_ctx two [y4] 0) y4 {| tiles := [(0, [0])]; parts := []; pm := m |}.
Proof.
  pose proof (fun m j n k => zclosed m two_ctx two G1 _ j n k [y4] (ztyped _ _ _ two_checks)) as H.
  split; [apply (H Add 0 [(0, Red Add); (1, Red Add)] 1)|intros m; apply (H m 1 [(0, Tile _ 0); (1, Any _)] 0)];
    try reflexivity; try (repeat constructor; fail); intros a m' [E|[E|[]]]; inversion E; auto.
Qed.
Example two_values : map (zhole two_ctx two [y4] 0) (all_idx M22) =
    [mx [2] [1; 2]; mx [2] [1; 2]; mx [2] [3; 5]; mx [2] [3; 5]] /\
  map (zhole two_ctx two [y4] 1) (all_idx M22) = [mx [1] [1]; mx [1] [2]; mx [1] [3]; mx [1] [5]].
Proof. split; vm_compute; reflexivity. Qed.

(* ---------------- a context under a loop over axis 0 ---------------- *)
(* loop 1 sum (t. []) where r_0 is in scope, and slice 0 s[t] at the hole, s a slice of y4 by r_0: on the devices with
   r_0 = 1 the parts 3 and 5 represent their sum *)
Definition open_env (kap : coord) : list tensor := [chunk 0 y4 (snd (hd (0, 0) kap)) 2].
Definition open_ctx : @ctx ZS zops := XLoop 1 [Red Add] (XHole _).
Definition open_hole : core zmono zops := CSlice _ _ 0 0 0.
Theorem open_represents : represents M22
  (fun D => nth 0 (heval tz chunk concat reduce zsem M22 (fun D => open_env (restr [0] D)) (tr [1; 0] open_hole)
    (upd D 0 1)) tz) (mx [1] [8]) {| tiles := []; parts := [1]; pm := Add |}.
Proof.
  apply (@nest_context_represents ZS ZL zops unit zsem znum zoty zmdef M22 M22_pos ztyf_num znum_ok zsound Add open_ctx
    open_hole [0] [([2], tt)] [([1], tt)] 0 [(1, Red Add)] 0 open_env (fun D => open_env (restr [0] D)))
    with (D0 := [1; 0]).
  - repeat constructor. auto.
  - apply (@check_sound zmono zops unit ztyf znum (fun _ _ => true)). reflexivity.
  - reflexivity.
  - intros a m' [E|[]]; inversion E; auto.
  - intros D _. reflexivity.
  - intros D _. constructor; [|constructor]. split; [apply wf_chunk|reflexivity].
  - repeat constructor.
Qed.

(* ---------------- the premises are needed ---------------- *)
(* Two reductions with different monoids: sum over axis 0 of max over axis 1 of the four parts 1, 2, 3, 5 is 7. The nest
   lists both axes as partial, and ⊕ of the four parts is 11, 30, 5 or 1. *)
Definition mixed_ctx : @ctx ZS zops := XLoop 0 [Red Add] (XLet2 (CSlice _ _ 0 0 0) (XLoop 1 [Red Max] (XHole _))).
Definition mixed_nest : nest (S := ZS) := [(0, Red Add); (1, Red Max)].
Example two_monoids : zcheck M22 [] G1 (plug mixed_ctx open_hole) = Some [([1], tt)] /\
  zfollow mixed_ctx open_hole 0 = Some (mixed_nest, 0) /\
  zceval M22 [] [y4] (plug mixed_ctx open_hole) = [mx [1] [7]] /\
  forall m, ~ represents M22 (zhole mixed_ctx open_hole [y4] 0) (mx [1] [7]) (dist_of m mixed_nest).
Proof.
  repeat split; try (vm_compute; reflexivity). intros m R.
  pose proof (r_rep R (D := [0; 0]) ltac:(repeat constructor)) as E.
  destruct m; vm_compute in E; discriminate.
Qed.
(* An `any` loop whose result is tainted is not well-typed: the slices are not replicated, and represent no value. *)
Definition tainted_ctx : @ctx ZS zops := XLoop 0 [Any _] (XHole _).
Example any_tainted : zcheck M22 [] G1 (plug tainted_ctx open_hole) = None /\
  zfollow tainted_ctx open_hole 0 = Some ([(0, Any _)], 0) /\
  forall G m, ~ represents M22 (zhole tainted_ctx open_hole [y4] 0) G (dist_of m [(0, Any _)]).
Proof.
  repeat split; try (vm_compute; reflexivity). intros G m R.
  assert (E : zhole tainted_ctx open_hole [y4] 0 (upd [0; 0] 0 1) = zhole tainted_ctx open_hole [y4] 0 [0; 0]).
  { apply (r_repl R); [repeat constructor|simpl; lia|unfold size; simpl; lia|intros []]. }
  vm_compute in E. discriminate.
Qed.
(* An op between the loops: loop 0 sum (r. let h = loop 1 sum [] in h h) is (1 + 2)² + (3 + 5)², of which the hole has
   no parts: `follow` finds none, and the loops' attributes would say 11. *)
Definition y41 : tensor := mx [4; 1] [1; 2; 3; 5].
Definition between_ctx : @ctx ZS zops :=
  XLoop 0 [Red Add] (XLet2 (CSlice _ _ 0 0 0) (XLet1 (XLoop 1 [Red Add] (XHole _)) (COp _ ODot [0; 0]))).
Example op_between : zcheck M22 [] [([4; 1], tt)] (plug between_ctx open_hole) = Some [([1; 1], tt)] /\
  zfollow between_ctx open_hole 0 = None /\
  zceval M22 [] [y41] (plug between_ctx open_hole) = [mx [1; 1] [73]] /\
  ~ represents M22 (zhole between_ctx open_hole [y41] 0) (mx [1; 1] [73])
    {| tiles := []; parts := [0; 1]; pm := Add : mono |}.
Proof.
  repeat split; try (vm_compute; reflexivity). intros R.
  pose proof (r_rep R (D := [0; 0]) ltac:(repeat constructor)) as E.
  vm_compute in E. discriminate.
Qed.
