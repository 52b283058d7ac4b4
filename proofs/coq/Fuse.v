(* Fuse.v: section 7, R-Fuse. A loop's body goes to where its tiles are sliced off again,
     let x = loop a (.. tile<d> ..) (r'. e) in C[.. slice d x[r] ..]
       ~> let x = loop a (.. tile<d> ..) (r'. e) in C[let y = e[r/r'] in .. y ..]
   in any context C that binds r over a. All slices of x by r inside the target read the one y: e is not duplicated
   there. Fuse_Step.v drops x where nothing else reads it; Fuse_Merge.v has several targets. e's free
   variables are in scope at the target, and none of e's own loop axes is. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts.
Import ListNotations.
Set Implicit Arguments.

(* under n binders: the first n variables stay *)
Definition lift n (f : nat -> nat) x := if x <? n then x else n + f (x - n).
Definition up (f : nat -> nat) q := match q with 0 => 0 | S q => S (f q) end.

Section Fuse.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation core := (core mono op).
Notation attr := (attr mono).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation taint := (taint onum).
Notation look := (look tz).
Notation size := (size M).
Notation val := (@val Sc elt).
Notation arity := (arity onum).
Notation has := (@has elt).

(* Renames tensor variables by ft and range variables by fr; a slice of result j of the loop (variable X + j), on the
   dimension of its tile attribute and by range variable R, becomes the variable Y + j. *)
Section Rw.
Variable ss : list attr.
Definition cut X R d x r := (X <=? x) && (R =? r) &&
  match nth_error ss (x - X) with Some (Tile _ d') => d =? d' | _ => false end.
Fixpoint rw (ft fr : nat -> nat) X Y R (e : core) : core :=
  match e with
  | CVars _ _ xs => CVars _ _ (map ft xs)
  | COp _ o xs => COp _ o (map ft xs)
  | CLet e1 e2 => CLet (rw ft fr X Y R e1) (rw (lift (arity e1) ft) fr (arity e1 + X) (arity e1 + Y) R e2)
  | CSlice _ _ d x r => if cut X R d x r then CVars _ _ [Y + (x - X)] else CSlice _ _ d (ft x) (fr r)
  | CLoop a s e => CLoop a s (rw ft (up fr) X Y (S R) e)
  end.
(* whether y is read, slices that cut takes apart *)
Fixpoint reads X R (e : core) y : bool :=
  match e with
  | CVars _ _ xs | COp _ _ xs => existsb (Nat.eqb y) xs
  | CLet e1 e2 => reads X R e1 y || reads (arity e1 + X) R e2 (arity e1 + y)
  | CSlice _ _ d x r => Nat.eqb y x && negb (cut X R d x r)
  | CLoop _ _ e => reads X (S R) e y
  end.
Fixpoint own (e : core) : list axis :=
  match e with CLet e1 e2 => own e1 ++ own e2 | CLoop a _ e => a :: own e | _ => [] end.

Lemma cut_ok X R d x r : cut X R d x r = true ->
  r = R /\ x = X + (x - X) /\ nth_error ss (x - X) = Some (Tile _ d).
Proof.
  unfold cut. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply Nat.leb_le in H1. apply Nat.eqb_eq in H2.
  destruct (nth_error ss (x - X)) as [[d'| |]|]; try discriminate. apply Nat.eqb_eq in H3. subst.
  repeat split; auto; lia.
Qed.
Lemma rw_arity e : forall ft fr X Y R, arity (rw ft fr X Y R e) = arity e.
Proof. induction e; simpl; intros; auto; [apply map_length|]. now destruct cut. Qed.

Lemma nth_lift Z (v' l' : list Z) n ft d x : length v' = n ->
  nth (lift n ft x) (v' ++ l') d = if x <? n then nth x v' d else nth (ft (x - n)) l' d.
Proof.
  intros L'. unfold lift. destruct (Nat.ltb_spec x n).
  - now rewrite app_nth1 by lia.
  - rewrite app_nth2 by lia. f_equal. lia.
Qed.
Lemma nth_split Z (v l : list Z) n d x : length v = n ->
  nth x (v ++ l) d = if x <? n then nth x v d else nth (x - n) l d.
Proof.
  intros L. destruct (Nat.ltb_spec x n); [now rewrite app_nth1 by lia|]. rewrite app_nth2 by lia. now rewrite L.
Qed.
Lemma nth_skip Z (v l : list Z) n d x : length v = n -> nth (n + x) (v ++ l) d = nth x l d.
Proof. intros <-. rewrite app_nth2 by lia. f_equal. lia. Qed.

Lemma in_reads x xs : In x xs -> existsb (Nat.eqb x) xs = true.
Proof. intros H. apply existsb_exists. exists x. split; auto. apply Nat.eqb_refl. Qed.
Lemma reads_slice X R d x r : cut X R d x r = false -> reads X R (CSlice _ _ d x r) x = true.
Proof. simpl. intros ->. now rewrite Nat.eqb_refl. Qed.

(* ---------------- denotation ---------------- *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Lemma rw_eval e : forall ft fr X Y R K K' env env',
  (forall x, reads X R e x = true -> look env' (ft x) = look env x) ->
  (forall q, nth (fr q) K' (0, 0) = nth q K (0, 0)) ->
  (forall j d, nth_error ss j = Some (Tile _ d) -> look env' (Y + j) =
    chunk d (look env (X + j)) (snd (nth R K (0, 0))) (size (fst (nth R K (0, 0))))) ->
  ceval K' env' (rw ft fr X Y R e) = ceval K env e.
Proof.
  induction e; simpl; intros ft fr X Y R K K' env env' Hf Hr Hc.
  - rewrite map_map. apply map_ext_in. auto using in_reads.
  - rewrite map_map. f_equal. apply map_ext_in. auto using in_reads.
  - rewrite (IHe1 ft fr X Y R K K' env env') by (auto; intros x Hx; apply Hf; now rewrite Hx).
    assert (L : length (ceval K env e1) = arity e1) by now apply carity.
    apply IHe2; auto; unfold Core.look.
    + intros x Hx. rewrite (@nth_lift _ _ _ _ ft _ x L), (@nth_split _ _ _ _ _ x L).
      destruct (Nat.ltb_spec x (arity e1)); auto. apply Hf. rewrite orb_true_iff. right.
      now replace (arity e1 + (x - arity e1)) with x by lia.
    + intros j d Hj. rewrite <- !Nat.add_assoc, !nth_skip by auto. apply Hc; auto.
  - destruct (cut X R d x r) eqn:E.
    + apply cut_ok in E as (-> & Ex & Ej). simpl. now rewrite (Hc _ _ Ej), <- Ex.
    + simpl. rewrite Hf, Hr; auto. now rewrite Nat.eqb_refl.
  - f_equal. apply map_ext. intros i. apply IHe; auto. intros [|q]; simpl; auto.
Qed.

(* ---------------- data flow ---------------- *)
Lemma rw_taint e : forall ft fr X Y R r r0 tv tv',
  (forall x, reads X R e x = true -> nth (ft x) tv' false = true -> nth x tv false = true) ->
  (forall q, fr q = r -> q = r0) ->
  (forall j d, nth_error ss j = Some (Tile _ d) -> nth (Y + j) tv' false = true ->
    (r0 =? R) || nth (X + j) tv false = true) ->
  tle (taint r tv' (rw ft fr X Y R e)) (taint r0 tv e).
Proof.
  induction e; simpl; intros ft fr X Y R r1 r0 tv tv' Hf Hr Hc.
  - rewrite map_map. induction xs as [|x xs IH]; simpl in *; constructor.
    + apply Hf. now rewrite Nat.eqb_refl.
    + apply IH. intros y Hy. apply Hf. rewrite Hy. apply orb_true_r.
  - apply tle_repeat. rewrite !existsb_exists. intros (x & Hx & E). apply in_map_iff in Hx as (y & <- & Hy).
    exists y. auto using in_reads.
  - assert (I1 : tle (taint r1 tv' (rw ft fr X Y R e1)) (taint r0 tv e1))
      by (apply IHe1; auto; intros x Hx; apply Hf; now rewrite Hx).
    assert (L : length (taint r0 tv e1) = arity e1) by apply taint_arity.
    assert (L' : length (taint r1 tv' (rw ft fr X Y R e1)) = arity e1) by (rewrite taint_arity; apply rw_arity).
    apply IHe2; auto.
    + intros x Hx. rewrite (@nth_lift _ _ _ _ ft _ x L'), (@nth_split _ _ _ _ _ x L).
      destruct (Nat.ltb_spec x (arity e1)); [now apply tle_nth|]. apply Hf. rewrite orb_true_iff. right.
      now replace (arity e1 + (x - arity e1)) with x by lia.
    + intros j d Hj. rewrite <- !Nat.add_assoc, !nth_skip by auto. eapply Hc; eauto.
  - destruct (cut X R d x r) eqn:E.
    + apply cut_ok in E as (-> & Ex & Ej). simpl. constructor; [|constructor]. rewrite Ex at 2. rewrite (Nat.eqb_sym R).
      eapply Hc; eauto.
    + simpl. constructor; [|constructor]. rewrite !orb_true_iff, !Nat.eqb_eq. intros [H|H]; auto.
      right. apply Hf; auto. now rewrite Nat.eqb_refl.
  - apply tle_ltaint. apply IHe; auto. intros [|q]; simpl; intros H; [discriminate|].
    injection H as H. now rewrite (Hr q).
Qed.
Lemma ltl a tn s (ts ts' : list (ty elt)) : loop_tys mdef M a tn s ts ts' ->
  length tn = length s /\ length ts = length s /\ length ts' = length s.
Proof. induction 1; simpl; intuition. Qed.
(* an expression has no data flow from range variables that are not in scope *)
Lemma taint_closed e : forall A G ts r tv, ctype A G e ts -> length A <= r -> Forall (eq false) tv ->
  Forall (eq false) (taint r tv e).
Proof.
  assert (N : forall tv x, Forall (eq false) tv -> nth x tv false = false).
  { intros tv x H. revert x. induction H; intros [|y]; simpl; auto. }
  assert (P : forall n, Forall (eq false) (repeat false n)) by (induction n; constructor; auto).
  induction e; intros A G ts r' tv HT Hr Hv; inversion HT; subst; simpl.
  - apply Forall_forall. intros b Hb. apply in_map_iff in Hb as (x & <- & _). now rewrite N.
  - replace (existsb _ xs) with false; auto. symmetry. apply not_true_iff_false. rewrite existsb_exists.
    intros (x & _ & E). rewrite N in E by auto. discriminate.
  - eapply IHe2; eauto. apply Forall_app. split; eauto.
  - constructor; auto. rewrite N, orb_false_r by auto. symmetry. apply Nat.eqb_neq.
    assert (r < length A) by (apply nth_error_Some; congruence). lia.
  - assert (X : Forall (eq false) (taint (S r') tv e)) by (eapply IHe; eauto; simpl; lia).
    assert (L : length ss0 = length (taint (S r') tv e)).
    { rewrite taint_arity. destruct (ltl H6) as [E _]. rewrite taint_arity in E. auto. }
    change (Forall (eq false) (ltaint (length (@nil bool)) ss0 ([] ++ taint (S r') tv e))).
    now rewrite ltaint_id.
Qed.

(* ---------------- typing ---------------- *)
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Lemma own_fresh e : forall A G ts b, ctype A G e ts -> In b (own e) -> ~ In b A.
Proof.
  induction e; intros A G ts b HT Hb; inversion HT; subst; simpl in Hb; try contradiction.
  - apply in_app_iff in Hb as [Hb|Hb]; eauto.
  - destruct Hb as [<-|Hb]; auto. intros HA. eapply IHe; eauto. now right.
Qed.
Lemma rw_type e : forall ft fr X Y R A A' G G' ts, ctype A G e ts ->
  (forall x t, reads X R e x = true -> has G x t -> has G' (ft x) t) ->
  (forall q a, nth_error A q = Some a -> nth_error A' (fr q) = Some a) ->
  (forall b, In b (own e) -> ~ In b A') ->
  (forall j d n el a, nth_error ss j = Some (Tile _ d) -> has G (X + j) (n, el) -> nth_error A R = Some a ->
    has G' (Y + j) (upd n d (nth d n 0 / size a), el)) ->
  ctype A' G' (rw ft fr X Y R e) ts.
Proof.
  assert (W : forall G G' xs ts ft, (forall x t, existsb (Nat.eqb x) xs = true -> has G x t -> has G' (ft x) t) ->
    Forall2 (has G) xs ts -> Forall2 (has G') (map ft xs) ts).
  { intros G G' xs ts ft H H2. induction H2; simpl in *; constructor.
    - apply H; auto. now rewrite Nat.eqb_refl.
    - apply IHForall2. intros z t Hz. apply H. rewrite Hz. apply orb_true_r. }
  induction e; intros ft fr X Y R A A' G G' ts0 HT Hf Hr Ho Hc; inversion HT; subst; simpl.
  - constructor. eauto.
  - econstructor; eauto.
  - simpl in Ho. econstructor.
    + eapply IHe1; eauto; [intros x t Hx; apply Hf; simpl; now rewrite Hx|].
      intros b Hb. apply Ho, in_app_iff. auto.
    + assert (L : length ts = arity e1) by (eapply clen; eauto).
      eapply IHe2; eauto; unfold Core.has in *.
      * intros x t Hx. unfold lift. destruct (Nat.ltb_spec x (arity e1)).
        -- rewrite !nth_error_app1 by lia. auto.
        -- rewrite !nth_error_app2 by lia.
           replace (arity e1 + ft (x - arity e1) - length ts) with (ft (x - arity e1)) by lia.
           rewrite L. apply Hf. simpl. rewrite orb_true_iff. right.
           now replace (arity e1 + (x - arity e1)) with x by lia.
      * intros b Hb. apply Ho, in_app_iff. auto.
      * intros j d n el a Hj. rewrite <- !Nat.add_assoc, <- L, !nth_error_app_skip. apply Hc; auto.
  - destruct (cut X R d x r) eqn:E.
    + apply cut_ok in E as (-> & Ex & Ej). constructor. constructor; [|constructor].
      eapply Hc; eauto. now rewrite <- Ex.
    + econstructor; eauto using reads_slice.
  - simpl in Ho. econstructor; eauto.
    + eapply IHe; eauto.
      * intros [|q]; simpl; auto.
      * intros b Hb [<-|HA]; [|eapply Ho; eauto]. eapply (@own_fresh e); eauto. now left.
    + eapply tle_loop_tys; [eassumption|]. apply rw_taint.
      * intros x _ H. destruct (ft x); discriminate.
      * intros [|q]; simpl; auto; discriminate.
      * intros j d _ H. destruct (Y + j); discriminate.
Qed.
End Rw.

(* ---------------- R-Fuse ---------------- *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
(* the loop, the context between its let and the target, the target, and the target's range variable over a *)
Variables (a : axis) (ss : list attr) (e : core) (C : ctx op) (B : core) (R : nat).
Definition moved :=
  rw [] (Nat.add (cdepth onum C + length ss)) (fun q => match q with 0 => R | S q => length (caxes C) + q end) 0 0 0 e.
Definition fused := CLet moved (rw ss (Nat.add (arity e)) (fun q => q) (cdepth onum C) 0 R B).

(* a tile result of the loop, and its part in the body's results *)
Lemma tile_result tn s tl t1 : loop_tys mdef M a tn s tl t1 -> forall j d n el, nth_error s j = Some (Tile _ d) ->
  nth_error t1 j = Some (n, el) -> exists n0, nth_error tl j = Some (n0, el) /\ d < length n0 /\
    n = upd n0 d (nth d n0 0 * size a).
Proof.
  induction 1; intros [|j] d' n' el' Hs Ht; simpl in *; try discriminate; eauto.
  inversion Hs; inversion Ht; subst. eauto.
Qed.
Lemma nth_true j l : nth j l false = true -> nth j l true = true.
Proof. revert j. induction l; intros [|j]; simpl; auto. Qed.
Lemma nth_false j l : Forall (eq false) l -> nth j l false = false.
Proof. intros H. revert j. induction H; intros [|j]; simpl; auto. Qed.

(* E-Tile undone by E-Slice: slice d x_j[r] of x = loop a (.. tile<d> ..) (r'. e), at r = i, is result j of e there *)
Lemma tile_slice K env A G tl t1 tn i j d : map fst K = A -> Forall2 val env G -> ctype (a :: A) G e tl ->
  loop_tys mdef M a tn ss tl t1 -> i < size a -> nth_error ss j = Some (Tile _ d) ->
  look (ceval ((a, i) :: K) env e) j = chunk d (look (ceval K env (CLoop a ss e)) j) i (size a).
Proof.
  intros HK HE HT HL Hi Hj. destruct (ltl HL) as (L0 & L1 & L2). pose proof (nth_error_lt _ _ Hj) as Lj.
  rewrite ceval_loop, (nth_error_nth ss j (Any _) Hj) by auto. simpl.
  destruct (nth_error tl j) as [[n el]|] eqn:Et; [|apply nth_error_None in Et; lia].
  destruct (nth_error t1 j) as [[n1 el1]|] eqn:E1; [|apply nth_error_None in E1; lia].
  destruct (tile_result HL _ Hj E1) as (n0 & H0 & Hd & _). rewrite Et in H0. injection H0 as <- <-.
  set (ts := map (fun i => look (ceval ((a, i) :: K) env e) j) (seq 0 (size a))).
  assert (Lt : length ts = size a) by (unfold ts; now rewrite !map_length, seq_length).
  assert (U : unif n ts).
  { unfold ts. apply unif_map; [destruct (size a); simpl; [lia|congruence]|]. intros q _.
    eapply (@Forall2_nth_val _ elt _ tl j (n, el)); auto. eapply type_soundness; eauto. simpl. congruence. }
  rewrite <- Lt at 1. rewrite (chunk_concat U Hd) by lia. unfold ts. now rewrite nth_map_seq.
Qed.

Hypothesis HR : nth_error (caxes C) R = Some a.
Hypothesis Hown : forall b, In b (own e) -> ~ In b (caxes C).

Lemma HRlt : R < length (caxes C). Proof. apply nth_error_Some. congruence. Qed.

Lemma at_R A G tl r bs : ctype A G e tl -> length ss = length tl -> forall j d, nth_error ss j = Some (Tile _ d) ->
  nth j (taint r bs moved ++ bs) false = nth j (taint r bs moved) false.
Proof.
  intros HT HL j d Hj. apply nth_error_lt in Hj. apply app_nth1. rewrite taint_arity. unfold moved. rewrite rw_arity.
  rewrite HL in Hj. now rewrite (clen oty_num HT) in Hj.
Qed.
(* range variables between the let and the target: what is moved there does not depend on them, but for R *)
Lemma fused_taint_inside A G tl r bs : ctype (a :: A) G e tl -> length ss = length tl ->
  r < length (caxes C) -> length bs <= cdepth onum C -> tle (taint r bs fused) (taint r bs B).
Proof.
  intros HT HL Hr Hb. pose proof HRlt. unfold fused. cbn [Core.taint]. apply rw_taint; auto.
  - intros x _. rewrite nth_skip by (rewrite taint_arity; apply rw_arity). auto.
  - intros j d Hj. simpl. rewrite (@at_R _ _ _ r bs HT HL j d Hj). destruct (Nat.eqb_spec r R); auto. simpl.
    intros E. exfalso.
    assert (X : tle (taint r bs moved) (taint (length (a :: A)) [] e)).
    { apply rw_taint.
      - intros x _. rewrite nth_overflow by lia. discriminate.
      - intros [|q]; intros; exfalso; lia.
      - intros [|j'] d'; discriminate. }
    apply (tle_nth _ _ X) in E. rewrite nth_false in E; [discriminate|]. eapply taint_closed; eauto.
Qed.
(* range variables around the let: as x depended on them *)
Lemma fused_taint_outside A G tl r pre tv : ctype (a :: A) G e tl ->
  length ss = length tl -> length pre = cdepth onum C ->
  let bs := pre ++ ltaint 0 ss (taint (S r) tv e) ++ tv in
  tle (taint (length (caxes C) + r) bs fused) (taint (length (caxes C) + r) bs B).
Proof.
  intros HT HL Hp bs. pose proof HRlt. unfold fused. cbn [Core.taint]. apply rw_taint; auto.
  - intros x _. rewrite nth_skip by (rewrite taint_arity; apply rw_arity). auto.
  - intros j d Hj. simpl. rewrite (@at_R _ _ _ _ bs HT HL j d Hj). intros E. apply orb_true_iff. right.
    assert (X : tle (taint (length (caxes C) + r) bs moved) (taint (S r) tv e)).
    { apply rw_taint.
      - intros x _. unfold bs. rewrite <- Nat.add_assoc, nth_skip by auto.
        rewrite nth_skip by apply ltaint_length. auto.
      - intros [|q]; intros; [exfalso|]; lia.
      - intros [|j'] d'; discriminate. }
    apply (tle_nth _ _ X) in E. unfold bs. rewrite nth_skip by auto. apply nth_error_lt in Hj.
    rewrite app_nth1 by now rewrite ltaint_length. rewrite nth_ltaint by auto. now apply nth_true.
Qed.

Lemma fused_type A G pre tl t1 th tn : ctype (a :: A) G e tl -> loop_tys mdef M a tn ss tl t1 ->
  length pre = cdepth onum C -> 0 < size a -> ctype (caxes C ++ A) (pre ++ t1 ++ G) B th ->
  ctype (caxes C ++ A) (pre ++ t1 ++ G) fused th.
Proof.
  intros HT HL Hp Ha HB. destruct (ltl HL) as (L0 & L1 & L2). unfold fused, Core.has in *. econstructor.
  - eapply rw_type; eauto; unfold Core.has.
    + intros x t _ Hx. rewrite <- L2, <- Hp, <- Nat.add_assoc, !nth_error_app_skip. auto.
    + intros [|q] b; simpl; intros Hq; [injection Hq as <-; now rewrite nth_error_app1 by apply HRlt|].
      now rewrite nth_error_app_skip.
    + intros b Hb Hi. apply in_app_iff in Hi as [Hi|Hi]; [now apply (Hown b)|].
      eapply (@own_fresh e (a :: A)); eauto. now right.
    + intros [|j] d; discriminate.
  - eapply rw_type; eauto; unfold Core.has.
    + intros x t _ Hx. rewrite <- (clen oty_num HT), nth_error_app_skip. auto.
    + intros b Hb. eapply own_fresh; eauto.
    + intros j d n el b Hj Hx Hb. rewrite nth_error_app1 in Hb by apply HRlt. rewrite HR in Hb. injection Hb as <-.
      rewrite <- Hp, nth_error_app_skip in Hx. pose proof (nth_error_lt _ _ Hj) as Lj.
      rewrite nth_error_app1 in Hx by lia. destruct (tile_result HL _ Hj Hx) as (n0 & H0 & Hd & ->).
      simpl. rewrite nth_error_app1 by lia. rewrite nth_upd_same, Nat.div_mul, upd_upd, upd_nth by (auto; lia). auto.
Qed.

Lemma fused_eval K kap env pre A G tl t1 tn : map fst K = A -> Forall2 val env G -> ctype (a :: A) G e tl ->
  loop_tys mdef M a tn ss tl t1 -> 0 < size a -> length pre = cdepth onum C -> map fst kap = caxes C ->
  Forall (fun c => snd c < size (fst c)) kap ->
  let env' := pre ++ ceval K env (CLoop a ss e) ++ env in
  ceval (kap ++ K) env' fused = ceval (kap ++ K) env' B.
Proof.
  intros HK HE HT HL Ha Hp Hk Hr env'. destruct (ltl HL) as (L0 & L1 & L2). pose proof HRlt as HRl.
  assert (Lk : length kap = length (caxes C)) by (rewrite <- Hk; now rewrite map_length).
  pose (i := snd (nth R kap (0, 0))).
  assert (ER : nth R (kap ++ K) (0, 0) = (a, i)).
  { rewrite app_nth1 by lia. unfold i. rewrite (surjective_pairing (nth R kap (0, 0))) at 1. f_equal.
    rewrite <- (map_nth fst), Hk. now apply nth_error_nth. }
  assert (Hi : i < size a).
  { rewrite app_nth1 in ER by lia. rewrite Forall_forall in Hr. specialize (Hr (nth R kap (0, 0))).
    rewrite ER in Hr. apply Hr. rewrite <- ER. apply nth_In. lia. }
  assert (E : ceval (kap ++ K) env' moved = ceval ((a, i) :: K) env e).
  { apply rw_eval; auto.
    - intros x _. unfold Core.look, env'. rewrite <- Nat.add_assoc, nth_skip by auto.
      apply nth_skip. apply combs_length.
    - intros [|q]; [exact ER|]. simpl. rewrite <- Lk. now apply nth_skip.
    - intros [|j] d; discriminate. }
  unfold fused. simpl ceval. rewrite E. apply rw_eval; auto.
  - intros x _. apply nth_skip. now apply carity.
  - intros j d Hj.
    assert (ER' : @nth (nat * nat) R (@app (axis * nat) kap K) (0, 0) = (a, i)) by exact ER. rewrite ER'.
    pose proof (nth_error_lt _ _ Hj) as Lj. pose proof (clen oty_num HT) as Lt.
    assert (Le : length (ceval ((a, i) :: K) env e) = arity e) by now apply carity.
    change (0 + j) with j. unfold Core.look, env'. rewrite nth_skip by auto.
    rewrite !app_nth1 by (simpl; rewrite ?combs_length; lia).
    now apply (@tile_slice K env A G tl t1 tn i j d).
Qed.

(* R-Fuse preserves typing and the denotation, in any environment, and may itself be done in any context
   (replaces_in_context). *)
Theorem R_Fuse A G : replaces osem onum oty mdef M A G
  (CLet (CLoop a ss e) (plug C B)) (CLet (CLoop a ss e) (plug C fused)).
Proof.
  intros ts HT. inversion HT as [| |? ? t1 ? T1 T2| |]; subst.
  inversion T1 as [| | | |? ? ? tl ? Ha Hn Te Tl]; subst.
  destruct (ltl Tl) as (_ & L1 & L2).
  assert (Pa : 0 < size a).
  { rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In. }
  destruct (plug_type osem M_pos oty_num op_sound C B T2) as (pre & th & Lp & TB & _ & Rp).
  split; [|split].
  - econstructor; [exact T1|]. apply Rp.
    + intros r bs Hr Hb. eapply fused_taint_inside; eauto.
    + eapply fused_type; eauto.
  - intros r tv. cbn [Core.taint]. apply plug_taint. intros bs Lb. eapply fused_taint_outside; eauto.
  - intros K env HK HE. cbn [Core.ceval]. apply plug_eval. intros K' env' HH.
    destruct (hits_inv onum onum_ok HH) as (pr & kap & -> & Lq & -> & Hk & Hr).
    eapply fused_eval; eauto.
Qed.
End Fuse.
