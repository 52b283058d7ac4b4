(* Distributed.v: section 2, distributed types: `V |= G : D`, and the D-rules of the collectives. *)
From Coq Require Import List Arith Lia Permutation.
From PartIR Require Import Index Fold Tensor Mesh Families Simplify.
Import ListNotations.
Set Implicit Arguments.

Section Dist.
Context {S : Scalars} {L : Laws S}.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation size := (size M). Notation sizes := (sizes M). Notation ok := (dev_ok M).
Notation red := (freduce reduce M). Notation gather := (fgather concat M). Notation slice := (fslice chunk M).
Notation in_mesh := (in_mesh M). Notation funif := (funif M).

(* D = dist<n̄; ā_1..ā_k; A partial ⊕>: tilings as (dimension, axes), major first; the axes of the partial parts;
   their monoid *)
Record dist := { tiles : list (nat * list axis); parts : list axis; pm : mono }.
(* the chunk of G that the tilings assign to δ *)
Fixpoint tile_of (ts : list (nat * list axis)) (D : dev) (G : tensor) : tensor :=
  match ts with [] => G | (d, A) :: ts => tile_of ts D (chunk d G (lin (sizes A) (at_ D A)) (prod (sizes A))) end.
(* V ⊨ G : D, iff for every δ: ⊕ of V over group(δ,A) equals the chunk of G that ā_1..ā_k assign to δ *)
Definition rep (V : dev -> tensor) (G : tensor) (Dt : dist) : Prop :=
  forall D, ok D -> red (pm Dt) (parts Dt) V D = tile_of (tiles Dt) D G.

(* the tilings divide; the shape of local(D) *)
Fixpoint chain (ts : list (nat * list axis)) (sh : list nat) : Prop :=
  match ts with
  | [] => True
  | (d, A) :: ts => d < length sh /\ in_mesh A /\ Nat.divide (prod (sizes A)) (nth d sh 0) /\
      chain ts (upd sh d (nth d sh 0 / prod (sizes A)))
  end.
Fixpoint lshape ts sh :=
  match ts with [] => sh | (d, A) :: ts => lshape ts (upd sh d (nth d sh 0 / prod (sizes A))) end.

(* a chunk of ⊕ is ⊕ of chunks *)
Lemma tile_of_reduce m ts : forall sh us D, unif sh us -> chain ts sh -> ok D ->
  tile_of ts D (reduce m us) = reduce m (map (tile_of ts D) us).
Proof.
  induction ts as [|[d A] ts]; simpl; intros sh us D U C HD.
  - now rewrite map_id.
  - destruct C as (Hd & HA & Hdiv & C). rewrite chunk_reduce with (sh := sh); auto using sizes_pos.
    + rewrite IHts with (sh := upd sh d (nth d sh 0 / prod (sizes A))); auto.
      * now rewrite map_map.
      * destruct U as [U1 U2]. apply unif_map; auto. intros t Ht. split; [apply wf_chunk|]. destruct (U2 t Ht) as [_ E].
        rewrite shape_chunk. unfold dim. now rewrite E.
    + apply lin_lt. now apply at_inb.
Qed.
Lemma tile_of_upd a i ts : (forall d A, In (d, A) ts -> ~ In a A) ->
  forall D G, tile_of ts (upd D a i) G = tile_of ts D G.
Proof.
  induction ts as [|[d A] ts]; simpl; intros H D G; auto. rewrite IHts by (intros; apply (H d0); auto).
  do 2 f_equal. apply (f_equal (lin (sizes A))). apply map_ext_in. intros b Hb. apply nth_upd_other. intros ->.
  apply (H d A); auto.
Qed.

(* ---- the D-rules of the collectives, with the same G ---- *)
Lemma tile_of_app ts ts' D G : tile_of (ts ++ ts') D G = tile_of ts' D (tile_of ts D G).
Proof. revert G; induction ts as [|[d A] ts]; simpl; auto. Qed.
Lemma tile_of_updl A : forall k ts, (forall d B, In (d, B) ts -> forall a, In a A -> ~ In a B) ->
  forall D G, tile_of ts (updl D A k) G = tile_of ts D G.
Proof.
  induction A; intros k ts H D G; simpl; auto. destruct k; auto.
  rewrite IHA; [|intros; eapply H; eauto; now right]. apply tile_of_upd. intros d B HB. apply (H d B HB). now left.
Qed.
Lemma wf_tile_of ts : forall D G, wf G -> wf (tile_of ts D G).
Proof. induction ts as [|[d A] ts]; simpl; auto using wf_chunk. Qed.
Lemma shape_tile_of ts : forall D G, shape (tile_of ts D G) = lshape ts (shape G).
Proof. induction ts as [|[d A] ts]; simpl; auto. intros. now rewrite IHts, shape_chunk. Qed.
Definition disjoint (A : list axis) (ts : list (nat * list axis)) :=
  forall d B, In (d, B) ts -> forall a, In a A -> ~ In a B.
Lemma red_nil m' V D : wf (V D) -> red m' [] V D = V D.
Proof. intros W. unfold freduce; simpl. apply tensor_eq; auto using wf_reduce. intros ix Hix. unfold reduce.
  rewrite get_tab; auto. Qed.

(* D-Reduce: V ⊨ G : D and all_reduce<⊕>{B} removes partial axes of the same ⊕: the partial axes B are discharged
   (A stays partial) *)
Theorem D_Reduce sh' V G ts A B m' : funif sh' V -> in_mesh A -> in_mesh B ->
  rep V G {| tiles := ts; parts := A ++ B; pm := m' |} ->
  rep (red m' B V) G {| tiles := ts; parts := A; pm := m' |}.
Proof. intros FV HA HB H D HD. unfold rep in *; simpl in *. rewrite (S_ReduceMerge M_pos m' FV HA HB HD).
  now apply H. Qed.

(* D-Slice: all_slice[d:ā] appends ā at the minor end of d's list, ā not partial (nor used, which only D's being well
   formed asks for) *)
Theorem D_Slice sh' V G ts P m' d A : funif sh' V -> d < length sh' -> in_mesh A -> in_mesh P ->
  Nat.divide (prod (sizes A)) (nth d sh' 0) -> (forall a, In a A -> ~ In a P) ->
  rep V G {| tiles := ts; parts := P; pm := m' |} ->
  rep (slice d A V) G {| tiles := ts ++ [(d, A)]; parts := P; pm := m' |}.
Proof.
  intros FV Hd HA HP Hdiv Dj H D HD. unfold rep in *; simpl in *. rewrite tile_of_app; simpl. rewrite <- (H D HD).
  simpl.
  unfold freduce at 2. rewrite chunk_reduce with (sh := sh'); auto using sizes_pos.
  - rewrite map_map. unfold freduce, fslice. f_equal. apply map_ext. intros k. do 2 f_equal. apply at_updl_other; auto.
  - now apply funif_group.
  - apply lin_lt. now apply at_inb.
Qed.

(* D-Gather: all_gather[d:ā] removes a minor suffix of d's list, here with nothing partial *)
Theorem D_Gather V G ts d A m' : (forall D, ok D -> wf (V D)) -> wf G -> NoDup A -> in_mesh A -> disjoint A ts ->
  d < length (lshape ts (shape G)) -> Nat.divide (prod (sizes A)) (nth d (lshape ts (shape G)) 0) ->
  rep V G {| tiles := ts ++ [(d, A)]; parts := []; pm := m' |} ->
  rep (gather d A V) G {| tiles := ts; parts := []; pm := m' |}.
Proof.
  intros WV WG ND HA Dj Hd Hdiv H D HD. unfold rep in *; simpl in *. rewrite red_nil by apply wf_concat. unfold fgather.
  rewrite <- (@concat_chunk _ d (tile_of ts D G) (prod (sizes A))); auto using wf_tile_of, sizes_pos.
  - f_equal. rewrite <- map_lin, map_map. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
    assert (HD' : ok (updl D A k)) by now apply ok_updl.
    rewrite <- (@red_nil m' V) by auto. rewrite (H _ HD'), tile_of_app; simpl.
    rewrite tile_of_updl by auto. now rewrite at_updl with (M := M).
  - now rewrite shape_tile_of.
  - unfold dim. now rewrite shape_tile_of.
Qed.
End Dist.
