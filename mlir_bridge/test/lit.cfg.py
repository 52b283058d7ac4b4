# Run through CTest (`ctest -R lit`), which gives the parameters.
import os

import lit.formats

config.name = "partir dialects"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["exec_root"]

opt_dir = os.path.dirname(lit_config.params["partir_opt"])
config.environment["PATH"] = os.pathsep.join(
    [opt_dir, lit_config.params["llvm_bin"], os.environ["PATH"]]
)
