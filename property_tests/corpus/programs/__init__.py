"""Every template of the corpus."""
import importlib
import os

from pairs import variants as _variants


def variants():
    here = os.path.dirname(os.path.abspath(__file__))
    for name in sorted(os.listdir(here)):
        if name.endswith(".py") and name != "__init__.py":
            importlib.import_module(f"programs.{name[:-3]}")
    return _variants()
