(* partir-oracle: programs in, verdicts, values, translations and device values out (README.md: the exchange format).
   All that is computed is computed by Extracted; here is reading and printing. *)
open Extracted
open Sexp

let fail fmt = Printf.ksprintf failwith fmt
let shown x = let b = Buffer.create 64 in print b x; Buffer.contents b
let list what = function L l -> l | A a -> fail "%s: expected a list, found %s" what a
let name what = function A a -> a | L _ as l -> fail "%s: expected a name, found %s" what (shown l)
let number x =
  match x with
  | A a -> (match int_of_string_opt a with
            | Some n when a.[0] <> '+' -> n
            | _ -> fail "expected a number, found %s" a)
  | L _ -> fail "expected a number, found %s" (shown x)
(* a negative number where a dimension is meant is out of range *)
let dimension x = let n = number x in if n < 0 then 1 lsl 40 else n
let dimensions = List.map dimension

(* ---- element types, semigroups, rules ---- *)
let widths = [2, W2; 4, W4; 8, W8; 16, W16; 32, W32]
let elements =
  ["i1", I1; "bf16", FL BF16; "f16", FL F16; "f32", FL F32; "f64", FL F64]
  @ List.concat_map (fun (n, w) -> ["i" ^ string_of_int n, SI w; "ui" ^ string_of_int n, UI w]) widths
let element x =
  let a = name "element type" x in
  try List.assoc a elements with Not_found -> fail "unsupported element type %s" a
let inverse table = let h = Hashtbl.create 32 in List.iter (fun (k, v) -> Hashtbl.replace h v k) table; Hashtbl.find h
let element_name = inverse elements
let monoids = ["add", Add; "mul", Mul; "max", Max; "min", Min; "and", And; "or", Or]
let monoid x = let a = name "monoid" x in try List.assoc a monoids with Not_found -> fail "unknown monoid %s" a
let monoid_name = inverse monoids
let rule_name = function
  | R.T_Var -> "T_Var" | R.T_Op -> "T_Op" | R.T_Let -> "T_Let" | R.T_Tuple -> "T_Tuple" | R.T_Slice -> "T_Slice"
  | R.T_Loop -> "T_Loop" | R.T_Tile -> "T_Tile" | R.T_Reduce -> "T_Reduce" | R.T_Any -> "T_Any" | R.T_Func -> "T_Func"
  | R.H_Op -> "H_Op" | R.H_Let -> "H_Let" | R.H_Tuple -> "H_Tuple" | R.H_Slice -> "H_Slice" | R.H_Gather -> "H_Gather"
  | R.H_Reduce -> "H_Reduce" | R.H_Scatter -> "H_Scatter" | R.H_AllToAll -> "H_AllToAll" | R.H_Func -> "H_Func"

let ty = function
  | L [A "tensor"; L sh; e] ->
      let extent x = let n = number x in if n < 0 then fail "a negative extent" else n in
      (List.map extent sh, element e)
  | x -> fail "expected a type, found %s" (shown x)
let int n = A (string_of_int n)
let print_ty (sh, e) = L [A "tensor"; L (List.map int sh); A (element_name e)]

(* ---- ops: attributes by key ---- *)
let unaries = ["negate", Neg; "not", Not; "abs", Abs; "sign", Sign; "square", Square]
let binaries =
  ["add", BAdd; "subtract", BSub; "multiply", BMul; "maximum", BMax; "minimum", BMin; "and", BAnd; "or", BOr;
   "xor", BXor]
let directions = ["EQ", EQ; "NE", NE; "GE", GE; "GT", GT; "LE", LE; "LT", LT]
let op opname attributes =
  let taken = ref 0 in
  let get key =
    match List.filter (function L (A k :: _) -> k = key | _ -> false) attributes with
    | [L (_ :: v)] -> incr taken; v
    | _ -> fail "%s: expected one attribute %s" opname key in
  let dims key = dimensions (get key) in
  let one key = match get key with [x] -> x | _ -> fail "%s: %s has one value" opname key in
  let result =
    match List.assoc_opt opname unaries, List.assoc_opt opname binaries with
    | Some u, _ -> OUnary u
    | _, Some b -> OBinary b
    | None, None ->
        match opname with
        | "select" -> OSelect
        | "clamp" -> OClamp
        | "compare" ->
            let direction = name "direction" (one "comparison_direction") in
            let total = match name "order" (one "compare_type") with
              | "USUAL" -> false | "TOTAL" -> true | a -> fail "compare_type %s" a in
            (match List.assoc_opt direction directions with
             | Some c -> OCompare (c, total)
             | None -> fail "comparison_direction %s" direction)
        | "dot_general" ->
            let lb = dims "lhs_batching_dimensions" in
            let rb = dims "rhs_batching_dimensions" in
            let lc = dims "lhs_contracting_dimensions" in
            let rc = dims "rhs_contracting_dimensions" in
            ODot (lb, rb, lc, rc, element (one "result_element"))
        | "reduce" -> let ds = dims "dimensions" in OReduce (ds, monoid (one "reducer"))
        | "transpose" -> OTranspose (dims "permutation")
        | "broadcast_in_dim" -> let ds = dims "broadcast_dimensions" in OBroadcast (ds, dims "result_shape")
        | "reshape" -> OReshape (dims "result_shape")
        | "slice" ->
            let s = dims "start_indices" in
            let l = dims "limit_indices" in
            OSlice (s, l, dims "strides")
        | "pad" ->
            let get key = List.map number (get key) in
            let l = get "edge_padding_low" in
            let h = get "edge_padding_high" in
            OPad (l, h, get "interior_padding")
        | "reverse" -> OReverse (dims "dimensions")
        | "concatenate" -> OConcat (dimension (one "dimension"))
        | "dynamic_slice" -> ODynamicSlice (dims "slice_sizes")
        | "iota" ->
            let d = dimension (one "iota_dimension") in
            let sh = dims "result_shape" in
            OIota (d, sh, element (one "result_element"))
        | "constant" ->
            (match get "value" with
             | [t; A "splat"; v] -> let sh, e = ty t in OConstant (sh, e, true, [| number v |])
             | t :: A "dense" :: vs ->
                 let sh, e = ty t in
                 if List.length vs <> List.fold_left ( * ) 1 sh then fail "constant: the number of elements";
                 OConstant (sh, e, false, Array.of_list (List.map number vs))
             | _ -> fail "constant: expected (value TYPE splat V) or (value TYPE dense V..)")
        | _ -> fail "unsupported op %s" opname in
  if !taken <> List.length attributes then fail "%s: an attribute that it does not have" opname;
  result
let print_op o =
  let attr key vs = L (A key :: vs) in
  let dims key l = attr key (List.map int l) in
  let direction = inverse directions in
  match o with
  | OUnary u -> inverse unaries u, []
  | OBinary b -> inverse binaries b, []
  | OSelect -> "select", []
  | OClamp -> "clamp", []
  | OCompare (c, total) ->
      "compare", [attr "comparison_direction" [A (direction c)];
                  attr "compare_type" [A (if total then "TOTAL" else "USUAL")]]
  | ODot (lb, rb, lc, rc, e) ->
      "dot_general", [dims "lhs_batching_dimensions" lb; dims "rhs_batching_dimensions" rb;
                      dims "lhs_contracting_dimensions" lc; dims "rhs_contracting_dimensions" rc;
                      attr "result_element" [A (element_name e)]]
  | OReduce (ds, m) -> "reduce", [dims "dimensions" ds; attr "reducer" [A (monoid_name m)]]
  | OTranspose p -> "transpose", [dims "permutation" p]
  | OBroadcast (ds, sh) -> "broadcast_in_dim", [dims "broadcast_dimensions" ds; dims "result_shape" sh]
  | OReshape sh -> "reshape", [dims "result_shape" sh]
  | OSlice (s, l, k) -> "slice", [dims "start_indices" s; dims "limit_indices" l; dims "strides" k]
  | OPad (l, h, i) -> "pad", [dims "edge_padding_low" l; dims "edge_padding_high" h; dims "interior_padding" i]
  | OReverse ds -> "reverse", [dims "dimensions" ds]
  | OConcat d -> "concatenate", [dims "dimension" [d]]
  | ODynamicSlice s -> "dynamic_slice", [dims "slice_sizes" s]
  | OIota (d, sh, e) ->
      "iota", [dims "iota_dimension" [d]; dims "result_shape" sh; attr "result_element" [A (element_name e)]]
  | OConstant (sh, e, splat, vs) ->
      (* as in the range of its type *)
      let v = List.map (fun v -> int (norm e v)) (Array.to_list vs) in
      "constant", [attr "value" (print_ty (sh, e) :: A (if splat then "splat" else "dense") :: v)]

(* ---- names: numbers in the order in which they are met ---- *)
type names = { table : (string, int) Hashtbl.t; mutable count : int }
let names () = { table = Hashtbl.create 32; count = 0 }
let resolve ns x =
  let a = name "name" x in
  match Hashtbl.find_opt ns.table a with
  | Some n -> n
  | None -> let n = ns.count in Hashtbl.add ns.table a n; ns.count <- n + 1; n

(* ---- functions ---- *)
let decl values = function
  | L [x; t] -> let t = ty t in (resolve values x, t)
  | x -> fail "expected (NAME TYPE), found %s" (shown x)
let params values = function
  | L (A "params" :: l) -> List.map (decl values) l
  | x -> fail "expected (params ..), found %s" (shown x)
let results = function
  | L (A "results" :: l) -> List.map ty l
  | x -> fail "expected (results ..), found %s" (shown x)
(* axes are numbered in mesh order, those that the mesh does not have after them *)
let attribute = function
  | A "any" -> Any
  | L [A "tile"; d] -> Tile (dimension d)
  | L [A "reduce"; m] -> Red (monoid m)
  | x -> fail "expected a loop attribute, found %s" (shown x)
let block axes values =
  let ranges = names () in
  let xs l = List.map (resolve values) l in
  let rec block = function L (A "block" :: l) -> stmts l | x -> fail "expected (block ..), found %s" (shown x)
  and stmts = function
    | [L (A "yield" :: l)] -> BRet (xs l)
    | L [A "let"; L ys; e] :: k ->
        let ys = List.map (decl values) ys in
        (match e with
         | L (A "op" :: A o :: L l :: attributes) ->
             let o = op o attributes in
             let l = xs l in
             BOp (ys, o, l, stmts k)
         | L [A "slice"; d; x; r] ->
             let x = resolve values x in
             let r = resolve ranges r in
             BSlice (ys, dimension d, x, r, stmts k)
         | L [A "loop"; a; L ss; L [r; ra]; b] ->
             let a = resolve axes a in
             let r = resolve ranges r in
             let ra = resolve axes ra in
             let b = block b in
             BLoop (ys, a, List.map attribute ss, r, ra, b, stmts k)
         | e -> fail "expected an expression, found %s" (shown e))
    | [] -> fail "a block without (yield ..)"
    | x :: _ -> fail "expected (let ..) or a last (yield ..), found %s" (shown x) in
  block
let lets axes values = function
  | L (A "block" :: l) ->
      let axis_list l = List.map (resolve axes) (list "axes" l) in
      let rec stmts acc = function
        | [L (A "yield" :: l)] -> (List.rev acc, List.map (resolve values) l)
        | L [A "let"; L ys; e] :: k ->
            let ys = List.map (decl values) ys in
            let x = resolve values in
            let s = match e with
              | L (A "op" :: A o :: L l :: attributes) -> SOp (op o attributes, List.map x l)
              | L [A "all_slice"; d; l; v] -> SSlice (dimension d, axis_list l, x v)
              | L [A "all_gather"; d; l; v] -> SGather (dimension d, axis_list l, x v)
              | L [A "all_reduce"; m; l; v] -> SReduce (monoid m, axis_list l, x v)
              | L [A "reduce_scatter"; m; d; l; v] -> SScatter (monoid m, dimension d, axis_list l, x v)
              | L [A "all_to_all"; d; d'; l; v] -> SAllToAll (dimension d, dimension d', axis_list l, x v)
              | e -> fail "expected an expression, found %s" (shown e) in
            stmts ((ys, s) :: acc) k
        | [] -> fail "a block without (yield ..)"
        | x :: _ -> fail "expected (let ..) or a last (yield ..), found %s" (shown x) in
      stmts [] l
  | x -> fail "expected (block ..), found %s" (shown x)

(* ---- values ---- *)
let tensor t vs =
  let vs = List.map number (list "an argument" vs) in
  if List.length vs <> List.fold_left ( * ) 1 (fst t) then fail "an argument has %d elements" (List.length vs);
  oracle_tensor t vs
let arguments ps l =
  if List.length ps <> List.length l then fail "%d arguments for %d parameters" (List.length l) (List.length ps);
  List.map2 (fun (_, t) vs -> tensor t vs) ps l
(* with the declared element type, which every element has *)
let print_tensor (_, e) t =
  let value = function Some (e', v) when e' = e -> int v | _ -> A "bad" in
  L (print_ty (oracle_shape t, e) :: List.map value (oracle_values t))
let print_devices mesh tys table =
  let device i d = L (A "device" :: L (List.map int d) :: List.map2 print_tensor tys table.(i)) in
  List.mapi device (oracle_devices mesh)

let print_step axis s =
  let axes l = L (List.map (fun a -> A (axis a)) l) in
  L (match s with
     | SOp (o, xs) -> let n, attributes = print_op o in A "op" :: A n :: L (List.map int xs) :: attributes
     | SSlice (d, l, x) -> [A "all_slice"; int d; axes l; int x]
     | SGather (d, l, x) -> [A "all_gather"; int d; axes l; int x]
     | SReduce (m, l, x) -> [A "all_reduce"; A (monoid_name m); axes l; int x]
     | SScatter (m, d, l, x) -> [A "reduce_scatter"; A (monoid_name m); int d; axes l; int x]
     | SAllToAll (d, d', l, x) -> [A "all_to_all"; int d; int d'; axes l; int x])
let print_flat axis n (steps, rs) =
  A "hlo" :: L [A "params"; int n] :: List.map (fun s -> L [A "let"; print_step axis s]) steps
  @ [L (A "yield" :: List.map int rs)]

(* ---- a program ---- *)
let spmd mesh axes = function
  | [] -> []
  | [L (A "spmd" :: ps :: rs :: b :: families)] ->
      let values = names () in
      let ps = params values ps in
      let rs = results rs in
      let l, xs = lets axes values b in
      (match oracle_spmd_check mesh ps rs l xs with
       | Inr (r, n) -> [L [A "spmd-rejected"; A (rule_name r); int n]]
       | Inl tys ->
           L (A "spmd-accepted" :: List.map print_ty tys)
           :: (match families with
               | [] -> []
               | [L (A "families" :: fs)] ->
                   if List.length fs <> List.length (oracle_devices mesh) then fail "one family member for each device";
                   let fs = Array.of_list (List.map (fun f -> arguments ps (list "a family" f)) fs) in
                   let table = oracle_hlo mesh (fun d -> fs.(lin mesh d)) (oracle_spmd_term ps l xs) in
                   [L (A "spmd-devices" :: print_devices mesh tys table)]
               | _ -> fail "spmd: expected (families ..)"))
  | x :: _ -> fail "expected (spmd ..), found %s" (shown x)

let program mesh func rest =
  let axes = names () in
  let mesh = List.map (function
    | L [a; n] -> if Hashtbl.mem axes.table (name "axis" a) then fail "an axis twice"
                  else if number n < 1 then fail "an axis size below 1" else (ignore (resolve axes a); number n)
    | x -> fail "expected (AXIS SIZE), found %s" (shown x)) mesh in
  let axis a = Hashtbl.fold (fun k n found -> if n = a then k else found) axes.table "?" in
  match func with
  | L [A "func"; ps; rs; b] ->
      let values = names () in
      let ps = params values ps in
      let rs = results rs in
      let b = block axes values b in
      (match oracle_check mesh ps rs b with
       | Inr (r, n) -> [L [A "rejected"; A (rule_name r); int n]]
       | Inl tys ->
           let e = oracle_term ps b in
           let h = oracle_translate e in
           let printed = L (print_flat axis (List.length ps) (oracle_flat (List.length ps) h)) in
           let accepted = L (A "accepted" :: List.map print_ty tys) in
           match rest with
           | L (A "args" :: l) :: rest ->
               let args = arguments ps l in
               let core = oracle_core mesh args e in
               let devices = oracle_hlo mesh (fun _ -> args) h in
               accepted :: L (A "core" :: List.map2 print_tensor tys core) :: printed
               :: L (A "devices" :: print_devices mesh tys devices) :: spmd mesh axes rest
           | rest -> accepted :: printed :: spmd mesh axes rest)
  | x -> fail "expected (func ..), found %s" (shown x)

let answer x =
  match x with
  | L (A "program" :: A id :: L (A "mesh" :: mesh) :: func :: rest) ->
      L (A "result" :: A id :: (try program mesh func rest with
        | Failure s -> [L [A "error"; A (Printf.sprintf "%S" s)]]
        | e -> [L [A "error"; A (Printf.sprintf "%S" (Printexc.to_string e))]]))
  | x -> L [A "result"; A "?"; L [A "error"; A (Printf.sprintf "%S" ("expected (program ..), found " ^ shown x))]]

let () =
  let flushing = match Array.to_list Sys.argv with
    | [_] -> false
    | [_; "--flush"] -> true
    | _ -> prerr_endline "usage: partir-oracle [--flush] < PROGRAMS"; exit 2 in
  let b = Buffer.create 4096 in
  let rec go () =
    let x = read stdin in
    Buffer.clear b;
    print b (answer x);
    Buffer.add_char b '\n';
    Buffer.output_buffer stdout b;
    if flushing then flush stdout;
    go () in
  try go () with
  | End -> ()
  | Malformed s -> flush stdout; prerr_endline ("partir-oracle: " ^ s); exit 2
