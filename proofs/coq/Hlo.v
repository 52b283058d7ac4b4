(* Hlo.v: section 2. PartIR:HLO: syntax, denotation, local typing; rewriting below a let. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Mesh Families Core.
Import ListNotations.
Set Implicit Arguments.

Section Hlo.
Variables (tensor mono op elt : Type) (tz : tensor).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.

Notation ty := (ty elt).

Variable oty : op -> list ty -> list ty -> Prop.
Variable mdef : mono -> elt -> Prop.

Variable M : list nat.
Notation sizes := (sizes M).
Notation slice := (fslice chunk M). Notation gather := (fgather concat M). Notation red := (freduce reduce M).
Notation scat := (fscatter chunk reduce M). Notation a2a := (fa2a chunk concat M).
Notation look := (look tz). Notation has := (@has elt).

(* s ::= x | op(x1..xn) | let x̄ = s in s | (x̄) | all_slice[d:ā] x | all_gather[d:ā] x | all_reduce<⊕>{A} x
       | reduce_scatter<⊕>[d:ā] x | all_to_all[d→d':ā] x *)
Inductive hlo :=
| HVars (xs : list nat)
| HTup (s1 s2 : hlo)                                 (* the results of s1 followed by those of s2 *)
| HOp (o : op) (xs : list nat)
| HLet (s1 s2 : hlo)
| HSlice (d : nat) (A : list axis) (x : nat)
| HGather (d : nat) (A : list axis) (x : nat)
| HReduce (m : mono) (A : list axis) (x : nat)
| HScatter (m : mono) (d : nat) (A : list axis) (x : nat)
| HAllToAll (d d' : nat) (A : list axis) (x : nat).

(* ⟦s⟧ρ', a device-indexed family of results, in lock step *)
Fixpoint heval (env : dev -> list tensor) (s : hlo) : dev -> list tensor :=
  let v x D := look (env D) x in
  match s with
  | HVars xs => fun D => map (look (env D)) xs
  | HTup s1 s2 => fun D => heval env s1 D ++ heval env s2 D
  | HOp o xs => fun D => osem o (map (look (env D)) xs)
  | HLet s1 s2 => heval (fun D => heval env s1 D ++ env D) s2
  | HSlice d A x => fun D => [slice d A (v x) D]
  | HGather d A x => fun D => [gather d A (v x) D]
  | HReduce m A x => fun D => [red m A (v x) D]
  | HScatter m d A x => fun D => [scat m d A (v x) D]
  | HAllToAll d d' A x => fun D => [a2a d d' A (v x) D]
  end.

(* the axes in ā are distinct and in M *)
Definition axes_ok A := NoDup A /\ Forall (fun a => a < length M) A.
(* n̄[d ↦ n_d/|ā|], n̄[d ↦ n_d·|ā|]; and d < rank, |ā| divides n_d, |ā| <= n_d *)
Definition sliced d A (n : list nat) := upd n d (nth d n 0 / prod (sizes A)).
Definition gathered d A (n : list nat) := upd n d (nth d n 0 * prod (sizes A)).
Definition divs d A (n : list nat) :=
  d < length n /\ Nat.divide (prod (sizes A)) (nth d n 0) /\ prod (sizes A) <= nth d n 0.

(* Γ ⊢spmd s : τ̄, device-local types *)
Inductive htype (G : list ty) : hlo -> list ty -> Prop :=
| H_Vars xs ts : Forall2 (has G) xs ts -> htype G (HVars xs) ts
| H_Tup s1 s2 t1 t2 : htype G s1 t1 -> htype G s2 t2 -> htype G (HTup s1 s2) (t1 ++ t2)
(* H-Op: as T-Op *)
| H_Op o xs ts ts' : Forall2 (has G) xs ts -> oty o ts ts' -> htype G (HOp o xs) ts'
(* H-Let *)
| H_Let s1 s2 ts ts' : htype G s1 ts -> htype (ts ++ G) s2 ts' -> htype G (HLet s1 s2) ts'
(* H-Slice divides n_d by |ā| *)
| H_Slice d A x n el : has G x (n, el) -> axes_ok A -> divs d A n -> htype G (HSlice d A x) [(sliced d A n, el)]
(* H-Gather multiplies it *)
| H_Gather d A x n el : has G x (n, el) -> axes_ok A -> d < length n -> htype G (HGather d A x) [(gathered d A n, el)]
(* H-Reduce keeps the type *)
| H_Reduce m A x n el : has G x (n, el) -> axes_ok A -> mdef m el -> htype G (HReduce m A x) [(n, el)]
(* H-Scatter divides n_d *)
| H_Scatter m d A x n el : has G x (n, el) -> axes_ok A -> mdef m el -> divs d A n ->
  htype G (HScatter m d A x) [(sliced d A n, el)]
(* H-AllToAll multiplies n_d, divides n_d', d ≠ d' *)
| H_AllToAll d d' A x n el : has G x (n, el) -> axes_ok A -> d < length n -> d <> d' -> divs d' A n ->
    htype G (HAllToAll d d' A x) [(sliced d' A (gathered d A n), el)].

(* H-Tuple: each component is a tensor in scope *)
Lemma H_Tuple G xs ts : Forall2 (has G) xs ts -> htype G (HVars xs) ts.
Proof. apply H_Vars. Qed.
Lemma H_Cons G s1 s2 t ts : htype G s1 [t] -> htype G s2 ts -> htype G (HTup s1 s2) (t :: ts).
Proof. intros. change (t :: ts) with ([t] ++ ts). now constructor. Qed.

(* ---- the rules of the denotation ---- *)
(* P-Op: pointwise *)
Lemma P_Op env o xs D : heval env (HOp o xs) D = osem o (map (look (env D)) xs). Proof. reflexivity. Qed.
(* P-Slice: chunk_d(V(δ), index of δ|ā in ā, |ā|) *)
Lemma P_Slice env d A x D :
  heval env (HSlice d A x) D = [chunk d (look (env D) x) (lin (sizes A) (at_ D A)) (prod (sizes A))].
Proof. reflexivity. Qed.
(* P-Gather: concat_d over coordinates κ of ā, row-major, of V(δ[ā↦κ]) *)
Lemma P_Gather env d A x D :
  heval env (HGather d A x) D = [concat d (map (fun k => look (env (updl D A k)) x) (all_idx (sizes A)))].
Proof. reflexivity. Qed.
(* P-Reduce: ⊕ over group(δ,A), folded from the left in row-major coordinate order *)
Lemma P_Reduce env m A x D :
  heval env (HReduce m A x) D = [reduce m (map (fun k => look (env (updl D A k)) x) (all_idx (sizes A)))].
Proof. reflexivity. Qed.
(* P-Scatter = P-Slice ∘ P-Reduce *)
Lemma P_Scatter env m d A x :
  heval env (HScatter m d A x) = heval (heval env (HReduce m A x)) (HSlice d A 0).
Proof. reflexivity. Qed.
(* P-AllToAll[d→d':ā] = P-Slice[d':ā] ∘ P-Gather[d:ā] *)
Lemma P_AllToAll env d d' A x :
  heval env (HAllToAll d d' A x) = heval (heval env (HGather d A x)) (HSlice d' A 0).
Proof. reflexivity. Qed.

(* ---- the number of results ---- *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.

Fixpoint harity (s : hlo) : nat :=
  match s with
  | HVars xs => length xs | HTup s1 s2 => harity s1 + harity s2 | HOp o _ => onum o | HLet _ s2 => harity s2 | _ => 1
  end.
Lemma heval_arity s : forall env D, length (heval env s D) = harity s.
Proof. induction s; simpl; intros; rewrite ?map_length, ?app_length; auto. Qed.

(* ---- families need to agree only on the devices of the mesh: rewrites are sound below a let ---- *)
Fixpoint meshed (s : hlo) : Prop :=
  match s with
  | HVars _ | HOp _ _ => True
  | HTup s1 s2 | HLet s1 s2 => meshed s1 /\ meshed s2
  | HSlice _ A _ | HGather _ A _ | HReduce _ A _ | HScatter _ _ A _ | HAllToAll _ _ A _ => in_mesh M A
  end.

(* environments that agree on the devices of M give results that do *)
Theorem congruence_let s : forall env env', meshed s -> (forall D, dev_ok M D -> env D = env' D) ->
  forall D, dev_ok M D -> heval env s D = heval env' s D.
Proof.
  assert (E : forall A x (env env' : dev -> list tensor) D, in_mesh M A -> dev_ok M D ->
    (forall D, dev_ok M D -> env D = env' D) ->
    map (fun k => look (env (updl D A k)) x) (all_idx (sizes A)) =
    map (fun k => look (env' (updl D A k)) x) (all_idx (sizes A))).
  { intros A x env env' D HA HD HE. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
    rewrite HE; auto using ok_updl. }
  induction s; simpl; intros env env' HM HE D HD; try (now rewrite HE).
  - destruct HM. f_equal; auto.
  - destruct HM. apply IHs2; auto. intros D' HD'. rewrite HE by auto. f_equal. auto.
  - unfold fslice. now rewrite HE.
  - unfold fgather. do 2 f_equal. now apply E.
  - unfold freduce. do 2 f_equal. now apply E.
  - unfold fscatter, fslice, freduce. do 3 f_equal. now apply E.
  - unfold fa2a, fslice, fgather. do 3 f_equal. now apply E.
Qed.
(* s1 ⟶ s1' keeps the meaning of let x̄ = s1 in s2 *)
Corollary rewrite_in_let s1 s1' s2 env : meshed s2 ->
  (forall D, dev_ok M D -> heval env s1 D = heval env s1' D) ->
  forall D, dev_ok M D -> heval env (HLet s1 s2) D = heval env (HLet s1' s2) D.
Proof. intros H2 H1 D HD. simpl. apply congruence_let; auto. intros. now rewrite H1. Qed.
End Hlo.
