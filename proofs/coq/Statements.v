(* Statements.v: section 4. Theorem 1 (a), Definition 2, Lemmas 1 to 3, Theorem 2 for open terms and its corollaries. *)
From Coq Require Import List Arith Lia Bool.
From PartIR Require Import Index Mesh Core Families Hlo Translation.
Import ListNotations.
Set Implicit Arguments.

Section Statements.
(* the tensor algebra and the ops, of which no law is used *)
Variables (tensor mono op elt : Type) (tz : tensor).
Variable chunk : nat -> tensor -> nat -> nat -> tensor.
Variable concat : nat -> list tensor -> tensor.
Variable reduce : mono -> list tensor -> tensor.
Variable osem : op -> list tensor -> list tensor.
Variable onum : op -> nat.

Notation ty := (ty elt).

Variable oty : op -> list ty -> list ty -> Prop.
Variable mdef : mono -> elt -> Prop.

Variable M : list nat.
Notation size := (size M). Notation sizes := (sizes M). Notation dev_ok := (dev_ok M).
Notation core := (core mono op). Notation colls := (@colls mono op). Notation Tile := (@Tile mono).
  Notation Any := (@Any mono).
Notation look := (look tz). Notation comb := (comb tz concat reduce). Notation combs := (combs tz concat reduce).
Notation col := (col tz). Notation taint := (taint onum). Notation arity := (arity onum).
Notation ceval := (ceval tz chunk concat reduce osem M). Notation heval := (heval tz chunk concat reduce osem M).
Notation loop_tys := (loop_tys mdef M). Notation ctype := (ctype onum oty mdef M). Notation htype := (htype oty mdef M).
Notation axes_ok := (axes_ok M). Notation sliced := (sliced M). Notation divs := (divs M).

(* ---------------- Definition 1 and Theorem 1 (a): typing simulation ---------------- *)
(* Γ is (A, G) as in Core.v; Γ ⊢ M is axes_ok M A, and [Γ] is G *)
Lemma axes_ok_single a : a < length M -> axes_ok [a].
Proof. split; repeat constructor; auto. Qed.

Lemma has_mid (pre : list ty) t rest : has (pre ++ t :: rest) (length pre) t.
Proof. unfold has. induction pre; simpl; auto. Qed.
Lemma app_mid (pre : list ty) t rest : pre ++ t :: rest = (pre ++ [t]) ++ rest.
Proof. now rewrite <- app_assoc. Qed.

Lemma colls_type a : a < length M -> forall tn ss ts ts', loop_tys a tn ss ts ts' ->
  forall pre G, htype (pre ++ ts ++ G) (colls a (length pre) ss) ts'.
Proof.
  intros Ha. assert (E : forall n, n * size a = n * prod (sizes [a])) by (intros; simpl; lia).
  assert (L : forall (pre : list ty) t, S (length pre) = length (pre ++ [t])) by (intros; rewrite app_length; simpl;
  lia).
  induction 1; intros; cbn [colls one app].
  - constructor. constructor.
  - apply H_Cons.
    + rewrite E. eapply H_Gather; eauto using axes_ok_single, has_mid.
    + rewrite app_mid, (L pre (n, el)). apply IHloop_tys.
  - apply H_Cons.
    + eapply H_Reduce; eauto using axes_ok_single, has_mid.
    + rewrite app_mid, (L pre (n, el)). apply IHloop_tys.
  - apply H_Cons.
    + repeat constructor. apply has_mid.
    + rewrite app_mid, (L pre t). apply IHloop_tys.
Qed.

(* Theorem 1 (a): if Γ ⊢core e : τ̄ and Γ ⊢ M then [Γ] ⊢spmd ⟨e⟩ : τ̄. That holds at the hole of every context, since
   G is
   any; of Γ ⊢ M only a ∈ M is used. *)
Theorem typing_simulation A G e ts : Forall (fun a => a < length M) A ->
  ctype A G e ts -> htype G (tr A e) ts.
Proof.
  intros HA H. induction H; simpl.
  - now constructor.
  - econstructor; eauto.
  - econstructor; eauto.
  - assert (a < length M).
    { rewrite Forall_forall in HA. apply HA. eapply nth_error_In; eauto. }
    rewrite (nth_error_nth A r 0 H0). replace (upd n d (nth d n 0 / size a)) with (sliced d [a] n)
      by (unfold Hlo.sliced; simpl; now rewrite Nat.mul_1_r).
    constructor; auto using axes_ok_single. unfold Hlo.divs; simpl. now rewrite Nat.mul_1_r.
  - econstructor; [apply IHctype; now constructor|].
    apply (colls_type H H2 [] G).
Qed.

Hypothesis onum_ok : forall o ts, length (osem o ts) = onum o.
Hypothesis oty_num : forall o ts ts', oty o ts ts' -> length ts' = onum o.
Notation ceval_arity := (ceval_arity tz chunk concat reduce osem onum M onum_ok).

(* ---------------- Lemma 1: independence ---------------- *)
Definition agree_env tv env env' := forall x, nth x tv false = false -> look env x = look env' x.
Lemma agree_app tv tr env env' res res' :
  length res = length tr -> length res' = length tr -> agree_env tr res res' -> agree_env tv env env' ->
  agree_env (tr ++ tv) (res ++ env) (res' ++ env').
Proof.
  unfold agree_env, Core.look. intros L L' H1 H2 x. destruct (Nat.lt_ge_cases x (length tr)).
  - rewrite !app_nth1 by congruence. auto.
  - rewrite !app_nth2 by lia. rewrite L, L'. auto.
Qed.

(* Lemma 1: the value of e depends on ρ(r_a) only where it is tainted by r_a: environments K, env and K', env' that
   agree but
   for the index of range variable r and the variables marked in tv give results that agree where they are untainted *)
Lemma independence e : forall r tv K K' env env',
  (forall j, j <> r -> nth j K (0, 0) = nth j K' (0, 0)) ->
  agree_env tv env env' ->
  agree_env (taint r tv e) (ceval K env e) (ceval K' env' e).
Proof.
  induction e; simpl; intros r' tv K K' env env' HK HE; intros j Hj; unfold Core.look.
  - destruct (Nat.lt_ge_cases j (length xs)).
    + rewrite nth_map with (dA := 0) in Hj by auto. rewrite !nth_map with (dA := 0) by auto. now apply HE.
    + rewrite !nth_overflow; rewrite ?map_length; auto.
  - destruct (Nat.lt_ge_cases j (onum o)).
    + assert (existsb (fun x => nth x tv false) xs = false).
      { destruct existsb eqn:X; auto.
        rewrite nth_indep with (d' := true) in Hj by now rewrite repeat_length.
        rewrite nth_repeat in Hj. discriminate. }
      do 2 f_equal. apply map_ext_in. intros x Hx. apply HE.
      destruct (nth x tv false) eqn:X; auto. exfalso.
      enough (existsb (fun x => nth x tv false) xs = true) by congruence.
      apply existsb_exists. eauto.
    + rewrite !nth_overflow; rewrite ?onum_ok; auto.
  - eapply IHe2; [eassumption| |exact Hj]. apply agree_app; auto; now rewrite ceval_arity, taint_arity.
  - destruct j; simpl; auto.
    apply orb_false_iff in Hj as [Hr Hx]. apply Nat.eqb_neq in Hr.
    rewrite HK by auto. pose proof (HE _ Hx) as E. unfold look in E. now rewrite E.
  - rewrite !nth_combs. destruct (Nat.ltb_spec j (length ss)); auto.
    rewrite nth_ltaint in Hj by auto. simpl in *.
    f_equal. unfold Core.col. rewrite !map_map. apply map_ext_in. intros i _.
    assert (Hj' : nth j (taint (S r') tv e) false = false).
    { destruct (Nat.lt_ge_cases j (length (taint (S r') tv e))).
      - rewrite <- Hj. now apply nth_indep.
      - now rewrite nth_overflow. }
    apply (IHe (S r') tv ((a, i) :: K) ((a, i) :: K') env env'); auto.
    intros [|q] Hq; simpl; auto.
Qed.

(* ---------------- Definition 2 and Lemma 2 ---------------- *)
(* Definition 2: ρ_κ(r_a) = κ(a) and ρ'_δ(x) = ρ_{δ|A}(x), for every device δ. *)
(* rhoC: one Core environment per coordinate of A; the range variables are the coordinate itself *)
Definition related A (rhoC : coord -> list tensor) (rhoH : dev -> list tensor) :=
  forall D, dev_ok D -> rhoH D = rhoC (restr A D).

(* Lemma 2, at let: related values bound in related environments *)
Lemma related_let A rhoC rhoH vC vH : related A rhoC rhoH -> related A vC vH ->
  related A (fun k => vC k ++ rhoC k) (fun D => vH D ++ rhoH D).
Proof. intros H1 H2 D HD. now rewrite H1, H2. Qed.
(* Lemma 2, at loop entry: κ is extended at a, innermost first *)
Lemma related_loop A a rhoC rhoH : related A rhoC rhoH -> related (a :: A) (fun k => rhoC (tl k)) rhoH.
Proof. intros H D HD. simpl. auto. Qed.

(* ---------------- Lemma 3: collectives, if V(δ) = f(δ|A∪{a}) ---------------- *)
Section Lemma3.
Variables (A : list axis) (a : axis) (V : dev -> tensor) (f : coord -> tensor).
Hypothesis Ha : a < length M.
Hypothesis HaA : ~ In a A.
Hypothesis HV : forall D, dev_ok D -> V D = f (restr (a :: A) D).

Lemma collective_col D : dev_ok D ->
  map (fun i => V (upd D a i)) (seq 0 (size a)) = map (fun i => f ((a, i) :: restr A D)) (seq 0 (size a)).
Proof.
  intros HD. apply map_ext_in. intros i Hi. apply in_seq in Hi.
  rewrite HV by (apply dev_ok_upd; auto; lia). now rewrite restr_cons with (M := M).
Qed.
(* Lemma 3: all_gather[d:a] of V is concat_d of f over a *)
Theorem gather_collective d D : dev_ok D ->
  fgather concat M d [a] V D = concat d (map (fun i => f ((a, i) :: restr A D)) (seq 0 (size a))).
Proof. intros. now rewrite fgather_1, collective_col. Qed.
(* Lemma 3: all_reduce<⊕>{a} of V is ⊕ of f over a *)
Theorem reduce_collective m D : dev_ok D ->
  freduce reduce M m [a] V D = reduce m (map (fun i => f ((a, i) :: restr A D)) (seq 0 (size a))).
Proof. intros. now rewrite freduce_1, collective_col. Qed.
End Lemma3.

(* ---------------- Theorem 2: correctness of translation ---------------- *)
(* E-Any takes i = 0, any other index gives the same *)
Lemma taint_zero_any a K env e k i j :
  nth k (taint 0 [] e) true = false ->
  nth k (ceval ((a, i) :: K) env e) tz = nth k (ceval ((a, j) :: K) env e) tz.
Proof.
  intros H.
  assert (Hk : nth k (taint 0 [] e) false = false).
  { destruct (Nat.lt_ge_cases k (length (taint 0 [] e))).
    - rewrite <- H. now apply nth_indep.
    - now rewrite nth_overflow. }
  apply (@independence e 0 [] ((a, i) :: K) ((a, j) :: K) env env); auto.
  - intros [|q]; simpl; congruence.
  - intros x _; auto.
Qed.

Lemma nth_error_lt X (l : list X) n x : nth_error l n = Some x -> n < length l.
Proof. intros. apply nth_error_Some. congruence. Qed.

Lemma skipn_cons X (l : list X) k x xs : skipn k l = x :: xs -> skipn (S k) l = xs /\ forall d, nth k l d = x.
Proof.
  revert k. induction l; intros k; [rewrite skipn_nil; discriminate|].
  destruct k; simpl; [intros E; inversion E; auto|]. apply IHl.
Qed.

Lemma colls_correct A a e G rhoC vH :
  a < length M -> ~ In a A ->
  (forall D, dev_ok D -> vH D = ceval (restr (a :: A) D) (rhoC (restr A D)) e ++ G D) ->
  forall ss ts ts' k tn, loop_tys a tn ss ts ts' -> tn = skipn k (taint 0 [] e) -> k + length ss = arity e ->
  forall D, dev_ok D ->
  heval vH (colls a k ss) D =
  combs k ss (map (fun i => ceval ((a, i) :: restr A D) (rhoC (restr A D)) e) (seq 0 (size a))).
Proof.
  intros Ha HaA HV ss ts ts' k tn H. revert k.
  assert (L : forall k D, k < arity e -> dev_ok D ->
    look (vH D) k = nth k (ceval (restr (a :: A) D) (rhoC (tl (restr (a :: A) D))) e) tz).
  { intros. unfold Core.look. rewrite HV, app_nth1 by (rewrite ?ceval_arity; auto). reflexivity. }
  induction H; intros k Etn Ear D HD; simpl in Ear |- *; auto;
    symmetry in Etn; apply skipn_cons in Etn as [Etn Ek];
    rewrite (IHloop_tys (S k)) by (auto; lia); f_equal; f_equal.
  - rewrite (@gather_collective A a (fun D => look (vH D) k) (fun K => nth k (ceval K (rhoC (tl K)) e) tz)); auto.
    + simpl. unfold Core.col. now rewrite map_map.
    + intros; apply L; auto; lia.
  - rewrite (@reduce_collective A a (fun D => look (vH D) k) (fun K => nth k (ceval K (rhoC (tl K)) e) tz)); auto.
    + simpl. unfold Core.col. now rewrite map_map.
    + intros; apply L; auto; lia.
  - rewrite L by (auto; lia). pose proof (dev_ok_nth HD Ha).
    unfold Core.col. rewrite map_map. destruct (size a) eqn:E; [lia|]. simpl.
    now apply taint_zero_any.
Qed.

(* Theorem 2: under Definition 2, ⟦⟨e⟩⟧ρ' (δ) = ⟦e⟧ρ_{δ|A} for every δ. No law of ⊕ is used. *)
Theorem translation_correct e : forall A G ts rhoC rhoH,
  ctype A G e ts -> related A rhoC rhoH ->
  forall D, dev_ok D -> heval rhoH (tr A e) D = ceval (restr A D) (rhoC (restr A D)) e.
Proof.
  induction e; simpl; intros A G ts rhoC rhoH HT HR D HD; inversion HT; subst.
  - now rewrite HR.
  - now rewrite HR.
  - eapply IHe2 with (rhoC := fun k => ceval k (rhoC k) e1 ++ rhoC k); eauto.
    intros D' HD'. simpl. f_equal; eauto.
  - rewrite fslice_1. do 2 f_equal.
    + now rewrite HR.
    + unfold restr. rewrite nth_map with (dA := 0) by (eapply nth_error_lt; eauto). reflexivity.
    + unfold restr. rewrite nth_map with (dA := 0) by (eapply nth_error_lt; eauto). reflexivity.
  - eapply colls_correct with (k := 0) (G := rhoH); eauto.
    + intros D' HD'. f_equal.
      eapply IHe with (rhoC := fun k => rhoC (tl k)); eauto using related_loop.
    + pose proof (loop_tys_length H6). rewrite <- (ctype_arity oty_num H5). simpl; lia.
Qed.

(* Theorem 2 for closed functions: replicated arguments give, at every device, the sequential result *)
Corollary translation_correct_closed e G ts args : ctype [] G e ts ->
  forall D, dev_ok D -> heval (fun _ => args) (tr [] e) D = ceval [] args e.
Proof. intros. eapply (@translation_correct e [] G ts (fun _ => args)); eauto. intros ? ?; auto. Qed.

(* Lemma 1: under Definition 2, devices that agree on A agree on ⟨e⟩ *)
Corollary device_independence A G e ts rhoC rhoH : ctype A G e ts -> related A rhoC rhoH ->
  forall D D', dev_ok D -> dev_ok D' -> restr A D = restr A D' -> heval rhoH (tr A e) D = heval rhoH (tr A e) D'.
Proof. intros. erewrite !translation_correct; eauto. now rewrite H3. Qed.
End Statements.
