(* CseDce.v: S-CSE and S-DCE (section 5) on de Bruijn lets, and the whole passes cse and dce; each preserves heval on
   the devices of the mesh, and htype. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Mesh Core Families Hlo Translation Statements Functions HloRename.
Import ListNotations.
Set Implicit Arguments.

Section CseDce.
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

Notation ren := (ren onum). Notation used := (used onum). Notation cdepth := (cdepth onum).
Notation plug := (plug (mono := mono) (op := op)).
Let har := @har tensor mono op tz chunk concat reduce osem onum onum_ok M.
Let ren_heval := @ren_heval tensor mono op tz chunk concat reduce osem onum onum_ok M.
Let shift_heval := @shift_heval tensor mono op tz chunk concat reduce osem onum onum_ok M.
Let look_cenv := @look_cenv tensor mono op tz chunk concat reduce osem onum onum_ok M.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Hypothesis oty_num : forall o a b, oty o a b -> length b = onum o.
Hypothesis oty_det : forall o a b b', oty o a b -> oty o a b' -> b = b'.
Notation htype := (htype oty mdef M).
Let htype_arity := @htype_arity mono op elt onum M oty mdef oty_num.
Let ren_htype := @ren_htype mono op elt onum M oty mdef oty_num.
Let context_type := @context_type mono op elt onum M oty mdef oty_num.
Let htype_det := @htype_det mono op elt M oty mdef oty_det.

(* ---- S-DCE: let x1..xm = s1 in s2 ---> s2 (its indices lowered), where s2 reads no xi ---- *)
Definition unused h (s : hlo) := forallb (fun y => negb (used y s)) (seq 0 h).
Lemma unused_ge h s y : unused h s = true -> used y s = true -> h <= y.
Proof.
  unfold unused. rewrite forallb_forall. intros H Hy. destruct (Nat.le_gt_cases h y) as [|Lt]; auto.
  specialize (H y). rewrite Hy in H. discriminate H. apply in_seq. lia.
Qed.
Definition lower h (s : hlo) : hlo := ren (fun y => y - h) s.
Theorem S_DCE s1 s2 (E : env) : meshed s2 -> unused (harity s1) s2 = true ->
  forall D, ok D -> heval E (HLet s1 s2) D = heval E (lower (harity s1) s2) D.
Proof.
  intros HM HU D HD. simpl. apply ren_heval; auto. intros D' HD' y Hy.
  pose proof (unused_ge _ _ _ HU Hy). replace y with (harity s1 + (y - harity s1)) at 1 by lia.
  apply look_r, har.
Qed.
Theorem S_DCE_type G s1 s2 ts : unused (harity s1) s2 = true ->
  htype G (HLet s1 s2) ts -> htype G (lower (harity s1) s2) ts.
Proof.
  intros HU H. inversion H; subst. assert (L : length ts0 = harity s1) by eauto using htype_arity.
  eapply ren_htype; eauto.
  intros y t Hy Ht. pose proof (unused_ge _ _ _ HU Hy). replace y with (harity s1 + (y - harity s1)) in Ht by lia.
  now rewrite has_r in Ht by auto.
Qed.

(* the pass: every unused let of a term *)
Fixpoint dce (s : hlo) : hlo :=
  match s with
  | HTup s1 s2 => HTup (dce s1) (dce s2)
  | HLet s1 s2 => let s2' := dce s2 in if unused (harity s1) s2' then lower (harity s1) s2' else HLet (dce s1) s2'
  | s => s
  end.
Lemma dce_arity s : harity (dce s) = harity s.
Proof.
  induction s; simpl; auto. destruct (unused (harity s1) (dce s2)); simpl; auto. unfold lower. now rewrite ren_arity.
Qed.
Lemma dce_meshed s : meshed s -> meshed (dce s).
Proof.
  induction s; simpl; auto; intros [H1 H2]; auto.
  destruct (unused (harity s1) (dce s2)); simpl; auto. now apply ren_meshed, IHs2.
Qed.
Theorem dce_correct s : forall E : env, meshed s -> forall D, ok D -> heval E (dce s) D = heval E s D.
Proof.
  induction s; intros E HM D HD; auto; destruct HM as [H1 H2]; cbn [dce].
  - simpl. f_equal; auto.
  - destruct (unused (harity s1) (dce s2)) eqn:U.
    + rewrite <- S_DCE; auto using dce_meshed. simpl. apply IHs2; auto.
    + transitivity (heval E (HLet (dce s1) s2) D); [simpl; apply IHs2; auto|].
      symmetry. apply rewrite_in_let; auto. intros; symmetry; auto.
Qed.
Theorem dce_type s : forall G ts, htype G s ts -> htype G (dce s) ts.
Proof.
  induction s; intros G ts H; auto; inversion H; subst; cbn [dce].
  - constructor; auto.
  - destruct (unused (harity s1) (dce s2)) eqn:U.
    + apply S_DCE_type; auto. econstructor; eauto.
    + econstructor; eauto.
Qed.

(* ---- S-CSE ---- *)
(* let ys = s1 in s2 ---> s2[xs/ys] where the variables xs of the scope hold the values of s1 *)
Definition sub h xs (f : nat -> nat) y := if y <? h then nth y xs 0 else f (y - h).
Definition idn (y : nat) := y.
Lemma sub_ok (R E E' : list tensor) h xs f y : length R = h -> length xs = h -> R = map (look E') xs ->
  (forall y, look E y = look E' (f y)) -> look (R ++ E) y = look E' (sub h xs f y).
Proof.
  intros HR Lx Hx HE. unfold sub. destruct (Nat.ltb_spec y h).
  - rewrite look_l by lia. rewrite Hx. unfold Core.look at 1. rewrite nth_map with (dA := 0) by lia. reflexivity.
  - replace y with (h + (y - h)) at 1 by lia. rewrite look_r; auto.
Qed.
Theorem S_CSE_at s1 s2 xs (E : env) : meshed s2 -> length xs = harity s1 ->
  (forall D, ok D -> heval E s1 D = map (look (E D)) xs) ->
  forall D, ok D -> heval E (HLet s1 s2) D = heval E (ren (sub (harity s1) xs idn) s2) D.
Proof.
  intros HM Lx HX D HD. simpl. apply ren_heval; auto. intros D' HD' y _.
  apply sub_ok; auto.
Qed.
(* let xs = s1 in C[let ys = s1 in s2] ---> let xs = s1 in C[s2[xs/ys]]; under C the second s1 reads shifted indices *)
Theorem S_CSE C s1 s2 (E : env) : let h := harity s1 in let k := cdepth C in
  let again := ren (fun y => k + (h + y)) s1 in
  meshed (HLet s1 (plug C (HLet again s2))) ->
  forall D, ok D -> heval E (HLet s1 (plug C (HLet again s2))) D =
                    heval E (HLet s1 (plug C (ren (sub h (map (plus k) (seq 0 h)) idn) s2))) D.
Proof.
  intros h k again HM D HD. destruct HM as [M1 MC].
  assert (MH : forall C s, meshed (plug C s) -> meshed s).
  { clear. induction C; simpl; auto; intros s0 H; apply IHC; tauto. }
  pose proof (MH _ _ MC) as [Ma M2]. cbn [Hlo.heval]. set (E1 := fun D => heval E s1 D ++ E D).
  apply rewrite_in_context; auto. intros D' HD'.
  assert (Ha : harity again = h) by apply ren_arity. rewrite <- Ha at 1. apply S_CSE_at; auto.
  - now rewrite Ha, map_length, seq_length.
  - intros D2 HD2. unfold again. transitivity (heval E s1 D2).
    + symmetry. apply ren_heval; auto. intros D3 HD3 y _. unfold k. rewrite look_cenv. unfold E1.
      now rewrite look_r by apply har.
    + rewrite map_map. rewrite <- (map_nth_seq (heval E s1 D2) tz) at 1. rewrite har.
      apply map_ext_in. intros y Hy. apply in_seq in Hy. unfold k. rewrite look_cenv. unfold E1.
      rewrite look_l; auto. rewrite har. unfold h in Hy. lia.
Qed.

(* S-CSE of a renaming: let ys = (xs) in s2 ---> s2[xs/ys], copy propagation *)
Corollary S_copy xs s2 (E : env) : meshed s2 ->
  forall D, ok D -> heval E (HLet (HVars mono op xs) s2) D = heval E (ren (sub (length xs) xs idn) s2) D.
Proof. intros HM D HD. change (length xs) with (harity (HVars mono op xs)). now apply S_CSE_at. Qed.
(* let zs = (let ys = s1 in s2) in s3 = let ys = s1 in let zs = s2 in s3: s3 skips ys *)
Definition skip h1 h2 y := if y <? h2 then y else h1 + y.
Theorem let_assoc s1 s2 s3 (E : env) : meshed s3 -> forall D, ok D ->
  heval E (HLet (HLet s1 s2) s3) D = heval E (HLet s1 (HLet s2 (ren (skip (harity s1) (harity s2)) s3))) D.
Proof.
  intros HM D HD. simpl. apply ren_heval; auto. intros D' HD' y _. unfold skip.
  pose proof (har s2 (fun D => heval E s1 D ++ E D) D') as L2. pose proof (har s1 E D') as L1.
  destruct (Nat.ltb_spec y (harity s2)).
  - now rewrite !look_l by lia.
  - replace y with (harity s2 + (y - harity s2)) at 1 by lia. rewrite look_r by auto.
    replace (harity s1 + y) with (harity s2 + (harity s1 + (y - harity s2))) by lia. now rewrite !look_r.
Qed.
(* S-DCE of some results: let xs, ys = (s1, s1') in s2 ---> let xs = s1 in s2 where s2 reads no y *)
Theorem S_DCE_tuple s1 s1' s2 (E : env) : let h := harity s1 in let h' := harity s1' in
  meshed s2 -> (forall y, h <= y < h + h' -> used y s2 = false) ->
  forall D, ok D -> heval E (HLet (HTup s1 s1') s2) D =
                    heval E (HLet s1 (ren (fun y => if y <? h then y else y - h') s2)) D.
Proof.
  intros h h' HM HU D HD. simpl. apply ren_heval; auto. intros D' HD' y Hy. rewrite <- app_assoc.
  pose proof (har s1 E D') as L1. pose proof (har s1' E D') as L2. destruct (Nat.ltb_spec y h).
  - now rewrite !look_l by (unfold h in *; lia).
  - destruct (Nat.lt_ge_cases y (h + h')); [now rewrite HU in Hy|].
    replace y with (h + (h' + (y - h - h'))) at 1 by lia. rewrite !look_r by auto.
    replace (y - h') with (h + (y - h - h')) by lia. now rewrite look_r by auto.
Qed.

(* typing of S-CSE: a term has one type, and shifting a term shifts its typing *)
Lemma sub_has (G G' : list (ty elt)) ts xs h f y t : length ts = h -> Forall2 (has G') xs ts ->
  (forall y t, has G y t -> has G' (f y) t) -> has (ts ++ G) y t -> has G' (sub h xs f y) t.
Proof.
  intros L HX HG. unfold sub. destruct (Nat.ltb_spec y h).
  - rewrite has_l by lia. intros Ht. clear - HX Ht. revert y Ht. unfold has at 1.
    induction HX; intros [|i] Ht; simpl in *; try discriminate; [now inversion Ht; subst|auto].
  - intros Ht. replace y with (h + (y - h)) in Ht by lia. rewrite has_r in Ht by auto. auto.
Qed.
Theorem S_CSE_at_type G s1 s2 xs ts1 ts : htype G s1 ts1 -> Forall2 (has G) xs ts1 ->
  htype G (HLet s1 s2) ts -> htype G (ren (sub (harity s1) xs idn) s2) ts.
Proof.
  intros H1 HX H. inversion H; subst. assert (ts0 = ts1) as -> by eauto using htype_det.
  eapply ren_htype; eauto. intros y t _. eapply sub_has; eauto using htype_arity.
Qed.
Lemma has_seq (B T G : list (ty elt)) : Forall2 (has (B ++ T ++ G)) (map (plus (length B)) (seq 0 (length T))) T.
Proof.
  enough (X : forall T0, Forall2 (has (B ++ (T0 ++ T) ++ G)) (map (plus (length B)) (seq (length T0) (length T))) T)
    by apply (X []).
  induction T; simpl; intros T0; constructor.
  - rewrite has_r by auto. rewrite <- app_assoc. apply has_mid.
  - replace (T0 ++ a :: T) with ((T0 ++ [a]) ++ T) by now rewrite <- app_assoc.
    replace (S (length T0)) with (length (T0 ++ [a])) by (rewrite app_length; simpl; lia). apply IHT.
Qed.
Theorem S_CSE_type G C s1 s2 ts : let h := harity s1 in let k := cdepth C in
  let again := ren (fun y => k + (h + y)) s1 in
  htype G (HLet s1 (plug C (HLet again s2))) ts ->
  htype G (HLet s1 (plug C (ren (sub h (map (plus k) (seq 0 h)) idn) s2))) ts.
Proof.
  intros h k again H. inversion H; subst. assert (L : length ts0 = h) by eauto using htype_arity.
  match goal with X : htype _ (plug C _) _ |- _ => apply context_type in X as (B & ts' & LB & HB & HR) end.
  econstructor; eauto. apply HR.
  assert (Ha : harity again = h) by apply ren_arity. rewrite <- Ha at 1. apply S_CSE_at_type with (ts1 := ts0); auto.
  - eapply ren_htype; eauto. intros y t _ Ht. unfold k. now rewrite !has_r by auto.
  - unfold k. rewrite <- LB, <- L. apply has_seq.
Qed.

(* ---- the pass: one walk with a renaming f and the available right-hand sides, each with the variables that
   hold its values; keep exempts some (the specification: all_gathers of parameters, unless asked) ---- *)
Hypothesis op_dec : forall a b : op, {a = b} + {a <> b}.
Hypothesis mono_dec : forall a b : mono, {a = b} + {a <> b}.
Definition hlo_dec (s s' : hlo) : {s = s'} + {s <> s'}.
Proof. decide equality; auto using list_eq_dec, Nat.eq_dec. Defined.
Variable keep : hlo -> bool.
Definition avail := list (hlo * list nat).
Fixpoint lookup (av : avail) s :=
  match av with [] => None | (e, xs) :: av => if hlo_dec e s then Some xs else lookup av s end.
Definition shift h (p : hlo * list nat) := (ren (plus h) (fst p), map (plus h) (snd p)).
Definition bind h s (av : avail) : avail := (if keep s then [] else [(ren (plus h) s, seq 0 h)]) ++ map (shift h) av.
Fixpoint cse (f : nat -> nat) (av : avail) (s : hlo) : hlo :=
  match s with
  | HTup s1 s2 => HTup (cse f av s1) (cse f av s2)
  | HLet s1 s2 =>
      let s1' := cse f av s1 in let h := harity s1 in
      match lookup av s1' with
      | Some xs => cse (sub h xs f) av s2
      | None => HLet s1' (cse (up h f) (bind h s1' av) s2)
      end
  | s => ren f s
  end.

Lemma lookup_in av s xs : lookup av s = Some xs -> In (s, xs) av.
Proof.
  induction av as [|[e ys] av]; simpl; [discriminate|]. destruct (hlo_dec e s); [|auto].
  inversion 1; subst. now left.
Qed.
Lemma cse_arity s : forall f av, harity (cse f av s) = harity s.
Proof.
  induction s; intros; simpl; rewrite ?map_length; auto. destruct (lookup _ _); simpl; auto.
Qed.
Definition av_ok (E : env) (av : avail) := forall e xs, In (e, xs) av ->
  meshed e /\ length xs = harity e /\ forall D, ok D -> heval E e D = map (look (E D)) xs.
Lemma in_bind h s av e xs : In (e, xs) (bind h s av) -> (e = ren (plus h) s /\ xs = seq 0 h) \/
  exists e0 xs0, In (e0, xs0) av /\ e = ren (plus h) e0 /\ xs = map (plus h) xs0.
Proof.
  unfold bind. intros H. apply in_app_or in H as [H|H].
  - destruct (keep s); [destruct H|]. destruct H as [H|[]]. inversion H; auto.
  - apply in_map_iff in H as ([e0 xs0] & H & Hin). inversion H; subst. right. eauto.
Qed.
Lemma av_bind (E : env) h s av : harity s = h -> meshed s -> av_ok E av ->
  av_ok (fun D => heval E s D ++ E D) (bind h s av).
Proof.
  intros Hh HM HA e xs H. pose proof (fun D => har s E D) as L. rewrite Hh in L.
  apply in_bind in H as [[-> ->]|(e0 & xs0 & Hin & -> & ->)].
  - rewrite ren_arity, seq_length. repeat split; auto using ren_meshed. intros D HD. rewrite shift_heval by auto.
    rewrite <- (map_nth_seq (heval E s D) tz) at 1. rewrite L. apply map_ext_in. intros y Hy. apply in_seq in Hy.
    rewrite look_l; auto. rewrite L; lia.
  - destruct (HA _ _ Hin) as (H1 & H2 & H3). rewrite ren_arity, map_length. repeat split; auto using ren_meshed.
    intros D HD. rewrite shift_heval, H3, map_map by auto. apply map_ext. intros y. now rewrite look_r.
Qed.
Lemma cse_meshed s : forall f av, meshed s -> meshed (cse f av s).
Proof.
  induction s; intros f av HM; simpl in *; auto; destruct HM; auto. destruct (lookup _ _); simpl; auto.
Qed.
(* S-CSE as a whole pass: ⟦cse s⟧ρ' = ⟦s⟧ρ, where ρ(y) = ρ'(f y) and av lists what is computed already *)
Theorem cse_correct s : forall f av (E E' : env), meshed s -> av_ok E' av ->
  (forall D, ok D -> forall y, look (E D) y = look (E' D) (f y)) ->
  forall D, ok D -> heval E s D = heval E' (cse f av s) D.
Proof.
  induction s; intros f av E E' HM HA HE D HD; try (apply ren_heval; auto; fail); destruct HM as [M1 M2].
  - simpl. f_equal; eauto.
  - cbn [cse]. assert (E1 : forall D, ok D -> heval E s1 D = heval E' (cse f av s1) D) by (intros; eapply IHs1; eauto).
    destruct (lookup av (cse f av s1)) as [xs|] eqn:X.
    + apply lookup_in in X. destruct (HA _ _ X) as (_ & Lx & Hx). rewrite cse_arity in Lx.
      simpl. apply IHs2; auto. intros D' HD' y. apply sub_ok; auto using har. now rewrite E1, Hx.
    + cbn [Hlo.heval]. apply IHs2; auto.
      * apply av_bind; auto using cse_arity, cse_meshed.
      * intros D' HD' y. rewrite E1 by auto. pose proof (har (cse f av s1) E' D') as L. rewrite cse_arity in L.
        destruct (split_at (harity s1) y) as [Lt|[y' ->]].
        -- rewrite up_lt, !look_l by (auto; lia). reflexivity.
        -- rewrite up_ge, !look_r by auto. auto.
Qed.
(* ⟦cse s⟧ρ = ⟦s⟧ρ *)
Corollary cse_correct_closed s (E : env) : meshed s -> forall D, ok D -> heval E (cse idn [] s) D = heval E s D.
Proof. intros HM D HD. symmetry. apply cse_correct; auto. intros e xs []. Qed.

Definition av_ty G (av : avail) := forall e xs, In (e, xs) av -> exists ts, htype G e ts /\ Forall2 (has G) xs ts.
Lemma has_shift (B G : list (ty elt)) xs ts : Forall2 (has G) xs ts ->
  Forall2 (has (B ++ G)) (map (plus (length B)) xs) ts.
Proof. induction 1; simpl; constructor; auto. now rewrite has_r. Qed.
(* S-CSE keeps types: Γ ⊢spmd s : τ̄ gives Γ' ⊢spmd cse s : τ̄ *)
Theorem cse_type s : forall f av G G' ts, htype G s ts -> av_ty G' av ->
  (forall y t, has G y t -> has G' (f y) t) -> htype G' (cse f av s) ts.
Proof.
  induction s; intros f av G G' ts0 H HA HG; try (eapply ren_htype; eauto; fail); inversion H; subst; cbn [cse].
  - constructor; eauto.
  - rename ts into t1. assert (T1 : htype G' (cse f av s1) t1) by (eapply IHs1; eauto).
    assert (L : length t1 = harity s1) by eauto using htype_arity.
    destruct (lookup av (cse f av s1)) as [xs|] eqn:X.
    + apply lookup_in in X. destruct (HA _ _ X) as (t1' & Ht & Hx). assert (t1' = t1) as -> by eauto using htype_det.
      eapply IHs2; eauto. intros y t. apply sub_has; auto.
    + econstructor; eauto. eapply IHs2; eauto.
      * intros e xs Hin. apply in_bind in Hin as [[-> ->]|(e0 & xs0 & Hin & -> & ->)].
        -- exists t1. split; [|rewrite <- L; rewrite <- (map_id (seq 0 _)); apply (has_seq [] t1 G')].
           eapply ren_htype; eauto. intros y t _. now rewrite has_r.
        -- destruct (HA _ _ Hin) as (t0 & Ht & Hx). exists t0. rewrite <- L. split; [|now apply has_shift].
           eapply ren_htype; eauto. intros y t _. now rewrite has_r.
      * intros y t. destruct (split_at (harity s1) y) as [Lt|[y' ->]].
        -- rewrite up_lt, !has_l by lia. auto.
        -- rewrite up_ge, !has_r by auto. auto.
Qed.
End CseDce.
