(* OpEntry.v: section 6, a valid registry entry as D-Op (PartialOp.v) asks for it, on the op as a function of lists of
   tensors; and what a result that an entry replicates does not depend on. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Fold Tensor Core Registry Entries.
Import ListNotations.
Set Implicit Arguments.

Section Entry.
Context {S : Scalars} {L : Laws S}.
Notation attr := (attr mono).
Notation comb := (comb tz concat reduce).
(* p 0 .. p (N-1), of shape sh, are the parts that s makes of x: chunks along d, summands, or N copies *)
Definition parts_of N sh (s : attr) (p : nat -> tensor) x :=
  unif sh (map p (seq 0 N)) /\ comb s (map p (seq 0 N)) = x /\
  match s with Tile _ d => d < length sh | Red _ => True | Any _ => forall r, r < N -> p r = x end.
Definition args n (x : nat -> tensor) := map x (seq 0 n).
(* the entry (st 0 .. st (n-1)) |-> (sr 0 .. sr (k-1)) of the op og is valid at N, ol being the op at local shapes *)
Definition valid n k N (shs rsh : nat -> list nat) (st sr : nat -> attr) (ol og : list tensor -> list tensor) :=
  forall p x, (forall i, i < n -> parts_of N (shs i) (st i) (p i) (x i)) ->
  forall j, j < k ->
  parts_of N (rsh j) (sr j) (fun r => nth j (ol (args n (fun i => p i r))) tz) (nth j (og (args n x)) tz).
Definition cshape N (s : attr) sh := match s with Tile _ d => upd sh d (N * nth d sh 0) | _ => sh end.
Definition op_typed n k (shs rsh : nat -> list nat) (o : list tensor -> list tensor) := forall x,
  (forall i, i < n -> wf (x i) /\ shape (x i) = shs i) ->
  forall j, j < k -> wf (nth j (o (args n x)) tz) /\ shape (nth j (o (args n x)) tz) = rsh j.

Lemma args_ext n x y : (forall i, i < n -> x i = y i) -> args n x = args n y.
Proof. intros H. apply map_ext_in. intros i Hi. apply in_seq in Hi. apply H. lia. Qed.
Lemma parts_of_nth N sh s p x r : parts_of N sh s p x -> r < N -> wf (p r) /\ shape (p r) = sh.
Proof. intros [[_ U] _] Hr. apply U. apply in_map_iff. exists r. split; auto. apply in_seq. lia. Qed.
Lemma parts_of_chunk N sh d p x : parts_of N sh (Tile _ d) p x ->
  (forall r, r < N -> p r = chunk d x r N) /\ shape x = upd sh d (N * nth d sh 0) /\ wf x.
Proof.
  intros (U & <- & Hd). cbn [Core.comb]. repeat split.
  - intros r Hr. pose proof (@chunk_concat _ d sh _ r U Hd) as H. rewrite map_length, seq_length in H.
    rewrite H by auto.
    now rewrite nth_map_seq.
  - rewrite (shape_concat d U). now rewrite map_length, seq_length.
  - apply wf_concat.
Qed.
Lemma chunk_parts N d x : wf x -> d < length (shape x) -> 0 < N -> Nat.divide N (dim d x) ->
  parts_of N (upd (shape x) d (dim d x / N)) (Tile _ d) (fun r => chunk d x r N) x.
Proof.
  intros W Hd HN Hdiv. split; [|split].
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r _. split; [apply wf_chunk|reflexivity].
  - now apply concat_chunk.
  - now rewrite upd_length.
Qed.

Lemma parts_of_whole N sh s p x : parts_of N sh s p x -> wf x /\ shape x = cshape N s sh.
Proof.
  intros (U & <- & _). unfold cshape. destruct s; cbn [Core.comb].
  - split; [apply wf_concat|]. rewrite (shape_concat _ U). now rewrite map_length, seq_length.
  - split; [apply wf_reduce|]. apply (shape_reduce m U).
  - apply (unif_hd U).
Qed.
Lemma cshape_length N s sh : length (cshape N s sh) = length sh.
Proof. destruct s; auto. apply upd_length. Qed.

(* ---- what a result does not depend on: where it is replicated and operands are not, it is independent of them ---- *)
(* N summands x and N summands y have equal sums only if x = y *)
Definition cancels m N := forall x y, fold1 (mop m) z (repeat x N) = fold1 (mop m) z (repeat y N) -> x = y.
(* an idempotent (+) does, add over the integers too (PartialExamples.v: add_cancels), add of wrapping ones may not *)
Lemma cancels_idempotent m N : 0 < N -> (forall x, mop m x x = x) -> cancels m N.
Proof.
  intros HN H x y. assert (E : forall v, fold1 (mop m) z (repeat v N) = v); [|now rewrite !E].
  intros v. destruct N as [|N]; [lia|]. clear HN. simpl. induction N; simpl; auto. now rewrite H.
Qed.
Definition typed n (shs : nat -> list nat) (u : nat -> tensor) := forall i, i < n -> wf (u i) /\ shape (u i) = shs i.
Definition tiles_in n (shs : nat -> list nat) (st : nat -> attr) :=
  forall i d, i < n -> st i = Tile _ d -> d < length (shs i).
(* result j of o depends on the operands in A alone *)
Definition depends n (shs : nat -> list nat) (o : list tensor -> list tensor) j (A : nat -> Prop) := forall u u',
  typed n shs u -> typed n shs u' -> (forall i, i < n -> A i -> u i = u' i) ->
  nth j (o (args n u)) tz = nth j (o (args n u')) tz.
Lemma map_const A B (b : B) (l : list A) : map (fun _ => b) l = repeat b (length l).
Proof. induction l; simpl; congruence. Qed.
Lemma parts_any N sh s (p : nat -> tensor) : 0 < N -> (forall r, wf (p r) /\ shape (p r) = sh) ->
  match s with Tile _ d => d < length sh | Red _ => True | Any _ => forall r, p r = p 0 end ->
  parts_of N sh s p (comb s (map p (seq 0 N))).
Proof.
  intros HN H Hs. split; [|split; auto].
  - apply unif_map; auto. destruct N; [lia|discriminate].
  - destruct s; auto. intros r _. rewrite Hs. destruct N; [lia|]. reflexivity.
Qed.
Lemma depends_any n k N shs rsh st sr ol og j : 1 < N -> tiles_in n shs st -> valid n k N shs rsh st sr ol og ->
  j < k -> sr j = Any _ -> depends n shs ol j (fun i => st i = Any _).
Proof.
  intros HN HT HV Hj Ha u u' Hu Hu' E. pose (p := fun i r => if Nat.eqb r 0 then u i else u' i).
  destruct (HV p (fun i => comb (st i) (map (p i) (seq 0 N)))) with (j := j) as (_ & _ & A); auto.
  - intros i Hi. apply parts_any; [lia|..].
    + intros r. unfold p. destruct (Nat.eqb r 0); auto.
    + destruct (st i) eqn:Es; [eapply HT; eauto|auto|]. intros r. unfold p. simpl. rewrite <- E by auto.
      now destruct (Nat.eqb r 0).
  - rewrite Ha in A. transitivity (nth j (ol (args n (fun i => p i 0))) tz); [reflexivity|].
    rewrite (A 0), <- (A 1) by lia. reflexivity.
Qed.
Lemma depends_below n k N shs rsh st sr ol o j A : 0 < N -> tiles_in n shs st -> valid n k N shs rsh st sr ol o ->
  j < k -> (forall m, sr j = Red m -> cancels m N) -> depends n (fun i => cshape N (st i) (shs i)) o j A ->
  depends n shs ol j A.
Proof.
  intros HN HT HV Hj Hc HD u u' Hu Hu' E. 
  pose (X := fun (u : nat -> tensor) i => comb (st i) (map (fun _ => u i) (seq 0 N))).
  assert (P : forall u, typed n shs u -> forall i, i < n -> parts_of N (shs i) (st i) (fun _ => u i) (X u i)).
  { intros v Hv i Hi. apply parts_any; auto. destruct (st i) eqn:Es; [eapply HT; eauto|auto|auto]. }
  assert (PQ : forall u, typed n shs u ->
    parts_of N (rsh j) (sr j) (fun _ => nth j (ol (args n u)) tz) (nth j (o (args n (X u))) tz)).
  { intros v Hv. exact (HV (fun i _ => v i) (X v) (P v Hv) j Hj). }
  pose proof (PQ u Hu) as Q. pose proof (PQ u' Hu') as Q'. rewrite <- (HD (X u) (X u')) in Q'.
  - pose proof (parts_of_nth Q HN) as [W S1]. pose proof (parts_of_nth Q' HN) as [W' S2]. cbn beta in W, S1, W', S2.
    destruct (sr j) as [d|m|] eqn:Es.
    + apply parts_of_chunk in Q, Q'. destruct Q as [Q _], Q' as [Q' _]. now rewrite (Q 0 HN), (Q' 0 HN).
    + destruct Q as (U & C & _), Q' as (U' & C' & _). cbn [Core.comb] in C, C'. apply tensor_eq; auto; [congruence|].
      intros ix Hix. rewrite S1 in Hix. apply (Hc m eq_refl). rewrite <- C' in C.
      apply (f_equal (fun t => get t ix)) in C. rewrite (get_reduce m U Hix), (get_reduce m U' Hix), !map_map in C.
      now rewrite !map_const, seq_length in C.
    + destruct Q as (_ & _ & Q), Q' as (_ & _ & Q'). rewrite (Q 0), (Q' 0); auto.
  - intros i Hi. now apply (parts_of_whole (P u Hu i Hi)).
  - intros i Hi. now apply (parts_of_whole (P u' Hu' i Hi)).
  - intros i Hi Ai. unfold X. now rewrite (E i Hi Ai).
Qed.

(* the definition is not empty: elementwise ops and matmul (Registry.v) *)
Definition ew g (l : list tensor) := [ew2 g (nth 0 l tz) (nth 1 l tz)].
Lemma lt2 (P : nat -> Prop) : (forall i, i < 2 -> P i) -> P 0 /\ P 1.
Proof. intros H. split; apply H; lia. Qed.
Theorem valid_ew_tile g N d sh : 0 < N -> d < length sh ->
  valid 2 1 N (fun _ => sh) (fun _ => sh) (fun _ => Tile _ d) (fun _ => Tile _ d) (ew g) (ew g).
Proof.
  intros HN Hd p x H j Hj. apply lt2 in H as [P0 P1]. replace j with 0 by lia. cbn [ew args map seq nth].
  pose proof (parts_of_chunk P0) as (E0 & S0 & W0). pose proof (parts_of_chunk P1) as (E1 & S1 & W1).
  split; [|split]; auto.
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    split; [apply wf_tab|]. simpl. apply (parts_of_nth P0). lia.
  - cbn [Core.comb]. rewrite <- (@ew2_tile S g (x 0) (x 1) d N (nth d sh 0)); auto.
    + f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. now rewrite E0, E1 by lia.
    + congruence.
    + now rewrite S0, upd_length.
    + unfold dim. rewrite S0, nth_upd_same by auto. lia.
Qed.
Theorem valid_ew_partial m N sh : 0 < N ->
  valid 2 1 N (fun _ => sh) (fun _ => sh) (fun _ => Red m) (fun _ => Red m) (ew (mop m)) (ew (mop m)).
Proof.
  intros HN p x H j Hj. apply lt2 in H as [P0 P1]. replace j with 0 by lia. cbn [ew args map seq nth].
  split; [|split]; auto.
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    split; [apply wf_tab|]. simpl. apply (parts_of_nth P0). lia.
  - cbn [Core.comb]. rewrite (@ew2_partial S L m (p 0) (p 1) sh N HN).
    + destruct P0 as (_ & <- & _), P1 as (_ & <- & _). reflexivity.
    + intros r Hr. apply (parts_of_nth P0 Hr).
    + intros r Hr. apply (parts_of_nth P1 Hr).
Qed.
Section Dot.
Variables (add : mono) (mul : T -> T -> T).
Definition dots (l : list tensor) := [dot add mul (nth 0 l tz) (nth 1 l tz)].
Definition at2 (A : Type) (a b : A) (i : nat) := if Nat.eqb i 0 then a else b.
(* (tile<1>, tile<0>) |-> partial<add> *)
Theorem valid_dot_contract N m k n : 0 < N -> 0 < k ->
  valid 2 1 N (at2 [m; k] [k; n]) (fun _ => [m; n]) (at2 (Tile _ 1) (Tile _ 0)) (fun _ => Red add) dots dots.
Proof.
  intros HN Hk p x H j Hj. apply lt2 in H as [P0 P1]. cbn [at2 Nat.eqb] in P0, P1. replace j with 0 by lia.
  cbn [dots args map seq nth].
  pose proof (parts_of_chunk P0) as (E0 & S0 & W0). pose proof (parts_of_chunk P1) as (E1 & S1 & W1). simpl in S0, S1.
  split; [|split]; auto.
  - apply unif_map; [destruct N; simpl; [lia|congruence]|]. intros r Hr. apply in_seq in Hr.
    destruct (parts_of_nth (r := r) P0 ltac:(lia)) as [_ Q0]. destruct (parts_of_nth (r := r) P1 ltac:(lia)) as [_ Q1].
    split; [apply wf_tab|]. unfold dot, comp, dim; simpl. now rewrite Q0, Q1.
  - cbn [Core.comb]. rewrite <- (@dot_contract S L add mul (x 0) (x 1) W0 W1) with (N := N) (q := k); auto.
    + f_equal. apply map_ext_in. intros r Hr. apply in_seq in Hr. now rewrite E0, E1 by lia.
    + now rewrite S0.
    + now rewrite S1.
    + unfold dim. now rewrite S0, S1.
    + unfold dim. rewrite S0. simpl. lia.
Qed.
End Dot.
End Entry.
