#include "server/lsp/server.h"

#include "server/logging/log.h"
#include "server/lsp/handlers.h"

namespace lsp {
namespace {

void log_failure(std::exception_ptr error) {
    try {
        std::rethrow_exception(std::move(error));
    } catch (const std::exception& exception) {
        logging::error(std::string("work on a document failed: ") + exception.what());
    }
}

}  // namespace

Server::Server(boost::asio::io_context& writer, session::Engine engine, analysis::Options options,
               rpc::Dispatcher::Send send, rpc::Dispatcher::Exit exit)
    : dispatcher_(std::move(send), std::move(exit)), parent_(writer, [this] { dispatcher_.end_of_input(); }),
      session_(writer, std::move(engine), log_failure), context_{.dispatcher = dispatcher_,
                                                                 .session = session_,
                                                                 .parent = parent_,
                                                                 .options = std::move(options),
                                                                 .initial = {},
                                                                 .configured = {},
                                                                 .client = {},
                                                                 .complaint = {}} {
    request("initialize", initialize);
    notification("initialized", initialized);
    notification("workspace/didChangeConfiguration", did_change_configuration);
    notification("workspace/didChangeWatchedFiles", did_change_watched_files);

    notification("textDocument/didOpen", did_open);
    notification("textDocument/didChange", did_change);
    notification("textDocument/didClose", did_close);

    request("textDocument/diagnostic", pull_diagnostics);
    request("textDocument/hover", hover);
    request("textDocument/codeLens", code_lenses);
    request("textDocument/codeAction", code_actions);
}

template <class Params>
void Server::request(std::string method, void (*handler)(Context&, const Params&, const rpc::Reply&)) {
    dispatcher_.on_request<Params>(std::move(method), [this, handler](const Params& params, const rpc::Reply& reply) {
        handler(context_, params, reply);
    });
}

template <class Params>
void Server::notification(std::string method, void (*handler)(Context&, const Params&)) {
    dispatcher_.on_notification<Params>(std::move(method),
                                        [this, handler](const Params& params) { handler(context_, params); });
}

void Server::receive(const rpc::Frame& frame) {
    if (const auto* const body = std::get_if<std::string>(&frame))
        dispatcher_.receive(*body);
    else
        dispatcher_.refuse(std::get<rpc::FramingError>(frame).reason);
}

}  // namespace lsp
