#include "server/commands/line/man.h"

#include "server/commands/line/walk.h"

#include <algorithm>
#include <string_view>

namespace commands {

namespace {

// Text as it is: groff reads some characters as instructions, and others as typographic ones.
std::string plain(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '\\': result += "\\e"; break;
            case '-': result += "\\-"; break;
            case '\'': result += "\\(aq"; break;
            case '`': result += "\\(ga"; break;
            case '^': result += "\\(ha"; break;
            case '~': result += "\\(ti"; break;
            default: result += c;
        }
    }
    return result.starts_with('.') ? "\\&" + result : result;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }
std::string upper_case(std::string text) {
    for (char& c : text)
        if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

void add_option(std::string& page, const CLI::Option& option) {
    std::string names;
    for (const std::string& spelling : spellings_of(option)) names += (names.empty() ? "" : ", ") + bold(spelling);
    if (option.get_positional())
        names = italic(option.get_name());
    else if (takes_value(option))
        names += " " + italic(option.get_type_name());
    page += ".TP\n" + names + "\n" + plain(option.get_description()) + "\n";
}

std::string synopsis(const CLI::App& command) {
    std::string line = bold("graphmend " + command.get_name()) + " [" + italic("OPTIONS") + "]";
    for (const CLI::Option* each : positionals_of(command)) {
        const std::string name = italic(each->get_name()) + (each->get_expected_max() > 1 ? " ..." : "");
        line += each->get_required() ? " " + name : " [" + name + "]";
    }
    return line;
}

// "Examples:\n  ...": a paragraph under a title, or one without.
void add_paragraph(std::string& page, std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view title = text.substr(0, colon);
    if (colon == std::string_view::npos || title.find('\n') != std::string_view::npos) {
        page.append(".PP\n").append(plain(text)).append("\n");
        return;
    }
    page += ".SH " + upper_case(std::string(title)) + "\n";
    std::string_view rest = text.substr(colon + 1);
    const bool is_list = rest.starts_with('\n');
    rest.remove_prefix(std::min(rest.find_first_not_of(is_list ? "\n" : " "), rest.size()));
    page += (is_list ? ".nf\n" : "") + plain(rest) + (is_list ? "\n.fi\n" : "\n");
}

void add_command(std::string& page, const CLI::App& command) {
    page +=
        ".SS " + command.get_name() + "\n" + synopsis(command) + "\n.PP\n" + plain(command.get_description()) + ".\n";
    if (!command.get_footer().empty()) page += ".PP\n" + plain(command.get_footer()) + "\n";
    for (const CLI::Option* each : positionals_of(command)) add_option(page, *each);
    for (const CLI::Option* each : options_of(command)) add_option(page, *each);
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
    std::string page = ".TH GRAPHMEND 1 \"\" \"graphmend " + version + "\"\n.SH NAME\n" + app.get_name() + " \\- " +
                       plain(app.get_description()) + "\n.SH SYNOPSIS\n" + bold("graphmend") + " " + italic("COMMAND") +
                       " [" + italic("OPTIONS") + "] ...\n.SH OPTIONS\n";
    for (const CLI::Option* each : options_of(app)) add_option(page, *each);
    page += ".SH COMMANDS\n";
    for (const CLI::App* command : commands_of(app)) add_command(page, *command);
    const std::string footer = app.get_footer();
    for (std::size_t begin = 0; begin < footer.size();) {
        const std::size_t end = std::min(footer.find("\n\n", begin), footer.size());
        add_paragraph(page, std::string_view(footer).substr(begin, end - begin));
        begin = std::min(end + 2, footer.size());
    }
    return page;
}

}  // namespace commands
