#include "analysis/torch/knowledge.h"
#include "server/cache/cache.h"
#include "server/commands/commands.h"
#include "server/logging/log.h"
#include "server/lsp/server.h"
#include "server/os/os.h"
#include "server/rpc/stdio.h"

#include <boost/asio/io_context.hpp>

namespace commands {
namespace {

constexpr int standard_input = 0, standard_output = 1;

analysis::Options newest_torch() {
    analysis::Options options;
    if (const auto releases = torch::releases(); !releases.empty())
        options.torch = {.major = releases.back().major, .minor = releases.back().minor};
    return options;
}

}  // namespace

// The exit status is 0 if the client asked for the end with `shutdown` first, else 1.
int run(const Serve& arguments) {
    if (arguments.verbose) logging::to_stderr();
    os::ignore_broken_pipes();

    int status = 1;
    boost::asio::io_context writer;
    rpc::Stdio stdio(writer, standard_input, standard_output);
    lsp::Server server(
        writer,
        {.analyze = analysis::analyze,
         .propose = [](const analysis::Analysis& analysis,
                       const rules::Finding& finding) { return transforms::propose(analysis, finding); },
         .fix = [](auto source, const analysis::Options& options,
                   const transforms::Choice& choice) { return transforms::fix(std::move(source), options, choice); },
         .notebook = std::make_shared<confirm::Notebook>(cache::default_folder())},
        newest_torch(), [&](const rpc::Json& message) { stdio.send(rpc::dump(message)); },
        [&](int exit_status) {
            status = exit_status;
            stdio.finish([&] { writer.stop(); });
        });
    stdio.start(
        {.frame = [&](const rpc::Frame& frame) { server.receive(frame); }, .end = [&] { server.end_of_input(); }});
    writer.run();
    return status;
}

}  // namespace commands
