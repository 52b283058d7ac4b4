(* NestContext.v: section 4, Theorem 1 (b) at a hole of PartIR:Core: the value of ⟨e⟩ on the devices represents the
   value of C[e] at the distributed type that the loops of C around the hole spell out, and its local type is e's. *)
From Coq Require Import List Arith Lia Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed Nest
  Functions Partial Soundness Contexts NestFollow.
From PartIR Require HloRename.
Import ListNotations.
Set Implicit Arguments.

(* the axes that the nest lists are distinct, in the mesh, and none of A *)
Lemma nest_listed (Sc : Scalars) M v sh m (n : nest) : forall A, nest_ok M v sh m n A ->
  NoDup (axes_of (dist_of m n)) /\ in_mesh M (axes_of (dist_of m n)) /\
  forall a, In a A -> ~ In a (axes_of (dist_of m n)).
Proof.
  unfold axes_of. induction n as [|[a s] n IH]; simpl; intros A H; [repeat constructor; auto|].
  destruct H as (Ha & HA & Hn & _). destruct (IH _ Hn) as (N & I & Dj). clear IH Hn.
  assert (Na := Dj a (or_introl eq_refl)).
  assert (DA : forall b, In b A -> ~ In b (flat_map snd (ntiles n) ++ nparts n)) by (intros b Hb; apply Dj; now right).
  assert (P : Permutation (a :: flat_map snd (ntiles n) ++ nparts n) (flat_map snd (ntiles n) ++ a :: nparts n))
    by apply Permutation_middle.
  assert (I' : in_mesh M (a :: flat_map snd (ntiles n) ++ nparts n)) by now constructor.
  destruct s; simpl; auto.
  - split; [now constructor|split; [auto|]]. intros b Hb [<-|X]; [tauto|]. now apply (DA b).
  - repeat split.
    + eapply Permutation_NoDup; [exact P|now constructor].
    + eapply Permutation_Forall; [exact P|exact I'].
    + intros b Hb X. apply Permutation_sym in P. apply (Permutation_in _ P) in X as [<-|X]; [tauto|]. now apply (DA b).
Qed.

Section NestContext.
Context {Sc : Scalars} {L : Laws Sc}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation core := (core mono op). Notation ctx := (@ctx Sc op).
Notation ceval := (ceval tz chunk concat reduce osem M). Notation heval := (heval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M). Notation arity := (arity onum).
Notation size := (size M). Notation val := (@val Sc elt). Notation ok := (dev_ok M).
Notation cenv := (@HloRename.cenv _ _ _ tz chunk concat reduce osem M). Notation related := (@related tensor M).
Notation hole_val := (@hole_val Sc op osem M). Notation follow := (follow onum). Notation ctr := (@ctr Sc op).
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.

(* ---------------- Theorem 1 (b) ---------------- *)
(* Theorem 1 (a) and (b), types: if Γ ⊢core C[e], Γ ⊢ M, and result j of C[e] is result k of e inside the loops n, then
   [Γ_hole] ⊢spmd ⟨e⟩ : τ̄ with the Core types τ̄ of e at the hole; the D that n's attributes spell out has the global
   type of the result of C[e], is well-formed, and local(D) = τ_k. Γ_hole is Γ and what C binds around the hole. *)
Theorem nest_context_local m C e A G ts j n k : Forall (fun a => a < length M) A ->
  ctype A G (plug C e) ts -> follow C e j = Some (n, k) -> one_monoid m n ->
  exists pre th t g, length pre = cdepth onum C /\ ctype (caxes C ++ A) (pre ++ G) e th /\
    htype oty mdef M (pre ++ G) (tr (caxes C ++ A) e) th /\
    nth_error th k = Some t /\ nth_error ts j = Some g /\
    local_ty M (g, dist_of m n) = t /\ dist_ok M (g, dist_of m n).
Proof.
  intros HA HT HF Hm. pose (os := fun o (_ : list tensor) => repeat tz (onum o)).
  assert (On : forall o ts, length (os o ts) = onum o) by (intros; apply repeat_length).
  destruct (nest_typed os On oty_num M_pos C e j HT HF) as (pre & th & t & P1 & P2 & P3 & P4 & P5 & _ & P7).
  specialize (P7 (fun _ => []) m Hm). exists pre, th, t, (gshape M (fst t) n, snd t).
  destruct (@nest_listed _ _ _ _ _ _ _ P7) as (N & I & _).
  split; [auto|]. split; [auto|]. split; [|split; [auto|split; [auto|split]]].
  - apply typing_simulation with (onum := onum); auto. eapply caxes_mesh; eauto.
  - unfold local_ty. simpl. erewrite nest_local by eauto. now destruct t.
  - split; [|split; auto]. simpl. eapply ntiles_chain; eauto.
Qed.

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
(* ⟨e⟩ at the hole of ⟨C[e]⟩ has at every device the value of e at the device's coordinate (Theorem 2) *)
Lemma hole_family C e A G ts j n k E R : ctype A G (plug C e) ts -> follow C e j = Some (n, k) -> related A E R ->
  forall D, ok D -> nth k (heval (cenv (ctr A C) R) (tr (caxes C ++ A) e) D) tz =
    hole_val C e k E (restr (caxes C ++ A) D).
Proof.
  intros HT HF HR D HD. destruct (nest_typed osem onum_ok oty_num M_pos C e j HT HF) as (pre & th & t & _ & HT' & _).
  unfold hole_val. f_equal.
  apply translation_correct with (onum := onum) (oty := oty) (mdef := mdef) (G := pre ++ G) (ts := th); auto.
  eapply hole_related; eauto.
Qed.

Hypothesis op_sound : ops_sound osem oty.
(* Theorem 1 (b) of environments that are typed at every coordinate of A, also at those that no device has *)
Lemma nest_represents_total m C e A G ts j n k E R : axes_ok M A ->
  ctype A G (plug C e) ts -> follow C e j = Some (n, k) -> one_monoid m n ->
  (forall kap, map fst kap = A -> Forall2 val (E kap) G) -> related A E R ->
  forall D0, ok D0 ->
  represents M
    (fun D => nth k (heval (cenv (ctr A C) R) (tr (caxes C ++ A) e) (updl D A (at_ D0 A))) tz)
    (nth j (ceval (restr A D0) (E (restr A D0)) (plug C e)) tz)
    (dist_of m n).
Proof.
  intros [NA IA] HT HF Hm HE HR D0 H0.
  destruct (nest_typed osem onum_ok oty_num M_pos C e j HT HF) as (pre & th & t & _ & HTh & Et & Ej & EA & HEh & Hn).
  specialize (HEh op_sound E HE). specialize (Hn E m Hm). set (v := hole_val C e k E) in *.
  assert (Vok : forall kap, map fst kap = caxes C ++ A -> wf (v kap) /\ shape (v kap) = fst t).
  { intros kap HK. refine (Forall2_nth_val k _ Et). eapply type_soundness; eauto. }
  assert (VV := @hole_family C e A G ts j n k E R HT HF HR). fold v in VV.
  destruct (@nest_listed _ _ _ _ _ _ _ Hn) as (N & I & Dj).
  assert (EG : forall kap, nth j (ceval kap (E kap) (plug C e)) tz = nestval M v n kap)
    by (intros; symmetry; apply (@follow_eval _ _ osem onum M onum_ok); auto).
  rewrite EG. destruct (@nest_shape _ M M_pos v _ _ Vok m n A (restr A D0) Hn EA (fst_restr _ _)) as [WG SG].
  assert (O : forall D, ok D -> ok (updl D A (at_ D0 A))) by (intros; apply ok_updl; auto; now apply at_inb).
  assert (IP : in_mesh M (nparts n)) by (eapply nparts_mesh; eauto).
  split; auto; cbn [tiles parts pm dist_of]; rewrite ?SG.
  - eapply ntiles_chain; eauto.
  - intros D HD. erewrite nest_local, VV by eauto. apply Vok, fst_restr.
  - intros D HD. cbn [tiles parts pm dist_of].
    rewrite <- (restr_updl HD H0 NA IA).
    erewrite <- tile_of_updl; [rewrite <- (@nest_represents _ _ M M_pos v (fst t) (caxes C ++ A) Vok m n A
      (fun D => v (restr (caxes C ++ A) D))); auto|].
    + unfold freduce. f_equal. apply map_ext_in. intros q Hq. apply in_all_idx in Hq.
      rewrite VV by (apply O, ok_updl; auto). rewrite updl_comm; auto.
      intros a X Y. apply (Dj a Y). apply in_app_iff. now right.
    + intros d B HB a Ha X. apply (Dj a Ha). apply in_app_iff. left. apply in_flat_map. exists (d, B). auto.
  - intros D a i HD Ha Hi HL. cbn [tiles parts pm dist_of] in HL. destruct (in_dec Nat.eq_dec a A) as [X|X].
    + rewrite updl_upd_in; auto. apply map_length.
    + rewrite updl_upd_other by auto. rewrite !VV by (try apply dev_ok_upd; auto).
      eapply hole_replicated; eauto.
Qed.
(* Theorem 1 (b) with Theorem 2: ⟦⟨e⟩⟧ρ' ⊨ ⟦C[e]⟧ρ : D. Under Definition 2 with the axes A in scope at C[e], ρ' typed,
   and for the coordinates on A of any device D0: the family of ⟨e⟩ at the hole, on the devices that have these
   coordinates, represents the value of C[e] there, at the D that the loops n spell out. *)
Theorem nest_context_represents m C e A G ts j n k E R : axes_ok M A ->
  ctype A G (plug C e) ts -> follow C e j = Some (n, k) -> one_monoid m n ->
  related A E R -> (forall D, ok D -> Forall2 val (R D) G) ->
  forall D0, ok D0 ->
  represents M
    (fun D => nth k (heval (cenv (ctr A C) R) (tr (caxes C ++ A) e) (updl D A (at_ D0 A))) tz)
    (nth j (ceval (restr A D0) (E (restr A D0)) (plug C e)) tz)
    (dist_of m n).
Proof.
  intros HA HT HF Hm HR HE D0 H0. pose proof HA as [NA IA].
  pose (at_kap := fun kap : coord => updl D0 A (map (fun c => snd c mod size (fst c)) kap)).
  assert (O : forall kap, map fst kap = A -> ok (at_kap kap)).
  { intros kap HK. apply ok_updl; auto. subst A. clear -IA M_pos. unfold inb, sizes.
    induction kap as [|[a i] kap IH]; simpl in *; inversion IA; constructor; auto. apply Nat.mod_upper_bound.
    pose proof (size_pos M_pos (a := a)). lia. }
  assert (EE : forall D, ok D -> restr A (at_kap (restr A D)) = restr A D).
  { intros D HD. etransitivity; [|apply (restr_updl H0 HD NA IA)]. f_equal. unfold at_kap.
    f_equal. unfold restr, at_. rewrite map_map. apply map_ext_in. intros a Ha.
    rewrite Forall_forall in IA. apply Nat.mod_small, dev_ok_nth; auto. }
  rewrite <- (EE D0 H0) at 2.
  apply (@nest_represents_total m C e A G ts j n k (fun kap => E (restr A (at_kap kap))) R); auto.
  - intros kap HK. rewrite <- HR; auto.
  - intros D HD. rewrite EE; auto.
Qed.
(* Theorem 1 (b) for functions: arguments that every device has give at the hole of the body a family that represents
   the body's result *)
Corollary nest_context_closed m C e G ts j n k args : ctype [] G (plug C e) ts -> follow C e j = Some (n, k) ->
  one_monoid m n -> Forall2 val args G ->
  represents M (fun D => nth k (heval (cenv (ctr [] C) (fun _ => args)) (tr (caxes C) e) D) tz)
    (nth j (ceval [] args (plug C e)) tz) (dist_of m n).
Proof.
  intros HT HF Hm HE. assert (Z : ok (repeat 0 (length M))).
  { unfold dev_ok, inb. clear -M_pos. induction M as [|b l IH]; simpl; inversion M_pos; constructor; auto. }
  rewrite <- (app_nil_r (caxes C)).
  apply (@nest_context_represents m C e [] G ts j n k (fun _ => args) (fun _ => args)) with (D0 := repeat 0 (length M));
    auto; [split; constructor|]. intros D _. reflexivity.
Qed.

(* loop a1 σ1 (r1. .. loop ak σk (rk. [])) *)
Fixpoint loops (n : nest) : ctx := match n with [] => XHole _ | (a, s) :: n => XLoop a [s] (loops n) end.
Lemma follow_loops n e : arity e = 1 -> follow (loops n) e 0 = Some (n, 0).
Proof. intros H. induction n as [|[a s] n IH]; simpl; [now rewrite H|]. now rewrite IH. Qed.
(* Theorem 1 (b) for a nest of loops of one result around an expression e that reads the parameters *)
Corollary nest_of_loops m (n : nest) e G ts args : ctype [] G (plug (loops n) e) ts -> arity e = 1 ->
  one_monoid m n -> Forall2 val args G ->
  represents M (fun D => nth 0 (heval (fun _ => args) (tr (caxes (loops n)) e) D) tz)
    (nth 0 (ceval [] args (plug (loops n) e)) tz) (dist_of m n).
Proof.
  intros HT He Hm HE. assert (X : forall A R, cenv (ctr A (loops n)) R = R)
    by (clear; induction n as [|[a s] n IH]; simpl; auto).
  rewrite <- (X [] (fun _ => args)). eapply nest_context_closed; eauto using follow_loops.
Qed.
End NestContext.
