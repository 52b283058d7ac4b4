(* SimplifyTerms.v: section 5's merging, cancelling and hoisting rules as rewritings of HLO terms, with value and
   typing: the statement that defines y stays, for S-DCE to drop, so that other uses of y do not matter. *)
From Coq Require Import List Arith Lia Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Simplify Hoist Functions
  Registry Entries Check Soundness ActionValues HloRename CseDce Partial.
From PartIR Require Import ParamResult MultiParam MultiParamRules.
Import ListNotations.
Set Implicit Arguments.

Section Rules.
Context {S : Scalars} {L : Laws S}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation val := (val (elt := elt)).
Notation hlo := (hlo mono op).
Notation heval := (heval tz chunk concat reduce osem M).
Notation htype := (htype oty mdef M).
Notation look := (look tz). Notation harity := (harity onum).
Notation ok := (dev_ok M). Notation typed_env := (typed_env (elt := elt) M).
Notation rewrites := (rewrites osem oty mdef M).
Notation sizes := (sizes M). Notation in_mesh := (in_mesh M). Notation funif := (funif M).
Notation axes_ok := (axes_ok M). Notation divs := (divs M).
Notation sliced := (sliced M). Notation gathered := (gathered M).
Notation HVars := (HVars mono op). Notation HOp := (HOp mono). Notation HSlice := (HSlice mono op).
Notation HGather := (HGather mono op). Notation HReduce := (HReduce op). Notation HScatter := (HScatter op).
Notation HAllToAll := (HAllToAll mono op).

(* ---- below a let, and below two ---- *)
Ltac inv_let H H1 H2 :=
  inversion H as [| | |? ? ? ? H1 H2|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ?|? ? ? ? ? ?]; subst.
Lemma below_let G s1 s2 s2' s :
  (forall t1 t2, htype G s1 t1 -> htype (t1 ++ G) s2 t2 -> htype (t1 ++ G) s2' t2 /\
    forall E, typed_env G E -> forall D, ok D ->
    heval (fun D => heval E s1 D ++ E D) s2 D = heval (fun D => heval E s1 D ++ E D) s2' D) ->
  rewrites G (HLet s1 (HLet s2 s)) (HLet s1 (HLet s2' s)).
Proof.
  intros K ts H. inv_let H H1 H2. inv_let H2 H3 H4. destruct (K _ _ H1 H3) as [HT HV]. split.
  - econstructor; eauto. econstructor; eauto.
  - intros E HE D HD. simpl. apply congruence_let; auto; [eapply htype_meshed; eauto|].
    intros D' HD'. f_equal. now apply HV.
Qed.
Lemma below_lets G s0 s1 s2 s2' s :
  (forall t0 t1 t2, htype G s0 t0 -> htype (t0 ++ G) s1 t1 -> htype (t1 ++ t0 ++ G) s2 t2 ->
    htype (t1 ++ t0 ++ G) s2' t2 /\ forall E, typed_env G E -> forall D, ok D ->
    let E0 D := heval E s0 D ++ E D in let E1 D := heval E0 s1 D ++ E0 D in heval E1 s2 D = heval E1 s2' D) ->
  rewrites G (HLet s0 (HLet s1 (HLet s2 s))) (HLet s0 (HLet s1 (HLet s2' s))).
Proof.
  intros K ts H. inv_let H H0 H'. inv_let H' H1 H2. inv_let H2 H3 H4. destruct (K _ _ _ H0 H1 H3) as [HT HV]. split.
  - econstructor; eauto. econstructor; eauto. econstructor; eauto.
  - intros E HE D HD. simpl. apply congruence_let; auto; [eapply htype_meshed; eauto|].
    intros D' HD'. f_equal. now apply HV.
Qed.

(* ---- local shapes ---- *)
Lemma axes_prod A : axes_ok A -> 0 < prod (sizes A).
Proof. intros [_ H]. now apply sizes_pos. Qed.
Lemma axes_app A B : axes_ok A -> axes_ok B -> (forall a, In a A -> ~ In a B) -> axes_ok (A ++ B).
Proof.
  intros [NA HA] [NB HB] Dj. split; [apply NoDup_app_iff; auto|now apply Forall_app].
Qed.
Lemma axes_app_inv A B : axes_ok (A ++ B) -> axes_ok A /\ axes_ok B.
Proof.
  intros [N H]. apply NoDup_app_iff in N as (NA & NB & _). apply Forall_app in H as [HA HB]. repeat split; auto.
Qed.
Lemma prod_both A B : prod (sizes (A ++ B)) = prod (sizes A) * prod (sizes B).
Proof. now rewrite sizes_app, prod_app. Qed.
Lemma gathered_gathered d A B n : d < length n -> gathered d A (gathered d B n) = gathered d (A ++ B) n.
Proof. intros. unfold Hlo.gathered. rewrite nth_upd_same, upd_upd, prod_both by auto. f_equal. lia. Qed.
Lemma sliced_sliced d A B n : d < length n -> axes_ok A -> axes_ok B ->
  sliced d B (sliced d A n) = sliced d (A ++ B) n.
Proof.
  intros Hd HA HB. apply axes_prod in HA. apply axes_prod in HB.
  unfold Hlo.sliced. rewrite nth_upd_same, upd_upd, prod_both by auto. f_equal. apply Nat.div_div; lia.
Qed.
Lemma sliced_gathered d A n : d < length n -> axes_ok A -> sliced d A (gathered d A n) = n.
Proof.
  intros Hd HA. apply axes_prod in HA. unfold Hlo.sliced, Hlo.gathered.
  rewrite nth_upd_same, upd_upd, Nat.div_mul by (auto; lia). now apply upd_nth.
Qed.
Lemma gathered_sliced d A n : divs d A n -> axes_ok A -> gathered d A (sliced d A n) = n.
Proof.
  intros (Hd & [q Hq] & _) HA. apply axes_prod in HA. unfold Hlo.sliced, Hlo.gathered.
  rewrite nth_upd_same, upd_upd, Hq, Nat.div_mul by (auto; lia). rewrite <- Hq. now apply upd_nth.
Qed.
Lemma env_funif G (E : dev -> list tensor) x n el : typed_env G E -> has G x (n, el) -> funif n (fun D => look (E D) x).
Proof. intros HE Hx D HD. exact (val_look x (HE D HD) Hx). Qed.

Ltac first_has :=
  match goal with X : has (_ ++ _) 0 _ |- _ => unfold has in X; simpl in X; inversion X; subst; clear X end.
Ltac open_rule H1 H2 := intros t1 t2 H1 H2; inversion H1; subst; inversion H2; subst; first_has.
Ltac param n el Hx :=
  match goal with X : has _ ?x (?n0, ?e0) |- _ => rename X into Hx; rename n0 into n; rename e0 into el end.

(* S-GatherSlice: let y = all_gather[d:ā] x in let z = all_slice[d:ā] y in s ⟶ let y = .. in let z = x in s *)
Theorem rw_gather_slice G x d A s :
  rewrites G (HLet (HGather d A x) (HLet (HSlice d A 0) s)) (HLet (HGather d A x) (HLet (HVars [1 + x]) s)).
Proof.
  apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : d < length n, Y : axes_ok A |- _ => rename X into Hd; rename Y into OA end.
  rewrite sliced_gathered by auto. split; [repeat constructor; exact Hx|]. intros E HE D HD. simpl. f_equal.
  exact (@S_GatherSlice _ M M_pos n d A (fun D => look (E D) x) D (env_funif HE Hx) Hd (proj2 OA) HD).
Qed.
(* S-GatherSlice, a prefix: let y = all_gather[d:ā·c̄] x in let z = all_slice[d:ā] y in s
   ⟶ let y = .. in let z = all_gather[d:c̄] x in s *)
Theorem rw_gather_slice_prefix G x d A C s :
  rewrites G (HLet (HGather d (A ++ C) x) (HLet (HSlice d A 0) s))
             (HLet (HGather d (A ++ C) x) (HLet (HGather d C (1 + x)) s)).
Proof.
  apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : d < length n, Y : axes_ok (A ++ C) |- _ =>
    rename X into Hd; apply axes_app_inv in Y as [OA OC] end.
  rewrite <- gathered_gathered, sliced_gathered by (auto; unfold Hlo.gathered; rewrite upd_length; auto).
  split; [constructor; auto|]. intros E HE D HD. simpl. f_equal.
  exact (@S_GatherSlice_prefix _ M M_pos n d A C (fun D => look (E D) x) D (env_funif HE Hx) Hd
    (proj2 OA) (proj2 OC) HD).
Qed.
(* S-GatherSlice, a longer slice: let y = all_gather[d:ā] x in let z = all_slice[d:ā·c̄] y in s
   ⟶ let y = .. in let z = all_slice[d:c̄] x in s *)
Theorem rw_gather_slice_prefix2 G x d A C s :
  rewrites G (HLet (HGather d A x) (HLet (HSlice d (A ++ C) 0) s))
             (HLet (HGather d A x) (HLet (HSlice d C (1 + x)) s)).
Proof.
  apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : d < length n, Y : axes_ok (A ++ C), Z : divs _ _ _ |- _ =>
    rename X into Hd; apply axes_app_inv in Y as [OA OC]; destruct Z as (_ & [q Hq] & Hle) end.
  pose proof (axes_prod OA) as PA. pose proof (axes_prod OC) as PC.
  unfold Hlo.gathered in Hq, Hle. rewrite nth_upd_same, prod_both in Hq, Hle by auto.
  assert (DC : Nat.divide (prod (sizes C)) (nth d n 0)) by (exists q; nia).
  rewrite <- sliced_sliced, sliced_gathered by (auto; unfold Hlo.gathered; rewrite upd_length; auto).
  split; [constructor; auto; repeat split; auto; nia|]. intros E HE D HD. simpl. f_equal.
  exact (@S_GatherSlice_prefix2 _ M M_pos n d A C (fun D => look (E D) x) D (env_funif HE Hx) Hd
    (proj2 OA) (proj2 OC) DC HD).
Qed.

(* S-ReduceScatter: let y = all_reduce<⊕>{ā∪B} x in let z = all_slice[d:ā] y in s
   ⟶ let y = .. in let z = reduce_scatter<⊕>[d:ā](all_reduce<⊕>{B} x) in s, ā ∩ B = ∅ *)
Theorem rw_reduce_scatter G x d m A B C s : Permutation C (A ++ B) ->
  rewrites G (HLet (HReduce m C x) (HLet (HSlice d A 0) s))
             (HLet (HReduce m C x) (HLet (HLet (HReduce m B (1 + x)) (HScatter m d A 0)) s)).
Proof.
  intros P. apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : axes_ok C |- _ => rename X into OC end.
  assert (OB : axes_ok B).
  { apply (@axes_app_inv A B). destruct OC. split; [eapply Permutation_NoDup; eauto|eapply Permutation_Forall; eauto]. }
  assert (OA : axes_ok A).
  { apply (@axes_app_inv A B). destruct OC. split; [eapply Permutation_NoDup; eauto|eapply Permutation_Forall; eauto]. }
  split.
  { econstructor; [constructor; eauto|]. constructor; auto. reflexivity. }
  intros E HE D HD. simpl. f_equal. destruct OC as [NC HC].
  exact (@S_ReduceScatter_set _ _ M M_pos n d m A B C (fun D => look (E D) x) D P NC HC (env_funif HE Hx) HD).
Qed.
(* S-ReduceScatter with no other axes: let y = all_reduce<⊕>{ā} x in let z = all_slice[d:ā] y in s
   ⟶ let y = .. in let z = reduce_scatter<⊕>[d:ā] x in s *)
Theorem rw_reduce_scatter_all G x d m A C s : Permutation C A ->
  rewrites G (HLet (HReduce m C x) (HLet (HSlice d A 0) s))
             (HLet (HReduce m C x) (HLet (HScatter m d A (1 + x)) s)).
Proof.
  intros P. apply below_let. open_rule H1 H2. param n el Hx. split; [constructor; auto|].
  match goal with X : axes_ok C |- _ => destruct X as [NC HC] end.
  intros E HE D HD. simpl. f_equal. unfold fscatter. apply slice_ext.
  exact (@red_perm _ _ M M_pos n m C A (fun D => look (E D) x) P NC HC (env_funif HE Hx) D HD).
Qed.

(* S-AllToAll: let y = all_gather[d:ā] x in let z = all_slice[d':ā] y in s
   ⟶ let y = .. in let z = all_to_all[d→d':ā] x in s, d ≠ d' *)
Theorem rw_all_to_all G x d d' A s : d <> d' ->
  rewrites G (HLet (HGather d A x) (HLet (HSlice d' A 0) s))
             (HLet (HGather d A x) (HLet (HAllToAll d d' A (1 + x)) s)).
Proof.
  intros Ne. apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : divs _ _ _ |- _ => destruct X as (D1 & D2 & D3) end.
  unfold Hlo.gathered in D1, D2, D3. rewrite upd_length in D1. rewrite nth_upd_other in D2, D3 by auto.
  split; [constructor; auto; repeat split; auto|]. intros E HE D HD. reflexivity.
Qed.

(* S-ReduceMerge: let y = all_reduce<⊕>{B} x in let z = all_reduce<⊕>{A} y in s
   ⟶ let y = .. in let z = all_reduce<⊕>{A∪B} x in s, A ∩ B = ∅ *)
Theorem rw_reduce_merge G x m A B s : (forall a, In a A -> ~ In a B) ->
  rewrites G (HLet (HReduce m B x) (HLet (HReduce m A 0) s))
             (HLet (HReduce m B x) (HLet (HReduce m (A ++ B) (1 + x)) s)).
Proof.
  intros Dj. apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : axes_ok A, Y : axes_ok B |- _ => rename X into OA; rename Y into OB end.
  split; [constructor; auto using axes_app|]. intros E HE D HD. simpl. f_equal.
  exact (@S_ReduceMerge _ _ M M_pos n m A B (fun D => look (E D) x) D (env_funif HE Hx) (proj2 OA) (proj2 OB) HD).
Qed.
(* S-GatherMerge: let y = all_gather[d:b̄] x in let z = all_gather[d:ā] y in s
   ⟶ let y = .. in let z = all_gather[d:ā·b̄] x in s, ā ∩ b̄ = ∅ *)
Theorem rw_gather_merge G x d A B s : (forall a, In a A -> ~ In a B) ->
  rewrites G (HLet (HGather d B x) (HLet (HGather d A 0) s))
             (HLet (HGather d B x) (HLet (HGather d (A ++ B) (1 + x)) s)).
Proof.
  intros Dj. apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : axes_ok A, Y : axes_ok B, Z : d < length n |- _ =>
    rename X into OA; rename Y into OB; rename Z into Hd end.
  rewrite gathered_gathered by auto. split; [constructor; auto using axes_app|]. intros E HE D HD. simpl. f_equal.
  exact (@S_GatherMerge _ M M_pos n d A B (fun D => look (E D) x) D (env_funif HE Hx) Hd (proj2 OA) (proj2 OB) HD).
Qed.
(* S-SliceMerge: let y = all_slice[d:ā] x in let z = all_slice[d:b̄] y in s
   ⟶ let y = .. in let z = all_slice[d:ā·b̄] x in s, ā ∩ b̄ = ∅ *)
Theorem rw_slice_merge G x d A B s : (forall a, In a A -> ~ In a B) ->
  rewrites G (HLet (HSlice d A x) (HLet (HSlice d B 0) s))
             (HLet (HSlice d A x) (HLet (HSlice d (A ++ B) (1 + x)) s)).
Proof.
  intros Dj. apply below_let. open_rule H1 H2. param n el Hx.
  match goal with X : axes_ok A, Y : axes_ok B, Z : divs d A n, Z' : divs d B _ |- _ =>
    rename X into OA; rename Y into OB; destruct Z as (Hd & [q Hq] & Hle); destruct Z' as (_ & [r Hr] & Hle') end.
  pose proof (axes_prod OA) as PA. pose proof (axes_prod OB) as PB.
  unfold Hlo.sliced in Hr, Hle'. rewrite nth_upd_same, Hq, Nat.div_mul in Hr, Hle' by (auto; lia).
  assert (DAB : Nat.divide (prod (sizes A) * prod (sizes B)) (nth d n 0)) by (exists r; nia).
  rewrite sliced_sliced by auto.
  split; [constructor; auto using axes_app; repeat split; rewrite ?prod_both; auto; nia|].
  intros E HE D HD. simpl. f_equal.
  exact (@S_SliceMerge _ M M_pos n d A B (fun D => look (E D) x) D (env_funif HE Hx) Hd (proj2 OA) (proj2 OB) DAB HD).
Qed.

(* ---- where another value is replicated over ā: ⟦s0⟧(δ[ā↦κ]) = ⟦s0⟧(δ) ---- *)
Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o a b, oty o a b -> length b = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
Lemma updl_twice A : forall D k k', length k = length k' -> length k = length A -> NoDup A ->
  updl (updl D A k) A k' = updl D A k'.
Proof.
  assert (C : forall A D a i k, ~ In a A -> upd (updl D A k) a i = updl (upd D a i) A k).
  { clear A. induction A as [|b A IH]; intros D a i [|j k] H; simpl; auto. rewrite IH by (intros X; apply H; now right).
    f_equal. apply upd_comm. intros ->. apply H. now left. }
  induction A as [|a A IH]; intros D [|i k] [|i' k'] H1 H2 N; simpl in *; try discriminate; auto.
  inversion N; subst. rewrite C, upd_upd by auto. apply IH; auto.
Qed.
Lemma inb_axes A k : inb k (sizes A) -> length k = length A.
Proof. intros H. apply inb_length in H. unfold Mesh.sizes in H. now rewrite map_length in H. Qed.
(* all_gather and all_reduce over ā give values replicated over ā *)
Lemma gather_replicated d A x E D k : axes_ok A -> inb k (sizes A) ->
  heval E (HGather d A x) (updl D A k) = heval E (HGather d A x) D.
Proof.
  intros [N _] Hk. simpl. unfold fgather. do 2 f_equal. apply map_ext_in. intros k' Hk'. apply in_all_idx in Hk'.
  apply inb_axes in Hk. apply inb_axes in Hk'. rewrite updl_twice; auto; congruence.
Qed.
Lemma reduce_replicated m A x E D k : axes_ok A -> inb k (sizes A) ->
  heval E (HReduce m A x) (updl D A k) = heval E (HReduce m A x) D.
Proof.
  intros [N _] Hk. simpl. unfold freduce. do 2 f_equal. apply map_ext_in. intros k' Hk'. apply in_all_idx in Hk'.
  apply inb_axes in Hk. apply inb_axes in Hk'. rewrite updl_twice; auto; congruence.
Qed.

(* S-SliceGather: let x̄ = s0 in let y = all_slice[d:ā] x in let z = all_gather[d:ā] y in s
   ⟶ let x̄ = s0 in let y = .. in let z = x in s where ⟦s0⟧ is replicated over ā *)
Theorem rw_slice_gather G s0 x d A s : x < harity s0 ->
  (forall E, typed_env G E -> forall D k, ok D -> inb k (sizes A) -> heval E s0 (updl D A k) = heval E s0 D) ->
  rewrites G (HLet s0 (HLet (HSlice d A x) (HLet (HGather d A 0) s)))
             (HLet s0 (HLet (HSlice d A x) (HLet (HVars [1 + x]) s))).
Proof.
  intros Lx HR. apply below_lets. intros t0 t1 t2 H0 H1 H2. inversion H1; subst; inversion H2; subst; first_has.
  param n el Hx.
  match goal with X : axes_ok A, Y : divs d A n |- _ => rename X into OA; rename Y into DV end.
  rewrite gathered_sliced by auto. split; [repeat constructor; exact Hx|]. intros E HE D HD. simpl. f_equal.
  assert (HE0 : typed_env (t0 ++ G) (fun D => heval E s0 D ++ E D)).
  { intros D' HD'. apply Forall2_app; [|now apply HE]. eapply htype_sound; eauto. }
  destruct DV as (Hd & Hdiv & _).
  apply (@S_SliceGather _ M M_pos n d A (fun D => look (heval E s0 D ++ E D) x) D (env_funif HE0 Hx) Hd
    (proj1 OA) (proj2 OA) Hdiv HD).
  intros k Hk. rewrite !look_l by (rewrite (@har _ _ _ _ _ _ _ _ onum); auto). now rewrite HR.
Qed.

(* S-ReduceHoist: let w̄ = s0 in let y = all_reduce<⊕>{A} x in let z = op(w, y) in s
   ⟶ let w̄ = s0 in let y = .. in let z = all_reduce<⊕>{A}(op(w, x)) in s where ⟦s0⟧ is replicated over A and op is a
   ⊕-homomorphism in its second operand, at the types that it has *)
Theorem rw_reduce_hoist G s0 w x m A o s : onum o = 1 -> w < harity s0 ->
  (forall E, typed_env G E -> forall D k, ok D -> inb k (sizes A) -> heval E s0 (updl D A k) = heval E s0 D) ->
  (forall t n el b, oty o [t; (n, el)] b -> Forall (fun u => mdef m (snd u)) b /\
    forall v ts, val v t -> unif n ts ->
    look (osem o [v; reduce m ts]) 0 = reduce m (map (fun u => look (osem o [v; u]) 0) ts)) ->
  rewrites G (HLet s0 (HLet (HReduce m A x) (HLet (HOp o [1 + w; 0]) s)))
             (HLet s0 (HLet (HReduce m A x) (HLet (HLet (HOp o [1 + w; 1 + x]) (HReduce m A 0)) s))).
Proof.
  intros O1 Lw HR HO. apply below_lets. intros t0 t1 t2 H0 H1 H2. inversion H1; subst; inversion H2; subst.
  param n el Hx. match goal with X : axes_ok A |- _ => rename X into OA end.
  match goal with X : Forall2 _ _ _, Y : oty o _ _ |- _ => rename X into Ho; rename Y into To end.
  inversion Ho as [|? t ? l Hw Ho']; subst. inversion Ho' as [|? u ? l' Hy Ho'']; subst. inversion Ho''; subst.
  unfold has in Hy; simpl in Hy. inversion Hy; subst. destruct (HO _ _ _ _ To) as [HM HH].
  pose proof (oty_num To) as Ln. rewrite O1 in Ln. destruct t2 as [|[n2 e2] [|]]; try discriminate.
  inversion HM; subst. simpl in *. split.
  { econstructor; [econstructor; [|exact To]|]; [repeat (constructor; [assumption|]); constructor|].
    constructor; auto. reflexivity. }
  intros E HE D HD. destruct t as [nw ew]. unfold has in Hw. simpl in Hw.
  assert (HE0 : typed_env (t0 ++ G) (fun D => heval E s0 D ++ E D)).
  { intros D' HD'. apply Forall2_app; [|now apply HE]. eapply htype_sound; eauto. }
  set (E0 D := heval E s0 D ++ E D) in *.
  assert (One : forall l, osem o l = [look (osem o l) 0]).
  { intros l. pose proof (onum_ok o l) as X. rewrite O1 in X. destruct (osem o l) as [|? [|]]; try discriminate. auto. }
  assert (Same : forall l R, look (osem o l ++ R) 0 = look (osem o l) 0).
  { intros l R. apply look_l. rewrite onum_ok, O1. lia. }
  rewrite One. f_equal.
  etransitivity; [apply (@S_ReduceHoist _ M M_pos n nw m A (fun w y => look (osem o [w; y]) 0) (fun D => look (E0 D) w)
    (fun D => look (E0 D) x) D (env_funif HE0 Hx) (env_funif HE0 Hw) (proj2 OA) HD)|].
  - intros v ts W Sh U. apply HH; auto. split; auto.
  - intros k Hk. unfold E0. rewrite !look_l by (rewrite (@har _ _ _ _ _ _ _ _ onum); auto). now rewrite HR.
  - unfold freduce. f_equal. apply map_ext. intros k. symmetry. apply Same.
Qed.
(* S-ReduceHoist of two reduced operands: let y = all_reduce<⊕>{A} x in let y' = all_reduce<⊕>{A} x' in
   let z = op(y, y') in s ⟶ let y = .. in let y' = .. in let z = all_reduce<⊕>{A}(op(x, x')) in s where op is a
   ⊕-homomorphism jointly in both, at the types that it has; x' is not y *)
Theorem rw_reduce_hoist_both G x x' m A o s : onum o = 1 ->
  (forall n el n' el' b, oty o [(n, el); (n', el')] b -> Forall (fun u => mdef m (snd u)) b /\
    joint_hom m [(true, n); (true, n')] (fun l => look (osem o l) 0)) ->
  rewrites G (HLet (HReduce m A x) (HLet (HReduce m A (1 + x')) (HLet (HOp o [1; 0]) s)))
             (HLet (HReduce m A x) (HLet (HReduce m A (1 + x'))
               (HLet (HLet (HOp o [2 + x; 2 + x']) (HReduce m A 0)) s))).
Proof.
  intros O1 HO. apply below_lets. intros t0 t1 t2 H0 H1 H2.
  inversion H0; subst; inversion H1; subst; inversion H2; subst.
  match goal with X : has G x (?n1, ?e1), Y : has (_ ++ G) _ (?n2, ?e2) |- _ =>
    rename X into Hx; rename Y into Hx'; rename n1 into na; rename e1 into ea; rename n2 into nb; rename e2 into eb end.
  match goal with X : axes_ok A |- _ => rename X into OA end.
  match goal with X : Forall2 _ _ _, Y : oty o _ _ |- _ => rename X into Ho; rename Y into To end.
  inversion Ho as [|? t ? l Hw Ho']; subst. inversion Ho' as [|? u ? l' Hy Ho'']; subst. inversion Ho''; subst.
  unfold has in Hy, Hw; simpl in Hy, Hw. inversion Hy; subst. inversion Hw; subst.
  destruct (HO _ _ _ _ _ To) as [HM HH].
  pose proof (oty_num To) as Ln. rewrite O1 in Ln. destruct t2 as [|[n2 e2] [|]]; try discriminate.
  inversion HM; subst. simpl in *. split.
  { econstructor; [econstructor; [|exact To]|]; [repeat (constructor; [assumption|]); constructor|].
    constructor; auto. reflexivity. }
  intros E HE D HD. unfold has in Hx'. simpl in Hx'.
  assert (One : forall l, osem o l = [look (osem o l) 0]).
  { intros l. pose proof (onum_ok o l) as X. rewrite O1 in X. destruct (osem o l) as [|? [|]]; try discriminate. auto. }
  assert (Same : forall l R, look (osem o l ++ R) 0 = look (osem o l) 0).
  { intros l R. apply look_l. rewrite onum_ok, O1. lia. }
  rewrite One. f_equal.
  etransitivity; [apply (@S_ReduceHoist_joint _ M M_pos m A (fun l => look (osem o l) 0)
    [(true, na, fun D => look (E D) x); (true, nb, fun D => look (E D) x')] D (proj2 OA) HD HH)|].
  - repeat constructor; simpl; eapply env_funif; eauto.
  - repeat constructor; simpl; discriminate.
  - unfold freduce. f_equal. apply map_ext. intros k. symmetry. apply Same.
Qed.
End Rules.
