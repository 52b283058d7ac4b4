(* DTyping.v: distributed typing of whole HLO terms, D-Let among the D-rules; equal ways to write a distributed type. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions OpEntry Partial PartialOp.
Import ListNotations.
Set Implicit Arguments.

Section Equal.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation ok := (dev_ok M). Notation sizes := (sizes M). Notation in_mesh := (in_mesh M).
Notation represents := (represents M). Notation tile_of := (tile_of M). Notation lshape := (lshape M).
Notation chain := (chain M).

(* V ⊨ G : D is about V on the devices of the mesh alone *)
Theorem represents_ext V W G Dt : (forall D, ok D -> V D = W D) -> represents V G Dt -> represents W G Dt.
Proof.
  intros H [WG N HP C F R Rl]. split; auto.
  - intros D HD. rewrite <- H; auto.
  - intros D HD. rewrite <- (R D HD). apply red_ext with (M := M); auto. intros. symmetry. auto.
  - intros D a i HD Ha Hi X. rewrite <- !H; auto. now apply dev_ok_upd.
Qed.
(* D's that place the same chunks and use the same axes *)
Theorem represents_tiles V G ts ts' P m : Permutation (flat_map snd ts) (flat_map snd ts') ->
  chain ts' (shape G) -> lshape ts (shape G) = lshape ts' (shape G) ->
  (forall D, ok D -> tile_of ts D G = tile_of ts' D G) ->
  represents V G (mkD ts P m) -> represents V G (mkD ts' P m).
Proof.
  intros E C' Sh T [WG N HP C F R Rl]. cbn [tiles parts pm mkD] in *. unfold axes_of in N, Rl; simpl in N, Rl.
  assert (E' : Permutation (flat_map snd ts ++ P) (flat_map snd ts' ++ P)) by now apply Permutation_app_tail.
  split; cbn [tiles parts pm mkD]; auto.
  - now apply Permutation_NoDup with (1 := E').
  - now rewrite <- Sh.
  - intros D HD. cbn [tiles parts pm mkD]. rewrite <- T by auto. now apply R.
  - eapply repl_incl; [|exact Rl]. intros a. apply Permutation_in, E'.
Qed.
Lemma lin_at D A : in_mesh A -> ok D -> lin (sizes A) (at_ D A) < prod (sizes A).
Proof. intros HA HD. apply lin_lt. now apply at_inb. Qed.

(* tilings of different dimensions commute: D's per-dimension lists say all *)
Theorem tiles_swap V G ts d A d' B ts' P m : d <> d' ->
  represents V G (mkD (ts ++ (d, A) :: (d', B) :: ts') P m) ->
  represents V G (mkD (ts ++ (d', B) :: (d, A) :: ts') P m).
Proof.
  intros Ne R. pose proof (r_chain R) as C. pose proof (r_wf R) as W. cbn [tiles mkD] in C.
  apply chain_app in C as [C1 (D1 & D2 & D3 & D4 & D5 & D6 & D7)].
  rewrite upd_length in D4. rewrite nth_upd_other in D6, D7 by auto.
  revert R. apply represents_tiles.
  - rewrite !flat_map_app. apply Permutation_app_head. simpl. rewrite !app_assoc. apply Permutation_app_tail.
    apply Permutation_app_comm.
  - apply chain_app. split; auto. simpl. rewrite upd_length, !nth_upd_other, upd_comm by auto. auto 10.
  - rewrite !lshape_app. simpl. rewrite !nth_upd_other by auto. now rewrite upd_comm.
  - intros D HD. rewrite !tile_of_app. simpl. f_equal. apply chunk_comm; auto using lin_at;
      now rewrite shape_tile_of.
Qed.
(* two lists on one dimension are one, major first *)
Lemma div_split n a b : 0 < a -> 0 < b -> Nat.divide (a * b) n <-> Nat.divide a n /\ Nat.divide b (n / a).
Proof.
  intros Pa Pb. split.
  - intros [q ->]. replace (q * (a * b)) with (q * b * a) by lia. rewrite Nat.div_mul by lia.
    split; [now exists (q * b)|].
    now exists q.
  - intros [[q ->] [r Hr]]. rewrite Nat.div_mul in Hr by lia. exists r. rewrite Hr. lia.
Qed.
Lemma chunk_merge d A B n D t : in_mesh A -> in_mesh B -> ok D -> wf t -> shape t = n -> d < length n ->
  Nat.divide (prod (sizes (A ++ B))) (nth d n 0) ->
  chunk d (chunk d t (lin (sizes A) (at_ D A)) (prod (sizes A))) (lin (sizes B) (at_ D B)) (prod (sizes B)) =
  chunk d t (lin (sizes (A ++ B)) (at_ D (A ++ B))) (prod (sizes (A ++ B))).
Proof.
  intros HA HB HD W Sh Hd Hdiv. rewrite sizes_app, prod_app in *. rewrite chunk_chunk; auto using lin_at.
  - rewrite at_app, lin_app; auto. unfold at_, Mesh.sizes. now rewrite !map_length.
  - now rewrite Sh.
  - now apply sizes_pos.
  - now apply sizes_pos.
  - unfold dim. now rewrite Sh.
Qed.
Theorem tiles_merge V G ts d A B ts' P m :
  represents V G (mkD (ts ++ (d, A) :: (d, B) :: ts') P m) <-> represents V G (mkD (ts ++ (d, A ++ B) :: ts') P m).
Proof.
  set (n := lshape ts (shape G)).
  assert (Sh : in_mesh A -> in_mesh B -> d < length n ->
    upd (upd n d (nth d n 0 / prod (sizes A))) d (nth d n 0 / prod (sizes A) / prod (sizes B)) =
    upd n d (nth d n 0 / prod (sizes (A ++ B)))).
  { intros HA HB Hd. pose proof (sizes_pos M_pos HA). pose proof (sizes_pos M_pos HB).
    rewrite upd_upd, Nat.div_div by lia. now rewrite sizes_app, prod_app. }
  assert (Pe : Permutation (flat_map snd (ts ++ (d, A) :: (d, B) :: ts')) (flat_map snd (ts ++ (d, A ++ B) :: ts'))).
  { rewrite !flat_map_app. simpl. now rewrite !app_assoc. }
  split; intros R; pose proof (r_chain R) as C; pose proof (r_wf R) as W; cbn [tiles mkD] in C;
    apply chain_app in C as [C1 C2]; fold n in C2.
  - destruct C2 as (D1 & D2 & D3 & D4 & D5 & D6 & D7). rewrite nth_upd_same in D6, D7 by auto.
    rewrite (Sh D2 D5 D1) in D7.
    assert (Dv : Nat.divide (prod (sizes (A ++ B))) (nth d n 0)).
    { rewrite sizes_app, prod_app. apply div_split; auto using sizes_pos. }
    revert R. apply represents_tiles; auto.
    + apply chain_app. split; auto. simpl. fold n. repeat split; auto. apply Forall_app. auto.
    + rewrite !lshape_app. simpl. fold n. now rewrite nth_upd_same, Sh by auto.
    + intros D HD. rewrite !tile_of_app. simpl. f_equal.
      apply (@chunk_merge d A B n); auto using wf_tile_of. now rewrite shape_tile_of.
  - destruct C2 as (D1 & D2 & D3 & D4). apply Forall_app in D2 as [HA HB]. pose proof D3 as Dv.
    rewrite sizes_app, prod_app in D3. apply div_split in D3 as [D3 D3']; auto using sizes_pos.
    revert R. apply represents_tiles; auto using Permutation_sym.
    + apply chain_app. split; auto. simpl. fold n. rewrite upd_length, nth_upd_same, Sh by auto. auto 10.
    + rewrite !lshape_app. simpl. fold n. now rewrite nth_upd_same, Sh by auto.
    + intros D HD. rewrite !tile_of_app. simpl. f_equal. symmetry.
      apply (@chunk_merge d A B n); auto using wf_tile_of. now rewrite shape_tile_of.
Qed.
(* so a list on d can move past the other dimensions, and D-Gather and D-Slice work at the minor end of d's list *)
Lemma tiles_move V G d A ts' P m : forall ts, ~ In d (map fst ts') ->
  represents V G (mkD (ts ++ (d, A) :: ts') P m) <-> represents V G (mkD (ts ++ ts' ++ [(d, A)]) P m).
Proof.
  induction ts' as [|[d' B] ts' IH]; simpl; intros ts H; [tauto|].
  assert (E : forall X : list (nat * list axis), ts ++ (d', B) :: X = (ts ++ [(d', B)]) ++ X)
    by (intros; now rewrite <- app_assoc).
  rewrite (E (ts' ++ [(d, A)])), <- IH by tauto. rewrite <- E. split; apply tiles_swap; intros ->; tauto.
Qed.
Theorem D_Gather_dim V G ts d A B ts' P m : ~ In d (map fst ts') ->
  represents V G (mkD (ts ++ (d, B ++ A) :: ts') P m) ->
  represents (fgather concat M d A V) G (mkD (ts ++ (d, B) :: ts') P m).
Proof.
  intros H R. apply D_Gather_partial; auto. apply tiles_merge in R.
  change ((d, B) :: (d, A) :: ts') with ([(d, B)] ++ (d, A) :: ts') in R. rewrite app_assoc in R.
  apply tiles_move in R; auto. rewrite <- app_assoc. simpl. now rewrite <- app_assoc in R.
Qed.
Theorem D_Slice_dim V G ts d A B ts' P m : ~ In d (map fst ts') ->
  represents V G (mkD (ts ++ (d, B) :: ts') P m) ->
  let n := lshape (ts ++ (d, B) :: ts') (shape G) in
  d < length n -> NoDup A -> in_mesh A -> Nat.divide (prod (sizes A)) (nth d n 0) ->
  (forall a, In a A -> ~ In a (axes_of (mkD (ts ++ (d, B) :: ts') P m))) ->
  represents (fslice chunk M d A V) G (mkD (ts ++ (d, B ++ A) :: ts') P m).
Proof.
  intros H R n Hd ND HA Hdiv Dj. apply tiles_merge.
  change ((d, B) :: (d, A) :: ts') with ([(d, B)] ++ (d, A) :: ts'). rewrite app_assoc. apply tiles_move; auto.
  rewrite <- app_assoc. simpl. pose proof (D_Slice_partial M_pos R Hd ND HA Hdiv Dj) as X.
  rewrite <- app_assoc in X. exact X.
Qed.
End Equal.

Section DTyping.
Context {S : Scalars} {L : Laws S}.
Variable op : Type.
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation hlo := (hlo mono op). Notation heval := (heval tz chunk concat reduce osem M). Notation look := (look tz).
Notation ok := (dev_ok M). Notation sizes := (sizes M). Notation in_mesh := (in_mesh M).
Notation represents := (represents M). Notation lshape := (lshape M).

(* a global value and its distributed type *)
Definition gd : Type := tensor * dist.
Definition at_D (R : list gd) x G Dt := nth_error R x = Some (G, Dt).
Inductive dtype (R : list gd) : hlo -> list gd -> Prop :=
| D_Vars xs rs : Forall2 (fun x r => nth_error R x = Some r) xs rs -> dtype R (HVars _ _ xs) rs
| D_Tup s1 s2 r1 r2 : dtype R s1 r1 -> dtype R s2 r2 -> dtype R (HTup s1 s2) (r1 ++ r2)
| D_Let s1 s2 r1 r2 : dtype R s1 r1 -> dtype (r1 ++ R) s2 r2 -> dtype R (HLet s1 s2) r2
| DT_Slice d A x G ts P m : at_D R x G (mkD ts P m) -> let n := lshape ts (shape G) in
    d < length n -> NoDup A -> in_mesh A -> Nat.divide (prod (sizes A)) (nth d n 0) ->
    (forall a, In a A -> ~ In a (axes_of (mkD ts P m))) ->
    dtype R (HSlice _ _ d A x) [(G, mkD (ts ++ [(d, A)]) P m)]
| DT_Gather d A x G ts P m : at_D R x G (mkD (ts ++ [(d, A)]) P m) -> dtype R (HGather _ _ d A x) [(G, mkD ts P m)]
| DT_Reduce B x G ts P m : at_D R x G (mkD ts (P ++ B) m) -> dtype R (HReduce _ m B x) [(G, mkD ts P m)]
| DT_Scatter d A x G ts P m : at_D R x G (mkD ts (P ++ A) m) -> let n := lshape ts (shape G) in
    d < length n -> Nat.divide (prod (sizes A)) (nth d n 0) ->
    dtype R (HScatter _ m d A x) [(G, mkD (ts ++ [(d, A)]) P m)]
| DT_AllToAll d d' A x G ts P m : at_D R x G (mkD (ts ++ [(d, A)]) P m) -> let n := lshape ts (shape G) in
    d' < length n -> Nat.divide (prod (sizes A)) (nth d' n 0) ->
    dtype R (HAllToAll _ _ d d' A x) [(G, mkD (ts ++ [(d', A)]) P m)]
| DT_Op o xs og l shs rsh X ms mr : let n := length xs in let k := onum o in
    entries M n k l shs rsh (osem o) og -> NoDup (map (fun v : level => fst (fst v)) l) ->
    Forall (fun v : level => fst (fst v) < length M) l -> any_holds M n k l ->
    (forall i, i < n -> at_D R (nth i xs 0) (X i) (Dof (ms i) (operand_roles i l)) /\
       lshape (Dtiles (operand_roles i l)) (shape (X i)) = shs i /\ one_mono (ms i) (operand_roles i l)) ->
    (forall j, j < k -> one_mono (mr j) (result_roles j l)) ->
    dtype R (HOp _ o xs) (map (fun j => (nth j (og (args n X)) tz, Dof (mr j) (result_roles j l))) (seq 0 k))
| D_Equal s rs rs' : dtype R s rs ->                  (* tiles_swap, tiles_merge, represents_parts_perm, .. *)
    Forall2 (fun r r' => fst r = fst r' /\
      forall V, represents V (fst r) (snd r) -> represents V (fst r) (snd r')) rs rs' ->
    dtype R s rs'.

(* every variable represents its global value at its distributed type *)
Definition dist_env (R : list gd) (E : dev -> list tensor) := (forall D, ok D -> length (E D) = length R) /\
  forall x G Dt, at_D R x G Dt -> represents (fun D => look (E D) x) G Dt.
Lemma dist_env_app R1 R2 E1 E2 : dist_env R1 E1 -> dist_env R2 E2 -> dist_env (R1 ++ R2) (fun D => E1 D ++ E2 D).
Proof.
  intros [L1 H1] [L2 H2]. split.
  - intros D HD. rewrite !app_length, L1, L2; auto.
  - intros x G Dt H. unfold at_D in H. destruct (Nat.lt_ge_cases x (length R1)) as [Lt|Ge].
    + rewrite nth_error_app1 in H by auto. apply represents_ext with (V := fun D => look (E1 D) x); auto.
      intros D HD. symmetry. apply look_l. now rewrite L1.
    + rewrite nth_error_app2 in H by auto. apply represents_ext with (V := fun D => look (E2 D) (x - length R1)); auto.
      intros D HD. symmetry. replace x with (length R1 + (x - length R1)) at 1 by lia. now apply look_r, L1.
Qed.
Lemma dist_env_1 V G Dt : represents V G Dt -> dist_env [(G, Dt)] (fun D => [V D]).
Proof. intros R. split; auto. intros [|[|x]] G' D' H; inversion H; subst; auto. Qed.

(* the distributed typing rules are sound *)
Theorem dtype_sound R s rs : dtype R s rs -> forall E, dist_env R E -> dist_env rs (fun D => heval E s D).
Proof.
  induction 1; intros E HE; simpl.
  - split.
    + intros D HD. rewrite map_length. eapply Forall2_length; eauto.
    + intros x G Dt Hx. destruct HE as [_ HE]. unfold at_D in Hx. revert x Hx.
      assert (Q : forall xs rs, Forall2 (fun x r => nth_error R x = Some r) xs rs ->
        forall i r, nth_error rs i = Some r -> i < length xs /\ nth_error R (nth i xs 0) = Some r).
      { clear. induction 1; intros [|i] r Hi; simpl in *; try discriminate.
        - inversion Hi; subst. split; auto; lia.
        - destruct (IHForall2 _ _ Hi). split; auto; lia. }
      intros x Hx. destruct (Q _ _ H _ _ Hx) as [Lt HR]. eapply represents_ext; [|apply (HE _ _ _ HR)].
      intros D HD. unfold Core.look. now rewrite nth_map with (dA := 0).
  - apply dist_env_app; auto.
  - apply IHdtype2. apply dist_env_app; auto.
  - apply dist_env_1. apply D_Slice_partial; auto. now apply HE.
  - apply dist_env_1. apply D_Gather_partial; auto. now apply HE.
  - apply dist_env_1. apply D_Reduce_partial; auto. now apply HE.
  - apply dist_env_1. apply D_Scatter_partial; auto. now apply HE.
  - apply dist_env_1. apply D_AllToAll_partial; auto. now apply HE.
  - assert (Ex : forall D, map (look (E D)) xs = args n (fun i => look (E D) (nth i xs 0))).
    { intros D. unfold args, n. rewrite <- (map_nth_seq xs 0) at 1. now rewrite map_map. }
    split.
    + intros D HD. rewrite onum_ok, map_length, seq_length. reflexivity.
    + intros j G Dt Hj. unfold at_D in Hj. assert (Lj : j < k).
      { apply nth_error_lt in Hj. now rewrite map_length, seq_length in Hj. }
      assert (Sj : nth_error (seq 0 k) j = Some j).
      { rewrite nth_error_nth' with (d := 0) by now rewrite seq_length. now rewrite seq_nth. }
      pose proof (eq_trans (eq_sym (map_nth_error
        (fun j => (nth j (og (args n X)) tz, Dof (mr j) (result_roles j l))) _ _ Sj)) Hj) as Q.
      inversion Q; subst.
      eapply represents_ext; [|refine (@D_Op S L M M_pos n k l shs rsh (osem o) og H H0 H1 H2
        (fun i D => look (E D) (nth i xs 0)) X ms mr _ H4 j Lj)].
      * intros D HD. unfold apply_op, Core.look at 2. now rewrite Ex.
      * intros i Hi. destruct (H3 i Hi) as (Ha & Sh & O). destruct HE as [_ HE]. pose proof (HE _ _ _ Ha) as Q0.
        split; [exact Q0|]. split; [|exact O]. rewrite <- Sh. apply (r_local Q0).
  - destruct (IHdtype E HE) as [Ln HR]. split.
    + intros D HD. rewrite Ln by auto. eapply Forall2_length; eauto.
    + intros x G Dt Hx. assert (Q : exists Dt', at_D rs x G Dt' /\ forall V, represents V G Dt' -> represents V G Dt).
      { clear - H0 Hx. unfold at_D in *. revert x Hx.
        induction H0 as [|[G0 D0] [G1 D1] rs0 rs1 [E0 H1] H0 IH]; intros [|i] Hx; simpl in *; try discriminate; auto.
        inversion Hx; subst. eauto. }
      destruct Q as (Dt' & Hx' & Q). apply Q. now apply HR.
Qed.
(* D-Func: parameters that represent their global arguments at the parameters' D's ==> results represent the results of
   the global program at the results' D's *)
Corollary D_Func R s rs : dtype R s rs -> forall E, (forall D, ok D -> length (E D) = length R) ->
  (forall x G Dt, at_D R x G Dt -> represents (fun D => look (E D) x) G Dt) ->
  forall j G Dt, at_D rs j G Dt -> represents (fun D => look (heval E s D) j) G Dt.
Proof. intros H E HL HR. exact (proj2 (dtype_sound H (conj HL HR))). Qed.
End DTyping.
