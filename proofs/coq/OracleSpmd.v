(* OracleSpmd.v: PartIR:HLO functions as they are written, and the H-rules with reasons, sound for htype. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Functions Check
  Soundness ActionValues OracleLists OracleRules OracleNames OracleHlo.
Import ListNotations.
Set Implicit Arguments.

Section Spmd.
Variables (mono op elt : Type).
Variable otyf : op -> list (ty elt) -> option (list (ty elt)).
Variable onum : op -> nat.
Variable mdefb : mono -> elt -> bool.
Variable elt_eqb : elt -> elt -> bool.
Hypothesis elt_eqb_eq : forall a b, elt_eqb a b = true -> a = b.
Hypothesis otyf_num : forall o a b, otyf o a = Some b -> length b = onum o.
Variable M : list nat.
Notation step := (step mono op).
Notation htype := (htype (fun o a b => otyf o a = Some b) (fun m e => mdefb m e = true) M).
Notation decl := (nat * ty elt)%type.

(* ---- what has a type has its variables in scope: flat_correct applies to it ---- *)
Lemma has_lt (G : list (ty elt)) xs ts : Forall2 (has G) xs ts -> Forall (fun x => x < length G) xs.
Proof. induction 1; constructor; auto. eapply nth_error_lt; eauto. Qed.
(* if G |-spmd s : ts, then s reads variables of G alone and has as many results as ts *)
Theorem htype_closed s : forall G ts, htype G s ts -> closed onum (length G) s /\ length ts = harity onum s.
Proof.
  induction s; intros G ts H; inversion H; subst; simpl;
    try (split; [eapply nth_error_lt; eassumption|reflexivity]).
  - split; [eapply has_lt; eauto|]. symmetry. eapply Forall2_length; eauto.
  - match goal with X : htype G s1 _, Y : htype G s2 _ |- _ => apply IHs1 in X as [? X]; apply IHs2 in Y as [? Y] end.
    rewrite app_length. repeat split; auto; lia.
  - split; [eapply has_lt; eauto|eauto].
  - match goal with X : htype G s1 _ |- _ => apply IHs1 in X as [? X] end.
    match goal with Y : htype (_ ++ G) s2 _ |- _ => apply IHs2 in Y as [C Y]; rewrite app_length in C end.
    repeat split; auto. congruence.
Qed.

(* ---- one let ---- *)
Definition axes_in (A : list axis) := forallb (fun a => a <? length M) A.
Fixpoint axes_distinct (A : list axis) : bool :=
  match A with [] => true | a :: A => negb (mem a A) && axes_distinct A end.
Definition group (A : list axis) := prod (sizes M A).
Definition at_var {A} (G : list (ty elt)) x (r : R.rule) (k : list nat -> elt -> verdict A) : verdict A :=
  match nth_error G x with Some (n, el) => k n el | None => inr (r, 1) end.
(* axes in M, distinct; then |A| divides n_d and is at most n_d *)
Definition with_axes {B} (r : R.rule) (i : nat) A (k : verdict B) : verdict B :=
  require (axes_in A) r i (require (axes_distinct A) r (S i) k).
Definition dividing {B} (r : R.rule) (i : nat) d A (n : list nat) (k : verdict B) : verdict B :=
  require (divb (group A) (nth d n 0)) r i (require (group A <=? nth d n 0) r (S i) k).
Definition step_rule (G : list (ty elt)) (s : step) : verdict (list (ty elt)) :=
  match s with
  | SOp _ o xs => bind (lookups_rule R.H_Tuple G xs) (fun ts =>
                    match otyf o ts with Some ts' => inl ts' | None => inr (R.H_Op, 1) end)
  | SSlice _ _ d A x => at_var G x R.H_Slice (fun n el =>
      require (d <? length n) R.H_Slice 2 (with_axes R.H_Slice 3 A
        (dividing R.H_Slice 5 d A n (inl [(sliced M d A n, el)]))))
  | SGather _ _ d A x => at_var G x R.H_Gather (fun n el =>
      require (d <? length n) R.H_Gather 2 (with_axes R.H_Gather 3 A (inl [(gathered M d A n, el)])))
  | SReduce _ m A x => at_var G x R.H_Reduce (fun n el =>
      with_axes R.H_Reduce 2 A (require (mdefb m el) R.H_Reduce 4 (inl [(n, el)])))
  | SScatter _ m d A x => at_var G x R.H_Scatter (fun n el =>
      require (d <? length n) R.H_Scatter 2 (with_axes R.H_Scatter 3 A (dividing R.H_Scatter 5 d A n
        (require (mdefb m el) R.H_Scatter 7 (inl [(sliced M d A n, el)])))))
  | SAllToAll _ _ d d' A x => at_var G x R.H_AllToAll (fun n el =>
      require ((d <? length n) && (d' <? length n)) R.H_AllToAll 2 (require (negb (Nat.eqb d d')) R.H_AllToAll 3
        (with_axes R.H_AllToAll 4 A (dividing R.H_AllToAll 6 d' A n (inl [(sliced M d' A (gathered M d A n), el)])))))
  end.

Lemma axes_rule_ok B r i A (k : verdict B) x : with_axes r i A k = inl x -> axes_ok M A /\ k = inl x.
Proof.
  intros H. apply require_inl in H as [H1 H]. apply require_inl in H as [H2 H]. repeat split; auto.
  - clear -H2. induction A as [|a A IH]; [constructor|]. simpl in H2. apply andb_prop in H2 as [N H2].
    constructor; auto. intros X. apply negb_true_iff in N. rewrite <- not_true_iff_false in N. apply N.
    apply existsb_exists. exists a. split; auto. apply Nat.eqb_refl.
  - apply Forall_forall. intros a Ha. apply Nat.ltb_lt. unfold axes_in in H1. rewrite forallb_forall in H1. auto.
Qed.
Lemma dividing_ok B r i d A n (k : verdict B) x : d < length n -> dividing r i d A n k = inl x ->
    divs M d A n /\ k = inl x.
Proof.
  intros Hd H. apply require_inl in H as [H1 H]. apply require_inl in H as [H2 H]. apply Nat.leb_le in H2.
  apply andb_prop in H1 as [P Q]. apply Nat.ltb_lt in P. apply Nat.eqb_eq, Nat.mod_divide in Q; [|lia].
  repeat split; auto.
Qed.
(* H-Op, H-Slice, H-Gather, H-Reduce, H-Scatter, H-AllToAll *)
Theorem step_rule_sound G s ts : step_rule G s = inl ts -> htype G (term_of s) ts.
Proof.
  assert (V : forall x r (k : list nat -> elt -> verdict (list (ty elt))),
    at_var G x r k = inl ts -> exists n el, has G x (n, el) /\ k n el = inl ts).
  { intros x r k H. unfold at_var in H. unfold has. destruct (nth_error G x) as [[n el]|]; [eauto|discriminate]. }
  destruct s; simpl; intros H.
  - apply bind_inl in H as (ts1 & H1 & H). apply lookups_rule_iff, lookups_ok in H1. econstructor; eauto.
    destruct (otyf o ts1); inversion H; auto.
  - apply V in H as (n & el & X & H). apply require_inl in H as [E H]. apply Nat.ltb_lt in E.
    apply axes_rule_ok in H as [OK H]. apply dividing_ok in H as [DV H]; auto. inversion H; subst. now constructor.
  - apply V in H as (n & el & X & H). apply require_inl in H as [E H]. apply Nat.ltb_lt in E.
    apply axes_rule_ok in H as [OK H]. inversion H; subst. now constructor.
  - apply V in H as (n & el & X & H). apply axes_rule_ok in H as [OK H]. apply require_inl in H as [E H].
    inversion H; subst. now constructor.
  - apply V in H as (n & el & X & H). apply require_inl in H as [E H]. apply Nat.ltb_lt in E.
    apply axes_rule_ok in H as [OK H]. apply dividing_ok in H as [DV H]; auto. apply require_inl in H as [E' H].
    inversion H; subst. now constructor.
  - apply V in H as (n & el & X & H). apply require_inl in H as [E H]. apply andb_prop in E as [E1 E2].
    apply Nat.ltb_lt in E1, E2. apply require_inl in H as [N H]. apply negb_true_iff, Nat.eqb_neq in N.
    apply axes_rule_ok in H as [OK H]. apply dividing_ok in H as [DV H]; auto. inversion H; subst. now constructor.
Qed.

(* ---- a function: lets, and the names of the results ---- *)
Definition is_op (s : step) := match s with SOp _ _ _ => true | _ => false end.
Fixpoint check_lets (G : list decl) (l : list (list decl * step)) (xs : list nat) : verdict (list (ty elt)) :=
  let sc := map fst G in
  match l with
  | [] => lookups_rule R.H_Tuple (map snd G) (map (fun x => pos x sc) xs)
  | (ys, s) :: l =>
      bind (step_rule (map snd G) (rename (fun x => pos x sc) s)) (fun ts =>
        require (negb (is_op s) || tys_eqb elt_eqb ts (map snd ys)) R.H_Op 2
          (bind (bind_names elt_eqb R.H_Let ys ts sc) (fun _ => check_lets (ys ++ G) l xs)))
  end.
Fixpoint lets_term (sc : list nat) (l : list (list decl * step)) (xs : list nat) : hlo mono op :=
  match l with
  | [] => HVars _ _ (map (fun x => pos x sc) xs)
  | (ys, s) :: l => HLet (term_of (rename (fun x => pos x sc) s)) (lets_term (map fst ys ++ sc) l xs)
  end.
Definition check_spmd (params : list decl) (results : list (ty elt)) l xs : verdict (list (ty elt)) :=
  require (nodup (map fst params)) R.H_Func 3 (bind (check_lets params l xs) (fun ts =>
    require (Nat.eqb (length ts) (length results)) R.H_Func 1
      (require (tys_eqb elt_eqb ts results) R.H_Func 2 (inl ts)))).

(* H-Let, H-Tuple *)
Theorem check_lets_sound l xs : forall G ts, check_lets G l xs = inl ts ->
  htype (map snd G) (lets_term (map fst G) l xs) ts.
Proof.
  induction l as [|[ys s] l IH]; intros G ts H; cbn [check_lets] in H; cbv zeta in H; simpl.
  - constructor. now apply lookups_rule_iff, lookups_ok in H.
  - apply bind_inl in H as (ts1 & H1 & H). apply require_inl in H as [_ H]. apply bind_inl in H as (s' & H2 & H).
    apply bind_names_ok in H2; auto. apply step_rule_sound in H1. apply IH in H. rewrite !map_app, H2 in H.
    econstructor; eauto.
Qed.
(* G |-spmd s : ts *)
Theorem check_spmd_sound params results l xs ts : check_spmd params results l xs = inl ts ->
  ts = results /\ htype (map snd params) (lets_term (map fst params) l xs) ts.
Proof.
  intros H. apply require_inl in H as [_ H]. apply bind_inl in H as (ts' & H1 & H).
  apply require_inl in H as [_ H]. apply require_inl in H as [E H]. inversion H; subst; clear H.
  split; [eapply tys_eqb_eq; eauto|]. now apply check_lets_sound.
Qed.
End Spmd.
