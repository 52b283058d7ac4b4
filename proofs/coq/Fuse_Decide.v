(* Fuse_Decide.v: section 7, the pass of R-Fuse finds a target wherever there is one, target decides the premises of
   R_Fuse_step; and leaves none. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Partial Fuse Fuse_Lets Fuse_Step Fuse_Merge Fuse_Once Fuse_Pass.
Import ListNotations.
Set Implicit Arguments.

Section Decide.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation core := (core mono op).
Notation attr := (attr mono).
Notation ctype := (ctype onum oty mdef M).
Notation arity := (arity onum).
Notation free := (free onum).
Notation reads := (reads onum).
Notation cdepth := (cdepth onum).
Notation creads := (creads onum).

Lemma reads_free ss (e : core) : forall X R y, reads ss X R e y = true -> free e y = true.
Proof.
  induction e; intros X R y; auto.
  - rewrite free_let. simpl. rewrite !orb_true_iff. intros [H|H]; eauto.
  - unfold Fuse_Lets.free. simpl. rewrite cut_nil. intros H. apply andb_prop in H as [-> _]. reflexivity.
  - rewrite free_loop. simpl. eauto.
Qed.
Lemma reads_plug ss D (B : core) : forall X R y, reads ss X R (plug D B) y = true ->
  creads D B y = true \/ reads ss (cdepth D + X) (length (caxes D) + R) B (cdepth D + y) = true.
Proof.
  induction D; intros X R y; cbn [plug Fuse.reads Fuse_Step.creads Contexts.cdepth caxes].
  - auto.
  - rewrite !orb_true_iff. intros [H|H]; [apply IHD in H as [H|H]; auto|]. apply reads_free in H. auto.
  - rewrite !orb_true_iff. intros [H|H]; [apply reads_free in H; auto|]. apply IHD in H as [H|H]; auto.
    right. now rewrite <- !Nat.add_assoc.
  - intros H. apply IHD in H as [H|H]; auto. right. rewrite app_length. simpl. rewrite <- H. f_equal. lia.
Qed.
(* the axes of the loops of a context are distinct *)
Lemma axes_distinct C (B : core) : forall A G ts, ctype A G (plug C B) ts ->
  NoDup (caxes C) /\ forall b, In b (caxes C) -> ~ In b A.
Proof.
  induction C; simpl; intros A G ts H; [split; [constructor|intros b []]|..]; inversion H; subst; eauto.
  match goal with X : ctype _ _ (plug C B) _ |- _ => apply IHC in X as [N D] end. split.
  - apply NoDup_app_iff. repeat split; auto; [repeat constructor; intros []|].
    intros b Hb [<-|[]]. apply (D a Hb). now left.
  - intros b Hb. apply in_app_iff in Hb as [Hb|[<-|[]]]; auto. intros HA. apply (D b Hb). now right.
Qed.

(* What find finds, where R-Fuse's premises hold of a target B in C: the loop over a around B. *)
Lemma find_finds a n C B R : NoDup (caxes C) -> nth_error (caxes C) R = Some a -> forall X,
  (forall j, j < n -> creads C B (X + j) = false) -> (exists j, j < n /\ free (plug C B) (X + j) = true) ->
  exists C' D, find onum a n X (plug C B) = Some (C', plug D B) /\
    caxes C = caxes D ++ caxes C' /\ cdepth C = cdepth D + cdepth C' /\ R = length (caxes D) /\
    nth_error (caxes C') 0 = Some a /\
    forall j, j < n -> creads C' (plug D B) (X + j) = false /\ creads D B (cdepth C' + (X + j)) = false.
Proof.
  induction C as [|C IH e2|e1 C IH|b s C IH]; cbn [caxes plug Fuse_Step.creads find Contexts.cdepth]; intros HN HR X HC
    (j0 & Hj0 & HF).
  - destruct R; discriminate.
  - assert (HB : forall j, j < n -> creads C B (X + j) = false /\ free e2 (arity (plug C B) + (X + j)) = false)
      by (intros j Hj; now apply orb_false_iff, HC).
    rewrite free_let in HF. destruct (HB j0 Hj0) as [_ H2]. rewrite H2, orb_false_r in HF.
    assert (existsb (fun j => free (plug C B) (X + j)) (seq 0 n) = true) as ->.
    { apply existsb_exists. exists j0. split; auto. apply in_seq. lia. }
    destruct (IH HN HR X) as (C' & D & E & Ax & Dp & ER & E0 & HD); [now apply HB|eauto|]. rewrite E.
    exists (XLet1 C' e2), D. simpl. repeat split; auto; intros; [|now apply HD].
    apply orb_false_iff. split; [now apply HD|]. rewrite <- (find_plug _ _ _ _ _ E). now apply HB.
  - assert (HB : forall j, j < n -> free e1 (X + j) = false /\ creads C B (arity e1 + (X + j)) = false)
      by (intros j Hj; now apply orb_false_iff, HC).
    rewrite free_let in HF. destruct (HB j0 Hj0) as [H1 _]. rewrite H1 in HF. simpl in HF.
    assert (existsb (fun j => free e1 (X + j)) (seq 0 n) = false) as ->.
    { apply not_true_iff_false. rewrite existsb_exists. intros (j & Hj & E). apply in_seq in Hj.
      destruct (HB j) as [E' _]; [lia|congruence]. }
    destruct (IH HN HR (arity e1 + X)) as (C' & D & E & Ax & Dp & ER & E0 & HD).
    { intros j Hj. rewrite <- Nat.add_assoc. now apply HB. }
    { exists j0. split; auto. now rewrite <- Nat.add_assoc. }
    rewrite E. exists (XLet2 e1 C'), D. simpl. split; [auto|]. split; [auto|]. split; [lia|]. split; [auto|].
    split; [auto|]. intros j Hj. destruct (HD j Hj) as [D1 D2]. rewrite <- Nat.add_assoc in D1, D2.
    destruct (HB j Hj) as [-> _]. rewrite D1. split; auto. rewrite <- D2. f_equal. lia.
  - rewrite free_loop in HF. apply NoDup_app_iff in HN as (HN & _ & HD). destruct (Nat.eqb_spec a b) as [<-|Hab].
    + exists (XLoop a s (XHole op)), C. simpl. repeat split; auto.
      destruct (Nat.lt_ge_cases R (length (caxes C))) as [L|L].
      * rewrite nth_error_app1 in HR by auto. exfalso. apply (HD a); [eapply nth_error_In; eauto|now left].
      * rewrite nth_error_app2 in HR by auto. destruct (R - length (caxes C)) as [|q] eqn:Q; [lia|].
        destruct q; discriminate.
    + assert (HR' : nth_error (caxes C) R = Some a).
      { destruct (Nat.lt_ge_cases R (length (caxes C))) as [L|L]; [now rewrite nth_error_app1 in HR|].
        rewrite nth_error_app2 in HR by auto. destruct (R - length (caxes C)) as [|[|q]]; simpl in HR; congruence. }
      destruct (IH HN HR' X) as (C' & D & E & Ax & Dp & ER & E0 & HC'); [auto|eauto|]. rewrite E.
      exists (XLoop b s C'), D. simpl. rewrite Ax, app_assoc. repeat split; auto.
      * destruct (caxes C'); [discriminate|exact E0].
      * now apply HC'.
      * now apply HC'.
Qed.

(* If x̄'s let is well-typed, x̄ is read, and in some target of it the premises of R-Fuse hold, target finds one; with
   target_ok: what target computes decides R_Fuse_step. *)
Theorem R_Fuse_step_decided a ss e C B R A G ts : ctype A G (unfused a ss e C B) ts ->
  nth_error (caxes C) R = Some a -> (forall b, In b (own e) -> ~ In b (caxes C)) -> only_sliced onum ss C B R ->
  unread onum (length ss) (plug C B) = false -> exists t, target onum a ss e (plug C B) = Some t.
Proof.
  intros HT HR HO HS HU. inversion HT as [| |? ? t1 ? T1 T2| |]; subst. destruct (axes_distinct _ _ T2) as [HN _].
  assert (HF : exists j, j < length ss /\ free (plug C B) (0 + j) = true).
  { unfold unread in HU. apply not_true_iff_false in HU. rewrite forallb_forall in HU.
    destruct (existsb (free (plug C B)) (seq 0 (length ss))) eqn:E.
    - apply existsb_exists in E as (j & Hj & E). apply in_seq in Hj. exists j. split; auto. lia.
    - exfalso. apply HU. intros j Hj. apply negb_true_iff, not_true_iff_false. intros F.
      apply not_true_iff_false in E. apply E, existsb_exists. eauto. }
  destruct (@find_finds a (length ss) C B R HN HR 0) as (C' & D & E & Ax & Dp & ER & E0 & HC); auto.
  { intros j Hj. now apply HS. }
  unfold target. rewrite E. assert (applies onum a ss e C' (plug D B) = true) as ->; [|eauto].
  unfold applies. rewrite E0, Nat.eqb_refl. rewrite <- (find_plug _ _ _ _ _ E), HU. rewrite !andb_true_r. simpl.
  apply andb_true_iff. split; apply forallb_forall.
  - intros b Hb. apply negb_true_iff, not_true_iff_false. rewrite existsb_exists. intros (b' & Hb' & Eb).
    apply Nat.eqb_eq in Eb as <-. apply (HO b Hb). rewrite Ax. apply in_app_iff. auto.
  - intros j Hj. apply in_seq in Hj. destruct (HC j) as [C1 C2]; [lia|]. simpl in C1, C2. rewrite C1. simpl.
    apply negb_true_iff, not_true_iff_false. intros F. apply reads_plug in F as [F|F]; [congruence|].
    destruct (HS j) as [_ S2]; [lia|]. rewrite Nat.add_0_r, <- ER, Nat.add_assoc, <- Dp in F. congruence.
Qed.

(* ---------------- the pass leaves no step ---------------- *)
Variable osem : op -> list tensor -> list tensor.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 (@val Sc elt) ts a -> Forall2 (@val Sc elt) (osem o ts) b.
Lemma redex_plug D (e : core) : redex onum (plug D e) = false -> redex onum e = false.
Proof.
  induction D; cbn [plug redex]; auto; intros H; apply orb_false_iff in H as [H H2]; auto.
  apply orb_false_iff in H as [_ H]. auto.
Qed.
(* Wherever in fuse(e) a loop and a target of it meet the premises of R-Fuse, nothing reads the loop. *)
Theorem R_Fuse_pass_complete e A G ts D a ss b C B R : ctype A G e ts ->
  fuse onum M e = plug D (unfused a ss b C B) ->
  nth_error (caxes C) R = Some a -> (forall c, In c (own b) -> ~ In c (caxes C)) -> only_sliced onum ss C B R ->
  unread onum (length ss) (plug C B) = true.
Proof.
  intros HT HE HR HO HS. destruct (unread onum (length ss) (plug C B)) eqn:U; auto. exfalso.
  pose proof (R_Fuse_pass_done osem onum oty mdef onum_ok oty_num M_pos op_sound e) as HD.
  pose proof (@R_Fuse_pass_type Sc op elt osem onum oty mdef M onum_ok oty_num M_pos op_sound A G e ts HT) as HT'.
  rewrite HE in HT'. destruct (plug_type osem M_pos oty_num op_sound D _ HT') as (pre & th & _ & T & _).
  destruct (R_Fuse_step_decided T HR HO HS U) as [t Ht].
  rewrite HE in HD. apply redex_plug in HD. unfold unfused in HD. cbn [redex] in HD.
  apply orb_false_iff in HD as [HD _]. apply orb_false_iff in HD as [HD _].
  unfold found in HD. cbn [place] in HD. now rewrite Ht in HD.
Qed.
End Decide.
