// The user's program, as far as confirm and profile do the same with it.
#pragma once

#include "server/commands/arguments.h"
#include "server/commands/inputs.h"
#include "server/confirm/judge.h"
#include "server/python/process.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace commands {

// Standard output is ours where it is JSON.
[[nodiscard]] python::Streams streams_of(const Confirm& arguments);

using Texts = std::map<std::string, std::string>;  // of rewritten files, by path

// What the runner is asked for, as far as it is the same for all that is done with a program.
[[nodiscard]] nlohmann::json request_of(const Confirm& arguments, const char* work);

// Runs it with everything that Dynamo does recorded. How it ended, if it did not end by itself; the interpreter that
// was found becomes the one that is meant.
[[nodiscard]] std::string run_program(const Confirm& arguments, const Texts& rewritten, confirm::Run& told,
                                      Analysing& analysing);

// The findings in the files of ours that it reached, and the settings that they were looked for with: what is not said
// there is as the program told.
struct Found {
    Settings settings;
    std::vector<std::string> paths;
    Called called;
    output::Report report;
};
[[nodiscard]] std::variant<Found, files::Failure> findings_in(const confirm::Run& told, const confirm::Ours& ours,
                                                              Analysing analysing);

// The first fix of each finding that `fix` would apply, if there is one.
[[nodiscard]] std::vector<confirm::Applied> applied(const output::Report& report, const Confirm& arguments);
// All fixes that it would apply in these files.
[[nodiscard]] Texts fixed(const Found& found, const Confirm& arguments);

}  // namespace commands
