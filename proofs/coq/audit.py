#!/usr/bin/env python3
"""The mechanisation's audit: what is proved of calculus.md, and that it is proved from nothing.

Rules come from semantics/rules.def; the Coq lemma of `S-GatherSlice` is every statement named
`S_GatherSlice` or `S_GatherSlice_something`; one of them, or of those in ALSO, has a proof, but for a typing rule, which
may be a constructor (`T_Slice`). Statements of section 4 are in STATEMENTS, of which none of REQUIRED and no theorem that the
headers' comments name by its number may be missing. What has no lemma must be in GAPS with a reason, and nothing else
may be there.
Every theorem and lemma of a rule has a comment above it, in its paragraph, that says what it mechanises.
Names say nothing of what is proved: every lemma of the table is spelled out in a file Audit*.v, as
`Definition pinned_name : statement := @File.name.`, which does not compile where the lemma says something else.

usage: audit.py                     write proofs/README.md: rule -> C++ function -> Coq lemma -> property test
       audit.py --check             write nothing; exit 1 where it is stale, or where the above does not hold
       audit.py --assumptions DIR   ask coqc, in DIR where the files are compiled, for the assumptions of every
                                    statement; exit 1 where one has any
       audit.py --planted DIR       put `True` for every lemma that Audit*.v spells out, in DIR where the files are compiled;
                                    exit 1 where Coq does not notice, or where a statement is made of a definition that
                                    no such file spells out and UNSPELT does not excuse
       audit.py --html DIR          the table as DIR/rules.html, with links into coqdoc's pages in DIR
       audit.py --files             the files of _CoqProject, one a line
"""
import html
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
COQ = pathlib.Path(__file__).resolve().parent
ROOT = COQ.parent.parent
sys.path.insert(0, str(ROOT / "docs"))
import generate_rules  # noqa: E402  (the rules, their C++ functions and their tests)

TARGET = ROOT / "proofs" / "README.md"
LIBRARY = "PartIR"

# Statements of calculus.md that are no rules: name, what it says, C++ (file, name in it), Coq, GoogleTest suites.
STATEMENTS = [
    ("Totality", "⟦e⟧ρ has e's types (section 1)", ("semantics/core_typing.h", "T_Op"),
     ["type_soundness"], ["E_Op"]),
    ("Checker", "what the type checker accepts is well-typed", ("semantics/core_typing.h", "T_Loop"),
     ["check_sound"], ["T_Loop"]),
    ("Definition 1", "Γ ⊢ M", ("proofs/theorem1.h", "theorem1"), ["axes_ok"], ["Theorem1"]),
    ("Theorem 1 (a)", "[Γ_hole] ⊢spmd ⟨e⟩ : τ", ("proofs/theorem1.h", "theorem1"),
     ["typing_simulation"], ["Theorem1"]),
    ("Theorem 1 (b)", "⟦⟨e⟩⟧ρ' ⊨ ⟦C[e]⟧ρ : D and local(D) = τ at the hole of a loop nest",
     ("proofs/theorem1.h", "theorem1"),
     ["nest_context_represents", "nest_context_local", "nest_context_closed", "nest_of_loops", "nest_represents",
      "nest_local"], ["Theorem1"]),
    ("Definition 2", "ρ_κ(r_a) = κ(a) and ρ'_δ(x) = ρ_{δ|A}(x)", ("proofs/theorem2.h", "definition2"),
     ["related"], ["Theorem2"]),
    ("Lemma 1", "independence", ("interp/family.h", "depends_on"), ["independence", "device_independence"],
     ["Theorem2", "Family"]),
    ("Lemma 2", "extension", ("proofs/theorem2.h", "theorem2"), ["related_let", "related_loop"], ["Theorem2"]),
    ("Lemma 3", "all_gather is concat, all_reduce is ⊕", ("interp/spmd_interp.h", "P_Gather"),
     ["gather_collective", "reduce_collective"], ["P_Gather", "P_Reduce"]),
    ("Theorem 2", "⟦⟨e⟩⟧ρ' (δ) = ⟦e⟧ρ_{δ|A}", ("proofs/theorem2.h", "theorem2"),
     ["translation_correct", "translation_correct_closed"], ["Theorem2", "SmallScope"]),
    ("Theorem 2, corollary", "argument families represent, so do result families",
     ("proofs/compare.h", "theorem2"),
     ["function_represents", "start_implements", "step_implements", "steps_implement", "function_correct"],
     ["Corollary"]),
    ("D-rules", "Γ ⊢ s : D̄ and V̄ ⊨ Ḡ : Γ give ⟦s⟧V̄ ⊨ Ḡ' : D̄", ("semantics/dist_rules.h", "D_Op"),
     ["dtype_sound", "D_Func"], ["D_Op"]),
    ("D-rules, local types", "Γ ⊢ s : D̄ gives local(Γ) ⊢spmd s : local(D̄)", ("semantics/dist_rules.h", "D_Let"),
     ["dtype_local", "dtype_local_sound", "dtype_any_values"], ["D_Func"]),
    ("Equal D's", "one list of axes for each dimension, a set of partial axes, and ⊕ where there are any",
     ("semantics/dist_rules.h", "same_dist"), ["deq_represents", "deq_iff", "deq_complete",
     "dtype_equal_context"], ["D_Let"]),
    ("Theorem 3", "registry entries are valid: comprehensions, by kind of entry",
     ("proofs/theorem3.h", "theorem3_violation"),
     ["gcomp_tile_entry", "gcomp_contract_entry", "gcomp_partial_entry", "plain_tile_entry", "plain_contract_entry",
      "comp_tile_entry", "comp_contract_entry", "comp_partial_entry", "tile_entry", "partial_entry"], ["Registry"]),
    ("Theorem 3, validity", "what propagation and D-Op ask for is one, and follows from the equations",
     ("proofs/theorem3.h", "theorem3_violation"),
     ["sem_of_op", "op_of_sem", "sem_iff_op", "valid_entry_iff", "families_entry", "gcomp_partial_valid",
      "comp_partial_valid", "ventry_usable", "registry_valid", "registry_chosen", "D_Op_registry"], ["Registry"]),
    ("Theorem 3, the registry", "every entry found by looking at the index maps of an op is valid",
     ("proofs/theorem3.h", "theorem3_violation"),
     ["fitsb_ok", "loop_entries_valid", "part_entries_valid", "greg_valid", "proj_entry_found", "proj_means",
      "elementwise_projection", "transpose_projection", "reduce_projection", "dot_general_projection",
      "dot_general_registry", "reshape_means"], ["Registry"]),
    ("Theorem 3, ops by name", "the shape rule's comprehension is the function of the files of section 6; at local types it "
     "is the registry's op for a part",
     ("proofs/theorem3.h", "theorem3_violation"),
     ["slice_means", "bcast_means", "iota_means", "pad_means", "cat_means", "dslice_means", "gather_means",
      "conv_means", "elementwise_local", "transpose_local", "reduce_local",
      "dot_general_local"], ["Registry"]),
    ("Theorem 3, elementwise, dot_general, reduce", "op by op", ("proofs/theorem3.h", "theorem3_violation"),
     ["ew2_tile", "ew2_partial", "dot_rows", "dot_contract", "dot_partial", "transpose_tile", "reduce1_tile",
      "reduce1_contract"], ["Registry"]),
    ("Theorem 3, ops that move elements", "slice, pad, concatenate, iota, broadcast_in_dim, reshape",
     ("proofs/theorem3.h", "theorem3_violation"),
     ["slice_tile", "Partials.slice_partial", "slice_offset_no_entry", "slice_any_no_entry", "diagonal_no_entry",
      "pad_tile", "pad_partial", "pad_partial_both", "pad_no_entry", "cat_tile", "cat_partial", "cat_no_entry", "iota_tile",
      "iota_no_entry", "bcast_tile", "bcast_tile_new", "bcast_partial", "reshape_tile", "reshape_split_major",
      "reshape_merge_major", "reshape_minor_no_entry", "reshape_partial"], ["Registry"]),
    ("Theorem 3, clamped reads", "dynamic_slice, gather", ("proofs/theorem3.h", "theorem3_violation"),
     ["dslice_tile", "dslice_partial", "dslice_tile_no_entry", "dslice_any_no_entry", "gather_window", "gather_batch",
      "gather_paired", "gather_partial", "gather_collapsed_no_tile", "gather_collapsed_no_any",
      "gather_collapsed_no_partial"], ["Registry"]),
    ("Theorem 3, convolution", "windows", ("proofs/theorem3.h", "theorem3_violation"),
     ["conv_batch", "conv_feature", "conv_contract", "conv_partial", "conv_spatial_no_entry"], ["Registry"]),
    ("Theorem 3, reductions", "initial values, no unit, several operands", ("proofs/theorem3.h", "theorem3_violation"),
     ["icomp_parts", "icomp_contract_entry", "icomp_identity_entry", "icomp_init_after", "icomp_tile_entry",
      "reduce_along_contract", "reduce_along_init_contract", "vcomp_tile_entry", "vcomp_joint", "vcomp_product",
      "vcomp_product_init", "argmax_no_componentwise", "argmax_no_partial_max"], ["Registry"]),
    ("Theorem 4", "actions and propagation keep meaning and typing", ("proofs/checked_partition.h", "check"),
     ["tactics_sound", "act_sound", "copy_sound", "round_sound", "steps_sound", "propagate_sound", "R_Fuse_pass",
      "replaces_in_context", "set_cell_in_context", "round_in_context", "propagate_in_context", "tactics_in_context",
      "tstep_sound", "tsteps_sound", "tree_of_type", "greg_tactics_sound"], ["Theorem_4"]),
    ("Theorem 4 with Theorem 2", "⟦⟨e'⟩⟧ρ' (δ) = ⟦e⟧ρ where e' is e annotated and propagated",
     ("proofs/checked_partition.h", "check"), ["partitioned_correct", "fused_correct", "tree_partitioned_correct",
     "greg_partitioned_correct"], ["Theorem_4"]),
    ("Order independence", "a round does not depend on the order of visits", ("partition/propagate.h", "propagate"),
     ["round_order", "propagate_order"], ["propagate"]),
    ("Fixed point", "propagation ends, undoes nothing, and leaves no offer in silence",
     ("partition/propagate.h", "propagate"),
     ["propagation_ends", "steps_bound", "steps_kept", "propagate_fixed", "fixed_conflict"], ["propagate"]),
    ("Theorem 5", "rewrites keep meaning, in context", ("lowering/simplify.h", "simplify"),
     ["congruence_let", "rewrite_in_let", "rewrite_in_context", "context_type", "rewrites_in_context", "rewrites_trans",
      "cse_correct", "cse_type", "dce_correct", "dce_type"], ["Theorem5"]),
    ("Oracle", "what it prints is what the calculus says", ("property_tests/oracle/campaign.h", "campaign"),
     ["oracle_accepts", "oracle_rejects", "oracle_core_correct", "oracle_core_typed", "oracle_values_typed",
      "oracle_hlo_correct", "oracle_theorem2", "oracle_flat_correct", "oracle_spmd_accepts", "oracle_spmd_typed"],
     ["OracleAnswer", "OracleDraw"]),
]

# What calculus.md states besides rules; each has a row of STATEMENTS by that name.
REQUIRED = ["Definition 1", "Definition 2", "Lemma 1", "Lemma 2", "Lemma 3", "Theorem 1 (a)", "Theorem 1 (b)", "Theorem 2",
            "Theorem 2, corollary", "D-rules", "Theorem 3", "Theorem 3, validity", "Theorem 3, the registry",
            "Theorem 3, elementwise, dot_general, reduce", "Theorem 3, ops that move elements",
            "Theorem 3, clamped reads", "Theorem 3, convolution", "Theorem 3, reductions", "Theorem 4",
            "Theorem 4 with Theorem 2", "Theorem 5", "Order independence", "Fixed point"]

# What has no lemma, and why. An entry that has become a lemma fails the audit.
GAPS = {}

# What the lemmas leave out of the rule or statement as calculus.md has it, or where the whole of it is.
PARTS = {
    "D_Func": "its parameters' and results' D's are triples of a global value, its element type and a distributed type; the "
              "value matters by its shape alone (`dtype_any_values`)",
    "R_Tile": "one axis, on the denotation; `act_sound` has typing and any tilings",
    "R_Atomic": "likewise",
    "S_CSE": "what is exempt is `keep` of `cse`, any right-hand sides",
    "S_ReduceHoist": "`S_ReduceHoist` is of two operands, one of them reduced; `S_ReduceHoist_joint` is of any number; "
                     "on terms of two, one or both reduced",
    "D_Op": "besides: along an axis where a result is `any`, operands are, or its ⊕ along axes further inside cancels "
            "(`any_holds`)",
    "D_Let": "a premise of `dtype`, where a D lists tilings one after the other; `D_Equal` admits any equal way to write it",
    "R_Fuse": "`R_Fuse_step` where all uses are slices in one target, of which `R_Fuse_pass` leaves none; `R_Merge` "
              "where loops stand side by side",
    "R_Forward": "within other terms list of lets by list of lets (`tsteps_sound`): offers and demands are read off one "
                 "list; those of what is outside it, such as a loop that is there already, only by `N_decided`, which sets "
                 "any admissible cells",
    "R_Backward": "likewise",
    "Theorem 1 (b)": "lets may stand around the loops (`follow`); `nest_represents`, `nest_local` are of a nest around "
                     "any value",
    "Theorem 3, the registry": "that `greg` finds the entries is a theorem for ops whose reads are lists of loop variables "
                               "(`proj_entry_found`: elementwise, dot_general, transpose, reduce); for the others it is by "
                               "example, RegistryValid_Examples.v",
    "Theorem 3, ops by name": "elementwise, dot_general, transpose and reduce by `proj_means`, reshape by `reshape_means`; "
                              "ReduceFrom, ReduceWindow, Reverse and Splat have no such lemma. At local types: four kinds of ops",
    "Theorem 4": "for every registry of valid entries; `greg_valid` has one for all ops that are comprehensions of one "
                 "result (`name` in RegistryNames.v has the shape rules). At local shapes the op of that registry is "
                 "`glocalise`'s, which keeps the expression and with it the global extents of its guards. The op by name "
                 "with local attributes (`local_name`) is that one for elementwise ops, transpose, reduce "
                 "and dot_general (RegistryLocal.v); that it means the same on a part is for the others shown by examples only "
                 "(`agrees`, `by_value` in RegistryValid_Examples.v). Left out: reductions of several operands, "
                 "select_and_scatter, scatter, dynamic_update_slice, batch_norm, ops declared as maps (sort, top_k, fft, "
                 "cholesky, triangular_solve, while), select and clamp with scalar operands, constants other than splats, "
                 "of a convolution groups, lhs_dilation, window_reversal and other dimension numbers than b, f, spatial, "
                 "of reduce_window base dilation, pads whose blocks start with padding, partial operands of reductions "
                 "with an initial value",
    "Oracle": "the toolkit is compared with the program by `property_tests/oracle/campaign.sh`, which `./x prove` runs",
}

# Lemmas of a rule that are not named after it.
ALSO = {
    "D_Op": ["dtype_sound"],
    "D_Let": ["dtype_sound"],
    "L_Param": ["step_implements"],
    "L_Result": ["step_implements"],
    "S_GatherSlice": ["rw_gather_slice", "rw_gather_slice_prefix", "rw_gather_slice_prefix2"],
    "S_SliceGather": ["rw_slice_gather"],
    "S_ReduceScatter": ["rw_reduce_scatter", "rw_reduce_scatter_all"],
    "S_AllToAll": ["rw_all_to_all"],
    "S_ReduceMerge": ["rw_reduce_merge"],
    "S_GatherMerge": ["rw_gather_merge"],
    "S_SliceMerge": ["rw_slice_merge"],
    "S_ReduceHoist": ["rw_reduce_hoist", "rw_reduce_hoist_both"],
    "S_SliceGatherSwap": ["rw_slice_gather_swap", "rw_slice_swap"],
    "S_CSE": ["cse_correct", "cse_type"],
    "S_DCE": ["dce_correct", "dce_type"],
    "R_Tile": ["act_sound"],
    "R_Atomic": ["act_sound"],
    "R_Forward": ["round_sound", "round_in_context", "set_cell_eval", "set_cell_type"],
    "R_Backward": ["round_sound", "round_in_context", "set_cell_eval", "set_cell_type"],
    "R_Fuse": ["drop_let", "R_Merge", "R_Prune"],
}

# Where the specification's words say too little, or more than holds: section, the reading that fails, how the
# mechanisation reads it, the lemmas that show it, the lemmas that hold instead.
DOUBTS = [
    ("2",
     "The formula of `V ⊨ G : D` does not imply that unlisted axes replicate once something is partial: the parts"
     " may differ along any axis while their ⊕ is right. With the formula alone D-Op is false (the product of two"
     " operands that are partial over different axes)",
     "replication is a conjunct of `represents`; where nothing is partial it follows",
     ["D_Op_needs_replication", "unlisted_not"],
     ["rep_replicated", "D_Op"]),
    ("2",
     "D-Op \"along each axis separately\" fixes no order of the axes that tile one dimension: operands tiled by `a,"
     " b` and by `b, a` have matching entries along each axis, and their sum on the devices represents the sum in"
     " neither order",
     "one order of the axes, common to all operands and results",
     ["D_Op_needs_one_order"],
     ["D_Op"]),
    ("2",
     "D-Op replicates a result along every axis whose entry says `any`. `tile<d> ↦ any` is valid of an op that does not"
     " depend on the operand; the op at local shapes may, in a way that ⊕ hides along an axis further inside where"
     " the result is partial (two copies of a bit add up to 0, one does not)",
     "along an axis where a result is `any`, all operands are; or along the axes further inside where it is partial, N"
     " equal parts have the ⊕ of N others only if they are the same, as for max, min, and, or, and add of the integers",
     ["D_Op_needs_cancelling"],
     ["D_Op", "any_from_any", "any_cancels", "cancels_idempotent", "add_cancels", "D_Op_tiled_any"]),
    ("2",
     "When two D's are one is left to the notation. More of them mean the same than are written alike: a listed axis of"
     " size 1 and none, a replicated value and its parts under an idempotent ⊕, any tiling of nothing",
     "D is one list of axes for each dimension, a set of partial axes, and ⊕ where there are any; where nothing is "
     "partial, listed axes have a size of at least 2 and no extent is 0, no other D's mean the same",
     ["unit_axis", "replicated_max", "tiled_nothing"],
     ["deq_represents", "deq_iff", "deq_complete"]),
    ("3, 5",
     "L-Param iterated may tile a parameter by one axis on two dimensions; no D says that, and the diagonal "
     "chunks do not determine the argument",
     "a step of L-Param asks that its axes tile the parameter on no dimension yet",
     ["diagonal_twice", "diagonal_undetermined"],
     ["step_implements"]),
    ("6",
     "\"needs the initial value to be ⊕'s identity\" asks too much: an idempotent one suffices, which for max, min,"
     " and, or is every one, even where there is no identity; for add it is zero alone",
     "`init ⊕ init = init`",
     ["init_one_twice", "init_add_only_zero", "max_no_unit"],
     ["icomp_contract_entry", "reduce_max_init_contract", "icomp_init_after"]),
    ("6",
     "Validity \"at `M(a)`\" does not ask for `M(a) <= n_d` as T-Slice does, and entries fail at extent 0, which "
     "every `M(a)` divides: a sum over nothing has a value, without a unit counted once per part, and every part "
     "of nothing is padded",
     "`n_d = q·M(a)` with `q > 0` where `d` is reduced or padded",
     ["empty_box", "pad_of_nothing"],
     ["gcomp_contract_entry", "pad_tile"]),
    ("7",
     "\"Every cell decides from the same state\" must not mean the cells of two axes together: each has an entry "
     "that is valid by itself, and both together do not divide the extent and change the meaning",
     "a round is of one axis and the axes take turns; their order matters (`axes_in_turn`)",
     ["two_axes_wrong", "axes_in_turn"],
     ["two_axes_in_turn", "round_sound"]),
    ("7",
     "\"A candidate matches at least one offer\": if `any` offers counted, an atomic operand would by itself tile "
     "the other operand of a product",
     "at least one offer of a tile, or the demand; `any` only must not be contradicted",
     ["any_matches"],
     ["atomic_held_back"]),
    ("7",
     "Rounds that are not synchronous do depend on the order of visits: a cell that is set at once may leave "
     "another without a candidate",
     "all decisions of a round are taken first, then all are set",
     ["asynchronous"],
     ["synchronous", "round_order", "propagate_order"]),
    ("6, 7",
     "A valid entry need not make a well-typed loop: `tile<0> ↦ any` of an op that does not read its operand is "
     "valid, and T-Any rejects the loop, whose result is tainted by the slice",
     "a cell's `any` result needs that no operand is sliced",
     ["tainted_any"],
     ["tainted_any_no_cell", "set_cell_type"]),
    ("7",
     "R-Fuse, \"several uses merge into one multi-result loop\": two targets do not merge where one needs the other's "
     "result whole",
     "a loop merges with the next target over its axis; where other uses are left it stays a result there, and nothing "
     "is duplicated",
     ["targets_apart", "merge_whole_wrong"],
     ["R_Merge", "R_Fuse_pass_once"]),
]

STATED = r"Lemma|Theorem|Corollary|Example|Proposition|Fact|Remark|Instance"
DEFINED = r"Definition|Fixpoint|Inductive|Record|Class"
BANNED = r"\b(Admitted|admit|give_up|Axioms?|Conjectures?|Parameters?|Abort)\b"


def files():
    lines = (COQ / "_CoqProject").read_text().splitlines()
    return [line.strip() for line in lines if line.strip().endswith(".v")]


def uncommented(text):
    """`text` with its comments blanked, line by line the same."""
    out, depth, i = [], 0, 0
    while i < len(text):
        if text.startswith("(*", i):
            depth, i = depth + 1, i + 2
        elif depth and text.startswith("*)", i):
            depth, i = depth - 1, i + 2
        else:
            out.append(text[i] if not depth or text[i] == "\n" else " ")
            i += 1
    return "".join(out)


class File:
    """The statements of a .v file: name -> (kind, line, whether a comment stands above it in its paragraph)."""

    def __init__(self, path):
        self.path, self.stem = path, pathlib.Path(path).stem
        text = (COQ / path).read_text()
        self.lines = text.splitlines()
        code = uncommented(text).splitlines()
        m = re.match(r"\(\*\s*(.*?)\*\)", text, re.S)
        self.says = re.sub(r"\s+", " ", m[1]).strip() if m else ""
        self.says = re.sub(rf"^{self.stem}\.v:\s*", "", self.says)
        self.statements, self.modules, self.banned = {}, [], []
        for i, line in enumerate(code):
            self.scan(i, line)

    def scan(self, i, line):
        if m := re.search(BANNED, line):
            self.banned.append((i + 1, m[1]))
        if m := re.match(r"\s*Module\s+(?:Import\s+|Export\s+)?(\w+)\s*\.", line):
            self.modules.append(m[1])
        if (m := re.match(r"\s*End\s+(\w+)\s*\.", line)) and self.modules and self.modules[-1] == m[1]:
            self.modules.pop()
        if m := re.match(r"\s*(?:#\[\w+\]\s*)?(?:Local\s+|Global\s+)?(" + STATED + "|" + DEFINED + r")\s+([\w']+)", line):
            self.add(m[2], m[1], i)
        for m in re.finditer(r"(?:^|\s)\|\s*([A-Z]_\w+)\b[^|]*?:(?!=)", line):
            self.add(m[1], "Constructor", i)

    def add(self, name, kind, i):
        first = i
        while first and self.lines[first - 1].strip():
            first -= 1
        commented = any("(*" in line for line in self.lines[first:i])
        self.statements[".".join(self.modules + [name])] = (kind, i + 1, commented)

    def comment(self, name):
        """The comment right above a statement, on one line."""
        at = self.statements[name][1] - 2
        if not self.lines[at].rstrip().endswith("*)"):
            return ""
        first = at
        while first > 0 and "(*" not in self.lines[first]:
            first -= 1
        text = " ".join(self.lines[first:at + 1])
        return re.sub(r"\s+", " ", text).strip().removeprefix("(*").removesuffix("*)").strip()


def proofs():
    return [File(path) for path in files()]


def found(name, mechanised, exact=False):
    """Where `name` (`File.name` where files share it), or a variant `name_something`, is stated."""
    out = []
    for file in mechanised:
        for full, (kind, _, _) in file.statements.items():
            own = full.rsplit(".", 1)[-1]
            if name in (own, f"{file.stem}.{own}") or (
                    not exact and own.startswith(name + "_") and kind != "Constructor"):
                out.append((file, full))
    return out


def is_stated(file, name):
    """Whether it has a proof; a definition has none, nor has the constructor of a rule."""
    return re.fullmatch(STATED, file.statements[name][0]) is not None


def lemma_cell(hits):
    """`E_Tile` [Core.v](coq/Core.v); names of one file together."""
    by_file = {}
    for file, name in hits:
        by_file.setdefault(file.path, []).append(name)
    return "; ".join(", ".join(f"`{n}`" for n in names) + f" [{path}](coq/{path})" for path, names in by_file.items())


def test_cell(suites, names):
    hits = [s for s in sorted(suites) if s in names or any(s.startswith(n + "_") for n in names)]
    if not hits:
        return "**none**"
    return ", ".join(f"`{s}`" for s in hits[:2]) + (" .." if len(hits) > 2 else "")


def without_row(headers):
    """Names of REQUIRED, and what the headers' comments call `Theorem 4` and the like, that STATEMENTS lacks."""
    names = [name for name, *_ in STATEMENTS]
    cited = {" ".join(m.split()) for _, lines in headers
             for m in re.findall(r"\b(?:Definition|Lemma|Theorem)\s+\d+\b", "\n".join(lines))}
    return ([n for n in REQUIRED if n not in names] +
            [n for n in sorted(cited) if not any(re.match(n + r"\b", name) for name in names)])


def rows(mechanised):
    """(section, rule, says, C++, [(file, lemma)], remark, tests) of all rules and statements, and complaints."""
    headers = []
    for folder in generate_rules.FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.h")):
            headers.append((path.relative_to(ROOT).as_posix(), path.read_text().splitlines()))
    suites, out, bad, known = generate_rules.tests(), [], [], set()
    for rule in generate_rules.rules():
        known.add(rule["id"])
        hits = found(rule["id"], mechanised)
        named = bool(hits)
        constructor = rule["id"][0] in "TH" and any(file.statements[name][0] == "Constructor" for file, name in hits)
        for lemma in ALSO.get(rule["id"], []):
            here = found(lemma, mechanised, exact=True)
            if not here:
                bad.append(f"{rule['name']}: {lemma} is not stated")
            hits += here
        where = generate_rules.implementation(rule, headers)
        remark = PARTS.get(rule["id"], "")
        if not named:
            remark = "gap: " + GAPS[rule["id"]] if rule["id"] in GAPS else "**none**"
            if rule["id"] not in GAPS:
                bad.append(f"{rule['name']} has neither a lemma {rule['id']} nor a reason in audit.py's GAPS")
        elif not constructor and not any(is_stated(*hit) for hit in hits):
            bad.append(f"{rule['name']}: of {', '.join(name for _, name in hits)} none states anything")
        elif rule["id"] in GAPS:
            bad.append(f"{rule['name']} is in audit.py's GAPS but has the lemma {hits[0][1]}: take it out")
        tests = test_cell(suites, {rule["id"], rule["name"]})
        if where == "**none**":
            bad.append(f"{rule['name']} has no C++ function")
        if tests == "**none**":
            bad.append(f"{rule['name']} has no property test")
        out.append((generate_rules.SECTIONS[rule["id"][0]], rule["name"], rule["judgement"], where, hits, remark, tests))
    known |= {name for name, *_ in STATEMENTS}
    bad += [f"{name} has no row in audit.py's STATEMENTS" for name in without_row(headers)]
    bad += [f"audit.py explains {name}, which is no rule" for name in [*GAPS, *PARTS, *ALSO] if name not in known]
    for name, says, (path, function), lemmas, tested in STATEMENTS:
        hits = []
        for lemma in lemmas:
            here = found(lemma, mechanised, exact=True)
            if not here:
                bad.append(f"{name}: {lemma} is not stated")
            if not name.startswith("Definition"):
                bad += [f"{name}: {lemma} states nothing" for hit in here if not is_stated(*hit)]
            hits += here
        if not re.search(rf"\b{function}\(", (ROOT / path).read_text()):
            bad.append(f"{name}: {path} has no function {function}")
        tests = test_cell(suites, set(tested))
        if tests == "**none**":
            bad.append(f"{name}: no test suite {tested}")
        out.append(("Statements", name, says, f"`{path}` `{function}`", hits, PARTS.get(name, ""), tests))
    return out, bad


def pins(file):
    """`File.name` of each lemma or definition that a file Audit*.v spells out -> the line of its pin."""
    out = {}
    for m in re.finditer(r"^Definition pinned_\w+ :(\s+@([\w.']+) =\s)?(.*?)\.\s*$", uncommented("\n".join(file.lines)),
                         re.M | re.S):
        body = re.search(r"(.*):= @([\w.']+)$", m[3], re.S)
        name = m[2] or (body[2] if body and body[1].strip() else None)
        if name:
            out[name] = m.start()
    return out


def unpinned(mechanised, table):
    """Complaints about lemmas of the table that no file Audit*.v spells out, examples apart."""
    pinned = {name for file in mechanised if file.stem.startswith("Audit") for name in pins(file)}
    missing = {f"{file.stem}.{name}": rule for _, rule, _, _, hits, _, _ in table for file, name in hits
               if file.statements[name][0] != "Example"
               and (file.statements[name][0] not in DEFINED.split("|") or rule.startswith("Definition"))}
    return [f"{rule}: no file Audit*.v spells out {name}" for name, rule in missing.items() if name not in pinned]


# Definitions that statements name and no file Audit*.v spells out: `File.` or `File.name`, and why.
UNSPELT = {
    "OracleMain.": "the program itself: the statements say what it computes",
    "OracleEval.": "the program's tensors, and what they are in the other files' words",
    "OracleGood.": "what the program's tensors satisfy",
    "OracleHlo.": "the program's evaluation of a flat list",
    "OracleNames.": "programs with names, as the program reads them",
    "OracleOps.": "the program's ops: tests compare them with the toolkit's",
    "OracleRules.": "the rule and premise that the program names when it rejects",
}


def unspelt(mechanised, folder):
    """Complaints about definitions that statements of Audit*.v name and that no file Audit*.v spells out itself, read off
    what coqc wrote of names in DIR; those of the files Audit_Words*.v themselves may name any."""
    spelt = {name for file in mechanised if file.stem.startswith("Audit") for name in pins(file)}
    named = {}
    for file in mechanised:
        if file.stem.startswith("Audit") and not file.stem.startswith("Audit_Words"):
            for line in (folder / f"{file.stem}.glob").read_text().splitlines():
                if (m := re.fullmatch(rf"R\S+ {LIBRARY}\.(\w+) (\S+) (\S+) def", line)) and not m[1].startswith("Audit"):
                    named[".".join(part for part in m.groups() if part != "<>")] = file.path
    excused = {why for why in UNSPELT for name in named if name not in spelt and (name == why or name.startswith(why))}
    return ([f"{path} names {name}, which no file Audit*.v spells out" for name, path in sorted(named.items())
             if name not in spelt and not any(name == why or (why.endswith(".") and name.startswith(why)) for why in UNSPELT)] +
            [f"audit.py's UNSPELT has {why}, which needs no reason" for why in UNSPELT if why not in excused])


def house(mechanised):
    """What the files must hold besides."""
    bad = []
    rules = {rule["id"] for rule in generate_rules.rules()}
    for file in mechanised:
        bad += [f"{file.path}:{at}: {word} has no place in a proof" for at, word in file.banned]
        bad += [f"{file.path}:{i}: {len(line)} columns" for i, line in enumerate(file.lines, 1) if len(line) > 120]
        if len(file.lines) > 400:
            bad.append(f"{file.path}: {len(file.lines)} lines")
        if not file.says:
            bad.append(f"{file.path}: no comment at its head says what it is about")
        for name, (kind, at, commented) in file.statements.items():
            own = name.rsplit(".", 1)[-1]
            of_rule = any(own == r or own.startswith(r + "_") for r in rules)
            if not commented and (kind in ("Theorem", "Corollary") or
                                  (of_rule and kind in ("Lemma", "Constructor"))):
                bad.append(f"{file.path}:{at}: no comment above {name} says what it mechanises")
    listed = set(files())
    bad += [f"{path.name} is not in _CoqProject" for path in sorted(COQ.glob("*.v")) if path.name not in listed]
    return bad


HEAD = """<!-- Generated by proofs/coq/audit.py; `./x docs` writes it again. -->
# Why the two meanings agree, proved

The headers here decide and test; [coq](coq) proves, in Coq 8.16 with its plain library, from no axiom.
`./x prove` checks all of it (Debian's package `coq` is installed where it is missing), asks Coq for the
assumptions of every statement, and fails where one has any, or where a rule or statement of the calculus has
neither a lemma nor a reason below. What each lemma says is spelled out, with all its premises, in
[Audit.v](coq/Audit.v) and its like, the words in [Audit_Words.v](coq/Audit_Words.v). `./x prove --docs` leaves
the table with links into coqdoc's pages in `build-coq/html/rules.html`. `./x test` does not need Coq; it checks
this page.

Variables are de Bruijn indices, a device is the list of its coordinates, Γ is a list of types and a list of
axes in scope. [Core.v](coq/Core.v), [Hlo.v](coq/Hlo.v), [Translation.v](coq/Translation.v) and
[Statements.v](coq/Statements.v) hold for any tensors and ops, with no law of either; the rest is over tensors of a
commutative semigroup ([Tensor.v](coq/Tensor.v)).
"""


def doubts(mechanised):
    """The section on the specification's wording, and complaints."""
    bad = []

    def cell(lemmas):
        hits = []
        for lemma in lemmas:
            here = found(lemma, mechanised, exact=True)
            if not here:
                bad.append(f"DOUBTS: {lemma} is not stated")
            hits += here
        return lemma_cell(hits)

    out = ["", "## Doubts about the specification", "",
           "Where `calculus.md` says too little, or more than holds; what the proofs read instead, and the lemmas that",
           "show it.", "",
           "| section | reading that fails | read here as | shown by | holds instead |", "|---|---|---|---|---|"]
    for section, fails, reads, shown, holds in DOUBTS:
        out.append(f"| {section} | {fails} | {reads} | {cell(shown)} | {cell(holds)} |")
    return out, bad


def oracle_section():
    return ORACLE.strip().splitlines()


ORACLE = """
## The oracle

[coq/oracle](coq/oracle/README.md) is the mechanisation as a program: Coq extracts the type checker with rule and
premise, both semantics and the translation to OCaml; `build.sh` compiles them with a reader and a printer of
s-expressions ([sexp.ml](coq/oracle/sexp.ml), [partir_oracle.ml](coq/oracle/partir_oracle.ml)) and compares the answers
to `examples.in` with `examples.out`. For a program it prints the verdict, the Core results, the translated HLO and
every device's tensors. The files `Oracle*.v` prove that what is evaluated (vectors for lists, families in tables, the
field of 2^61 - 1 by limbs) is `ceval`, `heval`, `ctype` and the translation of the other files; the row "Oracle" above
names the theorems. Trusted beside Coq are its extraction (numbers become OCaml's of 63 bits), the OCaml compiler, and
the reader and printer, which compute nothing. That an op means in C++ what [OracleOps.v](coq/OracleOps.v) says is for
tests. `./x prove` builds it into `build-coq/oracle/partir-oracle`.

The mechanisation has three op languages: `vop` ([ValidOps.v](coq/ValidOps.v)), over which D-Op and validity are
instantiated; `gop` ([RegistryOps.v](coq/RegistryOps.v)), comprehensions whose registry Theorem 4 is instantiated with; the
oracle's ([OracleOps.v](coq/OracleOps.v)). Only the oracle's is compared with the C++ ops. Theorem 4 holds for any registry
of valid entries, so for one that lists less; that of `gop` is not the C++ one and lists entries that C++ declines
([registry.md](../docs/registry.md)), such as a tile along a slice's stride or along the one piece of a concatenation.
"""


def generate(mechanised):
    table, bad = rows(mechanised)
    bad += unpinned(mechanised, table)
    out = [HEAD, "## Files", "", "| file | content |", "|---|---|"]
    out += [f"| [{f.path}](coq/{f.path}) | {f.says} |" for f in mechanised]
    section = None
    for row_section, name, says, where, hits, remark, tests in table:
        if row_section != section:
            section = row_section
            first = "statement" if section == "Statements" else "rule"
            out += ["", f"## {section}", "", f"| {first} | says | C++ | Coq | tests |", "|---|---|---|---|---|"]
        coq = lemma_cell(hits) + (f" ({remark})" if hits and remark else remark)
        out.append(f"| {name} | `{says.replace('|', chr(92) + '|')}` | {where} | {coq} | {tests} |")
    out += ["", *oracle_section()]
    more, wrong = doubts(mechanised)
    out, bad = out + more, bad + wrong
    out += ["", "## Counterexamples", "", "Tempting rules that are wrong, with values where both sides differ.", "",
            "| example | shows |", "|---|---|"]
    for f in mechanised:
        for name, (kind, _, commented) in f.statements.items():
            says = f.comment(name).replace("|", "\\|") if kind in ("Example", "Theorem") else ""
            if says and ("Counterexample" in f.stem or "ounterexample" in says):
                out.append(f"| `{name}` [{f.path}](coq/{f.path}) | {says} |")
    return "\n".join(out) + "\n", bad


def check(mechanised):
    new, bad = generate(mechanised)
    bad += house(mechanised)
    if bad:
        print("\n".join(bad))
        return 1
    return generate_rules.is_stale(TARGET, new)


def coqc(folder, text):
    """What coqc prints of Asked.v with this text, or None."""
    (folder / "Asked.v").write_text(text)
    run = subprocess.run(["coqc", "-Q", ".", LIBRARY, "Asked.v"], cwd=folder, text=True, capture_output=True)
    if run.returncode:
        print(run.stderr)
        return None
    return run.stdout


def assumptions(mechanised, folder):
    """Asks for the assumptions of a term that has every statement in it, which Coq walks through once (a question
    for each takes minutes); where there are any, asks again for each file, then for each statement of such files."""
    closed = "Closed under the global context"

    def ask(names, one_by_one=False):
        head = "".join(f"Require {m}.\n" for m in dict.fromkeys(".".join(n.split(".")[:2]) for n in names))
        if one_by_one:
            return coqc(folder, head + "".join(f'Goal True. idtac "@ {n}". Abort. Print Assumptions {n}.\n' for n in names))
        term = "".join(f"\n  (Listed _ (@{n})" for n in names) + "\n  Done" + ")" * len(names)
        return coqc(folder, head + "Inductive listed := Done | Listed (A : Type) (a : A) (l : listed).\n"
                    f"Definition statements :={term}.\nPrint Assumptions statements.\n")

    by_file = [[f"{LIBRARY}.{f.stem}.{n}" for n, (kind, _, _) in f.statements.items() if re.fullmatch(STATED, kind)]
               for f in mechanised]
    names = sum(by_file, [])
    if names and (ask(names) or "").strip() == closed:
        print(f"audit: {len(names)} statements hold under no assumption")
        return 0
    guilty = sum((own for own in by_file if own and (ask(own) or "").strip() != closed), [])
    for answer in (ask(guilty, one_by_one=True) or "").split("@ ")[1:]:
        name, text = answer.split("\n", 1)
        if text.strip() != closed:
            print(f"{name} rests on {text.strip()}")
    return 1


def planted(mechanised, folder):
    """Each file Audit*.v again, with modules in front that say `True` by the names that it pins; every pin must fail."""
    if bad := unspelt(mechanised, folder):
        print("\n".join(bad))
        return 1
    count = 0
    for file in mechanised:
        if not file.stem.startswith("Audit") or file.stem.startswith("Audit_Words"):
            continue
        text, names = "\n".join(file.lines) + "\n", pins(file)
        weak = {}
        for name in names:
            *path, own = name.split(".")
            weak.setdefault(".".join(path), []).append(f"Theorem {own} : True. Proof. exact I. Qed.")
        modules = "".join("".join(f"Module {part}.\n" for part in path.split(".")) + "\n".join(lines) + "\n" +
                          "".join(f"End {part}.\n" for part in reversed(path.split("."))) for path, lines in weak.items())
        head = text.index("\nDefinition pinned_")
        if coqc(folder, text[:head] + "\n" + modules + text[head:].replace("\nDefinition pinned_", "\nFail Definition pinned_")) is None:
            print(f"audit: {file.path} compiles although a lemma says only True")
            return 1
        count += len(names)
    print(f"audit: {count} statements are spelled out, and none of them may say less")
    return 0


def pages(mechanised, folder):
    def link(file, name):
        return f'<a href="{LIBRARY}.{file.stem}.html#{name.rsplit(".", 1)[-1]}">{name}</a>'

    def code(text):
        return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text)).replace("**", "")

    table, _ = rows(mechanised)
    out = ["<!DOCTYPE html><meta charset=utf-8><title>Rules and their proofs</title>",
           "<style>body{font-family:sans-serif;margin:2em}td,th{text-align:left;vertical-align:top;padding:.2em .6em}"
           "tr:nth-child(even){background:#f4f4f4}</style>",
           "<h1>Rules and their proofs</h1><p>" + " · ".join(
               f'<a href="{LIBRARY}.{f.stem}.html">{f.stem}</a>' for f in mechanised) + "</p>"]
    section = None
    for row_section, name, says, where, hits, remark, tests in table:
        if row_section != section:
            out += ["</table>"] * (section is not None) + [f"<h2>{row_section}</h2><table>",
                    "<tr><th>rule<th>says<th>C++<th>Coq<th>tests"]
            section = row_section
        lemmas = ", ".join(link(*hit) for hit in hits) + (" " + html.escape(remark) if remark else "")
        out.append(f"<tr><td>{name}<td><code>{html.escape(says)}</code><td>{code(where)}<td>{lemmas}<td>{code(tests)}")
    (folder / "rules.html").write_text("\n".join(out) + "\n</table>\n")
    missing = [f"{f.stem}.html has no anchor {name}" for f, name in {(f, n) for row in table for f, n in row[4]}
               if f'id="{name.rsplit(".", 1)[-1]}"' not in (folder / f"{LIBRARY}.{f.stem}.html").read_text()]
    print("\n".join(sorted(missing)) or f"docs: {folder}/rules.html")
    return 1 if missing else 0


def main():
    match sys.argv[1:]:
        case []:
            TARGET.write_text(generate(proofs())[0])
            return 0
        case ["--check"]:
            return check(proofs())
        case ["--assumptions", folder]:
            return assumptions(proofs(), pathlib.Path(folder))
        case ["--planted", folder]:
            return planted(proofs(), pathlib.Path(folder))
        case ["--html", folder]:
            return pages(proofs(), pathlib.Path(folder))
        case ["--files"]:
            print("\n".join(files()))
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
