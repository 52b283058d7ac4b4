(* MultiParam.v: L-Param and L-Result iterated, for several parameters and results, each tiled on several dimensions,
   with simplification between; and the corollary of Theorem 2 for functions. *)
From Coq Require Import List Arith Lia Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Distributed
  Nest Functions Registry Entries Check Soundness ActionValues HloRename Partial ParamResult.
Import ListNotations.
Set Implicit Arguments.

Section MultiParam.
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

Notation unres := (unres onum).
Let htype_sound := @htype_sound S op elt osem oty mdef M M_pos op_sound.
Let L_Param_mesh := @L_Param_mesh S op osem onum M onum_ok.
Let L_Param_type := @L_Param_type S op elt onum oty mdef M oty_num.
Let L_Result_mesh := @L_Result_mesh S op osem onum M onum_ok.
Let L_Result_type := @L_Result_type S op elt onum oty mdef M oty_num.

(* ---- functions with a signature ---- *)
(* the tilings of the parameters, the body, the tilings of the results (oldest first, so major first) *)
Record func := { ptiles : list tiling; body : hlo; rtiles : list tiling }.
Definition til (Ts : list tiling) x := nth x Ts [].
Definition add_tiling (Ts : list tiling) x d (A : list axis) : list tiling := upd Ts x (til Ts x ++ [(d, A)]).
Definition disjoint_til (Ts : list tiling) x (A : list axis) := forall a, In a A -> ~ In a (flat_map snd (til Ts x)).
Fixpoint local (G : list (ty elt)) (Ts : list tiling) : list (ty elt) :=
  match G, Ts with (n, el) :: G, ts :: Ts => (lshape ts n, el) :: local G Ts | _, _ => [] end.
Definition typed_env G (E : dev -> list tensor) := forall D, ok D -> Forall2 val (E D) G.
(* s' may stand for s in scope G *)
Definition rewrites G (s s' : hlo) := forall ts, htype G s ts -> htype G s' ts /\
  forall E, typed_env G E -> forall D, ok D -> heval E s D = heval E s' D.
(* L-Param, L-Result, and any sound rewriting between them (S-CSE, copying, S-SliceGatherSwap, ..). The tiling axes of
   a value stay distinct: calculus.md wants it of D, and neither L-rule implies it (MultiParamExamples.v) *)
Inductive step (G : list (ty elt)) : func -> func -> Prop :=
| L_Param_step Ps s s' Rs x d A : used x s = true -> shard x d A s = Some s' -> disjoint_til Ps x A ->
    step G {| ptiles := Ps; body := s; rtiles := Rs |} {| ptiles := add_tiling Ps x d A; body := s'; rtiles := Rs |}
| L_Result_step Ps s s' Rs j d A : unres j d A s = Some s' -> disjoint_til Rs j A ->
    step G {| ptiles := Ps; body := s; rtiles := Rs |} {| ptiles := Ps; body := s'; rtiles := add_tiling Rs j d A |}
| S_step Ps s s' Rs : rewrites (local G Ps) s s' ->
    step G {| ptiles := Ps; body := s; rtiles := Rs |} {| ptiles := Ps; body := s'; rtiles := Rs |}.
Inductive steps (G : list (ty elt)) : func -> func -> Prop :=
| steps_refl f : steps G f f
| steps_more f g h : steps G f g -> step G g h -> steps G f h.

Lemma local_has G : forall Ts x n el, length G = length Ts -> has G x (n, el) ->
  has (local G Ts) x (lshape (til Ts x) n, el).
Proof.
  unfold has, til. induction G as [|[n0 el0] G]; intros [|ts Ts] [|x] n el Hl H; simpl in *; try discriminate.
  - now inversion H; subst.
  - apply IHG; auto.
Qed.
Lemma local_inv G : forall Ts x t, length G = length Ts -> has (local G Ts) x t ->
  exists n el, has G x (n, el) /\ t = (lshape (til Ts x) n, el).
Proof.
  unfold has, til. induction G as [|[n0 el0] G]; intros [|ts Ts] [|x] t Hl H; simpl in *; try discriminate.
  - inversion H; subst. eauto.
  - apply IHG; auto.
Qed.
Lemma local_upd G : forall Ts x ts n el, length G = length Ts -> has G x (n, el) ->
  local G (upd Ts x ts) = upd (local G Ts) x (lshape ts n, el).
Proof.
  unfold has. induction G as [|[n0 el0] G]; intros [|t Ts] [|x] ts n el Hl H; simpl in *; try discriminate.
  - now inversion H; subst.
  - f_equal. apply IHG; auto.
Qed.
Lemma local_none G : local G (repeat [] (length G)) = G.
Proof. induction G as [|[n el] G]; simpl; auto. now rewrite IHG. Qed.
Lemma til_add_same Ts x d A : x < length Ts -> til (add_tiling Ts x d A) x = til Ts x ++ [(d, A)].
Proof. intros. unfold til, add_tiling. now rewrite nth_upd_same. Qed.
Lemma til_add_other Ts x y d A : y <> x -> til (add_tiling Ts x d A) y = til Ts y.
Proof. intros. unfold til, add_tiling. rewrite nth_upd_other; auto. Qed.
Lemma has_lt (G : list (ty elt)) x t : has G x t -> x < length G.
Proof. unfold has. intros H. apply nth_error_Some. congruence. Qed.
Lemma has_some (G : list (ty elt)) x : x < length G -> exists n el, has G x (n, el).
Proof.
  unfold has. intros H. destruct (nth_error G x) as [[n el]|] eqn:E; eauto. apply nth_error_None in E. lia.
Qed.

(* tilings that fit the global types *)
Definition fits (G : list (ty elt)) Ts := length G = length Ts /\ forall x n el, has G x (n, el) ->
  NoDup (flat_map snd (til Ts x)) /\ chain (til Ts x) n.
Lemma fits_add G Ts x d A n el : fits G Ts -> has G x (n, el) -> NoDup A -> in_mesh A -> disjoint_til Ts x A ->
  d < length (lshape (til Ts x) n) -> Nat.divide (prod (sizes A)) (nth d (lshape (til Ts x) n) 0) ->
  fits G (add_tiling Ts x d A).
Proof.
  intros [Hl HF] Hx ND HA Dj Hd Hdiv. split; [unfold add_tiling; now rewrite upd_length|]. intros y n' el' Hy.
  destruct (Nat.eq_dec y x) as [->|Ne]; [|rewrite til_add_other by auto; eauto].
  pose proof (has_det Hx Hy) as E. inversion E; subst. destruct (HF _ _ _ Hx) as [N C].
  rewrite til_add_same by (rewrite <- Hl; eapply has_lt; eauto). rewrite flat_map_app. simpl. rewrite app_nil_r. split.
  - apply NoDup_app_iff. repeat split; auto. intros a X Y. now apply (Dj a Y).
  - apply chain_app. simpl. auto.
Qed.

(* the family of environments in which every parameter holds its chunk of the global argument *)
Definition tiled_env (G : list (ty elt)) Ps (args : list tensor) (E : dev -> list tensor) := forall D, ok D ->
  length (E D) = length G /\ forall x, x < length G -> look (E D) x = tile_of (til Ps x) D (look args x).
Lemma Forall2_nth (ts : list tensor) (G : list (ty elt)) : length ts = length G ->
  (forall x n el, has G x (n, el) -> val (look ts x) (n, el)) -> Forall2 val ts G.
Proof.
  revert ts. induction G as [|[n el] G]; intros [|t ts] Hl H; simpl in *; try discriminate; constructor.
  - apply (H 0); reflexivity.
  - apply IHG; auto. intros x. apply (H (Datatypes.S x)).
Qed.
Lemma tiled_env_typed G Ps args E : fits G Ps -> Forall2 val args G -> tiled_env G Ps args E ->
  typed_env (local G Ps) E.
Proof.
  intros [Hl HF] HA HE D HD. destruct (HE D HD) as [Ln HX]. apply Forall2_nth.
  - rewrite Ln. clear - Hl. revert Ps Hl. induction G as [|[n el] G]; intros [|ts Ps] H;
      simpl in *; try discriminate; auto.
  - intros x n el Hx. apply local_inv in Hx as (n' & el' & Hx & E'); auto. inversion E'; subst.
    rewrite HX by (eapply has_lt; eauto). destruct (@val_look _ _ args G x (n', el') HA Hx) as [W Sh]. simpl in Sh.
    split; [now apply wf_tile_of|]. rewrite shape_tile_of. simpl. now rewrite Sh.
Qed.

(* f computes F: G -> T, each device its chunks *)
Record implements G T (F : list tensor -> list tensor) (f : func) : Prop := {
  i_params : fits G (ptiles f);
  i_results : fits T (rtiles f);
  i_type : htype (local G (ptiles f)) (body f) (local T (rtiles f));
  i_value : forall args E, Forall2 val args G -> tiled_env G (ptiles f) args E ->
    forall D j, ok D -> j < length T -> look (heval E (body f) D) j = tile_of (til (rtiles f) j) D (look (F args) j) }.

Lemma used_has s : forall x G ts, htype G s ts -> used x s = true -> exists t, has G x t.
Proof.
  assert (F : forall x (G : list (ty elt)) xs ts, Forall2 (has G) xs ts -> existsb (Nat.eqb x) xs = true ->
    exists t, has G x t).
  { induction 1; simpl; [discriminate|]. intros X. apply orb_true_iff in X as [X|X]; auto.
    apply Nat.eqb_eq in X. subst. eauto. }
  induction s; intros x0 G ts0 HT HU; simpl in HU; inversion HT; subst; eauto;
    try (apply Nat.eqb_eq in HU; subst; eauto; fail).
  - apply orb_true_iff in HU as [X|X]; eauto.
  - apply orb_true_iff in HU as [X|X]; eauto. assert (Ln : length ts = harity s1) by eauto.
    destruct (IHs2 _ _ _ ltac:(eassumption) X) as [t Ht]. rewrite has_r in Ht by auto. eauto.
Qed.
(* Theorem 2, corollary, a step: L-Param, L-Result and simplification keep that argument families that represent give
   result families that do *)
Theorem step_implements G T F f g : step G f g -> implements G T F f -> implements G T F g.
Proof.
  intros [Ps s s' Rs x d A Hu Hs Dj|Ps s s' Rs j d A Hs Dj|Ps s s' Rs HR] [FP FR Ty Va];
    cbn [ptiles body rtiles] in *.
  - (* L-Param *)
    pose proof FP as [LP _]. destruct (@used_has s x _ _ Ty Hu) as [t Ht].
    destruct (@local_inv G Ps x t LP Ht) as (n & el & Hx & ->).
    destruct (@L_Param_type s x d A s' _ _ _ _ Ty Hs Ht) as [Ty' Q]. destruct (Q Hu) as [[ND HA] (Hd & Hdiv & _)].
    pose proof (has_lt Hx) as Lx. assert (Lx' : x < length Ps) by lia.
    split; cbn [ptiles body rtiles]; auto.
    + eapply fits_add; eauto.
    + unfold add_tiling. rewrite (@local_upd G Ps x _ n el LP Hx), lshape_app. exact Ty'.
    + intros args E HA' HE D j HD Hj. pose (E0 D := upd (E D) x (tile_of (til Ps x) D (look args x))).
      assert (X0 : forall D, ok D -> look (E0 D) x = tile_of (til Ps x) D (look args x)).
      { intros D' HD'. unfold Core.look, E0. apply nth_upd_same. destruct (HE D' HD') as [-> _]. auto. }
      assert (X1 : forall D y, y <> x -> look (E0 D) y = look (E D) y).
      { intros D' y Hy. unfold Core.look, E0. apply nth_upd_other. auto. }
      rewrite <- (@L_Param_mesh s x d A s' E0 E (htype_meshed Ty) Hs); auto.
      * apply Va; auto. intros D' HD'. destruct (HE D' HD') as [Ln HX]. split; [unfold E0; now rewrite upd_length|].
        intros y Hy. destruct (Nat.eq_dec y x) as [->|Ne]; auto. rewrite X1, HX by auto. now rewrite til_add_other.
      * intros D' HD'. destruct (HE D' HD') as [_ HX]. rewrite HX, til_add_same, tile_of_app by auto.
        unfold fslice. rewrite X0 by auto. reflexivity.
  - (* L-Result *)
    pose proof FR as [LR _]. destruct (@L_Result_type s j d A s' _ _ Ty Hs) as (n & el & Hj & Hd & [ND HA] & Ty').
    destruct (@local_inv T Rs j _ LR Hj) as (n0 & el0 & Hj0 & Eq). injection Eq as Eq1 Eq2. subst el0.
    pose proof (sizes_pos M_pos HA) as PA. pose proof (has_lt Hj0) as Lj. assert (Lj' : j < length Rs) by lia.
    split; cbn [ptiles body rtiles]; auto.
    + eapply fits_add; eauto; rewrite <- Eq1; unfold Hlo.gathered; [now rewrite upd_length|].
      rewrite nth_upd_same by auto. exists (nth d n 0). lia.
    + unfold add_tiling. rewrite (@local_upd T Rs j _ n0 el LR Hj0), lshape_app, <- Eq1. cbn [Distributed.lshape].
      unfold Hlo.gathered. rewrite nth_upd_same, upd_upd, Nat.div_mul, upd_nth by (auto; lia). exact Ty'.
    + intros args E HA' HE D j' HD Hj'. destruct (@L_Result_mesh s j d A s' E Hs) as [V1 V2].
      destruct (Nat.eq_dec j' j) as [->|Ne]; [|rewrite V2, til_add_other by auto; now apply Va].
      set (W D := look (heval E s' D) j) in *. assert (FW : funif n W).
      { apply val_funif with (el := el). intros D' HD'. eapply val_look.
        - eapply htype_sound; eauto. eapply tiled_env_typed; eauto.
        - eapply has_upd_same; eauto. }
      change (W D = tile_of (til (add_tiling Rs j d A) j) D (look (F args) j)).
      rewrite <- (@S_GatherSlice _ M M_pos n d A W D FW Hd HA HD). unfold fslice. rewrite <- V1.
      rewrite (Va args E HA' HE D j HD Hj'), til_add_same, tile_of_app by auto. reflexivity.
  - (* S-rules *)
    destruct (HR _ Ty) as [HT HE]. split; cbn [ptiles body rtiles]; auto. intros args E HA HX D j HD Hj.
    rewrite <- HE; eauto using tiled_env_typed.
Qed.

(* ---- the corollary of Theorem 2 ---- *)
Definition start (G T : list (ty elt)) (e : core) : func :=
  {| ptiles := repeat [] (length G); body := tr [] e; rtiles := repeat [] (length T) |}.
Lemma til_none n x : til (repeat [] n) x = [].
Proof. unfold til. revert x. induction n; intros [|x]; simpl; auto. Qed.
Lemma fits_none G : fits G (repeat [] (length G)).
Proof. split; [now rewrite repeat_length|]. intros x n el _. rewrite til_none. simpl. split; auto. constructor. Qed.
Lemma start_implements G T e : ctype [] G e T -> implements G T (fun args => ceval [] args e) (start G T e).
Proof.
  intros HT. split; cbn [start ptiles body rtiles]; auto using fits_none.
  - rewrite !local_none. apply typing_simulation with (onum := onum); auto.
  - intros args E HA HE D j HD Hj. rewrite til_none. cbn [Distributed.tile_of]. f_equal.
    assert (HR : related M [] (fun _ => args) E).
    { intros D' HD'. destruct (HE D' HD') as [Ln HX]. pose proof (Forall2_length HA) as La.
      apply nth_ext with (d := tz) (d' := tz); [congruence|]. intros x Hx. rewrite Ln in Hx. specialize (HX x Hx).
      rewrite til_none in HX. exact HX. }
    change (ceval [] args e) with (ceval (restr [] D) ((fun _ : coord => args) (restr [] D)) e).
    eapply translation_correct; eauto.
Qed.
Theorem steps_implement G T e f : ctype [] G e T -> steps G (start G T e) f ->
  implements G T (fun args => ceval [] args e) f.
Proof.
  intros HT H. remember (start G T e) as f0 eqn:E. revert E. induction H; intros ->.
  - now apply start_implements.
  - eapply step_implements; eauto.
Qed.
(* if every argument family represents its global argument at the parameter's D, every result family represents the
   Core result at the result's D *)
Theorem function_represents G T e f m : ctype [] G e T -> steps G (start G T e) f ->
  forall args E, Forall2 val args G -> (forall D, ok D -> length (E D) = length G) ->
  (forall x, x < length G -> represents M (fun D => look (E D) x) (look args x) (mkD (til (ptiles f) x) [] m)) ->
  forall j, j < length T ->
  represents M (fun D => look (heval E (body f) D) j) (look (ceval [] args e) j) (mkD (til (rtiles f) j) [] m).
Proof.
  intros HT HS args E HA HL HR j Hj. destruct (steps_implement HT HS) as [FP FR Ty Va].
  assert (V : forall D, ok D -> look (heval E (body f) D) j = tile_of (til (rtiles f) j) D (look (ceval [] args e) j)).
  { intros D HD. apply Va; auto. intros D' HD'. split; auto. intros x Hx. specialize (HR x Hx).
    pose proof (r_rep HR HD') as Q. cbn [tiles parts pm mkD] in Q. rewrite red_nil in Q; auto.
    apply (r_local HR HD'). }
  destruct (@has_some T j Hj) as (n & el & Hn). destruct FR as [_ FR]. destruct (FR _ _ _ Hn) as [N C].
  assert (VT : val (look (ceval [] args e) j) (n, el)).
  { eapply val_look; eauto. eapply (type_soundness (elt := elt)); eauto. }
  destruct VT as [W Sh]. simpl in Sh.
  assert (WV : forall D, ok D -> wf (look (heval E (body f) D) j)) by (intros; rewrite V; auto using wf_tile_of).
  assert (R : rep M (fun D => look (heval E (body f) D) j) (look (ceval [] args e) j) (mkD (til (rtiles f) j) [] m)).
  { intros D HD. cbn [tiles parts pm mkD]. rewrite red_nil; auto. }
  split; cbn [tiles parts pm mkD]; auto.
  - unfold axes_of; simpl. now rewrite app_nil_r.
  - constructor.
  - now rewrite Sh.
  - intros D HD. split; auto. rewrite V by auto. now rewrite shape_tile_of.
  - eapply rep_replicated; eauto.
Qed.
End MultiParam.
