// The words that the cells of a row may hold, and the enumerators of knowledge.h that they stand for.
#pragma once

#include "analysis/torch/knowledge.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace embed {

template <class Enum>
struct Word {
    std::string_view text;
    Enum value;
};

inline constexpr Word<torch::Gives> gives_words[] = {
    {"unknown", torch::Gives::unknown},
    {"tensor", torch::Gives::tensor},
    {"tensors", torch::Gives::tensors},
    {"number", torch::Gives::number},
    {"numbers", torch::Gives::numbers},
    {"shape_number", torch::Gives::shape_number},
    {"shape", torch::Gives::shape},
    {"constant", torch::Gives::constant},
    {"none", torch::Gives::none},
    {"array", torch::Gives::array},
    {"module", torch::Gives::module},
    {"object", torch::Gives::object},
    {"logger", torch::Gives::logger},
    {"self", torch::Gives::self},
    {"class_instance", torch::Gives::class_instance},
    {"arithmetic", torch::Gives::arithmetic},
    {"converted", torch::Gives::converted},
    {"elements", torch::Gives::elements},
    {"element", torch::Gives::element},
};
inline constexpr Word<torch::Dtype> dtype_words[] = {
    {"boolean", torch::Dtype::boolean}, {"integer", torch::Dtype::integer},       {"floating", torch::Dtype::floating},
    {"complex", torch::Dtype::complex}, {"same_dtype", torch::Dtype::same_dtype}, {"real", torch::Dtype::real},
    {"floated", torch::Dtype::floated}, {"summed", torch::Dtype::summed},         {"content", torch::Dtype::content},
    {"cast", torch::Dtype::cast},       {"promoted", torch::Dtype::promoted},
};
inline constexpr Word<torch::Shape> shape_words[] = {
    {"rank0", torch::Shape::rank0},         {"rank1", torch::Shape::rank1},   {"same", torch::Shape::same},
    {"same_size", torch::Shape::same_size}, {"reduce", torch::Shape::reduce}, {"content", torch::Shape::content},
    {"broadcast", torch::Shape::broadcast}, {"sized", torch::Shape::sized},
};
inline constexpr Word<torch::When> when_words[] = {
    {"never", torch::When::never},
    {"always", torch::When::always},
    {"tensor_argument", torch::When::tensor_argument},
    {"tensor_second", torch::When::tensor_second},
    {"missing_argument", torch::When::missing_argument},
    {"given_argument", torch::When::given_argument},
    {"single_argument", torch::When::single_argument},
    {"no_constants", torch::When::no_constants},
    {"float_tensor", torch::When::float_tensor},
    {"integer_tensor", torch::When::integer_tensor},
    {"array_argument", torch::When::array_argument},
    {"array_key", torch::When::array_key},
    {"not_false", torch::When::not_false},
    {"computed_receiver", torch::When::computed_receiver},
    {"computed_tensor", torch::When::computed_tensor},
    {"deep_tensor", torch::When::deep_tensor},
    {"library_class", torch::When::library_class},
    {"recording", torch::When::recording},
};
inline constexpr Word<torch::Later> later_words[] = {
    {"recompile", torch::Later::recompile},
    {"late", torch::Later::late},
    {"late_input", torch::Later::late_input},
};
inline constexpr Word<torch::Role> role_words[] = {
    {"compile", torch::Role::compile},
    {"disable", torch::Role::disable},
    {"module_class", torch::Role::module_class},
    {"module_list", torch::Role::module_list},
    {"module_dict", torch::Role::module_dict},
    {"tensor_class", torch::Role::tensor_class},
    {"function_class", torch::Role::function_class},
    {"is_tensor", torch::Role::is_tensor},
    {"no_grad", torch::Role::no_grad},
    {"print", torch::Role::print},
    {"emits", torch::Role::emits},
    {"logger_factory", torch::Role::logger_factory},
    {"partial", torch::Role::partial},
    {"wraps", torch::Role::wraps},
    {"checkpoint", torch::Role::checkpoint},
    {"random", torch::Role::random},
    {"namedtuple", torch::Role::namedtuple},
    {"dataclass", torch::Role::dataclass},
    {"optional_type", torch::Role::optional_type},
    {"constant_type", torch::Role::constant_type},
    {"number_type", torch::Role::number_type},
    {"sequence_type", torch::Role::sequence_type},
    {"mapping_type", torch::Role::mapping_type},
    {"class_type", torch::Role::class_type},
    {"function_type", torch::Role::function_type},
    {"callable_type", torch::Role::callable_type},
    {"is_class", torch::Role::is_class},
    {"is_function", torch::Role::is_function},
    {"is_callable", torch::Role::is_callable},
    {"isinstance", torch::Role::isinstance},
    {"hasattr", torch::Role::hasattr},
    {"getattr", torch::Role::getattr},
    {"super", torch::Role::super},
    {"enumerate", torch::Role::enumerate},
    {"zip", torch::Role::zip},
    {"keyed", torch::Role::keyed},
    {"mapped", torch::Role::mapped},
    {"dict", torch::Role::dict},
    {"property", torch::Role::property},
    {"static_method", torch::Role::static_method},
    {"class_method", torch::Role::class_method},
    {"range", torch::Role::range},
    {"buffer_class", torch::Role::buffer_class},
    {"forward_hook", torch::Role::forward_hook},
    {"forward_pre_hook", torch::Role::forward_pre_hook},
    {"stand_in", torch::Role::stand_in},
    {"described", torch::Role::described},
    {"rare_dtype", torch::Role::rare_dtype},
    {"captures_scalars", torch::Role::captures_scalars},
    {"captures_shapes", torch::Role::captures_shapes},
    {"allows_rnn", torch::Role::allows_rnn},
    {"patches", torch::Role::patches},
    {"errors_on_break", torch::Role::errors_on_break},
    {"region", torch::Role::region},
    {"nonzero", torch::Role::nonzero},
    {"equal", torch::Role::equal},
    {"allclose", torch::Role::allclose},
    {"unsqueezes", torch::Role::unsqueezes},
    {"chooses", torch::Role::chooses},
    {"triangle", torch::Role::triangle},
    {"distances", torch::Role::distances},
    {"product", torch::Role::product},
    {"mm", torch::Role::mm},
    {"mv", torch::Role::mv},
    {"dot", torch::Role::dot},
    {"bmm", torch::Role::bmm},
    {"linear", torch::Role::linear},
    {"loss", torch::Role::loss},
    {"norm", torch::Role::norm},
    {"housekeeping", torch::Role::housekeeping},
    {"reads_number", torch::Role::reads_number},
    {"reads_truth", torch::Role::reads_truth},
    {"adds", torch::Role::adds},
    {"subtracts", torch::Role::subtracts},
    {"multiplies", torch::Role::multiplies},
    {"divides", torch::Role::divides},
    {"every", torch::Role::every},
    {"selects", torch::Role::selects},
    {"copies", torch::Role::copies},
    {"power", torch::Role::power},
    {"prod", torch::Role::prod},
    {"greatest", torch::Role::greatest},
    {"least", torch::Role::least},
    {"variance", torch::Role::variance},
    {"deviation", torch::Role::deviation},
    {"counts", torch::Role::counts},
    {"infinity", torch::Role::infinity},
    {"any", torch::Role::any},
    {"all", torch::Role::all},
    {"reorders", torch::Role::reorders},
    {"opaque", torch::Role::opaque},
    {"compiles", torch::Role::compiles},
    {"registers", torch::Role::registers},
    {"asks_gradients", torch::Role::asks_gradients},
    {"clears_gradients", torch::Role::clears_gradients},
    {"optimizes", torch::Role::optimizes},
    {"scripts", torch::Role::scripts},
    {"applies", torch::Role::applies},
};
inline constexpr Word<torch::Context> context_words[] = {
    {"resumable", torch::Context::resumable}, {"traced", torch::Context::traced}, {"skip", torch::Context::skip},
    {"split", torch::Context::split},         {"lost", torch::Context::lost},
};
inline constexpr std::string_view trait_words[] = {
    "pure",  "total",   "transparent", "in_place", "view",  "cuts",   "pointwise", "unit",   "indexes",
    "lifts", "unsaved", "forgets",     "strided",  "moves", "floats", "fixed",     "rowwise"};
inline constexpr std::string_view rule_words[] = {"GM101", "GM201", "GM301", "GM401", "GM402", "GM403", "GM501",
                                                  "GM502", "GM503", "GM504", "GM505", "GM506", "GM603"};

template <class Enum, std::size_t size>
[[nodiscard]] constexpr std::optional<Enum> find_word(const Word<Enum> (&words)[size], std::string_view text) {
    const auto found = std::ranges::find(words, text, &Word<Enum>::text);
    return found == std::end(words) ? std::nullopt : std::optional(found->value);
}

}  // namespace embed
