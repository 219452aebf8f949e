// The client of `graphmend mcp`: what it says, line by line, and whether its user allows what a tool is about to do.
#pragma once

#include "server/rpc/message.h"

#include <deque>
#include <optional>
#include <string>

namespace commands {

class Client {
  public:
    [[nodiscard]] std::optional<std::string> next_line();  // nothing where the input has ended

    void introduce(const rpc::Json& params);  // of `initialize`

    // Whether the user allows the call of a tool that has these parameters: nothing if so, else what the call has as
    // its result. Clients of the revisions that begin with `initialize` are asked at once; the others make the call
    // again, with the answer.
    [[nodiscard]] std::optional<rpc::Json> refusal(const std::string& question, const rpc::Json& params);

  private:
    [[nodiscard]] bool ask(const std::string& question);

    bool can_ask_ = false;  // as it said in `initialize`
    int asked_ = 0;
    std::deque<std::string> waiting_;  // what came while an answer was waited for
};

}  // namespace commands
