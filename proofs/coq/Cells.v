(* Cells.v: section 7, with section 6's validity, a set cell. An op instance is put into a loop over an axis,
   its operands are sliced and its results combined as a registry entry says; from the validity of the entry this
   preserves typing and the denotation. It is what R-Forward and R-Backward have in common (Propagation.v). *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues.
Import ListNotations.
Set Implicit Arguments.

Section Cells.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Notation ty := (ty elt).
Notation attr := (attr mono).
Notation core := (core mono op).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation loop_tys := (loop_tys mdef M).
Notation combs := (combs tz concat reduce).
Notation taint := (taint onum).
Notation look := (look tz).
Notation size := (size M).
Notation has := (@has elt).

(* (sigma_1..sigma_n) |-> (sigma'_1..sigma'_m), sigma in {tile<d>, any, partial<m>}; Red m stands for partial<m> *)
Definition entry : Type := (list attr * list attr)%type.
(* attributes that mention extents (broadcast shapes, slice bounds, iota) are localised by the op's own rule *)
Variable localise : op -> nat -> entry -> op.

(* A head is an op, or nothing: then the instance is a copy of its operands, as in the nests that the actions
   tile (loop a tile<d> (r. slice d x[r])) and atomic (loop a any (r. x)) make. *)
Definition head := option op.
Definition hexpr (h : head) xs : core := match h with Some o => COp _ o xs | None => CVars _ _ xs end.
Definition hsem (h : head) vs := match h with Some o => osem o vs | None => vs end.
Definition hty (h : head) (ts ts' : list ty) : Prop := match h with Some o => oty o ts ts' | None => ts' = ts end.
Definition hloc (h : head) N e : head := match h with Some o => Some (localise o N e) | None => None end.

(* ---------------- section 6: a valid entry, N = M(a) ---------------- *)
Definition is_tile (s : attr) := match s with Tile _ _ => true | _ => false end.
Definition is_red (s : attr) := match s with Red _ => true | _ => false end.
Definition is_any (s : attr) := match s with Any _ => true | _ => false end.

(* an operand's type inside the loop, and when it has one (T-Slice 3, 4, 5) *)
Definition lty N (s : attr) (t : ty) : ty :=
  match s with Tile _ d => (upd (fst t) d (nth d (fst t) 0 / N), snd t) | _ => t end.
Fixpoint ltys N (ins : list attr) (ts : list ty) :=
  match ins, ts with s :: ins, t :: ts => lty N s t :: ltys N ins ts | _, _ => [] end.
Definition in_ok N (s : attr) (t : ty) : Prop :=
  match s with
  | Tile _ d => d < length (fst t) /\ Nat.divide N (nth d (fst t) 0) /\ N <= nth d (fst t) 0
  | Red m => mdef m (snd t)
  | Any _ => True
  end.
(* the results' types, from those inside the loop: T-Tile, T-Reduce, T-Any without its taint premise *)
Inductive out_tys N : list attr -> list ty -> list ty -> Prop :=
| O_Nil : out_tys N [] [] []
| O_Tile d n el ss ts ts' : d < length n -> out_tys N ss ts ts' ->
    out_tys N (Tile _ d :: ss) ((n, el) :: ts) ((upd n d (nth d n 0 * N), el) :: ts')
| O_Reduce m n el ss ts ts' : mdef m el -> out_tys N ss ts ts' ->
    out_tys N (Red m :: ss) ((n, el) :: ts) ((n, el) :: ts')
| O_Any t ss ts ts' : out_tys N ss ts ts' -> out_tys N (Any _ :: ss) (t :: ts) (t :: ts').

(* x^r is the r-th chunk (tile), x itself (any), or any parts with (+)_r x^r = x, of x's shape (partial) *)
Definition fam N (s : attr) x (V : nat -> tensor) : Prop :=
  match s with
  | Tile _ d => forall r, r < N -> V r = chunk d x r N
  | Red m => reduce m (map V (seq 0 N)) = x /\ forall r, r < N -> wf (V r) /\ shape (V r) = shape x
  | Any _ => forall r, r < N -> V r = x
  end.
Fixpoint fams N (ins : list attr) xs (Vs : list (nat -> tensor)) : Prop :=
  match ins, xs, Vs with
  | [], [], [] => True
  | s :: ins, x :: xs, V :: Vs => fam N s x V /\ fams N ins xs Vs
  | _, _, _ => False
  end.
Definition rows N (h : head) (Vs : list (nat -> tensor)) := map (fun r => hsem h (map (fun V => V r) Vs)) (seq 0 N).

(* for all inputs: combining r |-> op(x^r)_j by sigma'_j gives op(x)_j; for any, all are equal to it *)
Definition valid_sem N (h : head) (e : entry) ts : Prop :=
  forall xs Vs, Forall2 (@val _ elt) xs ts -> fams N (fst e) xs Vs ->
  combs 0 (snd e) (rows N (hloc h N e) Vs) = hsem h xs /\
  forall j r, nth_error (snd e) j = Some (Any _) -> r < N ->
    nth j (nth r (rows N (hloc h N e) Vs) []) tz = nth j (hsem h xs) tz.
(* the op at local shapes has a type, which the entry combines to the op's *)
Definition valid_ty N (h : head) (e : entry) ts ts' lts' : Prop :=
  Forall2 (in_ok N) (fst e) ts /\ hty (hloc h N e) (ltys N (fst e) ts) lts' /\ out_tys N (snd e) lts' ts'.
Definition valid_entry N h e ts ts' : Prop := valid_sem N h e ts /\ exists lts', valid_ty N h e ts ts' lts'.

(* What a cell asks beside validity: no partial operand (section 7); and T-Any looks at the data flow, not at the
   value: a result is any only if no operand is sliced (Propagation_Examples.v: tainted_any). *)
Definition cell_ok (e : entry) : bool :=
  negb (existsb is_red (fst e)) && (negb (existsb is_any (snd e)) || negb (existsb is_tile (fst e))).

(* ---------------- the loop nest of a cell, of a list of cells ---------------- *)
(* let x'_i = slice d_i x_i[r] in .. k(x'), for the tiled operands; r is the innermost range variable *)
Fixpoint slices (ins : list attr) (xs acc : list nat) (k : list nat -> core) : core :=
  match ins, xs with
  | Tile _ d :: ins, x :: xs => CLet (CSlice _ _ d x 0) (slices ins (map S xs) (map S acc ++ [0]) k)
  | _ :: ins, x :: xs => slices ins xs (acc ++ [x]) k
  | _, _ => k acc
  end.
(* cells oldest first, which is outermost first *)
Fixpoint nest (cs : list (axis * entry)) (h : head) (xs : list nat) : core :=
  match cs with
  | [] => hexpr h xs
  | (a, e) :: cs => CLoop a (snd e) (slices (fst e) xs [] (nest cs (hloc h (size a) e)))
  end.
(* loop a sigma' (r. let x'_i = slice d_i x_i[r] in o'(..)) *)
Definition set_cell a e o xs := nest [(a, e)] (Some o) xs.

Fixpoint locs N r (ins : list attr) vs :=
  match ins, vs with
  | s :: ins, v :: vs => match s with Tile _ d => chunk d v r N | _ => v end :: locs N r ins vs
  | _, _ => []
  end.
Fixpoint tlocs r (ins : list attr) bs :=
  match ins, bs with s :: ins, b :: bs => (is_tile s && Nat.eqb 0 r || b) :: tlocs r ins bs | _, _ => [] end.

Lemma map_look_S v env xs : map (look (v :: env)) (map S xs) = map (look env) xs.
Proof. rewrite map_map. reflexivity. Qed.

Lemma slices_eval a i K k R ins : forall xs acc env, length ins = length xs ->
  (forall env' ys, map (look env') ys = map (look env) acc ++ locs (size a) i ins (map (look env) xs) ->
    ceval ((a, i) :: K) env' (k ys) = R) ->
  ceval ((a, i) :: K) env (slices ins xs acc k) = R.
Proof.
  induction ins as [|s ins IH]; intros [|x xs] acc env HL H; try discriminate; simpl.
  - apply H. simpl. now rewrite app_nil_r.
  - injection HL as HL.
    assert (N : forall v, v = match s with Tile _ d => chunk d (look env x) i (size a) | _ => look env x end ->
      v = look env x ->
      ceval ((a, i) :: K) env (slices ins xs (acc ++ [x]) k) = R).
    { intros v E1 E2. apply IH; auto. intros env' ys E. apply H.
      rewrite E, map_app, <- app_assoc. simpl. now rewrite <- E1, <- E2. }
    destruct s; try (now apply (N (look env x))). simpl. apply IH; [now rewrite map_length|].
    intros env' ys E. apply H. rewrite E, map_app, !map_look_S, <- app_assoc. reflexivity.
Qed.

Lemma slices_type a A k R ins : existsb is_red ins = false -> forall ts xs acc tacc G,
  Forall2 (in_ok (size a)) ins ts -> Forall2 (has G) xs ts -> Forall2 (has G) acc tacc ->
  (forall G' ys, Forall2 (has G') ys (tacc ++ ltys (size a) ins ts) -> ctype (a :: A) G' (k ys) R) ->
  ctype (a :: A) G (slices ins xs acc k) R.
Proof.
  assert (W : forall t G xs ts, Forall2 (has G) xs ts -> Forall2 (has (t :: G)) (map S xs) ts)
    by (induction 1; simpl; auto).
  induction ins as [|s ins IH]; intros HR ts xs acc tacc G HI HX HA H; inversion HI; subst; inversion HX; subst; simpl.
  - apply H. simpl. now rewrite app_nil_r.
  - simpl in HR. apply orb_false_iff in HR as [Hs HR]. specialize (IH HR).
    destruct s as [d|m|]; [|discriminate|].
    + destruct y as [n el]. destruct H2 as (Hd & Hdiv & Hle). econstructor; [econstructor; eauto; reflexivity|].
      simpl. eapply IH; eauto.
      * apply Forall2_app; [apply W; eassumption|]. repeat constructor.
      * intros G' ys E. apply H. rewrite <- app_assoc in E. exact E.
    + eapply IH; eauto.
      * apply Forall2_app; [eassumption|]. repeat constructor. eassumption.
      * intros G' ys E. apply H. rewrite <- app_assoc in E. exact E.
Qed.

Notation bit tv := (fun x => nth x tv false).
Lemma slices_taint r k R ins : forall xs acc tv, length ins = length xs ->
  (forall tv' ys, map (bit tv') ys = map (bit tv) acc ++ tlocs r ins (map (bit tv) xs) -> taint r tv' (k ys) = R) ->
  taint r tv (slices ins xs acc k) = R.
Proof.
  induction ins as [|s ins IH]; intros [|x xs] acc tv HL H; try discriminate; simpl.
  - apply H. simpl. now rewrite app_nil_r.
  - injection HL as HL.
    assert (N : is_tile s = false -> taint r tv (slices ins xs (acc ++ [x]) k) = R).
    { intros E1. apply IH; auto. intros tv' ys E. apply H. rewrite E, map_app, <- app_assoc. simpl. now rewrite E1. }
    destruct s; try (now apply N). cbn [taint]. apply IH; [now rewrite map_length|].
    intros tv' ys E. apply H. rewrite E, map_app, !map_map, <- app_assoc. reflexivity.
Qed.

(* ---------------- a list of cells is valid: each at what the ones before it leave of the op ---------------- *)
Fixpoint cells_ok (cs : list (axis * entry)) (h : head) (ts ts' : list ty) : Prop :=
  match cs with
  | [] => hty h ts ts'
  | (a, e) :: cs => a < length M /\ ~ In a (map fst cs) /\ cell_ok e = true /\ valid_sem (size a) h e ts /\
      exists lts', valid_ty (size a) h e ts ts' lts' /\ cells_ok cs (hloc h (size a) e) (ltys (size a) (fst e) ts) lts'
  end.

Lemma locs_val N r ins : existsb is_red ins = false -> forall ts vs,
  Forall2 (in_ok N) ins ts -> Forall2 (@val _ elt) vs ts ->
  Forall2 (@val _ elt) (locs N r ins vs) (ltys N ins ts).
Proof.
  induction ins as [|s ins IH]; intros HR ts vs HI HV; inversion HI; subst; inversion HV; subst; simpl; constructor.
  - simpl in HR. destruct s as [d|m|]; try discriminate; auto. split; [apply wf_chunk|].
    rewrite shape_chunk. unfold dim. match goal with H : val _ _ |- _ => destruct H as [_ ->] end. reflexivity.
  - simpl in HR. apply orb_false_iff in HR as [_ HR]. auto.
Qed.
Lemma locs_fams N ins : existsb is_red ins = false -> forall vs, length vs = length ins ->
  exists Vs, fams N ins vs Vs /\ forall r, map (fun V => V r) Vs = locs N r ins vs.
Proof.
  induction ins as [|s ins IH]; intros HR [|v vs] HL; try discriminate.
  - exists []. simpl; auto.
  - simpl in HR. apply orb_false_iff in HR as [Hs HR]. injection HL as HL. destruct (IH HR vs HL) as (Vs & HF & HM).
    exists ((fun r => match s with Tile _ d => chunk d v r N | _ => v end) :: Vs). split.
    + simpl. split; auto. destruct s; try discriminate; simpl; auto.
    + intros r. simpl. now rewrite HM.
Qed.

Lemma hexpr_eval K env h xs : ceval K env (hexpr h xs) = hsem h (map (look env) xs).
Proof. destruct h; reflexivity. Qed.
Lemma hexpr_type A G h xs ts ts' : Forall2 (has G) xs ts -> hty h ts ts' -> ctype A G (hexpr h xs) ts'.
Proof. destruct h; simpl; intros H1 H2; [econstructor; eauto|subst; now constructor]. Qed.

(* The denotation of a nest of valid cells is that of the op: [loop a1 s1 (.. loop ak sk (o' (slices)))] = o(x̄). *)
Theorem nest_eval cs : forall h xs ts ts' K env, cells_ok cs h ts ts' -> Forall2 (@val _ elt) (map (look env) xs) ts ->
  ceval K env (nest cs h xs) = hsem h (map (look env) xs).
Proof.
  induction cs as [|[a e] cs IH]; intros h xs ts ts' K env HC HV; [apply hexpr_eval|].
  destruct HC as (Ha & Hn & Hc & Hs & lts' & (Hin & Hty & Hout) & HC).
  apply andb_prop in Hc as [Hc _]. apply negb_true_iff in Hc.
  pose proof (Forall2_length Hin) as L1. pose proof (Forall2_length HV) as L2. rewrite map_length in L2.
  destruct (@locs_fams (size a) (fst e) Hc (map (look env) xs)) as (Vs & HF & HM); [rewrite map_length; congruence|].
  simpl. destruct (Hs _ Vs HV HF) as [<- _]. f_equal. unfold rows. apply map_ext. intros i. rewrite HM.
  apply slices_eval; [congruence|]. intros env' ys E. simpl in E. rewrite <- E.
  eapply IH; [exact HC|]. rewrite E. now apply locs_val.
Qed.

(* ---------------- taint and typing ---------------- *)
Definition htaint (h : head) bs := match h with Some o => repeat (existsb (fun b => b) bs) (onum o) | None => bs end.
Lemma hexpr_taint r tv h xs : taint r tv (hexpr h xs) = htaint h (map (bit tv) xs).
Proof. destruct h; simpl; auto. f_equal. induction xs; simpl; congruence. Qed.
Lemma ltaint_id (ss : list attr) : forall pre row, length ss = length row -> ltaint (length pre) ss (pre ++ row) = row.
Proof.
  induction ss as [|s ss IH]; intros pre [|b row] H; try discriminate; auto. cbn [ltaint].
  rewrite app_nth2, Nat.sub_diag by lia. simpl. f_equal.
  replace (pre ++ b :: row) with ((pre ++ [b]) ++ row) by (rewrite <- app_assoc; auto).
  replace (S (length pre)) with (length (pre ++ [b])) by (rewrite app_length; simpl; lia). apply IH. now injection H.
Qed.
Lemma out_tys_length N ss ts ts' : out_tys N ss ts ts' -> length ts = length ss /\ length ts' = length ss.
Proof. induction 1; simpl; intuition. Qed.
Lemma hty_num h ts ts' : hty h ts ts' -> forall bs, length bs = length ts -> length (htaint h bs) = length ts'.
Proof.
  destruct h; simpl; intros H bs Hb; [|congruence]. rewrite repeat_length. symmetry. eauto.
Qed.
Lemma ltys_length N ins ts : length ins = length ts -> length (ltys N ins ts) = length ts.
Proof. revert ts; induction ins; intros [|t ts] H; try discriminate; simpl; auto. Qed.
Lemma tlocs_length r ins bs : length ins = length bs -> length (tlocs r ins bs) = length bs.
Proof. revert bs; induction ins; intros [|t ts] H; try discriminate; simpl; auto. Qed.
Lemma tlocs_S r ins bs : length ins = length bs -> tlocs (S r) ins bs = bs.
Proof.
  revert bs; induction ins; intros [|t ts] H; try discriminate; simpl; auto. rewrite andb_false_r, IHins; auto.
Qed.
(* an instance's taint is what its operands' taints give, in however many loops it stands *)
Lemma htaint_loc h N e bs : (forall o, h = Some o -> onum (localise o N e) = onum o) ->
  htaint (hloc h N e) bs = htaint h bs.
Proof. destruct h; simpl; auto. Qed.

(* the loops of a cell taint no result by an outer range variable that the op alone would not have tainted *)
Theorem nest_taint cs : forall h xs ts ts' r tv, cells_ok cs h ts ts' -> hty h ts ts' -> length xs = length ts ->
  taint r tv (nest cs h xs) = htaint h (map (bit tv) xs).
Proof.
  induction cs as [|[a e] cs IH]; intros h xs ts ts' r tv HC HH HX; [apply hexpr_taint|].
  destruct HC as (Ha & Hn & Hc & Hs & lts' & (Hin & Hty & Hout) & HC).
  pose proof (Forall2_length Hin) as L1. destruct (out_tys_length Hout) as [L2 L3].
  assert (Lh : length (htaint h (map (bit tv) xs)) = length ts') by (apply (@hty_num _ _ _ HH); now rewrite map_length).
  simpl. rewrite <- (@ltaint_id (snd e) [] (htaint h (map (bit tv) xs))) by congruence. simpl. f_equal.
  apply slices_taint; [congruence|]. intros tv' ys E. simpl in E.
  rewrite tlocs_S in E by (rewrite map_length; congruence).
  rewrite (@IH _ ys _ _ (S r) tv' HC Hty).
  - rewrite E. apply htaint_loc. intros o ->. simpl in HH, Hty.
    rewrite <- (oty_num HH), <- (oty_num Hty). congruence.
  - rewrite ltys_length by auto. apply (f_equal (@length _)) in E. rewrite !map_length in E. congruence.
Qed.

Lemma out_loop a ss : forall ts ts' tn, out_tys (size a) ss ts ts' -> length tn = length ss ->
  (existsb is_any ss = true -> Forall (eq false) tn) -> loop_tys a tn ss ts ts'.
Proof.
  intros ts ts' tn H. revert tn.
  induction H; intros [|b tn] HL HT; try discriminate; [constructor|..]; injection HL as HL; simpl in HT.
  - constructor; auto. apply IHout_tys; auto. intros E. specialize (HT E). now inversion HT.
  - constructor; auto. apply IHout_tys; auto. intros E. specialize (HT E). now inversion HT.
  - specialize (HT eq_refl). inversion HT; subst. constructor. apply IHout_tys; auto.
Qed.

Lemma body_taint cs h ins xs ts ts' r tv : cells_ok cs h ts ts' -> hty h ts ts' -> length ins = length xs ->
  length xs = length ts -> taint r tv (slices ins xs [] (nest cs h)) = htaint h (tlocs r ins (map (bit tv) xs)).
Proof.
  intros HC HH L1 L2. apply slices_taint; auto. intros tv' ys E. simpl in E.
  rewrite (@nest_taint cs h ys ts ts' r tv' HC HH).
  - now rewrite E.
  - apply (f_equal (@length _)) in E. rewrite tlocs_length, !map_length in E; rewrite ?map_length; congruence.
Qed.
Lemma tlocs_none r ins xs : existsb is_tile ins = false -> Forall (eq false) (tlocs r ins (map (bit []) xs)).
Proof.
  revert xs; induction ins as [|s ins IH]; intros [|x xs] H; simpl in *; constructor.
  - apply orb_false_iff in H as [-> _]. now destruct x.
  - apply orb_false_iff in H as [_ H]. auto.
Qed.
Lemma htaint_none h bs : Forall (eq false) bs -> Forall (eq false) (htaint h bs).
Proof.
  destruct h; simpl; auto. intros H. replace (existsb (fun b => b) bs) with false.
  - apply Forall_forall. intros b Hb. symmetry. eapply repeat_spec; eauto.
  - induction H; simpl; auto. now subst.
Qed.

(* The nest has the op's type, where none of its axes is in scope (T-Slice, T-Loop for every cell). *)
Theorem nest_type cs : forall h xs ts ts' A G, cells_ok cs h ts ts' -> hty h ts ts' ->
  Forall2 (has G) xs ts -> Forall (fun c => ~ In (fst c) A) cs -> ctype A G (nest cs h xs) ts'.
Proof.
  induction cs as [|[a e] cs IH]; intros h xs ts ts' A G HC HH HX HA; [eapply hexpr_type; eauto|].
  destruct HC as (Ha & Hn & Hc & Hs & lts' & (Hin & Hty & Hout) & HC).
  inversion HA; subst. simpl in *. apply andb_prop in Hc as [Hc Hy]. apply negb_true_iff in Hc.
  pose proof (Forall2_length Hin) as L1. pose proof (Forall2_length HX) as L0.
  destruct (out_tys_length Hout) as [L2 L3].
  pose proof (@ltys_length (size a) (fst e) ts L1) as L4.
  assert (L5 : length xs = length (ltys (size a) (fst e) ts)) by congruence.
  econstructor; eauto.
  - eapply slices_type with (tacc := []); eauto. intros G' ys E. eapply IH; eauto.
    rewrite Forall_forall in H2 |- *. intros c Hcs [E'|Hi]; [|now apply (H2 c)].
    apply Hn. rewrite E'. now apply in_map.
  - rewrite (@body_taint cs _ (fst e) xs _ _ 0 [] HC Hty) by congruence. apply out_loop; auto.
    + rewrite (@hty_num _ _ _ Hty); [congruence|]. rewrite tlocs_length; rewrite map_length; congruence.
    + intros E. rewrite E in Hy. simpl in Hy. apply negb_true_iff in Hy. now apply htaint_none, tlocs_none.
Qed.

(* ---------------- one cell: the common core of R-Forward and R-Backward ---------------- *)
Lemma cells_one a e h ts ts' : a < length M -> cell_ok e = true -> valid_entry (size a) h e ts ts' ->
  cells_ok [(a, e)] h ts ts'.
Proof.
  intros Ha He (Hs & lts' & Ht). simpl. repeat (split; [now auto|]). exists lts'. split; auto. apply Ht.
Qed.
(* o(x1..xn) ~> loop a (sigma'_1..) (r. let x'_i = slice d_i x_i[r] in o'(..)), for a valid entry *)
Theorem set_cell_eval a e o xs ts ts' K env : a < length M -> cell_ok e = true ->
  valid_entry (size a) (Some o) e ts ts' -> Forall2 (@val _ elt) (map (look env) xs) ts ->
  ceval K env (set_cell a e o xs) = ceval K env (COp _ o xs).
Proof. intros Ha He Hv HV. apply (@nest_eval [(a, e)] (Some o) xs ts ts' K env); auto using cells_one. Qed.
Theorem set_cell_type a e o xs ts ts' A G : a < length M -> cell_ok e = true -> oty o ts ts' ->
  valid_entry (size a) (Some o) e ts ts' -> Forall2 (has G) xs ts -> ~ In a A ->
  ctype A G (set_cell a e o xs) ts'.
Proof. intros Ha He Ho Hv HX HA. apply (@nest_type [(a, e)] (Some o) xs ts ts' A G); auto using cells_one. Qed.
(* no data flow is added, so that T-Any holds of the loops around as before *)
Theorem set_cell_taint a e o xs ts ts' r tv : a < length M -> cell_ok e = true -> oty o ts ts' ->
  valid_entry (size a) (Some o) e ts ts' -> length xs = length ts ->
  taint r tv (set_cell a e o xs) = taint r tv (COp mono o xs).
Proof.
  intros Ha He Ho Hv HX.
  transitivity (htaint (Some o) (map (bit tv) xs)); [|symmetry; apply (hexpr_taint r tv (Some o))].
  apply (@nest_taint [(a, e)] (Some o) xs ts ts'); auto using cells_one.
Qed.

(* ---------------- what the cells leave of an instance, and one cell more ---------------- *)
Fixpoint inner (cs : list (axis * entry)) (h : head) (ts : list ty) : head * list ty :=
  match cs with [] => (h, ts) | (a, e) :: cs => inner cs (hloc h (size a) e) (ltys (size a) (fst e) ts) end.
Theorem cells_snoc a e cs : forall h ts ts', cells_ok cs h ts ts' ->
  a < length M -> ~ In a (map fst cs) -> cell_ok e = true ->
  (forall lts', hty (fst (inner cs h ts)) (snd (inner cs h ts)) lts' ->
    valid_entry (size a) (fst (inner cs h ts)) e (snd (inner cs h ts)) lts') ->
  cells_ok (cs ++ [(a, e)]) h ts ts'.
Proof.
  induction cs as [|[b f] cs IH]; intros h ts ts' HC Ha Hn He HV; simpl in *.
  - apply cells_one; auto.
  - destruct HC as (Hb & Hnb & Hc & Hs & lts' & Ht & HC). split; [auto|].
    split; [|split; [auto|split; [auto|exists lts'; split; [auto|apply IH; auto]]]].
    rewrite map_app, in_app_iff. simpl. intuition.
Qed.

(* ---------------- actions: the entries of a copy ---------------- *)
(* tile(x, d, a): loop a tile<d> (r. slice d x[r]) *)
Theorem copy_tile N d n el : 0 < N -> d < length n -> Nat.divide N (nth d n 0) -> N <= nth d n 0 ->
  valid_entry N None ([Tile _ d], [Tile _ d]) [(n, el)] [(n, el)].
Proof.
  intros HN Hd [q Hq] Hle. split.
  - intros xs Vs HV HF. inversion HV as [|x t xs' ts' [W E] HV' E1]; subst. inversion HV'; subst. simpl in E.
    destruct Vs as [|V [|]]; simpl in HF; [easy| |easy]. destruct HF as [HF _].
    split; [|intros [|[|]]; simpl; discriminate]. unfold rows; simpl. unfold col. rewrite map_map. simpl. f_equal.
    rewrite (map_ext_in V (fun r => chunk d x r N)) by (intros r Hr; apply in_seq in Hr; apply HF; lia).
    apply concat_chunk; auto; unfold dim; rewrite E; auto. now exists q.
  - exists [(upd n d q, el)]. unfold valid_ty; simpl. rewrite Hq, Nat.div_mul by lia. repeat split; auto.
    + constructor; auto. simpl. rewrite Hq. repeat split; auto; [now exists q|lia].
    + replace [(n, el)] with [(upd (upd n d q) d (nth d (upd n d q) 0 * N), el)]
        by (rewrite nth_upd_same, <- Hq, upd_upd, upd_nth by auto; reflexivity).
      constructor; [now rewrite upd_length|constructor].
Qed.
(* atomic(x, a): loop a any (r. x) *)
Theorem copy_any N t : 0 < N -> valid_entry N None ([Any _], [Any _]) [t] [t].
Proof.
  intros HN. split.
  - intros xs Vs HV HF. inversion HV as [|x t' xs' ts' Hx HV' E1]; subst. inversion HV'; subst.
    destruct Vs as [|V [|]]; simpl in HF; [easy| |easy]. destruct HF as [HF _]. unfold rows; simpl. split.
    + unfold col. rewrite map_map. destruct N; [lia|]. simpl. now rewrite HF by lia.
    + intros [|[|]]; simpl; try discriminate. intros r _ Hr. rewrite nth_map_seq by auto. simpl. auto.
  - exists [t]. repeat split; simpl; repeat constructor.
Qed.
End Cells.
