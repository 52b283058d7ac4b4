(* OracleNames.v: functions as they are written: let-normal form, names, declared types. check_func gives the reasons
   that need names and declarations (T-Let, T-Op 2, T-Loop 4, T-Func); all others are those of check_rule. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues OracleLists OracleRules.
Import ListNotations.
Set Implicit Arguments.

Section Names.
Variables (mono op elt : Type).
Variable otyf : op -> list (ty elt) -> option (list (ty elt)).
Variable onum : op -> nat.
Variable mdefb : mono -> elt -> bool.
Variable elt_eqb : elt -> elt -> bool.
Hypothesis elt_eqb_eq : forall a b, elt_eqb a b = true -> a = b.
Variable M : list nat.
Notation core := (core mono op).
Notation check := (check otyf onum mdefb M).
Notation check_rule := (check_rule otyf onum mdefb M).
Notation attrs_rule := (attrs_rule mdefb M).

(* tensor and range variables are numbers that stand for names *)
Notation decl := (nat * ty elt)%type.
Inductive block :=
| BRet (xs : list nat)                                                       (* (x1..xm) *)
| BOp (ys : list decl) (o : op) (xs : list nat) (k : block)                  (* let ys = op(xs) in k *)
| BSlice (ys : list decl) (d x r : nat) (k : block)                          (* let ys = slice d x[r] in k *)
| BLoop (ys : list decl) (a : axis) (ss : list (attr mono)) (r ra : nat) (b k : block).
                                                           (* let ys = loop a ss (r : range<ra>. b) in k *)

(* names resolved; a name that is not in scope becomes an index out of range *)
Fixpoint elab (sc rs : list nat) (b : block) : core :=
  match b with
  | BRet xs => CVars _ _ (map (fun x => pos x sc) xs)
  | BOp ys o xs k => CLet (COp _ o (map (fun x => pos x sc) xs)) (elab (map fst ys ++ sc) rs k)
  | BSlice ys d x r k => CLet (CSlice _ _ d (pos x sc) (pos r rs)) (elab (map fst ys ++ sc) rs k)
  | BLoop ys a ss r _ b k => CLet (CLoop a ss (elab sc (r :: rs) b)) (elab (map fst ys ++ sc) rs k)
  end.

Definition ty_eqb (a b : ty elt) := list_eqb (fst a) (fst b) && elt_eqb (snd a) (snd b).
Fixpoint tys_eqb (a b : list (ty elt)) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => ty_eqb x y && tys_eqb a b | _, _ => false end.
Lemma ty_eqb_eq a b : ty_eqb a b = true -> a = b.
Proof. destruct a, b. unfold ty_eqb; simpl. intros H. apply andb_prop in H as [H1 H2].
  f_equal; auto using list_eqb_eq. Qed.
Lemma tys_eqb_eq a : forall b, tys_eqb a b = true -> a = b.
Proof. induction a; destruct b; simpl; intros H; try discriminate; auto. apply andb_prop in H as [E H].
  f_equal; auto using ty_eqb_eq. Qed.

(* T-Let 1, then 2 and 3 name by name; seen: the names bound so far in the function, in scope or not *)
Fixpoint bind_each (r : R.rule) (ys : list decl) (ts : list (ty elt)) (seen : list nat) : verdict (list nat) :=
  match ys, ts with
  | (y, t) :: ys, t' :: ts =>
      require (negb (mem y seen)) r 2 (require (ty_eqb t' t) r 3 (bind_each r ys ts (y :: seen)))
  | _, _ => inl seen
  end.
Definition bind_names r ys ts seen := require (Nat.eqb (length ys) (length ts)) r 1 (bind_each r ys ts seen).

(* G, A as in the calculus, by name; seenr: the range variables bound so far *)
Notation state := (list nat * list nat)%type.
Fixpoint check_block (G : list decl) (A : list (nat * axis)) (seen seenr : list nat) (b : block)
  : verdict (list (ty elt) * state) :=
  let sc := map fst G in let ts := map snd G in let rs := map fst A in let axes := map snd A in
  match b with
  | BRet xs => bind (lookups_rule R.T_Tuple ts (map (fun x => pos x sc) xs)) (fun ts => inl (ts, (seen, seenr)))
  | BOp ys o xs k =>
      bind (lookups_rule R.T_Var ts (map (fun x => pos x sc) xs)) (fun ts => bind (op_rule otyf o ts) (fun ts' =>
        require (tys_eqb ts' (map snd ys)) R.T_Op 2
          (bind (bind_names R.T_Let ys ts' seen) (fun seen => check_block (ys ++ G) A seen seenr k))))
  | BSlice ys d x r k =>
      match nth_error ts (pos x sc) with
      | None => inr (R.T_Slice, 1)
      | Some t =>
          match nth_error axes (pos r rs) with
          | None => inr (R.T_Slice, 2)
          | Some a => bind (slice_rule M d a t) (fun ts' =>
                        bind (bind_names R.T_Let ys ts' seen) (fun seen => check_block (ys ++ G) A seen seenr k))
          end
      end
  | BLoop ys a ss r ra b k =>
      let body := elab sc (r :: rs) b in
      require (a <? length M) R.T_Loop 1 (require (negb (existsb (Nat.eqb a) axes)) R.T_Loop 2
        (require (Nat.eqb (arity onum body) (length ss)) R.T_Loop 3
          (require (Nat.eqb ra a && negb (mem r seenr)) R.T_Loop 4
            (bind (check_block G ((r, a) :: A) seen (r :: seenr) b) (fun '(ts, (seen, seenr)) =>
              bind (attrs_rule a (taint onum 0 [] body) ss ts) (fun ts' =>
                bind (bind_names R.T_Let ys ts' seen) (fun seen => check_block (ys ++ G) A seen seenr k)))))))
  end.

Lemma bind_each_ok r ys : forall ts seen s, length ys = length ts -> bind_each r ys ts seen = inl s -> map snd ys = ts.
Proof.
  induction ys as [|[y t] ys IH]; intros [|t' ts] seen s L H; simpl in *; try discriminate; auto.
  apply require_inl in H as [_ H]. apply require_inl in H as [E H]. apply ty_eqb_eq in E. f_equal; eauto.
Qed.
Lemma bind_names_ok r ys ts seen s : bind_names r ys ts seen = inl s -> map snd ys = ts.
Proof. intros H. apply require_inl in H as [L H]. apply Nat.eqb_eq in L. eapply bind_each_ok; eauto. Qed.

(* what is accepted with names has those types in de Bruijn form *)
Theorem check_block_sound b : forall G A seen seenr ts st, check_block G A seen seenr b = inl (ts, st) ->
  check_rule (map snd A) (map snd G) (elab (map fst G) (map fst A) b) = inl ts.
Proof.
  induction b; intros G A seen seenr ts st H; cbn [check_block] in H; cbv zeta in H; simpl.
  - apply bind_inl in H as (ts' & H & E). inversion E; subst. exact H.
  - apply bind_inl in H as (ts1 & H1 & H). apply bind_inl in H as (ts2 & H2 & H). apply require_inl in H as [_ H].
    apply bind_inl in H as (seen' & H3 & H). apply bind_names_ok in H3. apply IHb in H.
    rewrite H1. simpl. rewrite H2. simpl. rewrite !map_app, H3 in H. exact H.
  - destruct (nth_error (map snd G) _) as [t|]; [|discriminate].
    destruct (nth_error (map snd A) _) as [a|]; [|discriminate].
    apply bind_inl in H as (ts2 & H2 & H). apply bind_inl in H as (seen' & H3 & H). apply bind_names_ok in H3.
    apply IHb in H. rewrite H2. simpl. rewrite !map_app, H3 in H. exact H.
  - apply require_inl in H as [H1 H]. apply require_inl in H as [H2 H]. apply require_inl in H as [H3 H].
    apply require_inl in H as [_ H]. rewrite H1, H2, H3. simpl.
    apply bind_inl in H as ((ts1 & seen1 & seenr1) & H4 & H). apply IHb1 in H4. simpl in H4. rewrite H4. simpl.
    apply bind_inl in H as (ts2 & H5 & H). rewrite H5. simpl.
    apply bind_inl in H as (seen' & H6 & H). apply bind_names_ok in H6. apply IHb2 in H.
    rewrite !map_app, H6 in H. exact H.
Qed.

(* the reasons that a de Bruijn term cannot give *)
Definition named (why : reason) : bool :=
  match why with (R.T_Let, _) | (R.T_Op, 2) | (R.T_Loop, 4) | (R.T_Func, _) => true | _ => false end.
Lemma bind_inr {A B} (v : verdict A) (k : A -> verdict B) why :
  bind v k = inr why -> v = inr why \/ exists a, v = inl a /\ k a = inr why.
Proof. destruct v; simpl; intros H; eauto. inversion H; auto. Qed.
Lemma require_inr {A} b r n (k : verdict A) why : require b r n k = inr why ->
  b = false /\ why = (r, n) \/ b = true /\ k = inr why.
Proof. destruct b; simpl; intros H; auto. inversion H; auto. Qed.
Lemma bind_each_named ys : forall ts seen why, bind_each R.T_Let ys ts seen = inr why -> named why = true.
Proof.
  induction ys as [|[y t] ys IH]; intros [|t' ts] seen why H; simpl in H; try discriminate.
  apply require_inr in H as [[_ ->]|[_ H]]; auto. apply require_inr in H as [[_ ->]|[_ H]]; eauto.
Qed.
Lemma bind_names_named ys ts seen why : bind_names R.T_Let ys ts seen = inr why -> named why = true.
Proof. intros H. apply require_inr in H as [[_ ->]|[_ H]]; auto. eapply bind_each_named; eauto. Qed.

(* any other reason is the one of check_rule *)
Theorem check_block_reason b : forall G A seen seenr why, check_block G A seen seenr b = inr why -> named why = false ->
  check_rule (map snd A) (map snd G) (elab (map fst G) (map fst A) b) = inr why.
Proof.
  assert (X : forall why, named why = true -> named why = false -> False) by congruence.
  induction b; intros G A seen seenr why H N; cbn [check_block] in H; cbv zeta in H; simpl.
  - apply bind_inr in H as [H|(a & _ & H)]; [exact H|discriminate].
  - apply bind_inr in H as [->|(ts1 & -> & H)]; [reflexivity|]. simpl.
    apply bind_inr in H as [->|(ts2 & -> & H)]; [reflexivity|]. simpl.
    apply require_inr in H as [[_ ->]|[_ H]]; [discriminate|].
    apply bind_inr in H as [H|(seen' & H3 & H)]; [exfalso; eauto using bind_names_named|].
    apply bind_names_ok in H3. apply IHb in H; auto. rewrite !map_app, H3 in H. exact H.
  - destruct (nth_error (map snd G) _) as [t|]; [|inversion H; auto].
    destruct (nth_error (map snd A) _) as [a|]; [|inversion H; auto].
    apply bind_inr in H as [->|(ts2 & -> & H)]; [reflexivity|]. simpl.
    apply bind_inr in H as [H|(seen' & H3 & H)]; [exfalso; eauto using bind_names_named|].
    apply bind_names_ok in H3. apply IHb in H; auto. rewrite !map_app, H3 in H. exact H.
  - apply require_inr in H as [[-> ->]|[-> H]]; [reflexivity|]. simpl.
    apply require_inr in H as [[-> ->]|[-> H]]; [reflexivity|]. simpl.
    apply require_inr in H as [[-> ->]|[-> H]]; [reflexivity|]. simpl.
    apply require_inr in H as [[_ ->]|[_ H]]; [discriminate|].
    apply bind_inr in H as [H|((ts1 & seen1 & seenr1) & H4 & H)].
    { apply IHb1 in H; auto. simpl in H. now rewrite H. }
    apply check_block_sound in H4. simpl in H4. rewrite H4. simpl.
    apply bind_inr in H as [->|(ts2 & -> & H)]; [reflexivity|]. simpl.
    apply bind_inr in H as [H|(seen' & H6 & H)]; [exfalso; eauto using bind_names_named|].
    apply bind_names_ok in H6. apply IHb2 in H; auto. rewrite !map_app, H6 in H. exact H.
Qed.

(* ---------------- T-Func 3, the body, T-Func 1, T-Func 2 ---------------- *)
Fixpoint nodup (l : list nat) : bool := match l with [] => true | x :: l => negb (mem x l) && nodup l end.
Definition check_func (params : list decl) (results : list (ty elt)) (b : block) : verdict (list (ty elt)) :=
  require (nodup (map fst params)) R.T_Func 3
    (bind (check_block params [] (map fst params) [] b) (fun '(ts, _) =>
      require (Nat.eqb (length ts) (length results)) R.T_Func 1
        (require (tys_eqb ts results) R.T_Func 2 (inl ts)))).
Definition term (params : list decl) (b : block) : core := elab (map fst params) [] b.

(* T-Func: what is accepted has the declared result types, and check gives the term these types *)
Theorem check_func_sound params results b ts : check_func params results b = inl ts ->
  ts = results /\ check [] (map snd params) (term params b) = Some ts.
Proof.
  intros H. apply require_inl in H as [_ H]. apply bind_inl in H as ((ts' & st) & H1 & H).
  apply require_inl in H as [_ H]. apply require_inl in H as [E H]. inversion H; subst; clear H.
  split; [now apply tys_eqb_eq|]. apply check_block_sound in H1. now apply check_rule_iff in H1.
Qed.
(* a reason that does not come from names or declarations is check_rule's *)
Theorem check_func_reason params results b why : check_func params results b = inr why -> named why = false ->
  check_rule [] (map snd params) (term params b) = inr why.
Proof.
  intros H N. apply require_inr in H as [[_ ->]|[_ H]]; [discriminate|].
  apply bind_inr in H as [H|((ts' & st) & _ & H)]; [now apply check_block_reason in H|].
  apply require_inr in H as [[_ ->]|[_ H]]; [discriminate|].
  apply require_inr in H as [[_ ->]|[_ H]]; discriminate.
Qed.
End Names.
