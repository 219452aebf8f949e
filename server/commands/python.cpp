#include "server/commands/python.h"

#include "server/config/interpreter.h"
#include "server/python/package.h"

#include <utility>

namespace commands {
namespace {

// Takes the place of the working directory on Python's path, which `-c` puts there and `python script.py` does not.
constexpr const char* start = "import sys; sys.path[0] = sys.argv.pop(1); from graphmend.work import main; main()";

}  // namespace

Ended run_python(const std::string& asked_interpreter, const std::string& request, std::chrono::seconds timeout,
                 python::Streams streams, const python::Heard& heard) {
    const auto interpreter = config::interpreter_for(asked_interpreter, ".");
    Ended ended;
    const auto wrong = [&](std::string problem) {
        ended.problem = std::move(problem);
        return ended;
    };
    if (!interpreter && asked_interpreter.empty())
        return wrong("there is no Python: activate an environment, or name one by --python");
    if (!interpreter) return wrong(asked_interpreter + " is not an interpreter: there is no such program");
    ended.interpreter = *interpreter;
    const auto package = python::package_folder();
    if (!package) return wrong("the folder `runner` of GraphMend is not beside this program");
    bool spoke = false;
    python::Channel channel(request);
    const python::Program program{
        .command = {*interpreter, "-c", start, package->string()}, .timeout = timeout, .streams = streams};
    ended.outcome = python::run(program, channel, [&](std::string_view line) {
        spoke = true;
        heard(line);
    });
    if (!spoke) ended.problem = *interpreter + " " + to_string(ended.outcome) + "; Python 3.9 or newer is needed";
    return ended;
}

}  // namespace commands
