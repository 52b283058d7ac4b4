(* Propagation.v: section 7, offers, demands, candidates and rounds as executable functions on the table of
   cells; R-Forward, R-Backward and a round are sound for every registry whose entries are valid, and a round does not
   depend on the order in which statements are visited. Propagate_Fixpoint.v iterates. *)
From Coq Require Import List Arith Lia Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues Cells.
Import ListNotations.
Set Implicit Arguments.

Fixpoint update {X} n (f : X -> X) (l : list X) : list X :=
  match l, n with [], _ => [] | x :: l, 0 => f x :: l | x :: l, S n => x :: update n f l end.
Lemma update_comm X (f g : X -> X) l : forall n n', n <> n' -> update n f (update n' g l) = update n' g (update n f l).
Proof. induction l; intros [|n] [|n'] H; simpl; auto; try congruence. f_equal. apply IHl. congruence. Qed.
Lemma nth_error_update X (f : X -> X) l : forall n n', n <> n' -> nth_error (update n f l) n' = nth_error l n'.
Proof. induction l; intros [|n] [|n'] H; simpl; auto; congruence. Qed.
Lemma update_length X (f : X -> X) l : forall n, length (update n f l) = length l.
Proof. induction l; intros [|n]; simpl; auto. Qed.

Section Propagation.
Context {Sc : Scalars}.
Variables (op elt : Type).
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.
Variable oty : op -> list (ty elt) -> list (ty elt) -> Prop.
Variable mdef : mono -> elt -> Prop.
Variable M : list nat.
Notation entry := (@entry Sc).
Variable localise : op -> nat -> entry -> op.
(* the Tile Mapping Registry: the entries of an op instance, at operand types, for M(a) = N *)
Variable reg : op -> list (ty elt) -> nat -> list entry.
Notation ty := (ty elt).
Notation attr := (attr mono).
Notation core := (core mono op).
Notation ceval := (ceval tz chunk concat reduce osem M).
Notation ctype := (ctype onum oty mdef M).
Notation look := (look tz).
Notation size := (size M).
Notation has := (@has elt).
Notation val := (@val Sc elt).
Notation head := (head op).
Notation nest := (nest M localise).
Notation hty := (hty oty).
Notation cells_ok := (cells_ok osem oty mdef M localise).
Notation valid_entry := (valid_entry osem oty mdef localise).
Notation inner := (inner M localise).

(* ---------------- the state: let-bound instances, each with its set cells, oldest first ---------------- *)
Record inst := mkI { ih : head; ixs : list nat; iin : list ty; iout : list ty; ics : list (axis * entry) }.
Definition prog := list inst.
Definition add_cell a (e : entry) i := mkI (ih i) (ixs i) (iin i) (iout i) (ics i ++ [(a, e)]).
Definition drop_cells i := mkI (ih i) (ixs i) (iin i) (iout i) [].
(* the Core term that a state stands for, and the one without any loop *)
Fixpoint term (p : prog) (res : list nat) : core :=
  match p with [] => CVars _ _ res | i :: p => CLet (nest (ics i) (ih i) (ixs i)) (term p res) end.
Definition bare (p : prog) := map drop_cells p.

Fixpoint wf_prog (G : list ty) (p : prog) (res : list nat) (ts : list ty) : Prop :=
  match p with
  | [] => Forall2 (has G) res ts
  | i :: p => Forall2 (has G) (ixs i) (iin i) /\ hty (ih i) (iin i) (iout i) /\
      cells_ok (ics i) (ih i) (iin i) (iout i) /\ wf_prog (iout i ++ G) p res ts
  end.

(* ---------------- offers, demands, candidates, on axis a ---------------- *)
(* Some (Some d): tile<d>; Some None: any; None: nothing (a reduce result, a plain value, a parameter) *)
Definition offer := option (option nat).
Definition find_cell a (cs : list (axis * entry)) : option entry :=
  option_map snd (find (fun c => Nat.eqb (fst c) a) cs).
Definition offer_of (s : attr) : offer :=
  match s with Tile _ d => Some (Some d) | Any _ => Some None | Red _ => None end.
(* A copy without a cell on a is looked through, as partition/propagate.h does for T(x) over other axes. *)
Definition inst_offers a (offs : list offer) i : list offer :=
  match find_cell a (ics i), ih i with
  | Some e, _ => map offer_of (snd e)
  | None, None => map (fun x => nth x offs None) (ixs i)
  | None, Some _ => repeat None (length (iout i))
  end.
Definition offers_at a (p : prog) : list offer := fold_left (fun offs i => inst_offers a offs i ++ offs) p [].

(* the uses of variable x in the rest of the program: Some d if it is sliced on d by a *)
Definition use_of (s : attr) : option nat := match s with Tile _ d => Some d | _ => None end.
Fixpoint uses a x (p : prog) (res : list nat) : list (option nat) :=
  match p with
  | [] => map (fun _ => None) (filter (Nat.eqb x) res)
  | i :: p =>
      flat_map (fun k => if Nat.eqb (nth k (ixs i) 0) x then
          match find_cell a (ics i), ih i with
          | Some e, _ => [use_of (nth k (fst e) (Any _))]
          | None, None => uses a k p res
          | None, Some _ => [None]
          end else []) (seq 0 (length (ixs i)))
      ++ uses a (length (iout i) + x) p res
  end.
Definition demand (us : list (option nat)) : option nat :=
  match us with
  | Some d :: us =>
      if forallb (fun u => match u with Some d' => Nat.eqb d d' | None => false end) us then Some d else None
  | _ => None
  end.

Definition tiles d (s : attr) := match s with Tile _ d' => Nat.eqb d d' | _ => false end.
Definition agree_offer (o : offer) (s : attr) :=
  match o with Some (Some d) => tiles d s | Some None => is_any s | None => true end.
Definition agree_demand (o : option nat) (s : attr) := match o with Some d => tiles d s | None => true end.
Fixpoint forallb2 {X Y} (f : X -> Y -> bool) l l' :=
  match l, l' with [], [] => true | x :: l, y :: l' => f x y && forallb2 f l l' | _, _ => false end.
Definition tile_offered := existsb (fun o : offer => match o with Some (Some _) => true | _ => false end).
Definition demanded := existsb (fun o : option nat => match o with Some _ => true | None => false end).
Definition is_free a i := negb (existsb (Nat.eqb a) (map fst (ics i))).

(* Matches at least one tile offer or the demand and contradicts none: where a tile is offered or demanded, an entry
   that contradicts nothing matches it. An any offer contradicts, but does not count as a match (propagate.h). *)
Definition candidates a (offs : list offer) (dems : list (option nat)) i : list entry :=
  if is_free a i && (tile_offered offs || demanded dems) then
    match inner (ics i) (ih i) (iin i) with
    | (Some o, ts) => filter (fun e =>
        cell_ok e && forallb2 agree_offer offs (fst e) && forallb2 agree_demand dems (snd e))
                           (reg o ts (size a))
    | (None, _) => []
    end
  else [].

(* how the cell of instance n on axis a stands: offers, demands, instance *)
Definition view a (p : prog) res n : option (list offer * list (option nat) * inst) :=
  match nth_error p n with
  | None => None
  | Some i => let offs := offers_at a (firstn n p) in
      Some (map (fun x => nth x offs None) (ixs i),
            map (fun j => demand (uses a j (skipn (S n) p) res)) (seq 0 (length (iout i))), i)
  end.
Definition one (l : list entry) := match l with [e] => Some e | _ => None end.
Definition forward a p res n : option entry :=
  match view a p res n with
  | Some (offs, dems, i) => if tile_offered offs then one (candidates a offs dems i) else None
  | None => None
  end.
Definition backward a p res n : option entry :=
  match view a p res n with
  | Some (offs, dems, i) => if tile_offered offs then None else one (candidates a offs dems i)
  | None => None
  end.
Definition decide a p res n := match forward a p res n with Some e => Some e | None => backward a p res n end.

(* ---------------- rounds ---------------- *)
Definition set_n a (p : prog) (d : nat * entry) := update (fst d) (add_cell a (snd d)) p.
Definition apply a (D : list (nat * entry)) (p : prog) := fold_left (set_n a) D p.
(* the decisions of a round on axis a, statements visited in the given order; every cell decides from the same state *)
Definition decisions a p res (order : list nat) :=
  flat_map (fun n => match decide a p res n with Some e => [(n, e)] | None => [] end) order.
Definition round_in a res order p := apply a (decisions a p res order) p.
Definition round a res p := round_in a res (seq 0 (length p)) p.

(* ---------------- order independence ---------------- *)
(* decisions on distinct cells commute *)
Theorem apply_permutation a D D' : Permutation D D' -> NoDup (map fst D) -> forall p, apply a D p = apply a D' p.
Proof.
  induction 1; intros HN p; simpl in *; auto.
  - inversion HN; subst. now apply IHPermutation.
  - inversion HN; subst. f_equal. apply update_comm. intros E. apply H1. left. auto.
  - rewrite IHPermutation1 by auto. apply IHPermutation2.
    eapply Permutation_NoDup; [apply Permutation_map; eassumption|auto].
Qed.

Lemma decisions_fst a p res order : forall n, In n (map fst (decisions a p res order)) -> In n order.
Proof.
  intros n H. apply in_map_iff in H as (d & <- & H). unfold decisions in H. apply in_flat_map in H as (m & Hm & Hd).
  destruct decide in Hd; [|contradiction]. destruct Hd as [<-|[]]. auto.
Qed.
Lemma decisions_NoDup a p res order : NoDup order -> NoDup (map fst (decisions a p res order)).
Proof.
  induction 1; simpl; [constructor|]. rewrite map_app.
  destruct decide; simpl; auto. constructor; auto. intros E. apply H. eapply decisions_fst; eauto.
Qed.

(* Rounds are synchronous: whatever the order in which statements are visited, the state afterwards is the same. *)
Theorem round_order a res p order : Permutation order (seq 0 (length p)) -> round_in a res order p = round a res p.
Proof.
  intros H. apply apply_permutation.
  - unfold decisions. now apply Permutation_flat_map.
  - apply decisions_NoDup. eapply Permutation_NoDup; [apply Permutation_sym; eassumption|]. apply seq_NoDup.
Qed.

(* ---------------- soundness ---------------- *)
Hypothesis M_pos : Forall (lt 0) M.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Hypothesis op_sound : forall o a b ts, oty o a b -> Forall2 val ts a -> Forall2 val (osem o ts) b.
(* every entry of the registry is valid *)
Hypothesis reg_valid : forall o ts ts' N e, oty o ts ts' -> 0 < N -> In e (reg o ts N) ->
  valid_entry N (Some o) e ts ts'.

Lemma hsem_val h ts ts' vs : hty h ts ts' -> Forall2 val vs ts -> Forall2 val (hsem osem h vs) ts'.
Proof. destruct h; simpl; intros H1 H2; [eauto|now subst]. Qed.

(* A state means what its program means without loops; and it has the same type. *)
Theorem term_eval res ts p : forall G K env, wf_prog G p res ts -> Forall2 val env G ->
  ceval K env (term p res) = ceval K env (term (bare p) res).
Proof.
  induction p as [|i p IH]; intros G K env HW HE; auto. destruct HW as (HX & HH & HC & HW). simpl.
  pose proof (val_looks HE HX) as HV.
  erewrite nest_eval by eassumption. rewrite hexpr_eval. eapply IH; eauto. apply Forall2_app; auto.
  eapply hsem_val; eauto.
Qed.
Definition free_of (A : list axis) (p : prog) := Forall (fun i => Forall (fun c => ~ In (fst c) A) (ics i)) p.
Theorem term_type res ts A p : forall G, wf_prog G p res ts -> free_of A p -> ctype A G (term p res) ts.
Proof.
  induction p as [|i p IH]; intros G HW HA; [now constructor|]. destruct HW as (HX & HH & HC & HW).
  inversion HA; subst. simpl. econstructor; [|eapply IH; eauto]. eapply nest_type; eauto.
Qed.

(* what a decision has to be: a free cell of an op, and an entry that the registry has for what is left of the op
   inside its loops, with no partial operand and the data flow that T-Any asks for *)
Definition admissible a (p : prog) (d : nat * entry) : Prop :=
  exists i o ts, nth_error p (fst d) = Some i /\ ~ In a (map fst (ics i)) /\ cell_ok (snd d) = true /\
    inner (ics i) (ih i) (iin i) = (Some o, ts) /\ In (snd d) (reg o ts (size a)).

Lemma is_free_ok a i : is_free a i = true -> ~ In a (map fst (ics i)).
Proof.
  unfold is_free. intros H HI. apply negb_true_iff in H. rewrite <- not_true_iff_false in H. apply H.
  apply existsb_exists. exists a. split; auto. apply Nat.eqb_refl.
Qed.
Lemma candidates_ok a offs dems i e : In e (candidates a offs dems i) -> exists o ts, ~ In a (map fst (ics i)) /\
  cell_ok e = true /\ inner (ics i) (ih i) (iin i) = (Some o, ts) /\ In e (reg o ts (size a)).
Proof.
  unfold candidates. destruct (is_free a i) eqn:F; [|contradiction]. destruct (_ || _); [|contradiction]. simpl.
  destruct (inner _ _ _) as [[o|] ts]; [|contradiction]. intros H. apply filter_In in H as [H1 H2].
  apply andb_prop in H2 as [H2 _]. apply andb_prop in H2 as [H2 _]. exists o, ts. auto using is_free_ok.
Qed.
Lemma one_in l e : one l = Some e -> In e l.
Proof. destruct l as [|x [|]]; simpl; intros H; inversion H; auto. Qed.
Lemma forward_ok a p res n e : forward a p res n = Some e -> admissible a p (n, e).
Proof.
  unfold forward, view. destruct (nth_error p n) as [i|] eqn:E; [|discriminate]. destruct tile_offered; [|discriminate].
  intros H. apply one_in, candidates_ok in H as (o & ts & H). exists i, o, ts. intuition.
Qed.
Lemma backward_ok a p res n e : backward a p res n = Some e -> admissible a p (n, e).
Proof.
  unfold backward, view. destruct (nth_error p n) as [i|] eqn:E; [|discriminate].
  destruct tile_offered; [discriminate|].
  intros H. apply one_in, candidates_ok in H as (o & ts & H). exists i, o, ts. intuition.
Qed.
Lemma decide_ok a p res n e : decide a p res n = Some e -> admissible a p (n, e).
Proof.
  unfold decide. destruct (forward a p res n) eqn:E; intros H; [|now apply backward_ok in H].
  injection H as <-. eapply forward_ok; eauto.
Qed.
Lemma decisions_ok a p res order : Forall (admissible a p) (decisions a p res order).
Proof.
  apply Forall_forall. intros d H. unfold decisions in H. apply in_flat_map in H as (n & _ & H).
  destruct decide eqn:E; [|contradiction]. destruct H as [<-|[]]. eapply decide_ok; eauto.
Qed.

Lemma set_n_wf a res ts d p : a < length M -> forall G, admissible a p d -> wf_prog G p res ts ->
  wf_prog G (set_n a p d) res ts.
Proof.
  intros Ha. destruct d as [n e]. unfold set_n, admissible. simpl. revert n.
  induction p as [|i p IH]; intros n G (i' & o & tl & HN & HF & He & HI & HR) HW; [destruct n; discriminate|].
  destruct HW as (HX & HH & HC & HW). destruct n as [|n]; simpl in *.
  - injection HN as <-. repeat (split; [now auto|]). split; auto. apply cells_snoc; auto.
    rewrite HI. intros lts' Hl. apply reg_valid; auto.
    rewrite size_nth by auto. rewrite Forall_forall in M_pos. apply M_pos. now apply nth_In.
  - repeat (split; [now auto|]). apply IH; auto. exists i', o, tl. auto.
Qed.
Lemma set_n_bare a d p : bare (set_n a p d) = bare p.
Proof.
  destruct d as [n e]. unfold set_n, bare. simpl. revert n.
  induction p as [|i p IH]; intros [|n]; simpl; auto. now rewrite IH.
Qed.
Lemma set_n_admissible a d d' p : fst d <> fst d' -> admissible a p d' -> admissible a (set_n a p d) d'.
Proof.
  intros Hn (i & o & ts & H). exists i, o, ts. unfold set_n. now rewrite nth_error_update.
Qed.

(* setting the cells that a round decided, each at most once, keeps the program well-formed *)
Theorem apply_wf a res ts D : a < length M -> forall G p, NoDup (map fst D) -> Forall (admissible a p) D ->
  wf_prog G p res ts -> wf_prog G (apply a D p) res ts.
Proof.
  intros Ha. induction D as [|d D IH]; intros G p HN HD HW; auto. inversion HN; subst. inversion HD; subst. simpl.
  apply IH; auto using set_n_wf. rewrite Forall_forall in H4 |- *. intros d' Hd'.
  apply set_n_admissible; auto. intros E. apply H1. rewrite E. now apply in_map.
Qed.
Lemma apply_bare a D p : bare (apply a D p) = bare p.
Proof. revert p. induction D; intros p; simpl; auto. now rewrite IHD, set_n_bare. Qed.
Lemma set_n_free A a d p : ~ In a A -> free_of A p -> free_of A (set_n a p d).
Proof.
  destruct d as [n e]. unfold set_n, free_of. simpl. intros Ha H. revert n.
  induction H; intros [|n]; simpl; constructor; auto. simpl. apply Forall_app. split; auto.
Qed.
Lemma apply_free A a D p : ~ In a A -> free_of A p -> free_of A (apply a D p).
Proof. intros Ha. revert p. induction D; intros p H; simpl; auto. apply IHD. now apply set_n_free. Qed.

(* states that mean the same, and have the same type, whatever the arguments *)
Definition sound G (p p' : prog) res ts : Prop :=
  (forall K env, Forall2 val env G -> ceval K env (term p' res) = ceval K env (term p res)) /\
  ctype [] G (term p res) ts /\ ctype [] G (term p' res) ts.
Lemma bare_sound G p p' res ts : wf_prog G p res ts -> wf_prog G p' res ts -> bare p' = bare p -> sound G p p' res ts.
Proof.
  assert (F : forall p, free_of [] p) by (intros q; apply Forall_forall; intros i _; apply Forall_forall; auto).
  intros H H' E. split; [|split; apply term_type; auto].
  intros K env HE. rewrite (@term_eval res ts p' G K env H' HE), E. symmetry. eapply term_eval; eauto.
Qed.

(* R-Forward: exactly one candidate, tiles are offered. R-Backward: exactly one candidate, from the demand alone. *)
Theorem R_Forward G p res ts a n e : a < length M -> wf_prog G p res ts -> forward a p res n = Some e ->
  wf_prog G (set_n a p (n, e)) res ts /\ sound G p (set_n a p (n, e)) res ts.
Proof.
  intros Ha HW H. apply forward_ok in H. pose proof (@set_n_wf a res ts (n, e) p Ha G H HW).
  auto using bare_sound, set_n_bare.
Qed.
Theorem R_Backward G p res ts a n e : a < length M -> wf_prog G p res ts -> backward a p res n = Some e ->
  wf_prog G (set_n a p (n, e)) res ts /\ sound G p (set_n a p (n, e)) res ts.
Proof.
  intros Ha HW H. apply backward_ok in H. pose proof (@set_n_wf a res ts (n, e) p Ha G H HW).
  auto using bare_sound, set_n_bare.
Qed.
(* the whole step: all decisions of a round at once *)
Theorem round_wf G p res ts a : a < length M -> wf_prog G p res ts -> wf_prog G (round a res p) res ts.
Proof. intros Ha HW. apply apply_wf; auto using decisions_ok. apply decisions_NoDup, seq_NoDup. Qed.
Theorem round_sound G p res ts a : a < length M -> wf_prog G p res ts -> sound G p (round a res p) res ts.
Proof. intros Ha HW. apply bare_sound; auto using round_wf. apply apply_bare. Qed.
End Propagation.
