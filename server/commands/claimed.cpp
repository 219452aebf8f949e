#include "server/commands/claimed.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace commands {

namespace {

using analysis::Outline;
using values::Claim;
using Names = std::unordered_set<std::string_view>;

constexpr std::size_t max_claims = 256;  // of a project: each is held against all of its classes

// Who derives from whom, by name: where two classes share one, more is looked at than has to be.
class Hierarchy {
  public:
    explicit Hierarchy(std::span<const output::Result> results) {
        for (const output::Result& result : results)
            for (const Outline& outline : result.outlines)
                for (const std::string& base : outline.bases) derived_[base].push_back(outline.name);
    }
    // The class itself among them.
    [[nodiscard]] Names below(std::string_view base) const {
        Names found{base};
        for (std::vector<std::string_view> left{base}; !left.empty();) {
            const auto derived = derived_.find(left.back());
            left.pop_back();
            if (derived == derived_.end()) continue;
            for (const std::string_view each : derived->second)
                if (found.insert(each).second) left.push_back(each);
        }
        return found;
    }

  private:
    std::unordered_map<std::string_view, std::vector<std::string_view>> derived_;
};

// "src/policy.py:Outer.Policy" -> "Policy"
std::string_view name_in(std::string_view id) { return id.substr(id.find_last_of(":.") + 1); }

class Fits {
  public:
    Fits(const Claim& claim, const Hierarchy& hierarchy) : claim_(claim) {
        if (!claim.base.empty()) derived_ = hierarchy.below(name_in(claim.base));
    }
    bool operator()(const Outline& outline) const {
        if (!claim_.base.empty() && !derived_.contains(outline.name)) return false;
        if (claim_.path.empty()) return outline.may_have("forward") || outline.may_have("__call__");
        return outline.may_have(claim_.path.front());
    }

  private:
    const Claim& claim_;
    Names derived_;
};

// In an order that depends on no thread; those of which nothing at all is known say nothing about others.
std::vector<Claim> all_claims(std::span<const output::Result> results) {
    std::vector<Claim> claims;
    for (const output::Result& result : results)
        for (const Claim& claim : result.claims)
            if (!claim.base.empty() || !claim.path.empty()) claims.push_back(claim);
    std::ranges::sort(claims);
    claims.erase(std::unique(claims.begin(), claims.end()), claims.end());
    if (claims.size() > max_claims) claims.resize(max_claims);
    return claims;
}

}  // namespace

Claimed claimed_by_others(std::span<const output::Result> results) {
    Claimed claimed;
    const std::vector<Claim> claims = all_claims(results);
    if (claims.empty()) return claimed;
    const Hierarchy hierarchy(results);
    for (const Claim& claim : claims) {
        const Fits fits(claim, hierarchy);
        for (const output::Result& result : results)
            if (!result.failure && result.path != claim.file && std::ranges::any_of(result.outlines, std::ref(fits)))
                claimed[result.path].push_back(claim);
    }
    return claimed;
}

}  // namespace commands
