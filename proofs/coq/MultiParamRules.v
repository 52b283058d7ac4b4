(* MultiParamRules.v: the rewritings between L-Param and L-Result steps (MultiParam.v): in any context copying,
   S-CSE, S-DCE, let association, S-SliceGatherSwap and the swap of slices, which iterate L-Param. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Functions
  Registry Entries Check Soundness ActionValues HloRename CseDce.
From PartIR Require Import ParamResult MultiParam.
Import ListNotations.
Set Implicit Arguments.

Section Rules.
Context {S : Scalars} {L : Laws S}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o a b, oty o a b -> length b = onum o.
Hypothesis oty_det : forall o a b b', oty o a b -> oty o a b' -> b = b'.
Notation val := (val (elt := elt)).
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Notation hlo := (hlo mono op).
Notation heval := (heval tz chunk concat reduce osem M).
Notation htype := (htype oty mdef M).
Notation look := (look tz). Notation harity := (harity onum). Notation ren := (ren onum). Notation used := (used onum).
Notation plug := (plug (mono := mono) (op := op)).
Notation cenv := (cenv tz chunk concat reduce osem M).
Notation ok := (dev_ok M). Notation typed_env := (typed_env (elt := elt) M).
Notation rewrites := (rewrites osem oty mdef M).
Let har := @har tensor mono op tz chunk concat reduce osem onum onum_ok M.
Let htype_arity := @htype_arity mono op elt onum M oty mdef oty_num.
Let htype_sound := @htype_sound S op elt osem oty mdef M M_pos op_sound.
Let ren_htype := @ren_htype mono op elt onum M oty mdef oty_num.
Let ren_heval := @ren_heval tensor mono op tz chunk concat reduce osem onum onum_ok M.

(* what holds at the hole in the scopes that reach it may be used there *)
Theorem context_typed C : forall G s ts, htype G (plug C s) ts -> exists B ts',
  htype (B ++ G) s ts' /\ (forall E, typed_env G E -> typed_env (B ++ G) (cenv C E)) /\
  forall s', htype (B ++ G) s' ts' -> htype G (plug C s') ts.
Proof.
  induction C; simpl; intros G s0 ts H; [exists [], ts; auto|..]; inversion H; subst;
    match goal with X : htype _ (plug C _) _ |- _ => apply IHC in X as (B & ts' & HB & HE & HR) end.
  - exists B, ts'. repeat split; auto. intros. constructor; auto.
  - exists B, ts'. repeat split; auto. intros. constructor; auto.
  - exists B, ts'. repeat split; auto. intros. econstructor; eauto.
  - exists (B ++ ts0), ts'. rewrite <- app_assoc. repeat split; auto.
    + intros E HT. apply HE. intros D HD. apply Forall2_app; eauto.
    + intros. econstructor; eauto.
Qed.
Theorem rewrites_in_context C G s s' : (forall B, rewrites (B ++ G) s s') -> rewrites G (plug C s) (plug C s').
Proof.
  intros HR ts H. pose proof (context_typed _ _ H) as (B & ts' & HB & HE & HC). destruct (HR B _ HB) as [HT HV].
  split; auto. intros E HTE D HD.
  apply (@rewrite_in_context _ _ _ tz chunk concat reduce osem M C E s s'); auto. eapply htype_meshed; eauto.
Qed.
Lemma rewrites_trans G s1 s2 s3 : rewrites G s1 s2 -> rewrites G s2 s3 -> rewrites G s1 s3.
Proof.
  intros H1 H2 ts H. destruct (H1 _ H) as [T1 V1]. destruct (H2 _ T1) as [T2 V2]. split; auto.
  intros E HE D HD. rewrite V1 by auto. auto.
Qed.

(* copying, the passes of CseDce.v, let association *)
Theorem rw_copy G xs s2 : rewrites G (HLet (HVars _ _ xs) s2) (ren (sub (length xs) xs idn) s2).
Proof.
  intros ts H. split.
  - inversion H; subst. match goal with X : htype _ (HVars _ _ _) _ |- _ => inversion X; subst end.
    change (length xs) with (harity (HVars mono op xs)).
    eapply S_CSE_at_type; eauto; now constructor.
  - intros E _ D HD. apply S_copy; auto. apply htype_meshed in H. apply H.
Qed.
Theorem rw_dce G s : rewrites G s (dce onum s).
Proof.
  intros ts H. split; [eapply dce_type; eauto|]. intros E _ D HD. symmetry. apply dce_correct; auto.
  eapply htype_meshed; eauto.
Qed.
Theorem rw_let_assoc G s1 s2 s3 :
  rewrites G (HLet (HLet s1 s2) s3) (HLet s1 (HLet s2 (ren (skip (harity s1) (harity s2)) s3))).
Proof.
  intros ts H. split.
  - inversion H as [| | |? ? t2 ? HL H3|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ? ?]; subst.
    inversion HL as [| | |? ? t1 ? H1 H2|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ? ?]; subst.
    pose proof (htype_arity H1) as L1. pose proof (htype_arity H2) as L2.
    econstructor; eauto. econstructor; eauto. eapply ren_htype; eauto. intros y t _. unfold skip.
    destruct (Nat.ltb_spec y (harity s2)).
    + now rewrite !has_l by lia.
    + intros Ht. replace y with (harity s2 + (y - harity s2)) in Ht by lia. rewrite has_r in Ht by auto.
      replace (harity s1 + y) with (harity s2 + (harity s1 + (y - harity s2))) by lia. now rewrite !has_r by auto.
  - intros E _ D HD. apply let_assoc; auto. apply htype_meshed in H. apply H.
Qed.

(* a variable bound to s1 may be replaced by s1: L-Result for a result that is a variable bound to an all_gather *)
Lemma let_eta s (E : dev -> list tensor) D : heval E (HLet s (HVars _ _ (seq 0 (harity s)))) D = heval E s D.
Proof.
  simpl. rewrite <- (map_nth_seq (heval E s D) tz) at 2. rewrite har. apply map_ext_in. intros y Hy.
  apply in_seq in Hy. rewrite look_l; auto. rewrite har. lia.
Qed.
Theorem rw_expand G C s1 : let h := harity s1 in let k := cdepth onum C in
  rewrites G (HLet s1 (plug C (HVars _ _ (map (plus k) (seq 0 h)))))
             (HLet s1 (plug C (ren (fun y => k + (h + y)) s1))).
Proof.
  intros h k ts H. set (again := ren (fun y => k + (h + y)) s1).
  assert (HT : htype G (HLet s1 (plug C again)) ts /\
               htype G (HLet s1 (plug C (HLet again (HVars _ _ (seq 0 h))))) ts).
  { inversion H as [| | |? ? t1 ? H1 H2|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ? ?]; subst.
    apply (context_type onum oty_num) in H2 as (B & ts' & LB & HB & HC). pose proof (htype_arity H1) as L1.
    assert (ts' = t1) as ->.
    { inversion HB; subst. eapply hass_det; eauto. replace k with (length B) by auto. unfold h. rewrite <- L1.
      apply has_seq. }
    assert (TA : htype (B ++ t1 ++ G) again t1).
    { eapply ren_htype; eauto. intros y t _ Ht. unfold k. rewrite <- LB. apply has_r; auto. now apply has_r. }
    split; econstructor; eauto. apply HC. econstructor; eauto. constructor. unfold h. rewrite <- L1.
    rewrite <- (map_id (seq 0 _)). apply (has_seq [] t1 (B ++ t1 ++ G)). }
  destruct HT as [HT1 HT2]. split; auto. intros E _ D HD.
  pose proof (@S_CSE _ _ _ tz chunk concat reduce osem onum onum_ok M C s1 (HVars _ _ (seq 0 h)) E
    (htype_meshed HT2) D HD) as Q. fold h k again in Q. cbn [HloRename.ren] in Q.
  transitivity (heval E (HLet s1 (plug C (HLet again (HVars _ _ (seq 0 h))))) D).
  - replace (map (plus k) (seq 0 h)) with (map (sub h (map (plus k) (seq 0 h)) idn) (seq 0 h)); [symmetry; exact Q|].
    apply map_ext_in. intros y Hy. apply in_seq in Hy.
    unfold sub. destruct (Nat.ltb_spec y h); [|lia]. rewrite nth_map with (dA := 0) by (rewrite seq_length; lia).
    now rewrite seq_nth by lia.
  - assert (Hh : h = harity again) by (symmetry; apply ren_arity).
    simpl. apply (@rewrite_in_context _ _ _ tz chunk concat reduce osem M C); auto.
    + apply htype_meshed in HT2. apply HT2.
    + intros D' HD'. rewrite Hh. apply let_eta.
Qed.
Theorem rw_cse G op_dec mono_dec keep s : rewrites G s (cse onum op_dec mono_dec keep idn [] s).
Proof.
  intros ts H. split.
  - eapply cse_type; eauto. intros e xs [].
  - intros E _ D HD. symmetry. apply cse_correct_closed; auto. eapply htype_meshed; eauto.
Qed.

(* variable 1 may change where it is not read *)
Lemma ren_id (s : hlo) : forall f, (forall y, f y = y) -> ren f s = s.
Proof.
  assert (X : forall f xs, (forall y : nat, f y = y) -> map f xs = xs) by (induction xs; simpl; intros; f_equal; auto).
  induction s; simpl; intros f H; rewrite ?H, ?X by auto; auto.
  - now rewrite IHs1, IHs2.
  - rewrite IHs1, IHs2; auto. intros y. unfold up. rewrite H. destruct (Nat.ltb_spec y (harity s1)); lia.
Qed.
Lemma skip_value s (E E' : dev -> list tensor) : meshed M s -> used 1 s = false ->
  (forall D, ok D -> forall y, y <> 1 -> look (E D) y = look (E' D) y) -> forall D, ok D -> heval E s D = heval E' s D.
Proof.
  intros HM HU HE D HD. rewrite <- (@ren_id s idn (fun y => eq_refl)) at 2 by auto. apply ren_heval; auto.
  intros D' HD' y Hy. apply (HE D' HD' y). intros ->. congruence.
Qed.
Lemma skip_type s (t u v : ty elt) G ts : used 1 s = false -> htype (t :: u :: G) s ts -> htype (t :: v :: G) s ts.
Proof.
  intros HU H. rewrite <- (@ren_id s idn (fun y => eq_refl)) by auto. eapply ren_htype; eauto.
  intros [|[|y]] w Hy; auto. congruence.
Qed.
Ltac inv_let H H1 H2 :=
  inversion H as [| | |? ? ? ? H1 H2|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ? ?]; subst.
Lemma axes_pos A : axes_ok M A -> 0 < prod (sizes M A).
Proof. intros [_ H]. now apply sizes_pos. Qed.

(* let y = all_slice[d:A] x in let z = all_slice[d':B] y in s, d <> d', and s does not read y *)
Theorem rw_slice_swap G x d d' A B s : d <> d' -> used 1 s = false ->
  rewrites G (HLet (HSlice _ _ d A x) (HLet (HSlice _ _ d' B 0) s))
             (HLet (HSlice _ _ d' B x) (HLet (HSlice _ _ d A 0) s)).
Proof.
  intros Ne HU ts H. inv_let H H1 H2. inv_let H2 H3 H4. inversion H1; subst. inversion H3; subst.
  match goal with X : has (_ ++ G) 0 _ |- _ => unfold has in X; simpl in X; inversion X; subst; clear X end.
  match goal with X : has G x (?n0, ?e0) |- _ => rename X into Hx; rename n0 into m; rename e0 into em end.
  match goal with X : divs _ d A _, Y : divs _ d' B _, Z : axes_ok _ A, Z' : axes_ok _ B |- _ =>
    destruct X as (D1 & D2 & D3); destruct Y as (D4 & D5 & D6); rename Z into OA; rename Z' into OB end.
  unfold sliced in D4, D5, D6. rewrite upd_length in D4. rewrite nth_upd_other in D5, D6 by auto.
  assert (E : sliced M d' B (sliced M d A m) = sliced M d A (sliced M d' B m)).
  { unfold sliced. rewrite !nth_upd_other by auto. now rewrite upd_comm. }
  split.
  - econstructor; [econstructor; eauto; repeat split; auto|]. econstructor.
    + econstructor; [reflexivity|auto|]. unfold divs, sliced. rewrite upd_length, nth_upd_other by auto. auto.
    + simpl in H4 |- *. rewrite E in H4. eapply skip_type; eauto.
  - intros E0 HE D HD. simpl. apply skip_value; auto; [eapply htype_meshed; eauto|].
    assert (F : funif M m (fun D => look (E0 D) x)).
    { intros D' HD'. destruct (val_look x (HE D' HD') Hx) as [W Sh]. split; auto. }
    intros D' HD' [|[|y]] Hy; [|congruence|reflexivity].
    exact (@S_SliceGatherSwap_slices _ M m d d' B A (fun D => look (E0 D) x) D' F Ne D1 D4 (proj2 OB) (proj2 OA) HD').
Qed.
(* let y = all_gather[d:B] x in let z = all_slice[d':A] y in s, d <> d', A and B disjoint, s does not read y *)
Theorem rw_slice_gather_swap G x d d' A B s : d <> d' -> (forall a, In a A -> ~ In a B) -> used 1 s = false ->
  rewrites G (HLet (HGather _ _ d B x) (HLet (HSlice _ _ d' A 0) s))
             (HLet (HSlice _ _ d' A x) (HLet (HGather _ _ d B 0) s)).
Proof.
  intros Ne Dj HU ts H. inv_let H H1 H2. inv_let H2 H3 H4. inversion H1; subst. inversion H3; subst.
  match goal with X : has (_ ++ G) 0 _ |- _ => unfold has in X; simpl in X; inversion X; subst; clear X end.
  match goal with X : has G x (?n0, ?e0) |- _ => rename X into Hx; rename n0 into m; rename e0 into em end.
  match goal with X : d < length _, Y : divs _ d' A _, Z : axes_ok _ A, Z' : axes_ok _ B |- _ =>
    rename X into D1; destruct Y as (D4 & D5 & D6); rename Z into OA; rename Z' into OB end.
  unfold gathered in D4, D5, D6. rewrite upd_length in D4. rewrite nth_upd_other in D5, D6 by auto.
  assert (E : sliced M d' A (gathered M d B m) = gathered M d B (sliced M d' A m)).
  { unfold sliced, gathered. rewrite !nth_upd_other by auto. now rewrite upd_comm. }
  split.
  - econstructor; [econstructor; eauto; repeat split; auto|]. econstructor.
    + econstructor; [reflexivity|auto|]. unfold sliced. now rewrite upd_length.
    + simpl in H4 |- *. rewrite E in H4. eapply skip_type; eauto.
  - intros E0 HE D HD. simpl. apply skip_value; auto; [eapply htype_meshed; eauto|].
    assert (F : funif M m (fun D => look (E0 D) x)).
    { intros D' HD'. destruct (val_look x (HE D' HD') Hx) as [W Sh]. split; auto. }
    intros D' HD' [|[|y]] Hy; [|congruence|reflexivity].
    exact (@S_SliceGatherSwap _ M M_pos m d d' A B (fun D => look (E0 D) x) D' F Ne D1 D4 (proj2 OA) (proj2 OB) Dj HD').
Qed.
End Rules.
