(* Audit_Words_Fuse.v: section 7: the words of R-Fuse and of merging loops, equated with their definitions (see
   Audit_Words.v). *)
From Coq Require Import List Arith Lia ZArith Bool Permutation.
From PartIR Require Import Index Fold Tensor Mesh Core Families Hlo Translation Statements Check Soundness Cells
  Propagation Contexts Fuse Fuse_Lets Fuse_Step Fuse_Merge Fuse_Once Actions Fuse_Pass Fuse_Decide.
Import ListNotations.


(* under n binders: the first n variables stay *)
Definition pinned_Fuse_lift : @Fuse.lift =
  (fun (n : nat) (f : nat -> nat) (x : nat) => if x <? n then x else n + f (x - n))
  := eq_refl.
Definition pinned_Fuse_up : @Fuse.up =
  (fun (f : nat -> nat) (q : nat) =>
  match q with
  | 0 => 0
  | S q0 => S (f q0)
  end)
  := eq_refl.
Definition pinned_Fuse_cut : @Fuse.cut =
  (fun (Sc : Scalars) (ss : list (attr mono)) (X R d x r : nat) => (X <=? x) && (R =? r) &&
  match nth_error ss (x - X) with
  | Some (Tile _ d') => d =? d'
  | _ => false
  end)
  := eq_refl.
Definition pinned_Fuse_rw : @Fuse.rw =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ss : list (attr mono)) => fix rw (ft fr : nat -> nat)
  (X Y R : nat) (e : core mono op) {struct e} : core mono op :=
  match e with
  | CVars _ _ xs => CVars mono op (map ft xs)
  | COp _ o xs => COp mono o (map ft xs)
  | CLet e1 e2 => CLet (rw ft fr X Y R e1)
    (rw (lift (arity onum e1) ft) fr (arity onum e1 + X) (arity onum e1 + Y) R e2)
  | CSlice _ _ d x r => if cut ss X R d x r then CVars mono op [Y + (x - X)] else CSlice mono op d (ft x) (fr r)
  | CLoop a s e0 => CLoop a s (rw ft (up fr) X Y (S R) e0)
  end)
  := eq_refl.
(* whether y is read, slices that cut takes apart *)
Definition pinned_Fuse_reads : @Fuse.reads =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ss : list (attr mono)) => fix reads (X R : nat)
  (e : core mono op) (y : nat) {struct e} : bool :=
  match e with
  | CVars _ _ xs
  | COp _ _ xs => existsb (Nat.eqb y) xs
  | CLet e1 e2 => reads X R e1 y || reads (arity onum e1 + X) R e2 (arity onum e1 + y)
  | CSlice _ _ d x r => (y =? x) && negb (cut ss X R d x r)
  | CLoop _ _ e0 => reads X (S R) e0 y
  end)
  := eq_refl.
Definition pinned_Fuse_own : @Fuse.own =
  (fun (Sc : Scalars) (op : Type) => fix own (e : core mono op) : list axis :=
  match e with
  | CLet e1 e2 => own e1 ++ own e2
  | CLoop a _ e0 => a :: own e0
  | _ => []
  end)
  := eq_refl.
Definition pinned_Fuse_moved : @Fuse.moved =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ss : list (attr mono)) (e : core mono op) (C : ctx op)
  (R : nat) => rw onum [] (Nat.add (cdepth onum C + length ss)) (fun q =>
  match q with
  | 0 => R
  | S q0 => length (caxes C) + q0
  end) 0 0 0 e)
  := eq_refl.
Definition pinned_Fuse_fused : @Fuse.fused =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ss : list (attr mono)) (e : core mono op) (C : ctx op)
  (B : core mono op) (R : nat) => CLet (moved onum ss e C R)
  (rw onum ss (Nat.add (arity onum e)) (fun q => q) (cdepth onum C) 0 R B))
  := eq_refl.
(* ---------------- renaming of tensor variables ---------------- *)
Definition pinned_Fuse_Lets_rename : @Fuse_Lets.rename =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ft : nat -> nat) (e : core mono op)
  => rw onum [] ft (fun q => q) 0 0 0 e)
  := eq_refl.
(* e reads variable y *)
Definition pinned_Fuse_Lets_free : @Fuse_Lets.free =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (e : core mono op) (y : nat) => reads onum [] 0 0 e y)
  := eq_refl.
(* none of the first n variables is read, and then e without them *)
Definition pinned_Fuse_Lets_unread : @Fuse_Lets.unread =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (n : nat) (e : core mono op)
  => forallb (fun y => negb (free onum e y)) (seq 0 n))
  := eq_refl.
Definition pinned_Fuse_Lets_lower : @Fuse_Lets.lower =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (n : nat) => rename onum (fun y => y - n))
  := eq_refl.
Definition pinned_Fuse_Lets_shift : @Fuse_Lets.shift =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (n : nat) => rename onum (Nat.add n))
  := eq_refl.
(* the context reads variable y, of those in scope around it, elsewhere than in B at its hole *)
Definition pinned_Fuse_Step_creads : @Fuse_Step.creads =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix creads (C : ctx op) (B : core mono op) (y : nat)
  {struct C} : bool :=
  match C with
  | XHole _ => false
  | XLet1 C0 e2 => creads C0 B y || free onum e2 (arity onum (plug C0 B) + y)
  | XLet2 e1 C0 => free onum e1 y || creads C0 B (arity onum e1 + y)
  | XLoop _ _ C0 => creads C0 B y
  end)
  := eq_refl.
(* let x̄ = loop a ss (r'. e) in C[B] *)
Definition pinned_Fuse_Step_unfused : @Fuse_Step.unfused =
  (fun (Sc : Scalars) (op : Type) (a : axis) (ss : list (attr mono)) (e : core mono op) (C : ctx op)
  (B : core mono op) => CLet (CLoop a ss e) (plug C B))
  := eq_refl.
(* C[let ȳ = e[r/r'] in B'], where B' is B with y_j for slice d x_j[r] *)
Definition pinned_Fuse_Step_fused_step : @Fuse_Step.fused_step =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ss : list (attr mono)) (e : core mono op) (C : ctx op)
  (B : core mono op) (R : nat) => lower onum (length ss) (plug C (fused onum ss e C B R)))
  := eq_refl.
(* every use of x̄ is a slice, in the target, of a tile<d> result, on d and by r *)
Definition pinned_Fuse_Step_only_sliced : @Fuse_Step.only_sliced =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (ss : list (attr mono)) (C : ctx op) (B : core mono op)
  (R : nat) => forall j : nat, j < length ss -> creads onum C B j = false /\
  reads onum ss (cdepth onum C) R B (cdepth onum C + j) = false)
  := eq_refl.
Definition pinned_Fuse_Merge_apart : @Fuse_Merge.apart =
  (fun (Sc : Scalars) (op : Type) (a : axis) (s1 s2 : list (attr mono)) (e1 e2 k : core mono op)
  => CLet (CLoop a s1 e1) (CLet (CLoop a s2 e2) k))
  := eq_refl.
(* the loop of both, whose body binds e1's results where e2 had those of the first loop *)
Definition pinned_Fuse_Merge_both : @Fuse_Merge.both =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (s1 s2 : list (attr mono)) (e1 e2 : core mono op)
  => CLet e1 (CLet (rw onum s1 (fun x => x) (fun q => q) 0 0 0 e2)
  (CVars mono op (seq 0 (length s2 + length s1)))))
  := eq_refl.
Definition pinned_Fuse_Merge_merged : @Fuse_Merge.merged =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (a : axis) (s1 s2 : list (attr mono)) (e1 e2 k : core mono op)
  => CLet (CLoop a (s2 ++ s1) (both onum s1 s2 e1 e2)) k)
  := eq_refl.
(* where the y of ks is in ks *)
Definition pinned_Fuse_Merge_pos : @Fuse_Merge.pos =
  (fix pos (y : nat) (ks : list nat) {struct ks} : nat :=
  match ks with
  | [] => 0
  | x :: ks0 => if x =? y then 0 else S (pos y ks0)
  end)
  := eq_refl.
(* the results of k's first n variables that it reads, and k where it has only those *)
Definition pinned_Fuse_Merge_kept : @Fuse_Merge.kept =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (n : nat) (k : core mono op) => filter (free onum k) (seq 0 n))
  := eq_refl.
Definition pinned_Fuse_Merge_repos : @Fuse_Merge.repos =
  (fun (n : nat) (ks : list nat) (y : nat) => if y <? n then pos y ks else length ks + (y - n))
  := eq_refl.
Definition pinned_Fuse_Merge_pruned : @Fuse_Merge.pruned =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (b : axis) (s : list (attr mono)) (e k : core mono op)
  => let ks := kept onum (length s)
  k in CLet (CLoop b (map (fun j => nth j s (Any mono)) ks) (CLet e (CVars mono op ks)))
  (rename onum (repos (length s) ks) k))
  := eq_refl.
(* what an expression weighs, if op o weighs p o, a slice s and a loop l *)
Definition pinned_Fuse_Once_weight : @Fuse_Once.weight =
  (fun (Sc : Scalars) (op : Type) => fix weight (p : op -> nat) (s l : nat) (e : core mono op) {struct e} : nat :=
  match e with
  | CVars _ _ _ => 0
  | COp _ o _ => p o
  | CLet e1 e2 => weight p s l e1 + weight p s l e2
  | CSlice _ _ _ _ _ => s
  | CLoop _ _ e0 => l + weight p s l e0
  end)
  := eq_refl.
Definition pinned_Fuse_Once_loops : @Fuse_Once.loops =
  (fun (Sc : Scalars) (op : Type) => weight (fun _ : op => 0) 0 1)
  := eq_refl.
(* e' is e without c slices and n loops: by whatever weights, so that every op is there as often as in e *)
Definition pinned_Fuse_Once_takes : @Fuse_Once.takes =
  (fun (Sc : Scalars) (op : Type) (c n : nat) (e e' : core mono op) => forall (p : op -> nat) (s l : nat),
  weight p s l e = weight p s l e' + c * s + n * l)
  := eq_refl.
(* ---------------- names of names, lets in lets, slices first ---------------- *)
Definition pinned_Fuse_Pass_is_slice : @Fuse_Pass.is_slice =
  (fun (Sc : Scalars) (op : Type) (e : core mono op) =>
  match e with
  | CSlice _ _ _ _ _ => true
  | _ => false
  end)
  := eq_refl.
(* let x̄ = e1 behind the slices that e2 begins with and that do not read x̄ *)
Definition pinned_Fuse_Pass_behind : @Fuse_Pass.behind =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix behind (n : nat) (e1 e2 : core mono op)
  {struct n} : core mono op :=
  match n with
  | 0 => CLet e1 e2
  | S n0 => match e2 with | CLet e k => if is_slice e && negb (is_slice e1) && unread onum (arity onum e1)
    e then CLet (lower onum (arity onum e1) e)
    (behind n0 (shift onum (arity onum e) e1) (rename onum (flip (arity onum e1) (arity onum e)) k))
    else CLet e1 e2 | _ => CLet e1 e2 end
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_lets : @Fuse_Pass.lets =
  (fun (Sc : Scalars) (op : Type) => fix lets (e : core mono op) : nat :=
  match e with
  | CLet _ k => S (lets k)
  | _ => 0
  end)
  := eq_refl.
(* let x̄ = e1 in e2 *)
Definition pinned_Fuse_Pass_let_in : @Fuse_Pass.let_in =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix let_in (e1 e2 : core mono op)
  {struct e1} : core mono op :=
  match e1 with
  | CVars _ _ xs => rename onum (sub xs) e2
  | COp _ _ _ => match e2 with | CVars _ _ xs0 => if list_eq_dec Nat.eq_dec xs0 (seq 0 (arity onum e1))
    then e1 else CLet e1 e2 | _ => behind onum (lets e2) e1 e2 end
  | CLet e e' => let_in e (let_in e' (rename onum (over (arity onum e') (arity onum e)) e2))
  | _ => match e2 with | CVars _ _ xs => if list_eq_dec Nat.eq_dec xs (seq 0 (arity onum e1))
    then e1 else CLet e1 e2 | _ => behind onum (lets e2) e1 e2 end
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_tidy : @Fuse_Pass.tidy =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix tidy (e : core mono op) : core mono op :=
  match e with
  | CLet e1 e2 => let_in onum (tidy e1) (tidy e2)
  | CLoop a s e0 => CLoop a s (tidy e0)
  | _ => e
  end)
  := eq_refl.
(* the target of variables X .. X+n-1: the first loop over a on the way to all of their uses, if it is one way
   *)
Definition pinned_Fuse_Pass_find : @Fuse_Pass.find =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix find (a : axis) (n X : nat) (k : core mono op)
  {struct k} : option (ctx op * core mono op) :=
  match k with
  | CLet k1 k2 => if existsb (fun j => free onum k1 (X + j)) (seq 0 n)
    then option_map (fun CB : ctx op * core mono op => (XLet1 (fst CB) k2, snd CB)) (find a n X k1)
    else option_map (fun CB : ctx op * core mono op => (XLet2 k1 (fst CB), snd CB))
    (find a n (arity onum k1 + X) k2)
  | CLoop b s k0 => if a =? b then Some (XLoop b s (XHole op), k0)
    else option_map (fun CB : ctx op * core mono op => (XLoop b s (fst CB), snd CB)) (find a n X k0)
  | _ => None
  end)
  := eq_refl.
(* the premises of R-Fuse; and the loop is not dead *)
Definition pinned_Fuse_Pass_applies : @Fuse_Pass.applies =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (a : axis) (ss : list (attr mono)) (e : core mono op)
  (C : ctx op) (B : core mono op) =>
  match nth_error (caxes C) 0 with
  | Some b => b =? a
  | None => false
  end && forallb (fun b => negb (existsb (Nat.eqb b) (caxes C))) (own e)
    && forallb (fun j => negb (creads onum C B j) && negb (reads onum ss (cdepth onum C) 0 B (cdepth onum C + j)))
    (seq 0 (length ss)) && negb (unread onum (length ss) (plug C B)))
  := eq_refl.
Definition pinned_Fuse_Pass_target : @Fuse_Pass.target =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (a : axis) (ss : list (attr mono)) (e k : core mono op) =>
  match find onum a (length ss) 0 k with
  | Some (C, B) => if applies onum a ss e C B then Some (fused_step onum ss e C B 0) else None
  | None => None
  end)
  := eq_refl.
(* the next loop over a slices the loop's tiles, and reads nothing else of it *)
Definition pinned_Fuse_Pass_merges : @Fuse_Pass.merges =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (s1 : list (attr mono)) (e2 : core mono op)
  => forallb (fun j => negb (reads onum s1 0 0 e2 j)) (seq 0 (length s1)) && negb (unread onum (length s1) e2))
  := eq_refl.
(* let x̄ = e1 in k with R-Fuse done for x̄, if it applies: to the target; or with the next loop over its axis
   that slices it, and so on with what these became; or past a let that does not read it *)
Definition pinned_Fuse_Pass_place : @Fuse_Pass.place =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix place (n : nat) (e1 k : core mono op)
  {struct n} : option (core mono op) :=
  match n with
  | 0 => None
  | S n0 => match e1 with | CLoop a s1 b1 => match target onum a s1 b1 k with | Some t => Some t | None => match k
    with | CLet e2 k0 => let merge := match e2 with | CLoop b s2 b2 => if (a =? b) && merges onum s1 b2 then Some
    (s2, b2) else None | _ => None end in match merge with | Some (s2, b2) => match pruned onum a (s2 ++ s1)
    (both onum s1 s2 b1 b2) k0 with | CVars _ _ xs => Some (CVars mono op xs) | COp _ o xs => Some (COp mono o xs)
    | CLet e k1 => match place n0 e k1 with | Some t => Some t | None => Some (CLet e k1)
    end | CSlice _ _ d x r => Some (CSlice mono op d x r) | CLoop a0 ss e0 => Some (CLoop a0 ss e0)
    end | None => if unread onum (arity onum e1) e2 then option_map (CLet (lower onum (arity onum e1) e2))
    (place n0 (shift onum (arity onum e2) e1) (rename onum (flip (arity onum e1) (arity onum e2)) k0))
    else None end | _ => None end end | _ => None end
  end)
  := eq_refl.
(* every loop of a list of lets, the last ones first *)
Definition pinned_Fuse_Pass_spine : @Fuse_Pass.spine =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix spine (e : core mono op) : core mono op :=
  match e with
  | CLet e1 k => let k' := spine k in match place onum (S (lets k')) e1 k' with | Some t => t | None => CLet e1 k'
    end
  | _ => e
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_bodies : @Fuse_Pass.bodies =
  (fun (Sc : Scalars) (op : Type) => fix bodies (f : core mono op -> core mono op) (e : core mono op)
  {struct e} : core mono op :=
  match e with
  | CLet e1 k => CLet (bodies f e1) (bodies f k)
  | CLoop a s e0 => CLoop a s (f e0)
  | _ => e
  end)
  := eq_refl.
(* the outer lists of lets first; loops over one axis do not nest, so that no body is deeper than M has axes *)
Definition pinned_Fuse_Pass_fuse_in : @Fuse_Pass.fuse_in =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix fuse_in (n : nat) (e : core mono op)
  {struct n} : core mono op :=
  match n with
  | 0 => e
  | S n0 => bodies (fuse_in n0) (tidy onum (spine onum e))
  end)
  := eq_refl.
(* what is left, anywhere in e, once more as long as there is something *)
Definition pinned_Fuse_Pass_found : @Fuse_Pass.found =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (e1 k : core mono op) =>
  match place onum (S (lets k)) e1 k with
  | Some _ => true
  | None => false
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_redex : @Fuse_Pass.redex =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix redex (e : core mono op) : bool :=
  match e with
  | CLet e1 k => found onum e1 k || redex e1 || redex k
  | CLoop _ _ e0 => redex e0
  | _ => false
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_contract : @Fuse_Pass.contract =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix contract (e : core mono op) : core mono op :=
  match e with
  | CLet e1 k => match place onum (S (lets k)) e1 k with | Some t => t | None => CLet (contract e1) (contract k) end
  | CLoop a s e0 => CLoop a s (contract e0)
  | _ => e
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_settle : @Fuse_Pass.settle =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) => fix settle (n : nat) (e : core mono op)
  {struct n} : core mono op :=
  match n with
  | 0 => e
  | S n0 => if redex onum e then settle n0 (tidy onum (contract onum e)) else e
  end)
  := eq_refl.
Definition pinned_Fuse_Pass_fuse : @Fuse_Pass.fuse =
  (fun (Sc : Scalars) (op : Type) (onum : op -> nat) (M : list nat) (e : core mono op)
  => let e' := fuse_in onum (S (length M)) (tidy onum e) in settle onum (loops e') e')
  := eq_refl.
