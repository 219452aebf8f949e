// Analyses Python files as they are and then mutated, to be run under sanitizers. Case N of a set of files is always
// the same text.
//
//   graphmend_fuzz [--cases N] [--first N] [--slow SECONDS] [--print] PATH...
//
// --slow names the cases that took longer, --print writes each case before it is analysed: for one that crashes.

#include "analysis/analyze.h"
#include "analysis/values/print.h"
#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Settings {
    std::uint32_t first = 0;
    std::uint32_t cases = 300;
    double slow = 1e9;
    bool print = false;
    std::vector<std::string> texts;
};

std::string read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void add_files(std::vector<std::string>& texts, const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) return texts.push_back(read(path));
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
        if (entry.path().extension() == ".py") found.push_back(entry.path());
    std::ranges::sort(found);
    for (const auto& file : found) texts.push_back(read(file));
}

Settings settings_of(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const bool more = i + 1 < count;
        if (argument == "--cases" && more)
            settings.cases = static_cast<std::uint32_t>(std::stoul(arguments[++i]));
        else if (argument == "--first" && more)
            settings.first = static_cast<std::uint32_t>(std::stoul(arguments[++i]));
        else if (argument == "--slow" && more)
            settings.slow = std::stod(arguments[++i]);
        else if (argument == "--print")
            settings.print = true;
        else
            add_files(settings.texts, argument);
    }
    return settings;
}

std::string text_of(const Settings& settings, std::uint32_t number) {
    if (number < settings.texts.size()) return settings.texts[number];
    fuzz::Mutator mutator(number);
    const std::string& text = settings.texts[mutator.below(settings.texts.size())];
    const std::string& other = settings.texts[mutator.below(settings.texts.size())];
    return mutator.mutate(text, other);
}

// Everything that the analysis can be asked for; the size keeps the work from being optimised away.
std::size_t analyse(const std::string& text) {
    analysis::Options options;
    options.entries_functions = true;
    const auto analysis = analysis::analyze(std::make_shared<const text::Source>("case.py", text), options);
    if (!analysis.program()) return 0;
    return analysis.findings().size() + values::print_values(*analysis.program()).size() +
           values::print_events(*analysis.program()).size();
}

}  // namespace

int main(int count, char** arguments) {
    const Settings settings = settings_of(count, arguments);
    if (settings.texts.empty()) {
        std::cerr << "graphmend_fuzz: no files\n";
        return 2;
    }
    std::size_t total = 0;
    for (std::uint32_t number = settings.first; number < settings.first + settings.cases; ++number) {
        const std::string text = text_of(settings, number);
        if (settings.print) std::cout << "# case " << number << "\n" << text << std::flush;
        const auto start = std::chrono::steady_clock::now();
        total += analyse(text);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (seconds > settings.slow)
            std::cerr << "case " << number << ": " << seconds << " s, " << text.size() << " bytes\n";
    }
    std::cerr << settings.cases << " cases, " << total << " bytes of results\n";
    return total == 0 ? 1 : 0;
}
