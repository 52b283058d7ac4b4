(* Audit_Oracle.v: what is proved of the extracted oracle, statement by statement (see Audit.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness
  OracleLists OracleScalar OracleEval OracleOps OracleGood OracleTyped OracleLocal OracleRules OracleNames OracleHlo
  OracleSpmd OracleMain.
Import ListNotations.
Notation ev := (ceval tz chunk concat reduce).
Notation hev := (heval tz chunk concat reduce).

(* Oracle: what it prints is what the calculus says *)
Definition pinned_oracle_accepts :
  forall (M : list nat) (params : list odecl) (results : list otype) (b : oblock) (ts : list otype),
  oracle_check M params results b = inl ts ->
  ts = results /\ ctype onum (fun (o : op) (a b0 : list otype) => otyf o a = Some b0)
    (fun (m : monoid) (e : elt) => defined_on m e = true) M [] (map snd params) (oracle_term params b) ts
  := @OracleMain.oracle_accepts.
(* rejected for a reason that does not come from names or declared types: the term has no type *)
Definition pinned_oracle_rejects :
  forall M : list nat, Forall (lt 0) M ->
  forall (params : list odecl) (results : list otype) (b : oblock) (why : reason),
  oracle_check M params results b = inr why -> named why = false ->
  forall ts : list otype,
  ~ ctype onum (fun (o : op) (a b0 : list otype) => otyf o a = Some b0)
    (fun (m : monoid) (e : elt) => defined_on m e = true) M [] (map snd params) (oracle_term params b) ts
  := @OracleMain.oracle_rejects.
(* Core results: the denotation, of the declared types *)
Definition pinned_oracle_core_correct :
  forall (M : list nat) (args : list ft) (e : ocore),
  map to_t (oracle_core M args e) = ev (csem comp) M [] (map to_t args) e := @OracleMain.oracle_core_correct.
(* to the last element, which is a scalar of the element type and in its range *)
Definition pinned_oracle_core_typed :
  forall M : list nat, Forall (lt 0) M ->
  forall (params : list odecl) (results : list otype) (b : oblock) (ts : list otype) (args : list ft),
  oracle_check M params results b = inl ts ->
  Forall2 (fun (a : ft) (p : odecl) => typed (to_t a) (snd p)) args params ->
  Forall2 typed (map to_t (oracle_core M args (oracle_term params b))) results := @OracleMain.oracle_core_typed.
(* the values that are printed have the declared types *)
Definition pinned_oracle_values_typed :
  forall (t : ft) (y : otype), typed (to_t t) y ->
  Forall (fun x : option (elt * Z) => exists v : Z, x = Some (snd y, v) /\ in_range (snd y) v) (oracle_values t)
  := @OracleMain.oracle_values_typed.
(* device results: the denotation of s at each device *)
Definition pinned_oracle_hlo_correct :
  forall (M : list nat) (args : list nat -> list ft) (s : ohlo) (D : dev), dev_ok M D ->
  map to_t (at_dev M (oracle_hlo M args s) [] D) = hev (csem comp) M (fun D0 => map to_t (args D0)) s D
  := @OracleMain.oracle_hlo_correct.
(* Theorem 2, of what the oracle prints *)
Definition pinned_oracle_theorem2 :
  forall (M : list nat) (params : list odecl) (results : list otype) (b : oblock) (ts : list otype)
    (args : list ft),
  oracle_check M params results b = inl ts ->
  forall D : dev, dev_ok M D ->
  at_dev M (oracle_hlo M (fun _ => args) (oracle_translate (oracle_term params b))) [] D =
    oracle_core M args (oracle_term params b) := @OracleMain.oracle_theorem2.
(* the printed translation, let by let, computes the same *)
Definition pinned_oracle_flat_correct :
  forall (M : list nat) (params : list odecl) (results : list otype) (b : oblock) (ts : list otype)
    (args : list tensor),
  oracle_check M params results b = inl ts -> length args = length params ->
  let '(l, r) := oracle_flat (length params) (oracle_translate (oracle_term params b)) in
  forall D : dev,
  map (look tz (run tz chunk concat reduce (csem comp) M (fun _ => args) l D)) r = hev (csem comp) M (fun _ => args)
    (oracle_translate (oracle_term params b)) D := @OracleMain.oracle_flat_correct.
(* an accepted device-local program has the declared local types *)
Definition pinned_oracle_spmd_accepts :
  forall (M : list nat) (params : list odecl) (results : list otype) (l : olets) (xs : list nat) (ts : list otype),
  oracle_spmd_check M params results l xs = inl ts ->
  ts = results /\ htype (fun (o : op) (a b : list otype) => otyf o a = Some b)
    (fun (m : monoid) (e : elt) => defined_on m e = true) M (map snd params) (oracle_spmd_term params l xs) ts
  := @OracleMain.oracle_spmd_accepts.
(* and makes, on every device, values of these types *)
Definition pinned_oracle_spmd_typed :
  forall (M : list nat) (params : list odecl) (results : list otype) (l : olets) (xs : list nat) (ts : list otype)
    (args : dev -> list ft),
  oracle_spmd_check M params results l xs = inl ts ->
  (forall D : dev, dev_ok M D -> Forall2 (fun (a : ft) (p : odecl) => typed (to_t a) (snd p)) (args D) params) ->
  forall D : dev, dev_ok M D ->
  Forall2 typed (map to_t (at_dev M (oracle_hlo M args (oracle_spmd_term params l xs)) [] D)) results
  := @OracleMain.oracle_spmd_typed.
