(* OracleRules.v: the type checker that says why: rule and premise of a rejection, numbered as in semantics/rules.def.
   check_rule is check with reasons, on Core terms; OracleNames.v does the same for functions with names. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues.
Import ListNotations.
Set Implicit Arguments.

Module R.
Inductive rule := T_Var | T_Op | T_Let | T_Tuple | T_Slice | T_Loop | T_Tile | T_Reduce | T_Any | T_Func
  | H_Op | H_Let | H_Tuple | H_Slice | H_Gather | H_Reduce | H_Scatter | H_AllToAll | H_Func.
End R.
Definition reason := (R.rule * nat)%type.
Definition verdict (A : Type) : Type := A + reason.
Definition require {A} (b : bool) (r : R.rule) (n : nat) (k : verdict A) : verdict A := if b then k else inr (r, n).
Definition bind {A B} (v : verdict A) (k : A -> verdict B) : verdict B :=
  match v with inl a => k a | inr why => inr why end.

Section Rules.
Variables (mono op elt : Type).
Variable otyf : op -> list (ty elt) -> option (list (ty elt)).
Variable onum : op -> nat.
Variable mdefb : mono -> elt -> bool.
Variable M : list nat.
Notation core := (core mono op).
Notation ctype := (ctype onum (fun o a b => otyf o a = Some b) (fun m e => mdefb m e = true) M).
Notation check := (check otyf onum mdefb M).
Notation loop_check := (loop_check mdefb M).

(* ---------------- terms ---------------- *)
Fixpoint lookups_rule (r : R.rule) (G : list (ty elt)) xs : verdict (list (ty elt)) :=
  match xs with
  | [] => inl []
  | x :: xs => match nth_error G x with
               | Some t => bind (lookups_rule r G xs) (fun ts => inl (t :: ts))
               | None => inr (r, 1)
               end
  end.
(* T-Op 1 *)
Definition op_rule (o : op) (ts : list (ty elt)) : verdict (list (ty elt)) :=
  match otyf o ts with Some ts' => inl ts' | None => inr (R.T_Op, 1) end.
(* T-Slice 3 4 5 *)
Definition slice_rule (d a : nat) (t : ty elt) : verdict (list (ty elt)) :=
  let (n, el) := t in
  require (d <? length n) R.T_Slice 3 (require (divb (size M a) (nth d n 0)) R.T_Slice 4
    (require (size M a <=? nth d n 0) R.T_Slice 5 (inl [(upd n d (nth d n 0 / size M a), el)]))).
(* T-Tile 1, T-Reduce 1, T-Any 1 *)
Definition attr_rule (a : axis) (tainted : bool) (s : attr mono) (t : ty elt) : verdict (ty elt) :=
  let (n, el) := t in
  match s with
  | Tile _ d => require (d <? length n) R.T_Tile 1 (inl (upd n d (nth d n 0 * size M a), el))
  | Red m => require (mdefb m el) R.T_Reduce 1 (inl (n, el))
  | Any _ => require (negb tainted) R.T_Any 1 (inl (n, el))
  end.
(* result by result, from the first *)
Fixpoint attrs_rule a (tn : list bool) (ss : list (attr mono)) (ts : list (ty elt)) : verdict (list (ty elt)) :=
  match tn, ss, ts with
  | [], [], [] => inl []
  | b :: tn, s :: ss, t :: ts =>
      bind (attr_rule a b s t) (fun t => bind (attrs_rule a tn ss ts) (fun ts => inl (t :: ts)))
  | _, _, _ => inr (R.T_Loop, 3)
  end.
Fixpoint check_rule (A : list axis) (G : list (ty elt)) (e : core) : verdict (list (ty elt)) :=
  match e with
  | CVars _ _ xs => lookups_rule R.T_Tuple G xs
  | COp _ o xs => bind (lookups_rule R.T_Var G xs) (op_rule o)
  | CLet e1 e2 => bind (check_rule A G e1) (fun ts => check_rule A (ts ++ G) e2)
  | CSlice _ _ d x r =>
      match nth_error G x with
      | None => inr (R.T_Slice, 1)
      | Some t => match nth_error A r with None => inr (R.T_Slice, 2) | Some a => slice_rule d a t end
      end
  | CLoop a ss e =>
      require (a <? length M) R.T_Loop 1 (require (negb (existsb (Nat.eqb a) A)) R.T_Loop 2
        (require (Nat.eqb (arity onum e) (length ss)) R.T_Loop 3
          (bind (check_rule (a :: A) G e) (attrs_rule a (taint onum 0 [] e) ss))))
  end.

Lemma require_inl {A} b r n (k : verdict A) x : require b r n k = inl x <-> b = true /\ k = inl x.
Proof. destruct b; simpl; intuition discriminate. Qed.
Lemma bind_inl {A B} (v : verdict A) (k : A -> verdict B) x : bind v k = inl x <-> exists a, v = inl a /\ k a = inl x.
Proof.
  destruct v; simpl; split; intros H; eauto; try discriminate.
  - now destruct H as (a' & E & H); inversion E; subst.
  - now destruct H as (a' & E & H).
Qed.

Lemma lookups_rule_iff r G xs : forall ts, lookups_rule r G xs = inl ts <-> lookups G xs = Some ts.
Proof.
  induction xs as [|x xs IH]; simpl; intros ts; [split; intros H; inversion H; auto|].
  destruct (nth_error G x); [|split; discriminate]. rewrite bind_inl. split.
  - intros (a & H & E). apply IH in H. rewrite H. inversion E; auto.
  - destruct (lookups G xs) eqn:E; [|discriminate]. intros H; inversion H; subst. eexists. rewrite IH. split; eauto.
Qed.
Lemma op_rule_iff o ts ts' : op_rule o ts = inl ts' <-> otyf o ts = Some ts'.
Proof. unfold op_rule. destruct (otyf o ts); split; intros H; inversion H; auto. Qed.
Lemma slice_rule_iff d a n (el : elt) ts : slice_rule d a (n, el) = inl ts <->
  (if (d <? length n) && divb (size M a) (nth d n 0) && (size M a <=? nth d n 0)
   then Some [(upd n d (nth d n 0 / size M a), el)] else None) = Some ts.
Proof.
  unfold slice_rule, require.
  destruct (d <? length n), (divb (size M a) (nth d n 0)), (size M a <=? nth d n 0); cbn [andb];
    split; intros H; inversion H; auto.
Qed.
Lemma attrs_rule_iff a tn : forall ss ts ts', attrs_rule a tn ss ts = inl ts' <-> loop_check a tn ss ts = Some ts'.
Proof.
  induction tn as [|b tn IH]; intros [|s ss] [|[n el] ts] ts'; simpl; try (split; discriminate).
  - split; intros H; inversion H; auto.
  - rewrite bind_inl. split.
    + intros (t & H1 & H2). apply bind_inl in H2 as (ts1 & H2 & E). apply IH in H2. rewrite H2.
      inversion E; subst; clear E.
      unfold attr_rule in H1. destruct s; apply require_inl in H1 as [H1 E]; inversion E; subst; rewrite ?H1; auto.
      apply negb_true_iff in H1. now rewrite H1.
    + destruct (loop_check a tn ss ts) as [ts1|] eqn:E; [|discriminate]. intros H. apply IH in E.
      unfold attr_rule. destruct s.
      * destruct (d <? length n); [|discriminate]. inversion H; subst. eexists; split; [reflexivity|]. now rewrite E.
      * destruct (mdefb m el); [|discriminate]. inversion H; subst. eexists; split; [reflexivity|]. now rewrite E.
      * destruct b; [discriminate|]. inversion H; subst. eexists; split; [reflexivity|]. now rewrite E.
Qed.
Lemma loop_check_length a tn : forall ss ts ts', loop_check a tn ss ts = Some ts' -> length tn = length ss.
Proof.
  induction tn as [|b tn IH]; intros [|s ss] [|[n el] ts] ts'; simpl; try discriminate; auto.
  destruct (loop_check a tn ss ts) eqn:E; [|discriminate]. intros _. f_equal. eauto.
Qed.

(* G |-core e : ts with reasons, and without *)
Theorem check_rule_iff e : forall A G ts, check_rule A G e = inl ts <-> check A G e = Some ts.
Proof.
  induction e; simpl; intros A G ts.
  - apply lookups_rule_iff.
  - rewrite bind_inl. split.
    + intros (a & H & E). apply lookups_rule_iff in H. rewrite H. now apply op_rule_iff.
    + destruct (lookups G xs) as [ts1|] eqn:E; [|discriminate]. intros H. exists ts1.
      now rewrite lookups_rule_iff, op_rule_iff.
  - rewrite bind_inl. split.
    + intros (a & H & E). apply IHe1 in H. rewrite H. now apply IHe2.
    + destruct (check A G e1) as [ts1|] eqn:E; [|discriminate]. intros H. exists ts1. now rewrite IHe1, IHe2.
  - destruct (nth_error G x) as [[n el]|]; [|split; discriminate].
    destruct (nth_error A r); [|split; discriminate]. apply slice_rule_iff.
  - rewrite !require_inl, bind_inl. split.
    + intros (H1 & H2 & H3 & ts1 & H4 & H5). rewrite H1, H2. apply IHe in H4. rewrite H4. now apply attrs_rule_iff.
    + destruct (a <? length M); [|discriminate]. destruct (negb _); [|discriminate]. simpl.
      destruct (check (a :: A) G e) as [ts1|] eqn:E; [|discriminate]. intros H. repeat split.
      * apply Nat.eqb_eq. rewrite <- (taint_arity onum e 0 []). eapply loop_check_length; eauto.
      * exists ts1. now rewrite IHe, attrs_rule_iff.
Qed.

(* ---------------- completeness: what is rejected has no type ---------------- *)
Hypothesis M_pos : Forall (lt 0) M.
Lemma size_pos a : 0 < size M a.
Proof.
  unfold size. destruct (Nat.lt_ge_cases a (length M)).
  - rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In.
  - rewrite nth_overflow; auto; lia.
Qed.
Lemma lookups_complete G xs ts : Forall2 (@has elt G) xs ts -> lookups G xs = Some ts.
Proof. induction 1; simpl; auto. unfold has in H. now rewrite H, IHForall2. Qed.
Lemma loop_check_complete a tn ss ts ts' : loop_tys (fun m e => mdefb m e = true) M a tn ss ts ts' ->
  loop_check a tn ss ts = Some ts'.
Proof.
  induction 1; simpl; auto; try rewrite IHloop_tys.
  - apply Nat.ltb_lt in H. now rewrite H.
  - now rewrite H.
  - now destruct t.
Qed.
(* if G |-core e : ts, then check finds ts *)
Theorem check_complete e : forall A G ts, ctype A G e ts -> check A G e = Some ts.
Proof.
  induction e; intros A G ts H; inversion H; subst; simpl.
  - now apply lookups_complete.
  - now erewrite lookups_complete by eassumption.
  - erewrite IHe1 by eassumption. now apply IHe2.
  - match goal with X : has _ _ _, N : nth_error A _ = _ |- _ => unfold has in X; rewrite X, N end.
    match goal with X : d < length n |- _ => apply Nat.ltb_lt in X; rewrite X end.
    match goal with X : size M ?b <= _ |- _ => pose proof (size_pos b) as P; apply Nat.leb_le in X; rewrite X end.
    unfold divb. match goal with X : Nat.divide (size M ?b) _ |- _ => apply Nat.mod_divide in X; [|lia]; rewrite X end.
    apply Nat.ltb_lt in P. now rewrite P.
  - match goal with X : a < length M |- _ => apply Nat.ltb_lt in X; rewrite X end.
    destruct (existsb (Nat.eqb a) A) eqn:X.
    + apply existsb_exists in X as (b & Hb & E). apply Nat.eqb_eq in E; subst. contradiction.
    + simpl. erewrite IHe by eassumption. now apply loop_check_complete.
Qed.
(* a verdict is right both ways *)
Theorem check_rule_correct e A G : match check_rule A G e with
  | inl ts => ctype A G e ts | inr _ => forall ts, ~ ctype A G e ts end.
Proof.
  destruct (check_rule A G e) eqn:E.
  - apply check_rule_iff in E. now apply check_sound.
  - intros ts H. apply check_complete in H. apply check_rule_iff in H. congruence.
Qed.
End Rules.
