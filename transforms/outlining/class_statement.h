// What a class statement does when it runs, as far as it matters where and how often it does: for hoist_class.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "transforms/proof/proof.h"

#include <initializer_list>
#include <string_view>

namespace transforms::outlining {

class ClassStatement {
  public:
    ClassStatement(const function::Facts& facts, syntax::Node definition);

    [[nodiscard]] syntax::Node whole() const { return whole_; }  // with its decorators

    // It may run once, in front of `place`, a statement of the module.
    void runs_once(syntax::Node place, proof::Proof& proof) const;

  private:
    void has_name_alone(proof::Proof& proof) const;
    void names_nothing_local(syntax::Node place, proof::Proof& proof) const;
    void asks_no_base(proof::Proof& proof) const;
    void makes_nothing(syntax::Node body, proof::Proof& proof) const;
    void is_not_kept(syntax::Node decorated, proof::Proof& proof) const;
    void is_not_changed(proof::Proof& proof) const;
    [[nodiscard]] bool is_steady(syntax::Node value) const;
    [[nodiscard]] bool is_evaluated(syntax::Node node) const;
    [[nodiscard]] bool is_of(syntax::Node name, std::initializer_list<std::string_view> paths) const;
    [[nodiscard]] bool is_known(syntax::Node name) const;
    [[nodiscard]] bool is_builtin(syntax::Node name) const;

    const function::Facts& facts_;
    const names::Module& names_;
    syntax::Class class_;
    syntax::Node whole_;
    names::Reference own_;  // its name
};

}  // namespace transforms::outlining
