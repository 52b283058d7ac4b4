(* RegistryPartials.v: section 6, the entries of RegistryOps.v's language with partial operands, found by looking at the
   expression: every read of a partial operand is in bounds and reaches the result through functions that are known as
   homomorphisms, and what is not read is idempotent. Then the whole registry, and Theorem 4 for it. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Registry Comprehension Partials Hlo Translation
  Statements Soundness Cells CellEntries Propagation Propagate_Fixpoint Actions RegistryOps RegistryValid.
Import ListNotations.
Set Implicit Arguments.

(* ---------------- bounds of an index expression where guards are known ---------------- *)
Definition fact : Type := (iexp * Z * bool)%type.            (* a >= l, or a < l *)
Definition holds I (p : fact) : Prop := let '(a, l, b) := p in (l <=? ieval a I)%Z = b.
Definition terms_dec (a b : list (nat * Z)) : {a = b} + {a <> b}.
Proof. apply list_eq_dec. decide equality; [apply Z.eq_dec|apply Nat.eq_dec]. Defined.
Definition iexp_dec (a b : iexp) : {a = b} + {a <> b}.
Proof. decide equality; try apply Z.eq_dec. apply terms_dec. Defined.
(* Some t: e is a + t *)
Definition rel (a e : iexp) : option Z :=
  if iexp_dec a e then Some 0%Z
  else if terms_dec (terms a) (terms e) then
    if (dv a =? 1)%Z && (dv e =? 1)%Z && (md a =? 0)%Z && (md e =? 0)%Z then Some (off e - off a)%Z else None
  else None.
Definition refine (e : iexp) (p : fact) (s : Z * Z) : Z * Z :=
  let '(a, l, b) := p in
  match rel a e with
  | Some t => if b then (Z.max (fst s) (l + t), snd s)%Z else (fst s, Z.min (snd s) (l - 1 + t))%Z
  | None => s
  end.
Definition frange B (fs : list fact) e : option (Z * Z) :=
  option_map (fun s => fold_right (refine e) s fs) (range B e).
Lemma rel_ok a e t I : rel a e = Some t -> ieval e I = (ieval a I + t)%Z.
Proof.
  unfold rel. destruct (iexp_dec a e) as [->|_]; [intros H; injection H as <-; lia|].
  destruct (terms_dec (terms a) (terms e)) as [E|]; [|discriminate]. destruct (_ && _) eqn:X; [|discriminate].
  rewrite !andb_true_iff, !Z.eqb_eq in X. destruct X as [[[X1 X2] X3] X4]. intros H. injection H as <-.
  unfold ieval. rewrite E, X1, X2, X3, X4. cbn [Z.eqb]. rewrite !Z.div_1_r. ring.
Qed.
Lemma frange_ok B fs e I lo hi : inb I B -> Forall (holds I) fs -> frange B fs e = Some (lo, hi) ->
  (lo <= ieval e I <= hi)%Z.
Proof.
  unfold frange. intros HI HF. destruct (range B e) as [[l0 h0]|] eqn:R; [|discriminate]. cbn [option_map].
  pose proof (range_ok e HI R) as H. assert (X : forall p, (fst p <= ieval e I <= snd p)%Z ->
    forall q, Some p = Some q -> (fst q <= ieval e I <= snd q)%Z) by (intros p Hp q E; injection E as <-; auto).
  intros E. apply (X (fold_right (refine e) (l0, h0) fs)) in E; auto. clear - HF H.
  induction HF as [|[[a l] b] fs Hp HF IH]; [exact H|]. cbn [fold_right refine holds] in *.
  destruct (rel a e) as [t|] eqn:X; auto. apply (@rel_ok a e t I) in X.
  destruct b; cbn [fst snd]; [apply Z.leb_le in Hp|apply Z.leb_gt in Hp]; lia.
Qed.
Definition all_bools n : list (list bool) := nat_rect _ [[]] (fun _ l => map (cons true) l ++ map (cons false) l) n.

Section Registry.
Context {Sc : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T).
Variable mono_dec : forall a b : mono, {a = b} + {a <> b}.
Variable mdefb : mono -> elt -> bool.
(* the monoids; which scalar functions are homomorphisms, jointly in which operands; which values are idempotent
   (Some c: this one, None: every one) *)
Variable monos : list mono.
Variable homb : fn -> mono -> list bool -> bool.
Variable idemb : mono -> option T -> bool.
Notation ty := (ty elt).
Notation entry := (@entry Sc).
Notation bx := (@bx Sc fn).
Notation gop := (@gop Sc fn elt).
Notation gsem := (@gsem Sc ofZ toZ fn elt fsem).
Notation goty := (goty mdefb).
Notation gdef := (gdef mdefb).
Notation den := (den fsem).
Notation glocalise := (@glocalise Sc fn elt mono_dec idemb).
Notation val := (@val Sc elt).

Section Linear.
Variables (B : list nat) (m : mono) (bs : list bool) (shs : list (list nat)).
(* no partial operand is read *)
Fixpoint sameb (e : bx) : bool :=
  match e with
  | BLit _ _ | BIndex _ _ => true
  | BRead x _ es _ => negb (nth x bs false) && forallb sameb es
  | BApp _ es => forallb sameb es
  | BGuard _ _ e1 e2 => sameb e1 && sameb e2
  end.
Definition insideb fs (ix : list iexp) (ls : list Z) (sh : list nat) : bool :=
  (length ix =? length sh) && forallb (fun d => match frange B fs (nth d ix (cst 0)) with
    | Some (lo, hi) => (0 <=? lo)%Z && (hi + Z.max 0 (nth d ls 0) <? Z.of_nat (nth d sh 0%nat))%Z
    | None => false end) (seq 0 (length sh)).
Fixpoint linb (fs : list fact) (e : bx) : bool :=
  match e with
  | BLit _ c => idemb m (Some c) || idemb m None
  | BIndex _ _ => false
  | BRead x ix es ls => nth x bs false && forallb sameb es && insideb fs ix ls (nth x shs [])
  | BApp f es => homb f m (map (fun e => negb (sameb e)) es) && forallb (fun e => sameb e || linb fs e) es
  | BGuard a l e1 e2 => linb ((a, l, true) :: fs) e1 && linb ((a, l, false) :: fs) e2
  end.
End Linear.

(* (partial<m> where marked, any elsewhere) |-> partial<m>. Where nothing is reduced m is any monoid. None for ops
   with an initial value. *)
Definition pattr (m : mono) (b : bool) : attr mono := if b then Red m else Any _.
Definition part_entry (o : gop) m bs : option entry :=
  if match gini o with NoIni => true | _ => false end && existsb (fun b => b) bs && (0 <? prod (gbox o)) &&
     linb (gloops o) m bs (map fst (gins o)) [] (gbody o) &&
     mdefb m (snd (gout o)) && forallb2 (fun b t => negb b || mdefb m (snd t)) bs (gins o)
  then Some (map (pattr m) bs, [Red m]) else None.
Definition part_entries (o : gop) : list entry :=
  flat_map (fun m => flat_map (fun bs => match part_entry o m bs with Some e => [e] | None => [] end)
    (all_bools (length (gins o)))) (match gbox o with [] => monos | _ => [gm o] end).
(* the Tile Mapping Registry *)
Definition greg (o : gop) (_ : list ty) N : list entry := loop_entries idemb o N ++ part_entries o.

(* ---------------- soundness ---------------- *)
Hypothesis homb_ok : forall f m bs N, homb f m bs = true -> 0 < N -> hom (fsem f) m bs N.
Hypothesis idemb_one : forall m c, idemb m (Some c) = true -> mop m c c = c.
Hypothesis idemb_all : forall m c, idemb m None = true -> mop m c c = c.
Context {L : Laws Sc}.

Lemma sameb_same bs e : sameb bs e = true -> same bs (den e) = true.
Proof.
  assert (A : forall es, Forall (fun e => sameb bs e = true -> same bs (den e) = true) es ->
    forallb (sameb bs) es = true -> forallb (same bs) (map den es) = true).
  { induction 1; simpl; auto. intros X. apply andb_prop in X as [? ?]. rewrite H; auto. }
  induction e using (@bx_ind2 Sc fn); cbn [sameb RegistryOps.den same]; intros X; auto.
  - apply andb_prop in X as [X1 X2]. rewrite X1. simpl. auto.
  - apply andb_prop in X as [X1 X2]. rewrite IHe1, IHe2; auto.
Qed.
Lemma linb_ok B m bs N (xs : list (@tensor Sc)) I e : 0 < N -> inb I B -> forall fs, Forall (holds I) fs ->
  linb B m bs (map (@shape Sc) xs) fs e = true -> length bs = length xs -> linear ofZ toZ m bs N xs I (den e).
Proof.
  intros HN HI. induction e using (@bx_ind2 Sc fn); cbn [linb RegistryOps.den]; intros fs HF X Hl; try discriminate.
  - apply LIdem; auto. apply orb_true_iff in X as [X|X]; cbn [sev]; auto.
  - apply andb_prop in X as [X X3]. apply andb_prop in X as [X1 X2]. apply LRead; auto.
    + rewrite forallb_forall in X2. apply forallb_forall. intros s Hs. apply in_map_iff in Hs as (e & <- & He).
      apply sameb_same. auto.
    + assert (Hx : x < length xs).
      { rewrite <- Hl. destruct (Nat.lt_ge_cases x (length bs)); auto. now rewrite nth_overflow in X1 by auto. }
      rewrite nth_map with (dA := tz) in X3 by auto. unfold insideb in X3.
      apply andb_prop in X3 as [Y1 Y2]. apply Nat.eqb_eq in Y1. rewrite forallb_forall in Y2.
      apply inside_nth; [now rewrite posn_length|]. intros d Hd. rewrite nth_posn by lia.
      specialize (Y2 d ltac:(apply in_seq; lia)).
      destruct (frange B fs (nth d ix (cst 0))) as [[lo hi]|] eqn:R; [|discriminate].
      apply andb_prop in Y2 as [Y2 Y3]. apply Z.leb_le in Y2. apply Z.ltb_lt in Y3.
      pose proof (frange_ok _ HI HF R). unfold clamp. lia.
  - apply andb_prop in X as [X1 X2]. apply LApp with (cs := map (fun e => negb (sameb bs e)) es); auto.
    rewrite forallb_forall in X2. clear X1. induction H as [|e es H HA IH]; cbn [map]; constructor.
    + specialize (X2 e (or_introl eq_refl)). destruct (sameb bs e) eqn:E; [right|left]; split; auto.
      * now apply sameb_same.
      * eapply H; eauto.
    + apply IH. intros e' He'. apply X2. now right.
  - apply andb_prop in X as [X1 X2]. apply LGuard. destruct (l <=? ieval a I)%Z eqn:E.
    + apply (IHe1 ((a, l, true) :: fs)); auto.
    + apply (IHe2 ((a, l, false) :: fs)); auto.
Qed.

Lemma fams_parts m N bs : forall xs Vs, fams N (map (pattr m) bs) xs Vs ->
  length bs = length xs /\ parts_of m bs N (fun r => map (fun V : nat -> tensor => V r) Vs) xs.
Proof.
  induction bs as [|b bs IH]; intros [|x xs] [|V Vs] HF; try contradiction.
  - split; auto. intros [|k]; cbn; auto.
  - destruct HF as [HV HF]. destruct (IH _ _ HF) as [HL HP]. split; [simpl; congruence|].
    intros [|k]; [|exact (HP k)]. cbn [nth map]. destruct b; cbn in HV; auto. destruct HV as [H1 H2]. auto.
Qed.
Lemma part_localise (o : gop) N m bs : existsb (fun b => b) bs = true ->
  glocalise o N (map (pattr m) bs, [Red m]) = o.
Proof.
  intros H. unfold RegistryOps.glocalise. destruct (var_of _ _ _ _) as [V|] eqn:E; auto. exfalso.
  unfold var_of in E. apply find_some in E as [_ E]. destruct (entry_at idemb o N V) as [e|] eqn:X; [|discriminate].
  destruct (entry_dec mono_dec e _) as [->|]; [|discriminate]. unfold entry_at in X.
  destruct (_ && _) in X; [|discriminate]. injection X as X _.
  pose proof (attrs_no_red (modes o N V)) as R. rewrite X in R. clear X E. revert H R.
  induction bs as [|[] bs IH]; cbn; auto; discriminate.
Qed.
(* Theorem 3 for partial operands *)
Theorem part_entries_valid (o : gop) ts ts' N e : goty o ts ts' -> 0 < N -> In e (part_entries o) ->
  valid_entry gsem goty gdef glocalise N (Some o) e ts ts'.
Proof.
  intros (-> & -> & HD) HN He. unfold part_entries in He. apply in_flat_map in He as (m & Hm & He).
  apply in_flat_map in He as (bs & _ & He). unfold part_entry in He. destruct (_ && _) eqn:X; [|contradiction].
  destruct He as [<-|[]]. rewrite !andb_true_iff, Nat.ltb_lt in X. destruct X as [[[[[X0 X1] X2] X3] X4] X5].
  assert (NI : gini o = NoIni) by (destruct (gini o); auto; discriminate).
  pose proof (@part_localise o N m bs X1) as HL. split.
  - intros xs Vs HV HF. cbn [fst snd] in *. destruct (@fams_parts m N bs xs Vs HF) as [HB HP].
    split; [|intros [|[|]] r Hr; discriminate]. unfold rows. cbn [hloc hsem]. rewrite HL. cbn [combs comb]. unfold col.
    rewrite map_map. unfold RegistryOps.gsem, gval. rewrite NI. cbn [nth]. f_equal.
    assert (G : forall ys, gcomp ofZ toZ (gm o) (gosh o) (gbox o) (den (gbody o)) ys =
      gcomp ofZ toZ m (gosh o) (gbox o) (den (gbody o)) ys).
    { intros ys. destruct (gbox o); [reflexivity|]. destruct Hm as [->|[]]. reflexivity. }
    rewrite G. rewrite <- (@gcomp_partial_entry Sc L ofZ toZ m bs N _ xs HN HP); auto.
    + f_equal. apply map_ext. intros r. apply G.
    + intros I HI. eapply linb_ok; eauto. rewrite (val_shapes HV). exact X3.
  - exists [gout o]. unfold valid_ty. cbn [fst snd hty hloc]. rewrite HL.
    assert (LT : ltys N (map (pattr m) bs) (gins o) = gins o).
    { clear - X5. revert X5. generalize (gins o). induction bs as [|b bs IH]; intros [|t ts] X; try discriminate; auto.
      cbn in *. apply andb_prop in X as [_ X]. rewrite IH by auto. now destruct b. }
    split; [|split; [rewrite LT; repeat split; auto|]].
    + clear - X5. revert X5. generalize (gins o). induction bs as [|b bs IH]; intros [|t ts] X; try discriminate;
        cbn in *; constructor; apply andb_prop in X as [X1 X2]; auto. destruct b; cbn; auto.
    + destruct (gout o) as [n el]. constructor; [exact X4|constructor].
Qed.

(* Theorem 3: every entry of the registry is valid. Asked of an op: that it is typed. Asked of the tables: that what
   homb says is a homomorphism is one, that values which idemb says are idempotent are, and that every monoid is
   associative and commutative (Laws) *)
Theorem greg_valid (o : gop) ts ts' N e : goty o ts ts' -> 0 < N -> In e (greg o ts N) ->
  valid_entry gsem goty gdef glocalise N (Some o) e ts ts'.
Proof.
  intros HO HN He. apply in_app_iff in He as [He|He]; eauto using loop_entries_valid, part_entries_valid.
Qed.

(* ---------------- Theorem 4 for programs over these ops ---------------- *)
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation prog := (@prog Sc gop elt).
Notation wf_prog := (wf_prog gsem goty gdef M glocalise).
Notation term := (term M glocalise).
Notation ceval := (ceval tz chunk concat reduce gsem M).
Notation tactics := (tactics M glocalise greg).
(* every action and every propagation step preserves meaning and typing *)
Theorem greg_tactics_sound G (p p' : prog) res res' ts : tactics G p res p' res' -> wf_prog G p res ts ->
  wf_prog G p' res' ts /\ forall K env, Forall2 val env G -> ceval K env (term p' res') = ceval K env (term p res).
Proof. apply tactics_sound with (onum := @gnum Sc fn elt); eauto using goty_num, gsem_sound, greg_valid. Qed.
(* with Theorem 2: what becomes of a program, translated, computes at every device what the program means *)
Theorem greg_partitioned_correct G (p p' : prog) res res' ts args : tactics G p res p' res' -> wf_prog G p res ts ->
  Forall2 val args G -> forall D, dev_ok M D ->
  heval tz chunk concat reduce gsem M (fun _ => args) (tr [] (term p' res')) D = ceval [] args (term (bare p) res).
Proof.
  eapply partitioned_correct with (onum := @gnum Sc fn elt); eauto using goty_num, gsem_num, gsem_sound, greg_valid.
Qed.
End Registry.
