(* Mesh.v: section 0. Meshes, devices, groups of devices, and the coordinate of a device on the axes in scope. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index.
Import ListNotations.
Set Implicit Arguments.

Definition axis := nat.                 (* position in the mesh *)
Definition dev := list nat.             (* one coordinate per axis, in mesh order *)
Definition coord := list (axis * nat).  (* kappa: in-scope axes with their indices, innermost first *)

Section Mesh.
Variable M : list nat.                  (* the sizes of the axes *)

(* M(a) *)
Definition size a := nth a M 1.
(* |ā| is prod (sizes ā) *)
Definition sizes (A : list axis) := map size A.

(* δ[ā↦κ] *)
Fixpoint updl (D : dev) (A : list axis) (k : list nat) : dev :=
  match A, k with a :: A, i :: k => updl (upd D a i) A k | _, _ => D end.
(* δ|ā in the order of ā; lin (sizes ā) of it is the index of δ|ā in ā, major first *)
Definition at_ (D : dev) (A : list axis) := map (fun a => nth a D 0) A.

(* δ is a device of M: 0 <= δ(a) < M(a) *)
Definition dev_ok (D : dev) := inb D M.
(* δ|A as the coordinate κ of the axes in scope *)
Definition restr (A : list axis) (D : dev) : coord := map (fun a => (a, nth a D 0)) A.

Lemma restr_upd A D a i : ~ In a A -> restr A (upd D a i) = restr A D.
Proof.
  intros. unfold restr. apply map_ext_in. intros b Hb. rewrite nth_upd_other; auto. intros ->; auto.
Qed.
Lemma size_nth a : a < length M -> size a = nth a M 0.
Proof. intros. now apply nth_indep. Qed.
Lemma dev_ok_upd D a i : dev_ok D -> a < length M -> i < size a -> dev_ok (upd D a i).
Proof. intros. apply inb_upd_s; auto. now rewrite <- size_nth. Qed.
Lemma dev_ok_nth D a : dev_ok D -> a < length M -> nth a D 0 < size a.
Proof. intros. rewrite size_nth by auto. now apply inb_nth. Qed.
Lemma restr_cons A D a i : dev_ok D -> a < length M -> ~ In a A ->
  restr (a :: A) (upd D a i) = (a, i) :: restr A D.
Proof.
  intros. simpl. rewrite nth_upd_same, restr_upd; auto. now rewrite (inb_length H).
Qed.

(* ā is in M. group(δ,A) is the list of updl δ A κ, κ in all_idx (sizes A), in row-major order *)
Definition in_mesh A := Forall (fun a => a < length M) A.
(* M(a) >= 1 *)
Hypothesis M_pos : Forall (lt 0) M.

Lemma size_pos a : a < length M -> 0 < size a.
Proof. intros. rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In. Qed.
Lemma sizes_pos A : in_mesh A -> 0 < prod (sizes A).
Proof. induction 1; simpl; [lia|]. apply size_pos in H. nia. Qed.
Lemma all_idx_ne A : in_mesh A -> all_idx (sizes A) <> [].
Proof. intros H E. apply sizes_pos in H. rewrite <- all_idx_length, E in H. simpl in H. lia. Qed.
Lemma sizes_app A B : sizes (A ++ B) = sizes A ++ sizes B. Proof. apply map_app. Qed.
Lemma ok_updl A : forall D k, in_mesh A -> inb k (sizes A) -> dev_ok D -> dev_ok (updl D A k).
Proof.
  induction A; intros; inversion H0; subst; simpl; auto. inversion H; subst.
  apply IHA; auto. now apply dev_ok_upd.
Qed.
Lemma updl_at A : forall D, updl D A (at_ D A) = D.
Proof. induction A; intros; simpl; auto. rewrite upd_nth. apply IHA. Qed.
Lemma at_inb A D : in_mesh A -> dev_ok D -> inb (at_ D A) (sizes A).
Proof. induction 1; intros; simpl; constructor; auto. - now apply dev_ok_nth. - now apply IHForall. Qed.
Lemma updl_other A : forall D k a, ~ In a A -> nth a (updl D A k) 0 = nth a D 0.
Proof.
  induction A; intros; simpl; auto. destruct k; auto. rewrite IHA by (simpl in H; tauto).
  apply nth_upd_other. simpl in H; intuition.
Qed.
Lemma at_updl A : forall D k, NoDup A -> in_mesh A -> dev_ok D -> inb k (sizes A) -> at_ (updl D A k) A = k.
Proof.
  induction A; intros; inversion H2; subst; auto. inversion H; inversion H0; subst. simpl. f_equal.
  - rewrite updl_other, nth_upd_same; auto. now rewrite (inb_length H1).
  - apply IHA; auto. now apply dev_ok_upd.
Qed.
Lemma at_updl_other A : forall B D k, (forall a, In a B -> ~ In a A) -> at_ (updl D A k) B = at_ D B.
Proof. intros. apply map_ext_in. intros. apply updl_other. auto. Qed.
Lemma updl_app A : forall B D i j, length i = length A -> updl D (A ++ B) (i ++ j) = updl (updl D A i) B j.
Proof. induction A; destruct i; simpl; intros; try discriminate; auto. Qed.
Lemma at_app D A B : at_ D (A ++ B) = at_ D A ++ at_ D B. Proof. apply map_app. Qed.
Lemma inb_len k A : inb k (sizes A) -> length k = length A.
Proof. intros H. rewrite (inb_length H). apply map_length. Qed.
End Mesh.
