(* OracleMain.v: what the oracle runs, and what holds of it. *)
From Coq Require Import List Arith ZArith Lia Bool.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  ActionValues.
From PartIR Require Import OracleScalar OracleOps OracleEval OracleGood OracleTyped OracleLocal.
From PartIR Require Import OracleRules OracleNames OracleHlo OracleSpmd.
Import ListNotations.
Set Implicit Arguments.

Notation otype := (ty elt).
Notation oblock := (block monoid op elt).
Notation ocore := (core monoid op).
Notation ohlo := (hlo monoid op).
Notation ostep := (step monoid op).
Notation odecl := (nat * otype)%type.
Notation olets := (list (list odecl * ostep)%type).

Definition oracle_check (M : list nat) (params : list odecl) (results : list otype) (b : oblock)
  : verdict (list otype) :=
  check_func otyf onum defined_on elt_eqb M params results b.
Definition oracle_term (params : list odecl) (b : oblock) : ocore := term params b.
Definition oracle_core (M : list nat) (args : list ft) (e : ocore) : list ft := fceval comp M [] args e.
Definition oracle_translate (e : ocore) : ohlo := tr [] e.
Definition oracle_flat (n : nat) (s : ohlo) : list ostep * list nat := flat onum (seq 0 n) n s.
Definition oracle_hlo (M : list nat) (args : list nat -> list ft) (s : ohlo) : vec (list ft) :=
  fheval comp M (tabulate M args) s.
Definition oracle_devices (M : list nat) : list (list nat) := all_idx M.
Definition oracle_spmd_check (M : list nat) (params : list odecl) (results : list otype) (l : olets) (xs : list nat) :=
  check_spmd otyf defined_on elt_eqb M params results l xs.
Definition oracle_spmd_term (params : list odecl) (l : olets) (xs : list nat) : ohlo := lets_term (map fst params) l xs.
(* an argument from its numbers *)
Definition oracle_tensor (t : otype) (l : list Z) : ft :=
  let e := snd t in mkF (fst t) (vof (map (fun v => V e (norm e v)) l)).
(* its shape and, for the printer, its elements *)
Definition oracle_shape (t : ft) : list nat := fsh t.
Definition oracle_values (t : ft) : list (option (elt * Z)) :=
  map (fun x : scalar => match x with V e v => Some (e, v) | Bad => None end) (vlist (fda t)).

Section Correct.
Variable M : list nat.
Hypothesis M_pos : Forall (lt 0) M.
Notation spec_ceval := (ceval (@tz OS) chunk concat reduce (csem comp) M).
Notation spec_heval := (heval (@tz OS) chunk concat reduce (csem comp) M).
Notation spec_ctype := (ctype onum (fun o a b => otyf o a = Some b) (fun m e => defined_on m e = true) M).
Notation spec_htype := (htype (fun o a b => otyf o a = Some b) (fun m e => defined_on m e = true) M).

(* accepted: the term has the declared types *)
Theorem oracle_accepts params results b ts : oracle_check M params results b = inl ts ->
  ts = results /\ spec_ctype [] (map snd params) (oracle_term params b) ts.
Proof.
  intros H. apply check_func_sound in H as [E H]; [|intros; now apply elt_eqb_eq].
  split; auto. now apply check_sound.
Qed.
(* rejected for a reason that does not come from names or declared types: the term has no type *)
Theorem oracle_rejects params results b why : oracle_check M params results b = inr why -> named why = false ->
  forall ts, ~ spec_ctype [] (map snd params) (oracle_term params b) ts.
Proof.
  intros H N ts HT. apply check_func_reason in H; auto; [|intros; now apply elt_eqb_eq].
  apply check_complete in HT; auto. apply check_rule_iff in HT. unfold oracle_term in HT. congruence.
Qed.
(* Core results: the denotation, of the declared types *)
Theorem oracle_core_correct args e : map to_t (oracle_core M args e) = spec_ceval [] (map to_t args) e.
Proof. apply fceval_correct. Qed.
(* to the last element, which is a scalar of the element type and in its range *)
Theorem oracle_core_typed params results b ts args : oracle_check M params results b = inl ts ->
  Forall2 (fun a p => typed (to_t a) (snd p)) args params ->
  Forall2 typed (map to_t (oracle_core M args (oracle_term params b))) results.
Proof.
  intros H HA. apply oracle_accepts in H as [<- H]. rewrite oracle_core_correct.
  eapply typed_soundness; [exact M_pos|exact op_typed|exact H|reflexivity|constructor|].
  clear -HA. induction HA; simpl; constructor; auto.
Qed.
(* arguments are of their types, and of results every number is printed *)
Lemma oracle_tensor_typed t l : length l = prod (fst t) -> typed (to_t (oracle_tensor t l)) t.
Proof.
  destruct t as [sh e]. intros L. apply typed_data; auto.
  - change (length (map (fun v => V e (norm e v)) l) = prod sh). now rewrite map_length.
  - apply Forall_forall. intros x Hx. apply in_map_iff in Hx as (v & <- & _). apply good_norm.
Qed.
Lemma oracle_values_typed t y : typed (to_t t) y ->
  Forall (fun x => exists v, x = Some (snd y, v) /\ in_range (snd y) v) (oracle_values t).
Proof.
  intros H. apply data_typed in H. unfold oracle_values, vlist. apply Forall_forall. intros x Hx.
  apply in_map_iff in Hx as (s & <- & Hs). rewrite Forall_forall in H. destruct (H s Hs) as (v & -> & Hv). eauto.
Qed.
(* device results: the denotation of s at each device *)
Theorem oracle_hlo_correct args s D : dev_ok M D ->
  map to_t (at_dev M (oracle_hlo M args s) [] D) = spec_heval (fun D => map to_t (args D)) s D.
Proof.
  intros HD. unfold oracle_hlo. rewrite fheval_correct by auto. apply heval_ext; auto.
  intros D' HD'. now rewrite at_tabulate.
Qed.
(* Theorem 2, of what the oracle prints *)
Theorem oracle_theorem2 params results b ts args : oracle_check M params results b = inl ts ->
  forall D, dev_ok M D ->
  at_dev M (oracle_hlo M (fun _ => args) (oracle_translate (oracle_term params b))) [] D
  = oracle_core M args (oracle_term params b).
Proof.
  intros H D HD. apply oracle_accepts in H as [_ H].
  exact (@oracle_agrees OS op comp M elt (fun o a b => otyf o a = Some b) _ _ _ _ args otyf_num H D HD).
Qed.
(* the printed translation, let by let, computes the same *)
Theorem oracle_flat_correct params results b ts args : oracle_check M params results b = inl ts ->
    length args = length params ->
  let '(l, r) := oracle_flat (length params) (oracle_translate (oracle_term params b)) in
  forall D, map (look tz (run tz chunk concat reduce (csem comp) M (fun _ => args) l D)) r
            = spec_heval (fun _ => args) (oracle_translate (oracle_term params b)) D.
Proof.
  intros H L. apply oracle_accepts in H as [_ H].
  apply typing_simulation in H; [|constructor]. apply htype_closed with (onum := onum) in H as [C _]; [|exact otyf_num].
  rewrite map_length in C. set (s := oracle_translate (oracle_term params b)) in *. unfold oracle_flat.
  assert (F : flat_ok onum tz chunk concat reduce (csem comp) M (seq 0 (length params)) (length params)
                      (fun _ => args) s
                      (flat onum (seq 0 (length params)) (length params) s)).
  { apply flat_correct; auto.
    - now rewrite seq_length.
    - apply Forall_forall. intros x Hx. apply in_seq in Hx. lia. }
  destruct (flat onum _ _ s) as [l r]. destruct F as (_ & _ & _ & _ & F). intros D. rewrite F.
  apply heval_feq. intros D'. rewrite <- L. apply map_nth_seq.
Qed.
(* an accepted device-local program has the declared local types *)
Theorem oracle_spmd_accepts params results l xs ts : oracle_spmd_check M params results l xs = inl ts ->
  ts = results /\ spec_htype (map snd params) (oracle_spmd_term params l xs) ts.
Proof. apply check_spmd_sound. intros; now apply elt_eqb_eq. Qed.
(* and makes, on every device, values of these types *)
Theorem oracle_spmd_typed params results l xs ts args : oracle_spmd_check M params results l xs = inl ts ->
  (forall D, dev_ok M D -> Forall2 (fun a p => typed (to_t a) (snd p)) (args D) params) ->
  forall D, dev_ok M D ->
  Forall2 typed (map to_t (at_dev M (oracle_hlo M args (oracle_spmd_term params l xs)) [] D)) results.
Proof.
  intros H HA D HD. apply oracle_spmd_accepts in H as [<- H]. rewrite oracle_hlo_correct by auto.
  eapply local_soundness; [exact op_typed|exact H| |exact HD].
  intros D' HD'. specialize (HA D' HD'). clear -HA. induction HA; simpl; constructor; auto.
Qed.
End Correct.
