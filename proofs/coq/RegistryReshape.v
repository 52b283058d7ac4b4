(* RegistryReshape.v: section 6, reshape by groups of dimensions with equal products: its comprehension, which reads the
   digits of the position in each group, is the row-major data in another shape. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Reshape Cells Propagation RegistryOps
  RegistryValid RegistryNames.
Import ListNotations.
Set Implicit Arguments.

(* the digits of a number L *)
Fixpoint dig (L : nat) (ins : list nat) : list nat :=
  match ins with [] => [] | n :: ins => (L / prod ins) mod n :: dig L ins end.
Lemma dig_ok L ins : Forall (lt 0) ins -> inb (dig L ins) ins /\ lin ins (dig L ins) = L mod prod ins.
Proof.
  induction 1 as [|n ins Hn HF [I1 I2]]; cbn [dig lin prod]; [split; [constructor|now rewrite Nat.mod_1_r]|].
  assert (HP : prod ins <> 0) by (clear - HF; induction HF; simpl; nia). split.
  - constructor; auto. apply Nat.mod_upper_bound. lia.
  - rewrite I2, (Nat.mul_comm n), Nat.mod_mul_r by lia. nia.
Qed.
Lemma pos_prod l : prod l <> 0 -> Forall (lt 0) l.
Proof. induction l; cbn; intros H; constructor; try apply IHl; nia. Qed.
Lemma inb_prod I l : inb I l -> prod l <> 0.
Proof. induction 1; cbn; nia. Qed.

Lemma group_lin outs : forall I0 I I1, inb I outs ->
  isum (group_terms (length I0) outs) (I0 ++ I ++ I1) = Z.of_nat (lin outs I).
Proof.
  unfold group_terms. induction outs as [|n outs IH]; intros I0 I I1 H; inversion H; subst; [reflexivity|].
  cbn [length seq strides combine isum fold_right fst snd lin].
  specialize (IH (I0 ++ [x]) l I1 H4). rewrite app_length in IH. cbn [length] in IH.
  rewrite Nat.add_1_r, <- app_assoc in IH. cbn [app] in IH. unfold isum in IH. cbn [app]. rewrite IH.
  rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. lia.
Qed.
Lemma digits_ok ts ins I L : isum ts I = Z.of_nat L -> Forall (lt 0) ins ->
  map (fun e => ieval e I) (digits ts ins) = map Z.of_nat (dig L ins).
Proof.
  intros E. induction 1 as [|n ins Hn HF IH]; auto. cbn [digits dig map]. rewrite IH. f_equal.
  unfold ieval. cbn [terms off dv md]. rewrite E, Z.add_0_r.
  destruct (Z.eqb_spec (Z.of_nat n) 0); [lia|]. now rewrite Nat2Z.inj_mod, Nat2Z.inj_div.
Qed.
Lemma group_ok ts ins I L : isum ts I = Z.of_nat L -> Forall (lt 0) ins -> L < prod ins ->
  map (fun e => ieval e I) (group_ix ts ins) = map Z.of_nat (dig L ins).
Proof.
  intros E HF HL. destruct HF as [|n ins Hn HF]; auto. cbn [group_ix dig map].
  rewrite (@digits_ok ts ins I L E HF). f_equal.
  unfold ieval. cbn [terms off dv md Z.eqb]. rewrite E, Z.add_0_r.
  assert (HP : prod ins <> 0) by (clear - HF; induction HF; simpl; nia). cbn [prod] in HL.
  rewrite Nat.mod_small by (apply Nat.div_lt_upper_bound; lia). now rewrite Nat2Z.inj_div.
Qed.
(* the position that is read: row-major the one that is written *)
Lemma reshape_ok gs : Forall (fun g => prod (fst g) = prod (snd g)) gs -> forall I0 I, inb I (flat_map snd gs) ->
  exists J, map (fun e => ieval e (I0 ++ I)) (reshape_ix (length I0) gs) = map Z.of_nat J /\
    inb J (flat_map fst gs) /\ lin (flat_map fst gs) J = lin (flat_map snd gs) I /\
    prod (flat_map fst gs) = prod (flat_map snd gs).
Proof.
  induction 1 as [|[ins outs] gs E HF IH]; intros I0 I HI.
  - inversion HI. exists []. repeat split; auto. constructor.
  - cbn [flat_map fst snd] in *. apply Forall2_app_inv_r in HI as (I1 & I2 & H1 & H2 & ->).
    destruct (IH (I0 ++ I1) I2 H2) as (J & J1 & J2 & J3 & J4). clear IH.
    pose proof (inb_length H1) as L1. pose proof (inb_prod H1) as P. rewrite <- E in P.
    pose proof (group_lin I0 I2 H1) as G. pose proof (lin_lt H1) as HL. rewrite <- E in HL.
    destruct (dig_ok (lin outs I1) (pos_prod ins P)) as [D1 D2]. rewrite Nat.mod_small in D2 by auto.
    exists (dig (lin outs I1) ins ++ J). cbn [reshape_ix]. rewrite !map_app. repeat split.
    + rewrite (@group_ok _ ins _ _ G (pos_prod ins P) HL). f_equal.
      rewrite app_length, L1, <- app_assoc in J1. exact J1.
    + now apply inb_app.
    + rewrite !lin_app by (auto using inb_length). now rewrite D2, J3, J4.
    + rewrite !prod_app. congruence.
Qed.

Section Means.
Context {Sc : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T) (m0 : mono).
Lemma eqsh_eq a b : eqsh a b = true -> a = b.
Proof.
  intros H. apply forallb2_Forall2 in H. induction H; auto. apply Nat.eqb_eq in H. congruence.
Qed.
Lemma posn_static I (ix : list iexp) : posn I ix [] [] = map (fun e => ieval e I) ix.
Proof. induction ix; auto. cbn [posn map hd tl]. rewrite clamp_0, IHix. f_equal. lia. Qed.
(* reshape is what Reshape.v says: the same data at the result's shape *)
Theorem reshape_means gs n (el : elt) o x : shape_rule m0 (Reshape gs) [(n, el)] = Some o -> wf x -> shape x = n ->
  gsem ofZ toZ fsem o [x] = [reshape (flat_map snd gs) x].
Proof.
  unfold shape_rule, guarded. destruct (_ && _) eqn:X; [|discriminate]. intros H W Hx. apply some_inj in H. subst o.
  apply andb_prop in X as [X1 X2]. apply eqsh_eq in X1.
  assert (HG : Forall (fun g => prod (fst g) = prod (snd g)) gs).
  { apply Forall_forall. intros g Hg. rewrite forallb_forall in X2. now apply Nat.eqb_eq, X2. }
  set (osh := flat_map snd gs).
  assert (P : prod n = prod osh).
  { rewrite X1. clear - HG. unfold osh. induction HG; auto. cbn [flat_map]. rewrite !prod_app. congruence. }
  assert (W' : wf (reshape osh x)) by (unfold wf in *; cbn [reshape shape data]; congruence).
  unfold gsem, gval, gosh. cbn [gout fst gbox gm gini gbody den map]. f_equal. rewrite <- (tab_get W').
  apply tab_ext. intros I HI. cbn [map all_idx fold1 fold_left sev nth]. rewrite app_nil_r.
  destruct (reshape_ok HG [] HI) as (J & J1 & J2 & J3 & _). cbn [app length] in J1.
  rewrite posn_static, J1. unfold rd. rewrite Hx, X1, inside_of_nat by exact J2.
  replace (map Z.to_nat (map Z.of_nat J)) with J.
  - unfold get. rewrite Hx, X1, J3. reflexivity.
  - rewrite map_map. rewrite <- (map_id J) at 1. apply map_ext. intros. now rewrite Nat2Z.id.
Qed.
End Means.
