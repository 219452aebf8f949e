#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// nn.RNN, nn.LSTM and nn.GRU lose the whole frame unless allow_rnn is set: called, or met in any other way.
const Rule recurrent_module{
    .code = "GM506",
    .name = "recurrent-module",
    .summary = "a recurrent module is called in compiled code",
    .allowed = &values::Dynamo::allows_rnn,
    .on_call =
        [](const values::Call& call, const torch::Row& row) {
            const bool calls = call.node.is(syntax::Kind::call);
            if (!calls && row.context != torch::Context::lost) return called(call) + " is not traced by Dynamo";
            return called(call) + " is left to eager together with the frame that " + (calls ? "calls" : "meets") +
                   " it";
        },
};

}  // namespace rules
