#include "tools/counterexample_folder.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "interp/collectives.h"
#include "interp/instances.h"
#include "interp/npy.h"
#include "proofs/consistent.h"
#include "tools/files.h"

namespace partir {
namespace {

namespace fs = std::filesystem;

/// Where a folder of this name is to be, through links and without a slash at its end.
fs::path place_of(const std::string& name) {
  std::error_code error;
  fs::path place = fs::weakly_canonical(fs::absolute(name), error);
  if (error) place = fs::absolute(name).lexically_normal();
  return place.has_filename() ? place : place.parent_path();
}

/// A directory beside `place`, which is removed with all that is in it unless it becomes that.
class Draft {
 public:
  explicit Draft(const fs::path& place) : path_(place.parent_path() / ("." + place.filename().string() + ".partial." + std::to_string(getpid()))) {
    fs::create_directories(place.parent_path());
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  ~Draft() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const fs::path& path() const { return path_; }
  void become(const fs::path& place) {
    fs::rename(path_, place);
    path_.clear();
  }

 private:
  fs::path path_;
};

std::string without(std::string text, const std::string& part) {
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos;) text.erase(at, part.size());
  return text;
}
std::string indented(const std::string& text) {
  std::string all, line;
  for (char c : text) {
    line += c;
    if (c != '\n') continue;
    all += (line == "\n" ? "" : "    ") + line;
    line.clear();
  }
  return all + (line.empty() ? "" : "    " + line + "\n");
}

/// The files of one folder, and what README.md says of each.
class Files {
 public:
  explicit Files(fs::path directory) : directory_(std::move(directory)) {}

  void text(const std::string& name, const std::string& contents, const std::string& what) {
    write_file((directory_ / name).string(), contents);
    table_ += "| `" + name + "` | " + what + " | |\n";
  }
  void tensor(const std::string& name, const Tensor<Native>& t, const std::string& what) {
    fs::create_directories((directory_ / name).parent_path());
    write_npy((directory_ / name).string(), t);
    table_ += "| `" + name + "` | " + what + " | `" + to_string(t.type()) + "` |\n";
    has_bf16_ = has_bf16_ || t.element() == ElementType::BF16;
    has_narrow_ = has_narrow_ || (is_integer(t.element()) && bit_width(t.element()) < 8);
  }
  /// A table of all, and how to read those of types that NumPy does not have.
  std::string list() const {
    std::string s = "| file | what it is | type |\n|---|---|---|\n" + table_ +
                    "\nThe `.npy` files are NumPy's: `numpy.load(\"inputs/arg0.npy\")` reads one.";
    if (has_bf16_) s += " NumPy has no bf16: of such a file `numpy.load(..).view(\"uint16\")` are the bits.";
    if (has_narrow_) s += " Integers of fewer than 8 bits have a byte each.";
    return s + "\n";
  }

 private:
  fs::path directory_;
  std::string table_;
  bool has_bf16_ = false, has_narrow_ = false;
};

/// What both programs made of the inputs.
void write_results(Files& files, const Refutation& r, const Replay& replay) {
  const std::string spec = "`" + r.texts.at(0).name + "`", impl = "`" + r.texts.at(1).name + "`";
  for (size_t i = 0; i < replay.expected.size(); ++i)
    files.tensor("expected/result" + std::to_string(i) + ".npy", replay.expected[i], "result " + std::to_string(i) + " of " + spec);
  for (size_t i = 0; i < replay.found.size(); ++i) {
    const Tensor<Native> whole = assemble(r.mesh, r.results[i], replay.found[i]);
    if (!represents(r.mesh, r.results[i], replay.found[i], whole))
      files.tensor("found/result" + std::to_string(i) + ".npy", whole, "result " + std::to_string(i) + " of " + impl + ", put together from all devices");
  }
  if (!replay.differs) return;
  const size_t i = replay.differs->result;
  const Device& device = replay.differs->device;
  DistType dist = r.results[i];
  const bool in_parts = !dist.partial.empty();
  const Family<Native> found = in_parts ? P_Reduce(dist.monoid, dist.partial, replay.found[i]) : replay.found[i];
  dist.partial.clear();
  const std::string name = "result" + std::to_string(i) + ".device" + std::to_string(r.mesh.id(device)) + ".npy",
                    of = " of result " + std::to_string(i), on = "device " + std::to_string(r.mesh.id(device)) + " of the mesh, " + to_string(r.mesh, device) + ",";
  files.tensor("expected/" + name, chunk_of(r.mesh, dist, replay.expected[i], device), "the part" + of + " of " + spec + " that " + on + " is to have");
  files.tensor("found/" + name, found.at(device),
               "what " + on + " has of it by " + impl + (in_parts ? ", put together with the parts that other devices have" : ""));
}

}  // namespace

void add_replay_options(CLI::App& c, std::string& counterexample, std::string& at) {
  CLI::Option* folder = c.add_option("--counterexample", counterexample,
                                     "a new folder for what refutes: both programs, their inputs and results as .npy, and the command that "
                                     "shows it again")
                            ->check(not_empty);
  c.add_option("--at", at, "run both programs at the inputs arg0.npy, arg1.npy, .. in this folder, and only there")
      ->check(not_empty)
      ->excludes(folder)
      ->excludes("--runs");
}

CounterexampleFolder::CounterexampleFolder(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  const auto refuse = [&](const std::string& why) { throw BadInput(why, {name_, 0, 0, ""}); };
  std::error_code error;
  const fs::file_status there = fs::status(name_, error);
  if (fs::exists(there)) {
    if (!fs::is_directory(there)) refuse("is there, and is no folder");
    const bool is_empty = fs::is_empty(name_, error);
    if (error) refuse("cannot be read: " + error.message());
    if (!is_empty) refuse("the folder is not empty; a counterexample is written into a new one");
  }
  fs::path parent = place_of(name_).parent_path();
  while (!fs::exists(parent, error) && parent.has_relative_path()) parent = parent.parent_path();
  if (!fs::is_directory(parent, error)) refuse("cannot be made: " + parent.string() + " is no folder");
  if (access(parent.c_str(), W_OK | X_OK) != 0) refuse("cannot be made in " + parent.string() + ": " + std::strerror(errno));
}

void CounterexampleFolder::keep(const Verdict& verdict, const std::function<Refutation()>& refutation) {
  if (name_.empty() || verdict.kind != Verdict::Kind::Refuted) return;
  was_tried_ = true;
  try {
    write(refutation());
  } catch (const OutOfBudget& e) {
    Watchdog::stop_watching();
    why_not_ = e.report();
  } catch (const fs::filesystem_error& e) {
    not_written_.emplace("cannot be written: " + e.code().message(), Location{name_, 0, 0, ""});
  } catch (const Error& e) {
    not_written_.emplace("cannot be written: " + e.report(), Location{name_, 0, 0, ""});
  }
  if (not_written_) why_not_ = not_written_->what();
}

void CounterexampleFolder::write(const Refutation& r) {
  if (r.candidates.empty()) {
    why_not_ = "the refutation is not about arguments that can be written down";
    return;
  }
  progress::phase("writing " + name_);
  const fs::path place = place_of(name_);
  Draft draft(place);
  const std::string directory = draft.path().string();
  Files files(draft.path());
  const std::string what[] = {"the program on whole tensors", "what each device runs", "how parameters and results lie on the devices"};
  for (size_t i = 0; i < r.texts.size(); ++i) files.text(r.texts[i].name, r.texts[i].text, what[i]);

  // the parts of parameters that lie in parts are drawn, and not those of the run that refuted: other ones may do
  const bool has_parts = std::any_of(r.params.begin(), r.params.end(), [](const DistType& d) { return !d.partial.empty(); });
  const uint64_t draws = has_parts ? 16 : 1;
  const core::Function& f = r.spec.main;
  std::optional<ReplayedCommand> replayed;
  size_t chosen = 0;
  uint64_t seed = r.seed;
  for (size_t k = 0; k < r.candidates.size() && !replayed; ++k) {
    Files inputs = files;
    for (size_t i = 0; i < r.candidates[k].size(); ++i)
      inputs.tensor("inputs/arg" + std::to_string(i) + ".npy", r.candidates[k][i],
                    "parameter " + std::to_string(i) + " of `" + r.texts[0].name + "`, " + value_name(f, f.params[i]));
    fs::create_directory(draft.path() / "inputs");  // of a program without parameters
    for (uint64_t draw = 0; draw < draws && !replayed; ++draw) {
      seed = r.seed + draw;
      ReplayedCommand again = r.run(directory, seed);
      why_not_ = "run again it is not refuted: " + without(again.replay.verdict.detail, directory + "/");
      if (again.replay.verdict.kind == Verdict::Kind::Refuted) replayed = std::move(again), chosen = k;
    }
    if (replayed) files = std::move(inputs);
  }
  if (!replayed) return;
  why_not_.clear();

  write_results(files, r, replayed->replay);
  std::string command = "partir " + r.command;
  for (size_t i = 0; i < 2; ++i) command += " " + r.texts[i].name;
  if (r.texts.size() > 2) command += " --shardings " + r.texts[2].name;
  command += " --at inputs --seed " + std::to_string(seed) + " --freedom " + std::string(name(r.freedom));
  std::string readme = "# `" + r.texts[1].name + "` does not compute what `" + r.texts[0].name + "` says\n\n"
      "They differ at the inputs in this folder. This command, run in this folder, shows it again, and ends with exit code 1:\n\n"
      "    " + command + "\n\nIt prints\n\n" + indented(without(replayed->printed, directory + "/")) +
      "\nThe folder was kept because the command, run on these files as soon as they were written, printed that.\n";
  if (chosen > 0 && r.are_named)
    readme += "\nThe inputs are those that were drawn: at the simpler ones that the report below tells of, the results differ by no more "
              "than the bound for rounding.\n";
  if (!r.are_named) readme += "\nThe report below names no inputs: these are some at which the command above shows it.\n";
  readme += "\n## Files\n\n" + files.list() + "\n## What was checked\n\n- seed: " + std::to_string(r.seed);
  if (has_parts) readme += "; `--seed " + std::to_string(seed) + "` above draws the parts of the parameters that lie on the devices in parts of a sum";
  readme += "\n- freedom: " + std::string(name(r.freedom)) + ", which says what `" + r.texts[1].name + "` may do differently\n- mesh: " +
            to_string(r.mesh) + "\n\nThe boundary, and what was found, as `partir " + r.command + "` printed it:\n\n" + indented(r.printed + line());
  write_file(directory + "/README.md", readme);
  draft.become(place);
}

void CounterexampleFolder::note(Json& report) const {
  if (!was_tried_) return;
  report["counterexample"][why_not_.empty() ? "folder" : "no_folder"] = why_not_.empty() ? name_ : why_not_;
}
std::string CounterexampleFolder::line() const {
  if (!was_tried_) return "";
  return why_not_.empty() ? "  folder              " + name_ + "\n" : "  no folder           " + why_not_ + "\n";
}
void CounterexampleFolder::throw_if_not_written() const {
  if (not_written_) throw *not_written_;
}

}  // namespace partir
