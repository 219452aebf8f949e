// Tests in front of new code, as Python text.
#pragma once

#include <string>
#include <string_view>

namespace transforms::proof {

// "isinstance(x, torch.Tensor)"
[[nodiscard]] std::string is_tensor_test(std::string_view name, std::string_view torch);

// "mask.dtype == torch.bool"
[[nodiscard]] std::string is_mask_test(std::string_view name, std::string_view torch);

}  // namespace transforms::proof
