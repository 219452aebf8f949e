// What torch, numpy and Python APIs are, as data: the JSON rows beside this file, made into sorted constant tables at
// build time. The interpreter looks names up here and decides nothing by the name of an API itself.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace torch {

struct Release {
    int major = 0;
    int minor = 0;
    constexpr auto operator<=>(const Release&) const = default;
};

// What kind of value a call of the function, or a read of the attribute, gives. Words of the lattice (values/value.h).
enum class Gives : std::uint8_t {
    unknown,
    tensor,
    tensors,       // a tuple or list of tensors, of unknown length
    number,        // a Python number or bool that the data of a tensor decides: item()
    numbers,       // a (nested) list of such numbers: tolist()
    shape_number,  // guarded, not data: size(0), numel(), len()
    shape,         // a tuple of shape numbers
    constant,      // known while tracing, and not known here: dtype, device, is_available()
    none,
    array,   // a numpy array or scalar, traced as a tensor
    module,  // an instance of nn.Module
    object,  // a Python object that holds no tensors as far as known; the row may name its `class_`
    logger,
    self,            // the receiver or the first argument itself
    class_instance,  // the row is a class, and calling it makes an instance of it
    arithmetic,      // what an operator on the arguments would give: abs(), sum(), pow(), min()
    converted,       // a Python number, decided by data or shapes as far as the arguments are: int(), math.floor()
    elements,        // a container of what the arguments hold: list(), sorted(), zip()
    element,         // one of what the first argument holds: next()
};

// The last seven are relative to tensor arguments, the first one (or the receiver). A `dtype` argument wins.
enum class Dtype : std::uint8_t {
    unknown,
    boolean,
    integer,
    floating,
    complex,
    same_dtype,
    real,      // the same, but floating for complex: abs()
    floated,   // the same if floating or complex, else floating: exp()
    summed,    // the same if floating or complex, else integer: sum()
    content,   // that of the numbers in the first argument: tensor([1, 2])
    promoted,  // that all arguments together promote to: outer()
    cast,      // the same, or that of a dtype or tensor among the arguments: to()
};

// How the shape of a given tensor follows from the arguments. `same` and `broadcast` speak of the dtype as well, unless
// the row has a dtype of its own.
enum class Shape : std::uint8_t {
    unknown,
    rank0,      // no dimensions
    rank1,      // one dimension
    same,       // shape, dtype and device of the first tensor argument
    same_size,  // shape of the first tensor argument; another dtype
    reduce,     // rank 0 without the argument `given` (`dim`, also spelled `axis`), otherwise unknown
    content,    // as deep as the lists in the first argument are
    sized,      // the sizes are the first argument, or all that have no names: zeros(2, 3), rand([])
    broadcast,  // shape and dtype that all tensor arguments promote to
};

// When a call breaks the graph.
enum class When : std::uint8_t {
    never,
    always,
    tensor_argument,    // some argument is a tensor (or holds one), and `argument` is not given
    tensor_second,      // the second argument (after the receiver, if any) is a tensor, and `argument` is not given
    missing_argument,   // the argument `argument` is not given
    given_argument,     // it is given (and not None, False)
    single_argument,    // called with one argument: torch.where(c)
    no_constants,       // `argument` is given, and the first one is an iterator, or holds tensors
    float_tensor,       // the receiver is known to be a floating tensor
    integer_tensor,     // the receiver is not known to be a floating tensor
    array_argument,     // some argument is a numpy array or a tensor
    not_false,          // the argument `argument` is not given, or it may be something else than False
    computed_receiver,  // the receiver is a tensor that is made inside of the compiled code
    computed_tensor,    // a tensor that is no input of the compiled code stands where a number belongs (`numbers`)
    library_class,      // the first argument is a class, and none of the program
    deep_tensor,        // some argument is a tensor, or holds one at any depth, as a dataclass does
    array_key,          // the first argument is a numpy array, or holds one: `d[labels[0]]`, `set(labels)`
    recording,          // where gradients are recorded
};

// What a call makes of a Python number that was a constant when the code was first compiled: an int or float argument,
// a size. Dynamo keeps it as a symbol from the second value on, unless the call needs to know it.
enum class Later : std::uint8_t {
    never,
    recompile,   // takes the value for a constant: each new one compiles again
    late,        // cannot take a symbol: breaks
    late_input,  // the same of an argument itself and of containers; what is computed from it is a constant
};

// APIs that mean something to the analysis itself.
enum class Role : std::uint8_t {
    none,
    compile,       // torch.compile
    disable,       // torch.compiler.disable, torch._dynamo.disable
    module_class,  // torch.nn.Module
    module_list,   // containers of modules: ModuleList, Sequential
    module_dict,
    tensor_class,    // torch.Tensor, as an annotation and in isinstance
    function_class,  // torch.autograd.Function
    applies,         // ... and its apply
    is_tensor,       // torch.is_tensor(x)
    no_grad,         // grad mode off inside
    print,
    emits,             // a record or a warning: Logger.info, warnings.warn
    logger_factory,    // logging.getLogger
    partial,           // functools.partial
    wraps,             // decorators that leave the function as it is: functools.wraps, lru_cache
    checkpoint,        // calls its first argument
    random,            // draws from a generator: not to be repeated or left out
    forward_hook,      // hands a module what it runs behind its forward
    forward_pre_hook,  // ... in front of it
    namedtuple,
    dataclass,
    optional_type,  // typing.Optional, Union...
    constant_type,  // int, str, torch.dtype, torch.device: as an annotation, a value that is known while tracing
    number_type,    // int, float: a number argument
    sequence_type,  // list, tuple, typing.List, Sequence: as an annotation, a container of its parameters
    mapping_type,   // dict, typing.Dict
    nonzero,        // the places of what is not zero: nonzero()
    equal,          // whether two tensors hold the same: equal()
    allclose,       // ... or nearly
    every,          // true where it is asked of nothing: the method all()
    selects,        // the elements under a mask: masked_select()
    copies,         // writes its argument into its receiver: copy_()
    reads_number,   // the number in a tensor: item()
    reads_truth,    // whether that is not zero: is_nonzero()
    unsqueezes,     // adds a dimension of one: unsqueeze()
    chooses,        // by its first argument, element by element: torch.where(c, a, b)
    triangle,       // half of a matrix, of tensors that have two dimensions at least: tril()
    product,        // what the operator @ does: matmul()
    mm,             // the same of two matrices,
    mv,             // of a matrix and a vector,
    dot,            // of two vectors,
    bmm,            // of two batches of matrices,
    linear,         // and of a tensor and a matrix that is turned around
    distances,      // of each row of one matrix to each of another: cdist()
    loss,           // how far two floating tensors of one shape and dtype are apart, whatever they hold: mse_loss()
    norm,           // no data makes it raise, unless it is asked for the nuclear one: norm()
    power,          // pow()
    prod,           // all elements multiplied: prod()
    greatest,       // one of its elements: max(), amax()
    least,
    variance,  // var(), std()
    deviation,
    adds,  // as the operator does, of two operands: add()
    subtracts,
    multiplies,
    divides,
    counts,    // how often each whole number occurs: bincount()
    infinity,  // torch.inf
    any,       // any(), all(): the truth of what an iterator gives
    all,
    class_type,     // builtins.type, in isinstance: all classes are instances of it
    function_type,  // types.FunctionType: all functions that Python defines
    callable_type,  // typing.Callable: both
    is_class,       // functions that ask the same: inspect.isclass(), isfunction(), callable()
    is_function,
    is_callable,
    isinstance,  // the builtins that the interpreter has to understand
    hasattr,
    getattr,
    super,
    enumerate,
    keyed,  // compares what its argument `key` makes of the items: sorted()
    zip,
    mapped,  // calls its first argument with the items of the others: map()
    dict,
    property,  // a decorator: the attribute is what the method gives
    static_method,
    class_method,
    range,
    buffer_class,      // a tensor that is registered when it becomes an attribute of a module: nn.Buffer
    stand_in,          // told of by a row for want of its source
    described,         // a package that is told of by rows, and whose source is not read
    rare_dtype,        // a dtype that tensors have only where a program asks for it: torch.float16
    captures_scalars,  // options of Dynamo: what it makes part of the graph
    captures_shapes,
    allows_rnn,
    patches,           // sets such options: a decorator, or around a call
    errors_on_break,   // a break below it is an error, or none again
    region,            // a decorator: the function becomes one operator of the graph
    reorders,          // makes a function of its argument that runs behind the graph
    opaque,            // makes an operator of its argument, whose code is not traced: custom_op
    compiles,          // with its `argument`: compiles what it is given, which is not seen here
    registers,         // self.register_buffer(name, tensor): makes an attribute
    asks_gradients,    // of autograd, for what it is called of or given first: backward(), torch.autograd.grad()
    clears_gradients,  // of parameters: zero_grad()
    optimizes,         // changes parameters by their gradients: step()
    housekeeping,      // gives nothing, and only the machine is told of it: gc.collect(), torch.cuda.synchronize()
    scripts,           // makes a module that is not traced of its argument, if that is a module: torch.jit.script
};

// What a `with` on it does to a break inside.
enum class Context : std::uint8_t {
    none,       // not known to be a context manager
    resumable,  // Dynamo enters it again behind the break: a split
    traced,     // captured, but a break inside loses the frame
    skip,       // entering it loses the frame
    split,      // entering it splits the graph
    lost,       // no context manager: a break of it loses the frame, wherever it stands
};

// What an operation demands before it may run although the program would not have run it.
struct Traits {
    bool pure : 1 = false;         // no effect, no random numbers, fresh result
    bool total : 1 = false;        // cannot raise for tensors on which it is applied elementwise, whatever their data
    bool transparent : 1 = false;  // a zero gradient stays zero through it, for any data
    bool in_place : 1 = false;     // writes to its receiver
    bool view : 1 = false;         // the result may share storage with the receiver
    bool cuts : 1 = false;         // no gradient flows from the result to the arguments: detach()
    bool pointwise : 1 = false;    // each element of the result depends on the elements at its place: fits every shape
    bool unit : 1 = false;         // draws from 0 up to 1, and never 1 itself
    bool indexes : 1 = false;      // an index out of range is an IndexError, but a RuntimeError under inductor
    bool lifts : 1 = false;        // its numbers may be tensors without dimensions, of the dtype of the first one
    bool unsaved : 1 = false;      // no backward needs the result, which may be written to
    bool forgets : 1 = false;      // ... nor the tensors among the arguments
    bool strided : 1 = false;      // what it gives, or raises, depends on how the elements lie in memory: view()
    bool moves : 1 = false;        // the result may live on another device: cuda()
    bool floats : 1 = false;       // raises for tensors of whole numbers: mean()
    bool fixed : 1 = false;        // no effect, and the same answer as long as the process runs: os.cpu_count()
    bool rowwise : 1 = false;      // what lies along the last dimension meets, and nothing else does: linear()
    bool operator==(const Traits&) const = default;
};

// One of the tensors in a tuple with names: `values` of what topk() gives.
struct Field {
    std::string_view name;
    Dtype dtype = Dtype::unknown;
    bool operator==(const Field&) const = default;
};

// Of an operation that is asked element by element, what it gives for 0, 1/2 and 1, if that and its slope there are
// finite; of several tensors, what it gives where all hold this.
inline constexpr float not_finite = std::numeric_limits<float>::quiet_NaN();
struct At {
    float zero = not_finite, half = not_finite, one = not_finite;
};

// Some of the arguments of a call, by position and by name.
struct ArgumentSet {
    std::uint32_t positions = 0;  // bit i: the one at position i, without the receiver; the last bit: all behind, too
    std::string_view names{};     // " k dim ": between spaces
    [[nodiscard]] bool holds(std::size_t position) const;
    [[nodiscard]] bool holds(std::string_view name) const;
    [[nodiscard]] bool empty() const { return positions == 0 && names.empty(); }
    bool operator==(const ArgumentSet&) const = default;
};

struct Row {
    std::string_view name;  // "torch.nonzero", "torch.Tensor.item", "logging.Logger.info"; "tqdm.*": all below
    Gives gives = Gives::unknown;
    Dtype dtype = Dtype::unknown;
    Shape shape = Shape::unknown;
    std::string_view given{};  // with this argument (not None, not False) ...
    std::int8_t given_position = -1;
    Gives given_gives = Gives::unknown;  // ... it gives this instead: max(dim), nonzero(as_tuple), where(c, a, b)
    Dtype given_dtype = Dtype::unknown;  // without a shape, unknown is as without the argument
    Shape given_shape = Shape::unknown;
    std::span<const Field> fields{};  // of Gives::tensors, where they have names
    std::uint32_t tensors = 0;        // bit i: the argument at position i of a function has to be a tensor
    When when = When::never;          // breaks when called (a method or function) or read (an attribute)
    std::string_view argument{};      // of When; positions count from 0 without the receiver, -1 is keyword only
    std::int8_t position = -1;
    ArgumentSet numbers{};              // ... of which When::computed_tensor speaks
    bool rows = false;                  // where all is one graph, the data may decide how many rows its tensors have
    ArgumentSet symbols{};              // ... and what numbers these arguments are, or the lists of numbers
    std::string_view gb{};              // "GB0036"
    std::string_view rule{};            // "GM301": the rule that speaks for it
    Later later = Later::never;         // with a number that has changed since the code was compiled ...
    std::string_view later_argument{};  // ... as this argument; empty: any, if there are no tensors among them
    std::int8_t later_position = -1;
    std::string_view mask{};  // the argument that has to be a bool tensor: where(condition), masked_fill(mask)
    std::int8_t mask_position = -1;
    Role role = Role::none;
    Context context = Context::none;  // with When::never, gb and rule say how a `with` on it breaks
    std::optional<bool> value{};      // what it is inside a compiled region: is_compiling() is true
    Traits traits{};
    At at{};
    std::string_view class_{};   // of Gives::object: the class that it is an instance of, where its members are found
    std::string_view base{};     // of a class: the class it derives from, where its other members are found
    std::string_view python{};   // the function of Python that gives the same of numbers: math.sqrt
    std::string_view instead{};  // what is traced and gives the same: "list: list($1) | dict: dict($1)"
    std::string_view stands_for{};  // of an alias: the name that has the row
    const Row* also = nullptr;      // another condition (when ... rule) under which the same API breaks
    Release since{0, 0};            // the row holds from here
    Release until{99, 0};           // and before here

    // "item" of "torch.Tensor.item"
    [[nodiscard]] constexpr std::string_view last_word() const { return name.substr(name.rfind('.') + 1); }
};

// Classes whose members the interpreter looks up by the kind of a value.
inline constexpr std::string_view builtins = "builtins";
inline constexpr std::string_view tensor_class = "torch.Tensor";
inline constexpr std::string_view module_class = "torch.nn.Module";
inline constexpr std::string_view array_class = "numpy.ndarray";
inline constexpr std::string_view logger_class = "logging.Logger";
inline constexpr std::string_view int_class = "builtins.int";
inline constexpr std::string_view float_class = "builtins.float";
inline constexpr std::string_view str_class = "builtins.str";
inline constexpr std::string_view list_class = "builtins.list";
inline constexpr std::string_view tuple_class = "builtins.tuple";
inline constexpr std::string_view set_class = "builtins.set";
inline constexpr std::string_view dict_class = "builtins.dict";

// Rows of the user's own, which win over the built-in ones. Made for one release, and never changed.
struct OwnRows {
    std::vector<Row> rows;              // sorted by name
    std::shared_ptr<const void> texts;  // what they point to
    std::string source;                 // what they were read from
};

// What is known of one release of torch.
struct Knowledge {
    Release release;
    std::shared_ptr<const OwnRows> own;

    Knowledge(Release of, std::shared_ptr<const OwnRows> rows = nullptr) : release(of), own(std::move(rows)) {}
};

// The row that holds for the release: the exact name, else the nearest "prefix.*". Aliases are rows of their own.
[[nodiscard]] const Row* find(std::string_view name, const Knowledge& knowledge);
// The row of a member of a class, or of the classes it derives from: of "torch.Tensor" and "item". No prefix rows.
[[nodiscard]] const Row* find_member(std::string_view class_name, std::string_view member, const Knowledge& knowledge);
[[nodiscard]] bool is_subclass(std::string_view class_name, std::string_view base, const Knowledge& knowledge);
// Whether the name is that of a module of Python, not of what is in one, whose use alone makes Dynamo compile a frame:
// torch itself, one below it, numpy.
[[nodiscard]] bool draws_dynamo(std::string_view name, const Knowledge& knowledge);
// The name that a re-export stands for: "torch.nn.modules.linear.Linear" -> "torch.nn.Linear", others -> themselves.
[[nodiscard]] std::string_view canonical(std::string_view name, const Knowledge& knowledge);
[[nodiscard]] std::span<const Row> rows();  // sorted by name, then since

// PyTorch's graph-break registry.
struct Break {
    std::string_view id;    // "GB0170"
    std::string_view type;  // "Data-dependent branching"
    std::string_view explanation;
    std::string_view hints;  // joined by newlines
};
[[nodiscard]] const Break* find_break(std::string_view id);
[[nodiscard]] std::span<const Release> releases();  // the torch versions that the rows were taken from, oldest first

}  // namespace torch
