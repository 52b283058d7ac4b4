(* RegistryProjections.v: section 6, ops whose every read is a list of loop variables (elementwise, dot_general,
   transpose, reduce): they mean what Registry.v's comprehensions do, and the registry has an entry for each loop
   variable, at every N that divides its extent. *)
From Coq Require Import List Arith Lia ZArith Bool.
From PartIR Require Import Index Fold Tensor Core Registry Comprehension Hlo Statements Soundness Cells Propagation
  RegistryOps RegistryValid RegistryPartials RegistryNames.
Import ListNotations.
Set Implicit Arguments.

Lemma find_map A B (h : A -> B) f l : find f (map h l) = option_map h (find (fun x => f (h x)) l).
Proof. induction l; cbn; auto. destruct (f (h a)); auto. Qed.
Lemma find_seq f n : find f (seq 0 (S n)) = if f 0 then Some 0 else option_map S (find (fun d => f (S d)) (seq 0 n)).
Proof. cbn. destruct (f 0); auto. rewrite <- seq_shift. apply find_map. Qed.
Lemma delta_var v q u : 0 < q -> delta v q (var u) = Some (if u =? v then Z.of_nat q else 0%Z).
Proof.
  intros Hq. unfold delta, var, aff, coef. cbn [terms dv md fold_right fst snd]. destruct (Nat.eqb_spec u v).
  - replace ((1 + 0) * Z.of_nat q)%Z with (Z.of_nat q) by ring. destruct (Z.eqb_spec (Z.of_nat q) 0); [lia|].
    rewrite Z.mod_1_r, Z.div_1_r. reflexivity.
  - reflexivity.
Qed.
Lemma stillb_var v q u : 0 < q -> stillb v q (var u) = negb (u =? v).
Proof.
  intros Hq. unfold stillb. rewrite delta_var by auto. destruct (u =? v); auto. apply Z.eqb_neq. lia.
Qed.
Lemma movesb_var B v q : v < length B -> 0 < q -> movesb B v q q (var v) = true.
Proof.
  intros Hv Hq. unfold movesb. rewrite delta_var, Nat.eqb_refl by auto.
  unfold range, var, aff, srange, trange. cbn [terms dv md off fold_right fst snd Z.ltb Z.compare Z.eqb].
  rewrite nth_upd_same, !Z.div_1_r by auto.
  rewrite !andb_true_iff, Z.eqb_eq, Z.leb_le, Z.ltb_lt. lia.
Qed.
Lemma find_pos v q p : 0 < q ->
  find (fun d => negb (stillb v q (nth d (map var p) (cst 0)))) (seq 0 (length (map var p))) = pos v p.
Proof.
  intros Hq. induction p as [|u p IH]; auto. cbn [length map]. rewrite find_seq. cbn [nth].
  rewrite stillb_var, negb_involutive, IH by auto. reflexivity.
Qed.
Lemma uniq_tail v u p : uniq v (u :: p) -> uniq v p.
Proof. intros U d d' H H' E E'. specialize (U (S d) (S d')). cbn in U. lia. Qed.
Lemma Forall2_of_nth X Y (R : X -> Y -> Prop) d d' l l' : length l = length l' ->
  (forall i, i < length l -> R (nth i l d) (nth i l' d')) -> Forall2 R l l'.
Proof.
  revert l'; induction l as [|x l IH]; intros [|y l'] E H; try discriminate; constructor.
  - apply (H 0). simpl. lia.
  - apply IH; [now injection E|]. intros i Hi. apply (H (S i)). simpl. lia.
Qed.
Lemma forallb2_of X Y (f : X -> Y -> bool) l l' : Forall2 (fun a b => f a b = true) l l' -> forallb2 f l l' = true.
Proof. induction 1; cbn; auto. now rewrite H. Qed.

Section Projections.
Context {Sc : Scalars}.
Variables (ofZ : Z -> T) (toZ : T -> Z) (fn elt : Type) (fsem : fn -> list T -> T).
Variable idemb : mono -> option T -> bool.
Notation bx := (@bx Sc fn).
Notation gop := (@gop Sc fn elt).
Definition vread k p : bx := BRead k (map var p) [] [].
Definition vreads j (ps : list (list nat)) : list bx :=
  map (fun kp => vread (fst kp) (snd kp)) (combine (seq j (length ps)) ps).
(* f applied to a read of each operand, or one read *)
Definition body (f : option fn) ps : bx := match f with Some f => BApp f (vreads 0 ps) | None => vread 0 (hd [] ps) end.
Definition projection (o : gop) f ps : Prop := gini o = NoIni /\ gbody o = body f ps /\ (f = None -> length ps = 1) /\
  map fst (gins o) = map (fun p => proj p (gloops o)) ps /\
  forall p, In p ps -> Forall (fun v => v < length (gloops o)) p.

Lemma vreads_cons j p ps : vreads j (p :: ps) = vread j p :: vreads (S j) ps. Proof. reflexivity. Qed.
Lemma mode_vreads v q x ps : 0 < q -> forall j,
  fold_right (fun e r => match mode_of v q x e with Some d => Some d | None => r end) None (vreads j ps) =
  if x <? j then None else pos v (nth (x - j) ps []).
Proof.
  intros Hq. induction ps as [|p ps IH]; intros j.
  - rewrite nth_overflow by (simpl; lia). destruct (x <? j); reflexivity.
  - rewrite vreads_cons. cbn [fold_right]. rewrite IH. unfold vread. cbn [mode_of fold_right].
    destruct (Nat.eqb_spec j x) as [->|Ne].
    + rewrite find_pos by auto. rewrite Nat.ltb_irrefl, Nat.sub_diag. cbn [nth].
      rewrite (proj2 (Nat.ltb_lt x (S x))) by lia. now destruct (pos v p).
    + destruct (Nat.ltb_spec x (S j)), (Nat.ltb_spec x j); try lia; auto.
      replace (x - j) with (S (x - S j)) by lia. reflexivity.
Qed.
Lemma mode_body v q x f ps : 0 < q -> (f = None -> length ps = 1) -> x < length ps ->
  mode_of v q x (body f ps) = pos v (nth x ps []).
Proof.
  intros Hq Hf Hx. destruct f as [f|]; cbn [body].
  - cbn [mode_of]. rewrite mode_vreads by auto. cbn [Nat.ltb Nat.leb]. now rewrite Nat.sub_0_r.
  - destruct ps as [|p [|]]; specialize (Hf eq_refl); try discriminate. destruct x; [|simpl in Hx; lia].
    unfold vread. cbn [mode_of hd Nat.eqb nth fold_right]. rewrite find_pos by auto. now destruct (pos v p).
Qed.

Lemma fitsb_vread (B : list nat) v N q ms shs k p : v < length B -> 0 < q -> 0 < N -> nth v B 0 = q * N ->
  uniq v p -> nth k ms None = pos v p -> nth k shs [] = proj p B -> Forall (fun v => v < length B) p ->
  fitsb B v N q ms shs (vread k p) = true.
Proof.
  intros Hv Hq HN Hn U Hm Hs Hp. unfold vread. cbn [fitsb forallb]. unfold fits_readb. rewrite Hm.
  destruct (pos v p) as [d|] eqn:E.
  - apply pos_some in E as [Hd E]. rewrite Hs, nth_proj, E, Hn, Nat.div_mul by (auto; lia).
    rewrite !andb_true_iff, Nat.ltb_lt, map_length, forallb_forall. repeat split; auto.
    + destruct d; reflexivity.
    + rewrite nth_map with (dA := 0), E by auto. now apply movesb_var.
    + intros d' Hd'. apply in_seq in Hd'. apply orb_true_iff. destruct (Nat.eqb_spec d' d); [now left|right].
      rewrite nth_map with (dA := 0) by lia. rewrite stillb_var by auto. apply negb_true_iff, Nat.eqb_neq.
      intros E'. apply n. apply U; auto. lia.
  - apply pos_none in E. rewrite andb_true_l. apply forallb_forall. intros e He.
    apply in_map_iff in He as (u & <- & Hu).
    rewrite stillb_var by auto. apply negb_true_iff, Nat.eqb_neq. intros ->. auto.
Qed.

(* the entry by loop variable V: tile<d> on the operands that read V along d, any elsewhere *)
Definition proj_entry (o : gop) ps V : @entry Sc := (map (fun p => attr_of (pos V p)) ps, [out_at o V]).
(* the registry finds it, wherever N divides the extent; a reduced variable needs a box that is not empty *)
Theorem proj_entry_found (o : gop) f ps N V q : projection o f ps -> V < length (gloops o) -> 0 < N -> 0 < q ->
  nth V (gloops o) 0 = q * N -> V < length (gosh o) \/ 0 < prod (gbox o) -> (forall p, In p ps -> uniq V p) ->
  In (proj_entry o ps V) (loop_entries idemb o N).
Proof.
  intros (NI & HB & Hf & HS & HF) HV HN Hq Hn HK HU. unfold loop_entries. apply in_flat_map. exists V.
  split; [apply in_seq; lia|]. assert (HL : length (gins o) = length ps).
  { apply (f_equal (@length _)) in HS. now rewrite !map_length in HS. }
  assert (HM : modes o N V = map (pos V) ps).
  { unfold modes. rewrite Hn, Nat.div_mul, HL by lia. apply nth_ext with (d := None) (d' := None);
      rewrite !map_length, seq_length; auto. intros x Hx.
    rewrite nth_map_seq, nth_map with (dA := []) by auto. rewrite HB. now apply mode_body. }
  assert (E : entry_at idemb o N V = Some (proj_entry o ps V)); [|rewrite E; now left].
  unfold entry_at. rewrite HM, Hn, Nat.div_mul by lia.
  assert (RD : forall k, k < length ps -> fitsb (gloops o) V N q (map (pos V) ps) (map fst (gins o))
    (vread k (nth k ps [])) = true).
  { intros k Hk. assert (I : In (nth k ps []) ps) by now apply nth_In.
    apply fitsb_vread; auto; [now rewrite nth_map with (dA := [])|]. rewrite HS. now rewrite nth_map with (dA := []). }
  replace (fitsb _ _ _ _ _ _ _) with true.
  2:{ symmetry. rewrite HB. destruct f as [f|]; cbn [body].
      - cbn [fitsb]. apply forallb_forall. intros e He. unfold vreads in He.
        apply in_map_iff in He as ([k p] & <- & He). cbn [fst snd].
        apply (In_nth _ _ (0, [])) in He as (i & Hi & E). rewrite combine_length, seq_length in Hi.
        rewrite combine_nth, seq_nth in E by (rewrite ?seq_length; lia). injection E as <- <-. apply RD. lia.
      - destruct ps as [|p [|]]; specialize (Hf eq_refl); try discriminate. apply (RD 0). simpl. lia. }
  replace (forallb2 _ _ _) with true.
  2:{ symmetry. apply forallb2_of. apply Forall2_of_nth with (d := None) (d' := []);
        [now rewrite !map_length|]. rewrite map_length. intros k Hk. rewrite HS.
      rewrite !nth_map with (dA := []) by auto. destruct (pos V (nth k ps [])) as [d|] eqn:E; cbn [mode_ok]; auto.
      apply pos_some in E as [Hd E]. rewrite nth_proj, E, Hn by auto.
      rewrite Nat.mod_mul by lia. cbn [Nat.eqb andb]. apply Nat.ltb_lt. nia. }
  rewrite (proj2 (Nat.ltb_lt _ _) HV), Nat.mod_mul, (proj2 (Nat.ltb_lt 0 (q * N))) by nia.
  unfold parts_ok. rewrite NI. replace ((V <? length (gosh o)) || (0 <? prod (gbox o))) with true.
  - cbn. now rewrite map_map.
  - symmetry. apply orb_true_iff. rewrite !Nat.ltb_lt. exact HK.
Qed.

(* and the op is the comprehension of Registry.v *)
Definition fun_of (f : option fn) (l : list T) : T := match f with Some f => fsem f l | None => hd z l end.
Theorem proj_means (o : gop) f ps xs : projection o f ps -> map (@shape Sc) xs = map fst (gins o) ->
  gsem ofZ toZ fsem o xs = [comp (fun_of f) (gm o) (gosh o) (gbox o) (combine xs ps)].
Proof.
  intros (NI & HB & Hf & HS & HF) HX. rewrite HS in HX.
  assert (HL : length xs = length ps) by (apply (f_equal (@length _)) in HX; now rewrite !map_length in HX).
  assert (FC : map fst (combine xs ps) = xs).
  { clear - HL. revert ps HL. induction xs as [|x xs IH]; intros [|p ps] H; try discriminate; auto. cbn.
    rewrite IH; auto. }
  assert (SC : map snd (combine xs ps) = ps).
  { clear - HL. revert ps HL. induction xs as [|x xs IH]; intros [|p ps] H; try discriminate; auto. cbn.
    rewrite IH; auto. }
  unfold gsem, gval. rewrite NI. f_equal. rewrite (@comp_gcomp Sc ofZ toZ (fun_of f)), FC.
  - apply gcomp_ext; auto. intros I _. rewrite HB. unfold body_of. destruct f as [f|]; cbn [body den sev fun_of].
    + f_equal. assert (HC : @length operand (combine xs ps) = length ps).
      { unfold operand. rewrite combine_length. lia. }
      rewrite HC. unfold vreads. rewrite !map_map.
      transitivity (map (fun kp : nat * list nat => sev ofZ toZ xs I (den fsem (vread (fst kp) (snd kp))))
        (combine (seq 0 (length ps)) (map snd (combine xs ps)))); [now rewrite SC|].
      generalize (seq 0 (length ps)). intros l. generalize (combine xs ps). intros c. revert l.
      induction c as [|[x p] c IH]; intros [|k l]; auto. cbn [map combine]. f_equal; auto.
    + destruct ps as [|p [|]]; specialize (Hf eq_refl); try discriminate. destruct xs as [|x [|]]; try discriminate.
      reflexivity.
  - apply Forall_forall. intros [x p] Hin. cbn [fst snd]. split.
    + apply (In_nth _ _ (tz, [])) in Hin as (k & Hk & E). rewrite combine_length in Hk.
      rewrite combine_nth in E by auto. injection E as <- <-.
      apply (f_equal (fun l => nth k l [])) in HX. rewrite nth_map with (dA := tz) in HX by lia.
      rewrite nth_map with (dA := []) in HX by lia. exact HX.
    + apply HF. apply in_combine_r in Hin. exact Hin.
Qed.
End Projections.
