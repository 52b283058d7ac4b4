(* PartialOp.v: D-Op, the distributed typing rule of ops: along each axis a valid registry entry (section 6), the axes
   taken in one common order; with tiles, partial axes and replicated axes together. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Registry Entries Partial.
Import ListNotations.
Set Implicit Arguments.

Section Entry.
Context {S : Scalars} {L : Laws S}.
Notation attr := (attr mono).
Notation comb := (comb tz concat reduce).
(* p 0 .. p (N-1), of shape sh, are the parts that s makes of x: chunks along d, summands, or N copies *)
Definition parts_of N sh (s : attr) (p : nat -> tensor) x :=
  unif sh (map p (seq 0 N)) /\ comb s (map p (seq 0 N)) = x /\
  match s with Tile _ d => d < length sh | Red _ => True | Any _ => forall r, r < N -> p r = x end.
Definition args n (x : nat -> tensor) := map x (seq 0 n).
(* the entry (st 0 .. st (n-1)) |-> (sr 0 .. sr (k-1)) of the op og is valid at N, ol being the op at local shapes *)
Definition valid n k N (shs rsh : nat -> list nat) (st sr : nat -> attr) (ol og : list tensor -> list tensor) :=
  forall p x, (forall i, i < n -> parts_of N (shs i) (st i) (p i) (x i)) ->
  forall j, j < k ->
  parts_of N (rsh j) (sr j) (fun r => nth j (ol (args n (fun i => p i r))) tz) (nth j (og (args n x)) tz).
Definition cshape N (s : attr) sh := match s with Tile _ d => upd sh d (N * nth d sh 0) | _ => sh end.
Definition op_typed n k (shs rsh : nat -> list nat) (o : list tensor -> list tensor) := forall x,
  (forall i, i < n -> wf (x i) /\ shape (x i) = shs i) ->
  forall j, j < k -> wf (nth j (o (args n x)) tz) /\ shape (nth j (o (args n x)) tz) = rsh j.

Lemma args_ext n x y : (forall i, i < n -> x i = y i) -> args n x = args n y.
Proof. intros H. apply map_ext_in. intros i Hi. apply in_seq in Hi. apply H. lia. Qed.
Lemma parts_of_nth N sh s p x r : parts_of N sh s p x -> r < N -> wf (p r) /\ shape (p r) = sh.
Proof. intros [[_ U] _] Hr. apply U. apply in_map_iff. exists r. split; auto. apply in_seq. lia. Qed.
Lemma parts_of_chunk N sh d p x : parts_of N sh (Tile _ d) p x ->
  (forall r, r < N -> p r = chunk d x r N) /\ shape x = upd sh d (N * nth d sh 0) /\ wf x.
Proof.
  intros (U & <- & Hd). cbn [Core.comb]. repeat split.
  - intros r Hr. pose proof (@chunk_concat _ d sh _ r U Hd) as H. rewrite map_length, seq_length in H.
    rewrite H by auto.
    now rewrite nth_map_seq.
  - rewrite (shape_concat d U). now rewrite map_length, seq_length.
  - apply wf_concat.
Qed.
Lemma chunk_parts N d x : wf x -> d < length (shape x) -> 0 < N -> Nat.divide N (dim d x) ->
  parts_of N (upd (shape x) d (dim d x / N)) (Tile _ d) (fun r => chunk d x r N) x.
Proof.
  intros W Hd HN Hdiv. split; [|split].
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r _. split; [apply wf_chunk|reflexivity].
  - now apply concat_chunk.
  - now rewrite upd_length.
Qed.

(* the definition is not empty: elementwise ops and matmul (Registry.v) *)
Definition ew g (l : list tensor) := [ew2 g (nth 0 l tz) (nth 1 l tz)].
Lemma lt2 (P : nat -> Prop) : (forall i, i < 2 -> P i) -> P 0 /\ P 1.
Proof. intros H. split; apply H; lia. Qed.
Theorem valid_ew_tile g N d sh : 0 < N -> d < length sh ->
  valid 2 1 N (fun _ => sh) (fun _ => sh) (fun _ => Tile _ d) (fun _ => Tile _ d) (ew g) (ew g).
Proof.
  intros HN Hd p x H j Hj. apply lt2 in H as [P0 P1]. replace j with 0 by lia. cbn [ew args map seq nth].
  pose proof (parts_of_chunk P0) as (E0 & S0 & W0). pose proof (parts_of_chunk P1) as (E1 & S1 & W1).
  split; [|split]; auto.
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    split; [apply wf_tab|]. simpl. apply (parts_of_nth P0). lia.
  - cbn [Core.comb]. rewrite <- (@ew2_tile S g (x 0) (x 1) d N (nth d sh 0)); auto.
    + f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. now rewrite E0, E1 by lia.
    + congruence.
    + now rewrite S0, upd_length.
    + unfold dim. rewrite S0, nth_upd_same by auto. lia.
Qed.
Theorem valid_ew_partial m N sh : 0 < N ->
  valid 2 1 N (fun _ => sh) (fun _ => sh) (fun _ => Red m) (fun _ => Red m) (ew (mop m)) (ew (mop m)).
Proof.
  intros HN p x H j Hj. apply lt2 in H as [P0 P1]. replace j with 0 by lia. cbn [ew args map seq nth].
  split; [|split]; auto.
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    split; [apply wf_tab|]. simpl. apply (parts_of_nth P0). lia.
  - cbn [Core.comb]. rewrite (@ew2_partial S L m (p 0) (p 1) sh N HN).
    + destruct P0 as (_ & <- & _), P1 as (_ & <- & _). reflexivity.
    + intros r Hr. apply (parts_of_nth P0 Hr).
    + intros r Hr. apply (parts_of_nth P1 Hr).
Qed.
Section Dot.
Variables (add : mono) (mul : T -> T -> T).
Definition dots (l : list tensor) := [dot add mul (nth 0 l tz) (nth 1 l tz)].
Definition at2 (A : Type) (a b : A) (i : nat) := if Nat.eqb i 0 then a else b.
(* (tile<1>, tile<0>) |-> partial<add> *)
Theorem valid_dot_contract N m k n : 0 < N -> 0 < k ->
  valid 2 1 N (at2 [m; k] [k; n]) (fun _ => [m; n]) (at2 (Tile _ 1) (Tile _ 0)) (fun _ => Red add) dots dots.
Proof.
  intros HN Hk p x H j Hj. apply lt2 in H as [P0 P1]. cbn [at2 Nat.eqb] in P0, P1. replace j with 0 by lia.
  cbn [dots args map seq nth].
  pose proof (parts_of_chunk P0) as (E0 & S0 & W0). pose proof (parts_of_chunk P1) as (E1 & S1 & W1). simpl in S0, S1.
  split; [|split]; auto.
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    destruct (parts_of_nth (r := r) P0 ltac:(lia)) as [_ Q0]. destruct (parts_of_nth (r := r) P1 ltac:(lia)) as [_ Q1].
    split; [apply wf_tab|]. unfold dot, comp, dim; simpl. now rewrite Q0, Q1.
  - cbn [Core.comb]. rewrite <- (@dot_contract S L add mul (x 0) (x 1) W0 W1) with (N := N) (q := k); auto.
    + f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. now rewrite E0, E1 by lia.
    + now rewrite S0.
    + now rewrite S1.
    + unfold dim. now rewrite S0, S1.
    + unfold dim. rewrite S0. simpl. lia.
Qed.
End Dot.
End Entry.

Section DOp.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation attr := (attr mono).
Notation size := (size M). Notation sizes := (sizes M). Notation ok := (dev_ok M).
Notation red := (freduce reduce M). Notation gather := (fgather concat M). Notation slice := (fslice chunk M).
Notation in_mesh := (in_mesh M). Notation funif := (funif M). Notation rep := (rep M).
Notation represents := (represents M). Notation lshape := (lshape M).

(* the role of one value along the axes, minor-most axis first, and the distributed type that it describes *)
Definition roles := list (axis * attr).
Fixpoint Dtiles (l : roles) : tiling :=
  match l with [] => [] | (a, Tile _ d) :: l => Dtiles l ++ [(d, [a])] | _ :: l => Dtiles l end.
Fixpoint Dparts (l : roles) : list axis :=
  match l with [] => [] | (a, Red _) :: l => Dparts l ++ [a] | _ :: l => Dparts l end.
Definition Dof m l := mkD (Dtiles l) (Dparts l) m.
Definition one_mono m (l : roles) := forall a m', In (a, Red m') l -> m' = m.

Definition coll a (s : attr) V : dev -> tensor :=
  match s with Tile _ d => gather d [a] V | Red m => red m [a] V | Any _ => V end.

Lemma in_Dof b m l : In b (axes_of (Dof m l)) <-> exists s, In (b, s) l /\ s <> Any _.
Proof.
  unfold axes_of, Dof, mkD; cbn [tiles parts]. induction l as [|[a s] l]; simpl.
  - split; [tauto|]. intros (s & [] & _).
  - assert (X : (exists s0, ((a, s) = (b, s0) \/ In (b, s0) l) /\ s0 <> Any _) <->
      (a = b /\ s <> Any _) \/ (exists s0, In (b, s0) l /\ s0 <> Any _)).
    { split.
      - intros (s0 & [E|E] & N); [inversion E; subst; auto|]. right; eauto.
      - intros [[-> N]|(s0 & E & N)]; eauto. }
    rewrite X, <- IHl. clear X IHl. destruct s; rewrite ?flat_map_app; simpl; rewrite ?in_app_iff; simpl.
    + assert (Tile mono d <> Any _) by discriminate. tauto.
    + assert (Red m0 <> Any _) by discriminate. tauto.
    + tauto.
Qed.
Lemma dev0 : ok (repeat 0 (length M)).
Proof.
  assert (H : forall l, Forall (lt 0) l -> inb (repeat 0 (length l)) l) by (induction 1; simpl; constructor; auto).
  apply H, M_pos.
Qed.

(* D-Gather, D-Reduce, or nothing *)
Lemma coll_represents V G m a s l : one_mono m ((a, s) :: l) -> represents V G (Dof m ((a, s) :: l)) ->
  represents (coll a s V) G (Dof m l).
Proof.
  intros O R. destruct s as [d|m'|]; cbn [coll]; auto.
  - now apply D_Gather_partial.
  - rewrite (O a m' (or_introl eq_refl)). now apply D_Reduce_partial.
Qed.
(* and back: where the combination along a represents G, the parts do with a at the minor end *)
Lemma uncoll_represents W Y sh G m a s l : a < length M -> funif sh W -> one_mono m ((a, s) :: l) ->
  match s with Tile _ d => d < length sh | _ => True end ->
  ~ In a (axes_of (Dof m l)) -> (forall D, ok D -> coll a s W D = Y D) ->
  replicated M W (axes_of (Dof m ((a, s) :: l))) ->
  represents Y G (Dof m l) -> represents W G (Dof m ((a, s) :: l)).
Proof.
  intros Ha FW O Hs Na HC RW [WG N HP C F R _]. cbn [tiles parts pm mkD Dof] in *.
  assert (Na' : ~ In a (Dparts l)) by (intros X; apply Na; unfold axes_of; simpl; apply in_app_iff; auto).
  assert (A1 : in_mesh [a]) by (repeat constructor; auto). pose proof (size_pos M_pos Ha) as Pa.
  assert (FC : funif (lshape (Dtiles l) (shape G)) (coll a s W)) by (intros D HD; rewrite HC; auto).
  assert (RC : rep (coll a s W) G (Dof m l)).
  { intros D HD. specialize (R D HD). cbn [tiles parts pm mkD Dof] in *. rewrite <- R.
    apply red_ext with (M := M); auto. }
  destruct s as [d|m'|]; cbn [coll] in *.
  - assert (E : lshape (Dtiles l) (shape G) = upd sh d (size a * nth d sh 0)).
    { pose proof (funif_gather M_pos d FW A1 dev0) as [_ E1]. simpl prod in E1. rewrite Nat.mul_1_r in E1.
      rewrite <- E1. symmetry. now apply FC, dev0. }
    assert (P1 : prod (sizes (@cons axis a [])) = size a) by (simpl; lia).
    split; cbn [tiles parts pm mkD Dof Dtiles Dparts]; auto.
    + cbn [Dtiles Dparts].
      apply Permutation_NoDup with (l := a :: axes_of (Dof m l)); [|constructor; auto].
      unfold Dof at 2. cbn [Dtiles Dparts]. rewrite axes_snoc. unfold axes_of, Dof, mkD; cbn [tiles parts].
      apply Permutation_cons_app. apply Permutation_refl.
    + apply chain_app. split; auto. cbn [Distributed.chain]. rewrite E, P1, upd_length, nth_upd_same by auto.
      repeat split; auto.
      exists (nth d sh 0). lia.
    + rewrite lshape_app. cbn [Distributed.lshape].
      rewrite E, P1, nth_upd_same, upd_upd, (Nat.mul_comm (size a)), Nat.div_mul by lia.
      now rewrite upd_nth.
    + assert (H : rep (slice d [a] (gather d [a] W)) G (mkD (Dtiles l ++ [(d, [a])]) (Dparts l) m)).
      { eapply D_Slice; eauto.
        - now rewrite E, upd_length.
        - rewrite E, nth_upd_same by auto. exists (nth d sh 0). simpl. lia.
        - intros b [<-|[]]. auto. }
      intros D HD. specialize (H D HD). cbn [tiles parts pm mkD Dof Dtiles Dparts] in *.
      etransitivity; [|exact H]. apply red_ext with (M := M); auto. intros D' HD'. symmetry.
      now apply S_GatherSlice with (sh := sh).
  - rewrite (O a m' (or_introl eq_refl)) in *.
    assert (E : lshape (Dtiles l) (shape G) = sh).
    { pose proof (funif_red M_pos m FW A1 dev0) as [_ <-]. symmetry. now apply FC, dev0. }
    split; cbn [tiles parts pm mkD Dof Dtiles Dparts]; auto.
    + unfold axes_of, Dof, mkD; cbn [tiles parts Dtiles Dparts].
      apply Permutation_NoDup with (l := a :: axes_of (Dof m l)); [|constructor; auto].
      unfold axes_of, Dof, mkD; cbn [tiles parts]. rewrite app_assoc. apply Permutation_cons_append.
    + apply Forall_app. auto.
    + now rewrite E.
    + intros D HD. specialize (RC D HD). cbn [tiles parts pm mkD Dof Dtiles Dparts] in *. rewrite <- RC. symmetry.
      now apply S_ReduceMerge with (sh := sh).
  - assert (E : lshape (Dtiles l) (shape G) = sh).
    { destruct (FW _ dev0) as [_ <-]. symmetry. now apply FC, dev0. }
    split; cbn [tiles parts pm mkD Dof Dtiles Dparts]; auto.
Qed.

Lemma coll_parts V sh a s D : a < length M -> ok D -> funif sh V ->
  match s with Tile _ d => d < length sh | Red _ => True | Any _ => forall i, i < size a -> V (upd D a i) = V D end ->
  parts_of (size a) sh s (fun r => V (upd D a r)) (coll a s V D).
Proof.
  intros Ha HD FV Hs. pose proof (size_pos M_pos Ha). split; [|split].
  - apply unif_map; [destruct (size a); simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    apply FV. apply dev_ok_upd; auto; lia.
  - destruct s; cbn [coll Core.comb].
    + now rewrite fgather_1.
    + now rewrite freduce_1.
    + destruct (size a); [lia|]. simpl. apply Hs. lia.
  - destruct s; auto.
Qed.
Lemma parts_coll W sh a s D x : a < length M -> ok D ->
  parts_of (size a) sh s (fun r => W (upd D a r)) x -> coll a s W D = x.
Proof.
  intros Ha HD (U & <- & H). pose proof (dev_ok_nth HD Ha). destruct s; cbn [coll Core.comb] in *.
  - now rewrite fgather_1.
  - now rewrite freduce_1.
  - rewrite <- (H (nth a D 0)) by auto. now rewrite upd_nth.
Qed.

(* an axis and the entry chosen along it: (a, operand roles, result roles) *)
Definition level : Type := axis * (nat -> attr) * (nat -> attr).
Definition operand_roles i (l : list level) : roles := map (fun v => (fst (fst v), snd (fst v) i)) l.
Definition result_roles j (l : list level) : roles := map (fun v => (fst (fst v), snd v j)) l.
(* og at the global shapes, ol at the local ones; between them one op instance per axis, each entry valid *)
Inductive entries n k : list level -> (nat -> list nat) -> (nat -> list nat) ->
  (list tensor -> list tensor) -> (list tensor -> list tensor) -> Prop :=
| E_none shs rsh o : op_typed n k shs rsh o -> entries n k [] shs rsh o o
| E_axis a st sr l shs rsh ol o og : valid n k (size a) shs rsh st sr ol o ->
    entries n k l (fun i => cshape (size a) (st i) (shs i)) (fun j => cshape (size a) (sr j) (rsh j)) o og ->
    entries n k ((a, st, sr) :: l) shs rsh ol og.
(* a result is replicated along an axis only where every operand is *)
Definition any_from_any n k (l : list level) := forall v i j, In v l -> i < n -> j < k ->
  snd v j = Any _ -> snd (fst v) i = Any _.
Definition apply_op n (ol : list tensor -> list tensor) (V : nat -> dev -> tensor) j : dev -> tensor :=
  fun D => nth j (ol (args n (fun i => V i D))) tz.

Lemma local_type V G m a s l sh : a < length M -> represents V G (Dof m ((a, s) :: l)) -> funif sh V ->
  match s with Tile _ d => d < length sh | _ => True end.
Proof.
  intros Ha [_ _ _ C F _ _] FV. destruct s; auto. cbn [tiles parts pm mkD Dof Dtiles Dparts] in *.
  apply chain_app in C as [_ [Hd _]]. destruct (FV _ dev0) as [_ <-]. destruct (F _ dev0) as [_ ->].
  rewrite lshape_app. cbn [Distributed.lshape]. now rewrite upd_length.
Qed.

(* D-Op: operands represent X i at the types that their roles describe ==> results represent the op's results
   at the types that the entries give; axes in one order, major last in the list *)
Theorem D_Op n k l : forall shs rsh ol og, entries n k l shs rsh ol og ->
  NoDup (map (fun v => fst (fst v)) l) -> Forall (fun v => fst (fst v) < length M) l -> any_from_any n k l ->
  forall (V : nat -> dev -> tensor) (X : nat -> tensor) ms mr,
  (forall i, i < n -> represents (V i) (X i) (Dof (ms i) (operand_roles i l)) /\ funif (shs i) (V i) /\
                      one_mono (ms i) (operand_roles i l)) ->
  (forall j, j < k -> one_mono (mr j) (result_roles j l)) ->
  forall j, j < k -> represents (apply_op n ol V j) (nth j (og (args n X)) tz) (Dof (mr j) (result_roles j l)).
Proof.
  induction l as [|[[a st] sr] l IH]; intros shs rsh ol og HE ND HM AA V X ms mr HV Hmr j Hj;
    inversion HE as [? ? ? OT|? ? ? ? ? ? ? o' ? HVal HE']; subst.
  - (* no axis is used: every device has X itself *)
    assert (E : forall i D, i < n -> ok D -> V i D = X i).
    { intros i D Hi HD. destruct (HV i Hi) as (R & FV & _). rewrite <- (@red_nil _ M (ms i) (V i) D) by apply FV, HD.
      exact (r_rep R HD). }
    assert (FW : forall D, ok D -> apply_op n og V j D = nth j (og (args n X)) tz).
    { intros D HD. unfold apply_op. f_equal. f_equal. apply args_ext. auto. }
    assert (HW : wf (nth j (og (args n X)) tz)).
    { apply OT; auto. intros i Hi. destruct (HV i Hi) as (_ & FV & _). rewrite <- (E i _ Hi dev0). apply FV, dev0. }
    split; cbn; auto.
    + constructor.
    + intros D HD. rewrite FW by auto. auto.
    + intros D HD. cbn [tiles parts pm mkD Dof Dtiles Dparts result_roles map Distributed.tile_of].
      rewrite red_nil; rewrite FW by auto; auto.
    + intros D a i HD Ha Hi _. rewrite !FW; auto. now apply dev_ok_upd.
  - inversion ND as [|? ? Na ND']; subst. inversion HM as [|? ? Ha HM']; subst. simpl in Na, Ha.
    assert (Np : forall r m, ~ In a (axes_of (Dof m (operand_roles r l)))).
    { intros r m X0. apply in_Dof in X0 as (s & X0 & _). apply in_map_iff in X0 as (v & E & X0). inversion E.
      apply Na, in_map_iff. eauto. }
    assert (Nr : forall r m, ~ In a (axes_of (Dof m (result_roles r l)))).
    { intros r m X0. apply in_Dof in X0 as (s & X0 & _). apply in_map_iff in X0 as (v & E & X0). inversion E.
      apply Na, in_map_iff. eauto. }
    set (U := fun i => coll a (st i) (V i)).
    assert (HP : forall i D, i < n -> ok D -> parts_of (size a) (shs i) (st i) (fun r => V i (upd D a r)) (U i D)).
    { intros i D Hi HD. destruct (HV i Hi) as (R & FV & _). apply coll_parts; auto.
      pose proof (local_type Ha R FV) as T1. cbn [snd fst] in T1. destruct (st i) eqn:Es; auto.
      intros r Hr. apply (r_repl R); auto. unfold operand_roles. cbn [map fst snd]. rewrite Es. apply Np. }
    assert (HU : forall i, i < n -> represents (U i) (X i) (Dof (ms i) (operand_roles i l)) /\
        funif (cshape (size a) (st i) (shs i)) (U i) /\ one_mono (ms i) (operand_roles i l)).
    { intros i Hi. destruct (HV i Hi) as (R & FV & O). split; [|split].
      - now apply coll_represents.
      - intros D HD. destruct (HP i D Hi HD) as (Un & <- & T1). unfold cshape. destruct (st i); cbn [Core.comb].
        + split; [apply wf_concat|]. rewrite (shape_concat d Un). now rewrite map_length, seq_length.
        + split; [apply wf_reduce|]. apply (shape_reduce m Un).
        + apply (unif_hd Un).
      - intros b m' H. apply (O b m'). now right. }
    assert (HW' : forall D, ok D -> forall j, j < k ->
        parts_of (size a) (rsh j) (sr j) (fun r => apply_op n ol V j (upd D a r)) (apply_op n o' U j D)).
    { intros D HD j' Hj'. apply (HVal (fun i r => V i (upd D a r)) (fun i => U i D)); auto. }
    assert (FW : funif (rsh j) (apply_op n ol V j)).
    { intros D HD. pose proof (parts_of_nth (r := nth a D 0) (HW' D HD j Hj) (dev_ok_nth HD Ha)) as P. cbn beta in P.
      now rewrite upd_nth in P. }
    apply (@uncoll_represents (apply_op n ol V j) (apply_op n o' U j) (rsh j)); auto.
    + now apply Hmr.
    + destruct (HW' _ dev0 j Hj) as (_ & _ & T1). cbn [fst snd]. destruct (sr j); auto.
    + apply Nr.
    + intros D HD. apply (@parts_coll _ (rsh j)); auto.
    + intros D b r HD Hb Hr Nb. unfold apply_op. f_equal. f_equal. apply args_ext. intros i Hi.
      destruct (HV i Hi) as (R & _ & _). apply (r_repl R); auto. intros X0. apply Nb.
      apply in_Dof in X0 as (s & X0 & Ns). apply in_map_iff in X0 as (v & E & Hv). inversion E; subst.
      apply in_Dof. exists (snd v j). split; [exact (in_map (fun v : level => (fst (fst v), snd v j)) _ v Hv)|].
      intros Ea. apply Ns. eapply AA; eauto.
    + assert (AA' : any_from_any n k l) by (intros v i j' Hv; apply AA; now right).
      assert (Hmr' : forall j, j < k -> one_mono (mr j) (result_roles j l)).
      { intros j' Hj' b m' H. apply (Hmr j' Hj' b m'). now right. }
      exact (IH _ _ _ _ HE' ND' HM' AA' U X ms mr HU Hmr' j Hj).
Qed.
End DOp.
