"""The classes of faults that tables are made by: what a wrong variant says of itself, sorted by its words. The first class that fits counts."""
import re

CLASSES = (
    ("promise in an attribute that is false", r"false promise"),
    ("deadlock", r"deadlock|loop condition is local"),
    ("boundary restated", r"boundary"),
    ("constant times 2^61", r"2\^61"),
    ("flag left local", r"^flag"),
    ("narrowing on one side", r"narrowing|gathered in b?f16"),
    ("threshold, clamp, mask, branch or constant only in IMPL", r"only in IMPL|only IMPL|branch in a loop|branch never taken|constant off by one"),
    ("NaN, infinity, signed zero", r"NaN|signed zero|division by zero"),
    ("overflow or cancellation of floats", r"overflow only|cancels|running maximum"),
    ("integers: overflow, division, shifts, conversion", r"integer|shift|conversion|rounding|extreme of the type|bytes|bitcast"),
    ("comparison turned, signedness, ties", r"comparison|compare|ties"),
    ("loop or branch", r"loop|branch|accumulator|one step short|index out of range|index off by one"),
    ("random bits", r"random|dropout"),
    ("ring, pipeline, all_to_all", r"ring|pipeline|all_to_all|permute's zeros"),
    ("statistic or normaliser of the local part", r"normaliser|BatchNorm|local batch|local size|averages?"),
    ("missing reduction or gather", r"missing (reduce|gather|prefix)"),
    ("counted twice, or an op on a partial sum", r"over-counted|partial sum|order of reduce|per device|scaled twice"),
    ("wrong reducer", r"wrong (reducer|map)"),
    ("wrong groups or order of devices", r"groups|order of devices|device order"),
    ("wrong permutation", r"permutation"),
    ("embedding, gather, scatter", r"embedding|scatter|clamped not dropped|negative index|index of another|index arithmetic"),
    ("dynamic slice or update, caches", r"cache|clamp|update"),
    ("mask", r"mask"),
    ("halo, window, padding", r"halo|window|padding"),
    ("sort, top-k, argmax", r"sort|top-k|argmax|operands not moved"),
    ("offset or slice by device", r"offset|slice|stride|partition_id"),
    ("layout and order of elements", r"layout|order|shards|reversed"),
    ("another function: op missing or doubled, sign, operands", r"op|sign|complex|fft|constant|Adam"),
)


def class_of(fault):
    for name, words in CLASSES:
        if re.search(words, fault):
            return name
    raise ValueError(f"no class has the fault '{fault}'")
