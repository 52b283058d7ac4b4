(* Nest.v: section 4, Theorem 1 (b): the distributed type that a nest of loops gives to the value at its hole. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Tensor Mesh Core Families Simplify Distributed.
Import ListNotations.
Set Implicit Arguments.

Section Nest.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation size := (size M). Notation sizes := (sizes M). Notation ok := (dev_ok M).
Notation red := (freduce reduce M). Notation gather := (fgather concat M). Notation slice := (fslice chunk M).
Notation in_mesh := (in_mesh M). Notation funif := (funif M).

(* the loops of C around its hole, outermost first, around a value v that depends on the indices of the axes Ah in scope
   there *)
Definition nest := list (axis * attr mono).
Variable v : coord -> tensor.
Variable sh : list nat.
Variable Ah : list axis.
Hypothesis v_ok : forall k, map fst k = Ah -> wf (v k) /\ shape (v k) = sh.
(* the value of the nest *)
Fixpoint nestval (n : nest) (k : coord) : tensor :=
  match n with
  | [] => v k
  | (a, s) :: n => comb tz concat reduce s (map (fun i => nestval n ((a, i) :: k)) (seq 0 (size a)))
  end.
(* its shape; v has shape sh *)
Fixpoint gshape (n : nest) : list nat :=
  match n with
  | [] => sh
  | (a, Tile _ d) :: n => upd (gshape n) d (size a * nth d (gshape n) 0)
  | (_, _) :: n => gshape n
  end.
(* the axes in scope at the hole *)
Fixpoint naxes (n : nest) A := match n with [] => A | (a, _) :: n => naxes n (a :: A) end.
Variable m : mono.                                               (* the ⊕ of every reduce *)
Fixpoint nest_ok (n : nest) (A : list axis) : Prop :=
  match n with
  | [] => True
  | (a, s) :: n => a < length M /\ ~ In a A /\ nest_ok n (a :: A) /\
      match s with
      | Tile _ d => d < length sh
      | Red m' => m' = m                                          (* every reduce in the nest uses the same monoid *)
      | Any _ => forall k i j, map fst k = A -> nestval n ((a, i) :: k) = nestval n ((a, j) :: k)
      end
  end.
(* the distributed type that the nest gives *)
Fixpoint ntiles (n : nest) :=
  match n with [] => [] | (a, Tile _ d) :: n => (d, [a]) :: ntiles n | _ :: n => ntiles n end.
Fixpoint nparts (n : nest) := match n with [] => [] | (a, Red _) :: n => a :: nparts n | _ :: n => nparts n end.
Definition dist_of n := {| tiles := ntiles n; parts := nparts n; pm := m |}.

Lemma seq_ne a : a < length M -> seq 0 (size a) <> [].
Proof. intros H. apply (size_pos M_pos) in H. destruct (size a); simpl; [lia|congruence]. Qed.

Lemma gshape_len n : length (gshape n) = length sh.
Proof. induction n as [|[a []] n]; simpl; rewrite ?upd_length; auto. Qed.
Lemma fst_restr A D : map fst (restr A D) = A.
Proof. unfold restr. rewrite map_map. apply map_id. Qed.
Lemma nest_shape n : forall A k, nest_ok n A -> naxes n A = Ah -> map fst k = A ->
  wf (nestval n k) /\ shape (nestval n k) = gshape n.
Proof.
  induction n as [|[a s] n]; simpl; intros A k H HB Hk; [apply v_ok; congruence|]. destruct H as (Ha & _ & Hn & Hs).
  assert (U : unif (gshape n) (map (fun i => nestval n ((a, i) :: k)) (seq 0 (size a)))).
  { apply unif_map; auto using seq_ne. intros i _. apply IHn with (A := a :: A); auto. simpl. congruence. }
  destruct s; cbn [comb].
  - split; [apply wf_concat|]. rewrite (shape_concat d U). now rewrite map_length, seq_length.
  - split; [apply wf_reduce|]. apply (shape_reduce m0 U).
  - apply (unif_hd U).
Qed.
Lemma ntiles_axes n : forall A d B, nest_ok n A -> In (d, B) (ntiles n) -> forall b, In b B -> ~ In b A.
Proof.
  induction n as [|[a s] n]; simpl; intros A d B H HB b Hb; [tauto|]. destruct H as (Ha & HaA & Hn & Hs).
  assert (In (d, B) (ntiles n) -> ~ In b A) by (intros X Y; apply (IHn (a :: A) d B Hn X b Hb); now right).
  destruct s; auto. simpl in HB. destruct HB as [E|HB]; auto. inversion E; subst. destruct Hb as [<-|[]]. auto.
Qed.
Lemma ntiles_chain n : forall A, nest_ok n A -> chain M (ntiles n) (gshape n).
Proof.
  induction n as [|[a s] n]; simpl; intros A H; auto. destruct H as (Ha & HaA & Hn & Hs).
  destruct s; simpl; eauto. pose proof (size_pos M_pos Ha).
  rewrite upd_length, gshape_len, nth_upd_same, Nat.mul_1_r, upd_upd by (rewrite gshape_len; auto).
  repeat split; eauto.
  - repeat constructor; auto.
  - exists (nth d (gshape n) 0). lia.
  - rewrite (Nat.mul_comm (size a)), Nat.div_mul, upd_nth by lia. eauto.
Qed.
Lemma nparts_mesh n : forall A, nest_ok n A -> in_mesh (nparts n).
Proof.
  induction n as [|[a s] n]; simpl; intros A H; [constructor|]. destruct H as (Ha & HaA & Hn & Hs).
  destruct s; simpl; eauto. constructor; eauto. eapply IHn; eauto.
Qed.

(* Theorem 1 (b): the value at the hole represents the value of the nest at the distributed type of the nest *)
Theorem nest_represents n : forall A (V : dev -> tensor), nest_ok n A -> naxes n A = Ah ->
  (forall D, ok D -> V D = v (restr Ah D)) ->
  forall D, ok D -> red m (nparts n) V D = tile_of M (ntiles n) D (nestval n (restr A D)).
Proof.
  induction n as [|[a s] n]; simpl; intros A V H HB HV D HD.
  - subst A. unfold freduce; simpl. rewrite HV by auto. destruct (v_ok (restr Ah D)) as [W E]; [apply fst_restr|].
    apply tensor_eq; auto using wf_reduce. intros ix Hix. unfold reduce. rewrite get_tab; auto.
  - destruct H as (Ha & HaA & Hn & Hs). specialize (IHn (a :: A) V Hn HB HV).
    assert (FV : funif sh V) by (intros D' HD'; rewrite HV by auto; apply v_ok, fst_restr).
    assert (U : unif (gshape n) (map (fun i => nestval n ((a, i) :: restr A D)) (seq 0 (size a)))).
    { apply unif_map; auto using seq_ne. intros. apply nest_shape with (A := a :: A); auto.
      simpl. now rewrite fst_restr. }
    pose proof (dev_ok_nth HD Ha) as Hlt.
    destruct s; simpl.
    + rewrite IHn by auto. simpl. f_equal. rewrite !Nat.mul_1_r, Nat.add_0_r.
      replace (size a) with (length (map (fun i => nestval n ((a, i) :: restr A D)) (seq 0 (size a)))) at 2
        by now rewrite map_length, seq_length.
      rewrite (chunk_concat U); rewrite ?gshape_len, ?map_length, ?seq_length; auto.
      now rewrite nth_map_seq.
    + subst m0. pose proof (nparts_mesh _ _ Hn) as HP.
      change (a :: nparts n) with ([a] ++ nparts n).
      rewrite <- (S_ReduceMerge M_pos m FV); auto; [|repeat constructor; auto]. rewrite freduce_1.
      rewrite (@tile_of_reduce _ M M_pos m _ (gshape n)); auto; [|eapply ntiles_chain; eauto].
      rewrite map_map. f_equal. apply map_ext_in. intros i Hi. apply in_seq in Hi.
      assert (ok (upd D a i)) by (apply dev_ok_upd; auto; lia).
      rewrite IHn, restr_cons with (M := M) by auto. apply tile_of_upd.
      intros d B HT X. apply (ntiles_axes n (a :: A) d B Hn HT a X). now left.
    + rewrite IHn by auto. f_equal. simpl. pose proof (size_pos M_pos Ha). destruct (size a); [lia|]. simpl.
      apply Hs, fst_restr.
Qed.

(* Theorem 1 (b): its local shape is the shape at the hole *)
Theorem nest_local n A : nest_ok n A -> lshape M (ntiles n) (gshape n) = sh.
Proof.
  revert A; induction n as [|[a s] n]; simpl; intros A H; auto. destruct H as (Ha & HaA & Hn & Hs).
  destruct s; simpl; eauto. pose proof (size_pos M_pos Ha).
  rewrite nth_upd_same, upd_upd, Nat.mul_1_r, (Nat.mul_comm (size a)), Nat.div_mul, upd_nth
    by (rewrite ?gshape_len; auto; lia). eauto.
Qed.
End Nest.
