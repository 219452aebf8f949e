// What Dynamo is told, by the settings of the user or by assignments to its configuration in the source.
#pragma once

#include <set>
#include <string_view>

namespace values {

struct Dynamo {
    bool captures_scalars = false;  // capture_scalar_outputs: item() is part of the graph
    bool captures_shapes = false;   // capture_dynamic_output_shape_ops: nonzero() is part of the graph
    bool allows_rnn = false;
    bool as_fullgraph = false;               // every entry as if under fullgraph=True
    std::set<std::string_view> reordered{};  // names of rows: reorderable_logging_functions, which run behind the graph
};

}  // namespace values
