(* Translation.v: section 3. The translation of PartIR:Core to PartIR:HLO; L-Param and L-Result are in Functions.v. *)
From Coq Require Import List.
From PartIR Require Import Mesh Core Hlo.
Import ListNotations.
Set Implicit Arguments.

Section Translation.
Variables (mono op : Type).
Notation core := (core mono op). Notation hlo := (hlo mono op). Notation attr := (attr mono).

(* ci, by case on σi; xi is variable k *)
Definition one a (s : attr) k : hlo :=
  match s with Tile _ d => HGather _ _ d [a] k | Red m => HReduce _ m [a] k | Any _ => HVars _ _ [k] end.
(* (c1..cm) *)
Fixpoint colls a k (ss : list attr) : hlo :=
  match ss with [] => HVars _ _ [] | s :: ss => HTup (one a s k) (colls a (S k) ss) end.
(* ⟨e⟩; A: the axes of the range variables in scope, innermost first *)
Fixpoint tr (A : list axis) (e : core) : hlo :=
  match e with
  | CVars _ _ xs => HVars _ _ xs
  | COp _ o xs => HOp _ o xs
  | CLet e1 e2 => HLet (tr A e1) (tr A e2)
  | CSlice _ _ d x r => HSlice _ _ d [nth r A 0] x
  | CLoop a ss e => HLet (tr (a :: A) e) (colls a 0 ss)
  end.

(* ---- the rules ---- *)
(* L-Var: ⟨x⟩ = x *)
Lemma L_Var A x : tr A (CVars _ _ [x]) = HVars _ _ [x]. Proof. reflexivity. Qed.
(* L-Op: ⟨op(x̄)⟩ = op(x̄) *)
Lemma L_Op A o xs : tr A (COp _ o xs) = HOp _ o xs. Proof. reflexivity. Qed.
(* L-Let: ⟨let x̄ = e1 in e2⟩ = let x̄ = ⟨e1⟩ in ⟨e2⟩ *)
Lemma L_Let A e1 e2 : tr A (CLet e1 e2) = HLet (tr A e1) (tr A e2). Proof. reflexivity. Qed.
(* L-Tuple: ⟨(x̄)⟩ = (x̄) *)
Lemma L_Tuple A xs : tr A (CVars _ _ xs) = HVars _ _ xs. Proof. reflexivity. Qed.
(* L-Slice: ⟨slice d x[r_a]⟩ = all_slice[d:a] x *)
Lemma L_Slice A d x r a : nth_error A r = Some a -> tr A (CSlice _ _ d x r) = HSlice _ _ d [a] x.
Proof. intros H. simpl. now rewrite (nth_error_nth A r 0 H). Qed.
(* L-Loop: ⟨loop a (σ1..σm) (r.e)⟩ = let x1..xm = ⟨e⟩ in (c1..cm), ci by case on σi *)
Lemma L_Loop A a ss e : tr A (CLoop a ss e) = HLet (tr (a :: A) e) (colls a 0 ss). Proof. reflexivity. Qed.
(* L-Tile: ci = all_gather[d:a] xi *)
Lemma L_Tile a d k : one a (Tile _ d) k = HGather _ _ d [a] k. Proof. reflexivity. Qed.
(* L-Reduce: ci = all_reduce<⊕>{a} xi *)
Lemma L_Reduce a m k : one a (Red m) k = HReduce _ m [a] k. Proof. reflexivity. Qed.
(* L-Any: ci = xi *)
Lemma L_Any a k : one a (Any _) k = HVars _ _ [k]. Proof. reflexivity. Qed.
End Translation.
