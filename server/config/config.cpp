#include "server/config/config.h"
#include "analysis/rules/all.h"

#include "server/config/setting.h"
#include "server/config/toml.h"
#include "server/files/ignore.h"
#include "server/files/read.h"
#include "server/os/os.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace config {

namespace {

namespace fs = std::filesystem;

bool is_pyproject(const std::string& path) { return fs::path(path).filename() == "pyproject.toml"; }

// What other programs have, and this one has under another name.
std::string instead_of(std::string_view key) {
    return key == "extend-exclude" ? "; `exclude` adds to what is left out anyway" : "";
}

// Reads one table and remembers the first fault.
class Reader {
  public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    Settings read(const toml::table& table) {
        Settings settings;
        for (const auto& [key, node] : table) {
            const auto known = std::ranges::find(config::table(), key.str(), &Setting::key);
            if (known == config::table().end())
                fail(key.source(), "unknown key `" + std::string(key.str()) + "`" + instead_of(key.str()));
            else
                std::visit([&, &value = node](auto field) { take(*known, value, settings.*field); }, known->field);
        }
        return settings;
    }

    void fail(const toml::source_region& where, std::string reason) {
        if (!error_ || where.begin.line < error_->line)
            error_ = Error{.path = path_, .line = where.begin.line, .reason = std::move(reason)};
    }

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  private:
    void wrong(const Setting& setting, const toml::node& node, const std::string& usage) {
        fail(node.source(), "`" + std::string(setting.key) + "` takes " + usage);
    }

    void take(const Setting& setting, const toml::node& node, std::optional<analysis::Version>& to) {
        if (const toml::value<std::string>* text = node.as_string()) to = analysis::parse_version(text->get());
        if (!to) wrong(setting, node, "a version in quotes, like \"2.13\"");
    }

    void take(const Setting& setting, const toml::node& node, std::optional<bool>& to) {
        to = node.value_exact<bool>();
        if (!to) wrong(setting, node, "true or false");
    }

    void take(const Setting& setting, const toml::node& node, std::optional<Strings>& to) {
        take(setting, node, to.emplace());
    }

    void take(const Setting& setting, const toml::node& node, Strings& to) {
        const toml::array* array = node.as_array();
        if (!array) return wrong(setting, node, "a list of strings");
        const auto is_known = [&](const std::string& word) {
            return setting.words.empty() || std::ranges::find(setting.words, word) != setting.words.end();
        };
        for (const toml::node& element : *array) {
            const toml::value<std::string>* text = element.as_string();
            if (!text)
                wrong(setting, element, "a list of strings");
            else
                to.push_back(text->get());
        }
        const bool lacks_words = !setting.words.empty() && to.empty();
        if (!error_ && (lacks_words || !std::ranges::all_of(to, is_known)))
            wrong(setting, node, "some of " + in_quotes(setting.words));
    }

    void take(const Setting& setting, const toml::node& node, std::optional<analysis::Severities>& to) {
        const std::string usage = "a table like { GM401 = \"error\" }";
        const toml::table* table = node.as_table();
        if (!table) return wrong(setting, node, usage);
        to.emplace();
        for (const auto& [code, word] : *table) {
            if (const auto severity = rules::parse_severity(word.value_or(std::string_view())))
                to->emplace(code.str(), *severity);
            else
                wrong(setting, word, usage + ", of \"error\", \"warning\" and \"hint\"");
        }
    }

    void take(const Setting& setting, const toml::node& node, PerFile& to) {
        const toml::table* table = node.as_table();
        if (!table) return wrong(setting, node, "a table like " + std::string(setting.example));
        for (const auto& [pattern, codes] : *table) take(setting, codes, to[std::string(pattern.str())]);
    }

    // "compile", "forward" and "functions"
    static std::string in_quotes(std::span<const std::string_view> words) {
        std::string result;
        for (std::size_t i = 0; i < words.size(); ++i)
            result += (i == 0 ? "\"" : i + 1 < words.size() ? ", \"" : " and \"") + std::string(words[i]) + "\"";
        return result;
    }

    std::string path_;
    std::optional<Error> error_;
};

const toml::node* settings_of(const toml::table& file, const std::string& path) {
    if (!is_pyproject(path)) return &file;
    return file.at_path("tool.graphmend").node();
}

bool file_has_settings(const std::string& path) {
    const auto text = files::read(path);
    return std::holds_alternative<std::string>(text) && has_settings(path, std::get<std::string>(text));
}

}  // namespace

bool has_settings(const std::string& path, const std::string& text) {
    if (!is_pyproject(path)) return true;
    // A file that is not TOML may hold settings: whoever names it in `load` is told what is wrong with it.
    if (text.find("graphmend") == std::string::npos) return false;
    const toml::parse_result file = toml::parse(text);
    return !file || settings_of(file.table(), path) != nullptr;
}

std::optional<std::string> find(const std::string& folder) {
    std::error_code error;
    fs::path here = fs::absolute(folder, error).lexically_normal();
    if (here.has_relative_path() && here.filename().empty()) here = here.parent_path();
    for (;; here = here.parent_path()) {
        for (const char* name : {"graphmend.toml", "pyproject.toml"})
            if (file_has_settings(os::spelled(here / name))) return os::spelled(here / name);
        if (here == here.parent_path()) return std::nullopt;
    }
}

std::variant<Settings, Error> load(const std::string& path) {
    const auto text = files::read(path);
    if (const auto* error = std::get_if<files::IoError>(&text)) return Error{.path = path, .reason = error->reason};
    return parse(path, std::get<std::string>(text));
}

std::variant<Settings, Error> parse(const std::string& path, std::string_view text) {
    const toml::parse_result file = toml::parse(text);
    if (!file)
        return Error{
            .path = path, .line = file.error().source().begin.line, .reason = std::string(file.error().description())};
    Reader reader(path);
    Settings settings;
    if (const toml::node* node = settings_of(file.table(), path)) {
        if (const toml::table* table = node->as_table())
            settings = reader.read(*table);
        else
            reader.fail(node->source(), "`tool.graphmend` is a table");
    }
    if (reader.error()) return *reader.error();
    std::error_code error;
    settings.folder = os::spelled(fs::absolute(path, error).parent_path());
    for (std::string& rows : settings.knowledge) rows = os::spelled(fs::path(settings.folder) / rows);
    return settings;
}

bool set_entries(analysis::Options& options, const std::vector<std::string>& words) {
    constexpr std::string_view known[] = {"compile", "forward", "functions"};
    const auto is_known = [&](const std::string& word) { return std::ranges::find(known, word) != std::end(known); };
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    if (words.empty() || !std::ranges::all_of(words, is_known)) return false;
    options.entries_compile = has("compile");
    options.entries_forward = has("forward");
    options.entries_functions = options.entries_others = has("functions");
    return true;
}

void apply(analysis::Options& options, const Settings& settings) {
    if (settings.torch) options.torch = *settings.torch;
    if (settings.python) options.python = *settings.python;
    options.dynamo.captures_scalars = settings.captures_scalars.value_or(options.dynamo.captures_scalars);
    options.dynamo.captures_shapes = settings.captures_shapes.value_or(options.dynamo.captures_shapes);
    options.dynamo.allows_rnn = settings.allows_rnn.value_or(options.dynamo.allows_rnn);
    if (settings.entries) set_entries(options, *settings.entries);
    if (settings.select) options.select = *settings.select;
    if (settings.ignore) options.ignore = *settings.ignore;
    options.forward_counts = settings.forward_counts.value_or(options.forward_counts);
    if (settings.severity) options.severity = *settings.severity;
}

std::vector<std::string> ignored_in(const std::string& path, const Settings& settings) {
    std::vector<std::string> codes;
    std::error_code error;
    const std::string name =
        os::spelled(fs::absolute(path, error).lexically_normal().lexically_relative(settings.folder));
    if (name.empty() || name.starts_with("..")) return codes;
    for (const auto& [pattern, ignored] : settings.per_file_ignores)
        if (files::Ignore(pattern).covers(name)) codes.insert(codes.end(), ignored.begin(), ignored.end());
    return codes;
}

std::optional<Error> unknown_rule(const PerFile& ignores) {
    analysis::Options options;
    for (const auto& [pattern, codes] : ignores)
        options.ignore.insert(options.ignore.end(), codes.begin(), codes.end());
    auto error = unknown_rule(options);
    if (error) error->path = "per-file-ignores";
    return error;
}

std::optional<Error> unknown_rule(const analysis::Options& options) {
    const auto fits_none = [](const std::string& code) {
        return code.empty() || std::ranges::none_of(
                                   rules::all(), [&](const rules::Rule* rule) { return rule->code.starts_with(code); });
    };
    std::vector<std::string> severity;
    for (const auto& [code, word] : options.severity) severity.push_back(code);
    for (const auto& [setting, codes] : {std::pair("select", &options.select), std::pair("ignore", &options.ignore),
                                         std::pair("severity", &std::as_const(severity))})
        if (const auto unknown = std::ranges::find_if(*codes, fits_none); unknown != codes->end())
            return Error{.path = setting,
                         .reason = "no rule has a code like `" + *unknown + "`; see `graphmend rules`"};
    return std::nullopt;
}

}  // namespace config
