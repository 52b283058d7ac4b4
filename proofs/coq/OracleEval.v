(* OracleEval.v: evaluation fast enough for an oracle, proved equal to ceval and heval.
   heval recomputes a family wherever it is read; heval_table keeps, per let, one entry for each device. Tensors of the
   oracle hold their data in a vector that is extracted to an array; in Coq a vector is a list. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements.
Import ListNotations.
Set Implicit Arguments.

(* ---- vectors: extracted to arrays, so that vget is one access ---- *)
Definition vec (A : Type) : Type := list A.
Definition vof {A} (l : list A) : vec A := l.
Definition vlist {A} (v : vec A) : list A := v.
Definition vget {A} (v : vec A) (i : nat) (d : A) : A := nth i v d.

(* ---- families in tables ---- *)
Section Table.
Variables (tensor mono op : Type) (tz : tensor).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
Variable osem : op -> list tensor -> list tensor.
Variable M : list nat.
Notation heval := (heval tz chunk concat reduce osem M).
Notation hlo := (hlo mono op).

(* V as a table: entry lin M D is V(D) *)
Definition tabulate {A} (f : dev -> A) : vec A := vof (map f (all_idx M)).
Definition at_dev {A} (v : vec A) (d : A) (D : dev) : A := vget v (lin M D) d.
Lemma at_tabulate {A} (f : dev -> A) d D : dev_ok M D -> at_dev (tabulate f) d D = f D.
Proof.
  intros. unfold at_dev, tabulate, vget, vof. rewrite nth_map with (dA := D).
  - now rewrite nth_all_idx.
  - rewrite all_idx_length. now apply lin_lt.
Qed.

Fixpoint heval_table (env : vec (list tensor)) (s : hlo) : vec (list tensor) :=
  match s with
  | HTup s1 s2 =>
      let v1 := heval_table env s1 in let v2 := heval_table env s2 in
      tabulate (fun D => at_dev v1 [] D ++ at_dev v2 [] D)
  | HLet s1 s2 =>
      let v := heval_table env s1 in
      heval_table (tabulate (fun D => at_dev v [] D ++ at_dev env [] D)) s2
  | s => tabulate (heval (at_dev env []) s)
  end.

(* a family is read on devices of the mesh only, whatever the axes that a collective names *)
Lemma dev_ok_updl A : forall D k, inb k (sizes M A) -> dev_ok M D -> dev_ok M (updl D A k).
Proof.
  induction A as [|a A IH]; intros D k Hk HD; [exact HD|]. inversion Hk; subst; simpl.
  apply IH; auto. destruct (Nat.lt_ge_cases a (length M)); [now apply dev_ok_upd|].
  enough (E : upd D a x = D) by now rewrite E.
  assert (L : length D <= a) by now rewrite (inb_length HD).
  clear -L. revert a L. induction D as [|y D IH]; intros [|a] L; simpl in *; auto; [lia|]. now rewrite IH by lia.
Qed.
(* [[s]]rho'(D) depends on rho' at the devices of the mesh alone *)
Theorem heval_ext s : forall env env', (forall D, dev_ok M D -> env D = env' D) ->
  forall D, dev_ok M D -> heval env s D = heval env' s D.
Proof.
  induction s; simpl; intros env env' HE D HD; try (now rewrite HE).
  - f_equal; auto.
  - apply IHs2; auto. intros D' HD'. rewrite HE by auto. f_equal. auto.
  - unfold fslice. now rewrite HE.
  - unfold fgather. do 2 f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
    rewrite HE; auto using dev_ok_updl.
  - unfold freduce. do 2 f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
    rewrite HE; auto using dev_ok_updl.
  - unfold fscatter, fslice, freduce. do 3 f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
    rewrite HE; auto using dev_ok_updl.
  - unfold fa2a, fslice, fgather. do 3 f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
    rewrite HE; auto using dev_ok_updl.
Qed.

(* families that are equal everywhere *)
Lemma heval_feq s : forall env env', (forall D, env D = env' D) -> forall D, heval env s D = heval env' s D.
Proof.
  induction s; simpl; intros env env' HE D; unfold fscatter, fa2a, fslice, fgather, freduce;
    try (now rewrite HE); try (f_equal; auto; fail).
  - apply IHs2. intros D'. now rewrite HE, (IHs1 _ _ HE).
  - do 2 f_equal. apply map_ext. intros. now rewrite HE.
  - do 2 f_equal. apply map_ext. intros. now rewrite HE.
  - do 3 f_equal. apply map_ext. intros. now rewrite HE.
  - do 3 f_equal. apply map_ext. intros. now rewrite HE.
Qed.

(* [[s]]rho'(D) is the table's entry, for every device of the mesh *)
Theorem heval_table_correct s : forall env D, dev_ok M D ->
  at_dev (heval_table env s) [] D = heval (at_dev env []) s D.
Proof.
  induction s; intros env D HD; cbn [heval_table]; try (now rewrite at_tabulate).
  - cbv zeta. rewrite at_tabulate by auto. simpl. now rewrite IHs1, IHs2.
  - cbv zeta. rewrite IHs2 by auto. simpl. apply heval_ext; auto.
    intros D' HD'. rewrite at_tabulate by auto. now rewrite IHs1.
Qed.
End Table.

(* ---- a homomorphism of tensor algebras carries over to both languages ---- *)
Section Hom.
Variables (X Y mono op : Type) (xz : X) (yz : Y) (h : X -> Y).
Variables (xchunk : nat -> X -> nat -> nat -> X) (ychunk : nat -> Y -> nat -> nat -> Y).
Variables (xconcat : nat -> list X -> X) (yconcat : nat -> list Y -> Y).
Variables (xreduce : mono -> list X -> X) (yreduce : mono -> list Y -> Y).
Variables (xsem : op -> list X -> list X) (ysem : op -> list Y -> list Y).
Variable M : list nat.
Hypothesis hz : h xz = yz.
Hypothesis hchunk : forall d t i N, h (xchunk d t i N) = ychunk d (h t) i N.
Hypothesis hconcat : forall d ts, h (xconcat d ts) = yconcat d (map h ts).
Hypothesis hreduce : forall m ts, h (xreduce m ts) = yreduce m (map h ts).
Hypothesis hsem : forall o ts, map h (xsem o ts) = ysem o (map h ts).

Lemma hlook env x : h (look xz env x) = look yz (map h env) x.
Proof. unfold look. now rewrite <- hz, map_nth. Qed.
Lemma hlooks env xs : map h (map (look xz env) xs) = map (look yz (map h env)) xs.
Proof. rewrite map_map. apply map_ext. intros. apply hlook. Qed.
Lemma hcombs ss : forall k rows,
  map h (combs xz xconcat xreduce k ss rows) = combs yz yconcat yreduce k ss (map (map h) rows).
Proof.
  assert (C : forall k rows, map h (col xz k rows) = col yz k (map (map h) rows)).
  { intros. unfold col. rewrite !map_map. apply map_ext. intros. now rewrite <- hz, map_nth. }
  induction ss as [|s ss IH]; intros; simpl; auto. rewrite IH. f_equal.
  destruct s; simpl; rewrite <- C; auto. destruct (col xz k rows); auto.
Qed.
(* h([[e]]rho) = [[e]](h rho) *)
Theorem ceval_hom (e : core mono op) : forall K env,
  map h (ceval xz xchunk xconcat xreduce xsem M K env e) = ceval yz ychunk yconcat yreduce ysem M K (map h env) e.
Proof.
  induction e; simpl; intros K env.
  - apply hlooks.
  - now rewrite hsem, hlooks.
  - now rewrite IHe2, map_app, IHe1.
  - now rewrite hchunk, hlook.
  - rewrite hcombs, map_map. f_equal. apply map_ext. intros. apply IHe.
Qed.
(* h([[s]]rho'(D)) = [[s]](h rho')(D) *)
Theorem heval_hom (s : hlo mono op) : forall env D,
  map h (heval xz xchunk xconcat xreduce xsem M env s D)
  = heval yz ychunk yconcat yreduce ysem M (fun D => map h (env D)) s D.
Proof.
  induction s; simpl; intros env D.
  - apply hlooks.
  - now rewrite map_app, IHs1, IHs2.
  - now rewrite hsem, hlooks.
  - rewrite IHs2. apply heval_feq. intros D'. now rewrite map_app, IHs1.
  - unfold fslice. now rewrite hchunk, hlook.
  - unfold fgather. rewrite hconcat, map_map. do 2 f_equal. apply map_ext. intros. apply hlook.
  - unfold freduce. rewrite hreduce, map_map. do 2 f_equal. apply map_ext. intros. apply hlook.
  - unfold fscatter, fslice, freduce. rewrite hchunk, hreduce, map_map. do 3 f_equal. apply map_ext. intros.
    apply hlook.
  - unfold fa2a, fslice, fgather. rewrite hchunk, hconcat, map_map. do 3 f_equal. apply map_ext. intros. apply hlook.
Qed.
End Hom.

(* ---- tensors over vectors ---- *)
Section Fast.
Context {S : Scalars}.
Record ft := mkF { fsh : list nat; fda : vec T }.
Definition to_t (f : ft) : tensor := mkT (fsh f) (fda f).
Definition of_t (t : tensor) : ft := mkF (shape t) (vof (data t)).
Definition ftab sh f := mkF sh (vof (map f (all_idx sh))).
Definition fget t := let sh := fsh t in let da := fda t in fun ix => vget da (lin sh ix) z.
Definition fz := mkF [0] (vof []).
Definition fdim d t := nth d (fsh t) 0.
(* chunk_d(t, i, N), concat_d and the fold of reduce, on vectors *)
Definition fchunk d t i N :=
  let m := fdim d t / N in let g := fget t in
  ftab (upd (fsh t) d m) (fun ix => g (upd ix d (i * m + nth d ix 0))).
Definition fconcat d ts :=
  let m := fdim d (hd fz ts) in
  ftab (upd (fsh (hd fz ts)) d (length ts * m))
       (fun ix => let j := nth d ix 0 in fget (nth (j / m) ts fz) (upd ix d (j mod m))).
Definition fred m ts := ftab (fsh (hd fz ts)) (fun ix => fold1 (mop m) z (map (fun t => fget t ix) ts)).

Lemma to_of t : to_t (of_t t) = t. Proof. now destruct t. Qed.
Lemma to_chunk d t i N : to_t (fchunk d t i N) = chunk d (to_t t) i N. Proof. reflexivity. Qed.
Lemma hd_to ts : hd tz (map to_t ts) = to_t (hd fz ts). Proof. now destruct ts. Qed.
Lemma to_concat d ts : to_t (fconcat d ts) = concat d (map to_t ts).
Proof.
  unfold concat, dim. rewrite hd_to, map_length. apply tab_ext2; auto. intros ix _.
  change tz with (to_t fz). now rewrite map_nth.
Qed.
Lemma to_reduce m ts : to_t (fred m ts) = reduce m (map to_t ts).
Proof. unfold reduce. rewrite hd_to. apply tab_ext2; auto. intros ix _. now rewrite map_map. Qed.

(* an op by comprehension: a function of the operands' shapes and elements *)
Definition view := (list nat * (list nat -> T))%type.
Definition tview (t : tensor) : view := (shape t, get t).
Definition fview (t : ft) : view := (fsh t, fget t).
Variable op : Type.
Variable comp : op -> list view -> view.
Definition csem o (ts : list tensor) : list tensor := let v := comp o (map tview ts) in [tab (fst v) (snd v)].
Definition fsem o (ts : list ft) : list ft := let v := comp o (map fview ts) in [ftab (fst v) (snd v)].
Lemma to_sem o ts : map to_t (fsem o ts) = csem o (map to_t ts).
Proof. unfold fsem, csem. rewrite map_map. reflexivity. Qed.

Variable M : list nat.
Definition fceval := ceval fz fchunk fconcat fred fsem M.
Definition fheval := heval_table fz fchunk fconcat fred fsem M.

(* [[e]]rho on vectors is [[e]]rho *)
Theorem fceval_correct e K env : map to_t (fceval K env e) = ceval tz chunk concat reduce csem M K (map to_t env) e.
Proof. apply ceval_hom; auto using to_concat, to_reduce, to_sem. Qed.
(* [[s]]rho'(D) on vectors and in tables is [[s]]rho'(D), for every device of the mesh *)
Theorem fheval_correct s env D : dev_ok M D ->
  map to_t (at_dev M (fheval env s) [] D)
  = heval tz chunk concat reduce csem M (fun D => map to_t (at_dev M env [] D)) s D.
Proof.
  intros HD. unfold fheval. rewrite heval_table_correct by auto.
    apply heval_hom; auto using to_concat, to_reduce, to_sem.
Qed.
(* Theorem 2 of what the oracle computes: every device has the sequential result *)
Theorem oracle_agrees elt (oty : op -> list (ty elt) -> list (ty elt) -> Prop) mdef e G ts args :
  (forall o a b, oty o a b -> length b = 1) -> ctype (fun _ => 1) oty mdef M [] G e ts ->
  forall D, dev_ok M D -> at_dev M (fheval (tabulate M (fun _ => args)) (tr [] e)) [] D = fceval [] args e.
Proof.
  intros HN HT D HD. unfold fheval. rewrite heval_table_correct by auto.
  transitivity (heval fz fchunk fconcat fred fsem M (fun _ => args) (tr [] e) D).
  - apply heval_ext; auto. intros D' HD'. now apply at_tabulate.
  - eapply translation_correct_closed with (onum := fun _ => 1) (oty := oty) (mdef := mdef); eauto.
Qed.
End Fast.
