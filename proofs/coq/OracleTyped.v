(* OracleTyped.v: every op of the oracle makes elements in the range of its result type; with OracleGood.v: what a
   well-typed program computes has the types that are declared, to the last element. *)
From Coq Require Import List Arith ZArith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues OracleLists OracleScalar OracleEval OracleOps OracleGood.
Import ListNotations.
Set Implicit Arguments.

(* ---- indices in bounds ---- *)
Lemma inb_intro ix : forall sh, length ix = length sh ->
  (forall d, d < length sh -> nth d ix 0 < nth d sh 0) -> inb ix sh.
Proof.
  induction ix as [|i ix IH]; intros [|n sh] L H; try discriminate; constructor.
  - apply (H 0). simpl; lia.
  - apply IH; [simpl in L; lia|]. intros d Hd. apply (H (S d)). simpl; lia.
Qed.
Lemma In_outside d n a : In d (outside n a) <-> d < n /\ ~ In d a.
Proof.
  unfold outside. rewrite filter_In, in_seq, negb_true_iff, <- not_true_iff_false, mem_In. intuition lia.
Qed.
Lemma cover d n a : d < n -> In d a \/ In d (outside n a).
Proof. intros H. rewrite In_outside. destruct (mem d a) eqn:E; [left; now apply mem_In|]. right. split; auto.
  rewrite <- mem_In. congruence. Qed.
Lemma extents_length sh l : length (extents sh l) = length l. Proof. apply map_length. Qed.
(* the index that place makes of in-bounds coordinates of the dimensions l *)
Lemma place_inb l v sh : (forall d, d < length sh -> In d l) -> inb v (extents sh l) -> inb (place l (length sh) v) sh.
Proof.
  intros C H. unfold place. rewrite map_map. apply inb_intro; [now rewrite map_length, seq_length|].
  intros d Hd. rewrite nth_map_seq by auto. destruct (pos_ok d l (C d Hd)) as [P E].
  pose proof (inb_nth (d := pos d l) H ltac:(now rewrite extents_length)) as B.
  unfold extents in B. rewrite nth_map with (dA := 0) in B by auto. now rewrite E in B.
Qed.
Lemma extents_app sh a b : extents sh (a ++ b) = extents sh a ++ extents sh b.
Proof. apply map_app. Qed.
Lemma inb_app i j a b : inb i a -> inb j b -> inb (i ++ j) (a ++ b).
Proof. apply Forall2_app. Qed.
Lemma inb_split ix a : forall b, inb ix (a ++ b) -> inb (firstn (length a) ix) a /\ inb (skipn (length a) ix) b.
Proof.
  revert ix. induction a as [|n a IH]; intros ix b H; simpl in *; [split; [constructor|exact H]|].
  inversion H; subst. destruct (IH _ _ H4). split; auto. constructor; auto.
Qed.
Lemma tensor_eqb_eq a b : tensor_eqb a b = true -> a = b.
Proof. destruct a, b. unfold tensor_eqb; simpl. intros H. apply andb_prop in H as [H1 H2].
  f_equal; [now apply list_eqb_eq|now apply elt_eqb_eq]. Qed.
Lemma distinct_ok ds n : distinct ds n = true -> NoDup ds /\ Forall (fun d => d < n) ds.
Proof.
  induction ds as [|d ds IH]; simpl; intros H; [split; constructor|]. apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1. destruct (IH H3). split; constructor; auto.
  rewrite <- mem_In. apply negb_true_iff in H2. congruence.
Qed.
Lemma unlin_inb sh : forall i, i < prod sh -> inb (unlin sh i) sh.
Proof.
  induction sh as [|n sh IH]; simpl; intros i H; constructor.
  - apply Nat.div_lt_upper_bound; nia.
  - apply IH. apply Nat.mod_upper_bound. nia.
Qed.

(* ---- the index maps of the ops ---- *)
Lemma broadcast_inb x : forall ds sh ix, forall2 (fun n d => Nat.eqb n 1 || Nat.eqb n (nth d sh 0)) x ds = true ->
  Forall (fun d => d < length sh) ds -> inb ix sh ->
  inb (map2 (fun n d => if Nat.eqb n 1 then 0 else nth d ix 0) x ds) x.
Proof.
  induction x as [|n x IH]; intros [|d ds] sh ix H HD HI; simpl in *; try discriminate; constructor.
  - apply andb_prop in H as [H _]. inversion HD; subst. destruct (Nat.eqb_spec n 1); [lia|]. simpl in H.
    apply Nat.eqb_eq in H. rewrite H. now apply inb_nth.
  - apply andb_prop in H as [_ H]. inversion HD; subst. eapply IH; eauto.
Qed.
Lemma slice_inb x : forall st li sr ix, length st = length x -> length li = length x -> length sr = length x ->
  forall2 Nat.leb st li = true -> forall2 Nat.leb li x = true -> forallb (Nat.leb 1) sr = true ->
  inb ix (map3 (fun s l k => if Nat.eqb l s then 0 else (l - s - 1) / k + 1) st li sr) ->
  inb (map3 (fun s k i => s + i * k) st sr ix) x.
Proof.
  induction x as [|n x IH]; intros [|s st] [|l li] [|k sr] ix L1 L2 L3 H1 H2 H3 HI; try discriminate; cbn in *.
  - inversion HI; subst. constructor.
  - inversion HI as [|i ? ? ? B HI']; subst. cbn.
    apply andb_prop in H1 as [E1 H1]. apply andb_prop in H2 as [E2 H2]. apply andb_prop in H3 as [E3 H3].
    apply Nat.leb_le in E1, E2. assert (E3' : 1 <= k) by (destruct k; [discriminate|lia]). constructor.
    + destruct (Nat.eqb_spec l s); [lia|]. assert (i <= (l - s - 1) / k) by lia.
      pose proof (Nat.mul_div_le (l - s - 1) k ltac:(lia)). nia.
    + apply IH with (li := li); auto; lia.
Qed.
Lemma unpad_inb x : forall lo int ix jx, length lo = length x -> length int = length x -> length ix = length x ->
  all_some (map2 (fun f i => f i) (map3 unpad x lo int) ix) = Some jx -> inb jx x.
Proof.
  induction x as [|n x IH]; intros [|l lo] [|k int] [|i ix] jx L1 L2 L3 H; try discriminate; cbn in H.
  - inversion H. constructor.
  - destruct (unpad n l k i) as [r|] eqn:E; [|discriminate].
    destruct (all_some _) as [jx'|] eqn:E'; [|discriminate]. inversion H; subst. constructor.
    + unfold unpad in E. destruct (Z.ltb _ 0); [discriminate|]. destruct (_ && _) eqn:X; [|discriminate].
      inversion E; subst. apply andb_prop in X as [_ X]. now apply Nat.ltb_lt in X.
    + simpl in L1, L2, L3. apply IH with (lo := lo) (int := int) (ix := ix); auto; lia.
Qed.
Lemma reverse_inb ds x : forall s ix, inb ix x ->
  inb (map3 (fun d n i => if mem d ds then n - 1 - i else i) (seq s (length x)) x ix) x.
Proof.
  induction x as [|n x IH]; intros s ix H; inversion H; subst; cbn; constructor.
  - destruct (mem s ds); lia.
  - now apply IH.
Qed.
Lemma dynamic_inb x : forall sizes (starts : list view) ix, forall2 Nat.leb sizes x = true ->
  length starts = length x -> inb ix sizes ->
  inb (map2 Nat.add (map3 (fun n s v => Nat.min (Z.to_nat (int_of (snd v []))) (n - s)) x sizes starts) ix) x.
Proof.
  induction x as [|n x IH]; intros [|s sizes] [|v starts] ix H L HI; try discriminate;
    inversion HI; subst; cbn; constructor.
  - simpl in H. apply andb_prop in H as [H _]. apply Nat.leb_le in H.
    pose proof (Nat.le_min_r (Z.to_nat (int_of (snd v []))) (n - s)). lia.
  - simpl in H. apply andb_prop in H as [_ H]. simpl in L. apply IH; auto.
Qed.

(* ---- operands ---- *)
Lemma get_good t sh e ix : typed t (sh, e) -> inb ix sh -> good e (get t ix).
Proof. intros [_ H] HI. now apply H. Qed.
Lemma typed_shape t sh e : typed t (sh, e) -> shape t = sh. Proof. now intros [[_ E] _]. Qed.
(* an operand of rank 0 or of the shape of another *)
Lemma get_scalar_or t sh x e ix : typed t (sh, e) -> Nat.eqb (length sh) 0 || list_eqb sh x = true -> inb ix x ->
  good e (get t ix).
Proof.
  intros H E HI. apply orb_prop in E as [E|E].
  - apply Nat.eqb_eq in E. destruct sh; [|discriminate]. pose proof (typed_shape H) as Sh.
    replace (get t ix) with (get t []); [eapply get_good; eauto; constructor|].
    unfold get. rewrite Sh. now destruct ix.
  - apply list_eqb_eq in E; subst. eapply get_good; eauto.
Qed.
Lemma piece_good d e x : d < length x -> forall ts shs ix j, Forall2 (fun t s => typed t (s, e)) ts shs ->
  Forall (fun s => s = upd x d (nth d s 0)) shs ->
  inb (upd ix d 0) (upd x d 1) -> j < fold_right (fun s n => nth d s 0 + n) 0 shs ->
  good e (piece d (map tview ts) j ix).
Proof.
  intros Hd ts shs ix j H. revert j. induction H as [|t s ts shs Ht H IH]; intros j HS HI Hj; simpl in *; [lia|].
  inversion HS; subst. rewrite (typed_shape Ht). destruct (Nat.ltb_spec j (nth d s 0)); [|apply IH; auto; lia].
  eapply get_good; eauto. rewrite H2. replace (upd ix d j) with (upd (upd ix d 0) d j) by apply upd_upd.
  replace (upd x d (nth d s 0)) with (upd (upd x d 1) d (nth d s 0)) by apply upd_upd. now apply inb_upd.
Qed.

Ltac operands :=
  repeat match goal with
  | H : Forall2 typed _ (_ :: _) |- _ => inversion H; clear H; subst
  | H : Forall2 typed _ [] |- _ => inversion H; clear H; subst
  end.
Ltac premises := repeat match goal with H : _ && _ = true |- _ => apply andb_prop in H as [? H] end.

Ltac go P := cbn [opremise] in P; operands; unfold element; cbn [map nth tview fst snd tl hd oshape oelt] in *;
  repeat match goal with H : typed ?t (_, _) |- context [shape ?t] => rewrite (typed_shape H) end.
Ltac none a P := destruct a as [|? ?]; try discriminate P; go P.
Ltac one a P := destruct a as [|[x ex] [|? ?]]; try discriminate P; go P.
Ltac two a P := destruct a as [|[x ex] [|[y ey] [|? ?]]]; try discriminate P; go P.
Ltac three a P := destruct a as [|[x ex] [|[y ey] [|[w ew] [|? ?]]]]; try discriminate P; go P.
Lemma good_zero e : good e (V e 0).
Proof.
  exists 0%Z. split; auto.
  destruct e as [|[]|[]|[]]; simpl; unfold c2_1, c2_3, c2_7, c2_15, c2_31, half_prime, prime; lia.
Qed.
Lemma sum_defined e : defined_on (if is_bool e then Or else Add) e = true.
Proof. now destruct e as [|[]|[]|[]]. Qed.
Lemma good_mul e x y : good e x -> good e y -> good e (lift2 (zop (if is_bool e then And else Mul)) x y).
Proof. intros. apply good_zop; auto. now destruct e as [|[]|[]|[]]. Qed.

(* the operand indices of a dot product: ix of the result, k of the contracted dimensions *)
Lemma dot_inb x y lb rb lc rc ix k : length lb = length rb -> length lc = length rc ->
  extents x (lb ++ lc) = extents y (rb ++ rc) ->
  inb ix (extents x (lb ++ outside (length x) (lb ++ lc)) ++ extents y (outside (length y) (rb ++ rc))) ->
  inb k (extents x lc) ->
  let nl := length lb + length (outside (length x) (lb ++ lc)) in
  inb (place (lb ++ outside (length x) (lb ++ lc) ++ lc) (length x) (firstn nl ix ++ k)) x /\
  inb (place (rb ++ outside (length y) (rb ++ rc) ++ rc) (length y) ((firstn (length lb) ix ++ skipn nl ix) ++ k)) y.
Proof.
  intros L1 L2 E HI HK nl. rewrite !extents_app in E.
  apply app_inj in E as [E1 E2]; [|now rewrite !extents_length].
  assert (CV : forall n a b d, d < n -> In d (a ++ outside n (a ++ b) ++ b)).
  { intros n a b d Hd. rewrite !in_app_iff. destruct (cover (a ++ b) Hd) as [H|H]; [|tauto].
    apply in_app_iff in H. tauto. }
  destruct (inb_split _ _ HI) as [H1 H2]. rewrite extents_length, app_length in H1, H2. fold nl in H1, H2.
  rewrite extents_app, <- app_assoc in HI. destruct (inb_split _ _ HI) as [H3 _]. rewrite extents_length in H3.
  split; apply place_inb; auto.
  - rewrite app_assoc, extents_app. now apply inb_app.
  - rewrite app_assoc, !extents_app. rewrite <- E1, <- E2. repeat apply inb_app; auto.
Qed.

(* [[op]] keeps types *)
Theorem op_typed o a b ts : otyf o a = Some b -> Forall2 typed ts a -> Forall2 typed (csem comp o ts) b.
Proof.
  unfold otyf. destruct (opremise o a) eqn:P; [|discriminate]. intros E H. inversion E; subst; clear E.
  assert (Sh : map fst (map tview ts) = map fst a).
  { clear P. induction H as [|t y ts a Ht _ IH]; [reflexivity|]. destruct y.
    exact (f_equal2 cons (typed_shape Ht) IH). }
  constructor; [|constructor].
  change (typed (tab (oshape o (map fst (map tview ts))) (element o (map tview ts)))
                (oshape o (map fst a), oelt o (map snd a))).
  rewrite Sh. apply typed_tab. intros ix HI. clear Sh.
  destruct o.
  - one a P. apply good_unary; eauto using get_good.
  - two a P. premises. apply tensor_eqb_eq in H. inversion H; subst. apply good_binary; eauto using get_good.
  - three a P. premises. apply tensor_eqb_eq in P. inversion P; subst.
    eapply good_select; eauto using get_good. eapply get_scalar_or; eauto.
  - three a P. premises. apply andb_prop in H as [X1 Y1]. apply andb_prop in P as [X2 Y2].
    apply elt_eqb_eq in Y1, Y2. cbn [fst snd] in *. subst.
    repeat (apply good_binary; auto); eauto using get_good, get_scalar_or.
  - two a P. premises. apply tensor_eqb_eq in H. inversion H; subst. eapply good_compare; eauto using get_good.
  - two a P. apply andb_prop in P as [P EE]. apply andb_prop in P as [P EX]. apply list_eqb_eq in EX.
    apply andb_prop in P as [P D2]. apply andb_prop in P as [P D1]. apply andb_prop in P as [L1 L2].
    apply Nat.eqb_eq in L1, L2. apply good_fold; [|apply good_zero]. intros acc k Hk Ha. apply in_all_idx in Hk.
    destruct (@dot_inb x y lb rb lc rc ix k L1 L2 EX HI Hk) as [B1 B2].
    apply good_zop; auto; [apply sum_defined|]. apply good_mul; eapply good_convert; eauto using get_good.
  - two a P. apply andb_prop in P as [P DM]. apply andb_prop in P as [P _]. apply andb_prop in P as [R E].
    apply Nat.eqb_eq in R. apply elt_eqb_eq in E; subst. destruct y; [|discriminate].
    apply good_fold; [|eapply get_good; eauto; constructor]. intros acc k Hk Ha. apply in_all_idx in Hk.
    apply good_zop; auto. eapply get_good; eauto. apply place_inb.
    + intros d Hd. apply in_app_iff. now apply cover.
    + rewrite extents_app. now apply inb_app.
  - one a P. apply andb_prop in P as [L D]. apply Nat.eqb_eq in L. apply distinct_ok in D as [D1 D2].
    eapply get_good; eauto. apply place_inb; auto. intros d Hd.
    assert (I : incl (seq 0 (length x)) p).
    { apply NoDup_length_incl; auto; [now rewrite seq_length, L|]. intros y Hy. rewrite Forall_forall in D2.
      apply in_seq. specialize (D2 y Hy). lia. }
    apply I, in_seq. lia.
  - one a P. apply andb_prop in P as [P F]. apply andb_prop in P as [L D]. apply distinct_ok in D as [_ D].
    eapply get_good; eauto. eapply broadcast_inb; eauto.
  - one a P. apply Nat.eqb_eq in P. eapply get_good; eauto. apply unlin_inb. rewrite <- P. now apply lin_lt.
  - one a P. apply andb_prop in P as [P F3]. apply andb_prop in P as [P F2]. apply andb_prop in P as [P F1].
    apply andb_prop in P as [P L3]. apply andb_prop in P as [L1 L2]. apply Nat.eqb_eq in L1, L2, L3.
    eapply get_good; eauto. eapply slice_inb with (li := limit); eauto.
  - two a P. apply andb_prop in P as [P _]. apply andb_prop in P as [P _]. apply andb_prop in P as [P _].
    apply andb_prop in P as [P L3]. apply andb_prop in P as [P L2]. apply andb_prop in P as [P L1].
    apply andb_prop in P as [R E]. apply Nat.eqb_eq in L1, L2, L3, R. apply elt_eqb_eq in E; subst.
    destruct y; [|discriminate]. destruct (all_some _) as [jx|] eqn:J.
    + eapply get_good; eauto. apply unpad_inb with (lo := lo) (int := interior) (ix := ix); auto.
      rewrite (inb_length HI). apply map2_length. rewrite map3_length; congruence.
    + eapply get_good; eauto. constructor.
  - one a P. eapply get_good; eauto. now apply reverse_inb.
  - destruct a as [|[x ex] a]; try discriminate P. cbn [opremise] in P. apply andb_prop in P as [P F].
    apply Nat.ltb_lt in P. assert (HF : Forall2 (fun t s => typed t (s, ex)) ts (x :: map fst a)).
    { inversion H; subst. constructor; auto. clear -F H4. induction H4 as [|t [s es] ts a Ht _ IH]; simpl; constructor.
      - simpl in F. apply andb_prop in F as [F _]. apply andb_prop in F as [F _]. apply andb_prop in F as [_ F].
        apply elt_eqb_eq in F. simpl in F. now subst.
      - apply IH. simpl in F. now apply andb_prop in F as [_ F]. }
    assert (HS : Forall (fun s => s = upd x d (nth d s 0)) (x :: map fst a)).
    { constructor; [now rewrite upd_nth|]. clear -F. induction a as [|[s es] a IH]; simpl in *; constructor.
      - apply andb_prop in F as [F _]. apply andb_prop in F as [_ F]. apply list_eqb_eq in F.
        rewrite <- (upd_nth s d 0) at 1. rewrite <- (upd_upd s d 0 (nth d s 0)), F. apply upd_upd.
      - apply IH. now apply andb_prop in F as [_ F]. }
    destruct ts as [|t ts]; [inversion HF|].
    assert (EL : element (OConcat d) (map tview (t :: ts)) ix = piece d (map tview (t :: ts)) (nth d ix 0) ix)
      by (destruct ts; reflexivity).
    rewrite EL. cbn [oshape map nth fst] in HI. change (good ex (piece d (map tview (t :: ts)) (nth d ix 0) ix)).
    eapply piece_good; eauto.
    + replace (upd x d 1) with (upd (upd x d (fold_right (fun s n => nth d s 0 + n) 0 (x :: map fst a))) d 1)
        by apply upd_upd. apply inb_upd; auto.
    + apply inb_nth with (d := d) in HI; [|now rewrite upd_length]. now rewrite nth_upd_same in HI.
  - destruct a as [|[x ex] a]; try discriminate P. cbn [opremise] in P. apply andb_prop in P as [P F2].
    apply andb_prop in P as [P _]. apply andb_prop in P as [P _]. apply Nat.eqb_eq in P.
    inversion H as [|t ? ts' ? Ht Hts]; subst. unfold element. cbn [map nth tview fst snd tl oshape oelt] in *.
    assert (Good : forall jx, inb jx x -> good ex (get t jx)) by (intros; eapply get_good; eauto).
    rewrite (typed_shape Ht). destruct ts' as [|t' ts']; apply Good; apply dynamic_inb; auto.
    + rewrite <- P. now inversion Hts.
    + rewrite map_length, <- P. now apply Forall2_length in Hts.
  - none a P. apply good_norm.
  - none a P. destruct splat; apply good_norm.
Qed.
