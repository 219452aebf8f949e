#include "transforms/proof/guard.h"

namespace transforms::proof {

std::string is_tensor_test(std::string_view name, std::string_view torch) {
    return "isinstance(" + std::string(name) + ", " + std::string(torch) + ".Tensor)";
}

std::string is_mask_test(std::string_view name, std::string_view torch) {
    return std::string(name) + ".dtype == " + std::string(torch) + ".bool";
}

}  // namespace transforms::proof
