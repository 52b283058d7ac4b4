(* Variadic.v: section 6, reductions with an initial value, which is folded in once per part; reductions without a unit
   (max, min) over boxes that are not empty. ArgMax.v has reductions of several operands at once. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Registry Entries Comprehension Movement.
Import ListNotations.
Set Implicit Arguments.

Section Semigroup.
Variables (A : Type) (f : A -> A -> A) (d : A).
Hypothesis fA : forall x y w, f x (f y w) = f (f x y) w.
Hypothesis fC : forall x y, f x y = f y x.
Notation fold := (fold1 f d).

(* (+)_r (i (+) (+) g r) = i (+) .. (+) i (+) (+)_r g r: the initial value once per part *)
Lemma fold1_inits B i (g : B -> list A) rs : rs <> [] ->
  fold (map (fun r => fold (i :: g r)) rs) = fold (repeat i (length rs) ++ flat_map g rs).
Proof.
  revert rs. apply (ne_ind (fun rs => fold (map (fun r => fold (i :: g r)) rs) =
    fold (repeat i (length rs) ++ flat_map g rs))).
  - intros. cbn. now rewrite app_nil_r.
  - intros x l Hl IH. cbn [map length repeat flat_map app].
    rewrite (fold1_cons f d fA (fold (i :: g x))) by (destruct l; [congruence|discriminate]).
    rewrite IH. rewrite <- (@fold1_app _ f d fA (i :: g x)); [|discriminate|destruct l; [congruence|discriminate]].
    apply fold1_perm; auto. cbn [app]. constructor. rewrite !app_assoc.
    apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma fold1_repeat i n l : 0 < n -> f i i = i -> fold (repeat i n ++ l) = fold (i :: l).
Proof. intros Hn H. induction n as [|[|n] IH]; [lia|auto|]. rewrite <- IH by lia. cbn. now rewrite H. Qed.
(* parts without an initial value where none is empty, or with one that is idempotent *)
Lemma fold1_parts B ini (g : B -> list A) rs : rs <> [] ->
  (ini = [] /\ forall r, In r rs -> g r <> []) \/ (exists i, ini = [i] /\ f i i = i) ->
  fold (map (fun r => fold (ini ++ g r)) rs) = fold (ini ++ flat_map g rs).
Proof.
  intros Hrs [[-> Hg]|[i [-> Hi]]]; cbn [app].
  - symmetry. now apply fold1_flat_map.
  - rewrite fold1_inits by auto. apply fold1_repeat; auto. destruct rs; [congruence|simpl; lia].
Qed.
End Semigroup.

Lemma chunk_tab S sh (G : list nat -> @T S) v N q r : v < length sh -> 0 < N -> nth v sh 0 = q * N -> r < N ->
  chunk v (tab sh G) r N = tab (upd sh v q) (fun ix => G (upd ix v (r * q + nth v ix 0))).
Proof.
  intros Hv HN Hq Hr. assert (D : dim v (tab sh G) / N = q) by (unfold dim; simpl; rewrite Hq; apply Nat.div_mul; lia).
  unfold chunk. rewrite D. apply tab_ext. intros ix Hix. apply get_tab. eapply inb_upd_l; [exact Hix|].
  apply inb_nth with (d := v) in Hix; [|now rewrite upd_length]. rewrite nth_upd_same in Hix by auto. nia.
Qed.

(* ---- one operand list, one monoid, one initial value ---- *)
Section Init.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m : mono).
Notation fold := (fold1 (mop m) z).
Notation sev := (sev ofZ toZ).
Definition vals K e xs ix := map (fun k => sev xs (ix ++ k) e) (all_idx K).
(* out[i] = init (+) (+)_{k in K} body(i, k): fold_left from init; K may be empty *)
Definition icomp osh K (e : sx) xs (init : tensor) := tab osh (fun ix => fold (get init [] :: vals K e xs ix)).

Lemma vals_split osh K e ms xs w N q ix : fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K ->
  nth w K 0 = q * N -> inb ix osh ->
  Permutation (vals K e xs ix) (flat_map (fun r => vals (upd K w q) e (locals N r ms xs) ix) (seq 0 N)).
Proof.
  intros G Hw Hq Hix. pose proof (inb_length Hix) as Hl.
  etransitivity; [apply Permutation_map, split_box with (w := w) (N := N) (m := q); auto; lia|].
  rewrite map_flat_map. erewrite flat_map_ext_in; [reflexivity|]. intros r Hr. apply in_seq in Hr. unfold vals.
  rewrite map_map. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
  rewrite (@sev_fits S ofZ toZ (osh ++ K) (length osh + w) N q ms xs e); auto; try lia.
  - unfold shift. rewrite <- Hl. now rewrite upd_app_r, nth_app_r.
  - rewrite upd_app_r. now apply inb_app.
Qed.

(* what the parts give when they are combined: init once per part *)
Theorem icomp_parts osh K e ms xs init w N q : fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K ->
  0 < N -> nth w K 0 = q * N ->
  reduce m (map (fun r => icomp osh (upd K w q) e (locals N r ms xs) init) (seq 0 N)) =
  tab osh (fun ix => fold (repeat (get init []) N ++ vals K e xs ix)).
Proof.
  intros G Hw HN Hq. assert (Ns : seq 0 N <> []) by (destruct N; [lia|discriminate]).
  assert (U : unif osh (map (fun r => icomp osh (upd K w q) e (locals N r ms xs) init) (seq 0 N))).
  { apply unif_map; auto. intros; split; auto. apply wf_tab. }
  unfold reduce. rewrite (unif_hd_sh U). apply tab_ext. intros ix Hix. rewrite map_map.
  transitivity (fold (map (fun r => fold (get init [] :: vals (upd K w q) e (locals N r ms xs) ix)) (seq 0 N))).
  { f_equal. apply map_ext. intros r. unfold icomp. now rewrite get_tab. }
  rewrite fold1_inits by auto using mopA, mopC. rewrite seq_length. apply fold1_perm; auto using mopA, mopC.
  apply Permutation_app_head. symmetry. eapply vals_split; eauto.
Qed.
(* tile<d>.., any |-> partial<(+)> where init (+) init = init: for (+)'s identity; for max, min, and, or any init *)
Theorem icomp_contract_entry osh K e ms xs init w N q : fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K ->
  0 < N -> nth w K 0 = q * N -> mop m (get init []) (get init []) = get init [] ->
  reduce m (map (fun r => icomp osh (upd K w q) e (locals N r ms xs) init) (seq 0 N)) = icomp osh K e xs init.
Proof.
  intros G Hw HN Hq Hi. rewrite (@icomp_parts osh K e ms xs init w N q) by auto.
  apply tab_ext. intros ix _. now apply fold1_repeat.
Qed.
Corollary icomp_identity_entry osh K e ms xs init w N q : fits (osh ++ K) (length osh + w) N q ms xs e ->
  w < length K -> 0 < N -> nth w K 0 = q * N -> (forall a, mop m (get init []) a = a) ->
  reduce m (map (fun r => icomp osh (upd K w q) e (locals N r ms xs) init) (seq 0 N)) = icomp osh K e xs init.
Proof. intros. eapply icomp_contract_entry; eauto. Qed.
(* any init, combined once, after the parts without it *)
Theorem icomp_init_after osh K e ms xs init w N q : fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K ->
  0 < N -> nth w K 0 = q * N -> 0 < prod K ->
  tab osh (fun ix => mop m (get init [])
    (get (reduce m (map (fun r => gcomp ofZ toZ m osh (upd K w q) e (locals N r ms xs)) (seq 0 N))) ix)) =
  icomp osh K e xs init.
Proof.
  intros G Hw HN Hq HK. rewrite (@gcomp_contract_entry S ofZ toZ L m osh K e ms xs w N q) by auto.
  apply tab_ext. intros ix Hix.
  unfold gcomp. rewrite get_tab by auto. symmetry. apply fold1_cons; auto using mopA.
  unfold vals. intros E. apply map_eq_nil in E. rewrite <- all_idx_length, E in HK. simpl in HK. lia.
Qed.
(* (tile.., any) |-> tile<v>: init goes to every part, once per element *)
Theorem icomp_tile_entry osh K e ms xs init v N q : fits (osh ++ K) v N q ms xs e -> v < length osh -> 0 < N ->
  nth v osh 0 = q * N ->
  concat v (map (fun r => icomp (upd osh v q) K e (locals N r ms xs) init) (seq 0 N)) = icomp osh K e xs init.
Proof.
  intros G Hv HN Hq. rewrite <- (@concat_chunk _ v (icomp osh K e xs init) N); auto; [|apply wf_tab|exists q; auto].
  f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. unfold icomp.
  rewrite chunk_tab with (q := q) by (auto; lia).
  apply tab_ext. intros ix Hix. do 2 f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
  assert (Hlen : v < length ix) by (rewrite (inb_length Hix), upd_length; auto).
  rewrite (@sev_fits S ofZ toZ (osh ++ K) v N q ms xs e); auto; try lia.
  - unfold shift. rewrite upd_app_l, app_nth1; auto.
  - rewrite upd_app_l by auto. now apply inb_app.
Qed.
End Init.

(* ---- reduce along one dimension, any rank ---- *)
Section ReduceAlong.
Context {S : Scalars} {L : Laws S}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (m : mono).
Definition drop d (sh : list nat) := firstn d sh ++ skipn (1 + d) sh.
(* the result has R = rank - 1 dimensions, variables 0..R-1; variable R is the reduced one *)
Definition red_body d R : sx := Read 0
  (map (fun e => var (if e <? d then e else if e =? d then R else e - 1)) (seq 0 (1 + R))) [] [].
Definition reduce_along d x := gcomp ofZ toZ m (drop d (shape x)) [dim d x] (red_body d (length (shape x) - 1)) [x].
Definition reduce_along_init d x init :=
  icomp ofZ toZ m (drop d (shape x)) [dim d x] (red_body d (length (shape x) - 1)) [x] init.
Lemma drop_length d sh : d < length sh -> length (drop d sh) = length sh - 1.
Proof. intros. unfold drop. rewrite app_length, firstn_length, skipn_length. lia. Qed.
Lemma drop_upd d (sh : list nat) n : drop d (upd sh d n) = drop d sh.
Proof. unfold drop. revert sh; induction d; destruct sh; simpl; auto. simpl in IHd. now rewrite IHd. Qed.
Lemma red_fits d x N q : d < length (shape x) -> dim d x = q * N ->
  fits (drop d (shape x) ++ [dim d x]) (length (drop d (shape x)) + 0) N q [Some d] [x]
    (red_body d (length (shape x) - 1)).
Proof.
  intros Hd Hq. rewrite Nat.add_0_r, drop_length by auto. split; [exact Logic.I|].
  apply fits_read_tile with (d := d) (m := q); auto.
  - rewrite map_length, seq_length. lia.
  - now destruct d.
  - rewrite nth_map_seq by lia. rewrite Nat.ltb_irrefl, Nat.eqb_refl. apply moves_isvar.
    + rewrite app_length, drop_length by auto. simpl. lia.
    + cbn. now rewrite Nat.eqb_refl.
  - apply nth_map_free. intros e He Ne. apply free_var. destruct (Nat.ltb_spec e d); [lia|].
    apply Nat.eqb_neq in Ne as Ne'. rewrite Ne'. lia.
Qed.
(* reduce<(+)> along d: tile<d> |-> partial<(+)>, over a semigroup, no initial value, extent not 0 *)
Theorem reduce_along_contract d x N q : d < length (shape x) -> 0 < N -> dim d x = q * N -> 0 < q ->
  reduce m (map (fun r => reduce_along d (chunk d x r N)) (seq 0 N)) = reduce_along d x.
Proof.
  intros Hd HN Hq Hq0. unfold reduce_along at 2.
  rewrite <- (@gcomp_contract_entry S ofZ toZ L m _ [dim d x] _ _ _ 0 N q (@red_fits d x N q Hd Hq)); simpl; auto;
    try nia.
  f_equal. apply map_ext. intros r. unfold reduce_along, dim at 1. rewrite (@chunk_dim S d x r N q), upd_length by auto.
  now rewrite drop_upd, nth_upd_same.
Qed.
(* with an initial value: (tile<d>, any) |-> partial<(+)> where init (+) init = init *)
Theorem reduce_along_init_contract d x init N q : d < length (shape x) -> 0 < N -> dim d x = q * N ->
  mop m (get init []) (get init []) = get init [] ->
  reduce m (map (fun r => reduce_along_init d (chunk d x r N) init) (seq 0 N)) = reduce_along_init d x init.
Proof.
  intros Hd HN Hq Hi. unfold reduce_along_init at 2.
  rewrite <- (@icomp_contract_entry S L ofZ toZ m _ [dim d x] _ _ _ init 0 N q (@red_fits d x N q Hd Hq)); simpl; auto.
  f_equal. apply map_ext. intros r. unfold reduce_along_init, dim at 1.
  rewrite (@chunk_dim S d x r N q), upd_length by auto. now rewrite drop_upd, nth_upd_same.
Qed.
End ReduceAlong.

(* ---- over the integers ---- *)
Inductive vmono := VAdd | VMax.
Definition ZV : Scalars := {| T := Z; z := 0%Z; mono := vmono;
  mop := fun m => match m with VAdd => Z.add | VMax => Z.max end |}.
Lemma ZVL : Laws ZV.
Proof. split; intros [] *; simpl; lia. Qed.
Definition vtens := @tensor ZV.
Definition vvec (l : list Z) : vtens := @mkT ZV [length l] l.
Definition vsca (s : Z) : vtens := @mkT ZV [] [s].
Definition zred m d (x : vtens) : vtens := @reduce_along ZV (fun i => i) (fun i => i) m d x.
Definition zredi m d (x i : vtens) : vtens := @reduce_along_init ZV (fun i => i) (fun i => i) m d x i.

(* init 1 of a sum is counted in every part *)
Example init_one_twice : let x := vvec [1; 2; 3; 4]%Z in zredi VAdd 0 x (vsca 1) = vsca 11 /\
  @reduce ZV VAdd (map (fun r => zredi VAdd 0 (chunk 0 x r 2) (vsca 1)) [0; 1]) = vsca 12.
Proof. split; vm_compute; reflexivity. Qed.
Lemma fold_add l a : fold_left Z.add l a = (a + fold_left Z.add l 0)%Z.
Proof. revert a; induction l; intros; cbn [fold_left]; [lia|]. rewrite IHl, (IHl (0 + a)%Z). lia. Qed.
Lemma fold_repeat (i : Z) n l a : fold_left Z.add (repeat i n ++ l) a = (a + Z.of_nat n * i + fold_left Z.add l 0)%Z.
Proof. revert a; induction n; intros; cbn [repeat app fold_left]; [rewrite fold_add; lia|].
  rewrite IHn. lia.
Qed.
(* and 0 is the only initial value of a sum with which tile<d> |-> partial<add> holds, on any input, at any N > 1 *)
Theorem init_add_only_zero d (x i : vtens) N q ix : d < length (shape x) -> 1 < N -> dim d x = q * N ->
  inb ix (drop d (shape x)) ->
  @reduce ZV VAdd (map (fun r => zredi VAdd d (chunk d x r N) i) (seq 0 N)) = zredi VAdd d x i -> get i [] = 0%Z.
Proof.
  intros Hd HN Hq Hix. unfold zredi, reduce_along_init.
  assert (G := @red_fits ZV d x N q Hd Hq).
  assert (P := @icomp_parts ZV ZVL (fun i => i) (fun i => i) VAdd _ [dim d x] _ _ _ i 0 N q G ltac:(simpl; lia)
    ltac:(lia) Hq).
  intros H. set (t := @reduce ZV VAdd _) in H.
  match type of P with ?l = _ => assert (E : t = l) end.
  { unfold t. f_equal. apply map_ext. intros r. assert (X := @chunk_dim ZV d x r N q Hq ltac:(lia)).
    replace (dim d (chunk d x r N)) with q by (unfold dim; now rewrite X, nth_upd_same).
    now rewrite X, upd_length, drop_upd. }
  rewrite E, P in H. apply (f_equal (fun t => get t ix)) in H. unfold icomp in H. rewrite !get_tab in H by auto.
  destruct N as [|N]; [lia|]. set (l := vals _ _ _ _ _ _) in H. set (a := get i []) in *.
  change (fold_left Z.add (@repeat Z a N ++ l) a = fold_left Z.add l a) in H.
  rewrite (fold_repeat a N l a), (fold_add l a) in H. clearbody l a. cbn in l, a. nia.
Qed.
(* max has no unit on the integers, needs none where the box is not empty, and takes any initial value *)
Lemma max_no_unit : ~ exists u, forall x, Z.max u x = x.
Proof. intros [u H]. specialize (H (u - 1)%Z). lia. Qed.
Theorem reduce_max_contract d x N q : d < length (shape x) -> 0 < N -> dim d x = q * N -> 0 < q ->
  @reduce ZV VMax (map (fun r => zred VMax d (chunk d x r N)) (seq 0 N)) = zred VMax d x.
Proof. intros. now apply (@reduce_along_contract ZV ZVL (fun i => i) (fun i => i) VMax) with (q := q). Qed.
Theorem reduce_max_init_contract d x i N q : d < length (shape x) -> 0 < N -> dim d x = q * N ->
  @reduce ZV VMax (map (fun r => zredi VMax d (chunk d x r N) i) (seq 0 N)) = zredi VMax d x i.
Proof. intros. apply (@reduce_along_init_contract ZV ZVL (fun i => i) (fun i => i) VMax) with (q := q); auto.
  apply Z.max_id.
Qed.
(* an empty box gives the filler, here 1, and its parts' sum another value: without a unit the extent must not be 0 *)
Definition Z1 : Scalars := {| T := Z; z := 1%Z; mono := unit; mop := fun _ => Z.add |}.
Example empty_box : let x := @mkT Z1 [0] [] in
  let f x := @reduce_along Z1 (fun i => i) (fun i => i) tt 0 x in f x = @mkT Z1 [] [1%Z] /\
  @reduce Z1 tt (map (fun r => f (chunk 0 x r 2)) [0; 1]) = @mkT Z1 [] [2%Z].
Proof. split; vm_compute; reflexivity. Qed.
