#include "analysis/torch/knowledge.h"
#include "server/cache/cache.h"
#include "server/commands/commands.h"
#include "server/logging/log.h"
#include "server/lsp/server.h"
#include "server/rpc/stdio.h"

#include <boost/asio/io_context.hpp>

#include <unistd.h>
#include <csignal>

namespace commands {
namespace {

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
    std::signal(SIGPIPE, SIG_IGN);  // a client that is gone is an error of a write, not the end of the process

    int status = 1;
    boost::asio::io_context writer;
    rpc::Stdio stdio(writer, STDIN_FILENO, STDOUT_FILENO);
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
