(* ValidityExamples.v: section 6, what separates the two notions of a valid entry (Validity.v) where a premise fails,
   and entries of ValidOps.v on numbers. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Registry Entries
  Comprehension Reads Partials OpEntry Partial PartialOp Check Soundness ActionValues Cells CellEntries Validity
  ValidOps ValidMovement ValidDOp.
Import ListNotations.

#[local] Existing Instance ZI.
#[local] Instance ZIL : Laws ZI.
Proof. split; intros; simpl; lia. Qed.
Notation tile d := (Tile unit d).
Notation any := (Any unit).
Definition add : @mono ZI := tt.

(* one op, which is given in each example; nothing is localised *)
Definition one_loc (_ : unit) (_ : nat) (_ : entry) := tt.
Notation sem_valid f := (@valid_sem ZI unit unit (fun _ => f) one_loc 2 (Some tt)).
Notation dop_valid f := (@op_valid ZI unit unit (fun _ => f) one_loc 2 tt).
Definition vt (n : list nat) : ty unit := (n, tt).
Definition copy_op (l : list tensor) : list tensor := [nth 0 l tz].

(* 1. What the parts of a tile leave over is not seen by D-Op: halves of 3 elements have 1, and D-Op's operands have 2.
   The identity is valid there, but not as propagation asks for it *)
Lemma copy_op_valid n ts' : 0 < length n -> fst (nth 0 ts' (vt [])) = upd n 0 (nth 0 n 0 / 2) ->
  length ts' = 1 -> dop_valid copy_op ([tile 0], [tile 0]) [vt n] ts'.
Proof.
  intros Hn E L p x H j Hj. replace j with 0 by (simpl in Hj; lia). specialize (H 0 (le_n 1)).
  destruct ts' as [|t [|]]; try discriminate. simpl in *. now rewrite E.
Qed.
Example rest_unseen : dop_valid copy_op ([tile 0], [tile 0]) [vt [3]] [vt [1]] /\
  ~ sem_valid copy_op ([tile 0], [tile 0]) [vt [3]].
Proof.
  split; [now apply copy_op_valid; simpl; auto|]. intros H.
  destruct (H [vec [1; 2; 3]%Z] [fun r => chunk 0 (vec [1; 2; 3]%Z) r 2]) as [E _].
  - repeat constructor.
  - simpl. auto.
  - vm_compute in E. discriminate E.
Qed.

(* 2. Results beyond the entry's are not seen by D-Op *)
Definition twice_op (l : list tensor) : list tensor := [nth 0 l tz; nth 0 l tz].
Example results_beyond : dop_valid twice_op ([tile 0], [tile 0]) [vt [2]] [vt [1]] /\
  ~ sem_valid twice_op ([tile 0], [tile 0]) [vt [2]].
Proof.
  split.
  - intros p x H j Hj. replace j with 0 by (simpl in Hj; lia). exact (H 0 (le_n 1)).
  - intros H. destruct (H [vec [1; 2]%Z] [fun r => chunk 0 (vec [1; 2]%Z) r 2]) as [E _].
    + repeat constructor.
    + simpl. auto.
    + vm_compute in E. discriminate E.
Qed.

(* 3. Whether a part is well-formed is not seen by propagation: concat reads of a tensor what its shape says *)
Definition junk_op (l : list tensor) : list tensor :=
  let x := nth 0 l tz in if Nat.eqb (dim 0 x) 2 then [x] else [mkT (shape x) (data x ++ [7%Z])].
Lemma two_bits (t : tensor) : val t (vt [2]) -> exists a b, t = vec [a; b].
Proof. destruct t as [sh [|a [|b [|]]]]; intros [W E]; simpl in E; subst; try discriminate W. now exists a, b. Qed.
Example ill_formed_parts : sem_valid junk_op ([tile 0], [tile 0]) [vt [2]] /\
  ~ dop_valid junk_op ([tile 0], [tile 0]) [vt [2]] [vt [1]].
Proof.
  split.
  - intros xs Vs HX HF. apply ValidOps.inv1 in HX as (x & -> & HX). apply two_bits in HX as (a & b & ->).
    apply fams1 in HF as (V & -> & HV). simpl in HV.
    split; [|intros [|[|]] r E; discriminate E]. unfold rows. simpl.
    rewrite (HV 0 ltac:(lia)), (HV 1 ltac:(lia)). reflexivity.
  - intros H. destruct (H (fun _ r => chunk 0 (vec [1; 2]%Z) r 2) (fun _ => vec [1; 2]%Z)) with (j := 0) as (U & _).
    + intros i Hi. replace i with 0 by (simpl in Hi; lia). simpl.
      apply (@chunk_parts ZI 2 0 (vec [1; 2]%Z)); simpl; auto; [reflexivity|now exists 1].
    + simpl. lia.
    + destruct U as [_ U]. destruct (U _ (or_introl eq_refl)) as [W _]. discriminate W.
Qed.

(* 4. Nor whether a result has the dimension on which it is tiled: any |-> tile<0> of a scalar *)
Example no_such_dimension : sem_valid copy_op ([any], [tile 0]) [vt []] /\
  ~ dop_valid copy_op ([any], [tile 0]) [vt []] [vt []].
Proof.
  split.
  - intros xs Vs HX HF. apply ValidOps.inv1 in HX as (x & -> & [W E]). apply fams1 in HF as (V & -> & HV). simpl in *.
    split; [|intros [|[|]] r X; discriminate X]. rewrite (HV 0 ltac:(lia)), (HV 1 ltac:(lia)).
    destruct x as [sh [|a [|]]]; simpl in E; subst; try discriminate W. reflexivity.
  - intros H. destruct (H (fun _ _ => sca 1) (fun _ => sca 1)) with (j := 0) as (_ & _ & X); simpl in *; try lia.
    intros i Hi. replace i with 0 by lia. split; [|split; auto].
    split; [discriminate|]. intros t [<-|[<-|[]]]; split; reflexivity.
Qed.

(* 5. A product is linear in one operand while the other is held, not in both (hom) *)
Definition dot_op (l : list tensor) : list tensor := [dot add Z.mul (nth 0 l tz) (nth 1 l tz)].
Definition m1 (v : Z) : tensor := @mkT ZI [1; 1] [v].
Example both_partial : ~ sem_valid dot_op ([Red add; Red add], [Red add]) [vt [1; 1]; vt [1; 1]].
Proof.
  intros H. destruct (H [m1 1; m1 1] [fun r => m1 (if Nat.eqb r 0 then 1 else 0);
    fun r => m1 (if Nat.eqb r 0 then 0 else 1)]) as [E _].
  - repeat constructor.
  - simpl. repeat split; destruct r; reflexivity.
  - vm_compute in E. discriminate E.
Qed.

(* 6. The premises at work: [4, 6] x [6, 2] on a mesh 2 x 3, rows tiled by axis 0 and, inside, the contracted dimension
   by axis 1: the product of one device's [2, 2] and [2, 2] *)
Definition M23 := [2; 3].
Definition Dot : @vop ZI := VDot add Z.mul.
Notation zchosen := (chosen (vsem (fun i => i) (fun i => i) add) (@vty ZI) (@vdef ZI) (@vloc ZI) M23).
Definition cs6 : list (axis * @entry ZI) := [(1, ([tile 1; tile 0], [Red add])); (0, ([tile 0; any], [tile 0]))].
Example chosen_6 : exists ts', zchosen cs6 Dot [tp [2; 2]; tp [2; 2]] ts' Dot.
Proof.
  assert (P : Forall (lt 0) M23) by (repeat constructor).
  assert (H0 : zchosen [] Dot [tp [4; 6]; tp [6; 2]] [tp [4; 2]] Dot) by (constructor; apply TDot).
  assert (E0 : ventry (size M23 0) Dot [tp [4; 6]; tp [6; 2]] ([tile 0; any], [tile 0])).
  { apply (@EDotRows ZI 2 add Z.mul 4 6 2). exists 2. split; [reflexivity|lia]. }
  destruct (@registry_chosen ZI ZIL _ _ _ M23 0 _ _ _ _ _ _ P (le_S _ _ (le_n 1)) E0 H0) as [ts1 H1].
  assert (E1 : ventry (size M23 1) Dot [tp [2; 6]; tp [6; 2]] ([tile 1; tile 0], [Red add])).
  { apply (@EDotContract ZI 3 add Z.mul 2 6 2). exists 2. split; [reflexivity|lia]. }
  destruct (@registry_chosen ZI ZIL _ _ _ M23 1 _ _ _ _ _ _ P (le_n 2) E1 H1) as [ts2 H2].
  exists ts2. exact H2.
Qed.
(* partial<add> -> partial<add> of a product in its left operand, on numbers *)
Example dot_partial_6 : let y := @mkT ZI [2; 2] [1; 2; 3; 4]%Z in
  let p r := @mkT ZI [1; 2] (if Nat.eqb r 0 then [1; 5] else [2; -5])%Z in
  reduce add (map (fun r => dot add Z.mul (p r) y) (seq 0 2)) = @mkT ZI [1; 2] [3; 6]%Z /\
  ventry 2 Dot [tp [1; 2]; tp [2; 2]] ([Red add; any], [Red add]).
Proof. split; [vm_compute; reflexivity|]. apply (@EDotPartialL ZI 2 add Z.mul 1 2 2); [lia|]. simpl. intros. lia. Qed.
(* gcomp_partial_valid at work: elements 1 and 2 of 4, from parts of all 4 *)
Definition slice_op (l : list tensor) : list tensor :=
  [@Movement.slice ZI (fun i => i) (fun i => i) add [1] [1] [2] (nth 0 l tz)].
Example slice_partial_7 : sem_valid slice_op ([Red add], [Red add]) [vt [4]].
Proof.
  apply gcomp_partial_valid with (ofZ := fun i : Z => i) (toZ := fun i : Z => i) (osh := [2]) (K := [])
    (body := Read 0 [aff [(0, 1%Z)] 1] [] []); auto.
  - exact ZIL.
  - constructor; [exact Logic.I|constructor].
  - constructor; [now left|constructor].
  - intros xs I HX HI. apply ValidOps.inv1 in HX as (x & -> & [_ E]). inversion HI as [|i ? I' ? Hi HI']; subst.
    inversion HI'; subst. apply LRead; auto. simpl nth. rewrite E. destruct i as [|[|i]]; [reflexivity..|lia].
Qed.
