(* Hoist.v: section 5, S-ReduceHoist for several reduced operands together, and for matrix products. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Fold Tensor Mesh Families Simplify Entries.
Import ListNotations.
Set Implicit Arguments.

Section Hoist.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation sizes := (sizes M). Notation ok := (dev_ok M). Notation in_mesh := (in_mesh M). Notation funif := (funif M).
Notation red := (freduce reduce M).

(* an operand over the parts i : I: reduced, with a part for each i, or kept, the same for every i *)
Inductive part (I : Type) := Reduced (t : I -> tensor) | Kept (t : tensor).
Definition at_part I (i : I) (p : part I) : tensor := match p with Reduced t => t i | Kept _ t => t end.
Definition whole_of m I (l : list I) (p : part I) : tensor :=
  match p with Reduced t => reduce m (map t l) | Kept _ t => t end.
(* what is known of its type: reduced (true) or not, and its shape *)
Definition part_ok I (l : list I) (y : bool * list nat) (p : part I) : Prop :=
  match p with
  | Reduced t => fst y = true /\ forall i, In i l -> wf (t i) /\ shape (t i) = snd y
  | Kept _ t => fst y = false /\ wf t /\ shape t = snd y
  end.
(* op is a ⊕-homomorphism jointly in the reduced operands, at operands of these types *)
Definition joint_hom m (ys : list (bool * list nat)) (op : list tensor -> tensor) : Prop :=
  forall (I : Type) (l : list I) (ps : list (part I)), l <> [] -> Forall2 (part_ok l) ys ps ->
    op (map (whole_of m l) ps) = reduce m (map (fun i => op (map (at_part i) ps)) l).

(* an operand of op: whether it is reduced, its shape, the family *)
Definition operand : Type := bool * list nat * (dev -> tensor).
(* S-ReduceHoist: op(.., all_reduce<⊕>{A} x_i, ..) ⟶ all_reduce<⊕>{A}(op(.., x_i, ..)) where op is a ⊕-homomorphism
   jointly in the reduced operands (those marked) and every other operand is replicated over A *)
Theorem S_ReduceHoist_joint m A op (xs : list operand) D : in_mesh A -> ok D ->
  joint_hom m (map fst xs) op ->
  Forall (fun x : operand => funif (snd (fst x)) (snd x)) xs ->
  Forall (fun x : operand => fst (fst x) = false -> forall k, inb k (sizes A) -> snd x (updl D A k) = snd x D) xs ->
  op (map (fun x : operand => if fst (fst x) then red m A (snd x) D else snd x D) xs) =
  red m A (fun D => op (map (fun x : operand => snd x D) xs)) D.
Proof.
  intros HA HD HO HF HR.
  set (l := all_idx (sizes A)).
  set (ps := map (fun x : operand =>
    if fst (fst x) then Reduced (fun k => snd x (updl D A k)) else Kept _ (snd x D)) xs).
  assert (P : Forall2 (part_ok l) (map fst xs) ps).
  { unfold ps. clear HO HR. induction HF as [|[[b sh] V] xs FV HF]; cbn [map]; constructor; auto.
    simpl in FV. destruct b; simpl; split; auto.
    intros k Hk. apply in_all_idx in Hk. apply FV. now apply ok_updl. }
  pose proof (HO _ l ps (all_idx_ne M_pos HA) P) as E. unfold ps in E. rewrite map_map in E.
  etransitivity; [|etransitivity; [exact E|]].
  - f_equal. apply map_ext. intros [[[] sh] V]; reflexivity.
  - unfold freduce. f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk. f_equal. rewrite map_map.
    apply map_ext_in. intros [[b sh] V] Hx. rewrite Forall_forall in HR. specialize (HR _ Hx). simpl in *.
    destruct b; simpl; auto. symmetry. auto.
Qed.

(* ⊕ itself is one: add(all_reduce x, all_reduce y) ⟶ all_reduce(add(x, y)) is the common case *)
Theorem S_ReduceHoist_add m A sh V W D : in_mesh A -> ok D -> funif sh V -> funif sh W ->
  ew2 (mop m) (red m A V D) (red m A W D) = red m A (fun D => ew2 (mop m) (V D) (W D)) D.
Proof.
  intros HA HD FV FW.
  apply (@S_ReduceHoist_joint m A (fun l => ew2 (mop m) (hd tz l) (hd tz (tl l)))
    [(true, sh, V); (true, sh, W)] D); auto.
  - intros I l ps Hl H. inversion H as [|? p ? ps' P1 H']; subst. inversion H' as [|? q ? ps'' P2 H'']; subst.
    inversion H''; subst. destruct p as [t|t], q as [u|u]; simpl in *; try (intuition discriminate).
    destruct P1 as [_ P1], P2 as [_ P2]. destruct l as [|i0 l0] eqn:El; [congruence|]. rewrite <- El in *.
    pose proof (@ew2_partial S L m (fun r => t (nth r l i0)) (fun r => u (nth r l i0)) sh (length l)) as E.
    assert (N : forall X (g : I -> X), map g l = map (fun r => g (nth r l i0)) (seq 0 (length l))).
    { intros X g. rewrite <- (map_map (fun r => nth r l i0) g). now rewrite map_nth_seq. }
    rewrite !(N tensor). symmetry. apply E.
    + rewrite El; simpl; lia.
    + intros r Hr. apply P1. now apply nth_In.
    + intros r Hr. apply P2. now apply nth_In.
  - repeat constructor; simpl; auto; discriminate.
Qed.

(* S-ReduceHoist for a matrix product, of which one operand is reduced: its law holds at shapes n0×k0 and k0×n1 *)
Theorem S_ReduceHoist_dot add mul A n0 k0 n1 V W D :
  (forall x y w, mul (mop add x y) w = mop add (mul x w) (mul y w)) -> 0 < k0 ->
  in_mesh A -> ok D -> funif [n0; k0] V -> funif [k0; n1] W ->
  (forall k, inb k (sizes A) -> W (updl D A k) = W D) ->
  dot add mul (red add A V D) (W D) = red add A (fun D => dot add mul (V D) (W D)) D.
Proof.
  intros Dr Hk HA HD FV FW HW.
  apply (S_ReduceHoist M_pos (m := add) (fun w x => dot add mul x w) FV FW HA HD); auto.
  intros w ts Ww Sw [Nt Ut].
  assert (N : forall X (g : tensor -> X), map g ts = map (fun r => g (nth r ts tz)) (seq 0 (length ts))).
  { intros X g. rewrite <- (map_map (fun r => nth r ts tz) g). now rewrite map_nth_seq. }
  pose proof (@dot_partial S L add mul Dr (fun r => nth r ts tz) w (length ts) [n0; k0]) as E.
  rewrite (N _ (fun x => dot add mul x w)), E, map_nth_seq; auto.
  - destruct ts; simpl; [congruence|lia].
  - intros r Hr. apply Ut. now apply nth_In.
  - now rewrite Sw.
  - unfold dim. now rewrite Sw.
Qed.
End Hoist.
