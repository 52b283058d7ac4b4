(* Extraction.v: the oracle as OCaml. Compiled by build.sh alone, in its output directory.
   What is trusted beside Coq's extraction stands here: nat and Z are OCaml's native integers (63 bits; see README.md
   for the bounds), vectors are arrays. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Coq Require Import Arith ZArith.
From PartIR Require Import OracleScalar OracleOps OracleEval OracleRules OracleNames OracleHlo OracleMain.
Extraction Language OCaml.

Extract Constant Nat.add => "(+)".
Extract Constant Nat.mul => "( * )".
Extract Constant Nat.sub => "(fun (n:int) m -> if n < m then 0 else n - m)".
Extract Constant Nat.eqb => "(fun (n:int) m -> n = m)".
Extract Constant Nat.leb => "(fun (n:int) m -> n <= m)".
Extract Constant Nat.ltb => "(fun (n:int) m -> n < m)".
Extract Constant Nat.min => "(fun (n:int) m -> if n < m then n else m)".
Extract Constant Nat.div => "(fun n m -> if m = 0 then 0 else n / m)".
Extract Constant Nat.modulo => "(fun n m -> if m = 0 then n else n mod m)".

(* the divisors here are positive *)
Extract Constant Z.div => "(fun a b -> if a >= 0 then a / b else - ((b - 1 - a) / b))".
Extract Constant Z.modulo => "(fun a b -> let r = a mod b in if r < 0 then r + b else r)".
Extract Constant Z.eqb => "(fun (a:int) b -> a = b)".
Extract Constant Z.leb => "(fun (a:int) b -> a <= b)".
Extract Constant Z.ltb => "(fun (a:int) b -> a < b)".
Extract Constant Z.max => "(fun (a:int) b -> if a < b then b else a)".
Extract Constant Z.min => "(fun (a:int) b -> if a < b then a else b)".
Extract Constant Z.sgn => "(fun z -> if z > 0 then 1 else if z < 0 then -1 else 0)".
Extract Constant Z.succ => "Stdlib.succ".
Extract Constant Z.pred => "Stdlib.pred".
Extract Constant Pos.succ => "Stdlib.succ".
Extract Constant Z.abs => "Stdlib.abs".
Extract Constant Z.land => "(land)".
Extract Constant Z.lor => "(lor)".
Extract Constant Z.lxor => "(lxor)".
Extract Constant Z.lnot => "lnot".
Extract Constant Z.of_nat => "(fun n -> n)".
Extract Constant Z.to_nat => "(fun z -> if z < 0 then 0 else z)".

Extract Constant vec "'a" => "'a array".
Extract Constant vof => "Array.of_list".
Extract Constant vlist => "Array.to_list".
Extract Constant vget => "(fun v i d -> if i < Array.length v then Array.unsafe_get v i else d)".

Extraction "extracted.ml" oracle_check oracle_term oracle_core oracle_translate oracle_flat oracle_hlo oracle_devices
  oracle_spmd_check oracle_spmd_term oracle_tensor oracle_shape oracle_values at_dev.
