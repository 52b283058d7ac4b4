(* Comprehension.v: section 6, tensor comprehensions in full, out[i] = (+)_{k in K} f(operand_1[pi_1(i,k)], ..), with
   affine index maps with offsets (and div/mod, for reshapes and interior padding), guards, constants, indices as
   values, and clamped data-dependent reads; when a loop variable gives a tile or a partial entry, and why
   it may give none.
   Registry.v has the special case of projections; the ops are in Movement.v, Reads.v and Variadic.v. *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Registry Entries.
Import ListNotations.
Set Implicit Arguments.

(* ---- index expressions over the loop variables I = i ++ k: ((sum c_v * I_v + o) div dv) mod md; md = 0: no mod *)
Record iexp := IE { terms : list (nat * Z); off : Z; dv : Z; md : Z }.
Definition isum (ts : list (nat * Z)) (I : list nat) : Z :=
  fold_right (fun t s => (snd t * Z.of_nat (nth (fst t) I 0%nat) + s)%Z) 0%Z ts.
Definition ieval (e : iexp) (I : list nat) : Z :=
  let s := ((isum (terms e) I + off e) / dv e)%Z in if (md e =? 0)%Z then s else (s mod md e)%Z.
Definition aff ts o := IE ts o 1 0.
Definition var v := aff [(v, 1%Z)] 0.
Definition cst c := aff [] c.
(* v does not occur; the expression is v itself *)
Definition free v (e : iexp) := forallb (fun t => negb (Nat.eqb (fst t) v)) (terms e).
Definition isvar v (e : iexp) :=
  match e with
  | IE [(u, c)] o d m => Nat.eqb u v && (c =? 1)%Z && (o =? 0)%Z && (d =? 1)%Z && (m =? 0)%Z
  | _ => false
  end.

Lemma ieval_aff ts o I : ieval (aff ts o) I = (isum ts I + o)%Z.
Proof. unfold ieval; simpl. apply Z.div_1_r. Qed.
Lemma ieval_var v I : ieval (var v) I = Z.of_nat (nth v I 0%nat).
Proof. unfold var. rewrite ieval_aff. unfold isum. cbn [fold_right fst snd]. lia. Qed.
Lemma ieval_free v e I w : free v e = true -> ieval e (upd I v w) = ieval e I.
Proof.
  unfold free, ieval. intros H. replace (isum (terms e) (upd I v w)) with (isum (terms e) I); auto.
  induction (terms e) as [|[u c] ts IH]; auto. simpl in *. apply andb_true_iff in H as [H1 H2].
  rewrite <- IH by auto. rewrite nth_upd_other; auto. intros ->. now rewrite Nat.eqb_refl in H1.
Qed.
Lemma ieval_isvar v e I : isvar v e = true -> ieval e I = Z.of_nat (nth v I 0%nat).
Proof.
  destruct e as [[|[u c] [|? ?]] o d m]; simpl; try discriminate. rewrite !andb_true_iff, Nat.eqb_eq, !Z.eqb_eq.
  intros [[[[-> ->] ->] ->] ->]. apply ieval_var.
Qed.

(* ---- reads: at p_d + clamp(0, s_d, l_d) along each dimension d; a read outside is the filler ---- *)
Definition clamp (l s : Z) : Z := Z.max 0 (Z.min s l).
Fixpoint posn (I : list nat) (ix : list iexp) (ss ls : list Z) : list Z :=
  match ix with [] => [] | a :: ix => (ieval a I + clamp (hd 0 ls) (hd 0 ss))%Z :: posn I ix (tl ss) (tl ls) end.
Fixpoint inside (p : list Z) (sh : list nat) : bool :=
  match p, sh with
  | [], [] => true
  | i :: p, n :: sh => (0 <=? i)%Z && (i <? Z.of_nat n)%Z && inside p sh
  | _, _ => false
  end.

Lemma clamp_0 s : clamp 0 s = 0%Z.
Proof. unfold clamp. lia. Qed.
Lemma posn_length I ix ss ls : length (posn I ix ss ls) = length ix.
Proof. revert ss ls; induction ix; simpl; auto. Qed.
Lemma nth_tl A (l : list A) d a : nth d (tl l) a = nth (S d) l a.
Proof. destruct l; simpl; destruct d; auto. Qed.
Lemma nth_hd A (l : list A) a : nth 0 l a = hd a l.
Proof. now destruct l. Qed.
Lemma nth_posn I ix ss ls d : d < length ix ->
  nth d (posn I ix ss ls) 0%Z = (ieval (nth d ix (cst 0)) I + clamp (nth d ls 0) (nth d ss 0))%Z.
Proof.
  revert d ss ls; induction ix; simpl; intros; [lia|]. destruct d; simpl; [now rewrite !nth_hd|].
  rewrite IHix by lia. now rewrite !nth_tl.
Qed.
Lemma inside_inb p sh : inside p sh = true -> inb (map Z.to_nat p) sh.
Proof.
  revert sh; induction p; destruct sh; simpl; try discriminate; [constructor|].
  rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt. intros [[H1 H2] H]. constructor; [lia|]. now apply IHp.
Qed.
Lemma inside_upd p sh d m n w : inside p (upd sh d m) = inside (upd p d w) (upd sh d n) \/ length p <= d \/
  ~ ((0 <= nth d p 0 < Z.of_nat m) /\ (0 <= w < Z.of_nat n))%Z.
Proof.
  revert sh d; induction p as [|i p IH]; intros sh d; [right; left; simpl; lia|].
  destruct sh as [|k sh], d as [|d]; simpl; auto.
  - destruct (Z_lt_dec i 0); [right; right; lia|]. destruct (Z_lt_dec i (Z.of_nat m)); [|right; right; lia].
    destruct (Z_lt_dec w 0); [right; right; lia|]. destruct (Z_lt_dec w (Z.of_nat n)); [|right; right; lia].
    left. rewrite !(proj2 (Z.leb_le 0 _)), !(proj2 (Z.ltb_lt _ _)) by lia. auto.
  - destruct (IH sh d) as [->|[H|H]]; auto. right; left; lia.
Qed.
Lemma map_upd A B (f : A -> B) l d w : map f (upd l d w) = upd (map f l) d (f w).
Proof. revert d; induction l; destruct d; simpl; auto. now rewrite IHl. Qed.

Section Body.
Context {S : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z).

(* the scalar expression f with its reads; x is an operand's number, `at` and `ls` are empty for a static read *)
Inductive sx :=
| Lit (c : T)
| Index (a : iexp)                                                  (* the index as a value: iota *)
| Read (x : nat) (ix : list iexp) (at_ : list sx) (ls : list Z)
| App (f : list T -> T) (es : list sx)
| Guard (a : iexp) (l : Z) (e1 e2 : sx).                            (* e1 where a >= l, else e2 *)

Section Ind.
Variable P : sx -> Prop.
Hypotheses (HL : forall c, P (Lit c)) (HI : forall a, P (Index a))
  (HR : forall x ix es ls, Forall P es -> P (Read x ix es ls)) (HA : forall f es, Forall P es -> P (App f es))
  (HG : forall a l e1 e2, P e1 -> P e2 -> P (Guard a l e1 e2)).
Fixpoint sx_ind2 (e : sx) : P e :=
  let all := fix all l : Forall P l :=
    match l with [] => Forall_nil _ | e :: l => Forall_cons _ (sx_ind2 e) (all l) end in
  match e with
  | Lit c => HL c | Index a => HI a | Read x ix es ls => HR x ix ls (all es) | App f es => HA f (all es)
  | Guard a l e1 e2 => HG a l (sx_ind2 e1) (sx_ind2 e2)
  end.
End Ind.

Definition rd (t : tensor) (p : list Z) : T := if inside p (shape t) then get t (map Z.to_nat p) else z.
Fixpoint sev (xs : list tensor) (I : list nat) (e : sx) : T :=
  match e with
  | Lit c => c
  | Index a => ofZ (ieval a I)
  | Read x ix es ls => rd (nth x xs tz) (posn I ix (map toZ (map (sev xs I) es)) ls)
  | App f es => f (map (sev xs I) es)
  | Guard a l e1 e2 => if (l <=? ieval a I)%Z then sev xs I e1 else sev xs I e2
  end.

(* out[i] = (+)_{k in K} body(i, k) *)
Definition gcomp m osh K (e : sx) (xs : list tensor) :=
  tab osh (fun ix => fold1 (mop m) z (map (fun k => sev xs (ix ++ k) e) (all_idx K))).

Lemma rd_chunk x d r N m p : dim d x = m * N -> 0 < N -> r < N -> d < length p -> (0 <= nth d p 0 < Z.of_nat m)%Z ->
  rd (chunk d x r N) p = rd x (upd p d (Z.of_nat (r * m) + nth d p 0)%Z).
Proof.
  intros D HN Hr Hd Hp. assert (Q : dim d x / N = m) by (rewrite D; apply Nat.div_mul; lia).
  unfold rd. rewrite shape_chunk, Q.
  assert (Hw : (0 <= Z.of_nat (r * m) + nth d p 0 < Z.of_nat (dim d x))%Z) by (rewrite D; nia).
  destruct (inside_upd p (shape x) d m (dim d x) (Z.of_nat (r * m) + nth d p 0)%Z) as [E|[E|E]]; try lia.
  unfold dim in E. rewrite upd_nth in E. rewrite <- E. destruct (inside p (upd (shape x) d m)) eqn:X; auto.
  apply inside_inb in X. rewrite get_chunk; rewrite Q; auto. rewrite map_upd. do 2 f_equal.
  rewrite nth_map with (dA := 0%Z) by auto. lia.
Qed.

(* ---- what a loop variable v, of extent q * N, tiles ---- *)
Definition loc N r (m : option nat) x := match m with Some d => chunk d x r N | None => x end.
(* the operands at coordinate r: operand k is tiled on d where ms_k = Some d *)
Fixpoint locals N r (ms : list (option nat)) (xs : list tensor) :=
  match xs with [] => [] | x :: xs => loc N r (hd None ms) x :: locals N r (tl ms) xs end.
Lemma nth_locals N r ms xs k : k < length xs \/ nth k ms None = None ->
  nth k (locals N r ms xs) tz = loc N r (nth k ms None) (nth k xs tz).
Proof.
  revert ms k; induction xs; simpl; intros ms k H.
  - destruct H as [H|H]; [lia|]. rewrite H. now destruct k.
  - destruct k; [now rewrite nth_hd|]. rewrite IHxs, nth_tl; auto. rewrite nth_tl. destruct H; auto. left; lia.
Qed.

Section Fits.
Variables (B : list nat) (v N q : nat) (ms : list (option nat)) (xs : list tensor).
Definition shift r I := upd I v (r * q + nth v I 0).
(* moving to the r-th chunk of v leaves an index expression, moves it by r * m within chunks, leaves a guard *)
Definition still e := forall r I, r < N -> inb I (upd B v q) -> ieval e (shift r I) = ieval e I.
Definition moves m e := forall r I, r < N -> inb I (upd B v q) ->
  ieval e (shift r I) = (Z.of_nat (r * m) + ieval e I)%Z /\ (0 <= ieval e I < Z.of_nat m)%Z.
Definition gstill e l := forall r I, r < N -> inb I (upd B v q) ->
  (l <=? ieval e (shift r I))%Z = (l <=? ieval e I)%Z.
Definition fits_read x ix (ls : list Z) :=
  match nth x ms None with
  | None => Forall still ix
  | Some d => x < length xs /\ d < length ix /\ nth d ls 0%Z = 0%Z /\ (exists m, dim d (nth x xs tz) = m * N /\
      moves m (nth d ix (cst 0))) /\ forall d', d' < length ix -> d' <> d -> still (nth d' ix (cst 0))
  end.
Fixpoint fits (e : sx) : Prop :=
  match e with
  | Lit _ => True
  | Index a => still a
  | Read x ix es ls => fold_right and True (map fits es) /\ fits_read x ix ls
  | App f es => fold_right and True (map fits es)
  | Guard a l e1 e2 => gstill a l /\ fits e1 /\ fits e2
  end.

Lemma map_fits es I r : Forall (fun e => fits e -> sev (locals N r ms xs) I e = sev xs (shift r I) e) es ->
  fold_right and True (map fits es) -> map (sev (locals N r ms xs) I) es = map (sev xs (shift r I)) es.
Proof. induction 1; simpl; auto. intros [H1 H2]. f_equal; auto. Qed.

Lemma sev_fits e I r : r < N -> inb I (upd B v q) -> fits e -> sev (locals N r ms xs) I e = sev xs (shift r I) e.
Proof.
  intros Hr HI. induction e using sx_ind2; simpl; intros F; auto.
  - now rewrite F.
  - destruct F as [F1 F2]. rewrite (@map_fits es I r H F1). unfold fits_read in F2.
    destruct (nth x ms None) as [d|] eqn:E.
    + destruct F2 as (Hx & Hd & Hl & (m & D & Hm) & Ho). rewrite nth_locals, E by auto. cbn [loc].
      destruct (Hm r I Hr HI) as [M1 M2].
      assert (Pd : nth d (posn I ix (map toZ (map (sev xs (shift r I)) es)) ls) 0%Z = ieval (nth d ix (cst 0)) I).
      { rewrite nth_posn, Hl, clamp_0 by auto. lia. }
      rewrite rd_chunk with (m := m); rewrite ?posn_length, ?Pd; auto; try lia.
      f_equal. apply nth_ext with (d := 0%Z) (d' := 0%Z); rewrite ?upd_length, !posn_length; auto. intros d' Hd'.
      destruct (Nat.eq_dec d' d) as [->|Ne].
      * rewrite nth_upd_same by now rewrite posn_length. rewrite nth_posn, Hl, clamp_0, M1 by auto. lia.
      * rewrite nth_upd_other, !nth_posn by auto. rewrite (Ho d' Hd' Ne r I); auto.
    + rewrite nth_locals, E by auto. cbn [loc]. f_equal. generalize (map toZ (map (sev xs (shift r I)) es)).
      clear H F1. revert ls. induction F2; simpl; auto; intros. rewrite (H r I) by auto. now rewrite IHF2.
  - f_equal. now apply map_fits.
  - destruct F as (Fa & F1 & F2). rewrite Fa by auto. destruct (l <=? ieval a I)%Z; auto.
Qed.

(* sufficient conditions *)
Lemma still_free e : free v e = true -> still e.
Proof. intros H r I _ _. now apply ieval_free. Qed.
Lemma gstill_still e l : still e -> gstill e l.
Proof. intros H r I Hr HI. now rewrite H. Qed.
Lemma gstill_free e l : free v e = true -> gstill e l.
Proof. intros. now apply gstill_still, still_free. Qed.
Lemma moves_isvar e : v < length B -> isvar v e = true -> moves q e.
Proof.
  intros Hv H r I _ HI. rewrite !(@ieval_isvar v e) by auto. unfold shift. assert (X : nth v I 0 < nth v (upd B v q) 0).
  { apply inb_nth; auto. now rewrite upd_length. } rewrite nth_upd_same in X by auto.
  rewrite nth_upd_same by (rewrite (inb_length HI), upd_length; auto). lia.
Qed.
(* c * v + g, where g does not mention v and stays within a block of c: strided slices, windows that do not overlap *)
Lemma moves_block c e g : v < length B -> free v g = true ->
  (forall I, ieval e I = Z.of_nat c * Z.of_nat (nth v I 0%nat) + ieval g I)%Z ->
  (forall I, inb I (upd B v q) -> 0 <= ieval g I < Z.of_nat c)%Z -> moves (c * q) e.
Proof.
  intros Hv Hg He Hb r I _ HI. rewrite !He. unfold shift. rewrite ieval_free by auto. specialize (Hb I HI).
  assert (X : nth v I 0 < nth v (upd B v q) 0).
  { apply inb_nth; auto. now rewrite upd_length. } rewrite nth_upd_same in X by auto.
  rewrite nth_upd_same by (rewrite (inb_length HI), upd_length; auto). nia.
Qed.
Lemma fits_read_any x ix ls : nth x ms None = None ->
  (forall d, d < length ix -> free v (nth d ix (cst 0)) = true) -> fits_read x ix ls.
Proof.
  unfold fits_read. intros -> H. apply Forall_forall. intros a Ha. apply (In_nth _ _ (cst 0)) in Ha as (d & Hd & <-).
  apply still_free. auto.
Qed.
Lemma fits_read_tile x ix ls d m : nth x ms None = Some d -> x < length xs -> d < length ix -> nth d ls 0%Z = 0%Z ->
  dim d (nth x xs tz) = m * N -> moves m (nth d ix (cst 0)) ->
  (forall d', d' < length ix -> d' <> d -> free v (nth d' ix (cst 0)) = true) -> fits_read x ix ls.
Proof. unfold fits_read. intros -> ? ? ? ? ? H. repeat split; eauto. intros. apply still_free. auto. Qed.
End Fits.

Section Entries.
Context {L : Laws S}.
Variable m : mono.

(* a local program el over operands xl r that reads, at each of its points, what the whole reads in the r-th chunk *)
Lemma gcomp_chunk osh K e el (xl : nat -> list tensor) xs v N q r : v < length osh -> 0 < N -> nth v osh 0 = q * N ->
  r < N -> (forall I, inb I (upd (osh ++ K) v q) -> sev (xl r) I el = sev xs (shift v q r I) e) ->
  gcomp m (upd osh v q) K el (xl r) = chunk v (gcomp m osh K e xs) r N.
Proof.
  intros Hv HN Hq Hr H.
  assert (D : dim v (gcomp m osh K e xs) / N = q) by (unfold dim; simpl; rewrite Hq; apply Nat.div_mul; lia).
  unfold chunk. rewrite D. simpl shape. unfold gcomp at 1. apply tab_ext. intros ix Hix.
  assert (Hlt : nth v ix 0 < q).
  { apply inb_nth with (d := v) in Hix; [now rewrite nth_upd_same in Hix|now rewrite upd_length]. }
  assert (Hlen : v < length ix) by (rewrite (inb_length Hix), upd_length; auto).
  unfold gcomp. rewrite get_tab; [|eapply inb_upd_l; [eauto|rewrite Hq; clear - Hr Hlt; nia]].
  f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk. rewrite H.
  - unfold shift. rewrite upd_app_l, app_nth1; auto.
  - rewrite upd_app_l by auto. now apply inb_app.
Qed.
(* tile entry: if the body fits result variable v, concat_v over r of op(x^r) = op(x) *)
Theorem gcomp_tile osh K e ms xs v N q r : fits (osh ++ K) v N q ms xs e -> v < length osh -> 0 < N ->
  nth v osh 0 = q * N -> r < N ->
  gcomp m (upd osh v q) K e (locals N r ms xs) = chunk v (gcomp m osh K e xs) r N.
Proof.
  intros G Hv HN Hq Hr. apply (@gcomp_chunk osh K e e (fun r => locals N r ms xs)); auto.
  intros. now apply (@sev_fits (osh ++ K)).
Qed.
Corollary gcomp_tile_entry osh K e ms xs v N q : fits (osh ++ K) v N q ms xs e -> v < length osh -> 0 < N ->
  nth v osh 0 = q * N ->
  concat v (map (fun r => gcomp m (upd osh v q) K e (locals N r ms xs)) (seq 0 N)) = gcomp m osh K e xs.
Proof.
  intros. rewrite <- (@concat_chunk _ v (gcomp m osh K e xs) N); auto.
  - f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. apply gcomp_tile; auto; lia.
  - apply wf_tab.
  - exists q. auto.
Qed.

(* partial entry: if the body fits reduced variable w, (+)_r op(x^r) = op(x); K is not empty, as (+) has no unit *)
Theorem gcomp_contract_entry osh K e ms xs w N q : fits (osh ++ K) (length osh + w) N q ms xs e -> w < length K ->
  0 < N -> nth w K 0 = q * N -> 0 < prod K ->
  reduce m (map (fun r => gcomp m osh (upd K w q) e (locals N r ms xs)) (seq 0 N)) = gcomp m osh K e xs.
Proof.
  intros G Hw HN Hq HK.
  assert (U : unif osh (map (fun r => gcomp m osh (upd K w q) e (locals N r ms xs)) (seq 0 N))).
  { apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros; split; auto. apply wf_tab. }
  unfold reduce. rewrite (unif_hd_sh U). unfold gcomp at 2. apply tab_ext. intros ix Hix.
  pose proof (inb_length Hix) as Hl.
  assert (HKq : prod K = N * prod (upd K w q)) by (apply prod_upd; auto; lia).
  erewrite (@fold1_perm _ (mop m) z (mopA m) (mopC m) (map _ (all_idx K))).
  2:{ apply Permutation_map. apply split_box with (w := w) (N := N) (m := q); auto. lia. }
  rewrite map_flat_map, fold1_flat_map; auto using mopA.
  - rewrite map_map. f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr.
    unfold gcomp. rewrite get_tab by auto. f_equal. rewrite map_map. apply map_ext_in. intros k Hk.
    apply in_all_idx in Hk. rewrite (@sev_fits (osh ++ K) (length osh + w) N q ms xs e); auto; try lia.
    + unfold shift. rewrite <- Hl. now rewrite upd_app_r, nth_app_r.
    + rewrite upd_app_r. now apply inb_app.
  - destruct N; simpl; [lia|congruence].
  - intros r _ E. apply map_eq_nil, map_eq_nil in E. pose proof (all_idx_length (upd K w q)) as X. rewrite E in X.
    simpl in X. rewrite <- X in HKq. lia.
Qed.

(* the same op over the loop variables: equal bodies on the box *)
Lemma gcomp_ext osh osh' K e e' xs xs' : osh = osh' ->
  (forall I, inb I (osh ++ K) -> sev xs I e = sev xs' I e') -> gcomp m osh K e xs = gcomp m osh' K e' xs'.
Proof.
  intros <- H. apply tab_ext. intros ix Hix. f_equal. apply map_ext_in. intros k Hk. apply H, inb_app; auto.
  now apply in_all_idx.
Qed.
End Entries.

(* ---- the syntactic criterion of section 6: an operand is tiled on the dimension driven by v alone with coefficient 1
   and offset 0; nothing else, and no guard, mentions v ---- *)
Definition plain_read v (ms : list (option nat)) x ix (ls : list Z) : bool :=
  match nth x ms None with
  | None => forallb (free v) ix
  | Some d => (d <? length ix) && isvar v (nth d ix (cst 0)) && (nth d ls 0 =? 0)%Z &&
      forallb (fun d' => (d' =? d) || free v (nth d' ix (cst 0))) (seq 0 (length ix))
  end.
Fixpoint plain v ms (e : sx) : bool :=
  match e with
  | Lit _ => true
  | Index a => free v a
  | Read x ix es ls => forallb (plain v ms) es && plain_read v ms x ix ls
  | App f es => forallb (plain v ms) es
  | Guard a _ e1 e2 => free v a && plain v ms e1 && plain v ms e2
  end.
Definition extents (B : list nat) v (ms : list (option nat)) (xs : list tensor) :=
  forall x d, nth x ms None = Some d -> x < length xs /\ dim d (nth x xs tz) = nth v B 0.

(* the premise of the entries below, fits, from a syntactic condition, plain: v is read only by whole reads of tiled
   dimensions *)
Theorem plain_fits B v N q ms xs e : v < length B -> nth v B 0 = q * N -> extents B v ms xs ->
  plain v ms e = true -> fits B v N q ms xs e.
Proof.
  intros Hv Hq X. induction e using sx_ind2; cbn [plain fits]; intros P; auto.
  - now apply still_free.
  - apply andb_true_iff in P as [P1 P2]. split.
    + clear P2. induction H; simpl in *; auto. apply andb_true_iff in P1 as [? ?]. auto.
    + unfold plain_read, fits_read in *. destruct (nth x ms None) as [d|] eqn:E.
      * rewrite !andb_true_iff, Nat.ltb_lt, Z.eqb_eq, forallb_forall in P2. destruct P2 as [[[P2 P3] P4] P5].
        destruct (X _ _ E) as [X1 X2]. repeat split; auto.
        { exists q. split; [now rewrite X2, Hq|]. now apply moves_isvar. }
        intros d' Hd' Ne. apply still_free. specialize (P5 d'). rewrite in_seq in P5.
        apply orb_true_iff in P5 as [P5|P5]; auto; [|lia]. apply Nat.eqb_eq in P5. congruence.
      * rewrite forallb_forall in P2. apply Forall_forall. intros a Ha. apply still_free. auto.
  - induction H; simpl in *; auto. apply andb_true_iff in P as [? ?]. auto.
  - apply andb_true_iff in P as [P P2]. apply andb_true_iff in P as [P0 P1].
    repeat split; auto. now apply gstill_free.
Qed.
(* (tile<d> on the operand dimensions that v drives, any elsewhere) |-> tile<v>; for a reduced variable |-> partial *)
Theorem plain_tile_entry m osh K e ms xs v N q : plain v ms e = true -> extents (osh ++ K) v ms xs -> v < length osh ->
  0 < N -> nth v osh 0 = q * N ->
  concat v (map (fun r => gcomp m (upd osh v q) K e (locals N r ms xs)) (seq 0 N)) = gcomp m osh K e xs.
Proof.
  intros P X Hv HN Hq. apply gcomp_tile_entry; auto. apply plain_fits; auto; [rewrite app_length; lia|].
  now rewrite app_nth1.
Qed.
Theorem plain_contract_entry {L : Laws S} m osh K e ms xs w N q : plain (length osh + w) ms e = true ->
  extents (osh ++ K) (length osh + w) ms xs -> w < length K -> 0 < N -> nth w K 0 = q * N -> 0 < prod K ->
  reduce m (map (fun r => gcomp m osh (upd K w q) e (locals N r ms xs)) (seq 0 N)) = gcomp m osh K e xs.
Proof.
  intros P X Hw HN Hq HK. apply gcomp_contract_entry; auto. apply plain_fits; auto; [rewrite app_length; lia|].
  now rewrite nth_app_r.
Qed.

(* the projection comprehensions of Registry.v are those whose every read is a list of variables *)
Definition body_of (f : list T -> T) (xs : list operand) : sx :=
  App f (map (fun kx => Read (fst kx) (map var (snd (snd kx))) [] []) (combine (seq 0 (length xs)) xs)).
Lemma posn_var I p : posn I (map var p) [] [] = map Z.of_nat (proj p I).
Proof.
  induction p; auto. cbn [posn map proj hd tl]. fold (proj p I). rewrite ieval_var, clamp_0, IHp. f_equal. lia.
Qed.
Lemma inside_of_nat p sh : inb p sh -> inside (map Z.of_nat p) sh = true.
Proof.
  induction 1; auto. cbn [map inside]. rewrite IHForall2, (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)); auto; lia.
Qed.
Theorem comp_gcomp f m osh K xs :
  Forall (fun x => shape (fst x) = proj (snd x) (osh ++ K) /\ Forall (fun v => v < length (osh ++ K)) (snd x)) xs ->
  comp f m osh K xs = gcomp m osh K (body_of f xs) (map fst xs).
Proof.
  intros H. apply tab_ext. intros ix Hix. f_equal. apply map_ext_in. intros k Hk. apply in_all_idx in Hk.
  pose proof (inb_app Hix Hk) as HI. unfold body_of, reads. cbn [sev]. f_equal. rewrite map_map. cbn [sev].
  assert (G : forall ys zs, zs ++ ys = xs -> map (fun xp => get (fst xp) (proj (snd xp) (ix ++ k))) ys =
    map (fun kx => rd (nth (fst kx) (map fst xs) tz) (posn (ix ++ k) (map var (snd (snd kx))) [] []))
      (combine (seq (length zs) (length ys)) ys)).
  { induction ys as [|y ys IH]; intros zs E; auto. cbn [length seq combine map fst snd]. f_equal.
    - rewrite posn_var. unfold rd. rewrite <- E, map_app, app_nth2; rewrite map_length; auto. rewrite Nat.sub_diag.
      cbn [map nth]. rewrite Forall_forall in H. 
      destruct (H y) as [H1 H2]; [rewrite <- E; apply in_or_app; simpl; auto|].
      rewrite H1, inside_of_nat by now apply inb_proj. f_equal. rewrite map_map.
      rewrite <- (map_id (proj _ _)) at 1. apply map_ext. intros. now rewrite Nat2Z.id.
    - rewrite (IH (zs ++ [y])) by now rewrite <- app_assoc. rewrite app_length, Nat.add_comm. reflexivity. }
  apply (G xs []). reflexivity.
Qed.
End Body.
