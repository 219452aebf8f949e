// The dtypes of what rows of the knowledge give. Private to this folder.
#pragma once

#include "analysis/torch/knowledge.h"

namespace values {

// What a row says about the dtype: `same` and `broadcast` speak of it as well.
[[nodiscard]] torch::Dtype word_of(const torch::Row& row);
// What the word means for a tensor of that dtype.
[[nodiscard]] torch::Dtype relative(torch::Dtype word, torch::Dtype of);

}  // namespace values
