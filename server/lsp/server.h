// The language server without a transport: frames in, messages out. Put together by the `server` command and by tests.
#pragma once

#include "server/lsp/context.h"
#include "server/rpc/framing.h"

#include <boost/asio/io_context.hpp>

namespace lsp {

class Server {
  public:
    // `exit` is called once with the status of the process; the Server does nothing more by itself from then on.
    Server(boost::asio::io_context& writer, session::Engine engine, analysis::Options options,
           rpc::Dispatcher::Send send, rpc::Dispatcher::Exit exit);

    void receive(const rpc::Frame& frame);
    void end_of_input() { dispatcher_.end_of_input(); }

  private:
    template <class Params>
    void request(std::string method, void (*handler)(Context&, const Params&, const rpc::Reply&));
    template <class Params>
    void notification(std::string method, void (*handler)(Context&, const Params&));

    rpc::Dispatcher dispatcher_;
    rpc::Parent parent_;
    session::Session session_;
    Context context_;
};

}  // namespace lsp
