(* S-expressions: atoms are runs of characters but white space, parentheses and ';', which opens a comment. *)
type t = A of string | L of t list

exception End
exception Malformed of string

let peeked = ref None
let next ic =
  match !peeked with
  | Some c -> peeked := None; c
  | None -> (try input_char ic with End_of_file -> raise End)
let rec skip ic =
  match next ic with
  | ' ' | '\t' | '\n' | '\r' -> skip ic
  | ';' -> while next ic <> '\n' do () done; skip ic
  | c -> c

let buffer = Buffer.create 64
let atom ic c =
  Buffer.clear buffer;
  Buffer.add_char buffer c;
  let rec go () =
    match next ic with
    | ' ' | '\t' | '\n' | '\r' -> ()
    | ('(' | ')' | ';') as c -> peeked := Some c
    | c -> Buffer.add_char buffer c; go () in
  (try go () with End -> ());
  A (Buffer.contents buffer)
let rec expr ic c =
  match c with
  | '(' ->
      let rec items acc = match skip ic with ')' -> L (List.rev acc) | c -> let x = expr ic c in items (x :: acc) in
      (try items [] with End -> raise (Malformed "the input ends inside a list"))
  | ')' -> raise (Malformed "a closing parenthesis too many")
  | c -> atom ic c
(* the next expression; End at the end of the input *)
let read ic = expr ic (skip ic)

let rec print b = function
  | A s -> Buffer.add_string b s
  | L l ->
      Buffer.add_char b '(';
      List.iteri (fun i x -> if i > 0 then Buffer.add_char b ' '; print b x) l;
      Buffer.add_char b ')'
