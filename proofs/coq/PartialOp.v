(* PartialOp.v: D-Op, the distributed typing rule of ops: along each axis a valid registry entry (section 6), the axes
   taken in one common order; with tiles, partial axes and replicated axes together. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions OpEntry Partial.
Import ListNotations.
Set Implicit Arguments.

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
(* Along an axis where result j is replicated, so are all operands; or wherever it is partial further inside, N equal
   parts have the sum of N others only if they are the same. Without it the sum replicates, but not its parts
   (PartialExamples.v: D_Op_needs_cancelling). *)
Definition any_holds n k (l : list level) := forall l1 v l2 j, l = l1 ++ v :: l2 -> j < k -> snd v j = Any _ ->
  (forall i, i < n -> snd (fst v) i = Any _) \/
  (forall u m, In u l1 -> snd u j = Red m -> cancels m (size (fst (fst u)))).
Lemma any_from_any n k (l : list level) : (forall v i j, In v l -> i < n -> j < k -> snd v j = Any _ ->
  snd (fst v) i = Any _) -> any_holds n k l.
Proof. intros H l1 v l2 j -> Hj E. left. intros i Hi. apply (H v i j); auto. apply in_elt. Qed.
Lemma any_cancels n k (l : list level) : (forall u m j, In u l -> j < k -> snd u j = Red m ->
  cancels m (size (fst (fst u)))) -> any_holds n k l.
Proof. intros H l1 v l2 j -> Hj E. right. intros u m Hu. apply H; auto. apply in_or_app. auto. Qed.
Definition apply_op n (ol : list tensor -> list tensor) (V : nat -> dev -> tensor) j : dev -> tensor :=
  fun D => nth j (ol (args n (fun i => V i D))) tz.

Lemma local_type V G m a s l sh : a < length M -> represents V G (Dof m ((a, s) :: l)) -> funif sh V ->
  match s with Tile _ d => d < length sh | _ => True end.
Proof.
  intros Ha [_ _ _ C F _ _] FV. destruct s; auto. cbn [tiles parts pm mkD Dof Dtiles Dparts] in *.
  apply chain_app in C as [_ [Hd _]]. destruct (FV _ dev0) as [_ <-]. destruct (F _ dev0) as [_ ->].
  rewrite lshape_app. cbn [Distributed.lshape]. now rewrite upd_length.
Qed.

Lemma entries_depend n k l1 v l2 j : 1 < size (fst (fst v)) -> j < k -> snd v j = Any _ ->
  (forall u m, In u l1 -> snd u j = Red m -> cancels m (size (fst (fst u)))) ->
  Forall (fun v => fst (fst v) < length M) l1 -> forall shs rsh ol og, entries n k (l1 ++ v :: l2) shs rsh ol og ->
  (forall u, In u (l1 ++ v :: l2) -> tiles_in n shs (snd (fst u))) ->
  depends n shs ol j (fun i => snd (fst v) i = Any _).
Proof.
  intros Hb Hj Ha Hc HM. induction l1 as [|u l1 IH]; simpl; intros shs rsh ol og HE HT;
    inversion HE as [|? ? ? ? ? ? ? o' ? HV HE']; subst; cbn [fst snd] in *.
  - eapply depends_any; eauto. apply (HT (a, st, sr)). now left.
  - inversion HM as [|? ? Ha0 HM']; subst. cbn [fst] in Ha0.
    apply (@depends_below S n k (size a) shs rsh st sr ol o' j); auto.
    + now apply (size_pos M_pos).
    + apply (HT (a, st, sr)). now left.
    + intros m Hm. apply (Hc (a, st, sr) m); auto. now left.
    + apply (IH (fun u m Hu => Hc u m (or_intror Hu)) HM' _ _ _ _ HE'). intros w Hw i d Hi Hd.
      rewrite cshape_length. apply (HT w); auto.
Qed.
Lemma level_unique (l : list level) v w : NoDup (map (fun v => fst (fst v)) l) -> In v l -> In w l ->
  fst (fst v) = fst (fst w) -> v = w.
Proof.
  induction l as [|u l IH]; simpl; [easy|]. intros ND [->|Hv] [->|Hw] E; auto;
    inversion ND as [|? ? N1 N2]; subst; try tauto;
    destruct N1; [rewrite E|rewrite <- E]; now apply (in_map (fun v : level => fst (fst v))).
Qed.
Lemma role_tiles V G m l sh a d : represents V G (Dof m l) -> funif sh V -> In (a, Tile _ d) l -> d < length sh.
Proof.
  intros [_ _ _ C F _ _] FV H. cbn [tiles parts pm mkD Dof] in *. destruct (FV _ dev0) as [_ <-].
  destruct (F _ dev0) as [_ ->]. rewrite lshape_len. clear F. induction l as [|[b s] l IH]; simpl in *; [easy|].
  destruct H as [E|H].
  - inversion E; subst. apply chain_app in C as [_ [Hd _]]. now rewrite lshape_len in Hd.
  - apply IH; auto. destruct s; auto. now apply chain_app in C as [C _].
Qed.
(* unlisted axes replicate in a result: along them it is any, and every operand is, or it does not depend on those that
   are not *)
Lemma op_replicated n k l shs rsh ol og : entries n k l shs rsh ol og ->
  NoDup (map (fun v => fst (fst v)) l) -> Forall (fun v => fst (fst v) < length M) l -> any_holds n k l ->
  forall (V : nat -> dev -> tensor) (X : nat -> tensor) ms m,
  (forall i, i < n -> represents (V i) (X i) (Dof (ms i) (operand_roles i l)) /\ funif (shs i) (V i)) ->
  forall j, j < k -> replicated M (apply_op n ol V j) (axes_of (Dof m (result_roles j l))).
Proof.
  intros HE ND HM AH V X ms m HV j Hj D b r HD Hb Hr Nb. unfold apply_op.
  assert (R : forall i, i < n -> (forall v, In v l -> fst (fst v) = b -> snd (fst v) i = Any _) ->
    V i (upd D b r) = V i D).
  { intros i Hi H. destruct (HV i Hi) as (Ri & _). apply (r_repl Ri); auto. intros X0.
    apply in_Dof in X0 as (s & X0 & Ns). apply in_map_iff in X0 as (v & E & Hv). inversion E; subst. now apply Ns, H. }
  destruct (in_dec Nat.eq_dec b (map (fun v : level => fst (fst v)) l)) as [HI|HI].
  2:{ f_equal. f_equal. apply args_ext. intros i Hi. apply R; auto. intros v Hv <-. destruct HI.
      now apply (in_map (fun v : level => fst (fst v))). }
  apply in_map_iff in HI as (v & <- & Hv).
  assert (U : forall w, In w l -> fst (fst w) = fst (fst v) -> w = v) by (intros; eapply level_unique; eauto).
  assert (Ha : snd v j = Any _).
  { destruct (snd v j) eqn:E; auto; destruct Nb; apply in_Dof; exists (snd v j); rewrite E; (split; [|discriminate]);
      rewrite <- E; exact (in_map (fun v : level => (fst (fst v), snd v j)) _ v Hv). }
  pose proof (in_split _ _ Hv) as (l1 & l2 & El). destruct (AH l1 v l2 j El Hj Ha) as [A|A].
  - f_equal. f_equal. apply args_ext. intros i Hi. apply R; auto. intros w Hw E. rewrite (U w Hw E). auto.
  - destruct (Nat.le_gt_cases (size (fst (fst v))) 1) as [H1|H1].
    { pose proof (dev_ok_nth HD Hb). replace r with (nth (fst (fst v)) D 0) by lia. now rewrite upd_nth. }
    assert (HM1 : Forall (fun v => fst (fst v) < length M) l1) by (rewrite El in HM; now apply Forall_app in HM).
    assert (HE' := HE). rewrite El in HE'.
    apply (@entries_depend n k l1 v l2 j H1 Hj Ha A HM1 shs rsh ol og HE').
    + intros w Hw i d Hi Hd. destruct (HV i Hi) as (Ri & FV). assert (Hl : In w l) by (rewrite El; exact Hw).
      eapply role_tiles with (a := fst (fst w)); eauto. rewrite <- Hd.
      exact (in_map (fun v : level => (fst (fst v), snd (fst v) i)) _ w Hl).
    + intros i Hi. destruct (HV i Hi) as (_ & FV). apply FV. now apply dev_ok_upd.
    + intros i Hi. destruct (HV i Hi) as (_ & FV). now apply FV.
    + intros i Hi Ai. apply R; auto. intros w Hw E. now rewrite (U w Hw E).
Qed.

(* D-Op: operands represent X i at the types that their roles describe ==> results represent the op's results
   at the types that the entries give; axes in one order, major last in the list *)
Theorem D_Op n k l : forall shs rsh ol og, entries n k l shs rsh ol og ->
  NoDup (map (fun v => fst (fst v)) l) -> Forall (fun v => fst (fst v) < length M) l -> any_holds n k l ->
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
      - intros D HD. exact (parts_of_whole (HP i D Hi HD)).
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
    + refine (@op_replicated n k _ _ _ _ _ HE ND HM AA V X ms (mr j) _ j Hj). intros i Hi.
      destruct (HV i Hi) as (R & FV & _). auto.
    + assert (AA' : any_holds n k l).
      { intros l1 v l2 j' -> Hj' E. destruct (AA ((a, st, sr) :: l1) v l2 j' eq_refl Hj' E) as [A|A]; auto.
        right. intros u m Hu. apply A. now right. }
      assert (Hmr' : forall j, j < k -> one_mono (mr j) (result_roles j l)).
      { intros j' Hj' b m' H. apply (Hmr j' Hj' b m'). now right. }
      exact (IH _ _ _ _ HE' ND' HM' AA' U X ms mr HU Hmr' j Hj).
Qed.
End DOp.
