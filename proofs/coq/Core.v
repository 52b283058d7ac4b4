(* Core.v: section 1. PartIR:Core: syntax, denotation, typing; parametric in the tensor algebra and in the ops, and no
   law of either is used. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Mesh.
Import ListNotations.
Set Implicit Arguments.

Section Core.
(* the tensor algebra, of which no law is used *)
Variables (tensor mono op elt : Type) (tz : tensor).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
(* section 6 says more of ops; here they are any total functions, of several results, with a declared number of
   results *)
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
(* τ: a shape and an element type *)
Definition ty : Type := (list nat * elt)%type.
Variable oty : op -> list ty -> list ty -> Prop.
Variable mdef : mono -> elt -> Prop.

Variable M : list nat.
Notation size := (size M).

(* σ *)
Inductive attr := Tile (d : nat) | Red (m : mono) | Any.
(* e ::= x | op(x1..xn) | let x1..xm = e in e | slice d x[r] | loop a (σ1..σm) (r. e) | (x1..xm) *)
Inductive core :=
| CVars (xs : list nat)                              (* x, and tuples of variables *)
| COp (o : op) (xs : list nat)
| CLet (e1 e2 : core)                                (* the results of e1 are variables 0.. of e2 *)
| CSlice (d x r : nat)                               (* x, r: de Bruijn indices, r into the loop stack *)
| CLoop (a : axis) (ss : list attr) (e : core).

Definition look (env : list tensor) x := nth x env tz.
Definition comb (s : attr) (ts : list tensor) :=
  match s with Tile d => concat d ts | Red m => reduce m ts | Any => hd tz ts end.
(* rows: the result list of each iteration *)
Definition col k (rows : list (list tensor)) := map (fun l => nth k l tz) rows.
Fixpoint combs k (ss : list attr) rows :=
  match ss with [] => [] | s :: ss => comb s (col k rows) :: combs (S k) ss rows end.

(* ⟦e⟧ρ; ρ is K on range variables (axis and index, innermost first) and env on tensor variables *)
Fixpoint ceval (K : coord) (env : list tensor) (e : core) : list tensor :=
  match e with
  | CVars xs => map (look env) xs
  | COp o xs => osem o (map (look env) xs)
  | CLet e1 e2 => ceval K (ceval K env e1 ++ env) e2
  | CSlice d x r => let ai := nth r K (0, 0) in [chunk d (look env x) (snd ai) (size (fst ai))]
  | CLoop a ss e => combs 0 ss (map (fun i => ceval ((a, i) :: K) env e) (seq 0 (size a)))
  end.

(* taint, per result: data flow from range variable r and from the variables marked in tv *)
Fixpoint ltaint k (ss : list attr) (row : list bool) :=
  match ss with [] => [] | _ :: ss => nth k row true :: ltaint (S k) ss row end.
Fixpoint taint (r : nat) (tv : list bool) (e : core) : list bool :=
  match e with
  | CVars xs => map (fun x => nth x tv false) xs
  | COp o xs => repeat (existsb (fun x => nth x tv false) xs) (onum o)
  | CLet e1 e2 => taint r (taint r tv e1 ++ tv) e2
  | CSlice d x r' => [Nat.eqb r' r || nth x tv false]
  | CLoop a ss e => ltaint 0 ss (taint (S r) tv e)
  end.

(* Γ(x) = τ *)
Definition has (G : list ty) x t := nth_error G x = Some t.

(* results of a loop over a; first argument: taint by r of each body result *)
Inductive loop_tys (a : axis) : list bool -> list attr -> list ty -> list ty -> Prop :=
| LT_nil : loop_tys a [] [] [] []
(* T-Tile: d < rank; tensor<n̄[d ↦ n_d·M(a)]> *)
| T_Tile b tn d ss n el ts ts' : d < length n -> loop_tys a tn ss ts ts' ->
    loop_tys a (b :: tn) (Tile d :: ss) ((n, el) :: ts) ((upd n d (nth d n 0 * size a), el) :: ts')
(* T-Reduce: τ, and ⊕ is defined on its element type *)
| T_Reduce b tn m ss n el ts ts' : mdef m el -> loop_tys a tn ss ts ts' ->
    loop_tys a (b :: tn) (Red m :: ss) ((n, el) :: ts) ((n, el) :: ts')
(* T-Any: τ, and the result is untainted by r *)
| T_Any tn ss t ts ts' : loop_tys a tn ss ts ts' ->
    loop_tys a (false :: tn) (Any :: ss) (t :: ts) (t :: ts').

(* Γ ⊢core e : τ̄. Γ is A, the axes of the range variables, innermost first, and G, the types of the tensor
   variables. *)
Inductive ctype (A : list axis) (G : list ty) : core -> list ty -> Prop :=
(* T-Tuple: each component is a tensor in scope *)
| T_Tuple xs ts : Forall2 (has G) xs ts -> ctype A G (CVars xs) ts
(* T-Op: the operands have the types that the shape rule demands, the results those that it returns *)
| T_Op o xs ts ts' : Forall2 (has G) xs ts -> oty o ts ts' -> ctype A G (COp o xs) ts'
(* T-Let *)
| T_Let e1 e2 ts ts' : ctype A G e1 ts -> ctype A (ts ++ G) e2 ts' -> ctype A G (CLet e1 e2) ts'
(* T-Slice: Γ(x) = tensor<n̄>, Γ(r) = range<a>, d < rank, M(a) divides n_d, M(a) <= n_d *)
| T_Slice d x r n el a : has G x (n, el) -> nth_error A r = Some a -> d < length n ->
    Nat.divide (size a) (nth d n 0) -> size a <= nth d n 0 ->
    ctype A G (CSlice d x r) [(upd n d (nth d n 0 / size a), el)]
(* T-Loop: a ∈ M, a ∉ A, Γ, r:range<a> ⊢core e : (τ1..τm), and each result by its σ *)
| T_Loop a ss e ts ts' : a < length M -> ~ In a A -> ctype (a :: A) G e ts ->
    loop_tys a (taint 0 [] e) ss ts ts' -> ctype A G (CLoop a ss e) ts'.

(* T-Var: Γ ⊢core x : Γ(x), a tensor *)
Lemma T_Var A G x t : has G x t -> ctype A G (CVars [x]) [t].
Proof. repeat constructor. assumption. Qed.

(* func f(x1:τ1..) -> (τ'1..) { e }: the body under the parameters has the result types as declared *)
Inductive ftype (ps : list ty) (e : core) (rs : list ty) : Prop :=
(* T-Func *)
| T_Func : ctype [] ps e rs -> ftype ps e rs.

(* ---- the number of results ---- *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.

Lemma combs_length k ss rows : length (combs k ss rows) = length ss.
Proof. revert k; induction ss; simpl; auto. Qed.
Lemma ltaint_length k ss row : length (ltaint k ss row) = length ss.
Proof. revert k; induction ss; simpl; auto. Qed.

Fixpoint arity (e : core) :=
  match e with
  | CVars xs => length xs | COp o _ => onum o | CLet _ e2 => arity e2 | CSlice _ _ _ => 1 | CLoop _ ss _ => length ss
  end.
Lemma ceval_arity e : forall K env, length (ceval K env e) = arity e.
Proof. induction e; simpl; intros; rewrite ?map_length, ?combs_length; auto. Qed.
Lemma taint_arity e : forall r tv, length (taint r tv e) = arity e.
Proof. induction e; simpl; intros; rewrite ?map_length, ?ltaint_length, ?repeat_length; auto. Qed.
Lemma Forall2_length {X Y} (R : X -> Y -> Prop) l l' : Forall2 R l l' -> length l = length l'.
Proof. induction 1; simpl; auto. Qed.
Lemma loop_tys_length a tn ss ts ts' : loop_tys a tn ss ts ts' ->
  length tn = length ss /\ length ts = length ss /\ length ts' = length ss.
Proof. induction 1; simpl; [auto| | |]; destruct IHloop_tys as (-> & -> & ->); auto. Qed.
Lemma ctype_arity A G e ts : ctype A G e ts -> length ts = arity e.
Proof.
  induction 1; simpl; auto.
  - symmetry. eapply Forall2_length; eauto.
  - eauto.
  - destruct (loop_tys_length H2) as (_ & _ & E). exact E.
Qed.

(* ---- result j of a loop ---- *)
Lemma nth_combs k ss rows j : nth j (combs k ss rows) tz =
  if j <? length ss then comb (nth j ss Any) (col (k + j) rows) else tz.
Proof.
  revert k j; induction ss; simpl; intros; [destruct j; auto|].
  destruct j; simpl; [now rewrite Nat.add_0_r|]. rewrite IHss. now rewrite Nat.add_succ_r.
Qed.
Lemma nth_ltaint k ss row j : j < length ss -> nth j (ltaint k ss row) false = nth (k + j) row true.
Proof.
  revert k j; induction ss; simpl; intros; [lia|]. destruct j; simpl; [now rewrite Nat.add_0_r|].
  rewrite IHss by lia. now rewrite Nat.add_succ_r.
Qed.

Lemma nth_error_app_skip X (l r : list X) j : nth_error (l ++ r) (length l + j) = nth_error r j.
Proof. rewrite nth_error_app2 by lia. f_equal. lia. Qed.
Lemma look_l res env y : y < length res -> look (res ++ env) y = look res y.
Proof. intros. unfold look. now rewrite app_nth1. Qed.
Lemma look_r res env h y : length res = h -> look (res ++ env) (h + y) = look env y.
Proof. intros <-. unfold look. rewrite app_nth2 by lia. f_equal. lia. Qed.

(* ---- the rules of the denotation ---- *)
(* E-Op: ⟦op(x̄)⟧ρ is the op's own definition at ρ(x̄) *)
Lemma E_Op K env o xs : ceval K env (COp o xs) = osem o (map (look env) xs).
Proof. reflexivity. Qed.

(* E-Slice: ⟦slice d x[r]⟧ρ = chunk_d(ρ(x), ρ(r), M(a)) *)
Lemma E_Slice K env d x r a i : nth_error K r = Some (a, i) ->
  ceval K env (CSlice d x r) = [chunk d (look env x) i (size a)].
Proof. intros H. simpl. now rewrite (nth_error_nth K r (0, 0) H). Qed.

Lemma ceval_loop K env a ss e k : k < length ss -> look (ceval K env (CLoop a ss e)) k =
  comb (nth k ss Any) (map (fun i => look (ceval ((a, i) :: K) env e) k) (seq 0 (size a))).
Proof.
  intros H. unfold look. simpl. rewrite nth_combs. destruct (Nat.ltb_spec k (length ss)); [|lia].
  unfold col. now rewrite map_map.
Qed.

(* E-Tile: result k of ⟦loop a (..tile<d>..) (r.e)⟧ρ is concat_d over i = 0..M(a)-1 of ⟦e⟧ρ[r↦i] *)
Lemma E_Tile K env a ss e k d : nth_error ss k = Some (Tile d) -> look (ceval K env (CLoop a ss e)) k =
  concat d (map (fun i => look (ceval ((a, i) :: K) env e) k) (seq 0 (size a))).
Proof.
  intros H. rewrite ceval_loop by (apply nth_error_Some; congruence). now rewrite (nth_error_nth ss k Any H).
Qed.

(* E-Reduce: likewise ⊕ of ⟦e⟧ρ[r↦i]; reduce folds the list from the left, in coordinate order *)
Lemma E_Reduce K env a ss e k m : nth_error ss k = Some (Red m) -> look (ceval K env (CLoop a ss e)) k =
  reduce m (map (fun i => look (ceval ((a, i) :: K) env e) k) (seq 0 (size a))).
Proof.
  intros H. rewrite ceval_loop by (apply nth_error_Some; congruence). now rewrite (nth_error_nth ss k Any H).
Qed.

(* E-Any: the value ⟦e⟧ρ[r↦0] *)
Lemma E_Any K env a ss e k : nth_error ss k = Some Any -> 0 < size a -> look (ceval K env (CLoop a ss e)) k =
  look (ceval ((a, 0) :: K) env e) k.
Proof.
  intros H Ha. rewrite ceval_loop by (apply nth_error_Some; congruence). rewrite (nth_error_nth ss k Any H).
  destruct (size a); [lia|]. reflexivity.
Qed.
End Core.
