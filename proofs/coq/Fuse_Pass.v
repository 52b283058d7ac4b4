(* Fuse_Pass.v: section 7, R-Fuse as a pass. For each loop of a list of lets it is computed whether R-Fuse applies: into
   the one target that has all its uses (Fuse_Step.v), or by merging with the next let that reads it, a loop over its
   axis that slices it (Fuse_Merge.v), past lets that do not read it; then the same inside the loops'
   bodies, until nothing is left. The pass preserves typing and the denotation, and no op is duplicated. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Propagation Propagate_Fixpoint Actions Fuse Fuse_Lets Fuse_Step Fuse_Merge Fuse_Once.
Import ListNotations.
Set Implicit Arguments.

Section Pass.
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
Notation val := (@val Sc elt).
Notation arity := (arity onum).
Notation replaces := (replaces osem onum oty mdef M).
Notation free := (free onum).
Notation unread := (unread onum).
Notation rename := (rename onum).
Notation lower := (lower onum).
Notation shift := (shift onum).

(* ---------------- names of names, lets in lets, slices first ---------------- *)
Definition is_slice (e : core) := match e with CSlice _ _ _ _ _ => true | _ => false end.
(* let x̄ = e1 behind the slices that e2 begins with and that do not read x̄ *)
Fixpoint behind n (e1 e2 : core) : core :=
  match n, e2 with
  | S n, CLet e k =>
      if is_slice e && negb (is_slice e1) && unread (arity e1) e
      then CLet (lower (arity e1) e) (behind n (shift (arity e) e1) (rename (flip (arity e1) (arity e)) k))
      else CLet e1 e2
  | _, _ => CLet e1 e2
  end.
Fixpoint lets (e : core) := match e with CLet _ k => S (lets k) | _ => 0 end.
(* let x̄ = e1 in e2 *)
Fixpoint let_in (e1 e2 : core) : core :=
  match e1 with
  | CVars _ _ xs => rename (sub xs) e2
  | CLet e e' => let_in e (let_in e' (rename (over (arity e') (arity e)) e2))
  | _ => match e2 with
         | CVars _ _ xs => if list_eq_dec Nat.eq_dec xs (seq 0 (arity e1)) then e1 else CLet e1 e2
         | _ => behind (lets e2) e1 e2
         end
  end.
Fixpoint tidy (e : core) : core :=
  match e with
  | CLet e1 e2 => let_in (tidy e1) (tidy e2)
  | CLoop a s e => CLoop a s (tidy e)
  | e => e
  end.

(* ---------------- where R-Fuse applies ---------------- *)
(* the target of variables X .. X+n-1: the first loop over a on the way to all of their uses, if it is one way *)
Fixpoint find (a : axis) n X (k : core) : option (ctx op * core) :=
  match k with
  | CLoop b s k => if Nat.eqb a b then Some (XLoop b s (XHole op), k)
                   else option_map (fun CB => (XLoop b s (fst CB), snd CB)) (find a n X k)
  | CLet k1 k2 => if existsb (fun j => free k1 (X + j)) (seq 0 n)
                  then option_map (fun CB => (XLet1 (fst CB) k2, snd CB)) (find a n X k1)
                  else option_map (fun CB => (XLet2 k1 (fst CB), snd CB)) (find a n (arity k1 + X) k2)
  | _ => None
  end.
(* the premises of R-Fuse; and the loop is not dead *)
Definition applies (a : axis) ss (e : core) (C : ctx op) (B : core) : bool :=
  match nth_error (caxes C) 0 with Some b => Nat.eqb b a | None => false end &&
  forallb (fun b => negb (existsb (Nat.eqb b) (caxes C))) (own e) &&
  forallb (fun j => negb (creads onum C B j) && negb (reads onum ss (cdepth onum C) 0 B (cdepth onum C + j)))
    (seq 0 (length ss)) &&
  negb (unread (length ss) (plug C B)).
Definition target (a : axis) ss (e k : core) : option core :=
  match find a (length ss) 0 k with
  | Some (C, B) => if applies a ss e C B then Some (fused_step onum ss e C B 0) else None
  | None => None
  end.
(* the next loop over a slices the loop's tiles, and reads nothing else of it *)
Definition merges (s1 : list attr) (e2 : core) : bool :=
  forallb (fun j => negb (reads onum s1 0 0 e2 j)) (seq 0 (length s1)) && negb (unread (length s1) e2).
(* let x̄ = e1 in k with R-Fuse done for x̄, if it applies: to the target; or with the next loop over its axis that
   slices it, and so on with what these became; or past a let that does not read it *)
Fixpoint place n (e1 k : core) : option core :=
  match n, e1 with
  | S n, CLoop a s1 b1 =>
    match target a s1 b1 k, k with
    | Some t, _ => Some t
    | None, CLet e2 k =>
      let merge := match e2 with
        | CLoop b s2 b2 => if Nat.eqb a b && merges s1 b2 then Some (s2, b2) else None
        | _ => None
        end in
      match merge with
      | Some (s2, b2) =>
          match pruned onum a (s2 ++ s1) (both onum s1 s2 b1 b2) k with
          | CLet e k => match place n e k with Some t => Some t | None => Some (CLet e k) end
          | e => Some e
          end
      | None =>
          if unread (arity e1) e2
          then option_map (CLet (lower (arity e1) e2))
                 (place n (shift (arity e2) e1) (rename (flip (arity e1) (arity e2)) k))
          else None
      end
    | None, _ => None
    end
  | _, _ => None
  end.
(* every loop of a list of lets, the last ones first *)
Fixpoint spine (e : core) : core :=
  match e with
  | CLet e1 k => let k' := spine k in match place (S (lets k')) e1 k' with Some t => t | None => CLet e1 k' end
  | e => e
  end.
Fixpoint bodies (f : core -> core) (e : core) : core :=
  match e with
  | CLet e1 k => CLet (bodies f e1) (bodies f k)
  | CLoop a s e => CLoop a s (f e)
  | e => e
  end.
(* the outer lists of lets first; loops over one axis do not nest, so that no body is deeper than M has axes *)
Fixpoint fuse_in n (e : core) : core := match n with 0 => e | S n => bodies (fuse_in n) (tidy (spine e)) end.
(* what is left, anywhere in e, once more as long as there is something *)
Definition found e1 k := match place (S (lets k)) e1 k with Some _ => true | None => false end.
Fixpoint redex (e : core) : bool :=
  match e with
  | CLet e1 k => found e1 k || redex e1 || redex k
  | CLoop _ _ e => redex e
  | _ => false
  end.
Fixpoint contract (e : core) : core :=
  match e with
  | CLet e1 k => match place (S (lets k)) e1 k with Some t => t | None => CLet (contract e1) (contract k) end
  | CLoop a s e => CLoop a s (contract e)
  | e => e
  end.
Fixpoint settle n (e : core) := match n with 0 => e | S n => if redex e then settle n (tidy (contract e)) else e end.
Definition fuse (e : core) := let e' := fuse_in (S (length M)) (tidy e) in settle (loops e') e'.

(* ---------------- soundness ---------------- *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
(* e may be replaced by e' anywhere, and e' is e without some slices and loops *)
Definition goes_to (e e' : core) := (forall A G, replaces A G e e') /\ exists c n, takes c n e e'.
Notation "e ~> e'" := (goes_to e e') (at level 70).
Let in_context := @replaces_in_context Sc op elt osem onum oty mdef M M_pos oty_num op_sound.
Lemma goes_refl e : e ~> e.
Proof. split; [intros A G; apply replaces_refl|]. exists 0, 0. intros p s l. lia. Qed.
Lemma goes_trans e1 e2 e3 : e1 ~> e2 -> e2 ~> e3 -> e1 ~> e3.
Proof.
  intros [H1 (c & n & T1)] [H2 (c' & n' & T2)]. split; [intros A G; eapply replaces_trans; eauto|].
  eauto using takes_trans.
Qed.
Lemma goes_let e1 e1' e2 e2' : e1 ~> e1' -> e2 ~> e2' -> CLet e1 e2 ~> CLet e1' e2'.
Proof.
  intros [H1 (c & n & T1)] [H2 (c' & n' & T2)]. split; [|eauto using takes_let].
  intros A G. apply replaces_trans with (CLet e1' e2).
  - apply (@in_context (XLet1 (XHole op) e2) e1 e1'). intros pre _. apply H1.
  - apply (@in_context (XLet2 e1' (XHole op)) e2 e2'). intros pre _. apply H2.
Qed.
Lemma goes_loop a s e e' : e ~> e' -> CLoop a s e ~> CLoop a s e'.
Proof.
  intros [H (c & n & T)]. split; [|eauto using takes_loop].
  intros A G. apply (@in_context (XLoop a s (XHole op)) e e'). intros pre _. apply H.
Qed.
Lemma goes_swap e1 e2 k : unread (arity e1) e2 = true -> CLet e1 (CLet e2 k) ~> swapped onum e1 e2 k.
Proof. intros H. split; [intros A G; now apply swap_lets|eauto using swap_takes]. Qed.
(* let x̄ = e in (x̄) ~> e *)
Lemma goes_names e : CLet e (CVars _ _ (seq 0 (arity e))) ~> e.
Proof.
  split; [|exists 0, 0; intros p s l; simpl; lia].
  intros A G ts H. inversion H as [| |? ? t1 ? T1 T2| |]; subst. inversion T2 as [? ? HX| | | |]; subst.
  assert (L : length t1 = arity e) by (eapply clen; eauto). repeat split.
  - enough (E : t1 = ts) by now subst. rewrite <- L in HX. pose proof (has_seq t1 G) as HY.
    revert HX HY. generalize (t1 ++ G) (seq 0 (length t1)). clear. intros G l H. revert t1.
    induction H; intros t1 H'; inversion H'; subst; auto. f_equal; [|auto]. unfold Core.has in *. congruence.
  - intros r bs. cbn [Core.taint]. rewrite taint_seq by apply taint_arity. apply tle_refl.
  - intros K env _ _. cbn [Core.ceval]. symmetry. apply look_seq. now apply carity.
Qed.

Lemma behind_ok n : forall e1 e2, CLet e1 e2 ~> behind n e1 e2.
Proof.
  induction n as [|n IH]; intros e1 e2; [apply goes_refl|]. destruct e2; try apply goes_refl. simpl.
  destruct (_ && _ && unread (arity e1) e2_1) eqn:U; [|apply goes_refl]. apply andb_prop in U as [_ U].
  eapply goes_trans; [now apply goes_swap|]. apply goes_let; [apply goes_refl|apply IH].
Qed.
Lemma let_in_ok e1 : forall e2, CLet e1 e2 ~> let_in e1 e2.
Proof.
  assert (D : forall e1 e2, CLet e1 e2 ~> match e2 with
    | CVars _ _ xs => if list_eq_dec Nat.eq_dec xs (seq 0 (arity e1)) then e1 else CLet e1 e2
    | _ => behind (lets e2) e1 e2 end).
  { intros e e2. destruct e2; try apply behind_ok. destruct list_eq_dec as [->|]; [apply goes_names|apply goes_refl]. }
  induction e1; intros e2; try apply D.
  - split; [intros A G; now apply copy_let|eauto using copy_takes].
  - cbn [let_in]. eapply goes_trans; [split; [intros A G; now apply let_let|eauto using let_let_takes]|].
    eapply goes_trans; [|apply IHe1_1].
    apply goes_let; [apply goes_refl|apply IHe1_2].
Qed.
Lemma tidy_ok e : e ~> tidy e.
Proof.
  induction e; cbn [tidy]; try apply goes_refl.
  - eapply goes_trans; [apply goes_let; eassumption|apply let_in_ok].
  - now apply goes_loop.
Qed.

Lemma find_plug a n k : forall X C B, find a n X k = Some (C, B) -> k = plug C B.
Proof.
  induction k; intros X C B H; cbn [find] in H; try discriminate.
  - destruct existsb; [destruct (find a n X k1) as [[C' B']|] eqn:E|destruct (find _ _ _ k2) as [[C' B']|] eqn:E];
      inversion H; subst; simpl; f_equal; eauto.
  - destruct (Nat.eqb_spec a a0); [inversion H; subst; reflexivity|].
    destruct (find a n X k) as [[C' B']|] eqn:E; inversion H; subst; simpl; f_equal; eauto.
Qed.
(* what target computes is a step of R-Fuse *)
Theorem target_ok a ss e k t : target a ss e k = Some t -> CLet (CLoop a ss e) k ~> t.
Proof.
  unfold target. destruct find as [[C B]|] eqn:F; [|discriminate]. destruct applies eqn:HA; [|discriminate].
  intros [= <-]. rewrite (find_plug _ _ _ _ F). clear F. unfold applies in HA.
  apply andb_prop in HA as [HA _]. apply andb_prop in HA as [HA HS]. apply andb_prop in HA as [HR HO].
  split; [|destruct (@R_Fuse_step_once Sc op onum a ss e C B 0) as [c H]; eauto].
  intros A G. apply (@R_Fuse_step Sc op elt osem onum oty mdef M onum_ok oty_num M_pos op_sound).
  - destruct (nth_error (caxes C) 0); [|discriminate]. apply Nat.eqb_eq in HR. now subst.
  - intros b Hb HC. rewrite forallb_forall in HO. specialize (HO b Hb). apply negb_true_iff, not_true_iff_false in HO.
    apply HO. now apply in_reads.
  - intros j Hj. rewrite forallb_forall in HS. specialize (HS j). rewrite in_seq, andb_true_iff, !negb_true_iff in HS.
    apply HS. lia.
Qed.
Lemma merges_ok a s1 s2 b1 b2 k : merges s1 b2 = true ->
  CLet (CLoop a s1 b1) (CLet (CLoop a s2 b2) k) ~> pruned onum a (s2 ++ s1) (both onum s1 s2 b1 b2) k.
Proof.
  unfold merges. intros H. apply andb_prop in H as [H _]. rewrite forallb_forall in H.
  apply goes_trans with (merged onum a s1 s2 b1 b2 k); (split; [intros A G|]).
  2: destruct (@R_Merge_once Sc op onum a s1 s2 b1 b2 k) as [c T]; eauto.
  2: now apply R_Prune.
  2: eauto using prune_takes.
  apply (@R_Merge Sc op elt osem onum oty mdef M onum_ok oty_num M_pos op_sound). intros j Hj.
  apply negb_true_iff, H, in_seq. lia.
Qed.
Theorem place_ok n : forall e1 k t, place n e1 k = Some t -> CLet e1 k ~> t.
Proof.
  induction n as [|n IH]; intros e1 k t H; [discriminate|]. destruct e1 as [| | | |a s1 b1]; try discriminate.
  cbn [place] in H. destruct (target a s1 b1 k) eqn:ET; [inversion H; subst; now apply target_ok|].
  destruct k as [| |e2 k| |]; try discriminate.
  destruct (match e2 with CLoop b s2 b2 => _ | _ => _ end) as [[s2 b2]|] eqn:EM.
  - destruct e2 as [| | | |b s2' b2']; try discriminate. destruct (_ && _) eqn:E; [|discriminate].
    inversion EM; subst. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1 as <-.
    eapply goes_trans; [now apply merges_ok|].
    destruct (pruned _ _ _ _ _) as [| |e k'| |]; try (inversion H; subst; apply goes_refl).
    destruct (place n e k') eqn:EP; inversion H; subst; [now apply IH|apply goes_refl].
  - destruct (unread _ e2) eqn:U; [|discriminate].
    destruct (place n _ _) eqn:EP; [|discriminate]. inversion H; subst.
    eapply goes_trans; [now apply goes_swap|]. apply goes_let; [apply goes_refl|]. now apply IH.
Qed.
Lemma spine_ok e : e ~> spine e.
Proof.
  induction e; cbn [spine]; try apply goes_refl. cbv zeta.
  eapply goes_trans; [apply goes_let; [apply goes_refl|exact IHe2]|].
  destruct place eqn:E; [now apply place_ok in E|apply goes_refl].
Qed.
Lemma bodies_ok f e : (forall e, e ~> f e) -> e ~> bodies f e.
Proof.
  intros H. induction e; cbn [bodies]; try apply goes_refl; [now apply goes_let|now apply goes_loop].
Qed.
Lemma fuse_in_ok n : forall e, e ~> fuse_in n e.
Proof.
  induction n as [|n IH]; intros e; cbn [fuse_in]; [apply goes_refl|].
  eapply goes_trans; [apply spine_ok|]. eapply goes_trans; [apply tidy_ok|]. now apply bodies_ok.
Qed.
Lemma contract_ok e : e ~> contract e.
Proof.
  induction e; cbn [contract]; try apply goes_refl; [|now apply goes_loop].
  destruct place eqn:E; [now apply place_ok in E|now apply goes_let].
Qed.
Lemma settle_ok n : forall e, e ~> settle n e.
Proof.
  induction n as [|n IH]; intros e; cbn [settle]; [apply goes_refl|]. destruct redex; [|apply goes_refl].
  eapply goes_trans; [apply contract_ok|]. eapply goes_trans; [apply tidy_ok|apply IH].
Qed.
Lemma fuse_ok e : e ~> fuse e.
Proof.
  eapply goes_trans; [apply tidy_ok|]. eapply goes_trans; [apply (fuse_in_ok (S (length M)))|apply settle_ok].
Qed.

(* ---------------- nothing is left ---------------- *)
Lemma goes_less e e' : e ~> e' -> loops e' <= loops e.
Proof. intros [_ (c & n & H)]. unfold loops. rewrite (H (fun _ => 0) 0 1). lia. Qed.
(* whenever R-Fuse applies there is a loop less *)
Lemma place_less n : forall e1 k t, place n e1 k = Some t -> loops t < loops (CLet e1 k).
Proof.
  assert (T : forall c (e e' : core), takes c 1 e e' -> loops e' < loops e)
    by (intros c e e' H; unfold loops; rewrite (H (fun _ => 0) 0 1); lia).
  induction n as [|n IH]; intros e1 k t H; [discriminate|]. destruct e1 as [| | | |a s1 b1]; try discriminate.
  cbn [place] in H. destruct (target a s1 b1 k) eqn:ET.
  - inversion H; subst. unfold target in ET. destruct find as [[C B]|] eqn:F; [|discriminate].
    destruct applies; [|discriminate]. inversion ET; subst. rewrite (find_plug _ _ _ _ F).
    destruct (@R_Fuse_step_once Sc op onum a s1 b1 C B 0) as [c HT]. apply (T c _ _ HT).
  - destruct k as [| |e2 k| |]; try discriminate.
    destruct (match e2 with CLoop b s2 b2 => _ | _ => _ end) as [[s2 b2]|] eqn:EM.
    + destruct e2 as [| | | |b s2' b2']; try discriminate. destruct (_ && _) eqn:E; [|discriminate].
      inversion EM; subst. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1 as <-.
      destruct (@R_Merge_once Sc op onum a s1 s2 b1 b2 k) as [c HT]. apply T in HT.
      eapply Nat.le_lt_trans; [|exact HT]. clear HT T.
      assert (P : loops (pruned onum a (s2 ++ s1) (both onum s1 s2 b1 b2) k) <=
        loops (merged onum a s1 s2 b1 b2 k)).
      { unfold loops, merged. rewrite (prune_takes onum a (s2 ++ s1) (both onum s1 s2 b1 b2) k (fun _ => 0) 0 1). lia. }
      destruct (pruned _ _ _ _ _) as [| |e k'| |]; try (inversion H; subst; exact P).
      destruct (place n e k') eqn:EP; inversion H; subst; auto. apply IH in EP. lia.
    + destruct (unread _ e2); [|discriminate]. destruct (place n _ _) eqn:EP; [|discriminate]. inversion H; subst.
      apply IH in EP. pose proof (swap_takes onum (CLoop a s1 b1) e2 k (fun _ => 0) 0 1) as W.
      unfold loops, swapped in *. cbn [weight Core.arity] in *. lia.
Qed.
Lemma contract_less e : redex e = true -> loops (contract e) < loops e.
Proof.
  induction e; cbn [redex contract]; try discriminate.
  - unfold found. pose proof (place_less (S (lets e2)) e1 e2) as P. pose proof (goes_less (contract_ok e1)).
    pose proof (goes_less (contract_ok e2)). unfold loops in *. cbn [weight] in *.
    destruct place; [intros _; now apply P|]. simpl. intros R. apply orb_prop in R as [R|R].
    + specialize (IHe1 R). lia.
    + specialize (IHe2 R). lia.
  - intros R. specialize (IHe R). unfold loops in *. simpl. lia.
Qed.
Lemma settle_done n : forall e, loops e <= n -> redex (settle n e) = false.
Proof.
  induction n as [|n IH]; intros e H; cbn [settle]; destruct (redex e) eqn:R; auto; apply contract_less in R; [lia|].
  apply IH. pose proof (goes_less (tidy_ok (contract e))). lia.
Qed.
(* After the pass no let, in any loop, has a target or a loop to merge with. *)
Theorem R_Fuse_pass_done e : redex (fuse e) = false.
Proof. now apply settle_done. Qed.
(* R-Fuse wherever the pass finds that it applies: typing stays, the denotation stays, data flow does not grow, in any
   context (replaces_in_context). *)
Theorem R_Fuse_pass A G e : replaces A G e (fuse e).
Proof. apply fuse_ok. Qed.
(* Γ ⊢core e : τ̄ gives Γ ⊢core fuse(e) : τ̄, *)
Corollary R_Fuse_pass_type A G e ts : ctype A G e ts -> ctype A G (fuse e) ts.
Proof. intros H. now apply (R_Fuse_pass H). Qed.
(* ⟦fuse(e)⟧ρ = ⟦e⟧ρ, *)
Corollary R_Fuse_pass_eval A G e ts K env : ctype A G e ts -> map fst K = A -> Forall2 val env G ->
  ceval K env (fuse e) = ceval K env e.
Proof. intros H. now apply (R_Fuse_pass H). Qed.
(* and fuse(e) is e without some slices and loops: every op is there as often as in e. *)
Theorem R_Fuse_pass_once e : exists c n, takes c n e (fuse e).
Proof. apply fuse_ok. Qed.

(* ---------------- the whole way ---------------- *)
Variable localise : op -> nat -> @entry Sc -> op.
Variable reg : op -> list (ty elt) -> nat -> list (@entry Sc).
Hypothesis reg_valid : forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry osem oty mdef localise N (Some o) e ts ts'.
(* With Theorem 2: what becomes of a program p by actions and propagation, fused and translated, computes at every
   device what p means without loops. *)
Theorem fused_correct G p res p' res' ts args : tactics M localise reg G p res p' res' ->
  wf_prog osem oty mdef M localise G p res ts -> Forall2 val args G -> forall D, dev_ok M D ->
  heval tz chunk concat reduce osem M (fun _ => args) (tr [] (fuse (term M localise p' res'))) D =
  ceval [] args (term M localise (bare p) res).
Proof.
  intros HT HW HA D HD.
  destruct (@tactics_sound Sc op elt osem onum oty mdef M localise M_pos oty_num op_sound reg reg_valid
    G p res p' res' ts HT HW) as (HW' & HE).
  assert (T : ctype [] G (term M localise p' res') ts).
  { eapply term_type; eauto. apply Forall_forall. intros i _. apply Forall_forall. auto. }
  erewrite <- (@term_eval _ _ _ osem) by eauto. rewrite <- HE by auto.
  rewrite <- (@R_Fuse_pass_eval [] G _ ts [] args T) by auto.
  eapply translation_correct_closed; eauto using R_Fuse_pass_type.
Qed.
End Pass.
