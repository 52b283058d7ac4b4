(* OracleGood.v: values of a type: every element is a scalar of the element type, in its range. All ops of the oracle
   (OracleTyped.v) and all of Core keep this, so that what the oracle prints is never a filler and always in range. *)
From Coq Require Import List Arith ZArith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues OracleScalar OracleEval OracleOps.
Import ListNotations.
Set Implicit Arguments.

Notation in_range e v := (low e <= v < low e + modulus e)%Z.
Definition good (e : elt) (x : T) : Prop := exists v, x = V e v /\ in_range e v.

(* ---- scalar functions ---- *)
Lemma elt_refl e : elt_eqb e e = true. Proof. now apply elt_eqb_eq. Qed.
Lemma good_norm e v : good e (V e (norm e v)).
Proof. eexists; split; eauto using norm_range. Qed.
Lemma good_times e a b : good e (V e (times e a b)).
Proof. rewrite times_ok. apply good_norm. Qed.
Lemma good_bit b : good I1 (V I1 (bit b)).
Proof. eexists; split; eauto. destruct b; simpl; lia. Qed.

(* ranges of integer types, by what is left of the low bits *)
Lemma shiftr_range k v : (0 <= k -> Z.shiftr v k = 0 <-> 0 <= v < 2 ^ k)%Z /\
  (0 <= k -> Z.shiftr v k = -1 <-> - 2 ^ k <= v < 0)%Z.
Proof.
  assert (P : (0 <= k -> 0 < 2 ^ k)%Z) by (intros; apply Z.pow_pos_nonneg; lia).
  split; intros Hk; specialize (P Hk); rewrite Z.shiftr_div_pow2 by auto;
    pose proof (Z.div_mod v (2 ^ k) ltac:(lia)); pose proof (Z.mod_pos_bound v (2 ^ k) P); split; intros; nia.
Qed.
Lemma integer_range e : is_float e = false -> exists k s, (0 <= k)%Z /\ forall v,
  in_range e v <-> Z.shiftr v k = 0%Z \/ (s = true /\ Z.shiftr v k = (-1)%Z).
Proof.
  intros F.
  assert (U : forall k, (0 <= k)%Z -> low e = 0%Z -> modulus e = (2 ^ k)%Z -> exists k s, (0 <= k)%Z /\ forall v,
    in_range e v <-> Z.shiftr v k = 0%Z \/ (s = true /\ Z.shiftr v k = (-1)%Z)).
  { intros k Hk -> ->. exists k, false. split; auto. intros v. rewrite (proj1 (shiftr_range k v)) by auto.
    intuition (discriminate || lia). }
  assert (W : forall k, (0 <= k)%Z -> low e = (- 2 ^ k)%Z -> modulus e = (2 * 2 ^ k)%Z -> exists k s, (0 <= k)%Z /\
    forall v, in_range e v <-> Z.shiftr v k = 0%Z \/ (s = true /\ Z.shiftr v k = (-1)%Z)).
  { intros k Hk -> ->. exists k, true. split; auto. intros v.
    rewrite (proj1 (shiftr_range k v)), (proj2 (shiftr_range k v)) by auto. intuition lia. }
  destruct e as [|[]|[]|f]; [apply (U 1%Z)|apply (W 1%Z)|apply (W 3%Z)|apply (W 7%Z)|apply (W 15%Z)|apply (W 31%Z)
    |apply (U 2%Z)|apply (U 4%Z)|apply (U 8%Z)|apply (U 16%Z)|apply (U 32%Z)|discriminate]; (lia || reflexivity).
Qed.
Lemma good_bitwise (f : Z -> Z -> Z) e a b : is_float e = false ->
  (forall x y n, (0 <= n)%Z -> Z.shiftr (f x y) n = f (Z.shiftr x n) (Z.shiftr y n)) ->
  f 0%Z 0%Z = 0%Z -> (forall x y, (x = 0 \/ x = -1)%Z -> (y = 0 \/ y = -1)%Z -> f x y = 0%Z \/ f x y = (-1)%Z) ->
  in_range e a -> in_range e b -> good e (V e (f a b)).
Proof.
  intros F S F0 F1 Ha Hb. destruct (integer_range e F) as (k & s & Hk & R). exists (f a b). split; auto.
  apply R. apply R in Ha. apply R in Hb. rewrite S by auto. destruct s.
  - destruct (F1 (Z.shiftr a k) (Z.shiftr b k)); intuition.
  - left. destruct Ha as [->|[E _]]; [|discriminate]. destruct Hb as [->|[E _]]; [|discriminate]. exact F0.
Qed.
Lemma good_land e a b : is_float e = false -> in_range e a -> in_range e b ->
  good e (V e (Z.land a b)).
Proof. intros. apply good_bitwise; auto using Z.shiftr_land. intros x y [->| ->] [->| ->]; auto. Qed.
Lemma good_lor e a b : is_float e = false -> in_range e a -> in_range e b ->
  good e (V e (Z.lor a b)).
Proof. intros. apply good_bitwise; auto using Z.shiftr_lor. intros x y [->| ->] [->| ->]; auto. Qed.
Lemma good_lxor e a b : is_float e = false -> in_range e a -> in_range e b ->
  good e (V e (Z.lxor a b)).
Proof. intros. apply good_bitwise; auto using Z.shiftr_lxor. intros x y [->| ->] [->| ->]; auto. Qed.
Lemma good_max e a b : in_range e a -> in_range e b ->
  good e (V e (Z.max a b)) /\ good e (V e (Z.min a b)).
Proof. intros. split; eexists; split; eauto; lia. Qed.

Lemma logical_not_float e : is_bool e || is_int e = true -> is_float e = false.
Proof. destruct e; simpl; congruence. Qed.
Lemma good_zop m e x y : defined_on m e = true -> good e x -> good e y -> good e (lift2 (zop m) x y).
Proof.
  intros D (a & -> & Ha) (b & -> & Hb). unfold lift2. rewrite elt_refl.
  destruct m; simpl in D |- *; auto using good_norm, good_times; try (now apply good_max).
  - apply good_land; auto using logical_not_float.
  - apply good_lor; auto using logical_not_float.
Qed.
Lemma good_binary b e x y : binary_on b e = true -> good e x -> good e y -> good e (binary_fn b x y).
Proof.
  intros D (a & -> & Ha) (c & -> & Hc). unfold binary_fn, lift2. rewrite elt_refl.
  destruct b; simpl in D |- *; auto using good_norm, good_times; try (now apply good_max).
  - apply good_land; auto using logical_not_float.
  - apply good_lor; auto using logical_not_float.
  - apply good_lxor; auto using logical_not_float.
Qed.
Lemma good_unary u e x : unary_on u e = true -> good e x -> good e (unary_fn u x).
Proof.
  intros D (a & -> & Ha). unfold unary_fn, lift1. destruct u; auto using good_norm, good_times.
  exists (Z.sgn a). split; auto. clear Ha. simpl in D. destruct e as [|[]|[]|[]]; try discriminate; simpl;
    unfold c2_1, c2_3, c2_7, c2_15, c2_31, half_prime, prime; lia.
Qed.
Lemma good_compare c e e' x y : good e x -> good e' y -> good I1 (compare_fn c x y).
Proof. intros (a & -> & _) (b & -> & _). apply good_bit. Qed.
Lemma good_select e e' p x y : good e' p -> good e x -> good e y -> good e (select_fn p x y).
Proof. intros (a & -> & _) Hx Hy. simpl. now destruct (Z.eqb a 0). Qed.
Lemma good_convert e e' x : good e' x -> good e (convert_fn e x).
Proof. intros (a & -> & _). destruct e; simpl; auto using good_bit; apply good_norm. Qed.
Lemma good_fold X (f : T -> X -> T) e l : (forall a k, In k l -> good e a -> good e (f a k)) -> forall a, good e a ->
  good e (fold_left f l a).
Proof. induction l; simpl; intros H a' Ha; auto. Qed.

(* ---- tensors of a type ---- *)
Definition typed (t : tensor) (y : ty elt) : Prop := val t y /\ forall ix, inb ix (fst y) -> good (snd y) (get t ix).
Lemma typed_val t y : typed t y -> val t y. Proof. now intros []. Qed.
Lemma typed_tab sh e f : (forall ix, inb ix sh -> good e (f ix)) -> typed (tab sh f) (sh, e).
Proof. intros H. split; [split; [apply wf_tab|reflexivity]|]. simpl. intros ix Hix. rewrite get_tab; auto. Qed.
(* which is: all of its data *)
Lemma typed_data t sh e : wf t -> shape t = sh -> Forall (good e) (data t) -> typed t (sh, e).
Proof.
  intros W <- H. split; [split; auto|]. simpl. intros ix Hix. unfold get. rewrite Forall_forall in H. apply H.
  apply nth_In. unfold wf in W. rewrite W. now apply lin_lt.
Qed.
Lemma data_typed t y : typed t y -> Forall (good (snd y)) (data t).
Proof.
  intros [[W E] H]. rewrite <- (tab_get W). simpl. apply Forall_forall. intros x Hx.
  apply in_map_iff in Hx as (ix & <- & Hix). apply in_all_idx in Hix. apply H. now rewrite <- E.
Qed.

Lemma typed_chunk t n e d i N : typed t (n, e) -> d < length n -> 0 < N -> Nat.divide N (nth d n 0) -> i < N ->
  typed (chunk d t i N) (upd n d (nth d n 0 / N), e).
Proof.
  intros [[_ Sh] H] Hd HN [k Hk] Hi. simpl in Sh, H. unfold chunk, dim. rewrite Sh. apply typed_tab.
  rewrite Hk, Nat.div_mul by lia. intros ix Hix. apply H. eapply inb_upd_l; eauto.
  assert (nth d ix 0 < k).
  { apply inb_nth with (d := d) in Hix; [|now rewrite upd_length]. now rewrite nth_upd_same in Hix. }
  rewrite Hk. nia.
Qed.
Lemma hd_typed ts y : ts <> [] -> Forall (fun t => typed t y) ts -> typed (hd tz ts) y.
Proof. intros N H. destruct H; [congruence|auto]. Qed.
Lemma typed_concat ts n e d : ts <> [] -> Forall (fun t => typed t (n, e)) ts -> d < length n ->
  typed (concat d ts) (upd n d (nth d n 0 * length ts), e).
Proof.
  intros N H Hd. destruct (hd_typed N H) as [[_ Sh] _]. simpl in Sh. unfold concat, dim. rewrite Sh, Nat.mul_comm.
  apply typed_tab. intros ix Hix. pose proof (inb_nth (d := d) Hix ltac:(now rewrite upd_length)) as B.
  rewrite nth_upd_same in B by auto. assert (nth d n 0 <> 0) by (intros E; rewrite E in B; lia).
  assert (L : nth d ix 0 / nth d n 0 < length ts) by (apply Nat.div_lt_upper_bound; lia).
  rewrite Forall_forall in H. destruct (H (nth (nth d ix 0 / nth d n 0) ts tz)) as [_ G]; [now apply nth_In|].
  apply G. simpl. eapply inb_upd_l; eauto. now apply Nat.mod_upper_bound.
Qed.
Lemma typed_reduce m ts n e : defined_on m e = true -> ts <> [] -> Forall (fun t => typed t (n, e)) ts ->
  typed (reduce m ts) (n, e).
Proof.
  intros D N H. destruct (hd_typed N H) as [[_ Sh] _]. simpl in Sh. unfold reduce. rewrite Sh. apply typed_tab.
  intros ix Hix. destruct ts as [|t ts]; [congruence|]. clear N Sh. rewrite Forall_forall in H.
  assert (G : forall t', In t' (t :: ts) -> good e (get t' ix)) by (intros t' Ht; apply (H t' Ht); auto).
  simpl. apply good_fold; [|apply G; now left]. intros a k Hk Ha. apply in_map_iff in Hk as (t' & <- & Ht).
  apply good_zop; auto. apply G. now right.
Qed.

(* ---- all of Core, for ops that keep types ---- *)
Section Typed.
Variable op : Type.
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis op_typed : forall o a b ts, oty o a b -> Forall2 typed ts a -> Forall2 typed (osem o ts) b.
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty (fun m e => defined_on m e = true) M).

Lemma typed_look env G x t : Forall2 typed env G -> nth_error G x = Some t -> typed (look tz env x) t.
Proof.
  intros H. revert x; induction H; intros [|i] E; simpl in E; try discriminate; [inversion E; subst; auto|].
  apply (IHForall2 i E).
Qed.
Lemma typed_looks env G xs ts : Forall2 typed env G -> Forall2 (@has elt G) xs ts ->
  Forall2 typed (map (look tz env) xs) ts.
Proof. intros H. induction 1; simpl; constructor; eauto using typed_look. Qed.

(* if rho has the types G, G |-core e : ts and range variables are in range, then [[e]]rho has the types ts *)
Theorem typed_soundness e : forall A G ts, ctype A G e ts ->
  forall K env, map fst K = A -> Forall (fun k => snd k < size M (fst k)) K -> Forall2 typed env G ->
  Forall2 typed (ceval K env e) ts.
Proof.
  induction e; simpl; intros A G ts H K env HK HI HE; inversion H; subst.
  - eauto using typed_looks.
  - eauto using typed_looks.
  - eapply IHe2; eauto. apply Forall2_app; eauto.
  - constructor; [|constructor]. cbv zeta.
    assert (N : nth_error K r = Some (nth r K (0, 0)) /\ fst (nth r K (0, 0)) = a).
    { match goal with X : nth_error (map fst K) r = _ |- _ => rename X into HA end.
      rewrite nth_error_map in HA. destruct (nth_error K r) as [k|] eqn:E; [|discriminate].
      rewrite (nth_error_nth _ _ _ E). inversion HA. auto. }
    destruct N as [N <-]. apply nth_error_In in N. rewrite Forall_forall in HI. specialize (HI _ N).
    apply typed_chunk; auto; [eapply typed_look; eauto|].
    apply Nat.le_lt_trans with (2 := HI). lia.
  - set (rows := map (fun i => ceval ((a, i) :: K) env e) (seq 0 (size M a))).
    assert (Pa : 0 < size M a).
    { rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In. }
    assert (R : Forall (fun l => Forall2 typed l ts0) rows).
    { apply Forall_forall. intros l Hl. apply in_map_iff in Hl as (i & <- & Hi). apply in_seq in Hi.
      eapply IHe; eauto; simpl. constructor; auto. simpl. lia. }
    assert (Lr : length rows = size M a) by (unfold rows; now rewrite map_length, seq_length).
    change (Forall2 typed (combs tz concat reduce 0 ss rows) ts). clearbody rows. clear IHe H HE HI.
    match goal with X : loop_tys _ _ _ _ _ _ _ |- _ => rename X into HLT end.
    enough (X : forall k tn ss ts0' ts, loop_tys (fun m e => defined_on m e = true) M a tn ss ts0' ts ->
      ts0' = skipn k ts0 -> Forall2 typed (combs tz concat reduce k ss rows) ts) by (eapply X; eauto).
    clear HLT. intros k tn ss' ts0' ts' HL. revert k.
    assert (C : forall k t, nth_error ts0 k = Some t ->
      col tz k rows <> [] /\ Forall (fun x => typed x t) (col tz k rows)).
    { intros k t E. split; [destruct rows; simpl in *; [lia|congruence]|]. apply Forall_forall. intros x Hx.
      apply in_map_iff in Hx as (l & <- & Hl). rewrite Forall_forall in R.
      exact (@typed_look l ts0 k t (R l Hl) E). }
    assert (N : forall k (t : ty elt) l, t :: l = skipn k ts0 -> nth_error ts0 k = Some t /\ l = skipn (S k) ts0).
    { intros k t l. clear. revert k. induction ts0; intros k; [rewrite skipn_nil; discriminate|].
      destruct k; simpl; [intros E; inversion E; auto|]. intros E. apply IHts0 in E. auto. }
    induction HL; intros k E; simpl; constructor; try (apply N in E as [E E']; apply IHHL; auto; fail);
      apply N in E as [E E']; destruct (C _ _ E) as [NE U].
    + replace (size M a) with (length (col tz k rows)) by (unfold col; now rewrite map_length).
      now apply typed_concat.
    + now apply typed_reduce.
    + now apply hd_typed.
Qed.
End Typed.
