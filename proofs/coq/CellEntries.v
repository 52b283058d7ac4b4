(* CellEntries.v: section 6, from the equations that Registry.v and its like prove for an op,
     concat_d (map (r |-> g'(x^r)))  = g(x)   and   (+) (map (r |-> g'(x^r))) = g(x),
   with x^r the chunks of the tiled operands, to the validity that propagation asks for (Cells.v: valid_sem). *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells.
Import ListNotations.
Set Implicit Arguments.

Section Entries.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable localise : op -> nat -> @entry Sc -> op.
Notation valid_sem := (@valid_sem Sc op elt osem localise).
Notation val := (@val Sc elt).

Lemma fams_locs N ins : existsb is_red ins = false -> forall xs Vs, fams N ins xs Vs ->
  forall r, r < N -> map (fun V : nat -> tensor => V r) Vs = locs N r ins xs.
Proof.
  induction ins as [|s ins IH]; intros HR [|x xs] [|V Vs] HF r Hr; simpl in HF; try contradiction; auto.
  simpl in HR. apply orb_false_iff in HR as [Hs HR]. destruct HF as [HV HF]. simpl. f_equal; auto.
  destruct s; simpl in *; try discriminate; auto.
Qed.
(* an entry without partial operands: only the chunks themselves have to be looked at *)
Theorem valid_sem_locs N o ins outs ts : existsb is_red ins = false ->
  (forall xs, Forall2 val xs ts -> let row r := osem (localise o N (ins, outs)) (locs N r ins xs) in
    combs tz concat reduce 0 outs (map row (seq 0 N)) = osem o xs /\
    forall j r, nth_error outs j = Some (Any _) -> r < N -> nth j (row r) tz = nth j (osem o xs) tz) ->
  valid_sem N (Some o) (ins, outs) ts.
Proof.
  intros HR H xs Vs HV HF. destruct (H xs HV) as [E A]. unfold rows. simpl in *. split.
  - rewrite <- E. f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. f_equal. apply fams_locs; auto. lia.
  - intros j r Hj Hr. rewrite nth_map_seq by auto. rewrite (fams_locs _ HR _ _ HF) by auto. eauto.
Qed.

(* ops with one result, g at global and g' at local shapes *)
Variables (N : nat) (o : op) (ins : list (attr mono)) (ts : list (ty elt)) (g g' : list tensor -> tensor).
Hypothesis HR : existsb is_red ins = false.
Hypothesis Hg : forall xs, Forall2 val xs ts -> osem o xs = [g xs].
Section One.
Variable out : attr mono.
Hypothesis Hg' : forall xs r, Forall2 val xs ts -> r < N ->
  osem (localise o N (ins, [out])) (locs N r ins xs) = [g' (locs N r ins xs)].
Let parts xs := map (fun r => g' (locs N r ins xs)) (seq 0 N).
Lemma one_result : is_any out = false ->
  (forall xs, Forall2 val xs ts -> comb tz concat reduce out (parts xs) = g xs) ->
  valid_sem N (Some o) (ins, [out]) ts.
Proof.
  intros HA H. apply valid_sem_locs; auto. intros xs HV. split.
  - rewrite Hg, <- H by auto. simpl. do 2 f_equal. unfold col, parts. rewrite map_map. apply map_ext_in.
    intros r Hr. apply in_seq in Hr. rewrite Hg' by (auto; lia). reflexivity.
  - intros [|[|]] r E; try discriminate. injection E as ->. discriminate.
Qed.
End One.
(* (..) |-> tile<d> and (..) |-> partial<m>, from the equations *)
Theorem tile_entry d :
  (forall xs r, Forall2 val xs ts -> r < N ->
    osem (localise o N (ins, [Tile _ d])) (locs N r ins xs) = [g' (locs N r ins xs)]) ->
  (forall xs, Forall2 val xs ts -> concat d (map (fun r => g' (locs N r ins xs)) (seq 0 N)) = g xs) ->
  valid_sem N (Some o) (ins, [Tile _ d]) ts.
Proof. intros H H'. exact (@one_result (Tile _ d) H eq_refl H'). Qed.
Theorem partial_entry m :
  (forall xs r, Forall2 val xs ts -> r < N ->
    osem (localise o N (ins, [Red m])) (locs N r ins xs) = [g' (locs N r ins xs)]) ->
  (forall xs, Forall2 val xs ts -> reduce m (map (fun r => g' (locs N r ins xs)) (seq 0 N)) = g xs) ->
  valid_sem N (Some o) (ins, [Red m]) ts.
Proof. intros H H'. exact (@one_result (Red m) H eq_refl H'). Qed.
End Entries.
