#include "server/commands/revision.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "server/files/checkout.h"
#include "server/os/os.h"
#include "server/output/identity.h"

#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace commands {

namespace {

namespace fs = std::filesystem;

class Before {
  public:
    explicit Before(const files::Checkout& checkout) : checkout_(checkout) {}

    // A path of now as it was; empty if it was not there.
    [[nodiscard]] std::string path(const std::string& now) const {
        std::error_code error;
        const std::string name = output::path_below(checkout_.root(), now);
        const std::string result =
            os::spelled((fs::path(checkout_.folder()) / checkout_.name_before(name)).lexically_normal());
        return !name.starts_with("..") && fs::exists(result, error) ? result : "";
    }

    // Whether the text of the function around the finding is the same; so it is where there is none.
    [[nodiscard]] bool has_function_of(const output::Item& item) {
        const syntax::Tree tree = syntax::Tree::parse(*item.source);
        for (syntax::Node node = tree.at(item.finding.span.begin); node; node = node.parent())
            if (node.is(syntax::Kind::function_definition))
                return functions_of(item.source->path()).contains(std::string(node.text()));
        return true;
    }

    // All that was found then, by the names that files have now.
    [[nodiscard]] output::Identities findings(std::span<const std::string> paths, Settings settings) const {
        settings.modules = std::make_shared<modules::Modules>(packages(settings.modules->packages()));
        if (const std::string folder = path(settings.excludes.folder); !folder.empty())
            settings.excludes.folder = folder;
        std::vector<std::string> then;
        for (const std::string& each : paths)
            if (std::string old = path(each); !old.empty()) then.push_back(std::move(old));
        const files::Walk walk = files::walk(then, settings.excludes);
        std::vector<Result> results = look_at(walk.files, settings, nullptr);
        return output::identities_of(report(std::move(results), {}, settings), checkout_.folder());
    }

  private:
    // Of the folders of packages, those of the project itself as they were.
    [[nodiscard]] modules::Roots packages(const modules::Roots& now) const {
        modules::Roots result;
        for (const std::string& folder : now) {
            const std::string old = path(folder);
            result.push_back(old.empty() ? folder : old);
        }
        return result;
    }

    const std::set<std::string>& functions_of(const std::string& now) {
        const auto [known, is_new] = functions_.try_emplace(now);
        const std::string old = is_new ? path(now) : "";
        if (old.empty()) return known->second;
        const auto loaded = files::load(old);
        if (const auto* good = std::get_if<files::Loaded>(&loaded)) {
            const syntax::Tree tree = syntax::Tree::parse(*good->source);
            for (const syntax::Node node : syntax::descendants(tree.root()))
                if (node.is(syntax::Kind::function_definition)) known->second.emplace(node.text());
        }
        return known->second;
    }

    const files::Checkout& checkout_;
    std::map<std::string, std::set<std::string>> functions_;  // their texts, by the path of now
};

}  // namespace

std::optional<files::Failure> leave_out_old(output::Report& report, std::span<const std::string> paths,
                                            const std::string& revision, const Settings& settings) {
    std::error_code error;
    const std::string place = paths.empty() ? "." : paths.front();
    const fs::path folder = fs::is_directory(place, error) ? fs::path(place) : fs::absolute(place, error).parent_path();
    auto made = files::Checkout::make(os::spelled(folder), revision);
    if (auto* reason = std::get_if<std::string>(&made))
        return files::Failure{.path = place, .reason = std::move(*reason)};
    const files::Checkout& checkout = *std::get<std::unique_ptr<files::Checkout>>(made);
    Before before(checkout);
    output::Identities known;
    bool is_asked = false;
    report.known += std::erase_if(report.items, [&](const output::Item& item) {
        if (!before.has_function_of(item)) return false;
        if (!std::exchange(is_asked, true)) known = before.findings(paths, settings);
        output::Identity identity = output::identity_of(item, checkout.root());
        identity.path = checkout.name_before(identity.path);
        const auto found = known.find(identity);
        return found != known.end() && found->second > 0 && found->second-- > 0;
    });
    return std::nullopt;
}

}  // namespace commands
