#include "server/config/config.h"
#include "analysis/rules/all.h"

#include "server/config/toml.h"
#include "server/files/read.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace config {

namespace {

namespace fs = std::filesystem;

bool is_pyproject(const std::string& path) { return fs::path(path).filename() == "pyproject.toml"; }

// Reads one table and remembers the first fault.
class Reader {
  public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    Settings read(const toml::table& table) {
        Settings settings;
        for (const auto& [key, node] : table) {
            const std::string_view name = key.str();
            if (name == "torch-version")
                settings.torch = version(name, node);
            else if (name == "python-version")
                settings.python = version(name, node);
            else if (name == "entries")
                settings.entries = entries(name, node);
            else if (name == "capture-scalar-outputs")
                settings.captures_scalars = flag(name, node);
            else if (name == "capture-dynamic-output-shape-ops")
                settings.captures_shapes = flag(name, node);
            else if (name == "allow-rnn")
                settings.allows_rnn = flag(name, node);
            else if (name == "select")
                settings.select = strings(name, node);
            else if (name == "ignore")
                settings.ignore = strings(name, node);
            else if (name == "severity")
                settings.severity = severities(name, node);
            else if (name == "knowledge")
                settings.knowledge = strings(name, node);
            else if (name == "exclude")
                settings.exclude = strings(name, node);
            else
                fail(key.source(), "unknown key `" + std::string(name) + "`");
        }
        return settings;
    }

    void fail(const toml::source_region& where, std::string reason) {
        if (!error_ || where.begin.line < error_->line)
            error_ = Error{.path = path_, .line = where.begin.line, .reason = std::move(reason)};
    }

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  private:
    std::optional<analysis::Version> version(std::string_view key, const toml::node& node) {
        const toml::value<std::string>* text = node.as_string();
        std::optional<analysis::Version> result;
        if (text) result = analysis::parse_version(text->get());
        if (!result) fail(node.source(), "`" + std::string(key) + "` takes a version in quotes, like \"2.13\"");
        return result;
    }

    std::optional<bool> flag(std::string_view key, const toml::node& node) {
        if (const toml::value<bool>* value = node.as_boolean()) return value->get();
        fail(node.source(), "`" + std::string(key) + "` takes true or false");
        return std::nullopt;
    }

    std::vector<std::string> strings(std::string_view key, const toml::node& node) {
        std::vector<std::string> result;
        const toml::array* array = node.as_array();
        if (!array)
            fail(node.source(), "`" + std::string(key) + "` takes a list of strings");
        else
            for (const toml::node& element : *array) {
                if (const toml::value<std::string>* text = element.as_string())
                    result.push_back(text->get());
                else
                    fail(element.source(), "`" + std::string(key) + "` takes a list of strings");
            }
        return result;
    }

    analysis::Severities severities(std::string_view key, const toml::node& node) {
        analysis::Severities result;
        const std::string usage = "`" + std::string(key) + "` takes a table like { GM401 = \"error\" }";
        const toml::table* table = node.as_table();
        if (!table) {
            fail(node.source(), usage);
            return result;
        }
        for (const auto& [code, word] : *table) {
            const auto severity = rules::parse_severity(word.value_or(std::string_view()));
            if (severity)
                result.emplace(code.str(), *severity);
            else
                fail(word.source(), usage + ", of \"error\", \"warning\" and \"hint\"");
        }
        return result;
    }

    std::vector<std::string> entries(std::string_view key, const toml::node& node) {
        std::vector<std::string> words = strings(key, node);
        analysis::Options ignored;
        if (!error_ && !set_entries(ignored, words))
            fail(node.source(), "`entries` takes some of \"compile\", \"forward\" and \"functions\"");
        return words;
    }

    std::string path_;
    std::optional<Error> error_;
};

const toml::node* settings_of(const toml::table& file, const std::string& path) {
    if (!is_pyproject(path)) return &file;
    return file.at_path("tool.graphmend").node();
}

bool has_settings(const fs::path& path) {
    const auto text = files::read(path.string());
    if (!std::holds_alternative<std::string>(text)) return false;
    if (!is_pyproject(path.string())) return true;
    // A file that is not TOML may hold settings: whoever names it in `load` is told what is wrong with it.
    if (std::get<std::string>(text).find("graphmend") == std::string::npos) return false;
    const toml::parse_result file = toml::parse(std::get<std::string>(text));
    return !file || settings_of(file.table(), path.string()) != nullptr;
}

}  // namespace

std::optional<std::string> find(const std::string& folder) {
    std::error_code error;
    fs::path here = fs::absolute(folder, error).lexically_normal();
    if (here.has_relative_path() && here.filename().empty()) here = here.parent_path();
    for (;; here = here.parent_path()) {
        for (const char* name : {"graphmend.toml", "pyproject.toml"})
            if (has_settings(here / name)) return (here / name).string();
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
    settings.folder = fs::absolute(path, error).parent_path().string();
    for (std::string& rows : settings.knowledge) rows = (fs::path(settings.folder) / rows).string();
    return settings;
}

bool set_entries(analysis::Options& options, const std::vector<std::string>& words) {
    constexpr std::string_view known[] = {"compile", "forward", "functions"};
    const auto is_known = [&](const std::string& word) { return std::ranges::find(known, word) != std::end(known); };
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    if (words.empty() || !std::ranges::all_of(words, is_known)) return false;
    options.entries_compile = has("compile");
    options.entries_forward = has("forward");
    options.entries_functions = has("functions");
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
    if (settings.severity) options.severity = *settings.severity;
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
