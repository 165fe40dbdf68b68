"""How Numba compiles a function that only compiled code calls: without machine code of its own.

Numba optimises every function together with everything it calls and translates it to machine code, also when only
other compiled functions call it, which take its LLVM code into theirs. Rules are hundreds of small functions, so this
was more than half of the work. Here an inner function stays LLVM code as it was written; the entry point that
contains it is optimised and translated as a whole.

The classes below override internals of Numba, which another version may have renamed. `options` then leaves them
out: compiling takes longer, and the compiled code computes the same.
"""

from typing import Any

from numba.core import codegen, compiler, types
from numba.core.cpu import CPUTargetOptions
from numba.extending import intrinsic

Library: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler

OVERRIDDEN = (
    "codegen",
    "get_pointer_to_function",
    "_optimize_final_module",
    "_finalize_final_module",
    "_finalize_dynamic_globals",
    "_verify_declare_only_symbols",
)


class NoEnvironment:
    """Takes the place of a code generator where Numba stores the objects a machine function refers to."""

    def set_env(self, _name: str, _environment: object) -> None:
        """Store nothing: there is no machine function."""


class InnerLibrary(Library):  # type: ignore[misc]
    """LLVM code that is neither optimised nor translated."""

    codegen = NoEnvironment()

    def _optimize_final_module(self) -> None:
        """Leave the optimisation to the entry point."""

    def _finalize_final_module(self) -> None:
        """Make the code ready to be taken into other functions, and for nothing else."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return 0, which means: no such machine function."""
        self._ensure_finalized()
        return 0


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with an `InnerLibrary` as the place for the result."""

    def __init__(self, typing: Any, target: Any, _library: Any, *others: Any) -> None:
        library = InnerLibrary(target.codegen(), "inner")
        library.enable_object_caching()
        super().__init__(typing, target, library, *others)


def options() -> dict[str, Any]:
    """The options of `numba.njit` that choose the classes above, if this version of Numba has what they override."""
    known = all(hasattr(Library, name) for name in OVERRIDDEN)
    return {"pipeline_class": InnerCompiler} if known else {}


def options_without_references() -> dict[str, Any]:
    """The option of `numba.njit` for code that counts no references, if this version of Numba has it.

    Rules create no arrays, and their callers in Python keep the arrays alive. Without the counting, random games are a
    seventh faster. A function that creates an array is refused when it is compiled.
    """
    return {"_nrt": False} if hasattr(CPUTargetOptions, "_nrt") else {}


@intrinsic
def never_inlined(_typing: Any) -> Any:
    """Keep the function that calls this from being copied to where it is called."""

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), generate
