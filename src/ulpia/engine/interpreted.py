"""Compiled functions as plain Python: they compute the same and can be called before anything is compiled."""

import threading
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from ulpia.engine.jit import is_compiled, python_form

_lock = threading.RLock()
_globals: dict[int, dict[str, Any]] = {}
"""The globals of each module as interpreted functions see them, by the identity of those that compiled code sees."""


def as_python(function: Any) -> Any:
    """Return a function as plain Python, in which every compiled function that it calls is plain Python too."""
    source = getattr(function, "py_func", function)
    with _lock:
        names = _python_globals(source.__globals__)
    plain = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
    plain.__kwdefaults__ = source.__kwdefaults__
    return plain


def module_as_python(module: ModuleType) -> SimpleNamespace:
    """Return the contents of a module, with plain Python in place of its compiled functions."""
    with _lock:
        return SimpleNamespace(**_python_globals(vars(module)))


def _python_globals(names: dict[str, Any]) -> dict[str, Any]:
    if id(names) not in _globals:
        copy = _globals[id(names)] = dict(names)  # known before it is complete: functions of a module call each other
        for name, value in names.items():
            copy[name] = _python_value(value)
    return _globals[id(names)]


def _python_value(value: Any) -> Any:
    if is_compiled(value):
        return as_python(value)
    if isinstance(value, ModuleType) and any(is_compiled(each) for each in vars(value).values()):
        return module_as_python(value)
    return python_form(value)
