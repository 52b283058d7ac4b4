(* Fold.v: folds of a nonempty list over a commutative semigroup. The list is never empty because every mesh axis has
   size >= 1 (section 0), so no unit is needed; d is only the value of the empty list. *)
From Coq Require Import List Arith Lia Permutation.
Import ListNotations.
Set Implicit Arguments.

Section Fold1.
Variables (A : Type) (f : A -> A -> A) (d : A).
Definition fold1 (l : list A) : A := match l with [] => d | x :: xs => fold_left f xs x end.

Hypothesis fA : forall x y z, f x (f y z) = f (f x y) z.
Hypothesis fC : forall x y, f x y = f y x.

Lemma ne_ind B (P : list B -> Prop) :
  (forall x, P [x]) -> (forall x l, l <> [] -> P l -> P (x :: l)) -> forall l, l <> [] -> P l.
Proof.
  intros H1 H2. induction l as [|x l IH]; [congruence|]. intros _.
  destruct l; auto. apply H2; [congruence|]. apply IH; congruence.
Qed.

Lemma fold1_cons x l : l <> [] -> fold1 (x :: l) = f x (fold1 l).
Proof.
  simpl. destruct l as [|y l]; [congruence|]. intros _. simpl.
  revert x y; induction l; simpl; intros; auto. now rewrite <- fA, IHl.
Qed.

Lemma fold1_app l1 l2 : l1 <> [] -> l2 <> [] -> fold1 (l1 ++ l2) = f (fold1 l1) (fold1 l2).
Proof.
  intros H1 H2. revert l1 H1. apply (ne_ind (fun l1 => fold1 (l1 ++ l2) = f (fold1 l1) (fold1 l2))).
  - intros. cbn [app]. now rewrite fold1_cons.
  - intros. cbn [app]. rewrite !fold1_cons; auto.
    + now rewrite H0, fA.
    + destruct l; simpl; congruence.
Qed.

Lemma fold1_flat_map B (g : B -> list A) l : l <> [] -> (forall x, In x l -> g x <> []) ->
  fold1 (flat_map g l) = fold1 (map (fun x => fold1 (g x)) l).
Proof.
  revert l. apply (ne_ind (fun l => (forall x, In x l -> g x <> []) ->
    fold1 (flat_map g l) = fold1 (map (fun x => fold1 (g x)) l))).
  - intros. simpl. now rewrite app_nil_r.
  - intros. cbn [flat_map map]. rewrite fold1_app, fold1_cons, H0; auto.
    + intros; apply H1; now right.
    + destruct l; simpl; congruence.
    + apply H1; now left.
    + destruct l; [congruence|]. simpl. intros E. apply app_eq_nil in E as [E _].
      apply (H1 b); simpl; auto.
Qed.

Lemma fold1_map2 B (g h : B -> A) l : l <> [] ->
  fold1 (map (fun x => f (g x) (h x)) l) = f (fold1 (map g l)) (fold1 (map h l)).
Proof.
  revert l. apply (ne_ind (fun l => fold1 (map (fun x => f (g x) (h x)) l) = f (fold1 (map g l)) (fold1 (map h l)))).
  - reflexivity.
  - intros. cbn [map]. rewrite !fold1_cons by (destruct l; simpl; congruence). rewrite H0.
    rewrite <- !fA. f_equal. rewrite !fA. f_equal. apply fC.
Qed.

Lemma fold1_swap B C (F : B -> C -> A) lb lc : lb <> [] -> lc <> [] ->
  fold1 (map (fun i => fold1 (map (F i) lc)) lb) = fold1 (map (fun j => fold1 (map (fun i => F i j) lb)) lc).
Proof.
  intros Hb Hc. revert lb Hb.
  apply (ne_ind (fun lb => fold1 (map (fun i => fold1 (map (F i) lc)) lb)
                         = fold1 (map (fun j => fold1 (map (fun i => F i j) lb)) lc))).
  - intros. simpl. auto.
  - intros. cbn [map]. rewrite fold1_cons by (destruct l; simpl; congruence). rewrite H0.
    rewrite <- fold1_map2 by auto. f_equal. apply map_ext. intros.
    now rewrite fold1_cons by (destruct l; simpl; congruence).
Qed.

Lemma fold1_hom B (g : B -> B -> B) (dB : B) (h : A -> B) l :
  (forall x y z, g x (g y z) = g (g x y) z) ->
  (forall x y, h (f x y) = g (h x) (h y)) -> l <> [] ->
  h (fold1 l) = match map h l with [] => dB | x :: xs => fold_left g xs x end.
Proof.
  intros gA H Hl. destruct l; [congruence|]. clear Hl. simpl.
  revert a; induction l; simpl; auto; intros. now rewrite IHl, H.
Qed.
End Fold1.

Section FoldPerm.
Variables (A : Type) (f : A -> A -> A) (d : A).
Hypothesis fA : forall x y z, f x (f y z) = f (f x y) z.
Hypothesis fC : forall x y, f x y = f y x.
(* the order of the list is immaterial *)
Lemma fold1_perm l l' : Permutation l l' -> fold1 f d l = fold1 f d l'.
Proof.
  induction 1; auto.
  - destruct l; [apply Permutation_nil in H; now subst|].
    assert (l' <> []) by (intros ->; apply Permutation_sym, Permutation_nil in H; discriminate).
    rewrite (fold1_cons f d fA x (l := a :: l)), (fold1_cons f d fA x (l := l')) by (auto; discriminate).
    now rewrite IHPermutation.
  - destruct l.
    + simpl; auto.
    + assert (C : forall u v w, fold1 f d (u :: v :: w) = f u (fold1 f d (v :: w))).
      { intros; apply fold1_cons; auto; discriminate. }
      rewrite !(C _ _ (a :: l)), !C. now rewrite !fA, (fC y x).
  - congruence.
Qed.
End FoldPerm.
