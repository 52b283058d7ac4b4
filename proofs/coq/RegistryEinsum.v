(* RegistryEinsum.v: section 6, elementwise ops, transpose, reduce and dot_general by name are projections of
   RegistryProjections.v, so that they mean the comprehensions of Registry.v; and the entries that the registry has for
   dot_general: batching, free and contracting dimensions. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Cells Propagation RegistryOps RegistryValid
  RegistryPartials RegistryNames RegistryProjections RegistryReshape.
Import ListNotations.
Set Implicit Arguments.

Lemma memb_in d l : memb d l = true <-> In d l.
Proof.
  unfold memb. rewrite existsb_exists. split; [intros (e & H & E); apply Nat.eqb_eq in E; now subst|].
  intros H. exists d. now rewrite Nat.eqb_refl.
Qed.
Lemma at_pos_in d l : In d l -> at_pos d l < length l /\ nth (at_pos d l) l 0 = d.
Proof.
  intros H. unfold at_pos. destruct (pos d l) as [i|] eqn:E; [now apply pos_some|]. apply pos_none in E. contradiction.
Qed.
Lemma rest_in d l r : d < r -> memb d l = false -> In d (rest l r).
Proof. intros Hd H. apply filter_In. split; [apply in_seq; lia|]. now rewrite H. Qed.
Lemma pick_length n l : length (pick_ext n l) = length l. Proof. apply map_length. Qed.
Lemma pick_nth n l i : i < length l -> nth i (pick_ext n l) 0 = nth (nth i l 0) n 0.
Proof. intros H. unfold pick_ext. now rewrite nth_map with (dA := 0). Qed.
Lemma pick_at n l d : In d l -> nth (at_pos d l) (pick_ext n l) 0 = nth d n 0.
Proof. intros H. apply at_pos_in in H as [H E]. now rewrite pick_nth, E. Qed.
Lemma nth_app_at (l r : list nat) i : nth (length l + i) (l ++ r) 0 = nth i r 0. Proof. apply nth_app_r. Qed.
Lemma within_nodup r l : within r l = true -> NoDup l /\ forall d, In d l -> d < r.
Proof.
  intros H. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H1. split.
  - unfold distinct in H2. rewrite forallb_forall in H2. apply (NoDup_nth l 0). intros i j Hi Hj E.
    pose proof (H2 i ltac:(apply in_seq; lia)) as X. pose proof (H2 j ltac:(apply in_seq; lia)) as Y.
    apply Nat.eqb_eq in X, Y. rewrite E in X. congruence.
  - intros d Hd. apply Nat.ltb_lt. auto.
Qed.
(* a map with an inverse that reads variables of the right extents *)
Definition reads_of (n loops inv : list nat) (g : nat -> nat) := forall d, d < length n ->
  g d < length loops /\ nth (g d) loops 0 = nth d n 0 /\ nth (g d) inv 0 = d.
Lemma reads_ok n loops inv g : reads_of n loops inv g -> let p := map g (seq 0 (length n)) in
  n = proj p loops /\ Forall (fun v => v < length loops) p /\ forall V, uniq V p.
Proof.
  intros H p. repeat split.
  - apply nth_ext with (d := 0) (d' := 0); unfold proj, p; rewrite ?map_length, ?seq_length; auto. intros d Hd.
    rewrite map_map, nth_map_seq by auto. symmetry. apply H. auto.
  - apply Forall_forall. intros v Hv. apply in_map_iff in Hv as (d & <- & Hd). apply in_seq in Hd. apply H. lia.
  - assert (P : forall d, d < length p -> d < length n /\ nth d p 0 = g d).
    { unfold p. rewrite map_length, seq_length. intros d Hd. split; auto. now rewrite nth_map_seq. }
    intros V d d' Hd Hd' E E'. destruct (P d Hd) as [L F], (P d' Hd') as [L' F'].
    destruct (H d L) as (_ & _ & I). destruct (H d' L') as (_ & _ & I'). congruence.
Qed.

Lemma pos_at g r V d : uniq V (map g (seq 0 r)) -> d < r -> g d = V -> pos V (map g (seq 0 r)) = Some d.
Proof.
  intros U Hd E. assert (G : nth d (map g (seq 0 r)) 0 = V) by now rewrite nth_map_seq.
  assert (L : d < length (map g (seq 0 r))) by now rewrite map_length, seq_length.
  destruct (pos V _) as [d'|] eqn:P.
  - apply pos_some in P as [P1 P2]. f_equal. now apply U.
  - apply pos_none in P. exfalso. apply P. rewrite <- G. now apply nth_In.
Qed.
Lemma pos_none_at g r V : (forall d, d < r -> g d <> V) -> pos V (map g (seq 0 r)) = None.
Proof.
  intros H. destruct (pos V _) as [d|] eqn:P; auto. apply pos_some in P as [P1 P2].
  rewrite map_length, seq_length in P1. rewrite nth_map_seq in P2 by auto. exfalso. now apply (H d).
Qed.
Lemma at_pos_nth l i : NoDup l -> i < length l -> at_pos (nth i l 0) l = i.
Proof.
  intros N Hi. destruct (at_pos_in (nth i l 0) l) as [A1 A2]; [now apply nth_In|].
  apply (proj1 (NoDup_nth l 0) N); auto.
Qed.
Lemma NoDup_halves (a b : list nat) : NoDup (a ++ b) -> NoDup a /\ NoDup b /\ forall d, In d b -> memb d a = false.
Proof.
  intros H. induction a as [|x a IH]; [repeat split; auto; constructor|]. inversion H; subst.
  destruct (IH H3) as (I1 & I2 & I3). rewrite in_app_iff in H2. repeat split; auto; [constructor; tauto|].
  intros d Hd. cbn. destruct (Nat.eqb_spec d x) as [->|]; [tauto|]. cbn. now apply I3.
Qed.

Section Einsum.
Context {Sc : Scalars}.
Variables (fn elt : Type) (m0 : mono) (idemb : mono -> option T -> bool).
Notation gop := (@gop Sc fn elt).
Notation shape_rule := (@shape_rule Sc fn elt m0).
Ltac by_rule H := unfold RegistryNames.shape_rule, guarded in H; match type of H with (if ?b then _ else _) = _ =>
  destruct b eqn:X; [apply some_inj in H; match type of H with _ = ?x => subst x end|discriminate] end.
Definition all_uniq (ps : list (list nat)) := forall p, In p ps -> forall V, uniq V p.

(* elementwise: every operand is read at the result's index *)
Theorem elementwise_projection f el n e ts o : shape_rule (Elementwise f el) ((n, e) :: ts) = Some o ->
  let ps := map (fun _ => seq 0 (length n)) ((n, e) :: ts) in projection o (Some f) ps /\ all_uniq ps.
Proof.
  intros H ps. by_rule H. rewrite forallb_forall in X.
  assert (R : reads_of n (n ++ []) (seq 0 (length n)) (fun d => d)).
  { intros d Hd. rewrite app_nil_r, seq_nth by auto. auto. }
  apply reads_ok in R as (R1 & R2 & R3). rewrite map_id in *.
  assert (P : forall p, In p ps -> p = seq 0 (length n)) by (intros p Hp; apply in_map_iff in Hp as (? & ? & _); auto).
  split; [|intros p Hp; rewrite (P p Hp); auto]. split; [reflexivity|]. split; [|split; [discriminate|split]].
  - cbn [gbody body]. f_equal. unfold vreads, vread, ps, dims. rewrite map_length. generalize ((n, e) :: ts).
    intros l. enough (E : forall k, map (fun k => BRead k (map var (seq 0 (length n))) [] []) (seq k (length l)) =
      map (fun kp => BRead (fst kp) (map var (snd kp)) [] [])
        (combine (seq k (length l)) (map (fun _ => seq 0 (length n)) l)) :> list (bx fn)) by apply E.
    induction l as [|t l IH]; intros k; auto. cbn [length seq map combine fst snd]. f_equal. apply IH.
  - unfold ps. cbn [gins]. unfold gloops, gosh. cbn [gout gbox fst]. rewrite map_map. apply map_ext_in. intros t Ht.
    rewrite <- R1. now apply eqsh_eq, X.
  - intros p Hp. rewrite (P p Hp). exact R2.
Qed.
(* transpose: dimension perm_i of the operand is dimension i of the result *)
Theorem transpose_projection perm n el o : shape_rule (Transpose perm) [(n, el)] = Some o ->
  let ps := [map (fun d => at_pos d perm) (seq 0 (length n))] in projection o None ps /\ all_uniq ps.
Proof.
  intros H ps. by_rule H. apply andb_prop in X as [X1 X2]. apply Nat.eqb_eq in X2.
  apply within_nodup in X1 as [N1 N2].
  assert (I : forall d, d < length n -> In d perm).
  { intros d Hd. apply (@NoDup_length_incl _ perm (seq 0 (length n)) N1); [rewrite seq_length; lia| |apply in_seq; lia].
    intros e He. apply in_seq. specialize (N2 e He). lia. }
  assert (R : reads_of n (pick_ext n perm ++ []) perm (fun d => at_pos d perm)).
  { intros d Hd. rewrite app_nil_r, pick_length. destruct (at_pos_in d perm (I d Hd)) as [A1 A2].
    rewrite pick_at by auto. auto. }
  apply reads_ok in R as (R1 & R2 & R3). split; [|intros p [<-|[]]; auto].
  split; [reflexivity|]. split; [unfold body, vread, ps; cbn [hd gbody]; now rewrite map_map|split; [auto|split]].
  - unfold ps, gloops, gosh. cbn [gins map fst gout gbox]. now rewrite <- R1.
  - intros p [<-|[]]. exact R2.
Qed.
(* reduce: the dimensions that stay, in order; those that do not are the box *)
Definition red_ix (n ds : list nat) d := if memb d ds then length (rest ds (length n)) + at_pos d ds
  else at_pos d (rest ds (length n)).
Theorem reduce_projection m ds n el o : shape_rule (ReduceOp m ds) [(n, el)] = Some o ->
  let ps := [map (red_ix n ds) (seq 0 (length n))] in projection o None ps /\ all_uniq ps.
Proof.
  intros H ps. by_rule H. set (kept := rest ds (length n)).
  assert (R : reads_of n (pick_ext n kept ++ pick_ext n ds) (kept ++ ds) (red_ix n ds)).
  { intros d Hd. unfold red_ix. fold kept. rewrite app_length, !pick_length. destruct (memb d ds) eqn:E.
    - apply memb_in in E. destruct (at_pos_in _ _ E) as [A1 A2].
      split; [lia|split; [|now rewrite nth_app_at]]. rewrite <- (pick_length n kept). now rewrite nth_app_at, pick_at.
    - assert (K : In d kept) by now apply rest_in. destruct (at_pos_in _ _ K) as [A1 A2].
      rewrite !app_nth1, pick_at by (rewrite ?pick_length; auto). repeat split; auto. lia. }
  apply reads_ok in R as (R1 & R2 & R3). split; [|intros p [<-|[]]; auto].
  split; [reflexivity|]. split; [unfold body, vread, ps; cbn [hd gbody]; now rewrite map_map|split; [auto|split]].
  - unfold ps, gloops, gosh. cbn [gins map fst gout gbox]. now rewrite <- R1.
  - intros p [<-|[]]. exact R2.
Qed.

(* dot_general: batching, free dimensions of both, contracting *)
Section Dot.
Variables (mul : fn) (add : mono) (lb rb lc rc n1 n2 : list nat) (e1 e2 : elt) (o : gop).
Hypothesis HO : shape_rule (DotGeneral mul add lb rb lc rc) [(n1, e1); (n2, e2)] = Some o.
Let lf := rest (lb ++ lc) (length n1).
Let rf := rest (rb ++ rc) (length n2).
Let nb := length lb.
Let R := nb + length lf + length rf.
Definition dot_ix b c f off d := if memb d b then at_pos d b else if memb d c then R + at_pos d c else off + at_pos d f.
Let p1 := map (dot_ix lb lc lf nb) (seq 0 (length n1)).
Let p2 := map (dot_ix rb rc rf (nb + length lf)) (seq 0 (length n2)).

Lemma memb_app d a b : memb d (a ++ b) = memb d a || memb d b. Proof. apply existsb_app. Qed.
Lemma dot_general_reads : gloops o = (pick_ext n1 lb ++ pick_ext n1 lf ++ pick_ext n2 rf) ++ pick_ext n1 lc /\
  length (gosh o) = R /\ pick_ext n1 lb = pick_ext n2 rb /\ pick_ext n1 lc = pick_ext n2 rc /\
  gbody o = body (Some mul) [p1; p2] /\ gins o = [(n1, e1); (n2, e2)] /\
  reads_of n1 (gloops o) ((lb ++ lf ++ rf) ++ lc) (dot_ix lb lc lf nb) /\
  reads_of n2 (gloops o) ((rb ++ lf ++ rf) ++ rc) (dot_ix rb rc rf (nb + length lf)).
Proof.
  pose proof HO as H. by_rule H. rewrite !andb_true_iff in X. destruct X as [[[X1 X2] X3] X4].
  apply eqsh_eq in X3, X4. fold lf rf nb. unfold gloops, gosh. cbn [gout fst gbox gbody gins].
  assert (Lb : length lb = length rb) by (rewrite <- (pick_length n1 lb), X3; apply pick_length).
  assert (Lc : length lc = length rc) by (rewrite <- (pick_length n1 lc), X4; apply pick_length).
  assert (HR : length (pick_ext n1 lb ++ pick_ext n1 lf ++ pick_ext n2 rf) = R).
  { rewrite !app_length, !pick_length. unfold R, nb. lia. }
  split; [auto|]. split; [exact HR|]. do 2 (split; [auto|]).
  split; [unfold p1, p2, body, vreads, vread; cbn [length seq combine map fst snd gbody]; now rewrite !map_map|].
  split; [auto|].
  assert (G : forall n b c f off inv pre post, pick_ext n b = pick_ext n1 lb -> pick_ext n c = pick_ext n1 lc ->
    length b = nb -> f = rest (b ++ c) (length n) -> off = nb + length pre -> length inv = R ->
    (forall i, i < nb -> nth i inv 0 = nth i b 0) -> (forall i, i < length f -> nth (off + i) inv 0 = nth i f 0) ->
    pick_ext n1 lf ++ pick_ext n2 rf = pre ++ pick_ext n f ++ post -> 
    reads_of n ((pick_ext n1 lb ++ pick_ext n1 lf ++ pick_ext n2 rf) ++ pick_ext n1 lc) (inv ++ c) (dot_ix b c f off)).
  { intros n b c f off inv pre post Hb Hc HL Hf Ho HI Ib If' HP d Hd. unfold dot_ix. rewrite app_length, HR.
    destruct (memb d b) eqn:Eb; [|destruct (memb d c) eqn:Ec].
    - apply memb_in in Eb. destruct (at_pos_in _ _ Eb) as [A1 A2]. rewrite HL in A1.
      rewrite !app_nth1 by (rewrite ?app_length, ?pick_length; unfold R, nb in *; lia).
      rewrite <- Hb, pick_at, Ib by auto. repeat split; auto. unfold R. lia.
    - apply memb_in in Ec. destruct (at_pos_in _ _ Ec) as [A1 A2].
      assert (Lcc : length c = length (pick_ext n1 lc)) by (rewrite <- Hc; symmetry; apply pick_length).
      split; [lia|split; [|now rewrite <- HI, nth_app_at]]. rewrite <- HR at 1. now rewrite nth_app_at, <- Hc, pick_at.
    - assert (F : In d f) by (rewrite Hf; apply rest_in; auto; now rewrite memb_app, Eb, Ec).
      destruct (at_pos_in _ _ F) as [A1 A2].
      assert (LP : length lf + length rf = length pre + length f + length post).
      { apply (f_equal (@length _)) in HP. rewrite !app_length, !pick_length in HP. lia. }
      rewrite HP, !app_nth1 with (l := pick_ext n1 lb ++ _) by (rewrite ?app_length, ?pick_length; unfold nb in *; lia).
      rewrite (app_nth1 inv) by (unfold R; lia). rewrite If' by auto. repeat split; auto; [unfold R; lia|].
      rewrite Ho. unfold nb at 1. rewrite <- (pick_length n1 lb), <- Nat.add_assoc, !nth_app_at, app_nth1, pick_at
        by (rewrite ?pick_length; auto). reflexivity. }
  split.
  - apply G with (pre := []) (post := pick_ext n2 rf); auto.
    + rewrite !app_length. unfold R, nb. lia.
    + intros i Hi. now rewrite app_nth1.
    + intros i Hi. unfold nb. rewrite nth_app_at, app_nth1 by auto. reflexivity.
  - apply G with (pre := pick_ext n1 lf) (post := []); auto.
    + unfold nb. now rewrite pick_length.
    + rewrite !app_length. unfold R, nb. lia.
    + intros i Hi. rewrite app_nth1; auto. unfold nb in Hi. lia.
    + intros i Hi. unfold nb. rewrite Lb, <- Nat.add_assoc, !nth_app_at. reflexivity.
    + now rewrite app_nil_r.
Qed.
(* both operands are read at lists of loop variables: the result's dimensions, then the contracting ones *)
Theorem dot_general_projection : projection o (Some mul) [p1; p2] /\ all_uniq [p1; p2].
Proof.
  destruct dot_general_reads as (_ & _ & _ & _ & HB & HG & R1 & R2).
  apply reads_ok in R1 as (A1 & A2 & A3). apply reads_ok in R2 as (B1 & B2 & B3). split.
  - split; [pose proof HO as H; by_rule H; reflexivity|]. split; [exact HB|split; [discriminate|split]].
    + rewrite HG. cbn [map fst]. fold p1 p2 in A1, B1. now rewrite <- A1, <- B1.
    + intros p [<-|[<-|[]]]; auto.
  - intros p [<-|[<-|[]]]; auto.
Qed.

(* the entries: each batching pair, free dimension and contracting pair, at every N that divides its extent *)
Theorem dot_general_registry N : 0 < N ->
  (forall i q, i < nb -> 0 < q -> nth (nth i lb 0) n1 0 = q * N ->
    In ([Tile _ (nth i lb 0); Tile _ (nth i rb 0)], [Tile _ i]) (loop_entries idemb o N)) /\
  (forall j q, j < length lf -> 0 < q -> nth (nth j lf 0) n1 0 = q * N ->
    In ([Tile _ (nth j lf 0); Any _], [Tile _ (nb + j)]) (loop_entries idemb o N)) /\
  (forall j q, j < length rf -> 0 < q -> nth (nth j rf 0) n2 0 = q * N ->
    In ([Any _; Tile _ (nth j rf 0)], [Tile _ (nb + length lf + j)]) (loop_entries idemb o N)) /\
  (forall j q, j < length lc -> 0 < q -> nth (nth j lc 0) n1 0 = q * N -> 0 < prod (pick_ext n1 lc) ->
    In ([Tile _ (nth j lc 0); Tile _ (nth j rc 0)], [Red add]) (loop_entries idemb o N)).
Proof.
  intros HN. destruct dot_general_reads as (HL & HR & Xb & Xc & HB & HG & R1 & R2).
  destruct dot_general_projection as [HP HU].
  assert (U1 : forall V, uniq V p1) by (apply HU; now left).
  assert (U2 : forall V, uniq V p2) by (apply HU; right; now left).
  assert (Lb : length rb = nb) by (unfold nb; rewrite <- (pick_length n1 lb), Xb; symmetry; apply pick_length).
  assert (Lc : length rc = length lc) by (rewrite <- (pick_length n1 lc), Xc; symmetry; apply pick_length).
  assert (HO' : gbox o = pick_ext n1 lc /\ gm o = add /\ within (length n1) (lb ++ lc) = true /\
    within (length n2) (rb ++ rc) = true).
  { pose proof HO as H. by_rule H. rewrite !andb_true_iff in X. tauto. }
  destruct HO' as (HK & Hm & W1 & W2). apply within_nodup in W1 as [W1 B1], W2 as [W2 B2].
  apply NoDup_halves in W1 as (Nb1 & Nc1 & D1), W2 as (Nb2 & Nc2 & D2).
  assert (F1 : NoDup lf) by apply NoDup_filter, seq_NoDup. assert (F2 : NoDup rf) by apply NoDup_filter, seq_NoDup.
  assert (K1 : forall d, In d lf -> d < length n1 /\ memb d lb = false /\ memb d lc = false).
  { intros d Hd. apply filter_In in Hd as [Hd Hx]. apply in_seq in Hd. rewrite memb_app in Hx.
    apply negb_true_iff, orb_false_iff in Hx. repeat split; tauto || lia. }
  assert (K2 : forall d, In d rf -> d < length n2 /\ memb d rb = false /\ memb d rc = false).
  { intros d Hd. apply filter_In in Hd as [Hd Hx]. apply in_seq in Hd. rewrite memb_app in Hx.
    apply negb_true_iff, orb_false_iff in Hx. repeat split; tauto || lia. }
  assert (AB : forall x l, In x l -> memb x l = true) by (intros; now apply memb_in).
  (* the entry by V, from where V is read in both operands *)
  assert (E : forall V q d1 d2 out, V < length (gloops o) -> 0 < q -> nth V (gloops o) 0 = q * N ->
    V < length (gosh o) \/ 0 < prod (gbox o) -> pos V p1 = d1 -> pos V p2 = d2 -> out_at o V = out ->
    In ([attr_of d1; attr_of d2], [out]) (loop_entries idemb o N)).
  { intros V q d1 d2 out H1 H2 H3 H4 <- <- <-.
    apply (@proj_entry_found Sc fn elt idemb o (Some mul) [p1; p2] N V q); auto. }
  assert (TV : forall V, V < R -> out_at o V = Tile _ V).
  { intros V HV. unfold out_at. rewrite HR. now rewrite (proj2 (Nat.ltb_lt _ _) HV). }
  repeat split.
  - intros i q Hi Hq Hn. assert (I1 : In (nth i lb 0) lb) by now apply nth_In.
    assert (I2 : In (nth i rb 0) rb) by (apply nth_In; lia).
    assert (G1 : dot_ix lb lc lf nb (nth i lb 0) = i) by (unfold dot_ix; rewrite AB by auto; now apply at_pos_nth).
    assert (G2 : dot_ix rb rc rf (nb + length lf) (nth i rb 0) = i).
    { unfold dot_ix. rewrite AB by auto. apply at_pos_nth; auto. lia. }
    destruct (R1 (nth i lb 0)) as (A1 & A2 & _); [apply B1, in_or_app; auto|]. rewrite G1 in A1, A2.
    apply E with (V := i) (q := q) (d1 := Some (nth i lb 0)) (d2 := Some (nth i rb 0)); auto; try congruence.
    + left. rewrite HR. unfold R. lia.
    + apply pos_at; auto. apply B1, in_or_app; auto.
    + apply pos_at; auto. apply B2, in_or_app; auto.
    + apply TV. unfold R. lia.
  - intros j q Hj Hq Hn. assert (I1 : In (nth j lf 0) lf) by now apply nth_In.
    destruct (K1 _ I1) as (C1 & C2 & C3).
    assert (G1 : dot_ix lb lc lf nb (nth j lf 0) = nb + j).
    { unfold dot_ix. rewrite C2, C3. f_equal. now apply at_pos_nth. }
    destruct (R1 (nth j lf 0) C1) as (A1 & A2 & _). rewrite G1 in A1, A2.
    apply E with (V := nb + j) (q := q) (d1 := Some (nth j lf 0)) (d2 := None); auto; try congruence.
    + left. rewrite HR. unfold R. lia.
    + now apply pos_at.
    + apply pos_none_at. intros d Hd. unfold dot_ix. destruct (memb d rb) eqn:M1; [|destruct (memb d rc)].
      * apply memb_in, at_pos_in in M1 as [M1 _]. lia.
      * unfold R. lia.
      * lia.
    + apply TV. unfold R. lia.
  - intros j q Hj Hq Hn. assert (I2 : In (nth j rf 0) rf) by now apply nth_In.
    destruct (K2 _ I2) as (C1 & C2 & C3).
    assert (G2 : dot_ix rb rc rf (nb + length lf) (nth j rf 0) = nb + length lf + j).
    { unfold dot_ix. rewrite C2, C3. f_equal. now apply at_pos_nth. }
    destruct (R2 (nth j rf 0) C1) as (A1 & A2 & _). rewrite G2 in A1, A2.
    apply E with (V := nb + length lf + j) (q := q) (d1 := None) (d2 := Some (nth j rf 0)); auto; try congruence.
    + left. rewrite HR. unfold R. lia.
    + apply pos_none_at. intros d Hd. unfold dot_ix. destruct (memb d lb) eqn:M1; [|destruct (memb d lc) eqn:M2].
      * apply memb_in, at_pos_in in M1 as [M1 _]. unfold nb in *. lia.
      * unfold R. lia.
      * assert (F : In d lf) by (apply rest_in; auto; now rewrite memb_app, M1, M2).
        apply at_pos_in in F as [F _]. lia.
    + now apply pos_at.
    + apply TV. unfold R. lia.
  - intros j q Hj Hq Hn Hk. assert (I1 : In (nth j lc 0) lc) by now apply nth_In.
    assert (I2 : In (nth j rc 0) rc) by (apply nth_In; lia).
    assert (G1 : dot_ix lb lc lf nb (nth j lc 0) = R + j).
    { unfold dot_ix. rewrite (D1 _ I1), AB by auto. f_equal. now apply at_pos_nth. }
    assert (G2 : dot_ix rb rc rf (nb + length lf) (nth j rc 0) = R + j).
    { unfold dot_ix. rewrite (D2 _ I2), AB by auto. f_equal. apply at_pos_nth; auto. lia. }
    destruct (R1 (nth j lc 0)) as (A1 & A2 & _); [apply B1, in_or_app; auto|]. rewrite G1 in A1, A2.
    apply E with (V := R + j) (q := q) (d1 := Some (nth j lc 0)) (d2 := Some (nth j rc 0)); auto; try congruence.
    + right. now rewrite HK.
    + apply pos_at; auto. apply B1, in_or_app; auto.
    + apply pos_at; auto. apply B2, in_or_app; auto.
    + unfold out_at. rewrite HR, (proj2 (Nat.ltb_ge (R + j) R)) by lia. congruence.
Qed.
End Dot.
End Einsum.
