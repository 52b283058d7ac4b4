(* ParamResult.v: L-Param and L-Result as rewritings of HLO terms on the devices of the mesh, with their typing, and the
   soundness of local typing. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Registry Entries Check Soundness ActionValues HloRename Partial.
Import ListNotations.
Set Implicit Arguments.

Section ParamResult.
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
Notation val := (val (elt := elt)).
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Notation hlo := (hlo mono op). Notation core := (core mono op).
Notation heval := (heval tz chunk concat reduce osem M).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation htype := (htype oty mdef M). Notation ctype := (ctype onum oty mdef M).
Notation look := (look tz). Notation harity := (harity onum). Notation meshed := (meshed M).
Notation shard := (shard onum). Notation used := (used onum).
Notation ok := (dev_ok M). Notation sizes := (sizes M).
Notation slice := (fslice chunk M). Notation gather := (fgather concat M). Notation in_mesh := (in_mesh M).
Notation funif := (funif M). Notation tile_of := (tile_of M).
Notation lshape := (lshape M). Notation chain := (chain M).
Notation sliced := (sliced M). Notation gathered := (gathered M). Notation axes_ok := (axes_ok M).
Notation divs := (divs M).
Let har := @har tensor mono op tz chunk concat reduce osem onum onum_ok M.
Let htype_arity := @htype_arity mono op elt onum M oty mdef oty_num.
Let htype_meshed := @htype_meshed mono op elt M oty mdef.

(* ---- local typing is sound: the values of a typed term have the local types ---- *)
Lemma val_funif (V : dev -> tensor) n el : (forall D, ok D -> val (V D) (n, el)) -> funif n V.
Proof. intros H D HD. apply (H D HD). Qed.
Theorem htype_sound s : forall G ts (E : dev -> list tensor), htype G s ts ->
  (forall D, ok D -> Forall2 val (E D) G) -> forall D, ok D -> Forall2 val (heval E s D) ts.
Proof.
  assert (C : forall n el (V : dev -> tensor), funif n V -> forall D, ok D -> Forall2 val [V D] [(n, el)]).
  { intros n el V F D HD. constructor; [|constructor]. apply (F D HD). }
  assert (K : forall G x n el (E : dev -> list tensor), (forall D, ok D -> Forall2 val (E D) G) ->
    has G x (n, el) -> funif n (fun D => look (E D) x)).
  { intros. apply val_funif with (el := el). intros D HD. eapply val_look; eauto. }
  assert (N : forall n el el' (V : dev -> tensor) D n', Forall2 val [V D] [(n, el)] -> n = n' ->
    Forall2 val [V D] [(n', el')]).
  { intros. subst. inversion H; subst. constructor; auto. }
  induction s; intros G ts0 E H HE D HD; inversion H; subst; simpl.
  - eauto using val_looks.
  - apply Forall2_app; eauto.
  - eauto using val_looks.
  - eapply IHs2; eauto. intros. apply Forall2_app; eauto.
  - match goal with X : has _ _ _ |- _ => pose proof (K _ _ _ _ _ HE X) as F end.
    apply C; auto. now apply funif_slice.
  - match goal with X : has _ _ _ |- _ => pose proof (K _ _ _ _ _ HE X) as F end.
    match goal with X : axes_ok _ |- _ => destruct X as [_ HA] end.
    eapply (N _ el _ (gather d A (fun D => look (E D) x))); [apply C; auto; eapply funif_gather; eauto|].
    unfold Hlo.gathered. now rewrite Nat.mul_comm.
  - match goal with X : has _ _ _ |- _ => pose proof (K _ _ _ _ _ HE X) as F end.
    match goal with X : axes_ok _ |- _ => destruct X as [_ HA] end. apply C; auto. now apply funif_red.
  - match goal with X : has _ _ _ |- _ => pose proof (K _ _ _ _ _ HE X) as F end.
    match goal with X : axes_ok _ |- _ => destruct X as [_ HA] end.
    apply C; auto. apply funif_slice. now apply funif_red.
  - match goal with X : has _ _ _ |- _ => pose proof (K _ _ _ _ _ HE X) as F end.
    match goal with X : axes_ok _ |- _ => destruct X as [_ HA] end.
    eapply (N _ el _ (fa2a chunk concat M d d' A (fun D => look (E D) x))).
    + apply C; auto. unfold fa2a. apply funif_slice. eapply funif_gather; eauto.
    + unfold Hlo.gathered, Hlo.sliced. now rewrite (Nat.mul_comm (nth d n 0)).
Qed.

(* ---- L-Param on the devices of the mesh (Func.v has it for all coordinates), and its typing ---- *)
Lemma when_some b (s s' : hlo) : when b s = Some s' -> b = true /\ s' = s.
Proof. destruct b; inversion 1; auto. Qed.
Lemma bind2_some (a b : option hlo) f s' : bind2 a b f = Some s' ->
  exists a' b', a = Some a' /\ b = Some b' /\ s' = f a' b'.
Proof. destruct a, b; inversion 1; eauto. Qed.
Theorem L_Param_mesh s : forall x d A s' (E E' : dev -> list tensor), meshed s -> shard x d A s = Some s' ->
  (forall D, ok D -> forall y, y <> x -> look (E D) y = look (E' D) y) ->
  (forall D, ok D -> look (E' D) x = slice d A (fun D => look (E D) x) D) ->
  forall D, ok D -> heval E s D = heval E' s' D.
Proof.
  assert (N : forall y x, negb (Nat.eqb y x) = true -> y <> x) by (intros y x H; now apply Nat.eqb_neq, negb_true_iff).
  assert (U : forall A D k, Forall (fun a => a < length M) A -> ok D -> In k (all_idx (sizes A)) -> ok (updl D A k)).
  { intros. apply ok_updl; auto. now apply in_all_idx. }
  induction s; simpl; intros x0 d0 A0 s' E E' HM Hs HE HX D HD.
  - apply when_some in Hs as [F ->]. simpl. apply free_ok with (x := x0); auto.
  - apply bind2_some in Hs as (a' & b' & H1 & H2 & ->). destruct HM. simpl. f_equal; eauto.
  - apply when_some in Hs as [F ->]. simpl. f_equal. apply free_ok with (x := x0); auto.
  - apply bind2_some in Hs as (a' & b' & H1 & H2 & ->). destruct HM as [M1 M2]. simpl.
    assert (E1 : forall D, ok D -> heval E s1 D = heval E' a' D) by eauto.
    eapply IHs2; eauto; intros D' HD'.
    + intros y Hy. rewrite <- E1 by auto. destruct (split_at (harity s1) y) as [Lt|[y' ->]].
      * now rewrite !look_l by now rewrite har.
      * rewrite !look_r by apply har. apply HE; auto; lia.
    + rewrite look_r by now rewrite <- E1, har. rewrite HX by auto. unfold fslice. f_equal. symmetry. apply look_r, har.
  - destruct (Nat.eqb_spec x x0).
    + apply when_some in Hs as [F ->]. apply andb_prop in F as [F1 F2]. apply Nat.eqb_eq in F1. apply leqb_eq in F2.
      subst. simpl. now rewrite HX.
    + inversion Hs; subst. simpl. unfold fslice. now rewrite HE.
  - apply when_some in Hs as [F ->]. simpl. unfold fgather. do 2 f_equal. apply map_ext_in. eauto.
  - apply when_some in Hs as [F ->]. simpl. unfold freduce. do 2 f_equal. apply map_ext_in. eauto.
  - apply when_some in Hs as [F ->]. simpl. unfold fscatter, fslice, freduce. do 3 f_equal. apply map_ext_in. eauto.
  - apply when_some in Hs as [F ->]. simpl. unfold fa2a, fslice, fgather. do 3 f_equal. apply map_ext_in. eauto.
Qed.

Lemma has_upd_other (G : list (ty elt)) x y t u : y <> x -> has G y t -> has (upd G x u) y t.
Proof.
  unfold has. revert x y. induction G; intros x y N H; [destruct y; discriminate|].
  destruct x, y; simpl in *; auto; lia.
Qed.
Lemma has_upd_same (G : list (ty elt)) x t u : has G x t -> has (upd G x u) x u.
Proof. unfold has. revert x. induction G; intros [|x] H; simpl in *; try discriminate; auto. Qed.
Lemma free_has x (G : list (ty elt)) xs ts u : free x xs = true -> Forall2 (has G) xs ts ->
  Forall2 (has (upd G x u)) xs ts.
Proof.
  unfold free. rewrite negb_true_iff. induction 2; constructor; simpl in H; apply orb_false_iff in H as [H H'].
  - apply has_upd_other; auto. apply Nat.eqb_neq in H. auto.
  - auto.
Qed.
(* L-Param keeps types: with parameter x at its local type under [d:ā], the body without these slices has the types
   it had *)
Theorem L_Param_type s : forall x d A s' G ts n el, htype G s ts -> shard x d A s = Some s' -> has G x (n, el) ->
  htype (upd G x (sliced d A n, el)) s' ts /\ (used x s = true -> axes_ok A /\ divs d A n).
Proof.
  assert (B : forall (G : list (ty elt)) y x t u, negb (Nat.eqb y x) = true -> has G y t -> has (upd G x u) y t).
  { intros G y x t u H. apply has_upd_other. now apply Nat.eqb_neq, negb_true_iff. }
  assert (Z : forall y x, negb (Nat.eqb y x) = true -> Nat.eqb x y = true -> False).
  { intros y x H X. rewrite Nat.eqb_sym, X in H. discriminate. }
  assert (FR : forall x xs, free x xs = true -> existsb (Nat.eqb x) xs = true -> False).
  { unfold free. intros x xs H X. rewrite X in H. discriminate. }
  induction s; simpl; intros x0 d0 A0 s' G ts0 n0 el0 HT Hs HG; inversion HT; subst;
    try (apply when_some in Hs as [F ->]; split; [econstructor; eauto using free_has|]; intros X; exfalso; eauto; fail).
  - apply bind2_some in Hs as (a' & b' & B1 & B2 & ->).
    edestruct IHs1 as [T1 U1]; eauto. edestruct IHs2 as [T2 U2]; eauto. split; [constructor; auto|].
    intros X. apply orb_true_iff in X as [X|X]; auto.
  - apply bind2_some in Hs as (a' & b' & B1 & B2 & ->). assert (Ln : length ts = harity s1) by eauto.
    assert (HG2 : has (ts ++ G) (harity s1 + x0) (n0, el0)) by (apply has_r; auto).
    destruct (IHs1 _ _ _ _ _ _ _ _ ltac:(eassumption) B1 HG) as [T1 U1].
    destruct (IHs2 _ _ _ _ _ _ _ _ ltac:(eassumption) B2 HG2) as [T2 U2].
    split; [|intros X; apply orb_true_iff in X as [X|X]; auto].
    econstructor; eauto. replace (ts ++ upd G x0 (sliced d0 A0 n0, el0))
      with (upd (ts ++ G) (harity s1 + x0) (sliced d0 A0 n0, el0)); auto.
    rewrite <- Ln. clear. induction ts; simpl; auto. now rewrite IHts.
  - destruct (Nat.eqb_spec x x0).
    + apply when_some in Hs as [F ->]. apply andb_prop in F as [F1 F2]. apply Nat.eqb_eq in F1. apply leqb_eq in F2.
      subst. match goal with X : has G x0 (n, el) |- _ => pose proof (has_det X HG) as E end. inversion E; subst.
      split; auto. constructor. constructor; [|constructor]. eapply has_upd_same; eauto.
    + inversion Hs; subst. split; [|intros X; apply Nat.eqb_eq in X; congruence].
      econstructor; eauto. now apply has_upd_other.
Qed.

(* ---- L-Result: result j is an all_gather[d:A]; it becomes the operand of that gather ---- *)
Fixpoint unres j d A (s : hlo) : option hlo :=
  match s with
  | HGather _ _ d' A' x => when (Nat.eqb j 0 && (Nat.eqb d' d && leqb A' A)) (HVars _ _ [x])
  | HTup s1 s2 => if j <? harity s1 then option_map (fun s => HTup s s2) (unres j d A s1)
                  else option_map (HTup s1) (unres (j - harity s1) d A s2)
  | HLet s1 s2 => option_map (HLet s1) (unres j d A s2)
  | _ => None
  end.
Lemma map_some X Y (f : X -> Y) o y : option_map f o = Some y -> exists x, o = Some x /\ y = f x.
Proof. destruct o; inversion 1; eauto. Qed.
Lemma unres_arity s : forall j d A s', unres j d A s = Some s' -> harity s' = harity s.
Proof.
  induction s; simpl; intros j d0 A0 s' H; try discriminate.
  - destruct (j <? harity s1); apply map_some in H as (t & H & ->); simpl;
      [rewrite (IHs1 _ _ _ _ H)|rewrite (IHs2 _ _ _ _ H)]; auto.
  - apply map_some in H as (t & H & ->). simpl. eauto.
  - apply when_some in H as [_ ->]. reflexivity.
Qed.
Theorem L_Result_mesh s : forall j d A s' (E : dev -> list tensor), unres j d A s = Some s' ->
  (forall D, look (heval E s D) j = gather d A (fun D => look (heval E s' D) j) D) /\
  (forall j' D, j' <> j -> look (heval E s' D) j' = look (heval E s D) j').
Proof.
  induction s; simpl; intros j d0 A0 s' E H; try discriminate.
  - destruct (Nat.ltb_spec j (harity s1)); apply map_some in H as (t & H & ->);
      pose proof (unres_arity _ _ _ _ H) as HA.
    + destruct (IHs1 _ _ _ _ E H) as [H1 H2]. split; simpl.
      * intros D. rewrite look_l by now rewrite har. rewrite H1. unfold fgather. f_equal. apply map_ext. intros k.
        rewrite look_l; auto. rewrite har. lia.
      * intros j' D Hj. destruct (split_at (harity s1) j') as [Lt|[y ->]].
        -- rewrite !look_l by (rewrite har; lia). auto.
        -- now rewrite !look_r by (rewrite har; auto).
    + destruct (IHs2 _ _ _ _ E H) as [H1 H2]. split; simpl.
      * intros D. replace j with (harity s1 + (j - harity s1)) at 1 by lia. rewrite look_r by apply har.
        rewrite H1. unfold fgather. f_equal. apply map_ext. intros k.
        replace j with (harity s1 + (j - harity s1)) at 2 by lia. now rewrite look_r by apply har.
      * intros j' D Hj. destruct (split_at (harity s1) j') as [Lt|[y ->]].
        -- now rewrite !look_l by (rewrite har; lia).
        -- rewrite !look_r by apply har. apply H2. lia.
  - apply map_some in H as (t & H & ->). apply (IHs2 _ _ _ _ _ H).
  - apply when_some in H as [F ->]. apply andb_prop in F as [F1 F2]. apply andb_prop in F2 as [F2 F3].
    apply Nat.eqb_eq in F1, F2. apply leqb_eq in F3. subst. split; auto.
    intros j' D Hj. simpl. unfold Core.look. destruct j'; [congruence|]. destruct j'; auto.
Qed.
Theorem L_Result_type s : forall j d A s' G ts, htype G s ts -> unres j d A s = Some s' ->
  exists n el, has ts j (gathered d A n, el) /\ d < length n /\ axes_ok A /\ htype G s' (upd ts j (n, el)).
Proof.
  induction s; simpl; intros j d0 A0 s' G ts0 HT H; try discriminate; inversion HT; subst.
  - destruct (Nat.ltb_spec j (harity s1)); apply map_some in H as (t & H & ->).
    + match goal with X : htype G s1 _, Y : htype G s2 _ |- _ => pose proof (htype_arity X) as Ln;
        destruct (IHs1 _ _ _ _ _ _ X H) as (n & el & N1 & N2 & N3 & N4) end.
      exists n, el. repeat split; auto; try apply N3.
      * apply has_l; auto. lia.
      * replace (upd (t1 ++ t2) j (n, el)) with (upd t1 j (n, el) ++ t2) by (symmetry; apply upd_app_l; lia).
        now constructor.
    + match goal with X : htype G s1 _, Y : htype G s2 _ |- _ => pose proof (htype_arity X) as Ln;
        destruct (IHs2 _ _ _ _ _ _ Y H) as (n & el & N1 & N2 & N3 & N4) end.
      exists n, el. replace j with (length t1 + (j - length t1)) by lia. rewrite Ln. repeat split; auto; try apply N3.
      * apply has_r; auto.
      * rewrite <- Ln at 1. rewrite upd_app_r. now constructor.
  - apply map_some in H as (t & H & ->).
    match goal with X : htype (_ ++ _) s2 _ |- _ => destruct (IHs2 _ _ _ _ _ _ X H) as (n & el & N1 & N2 & N3 & N4) end.
    exists n, el. repeat split; auto; try apply N3. econstructor; eauto.
  - apply when_some in H as [F ->]. apply andb_prop in F as [F1 F2]. apply andb_prop in F2 as [F2 F3].
    apply Nat.eqb_eq in F1, F2. apply leqb_eq in F3. subst.
    exists n, el. split; [|split; [|split]]; auto; [reflexivity|].
    simpl. constructor. constructor; auto.
Qed.
End ParamResult.
