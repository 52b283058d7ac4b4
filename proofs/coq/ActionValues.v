(* ActionValues.v: section 7. tile, atomic and R-Fuse keep the denotation. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Tensor Mesh Core.
Import ListNotations.
Set Implicit Arguments.

Section Actions.
Context {S : Scalars} {L : Laws S}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable M : list nat.

Notation ceval := (ceval tz chunk concat reduce osem M).

Notation look := (look tz).

(* tile(x, d, a): loop a tile<d> (r. slice d x[r]) is x where M(a) divides its extent *)
Theorem R_Tile K env a d x : wf (look env x) -> d < length (shape (look env x)) -> 0 < size M a ->
  Nat.divide (size M a) (dim d (look env x)) ->
  ceval K env (CLoop a [Tile _ d] (CSlice _ _ d x 0)) = [look env x].
Proof. intros. simpl. unfold col. rewrite map_map. simpl. now rewrite concat_chunk. Qed.
(* atomic(x, a): loop a any (r. x) is x *)
Theorem R_Atomic K env a x : 0 < size M a ->
  ceval K env (CLoop a [Any _] (CVars _ _ [x])) = [look env x].
Proof. intros. simpl. unfold col. rewrite map_map. destruct (size M a); [lia|]. reflexivity. Qed.
(* R-Fuse, its heart: slice d x[r] of x = loop a tile<d> (r'.e) at ρ(r) = i is ⟦e[r/r']⟧ *)
Theorem R_Fuse_value K env a i d e sh : let x := nth 0 (ceval K env (CLoop a [Tile _ d] e)) tz in
  (forall j, j < size M a -> let t := nth 0 (ceval ((a, j) :: K) env e) tz in wf t /\ shape t = sh) ->
  d < length sh -> i < size M a ->
  chunk d x i (size M a) = nth 0 (ceval ((a, i) :: K) env e) tz.
Proof.
  intros x Hj Hd Hi. unfold x; simpl. unfold col. rewrite map_map.
  pose (ts := map (fun j => nth 0 (ceval ((a, j) :: K) env e) tz) (seq 0 (size M a))).
  assert (Lt : length ts = size M a) by (unfold ts; now rewrite map_length, seq_length).
  assert (U : unif sh ts).
  { apply unif_map; [destruct (size M a); simpl; [lia|congruence]|]. intros j Hin. apply in_seq in Hin. apply Hj. lia. }
  change (chunk d (concat d ts) i (size M a) = nth 0 (ceval ((a, i) :: K) env e) tz).
  rewrite <- Lt at 1. rewrite (chunk_concat U Hd) by lia. unfold ts. now rewrite nth_map_seq.
Qed.
End Actions.
