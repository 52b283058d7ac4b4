(* NestFollow.v: section 4, the hole of a context of PartIR:Core: a result of C[e] is followed inwards through loops and
   lets to a result of e; the loops that it passes, its value and type there, and what it depends on. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Partial Soundness Contexts.
From PartIR Require HloRename.
Import ListNotations.
Set Implicit Arguments.

Section NestFollow.
Context {Sc : Scalars} {L : Laws Sc}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation core := (core mono op). Notation hlo := (hlo mono op). Notation ctx := (@ctx Sc op).
Notation ceval := (ceval tz chunk concat reduce osem M). Notation heval := (heval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M). Notation taint := (taint onum). Notation arity := (arity onum).
Notation look := (look tz). Notation size := (size M). Notation val := (@val Sc elt). Notation ok := (dev_ok M).
Notation hctx := (@HloRename.ctx mono op). Notation hplug := (@HloRename.plug mono op).
Notation cenv := (@HloRename.cenv _ _ _ tz chunk concat reduce osem M).
Notation related := (@related tensor M).

(* ---------------- the loops around the hole ---------------- *)
(* result j of e is the variable x of e's environment, passed on by lets *)
Fixpoint source (e : core) j : option nat :=
  match e with
  | CVars _ _ xs => nth_error xs j
  | CLet e1 e2 =>
      match source e2 j with
      | Some y => if y <? arity e1 then source e1 y else Some (y - arity e1)
      | None => None
      end
  | _ => None
  end.
(* result j of C[e], followed inwards: the loops that it passes, outermost first, each with its own σ of that loop, and
   the result k of e that it is at the hole. The loops are nested directly, or are let-bound where the rest of the let
   passes their result on. *)
Fixpoint follow (C : ctx) (e : core) j : option (nest * nat) :=
  match C with
  | XHole _ => if j <? arity e then Some ([], j) else None
  | XLet1 C e2 => match source e2 j with Some x => follow C e x | None => None end
  | XLet2 _ C => follow C e j
  | XLoop a ss C =>
      match nth_error ss j, follow C e j with Some s, Some (n, k) => Some ((a, s) :: n, k) | _, _ => None end
  end.
(* every reduce of the nest has the monoid m *)
Definition one_monoid (m : mono) (n : nest) := forall a m', In (a, Red m') n -> m' = m.

(* the environments of the hole, one per coordinate of its axes, from those of C[e]; cenv is the same on devices *)
Fixpoint henv (C : ctx) (E : coord -> list tensor) : coord -> list tensor :=
  match C with
  | XHole _ => E
  | XLet1 C _ => henv C E
  | XLet2 e1 C => henv C (fun k => ceval k (E k) e1 ++ E k)
  | XLoop _ _ C => henv C (fun k => E (tl k))
  end.
(* ⟦e⟧ρ_κ, its result k *)
Definition hole_val (C : ctx) e k (E : coord -> list tensor) : coord -> tensor :=
  fun kap => nth k (ceval kap (henv C E kap) e) tz.

(* the translation of a context *)
Fixpoint ctr A (C : ctx) : hctx :=
  match C with
  | XHole _ => HloRename.Hole _ _
  | XLet1 C e2 => HloRename.LetL (ctr A C) (tr A e2)
  | XLet2 e1 C => HloRename.LetR (tr A e1) (ctr A C)
  | XLoop a ss C => HloRename.LetL (ctr (a :: A) C) (colls op a 0 ss)
  end.
(* ⟨C[e]⟩ = ⟨C⟩[⟨e⟩] *)
Lemma tr_plug C e : forall A, tr A (plug C e) = hplug (ctr A C) (tr (caxes C ++ A) e).
Proof.
  induction C; simpl; intros A; rewrite ?IHC; auto. now rewrite <- app_assoc.
Qed.

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Notation ceval_arity := (ceval_arity tz chunk concat reduce osem onum M onum_ok).

Lemma source_lt e : forall j x, source e j = Some x -> j < arity e.
Proof.
  induction e; simpl; intros j y H; try discriminate.
  - apply nth_error_Some. congruence.
  - destruct (source e2 j) eqn:X; [|discriminate]. eauto.
Qed.
Lemma source_eval e : forall K env j x, source e j = Some x -> nth j (ceval K env e) tz = look env x.
Proof.
  induction e; simpl; intros K env j y H; try discriminate.
  - rewrite nth_map with (dA := 0) by (eapply nth_error_lt; eauto). now rewrite (nth_error_nth xs j 0 H).
  - destruct (source e2 j) as [w|] eqn:X; [|discriminate]. rewrite (IHe2 _ _ _ _ X).
    destruct (Nat.ltb_spec w (arity e1)).
    + rewrite look_l by now rewrite ceval_arity. apply IHe1; auto.
    + inversion H; subst. replace w with (arity e1 + (w - arity e1)) at 1 by lia. apply look_r, ceval_arity.
Qed.
Lemma source_taint e : forall r tv j x, source e j = Some x -> nth j (taint r tv e) false = nth x tv false.
Proof.
  induction e; simpl; intros r0 tv j y H; try discriminate.
  - rewrite nth_map with (dA := 0) by (eapply nth_error_lt; eauto). now rewrite (nth_error_nth xs j 0 H).
  - destruct (source e2 j) as [w|] eqn:X; [|discriminate]. rewrite (IHe2 _ _ _ _ X).
    destruct (Nat.ltb_spec w (arity e1)).
    + rewrite app_nth1 by now rewrite taint_arity. apply IHe1; auto.
    + inversion H; subst. rewrite app_nth2, taint_arity by now rewrite taint_arity. reflexivity.
Qed.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Lemma source_type e : forall A G ts j x, ctype A G e ts -> source e j = Some x -> nth_error ts j = nth_error G x.
Proof.
  induction e; simpl; intros A G ts j y HT H; try discriminate; inversion HT; subst.
  - match goal with X : Forall2 _ xs ts |- _ => rename X into F end. clear HT. revert j H.
    induction F as [|z t xs ts E F IH]; intros [|j] H; simpl in H |- *; try discriminate; auto.
    inversion H; subst. symmetry. exact E.
  - destruct (source e2 j) as [w|] eqn:X; [|discriminate]. rewrite (IHe2 _ _ _ _ _ H4 X).
    pose proof (ctype_arity oty_num H2) as El. destruct (Nat.ltb_spec w (arity e1)).
    + rewrite nth_error_app1 by lia. eauto.
    + inversion H; subst. rewrite nth_error_app2 by lia. now rewrite El.
Qed.

Lemma follow_lt C e : forall j n k, follow C e j = Some (n, k) -> j < arity (plug C e).
Proof.
  induction C; simpl; intros j n k H.
  - destruct (Nat.ltb_spec j (arity e)); [auto|discriminate].
  - destruct (source e2 j) eqn:X; [|discriminate]. eapply source_lt; eauto.
  - eauto.
  - destruct (nth_error ss j) eqn:X; [|discriminate]. eapply nth_error_lt; eauto.
Qed.

(* the value of the nest around the hole is the followed result of C[e] *)
Lemma follow_eval C e : forall E j n k kap, follow C e j = Some (n, k) ->
  nestval M (hole_val C e k E) n kap = nth j (ceval kap (E kap) (plug C e)) tz.
Proof.
  induction C; simpl; intros E j n k kap H.
  - destruct (Nat.ltb_spec j (arity e)); inversion H; subst. reflexivity.
  - destruct (source e2 j) as [x|] eqn:X; [|discriminate]. rewrite (source_eval _ _ _ _ X), look_l; [now apply IHC|].
    rewrite ceval_arity. eapply follow_lt; eauto.
  - apply (IHC (fun k => ceval k (E k) e1 ++ E k) j n k kap H).
  - destruct (nth_error ss j) as [s|] eqn:X; [|discriminate].
    destruct (follow C e j) as [[n' k']|] eqn:F; inversion H; subst. simpl.
    change (nth j (combs _ _ _ _ _ _) tz) with (look (ceval kap (E kap) (CLoop a ss (plug C e))) j).
    rewrite ceval_loop by (eapply nth_error_lt; eauto). rewrite (nth_error_nth ss j (Any _) X). f_equal.
    apply map_ext. intros i. apply (IHC (fun k => E (tl k)) j n' k ((a, i) :: kap) F).
Qed.

(* result j of a loop, by case on σj *)
Lemma loop_tys_nth a tn ss ts ts' : loop_tys mdef M a tn ss ts ts' -> forall j s, nth_error ss j = Some s ->
  exists t, nth_error ts j = Some t /\ match s with
    | Tile _ d => d < length (fst t) /\ nth_error ts' j = Some (upd (fst t) d (nth d (fst t) 0 * size a), snd t)
    | Red _ => nth_error ts' j = Some t
    | Any _ => nth_error ts' j = Some t /\ nth j tn true = false
    end.
Proof.
  induction 1; intros [|j] s' E; simpl in E |- *; try discriminate; auto; inversion E; subst; eexists; simpl; auto.
Qed.
Lemma nth_false l j : nth j l true = false -> nth j l false = false.
Proof.
  intros H. destruct (Nat.lt_ge_cases j (length l)); [now rewrite nth_indep with (d' := true)|].
  now apply nth_overflow.
Qed.

(* ---------------- Lemma 1 at the hole ---------------- *)
Lemma indep (e : core) r tv K K' env env' : (forall q, q <> r -> nth q K (0, 0) = nth q K' (0, 0)) ->
  agree_env tz tv env env' -> agree_env tz (taint r tv e) (ceval K env e) (ceval K' env' e).
Proof. intros. now apply independence. Qed.
(* Where result j of C[e] is untainted by r, so is the result that it is at the hole: its value there, at coordinate ι
   of C's own axes, is the same in environments that agree but for the index of r and the variables marked in tv. *)
Lemma hole_independent C e : forall E j n k r tv iota kap kap', follow C e j = Some (n, k) ->
  nth j (taint r tv (plug C e)) false = false -> length iota = length (caxes C) ->
  (forall q, q <> r -> nth q kap (0, 0) = nth q kap' (0, 0)) -> agree_env tz tv (E kap) (E kap') ->
  hole_val C e k E (iota ++ kap) = hole_val C e k E (iota ++ kap').
Proof.
  induction C; simpl; intros E j n k r tv iota kap kap' HF HT HL HK HE.
  - destruct (Nat.ltb_spec j (arity e)); inversion HF; subst. destruct iota; [|discriminate]. unfold hole_val. simpl.
    now apply (@indep e _ _ _ _ _ _ HK HE).
  - destruct (source e2 j) as [x|] eqn:X; [|discriminate]. rewrite (source_taint _ _ _ _ X) in HT.
    rewrite app_nth1 in HT by (rewrite taint_arity; eapply follow_lt; eauto).
    apply (IHC E x n k r tv); auto.
  - apply (IHC (fun k => ceval k (E k) e1 ++ E k) j n k r (taint r tv e1 ++ tv)); auto.
    apply agree_app; rewrite ?ceval_arity, ?taint_arity; auto.
    apply (@indep e1 _ _ _ _ _ _ HK HE).
  - destruct (nth_error ss j) as [s|] eqn:X; [|discriminate].
    destruct (follow C e j) as [[n' k']|] eqn:F; inversion HF; subst.
    rewrite nth_ltaint in HT by (eapply nth_error_lt; eauto). simpl in HT. apply nth_false in HT.
    rewrite app_length in HL. simpl in HL.
    destruct (@exists_last _ iota) as (iota' & c & ->); [intros ->; simpl in HL; lia|].
    rewrite app_length in HL. simpl in HL. rewrite <- !app_assoc.
    apply (IHC (fun k => E (tl k)) j n' k (S r) tv iota' (c :: kap) (c :: kap')); auto; [lia|].
    intros [|q] Hq; simpl; auto.
Qed.

(* ---------------- typing at the hole ---------------- *)
Hypothesis M_pos : Forall (lt 0) M.
Definition ops_sound := forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.

(* The hole has a type there, its environments have those types, the type of result j of C[e] is that of the nest around
   it, and the nest satisfies the premises of Nest.v. That an `any` loop's value does not depend on its range variable
   is T-Any by Lemma 1. *)
Lemma nest_typed C e : forall A G ts j n k, ctype A G (plug C e) ts -> follow C e j = Some (n, k) ->
  exists pre th t, length pre = cdepth onum C /\ ctype (caxes C ++ A) (pre ++ G) e th /\ nth_error th k = Some t /\
  nth_error ts j = Some (gshape M (fst t) n, snd t) /\ naxes n A = caxes C ++ A /\
  (ops_sound -> forall E, (forall kap, map fst kap = A -> Forall2 val (E kap) G) ->
    forall kap, map fst kap = caxes C ++ A -> Forall2 val (henv C E kap) (pre ++ G)) /\
  forall E m, one_monoid m n -> nest_ok M (hole_val C e k E) (fst t) m n A.
Proof.
  induction C; simpl; intros A G ts j n k HT HF.
  - destruct (Nat.ltb_spec j (arity e)) as [Lt|]; inversion HF; subst.
    rewrite <- (ctype_arity oty_num HT) in Lt. apply nth_error_Some in Lt.
    destruct (nth_error ts k) as [t|] eqn:X; [|easy].
    exists [], ts, t. destruct t. simpl. repeat split; auto.
  - destruct (source e2 j) as [x|] eqn:X; [|discriminate]. inversion HT as [| |? ? t1 ? T1 T2| |]; subst.
    destruct (IHC _ _ _ _ _ _ T1 HF) as (pre & th & t & P1 & P2 & P3 & P4 & P). exists pre, th, t.
    repeat split; try apply P; auto. rewrite (source_type _ T2 X), nth_error_app1; auto. eapply nth_error_lt; eauto.
  - inversion HT as [| |? ? t1 ? T1 T2| |]; subst.
    destruct (IHC _ _ _ _ _ _ T2 HF) as (pre & th & t & P1 & P2 & P3 & P4 & P5 & P6 & P7). exists (pre ++ t1), th, t.
    rewrite <- app_assoc, app_length, P1, (ctype_arity oty_num T1). repeat split; auto.
    + intros OS E HE. apply P6; auto. intros kap HK. apply Forall2_app; auto. eapply type_soundness; eauto.
    + intros E m Hm. now apply P7.
  - destruct (nth_error ss j) as [s|] eqn:X; [|discriminate].
    destruct (follow C e j) as [[n' k']|] eqn:F; inversion HF; subst.
    inversion HT as [| | | |? ? ? tb ? Ha Hn T1 Tl]; subst.
    destruct (IHC _ _ _ _ _ _ T1 F) as (pre & th & t & P1 & P2 & P3 & P4 & P5 & P6 & P7). exists pre, th, t.
    rewrite <- app_assoc. simpl. destruct (loop_tys_nth Tl _ X) as (t' & Et & Es). rewrite P4 in Et.
    inversion Et; subst t'; simpl in Es. rewrite gshape_len in Es.
    split; [auto|]. split; [auto|]. split; [auto|]. split; [|split; [auto|split]].
    + destruct s; [destruct Es as [_ ->]; now rewrite Nat.mul_comm|exact Es|apply Es].
    + intros OS E HE. apply P6; auto. intros [|c kap] HK; [discriminate|]. apply HE. simpl in *. congruence.
    + intros E m Hm. split; [auto|]. split; [auto|]. split; [apply P7; intros b m' Hb; apply (Hm b); now right|].
      destruct s; [apply Es|apply (Hm a); now left|]. intros kap i i' _.
      change (hole_val (XLoop a ss C) e k E) with (hole_val C e k (fun kap => E (tl kap))).
      rewrite !(@follow_eval _ _ _ _ _ _ _ F). simpl. eapply taint_zero_any; eauto. apply Es.
Qed.

Lemma restr_app A B D : restr (A ++ B) D = restr A D ++ restr B D. Proof. apply map_app. Qed.
Lemma caxes_new C e : forall A G ts a, ctype A G (plug C e) ts -> In a (caxes C) -> ~ In a A.
Proof.
  induction C; simpl; intros A G ts b HT Hb; [tauto|inversion HT; subst; eauto..].
  apply in_app_iff in Hb as [Hb|[<-|[]]]; auto. intros X. eapply (IHC (a :: A)); eauto. now right.
Qed.
Lemma caxes_mesh C e : forall A G ts, ctype A G (plug C e) ts -> in_mesh M A -> in_mesh M (caxes C ++ A).
Proof.
  induction C; simpl; intros A G ts HT HA; [auto|inversion HT; subst; eauto..].
  rewrite <- app_assoc. simpl. eapply IHC; eauto. now constructor.
Qed.
(* Lemma 2 along C: related environments of C[e] are related at the hole *)
Lemma hole_related C e : forall A G ts E R, ctype A G (plug C e) ts -> related A E R ->
  related (caxes C ++ A) (henv C E) (cenv (ctr A C) R).
Proof.
  induction C; simpl; intros A G ts E R HT HR; [auto|inversion HT; subst..].
  - eapply IHC; eauto.
  - eapply IHC; eauto. apply related_let; auto. intros D HD. eapply translation_correct; eauto.
  - rewrite <- app_assoc. simpl. eapply IHC; eauto.
Qed.
Lemma restr_updl D D0 A : ok D -> ok D0 -> NoDup A -> in_mesh M A -> restr A (updl D A (at_ D0 A)) = restr A D0.
Proof.
  intros HD H0 NA IA. assert (X := at_updl NA IA HD (at_inb IA H0)).
  assert (Y : forall D, restr A D = combine A (at_ D A))
    by (intros; unfold restr, at_; clear; induction A; simpl; congruence).
  now rewrite !Y, X.
Qed.
(* along an axis that the nest does not list, and that is none of A, the value at the hole does not change: the hole is
   in no loop over it, or in an `any` loop *)
Lemma hole_replicated m C e : forall A G ts E j n k D a i, ctype A G (plug C e) ts -> follow C e j = Some (n, k) ->
  ok D -> ~ In a A -> ~ In a (axes_of (dist_of m n)) ->
  hole_val C e k E (restr (caxes C ++ A) (upd D a i)) = hole_val C e k E (restr (caxes C ++ A) D).
Proof.
  induction C; intros A G ts E j n k D b i HT HF HD HA Hb; simpl caxes; simpl plug in HT.
  - simpl. now rewrite restr_upd.
  - simpl in HF. destruct (source e2 j) as [x|] eqn:X; [|discriminate]. inversion HT; subst. eapply (IHC A); eauto.
  - inversion HT; subst. eapply (IHC A _ _ (fun k => ceval k (E k) e1 ++ E k)); eauto.
  - inversion HT as [| | | |? ? ? tb ? Ha Hn T1 Tl]; subst. pose proof HF as HF0. simpl in HF.
    destruct (nth_error ss j) as [s|] eqn:X; [|discriminate].
    destruct (follow C e j) as [[n' k']|] eqn:F; inversion HF; subst.
    rewrite <- !app_assoc. simpl. destruct (Nat.eq_dec b a) as [->|Ne].
    + destruct (loop_tys_nth Tl _ X) as (t' & _ & Es).
      destruct s; [destruct Hb; left; auto|destruct Hb; apply in_app_iff; right; left; auto|]. destruct Es as [_ Es].
      rewrite !restr_app, (@restr_upd (caxes C)) by (intros Y; apply (caxes_new _ _ _ T1 Y); now left).
      assert (RA : restr A (upd D a i) = restr A D) by now apply restr_upd.
      apply (@hole_independent C e (fun kap => E (tl kap)) j n' k 0 []); auto using nth_false.
      * unfold restr. now rewrite map_length.
      * intros [|q] Hq; [tauto|]. simpl. now rewrite RA.
      * simpl. rewrite RA. intros x _. reflexivity.
    + eapply (IHC (a :: A) _ _ (fun kap => E (tl kap))); eauto; [simpl; intuition|].
      intros Y. apply Hb. unfold axes_of in *. simpl. destruct s; simpl; auto.
      apply in_app_iff. apply in_app_iff in Y as [Y|Y]; [now left|right; now right].
Qed.
End NestFollow.
