(* Fuse_Once.v: section 7, R-Fuse never duplicates what it moves: a step takes slices and one loop away and adds
   nothing, merging likewise, and the other steps keep ops, slices and loops as they are. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells Contexts Fuse Fuse_Lets Fuse_Step Fuse_Merge.
Import ListNotations.
Set Implicit Arguments.

Section Once.
Context {Sc : Scalars}.
Variables (op : Type).
Variable onum : op -> nat.
Notation core := (core mono op).
Notation attr := (attr mono).
Notation arity := (arity onum).

(* what an expression weighs, if op o weighs p o, a slice s and a loop l *)
Fixpoint weight (p : op -> nat) s l (e : core) : nat :=
  match e with
  | CVars _ _ _ => 0
  | COp _ o _ => p o
  | CLet e1 e2 => weight p s l e1 + weight p s l e2
  | CSlice _ _ _ _ _ => s
  | CLoop _ _ e => l + weight p s l e
  end.
Definition loops := weight (fun _ => 0) 0 1.
(* e' is e without c slices and n loops: by whatever weights, so that every op is there as often as in e *)
Definition takes c n (e e' : core) := forall p s l, weight p s l e = weight p s l e' + c * s + n * l.

Lemma rw_weight ss e : forall ft fr X Y R, exists c, takes c 0 e (rw onum ss ft fr X Y R e).
Proof.
  unfold takes. induction e; intros ft fr X Y R; cbn [rw weight].
  - exists 0. lia.
  - exists 0. lia.
  - destruct (IHe1 ft fr X Y R) as [c1 H1].
    destruct (IHe2 (lift (arity e1) ft) fr (arity e1 + X) (arity e1 + Y) R) as [c2 H2].
    exists (c1 + c2). intros. rewrite H1, H2. lia.
  - destruct cut; [exists 1|exists 0]; simpl; lia.
  - destruct (IHe ft (up fr) X Y (S R)) as [c H]. exists c. intros. rewrite H. lia.
Qed.
Lemma rename_weight e ft : takes 0 0 e (rename onum ft e).
Proof.
  unfold takes, rename. intros p s l. rewrite !Nat.add_0_r.
  enough (F : forall f fr X Y R, weight p s l e = weight p s l (rw onum [] f fr X Y R e)) by apply F.
  induction e; intros; cbn [rw weight]; auto. now rewrite cut_nil.
Qed.
Lemma plug_weight p s l C (B B' : core) : weight p s l (plug C B) + weight p s l B' =
  weight p s l (plug C B') + weight p s l B.
Proof. induction C; simpl; lia. Qed.

Lemma takes_trans c n c' n' e1 e2 e3 : takes c n e1 e2 -> takes c' n' e2 e3 -> takes (c + c') (n + n') e1 e3.
Proof. intros H1 H2 p s l. rewrite H1, H2. lia. Qed.
Lemma takes_let c n c' n' e1 e1' e2 e2' : takes c n e1 e1' -> takes c' n' e2 e2' ->
  takes (c + c') (n + n') (CLet e1 e2) (CLet e1' e2').
Proof. intros H1 H2 p s l. simpl. rewrite H1, H2. lia. Qed.
Lemma takes_loop c n a ss e e' : takes c n e e' -> takes c n (CLoop a ss e) (CLoop a ss e').
Proof. intros H p s l. simpl. rewrite H. lia. Qed.

(* R-Fuse takes the slices in the target and the loop, and duplicates nothing. *)
Theorem R_Fuse_step_once a ss e C B R : exists c, takes c 1 (unfused a ss e C B) (fused_step onum ss e C B R).
Proof.
  destruct (@rw_weight ss B (Nat.add (arity e)) (fun q => q) (cdepth onum C) 0 R) as [c HB].
  destruct (@rw_weight [] e (Nat.add (cdepth onum C + length ss))
    (fun q => match q with 0 => R | S q => length (caxes C) + q end) 0 0 0) as [c' HE].
  exists (c' + c). intros p s l. unfold fused_step, lower. rewrite <- (Nat.add_0_r (weight _ _ _ (rename _ _ _))).
  rewrite <- (Nat.mul_0_l s), <- (Nat.add_0_r (_ + 0 * s)), <- (Nat.mul_0_l l), <- rename_weight.
  pose proof (plug_weight p s l C B (fused onum ss e C B R)) as P. unfold fused at 1 in P. unfold moved in P.
  cbn [weight] in P. specialize (HE p s l). specialize (HB p s l). unfold unfused. simpl weight. lia.
Qed.
(* Merging takes the slices of the first loop's tiles and one loop, and duplicates nothing. *)
Theorem R_Merge_once a s1 s2 e1 e2 k : exists c, takes c 1 (apart a s1 s2 e1 e2 k) (merged onum a s1 s2 e1 e2 k).
Proof.
  destruct (@rw_weight s1 e2 (fun x => x) (fun q => q) 0 0 0) as [c H]. exists c. intros p s l.
  unfold apart, merged, both. simpl. rewrite H. lia.
Qed.
Lemma prune_takes b s e k : takes 0 0 (CLet (CLoop b s e) k) (pruned onum b s e k).
Proof.
  intros p s' l. unfold pruned. simpl.
  rewrite (rename_weight k (repos (length s) (kept onum (length s) k)) p s' l). lia.
Qed.
Lemma swap_takes e1 e2 k : takes 0 0 (CLet e1 (CLet e2 k)) (swapped onum e1 e2 k).
Proof.
  intros p s l. unfold swapped, lower, shift. simpl. pose proof (fun f e => rename_weight e f p s l) as E.
  rewrite (E (fun y => y - arity e1) e2), (E (Nat.add (arity e2)) e1), (E (flip (arity e1) (arity e2)) k). lia.
Qed.
Lemma let_let_takes e1 e2 e3 f : takes 0 0 (CLet (CLet e1 e2) e3) (CLet e1 (CLet e2 (rename onum f e3))).
Proof. intros p s l. simpl. rewrite (rename_weight e3 f p s l). lia. Qed.
Lemma copy_takes xs e f : takes 0 0 (CLet (CVars _ _ xs) e) (rename onum f e).
Proof. intros p s l. simpl. now rewrite (rename_weight e f p s l). Qed.
End Once.
