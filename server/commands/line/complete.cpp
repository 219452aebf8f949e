#include "server/commands/line/complete.h"

#include "server/commands/line/walk.h"

#include <algorithm>

namespace commands {

namespace {

// Where in the line the word under the cursor is.
class Place {
  public:
    explicit Place(const Line& line) : line_(line), command_(&line.app) {}

    void pass(const std::string& word);
    [[nodiscard]] std::string candidates(const std::string& word) const;

  private:
    [[nodiscard]] const CLI::Option* option(std::string_view spelling) const;
    [[nodiscard]] std::string words_of(const CLI::Option* option, const std::string& word) const;
    [[nodiscard]] std::string spellings(const std::string& word) const;

    const Line& line_;
    const CLI::App* command_;
    const CLI::Option* waiting_ = nullptr;  // for its value
    std::size_t positionals_ = 0;
    bool only_positionals_ = false;  // behind `--`
};

void offer(std::string& to, const std::string& candidate, const std::string& word, std::string help = "") {
    if (!candidate.starts_with(word)) return;
    std::ranges::replace(help, '\n', ' ');
    to.append(candidate).append(help.empty() ? "" : "\t" + help).append("\n");
}

const CLI::Option* Place::option(std::string_view spelling) const {
    for (const CLI::Option* each : options_of(*command_))
        for (const std::string& known : spellings_of(*each))
            if (known == spelling) return each;
    return nullptr;
}

// bash hands over `--name=value` as three words.
void Place::pass(const std::string& word) {
    if (word == "=") return;
    if (waiting_) {
        waiting_ = nullptr;
    } else if (word == "--") {
        only_positionals_ = true;
    } else if (word.starts_with('-') && !only_positionals_) {
        const CLI::Option* const named = option(word);
        waiting_ = named && takes_value(*named) ? named : nullptr;
    } else if (command_ == &line_.app) {
        const auto commands = commands_of(line_.app);
        const auto found = std::ranges::find(commands, word, &CLI::App::get_name);
        if (found != commands.end()) command_ = *found;
    } else {
        ++positionals_;
    }
}

// Of a list with commas, the last is being written.
std::string Place::words_of(const CLI::Option* option, const std::string& word) const {
    const auto known = line_.words.find(option);
    if (known == line_.words.end()) return "";
    const std::string before = word.substr(0, option->get_delimiter() ? word.rfind(',') + 1 : 0);
    std::string all;
    for (const std::string& each : known->second) offer(all, before + each, word);
    return all;
}

std::string Place::spellings(const std::string& word) const {
    std::string all;
    for (const CLI::Option* each : options_of(*command_))
        for (const std::string& spelling : spellings_of(*each)) offer(all, spelling, word, each->get_description());
    return all;
}

std::string Place::candidates(const std::string& word) const {
    if (waiting_) return words_of(waiting_, word == "=" ? "" : word);
    if (word.starts_with('-') && !only_positionals_) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) return spellings(word);
        std::string all;
        const std::string name = word.substr(0, equals);
        if (const auto known = line_.words.find(option(name)); known != line_.words.end())
            for (const std::string& each : known->second) offer(all, name + "=" + each, word);
        return all;
    }
    if (command_ == &line_.app) {
        std::string all;
        for (const CLI::App* each : commands_of(line_.app)) offer(all, each->get_name(), word, each->get_description());
        return all;
    }
    const auto positionals = positionals_of(*command_);
    return positionals_ < positionals.size() ? words_of(positionals[positionals_], word) : "";
}

}  // namespace

std::string completions(const Line& line, std::span<const std::string> words) {
    if (words.empty()) return "";
    Place place(line);
    for (const std::string& word : words.first(words.size() - 1)) place.pass(word);
    return place.candidates(words.back());
}

}  // namespace commands
