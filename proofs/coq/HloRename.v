(* HloRename.v: renaming of de Bruijn indices in HLO terms, and rewriting in any context; both respect heval on the
   devices of the mesh, and htype. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Mesh Core Families Hlo Translation Statements Functions.
Import ListNotations.
Set Implicit Arguments.

Section HloRename.
Variables (tensor mono op elt : Type) (tz : tensor).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Variable M : list nat.
Notation hlo := (hlo mono op).
Notation heval := (heval tz chunk concat reduce osem M).
Notation look := (look tz).
Notation harity := (harity onum).
Notation meshed := (meshed M).
Notation ok := (dev_ok M).
Notation env := (dev -> list tensor).

(* ---- renaming, and the variables that a term reads ---- *)
Definition up h (f : nat -> nat) y := if y <? h then y else h + f (y - h).
Fixpoint ren (f : nat -> nat) (s : hlo) : hlo :=
  match s with
  | HVars _ _ xs => HVars _ _ (map f xs)
  | HTup s1 s2 => HTup (ren f s1) (ren f s2)
  | HOp _ o xs => HOp _ o (map f xs)
  | HLet s1 s2 => HLet (ren f s1) (ren (up (harity s1) f) s2)
  | HSlice _ _ d A x => HSlice _ _ d A (f x)
  | HGather _ _ d A x => HGather _ _ d A (f x)
  | HReduce _ m A x => HReduce _ m A (f x)
  | HScatter _ m d A x => HScatter _ m d A (f x)
  | HAllToAll _ _ d d' A x => HAllToAll _ _ d d' A (f x)
  end.
Fixpoint used y (s : hlo) : bool :=
  match s with
  | HVars _ _ xs | HOp _ _ xs => existsb (Nat.eqb y) xs
  | HTup s1 s2 => used y s1 || used y s2
  | HLet s1 s2 => used y s1 || used (harity s1 + y) s2
  | HSlice _ _ _ _ x | HGather _ _ _ _ x | HReduce _ _ _ x | HScatter _ _ _ _ x | HAllToAll _ _ _ _ _ x => Nat.eqb y x
  end.

Lemma har s (E : env) D : length (heval E s D) = harity s.
Proof. apply heval_arity, onum_ok. Qed.
Lemma ren_arity s : forall f, harity (ren f s) = harity s.
Proof. induction s; simpl; intros; rewrite ?map_length; auto. Qed.
Lemma ren_meshed s : forall f, meshed s -> meshed (ren f s).
Proof. induction s; simpl; intros f; auto; intros [H1 H2]; auto. Qed.
Lemma up_lt h f y : y < h -> up h f y = y.
Proof. intros. unfold up. destruct (Nat.ltb_spec y h); auto; lia. Qed.
Lemma up_ge h f y : up h f (h + y) = h + f y.
Proof. unfold up. destruct (Nat.ltb_spec (h + y) h); [lia|]. do 2 f_equal. lia. Qed.
Lemma split_at h y : y < h \/ exists y', y = h + y'.
Proof. destruct (Nat.lt_ge_cases y h); auto. right. exists (y - h). lia. Qed.
Lemma used_in y xs : In y xs -> existsb (Nat.eqb y) xs = true.
Proof. intros. apply existsb_exists. exists y. split; auto. apply Nat.eqb_refl. Qed.

(* the value depends on the variables read only, and follows a renaming of them *)
Theorem ren_heval s : forall f (E E' : env), meshed s ->
  (forall D, ok D -> forall y, used y s = true -> look (E D) y = look (E' D) (f y)) ->
  forall D, ok D -> heval E s D = heval E' (ren f s) D.
Proof.
  assert (G : forall (E : env) A D k, Forall (fun a => a < length M) A -> ok D -> In k (all_idx (sizes M A)) ->
    ok (updl D A k)).
  { intros. apply ok_updl; auto. now apply in_all_idx. }
  induction s; simpl; intros f E E' HM HE D HD.
  - rewrite map_map. apply map_ext_in. intros y Hy. apply HE; auto using used_in.
  - destruct HM. f_equal; [apply IHs1|apply IHs2]; auto; intros; apply HE; auto; rewrite H2; auto using orb_true_r.
  - rewrite map_map. f_equal. apply map_ext_in. intros y Hy. apply HE; auto using used_in.
  - destruct HM as [H1 H2].
    assert (E1 : forall D, ok D -> heval E s1 D = heval E' (ren f s1) D).
    { apply IHs1; auto. intros. apply HE; auto. now rewrite H0. }
    apply IHs2; auto. intros D' HD' y Hy. rewrite <- E1 by auto.
    destruct (split_at (harity s1) y) as [Lt|[y' ->]].
    + rewrite up_lt, !look_l by (auto; now rewrite har). reflexivity.
    + rewrite up_ge, !look_r by apply har. apply HE; auto. rewrite Hy. apply orb_true_r.
  - unfold fslice. rewrite HE by (auto using Nat.eqb_refl). reflexivity.
  - unfold fgather. do 2 f_equal. apply map_ext_in. intros. apply HE; eauto using Nat.eqb_refl.
  - unfold freduce. do 2 f_equal. apply map_ext_in. intros. apply HE; eauto using Nat.eqb_refl.
  - unfold fscatter, fslice, freduce. do 3 f_equal. apply map_ext_in. intros. apply HE; eauto using Nat.eqb_refl.
  - unfold fa2a, fslice, fgather. do 3 f_equal. apply map_ext_in. intros. apply HE; eauto using Nat.eqb_refl.
Qed.
Corollary shift_heval s h (R E : env) : meshed s -> (forall D, ok D -> length (R D) = h) ->
  forall D, ok D -> heval (fun D => R D ++ E D) (ren (plus h) s) D = heval E s D.
Proof. intros HM HR D HD. symmetry. apply ren_heval; auto. intros. now rewrite look_r by auto. Qed.

(* ---- typing ---- *)
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Hypothesis oty_num : forall o a b, oty o a b -> length b = onum o.
Notation htype := (htype oty mdef M).

Lemma htype_arity s : forall G ts, htype G s ts -> length ts = harity s.
Proof.
  induction s; intros G ts H; inversion H; subst; simpl; eauto.
  - symmetry. eapply Forall2_length; eauto.
  - rewrite app_length. f_equal; eauto.
Qed.
Lemma htype_meshed s : forall G ts, htype G s ts -> meshed s.
Proof.
  induction s; intros G ts H; inversion H; subst; simpl; eauto; match goal with X : axes_ok _ _ |- _ => apply X end.
Qed.
Lemma has_l (B G : list (ty elt)) y t : y < length B -> has (B ++ G) y t <-> has B y t.
Proof. intros. unfold has. now rewrite nth_error_app1. Qed.
Lemma has_r (B G : list (ty elt)) h y t : length B = h -> has (B ++ G) (h + y) t <-> has G y t.
Proof. intros <-. unfold has. now rewrite nth_error_app_skip. Qed.

(* renaming respects H-typing: Γ ⊢spmd s : τ̄ and Γ'(f y) = Γ(y) for the y that s uses give Γ' ⊢spmd s[f] : τ̄ *)
Theorem ren_htype s : forall f G G' ts, htype G s ts ->
  (forall y t, used y s = true -> has G y t -> has G' (f y) t) -> htype G' (ren f s) ts.
Proof.
  assert (FA : forall f (G G' : list (ty elt)) xs ts, Forall2 (has G) xs ts ->
    (forall y t, existsb (Nat.eqb y) xs = true -> has G y t -> has G' (f y) t) -> Forall2 (has G') (map f xs) ts).
  { induction 1; simpl; intros HG; constructor.
    - apply HG; auto. now rewrite Nat.eqb_refl.
    - apply IHForall2. intros; apply HG; auto. rewrite H1. apply orb_true_r. }
  induction s; intros f G G' ts H HG; inversion H; subst; simpl in *;
    try (econstructor; eauto using Nat.eqb_refl; fail).
  - constructor; [eapply IHs1|eapply IHs2]; eauto; intros; apply HG; auto; rewrite H0; auto using orb_true_r.
  - econstructor.
    + eapply IHs1; eauto. intros y t Hy Ht. apply HG; auto. now rewrite Hy.
    + eapply IHs2; eauto. intros y t Hy Ht. assert (L : length ts0 = harity s1) by eauto using htype_arity.
      destruct (split_at (harity s1) y) as [Lt|[y' ->]].
      * rewrite up_lt by auto. rewrite has_l in * by lia. auto.
      * rewrite up_ge. rewrite has_r in * by auto. apply HG; auto. rewrite Hy. apply orb_true_r.
Qed.

(* ---- contexts: rewriting anywhere in a term ---- *)
Inductive ctx :=
| Hole | TupL (C : ctx) (s : hlo) | TupR (s : hlo) (C : ctx) | LetL (C : ctx) (s : hlo) | LetR (s : hlo) (C : ctx).
Fixpoint plug (C : ctx) (s : hlo) : hlo :=
  match C with
  | Hole => s
  | TupL C s2 => HTup (plug C s) s2 | TupR s1 C => HTup s1 (plug C s)
  | LetL C s2 => HLet (plug C s) s2 | LetR s1 C => HLet s1 (plug C s)
  end.
(* the environment at the hole, and how many variables the context binds there *)
Fixpoint cenv (C : ctx) (E : env) : env :=
  match C with
  | Hole => E
  | TupL C _ | TupR _ C | LetL C _ => cenv C E
  | LetR s1 C => cenv C (fun D => heval E s1 D ++ E D)
  end.
Fixpoint cdepth (C : ctx) : nat :=
  match C with Hole => 0 | TupL C _ | TupR _ C | LetL C _ => cdepth C | LetR s1 C => cdepth C + harity s1 end.

Lemma look_cenv C : forall (E : env) D y, look (cenv C E D) (cdepth C + y) = look (E D) y.
Proof.
  induction C; simpl; intros; auto. rewrite <- Nat.add_assoc, IHC. apply look_r. apply har.
Qed.

(* s = s' at the hole (in the environments that reach it) ==> C[s] = C[s'] *)
Theorem rewrite_in_context C : forall (E : env) s s', meshed (plug C s) ->
  (forall D, ok D -> heval (cenv C E) s D = heval (cenv C E) s' D) ->
  forall D, ok D -> heval E (plug C s) D = heval E (plug C s') D.
Proof.
  induction C; simpl; intros E s0 s0' HM HE D HD; auto; destruct HM as [M1 M2].
  - now rewrite (IHC E s0 s0').
  - now rewrite (IHC E s0 s0').
  - apply (@rewrite_in_let _ _ _ tz chunk concat reduce osem M (plug C s0) (plug C s0') s E M2); auto.
  - now apply (IHC (fun D => heval E s D ++ E D)).
Qed.
(* the hole has a type in an environment that extends G by what C binds, and only that type matters *)
Ltac hole IH C := match goal with X : htype _ (plug C _) _ |- _ => apply IH in X as (B & ts' & L & HB & HR) end.
Theorem context_type C : forall G s ts, htype G (plug C s) ts ->
  exists B ts', length B = cdepth C /\ htype (B ++ G) s ts' /\
    forall s', htype (B ++ G) s' ts' -> htype G (plug C s') ts.
Proof.
  induction C; simpl; intros G s0 ts H.
  - exists [], ts; auto.
  - inversion H; subst. hole IHC C. exists B, ts'. split; [auto|split; [auto|]]. intros. constructor; auto.
  - inversion H; subst. hole IHC C. exists B, ts'. split; [auto|split; [auto|]]. intros. constructor; auto.
  - inversion H; subst. hole IHC C. exists B, ts'. split; [auto|split; [auto|]]. intros. econstructor; eauto.
  - inversion H; subst. assert (L1 : length ts0 = harity s) by eauto using htype_arity. hole IHC C.
    exists (B ++ ts0), ts'. rewrite <- app_assoc, app_length. split; [lia|split; [auto|]]. intros. econstructor; eauto.
Qed.

(* local typing gives a term one type, if ops have one result type *)
Hypothesis oty_det : forall o a b b', oty o a b -> oty o a b' -> b = b'.
Lemma has_det (G : list (ty elt)) x t t' : has G x t -> has G x t' -> t = t'.
Proof. unfold has. congruence. Qed.
Lemma hass_det (G : list (ty elt)) xs ts ts' : Forall2 (has G) xs ts -> Forall2 (has G) xs ts' -> ts = ts'.
Proof.
  intros H. revert ts'. induction H; intros ts' H'; inversion H'; subst; auto. f_equal; auto. eapply has_det; eauto.
Qed.
Theorem htype_det s : forall G ts ts', htype G s ts -> htype G s ts' -> ts = ts'.
Proof.
  induction s; intros G t1 t2 HA HB; inversion HA; subst; inversion HB; subst; eauto using hass_det;
    try (match goal with X : has G ?x ?t, Y : has G ?x ?t' |- _ => assert (E : t = t') by (eapply has_det; eauto) end;
         inversion E; subst; auto; fail).
  - f_equal; eauto.
  - assert (ts = ts0) as <- by eauto using hass_det. eauto.
  - assert (ts = ts0) as <- by eauto. eauto.
Qed.
End HloRename.
