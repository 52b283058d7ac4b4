(* NoEntry.v: section 6, how to show that an entry does not hold, whatever the local program h computes: h sees
   the parts of the operands and not r, so equal parts give equal results. *)
From Coq Require Import List Arith Lia.
From PartIR Require Import Index Fold Tensor.
Import ListNotations.
Set Implicit Arguments.

(* ---- why reads with an offset, and iota along v, have no entry: a local program that does not see r gives the same
   chunk everywhere. Whatever tensor y = h(x) it computes from replicated operands, all chunks are equal ---- *)
Section NoEntry.
Context {S : Scalars}.
Theorem any_tile_periodic d sh q y N t r ix : concat d (map (fun _ => y) (seq 0 N)) = t -> shape t = sh ->
  d < length sh -> r < N -> nth d sh 0 = q * N -> inb ix sh -> nth d ix 0 < q ->
  get t (upd ix d (r * q + nth d ix 0)) = get t ix.
Proof.
  intros <- E Hd Hr Hq HI Hlt. unfold concat in *. cbn [shape tab] in E.
  assert (Y : hd tz (map (fun _ => y) (seq 0 N)) = y) by (destruct N; [lia|reflexivity]). rewrite Y in *.
  rewrite map_length, seq_length in *. assert (Hm : dim d y = q).
  { rewrite <- E in Hq. rewrite <- E, upd_length in Hd. rewrite nth_upd_same in Hq by auto. nia. }
  rewrite Hm in *. rewrite E. assert (Hl := inb_length HI).
  assert (inb (upd ix d (r * q + nth d ix 0)) sh) by (apply inb_upd_s; auto; rewrite Hq; nia).
  rewrite !get_tab by auto. rewrite nth_upd_same, upd_upd by lia.
  destruct (@div_mod_part r q (nth d ix 0)) as [-> ->]; auto.
  rewrite Nat.div_small, Nat.mod_small by auto. rewrite !nth_map_seq by lia. reflexivity.
Qed.
(* part 0 of a result says the same wherever part 0 of the operands is the same *)
Theorem first_part_determined d sh y0 y1 y1' t t' ix : concat d [y0; y1] = t -> concat d [y0; y1'] = t' ->
  shape t = sh -> d < length sh -> inb ix sh -> 2 * nth d ix 0 < nth d sh 0 -> get t ix = get t' ix.
Proof.
  intros <- <- E Hd HI Hlt. unfold concat in *. cbn [shape tab hd length] in *. rewrite E.
  rewrite <- E in Hlt. rewrite <- E, upd_length in Hd. rewrite nth_upd_same in Hlt by auto.
  rewrite !get_tab by auto. now rewrite Nat.div_small by lia.
Qed.
Lemma concat_2 (y0 y1 : tensor) u w : concat 0 [y0; y1] = mkT [2] [u; w] -> get y0 [0] = u /\ get y1 [0] = w.
Proof.
  unfold concat. cbn [hd length]. intros H. assert (E := f_equal shape H). cbn [shape tab] in E.
  destruct (shape y0) as [|n [|? ?]] eqn:X; simpl in E; try discriminate.
  assert (D : dim 0 y0 = 1) by (inversion E; lia). rewrite D in H. unfold tab in H. inversion H. auto.
Qed.
End NoEntry.
