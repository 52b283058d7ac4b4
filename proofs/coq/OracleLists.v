(* OracleLists.v: lists as the oracle's definitions use them. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
Set Implicit Arguments.

Definition mem (x : nat) (l : list nat) := existsb (Nat.eqb x) l.
(* the first position of x; the length where there is none *)
Fixpoint pos (x : nat) (l : list nat) : nat :=
  match l with [] => 0 | y :: l => if Nat.eqb x y then 0 else S (pos x l) end.
Fixpoint list_eqb (a b : list nat) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => Nat.eqb x y && list_eqb a b | _, _ => false end.
Fixpoint forall2 {A B} (f : A -> B -> bool) (a : list A) (b : list B) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => f x y && forall2 f a b | _, _ => false end.
Fixpoint map2 {A B C} (f : A -> B -> C) (a : list A) (b : list B) : list C :=
  match a, b with x :: a, y :: b => f x y :: map2 f a b | _, _ => [] end.
Definition map3 {A B C D} (f : A -> B -> C -> D) a b c := map2 (fun g x => g x) (map2 f a b) c.

Lemma mem_In x l : mem x l = true <-> In x l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (y & H & E). apply Nat.eqb_eq in E. now subst.
  - intros H. exists x. split; auto. apply Nat.eqb_refl.
Qed.
Lemma pos_ok d l : In d l -> pos d l < length l /\ nth (pos d l) l 0 = d.
Proof.
  induction l as [|x l IH]; simpl; [tauto|]. destruct (Nat.eqb_spec d x); [intros; split; [lia|congruence]|].
  intros [E|H]; [congruence|]. destruct (IH H). split; auto; lia.
Qed.
Lemma list_eqb_eq a : forall b, list_eqb a b = true -> a = b.
Proof. induction a; destruct b; simpl; intros H; try discriminate; auto. apply andb_prop in H as [E H].
  apply Nat.eqb_eq in E. f_equal; auto. Qed.
Lemma app_inj A (a b c d : list A) : length a = length b -> a ++ c = b ++ d -> a = b /\ c = d.
Proof.
  revert b; induction a; destruct b; simpl; intros L H; try discriminate; auto. inversion H; subst.
  destruct (IHa b) as [-> ->]; auto.
Qed.
Lemma map2_length A B C (f : A -> B -> C) a : forall b, length a = length b -> length (map2 f a b) = length a.
Proof. induction a; destruct b; simpl; intros; try discriminate; auto. Qed.
Lemma map3_length A B C D (f : A -> B -> C -> D) a b c : length a = length b -> length b = length c ->
  length (map3 f a b c) = length a.
Proof. intros. unfold map3. rewrite !map2_length; auto. rewrite map2_length; congruence. Qed.
