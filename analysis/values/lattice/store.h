// Makes Values and joins them. One per Program; never shrinks.
#pragma once

#include "analysis/values/lattice/pool.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace values {

class Store {
  public:
    // Bounds on what a Value leads to, so that recursion and loops which wrap a value once more each time come to an
    // end: what would be beyond them is made less exact.
    static constexpr std::size_t max_depth = 64;   // containers, partials and closures within each other
    static constexpr std::size_t max_size = 4000;  // values in a container, all the way down
    static constexpr std::size_t max_items = 64;   // of a tuple or list whose items are told apart

    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    [[nodiscard]] Value literal(bool value);
    [[nodiscard]] Value literal(std::int64_t value);
    [[nodiscard]] Value literal(double value);
    [[nodiscard]] Value literal(std::string_view value);  // the text outlives the Store
    [[nodiscard]] Value sequence(Sequence::Form form, std::vector<Value> items);
    [[nodiscard]] Value record(std::vector<std::string_view> names, std::vector<Value> items);  // a namedtuple
    [[nodiscard]] Value sequence_of(Sequence::Form form, Value element);                        // of unknown length
    [[nodiscard]] Value mapping(Mapping mapping);
    [[nodiscard]] Value function(Function function);
    [[nodiscard]] Value instance(const Class* class_);
    [[nodiscard]] Value api(std::string_view name, const torch::Row* row, Kind kind = Kind::api);
    [[nodiscard]] Value bound(Value receiver, Value method);
    [[nodiscard]] Value wrapped(Wrapped wrapped);
    [[nodiscard]] Value choice(std::vector<Value> options);  // what they have in common if they are too many
    [[nodiscard]] const Environment* environment(Environment environment);
    [[nodiscard]] const Environment* vague(const Environment* environment);  // its variables, nothing known of them
    [[nodiscard]] const Slots& nothing_known(std::size_t size);              // the same for each
    [[nodiscard]] std::string_view text(std::string text);                   // kept

    // The least Value that covers both.
    [[nodiscard]] Value join(Value a, Value b);
    [[nodiscard]] std::size_t joins() const { return joins_; }  // so far, a measure of the work
    [[nodiscard]] Value element(const Sequence& sequence);      // the join of all; unknown if there is none
    [[nodiscard]] Value element(const Mapping& mapping);
    [[nodiscard]] Value unbacked(Value value);  // or what a tuple or list of such holds: the data decides its size

    // Metadata classes. A new one is equal to no other; a derived one is equal when it is derived alike.
    enum class Derivation : std::uint8_t { with_int, with_float, boolean, broadcast, same_size, row };
    static constexpr Meta parameter_metas = 63;  // classes 1 to this number the arguments of an activation
    [[nodiscard]] Meta new_meta() { return ++metas_; }
    [[nodiscard]] Meta id_of(const torch::Row* row);  // for deriving by an operation
    [[nodiscard]] Meta derive(Derivation how, Meta a, Meta b = 0);

  private:
    Value join_data(Value a, Value b);
    Value join_sequences(Value a, Value b);
    Value join_mappings(Value a, Value b);

    Pool<Literal> literals_;
    Pool<Sequence> sequences_;
    Pool<Mapping> mappings_;
    Pool<Function> functions_;
    Pool<Instance> instances_;
    Pool<Api> apis_;
    Pool<Bound> bounds_;
    Pool<Wrapped> wrappeds_;
    Pool<Choice> choices_;
    Pool<Environment> environments_;
    std::map<std::size_t, Slots> nothing_known_;  // by size
    std::deque<std::string> texts_;
    std::map<std::tuple<Derivation, Meta, Meta>, Meta> derived_;
    std::map<const torch::Row*, Meta> row_ids_;
    Meta metas_ = parameter_metas;
    std::size_t joins_ = 0;
};

}  // namespace values
