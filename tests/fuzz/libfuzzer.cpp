// One target for libFuzzer: FUZZ_TARGET, whose bytes are Python if FUZZ_PYTHON is 1.

#include "tests/fuzz/mutate.h"
#include "tests/fuzz/targets.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

std::string_view text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

std::size_t put(const std::string& made, std::uint8_t* out, std::size_t most) {
    const std::size_t size = std::min(made.size(), most);
    std::copy_n(made.data(), size, reinterpret_cast<char*>(out));
    return size;
}

}  // namespace

extern "C" {

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string wrong = fuzz::FUZZ_TARGET(text(data, size));
    if (wrong.empty()) return 0;
    std::fprintf(stderr, "wrong: %s\n", wrong.c_str());
    std::abort();
}

#if FUZZ_PYTHON
// Bytes that are changed anyhow are hardly ever Python: every other time, lines and words are.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
    return put(fuzz::Mutator(seed).mutate(text(data, size), text(data, size)), data, most);
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size, const std::uint8_t* other,
                                      std::size_t other_size, std::uint8_t* out, std::size_t most, unsigned seed) {
    return put(fuzz::Mutator(seed).mutate(text(one, one_size), text(other, other_size)), out, most);
}
#endif
}
