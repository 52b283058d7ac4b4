(* OracleHlo.v: PartIR:HLO programs as lists of lets, as they are printed: the translation flattened, with proof that it
   means the same. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Functions Check
  Soundness ActionValues OracleRules OracleNames OracleEval.
Import ListNotations.
Set Implicit Arguments.

Section Steps.
Variables (mono op : Type).
Inductive step :=
| SOp (o : op) (xs : list nat)
| SSlice (d : nat) (A : list axis) (x : nat)
| SGather (d : nat) (A : list axis) (x : nat)
| SReduce (m : mono) (A : list axis) (x : nat)
| SScatter (m : mono) (d : nat) (A : list axis) (x : nat)
| SAllToAll (d d' : nat) (A : list axis) (x : nat).
Definition term_of (s : step) : hlo mono op :=
  match s with
  | SOp o xs => HOp _ o xs | SSlice d A x => HSlice _ _ d A x | SGather d A x => HGather _ _ d A x
  | SReduce m A x => HReduce _ m A x | SScatter m d A x => HScatter _ m d A x
  | SAllToAll d d' A x => HAllToAll _ _ d d' A x
  end.
Definition rename (f : nat -> nat) (s : step) : step :=
  match s with
  | SOp o xs => SOp o (map f xs) | SSlice d A x => SSlice d A (f x) | SGather d A x => SGather d A (f x)
  | SReduce m A x => SReduce m A (f x) | SScatter m d A x => SScatter m d A (f x)
  | SAllToAll d d' A x => SAllToAll d d' A (f x)
  end.
Variable onum : op -> nat.
Definition snum (s : step) := match s with SOp o _ => onum o | _ => 1 end.
Definition count (l : list step) := fold_right (fun s n => snum s + n) 0 l.

(* all values of a program are numbered: env says which number each variable is, n is the next one *)
Fixpoint flat (env : list nat) (n : nat) (s : hlo mono op) : list step * list nat :=
  let e x := nth x env 0 in
  match s with
  | HVars _ _ xs => ([], map e xs)
  | HTup s1 s2 =>
      let '(l1, r1) := flat env n s1 in let '(l2, r2) := flat env (n + count l1) s2 in (l1 ++ l2, r1 ++ r2)
  | HLet s1 s2 =>
      let '(l1, r1) := flat env n s1 in let '(l2, r2) := flat (r1 ++ env) (n + count l1) s2 in (l1 ++ l2, r2)
  | HOp _ o xs => ([SOp o (map e xs)], seq n (onum o))
  | HSlice _ _ d A x => ([SSlice d A (e x)], [n])
  | HGather _ _ d A x => ([SGather d A (e x)], [n])
  | HReduce _ m A x => ([SReduce m A (e x)], [n])
  | HScatter _ m d A x => ([SScatter m d A (e x)], [n])
  | HAllToAll _ _ d d' A x => ([SAllToAll d d' A (e x)], [n])
  end.

(* variables in scope *)
Fixpoint closed (k : nat) (s : hlo mono op) : Prop :=
  match s with
  | HVars _ _ xs | HOp _ _ xs => Forall (fun x => x < k) xs
  | HTup s1 s2 => closed k s1 /\ closed k s2
  | HLet s1 s2 => closed k s1 /\ closed (harity onum s1 + k) s2
  | HSlice _ _ _ _ x | HGather _ _ _ _ x | HReduce _ _ _ x | HScatter _ _ _ _ x | HAllToAll _ _ _ _ _ x => x < k
  end.

Section Run.
Variables (tensor : Type) (tz : tensor).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
Variable osem : op -> list tensor -> list tensor.
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Variable M : list nat.
Notation heval := (heval tz chunk concat reduce osem M).
Notation var := (look tz).

(* one let after another; the values that there are come first *)
Fixpoint run (vals : dev -> list tensor) (l : list step) : dev -> list tensor :=
  match l with [] => vals | s :: l => run (fun D => vals D ++ heval vals (term_of s) D) l end.
Lemma run_app l1 : forall l2 vals, run vals (l1 ++ l2) = run (run vals l1) l2.
Proof. induction l1; simpl; auto. Qed.
Lemma count_app l1 l2 : count (l1 ++ l2) = count l1 + count l2.
Proof. induction l1; simpl; auto. now rewrite IHl1, Nat.add_assoc. Qed.

Definition flat_ok (env : list nat) n (vals : dev -> list tensor) s (p : list step * list nat) :=
  (forall D, length (run vals (fst p) D) = n + count (fst p)) /\
  (forall D x, x < n -> var (run vals (fst p) D) x = var (vals D) x) /\
  Forall (fun x => x < n + count (fst p)) (snd p) /\ length (snd p) = harity onum s /\
  (forall D, map (var (run vals (fst p) D)) (snd p) = heval (fun D => map (var (vals D)) env) s D).

(* the flattened program means what the term means *)
Theorem flat_correct s : forall env n vals, closed (length env) s -> (forall D, length (vals D) = n) ->
  Forall (fun x => x < n) env -> flat_ok env n vals s (flat env n s).
Proof.
  assert (LK : forall (env : list nat) (vals : dev -> list tensor) x D, x < length env ->
    var (map (var (vals D)) env) x = var (vals D) (nth x env 0)).
  { intros. unfold look at 1. now rewrite nth_map with (dA := 0). }
  assert (EV : forall (env : list nat) n x, x < length env -> Forall (fun x => x < n) env -> nth x env 0 < n).
  { intros env n x Hx H. rewrite Forall_forall in H. apply H. now apply nth_In. }
  (* a single let of one result *)
  assert (ONE : forall env n vals s0 st t, (forall D, length (vals D) = n) -> snum st = 1 -> harity onum s0 = 1 ->
    (forall D, heval vals (term_of st) D = [t D]) ->
    (forall D, heval (fun D => map (var (vals D)) env) s0 D = [t D]) ->
    flat_ok env n vals s0 ([st], [n])).
  { intros env n vals s0 st t HL H1 H2 H3 H4. unfold flat_ok; simpl. rewrite H1. repeat split; auto.
    - intros D. rewrite app_length, HL, H3. simpl. lia.
    - intros D x Hx. unfold look. apply app_nth1. now rewrite HL.
    - constructor; auto. lia.
    - intros D. rewrite H4. unfold look. rewrite app_nth2 by (rewrite HL; lia).
      now rewrite HL, Nat.sub_diag, H3. }
  induction s; intros env n vals HC HL HE; cbn [flat].
  - unfold flat_ok; simpl. rewrite map_length. repeat split; auto.
    + intros D. rewrite HL. lia.
    + apply Forall_forall. intros y Hy. apply in_map_iff in Hy as (x & <- & Hx). rewrite Nat.add_0_r. apply EV; auto.
      simpl in HC. rewrite Forall_forall in HC. auto.
    + intros D. rewrite map_map. apply map_ext_in. intros x Hx. rewrite LK; auto.
      simpl in HC. rewrite Forall_forall in HC. auto.
  - destruct HC as [C1 C2]. pose proof (IHs1 env n vals C1 HL HE) as F1.
    destruct (flat env n s1) as [l1 r1]. destruct F1 as (A1 & A2 & A3 & A4 & A5). simpl in *.
    assert (HE' : Forall (fun x => x < n + count l1) env) by (eapply Forall_impl; [|exact HE]; simpl; intros; lia).
    pose proof (IHs2 env (n + count l1) (run vals l1) C2 A1 HE') as F2.
    destruct (flat env (n + count l1) s2) as [l2 r2]. destruct F2 as (B1 & B2 & B3 & B4 & B5).
    unfold flat_ok; simpl in *. rewrite run_app, count_app, Nat.add_assoc. repeat split; auto.
    + intros D x Hx. rewrite B2, A2 by lia. auto.
    + apply Forall_app; split; auto. eapply Forall_impl; [|exact A3]. simpl; intros; lia.
    + rewrite app_length. lia.
    + intros D. rewrite map_app, B5, <- A5. f_equal.
      * apply map_ext_in. intros x Hx. apply B2. rewrite Forall_forall in A3. auto.
      * apply heval_feq. intros D'. apply map_ext_in. intros x Hx. apply A2. rewrite Forall_forall in HE. auto.
  - unfold flat_ok; simpl. rewrite Nat.add_0_r, seq_length. simpl in HC. rewrite Forall_forall in HC.
    assert (EX : forall D, map (var (vals D)) (map (fun x => nth x env 0) xs)
        = map (var (map (var (vals D)) env)) xs).
    { intros D. rewrite map_map. apply map_ext_in. intros x Hx. now rewrite LK by auto. }
    repeat split; auto.
    + intros D. now rewrite app_length, HL, onum_ok.
    + intros D x Hx. unfold look. apply app_nth1. now rewrite HL.
    + apply Forall_forall. intros x Hx. apply in_seq in Hx. lia.
    + intros D. rewrite EX. unfold look at 1.
      set (ts := osem o (map (var (map (var (vals D)) env)) xs)).
      assert (L : length ts = onum o) by apply onum_ok. rewrite <- L. clearbody ts.
      rewrite <- (map_nth_seq ts tz) at 2. rewrite <- (HL D). generalize (vals D) as v. clear. intros v.
      rewrite <- (Nat.add_0_r (length v)), <- map_plus_seq, map_map. apply map_ext_in. intros i Hi.
      rewrite app_nth2 by lia. f_equal. lia.
  - destruct HC as [C1 C2]. pose proof (IHs1 env n vals C1 HL HE) as F1.
    destruct (flat env n s1) as [l1 r1]. destruct F1 as (A1 & A2 & A3 & A4 & A5). simpl in *.
    assert (HE' : Forall (fun x => x < n + count l1) (r1 ++ env)).
    { apply Forall_app; split; auto. eapply Forall_impl; [|exact HE]. simpl; intros; lia. }
    rewrite <- A4 in C2. rewrite <- app_length in C2.
    pose proof (IHs2 (r1 ++ env) (n + count l1) (run vals l1) C2 A1 HE') as F2.
    destruct (flat (r1 ++ env) (n + count l1) s2) as [l2 r2]. destruct F2 as (B1 & B2 & B3 & B4 & B5).
    unfold flat_ok; simpl in *. rewrite run_app, count_app, Nat.add_assoc. repeat split; auto.
    + intros D x Hx. rewrite B2, A2 by lia. auto.
    + intros D. rewrite B5. apply heval_feq. intros D'. rewrite map_app, A5. f_equal.
      apply map_ext_in. intros x Hx. apply A2. rewrite Forall_forall in HE. auto.
  - eapply ONE; [exact HL|reflexivity|reflexivity|intros; simpl; reflexivity|intros; simpl; f_equal].
    unfold fslice. now rewrite LK.
  - eapply ONE; [exact HL|reflexivity|reflexivity|intros; simpl; reflexivity|intros; simpl; f_equal].
    unfold fgather. f_equal. apply map_ext. intros. now rewrite LK.
  - eapply ONE; [exact HL|reflexivity|reflexivity|intros; simpl; reflexivity|intros; simpl; f_equal].
    unfold freduce. f_equal. apply map_ext. intros. now rewrite LK.
  - eapply ONE; [exact HL|reflexivity|reflexivity|intros; simpl; reflexivity|intros; simpl; f_equal].
    unfold fscatter, fslice, freduce. do 2 f_equal. apply map_ext.
    intros. now rewrite LK.
  - eapply ONE; [exact HL|reflexivity|reflexivity|intros; simpl; reflexivity|intros; simpl; f_equal].
    unfold fa2a, fslice, fgather. do 2 f_equal. apply map_ext.
    intros. now rewrite LK.
Qed.
End Run.
End Steps.
