"""Inner functions: no machine code, no reference counts, the same results."""

import numpy as np
import pytest
from numba.core.errors import NumbaError

from ulpia.engine import inner_functions
from ulpia.engine.jit import INTERPRETED, compiled, compiled_with_arrays, never_inlined, njit

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def test_the_installed_numba_has_what_is_overridden() -> None:
    """Without it everything works, but the first start takes twice as long and games are slower."""
    assert inner_functions.options()
    assert inner_functions.options_without_references()


def test_another_version_of_numba_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inner_functions, "OVERRIDDEN", ("renamed",))
    monkeypatch.setattr(inner_functions, "CPUTargetOptions", object)
    assert inner_functions.options() == {}
    assert inner_functions.options_without_references() == {}


def test_an_inner_function_is_called_and_has_no_machine_code() -> None:
    @compiled
    def double(number: int) -> int:
        return 2 * number

    def call(number: int) -> int:
        return double(number) + double(number + 1)

    assert njit(call)(20) == 82
    (result,) = double.overloads.values()  # type: ignore[attr-defined]
    assert isinstance(result.library, inner_functions.InnerLibrary)
    assert result.library.get_pointer_to_function(result.fndesc.llvm_func_name) == 0


def test_an_inner_function_that_creates_an_array_is_refused() -> None:
    @compiled
    def create() -> float:
        return float(np.zeros(3)[0])

    with pytest.raises(NumbaError, match="NRT"):
        njit(lambda: create())()


def test_a_check_may_create_arrays() -> None:
    @compiled_with_arrays
    def total(size: int) -> float:
        return float(np.ones(size).sum())

    @compiled
    def call(size: int) -> float:
        return total(size) + 1

    assert njit(lambda size: call(size))(3) == 4


def test_a_function_that_is_never_inlined_stays_one() -> None:
    @compiled
    def long(number: int) -> int:
        never_inlined()
        return number + 1

    def call(number: int) -> int:
        return long(number) + long(number + 1)

    calling = njit(call)
    assert calling(20) == 43
    (code,) = calling.inspect_llvm().values()
    assert "noinline" in code
