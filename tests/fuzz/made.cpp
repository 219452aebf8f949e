#include "tests/fuzz/made.h"

#include "tests/fuzz/statements.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head = "import torch\nfrom torch import nn\n";

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> sources_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".py") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

// Most programs are small, and some are as large as files get.
std::size_t some_lines(Mutator& random) {
    const std::size_t chance = random.below(100);
    return chance < 55 ? 40 : chance < 82 ? 150 : chance < 97 ? 500 : 2500;
}

std::string with_compiled(Mutator& random, const std::string& text) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string line = text.substr(at, end - at);
        if (line.starts_with("def ") && random.below(3) == 0) made += "@torch.compile\n";
        made += line;
        at = end;
    }
    return made;
}

}  // namespace

Programs::Programs(const std::vector<fs::path>& folders, Grammar grammar) : grammar_(std::move(grammar)) {
    for (const fs::path& folder : folders)
        if (Files files = sources_in(folder); !files.empty()) folders_.push_back(std::move(files));
}

std::string Programs::drawn(Mutator& random, std::size_t lines) const {
    const std::size_t kind = random.below(folders_.size() + 1);
    if (kind == folders_.size()) return grammar_.make(random, lines * 3);
    const Files& files = folders_[kind];
    return with_compiled(random, part(random, read(files[random.below(files.size())]), lines));
}

std::string Programs::make(std::uint32_t number) const {
    Mutator random(number);
    std::string text = std::string(head) + drawn(random, some_lines(random));
    for (std::size_t changes = random.below(9); changes > 0; --changes)
        text = with_statement_changed(random, text, random.below(2) == 0 ? text : drawn(random, 60));
    return random.below(8) == 0 ? std::string(head) + random.mutate(text, drawn(random, 60)) : text;
}

}  // namespace fuzz
