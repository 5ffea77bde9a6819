"""Dataclasses and named tuples that cost little until they are used: the standard library compiles
six methods for each of hundreds. Here methods are shared, and ``__init__`` is compiled only after
some instances. To type checkers and ``dataclasses.fields``, they are dataclasses."""

from __future__ import annotations

from collections import namedtuple
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

# Making this many instances without a compiled ``__init__`` takes as long as compiling it.
_UNCOMPILED = 20

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple


_tuple_class: Any = namedtuple  # of names that type checkers do not see
# The description of one field of a record, with the parameters of :func:`dataclasses.field`.
_Field: Any = _tuple_class(
    "_Field", "default default_factory init repr compare", defaults=(..., None, True, True, True)
)


def _dataclass(*, slots: bool = False, frozen: bool = False, eq: bool = True) -> Any:
    """Return the decorator ``dataclass`` of this module, which is fast: it compiles no methods."""

    def made(cls: Any) -> Any:
        """Return ``cls`` made again, since slots can only be set when a class is created."""
        body, inherited = dict(cls.__dict__), getattr(cls, "__record__", {})
        body = record_body(body, inherited, slots=slots, frozen=frozen, eq=eq)
        return type(cls)(cls.__name__, cls.__bases__, {**body, "__qualname__": cls.__qualname__})

    return made


def record_body(
    body: dict[str, Any], inherited: dict[str, Any], *, slots: bool, frozen: bool, eq: bool = True
) -> dict[str, Any]:
    """Return ``body`` with what makes its class a dataclass: slots and shared methods, as compiling
    them for each class makes programs start slowly. ``__left__`` counts records until ``__init__``
    is compiled; ``__parts__`` lets :func:`_replace` read the fields."""
    own = {}
    for name, kind in body.get("__annotations__", {}).items():
        if not str(kind).startswith("ClassVar"):
            default = body.pop(name, ...)  # a plain value in a class body
            own[name] = default if isinstance(default, _Field) else _Field(default=default)
    fields = {**inherited, **own}
    body.pop("__dict__", None)  # both belong to the class without slots
    body.pop("__weakref__", None)
    methods = {**_METHODS, **(_FROZEN if frozen else {}), **(_EQUAL if eq else {})}
    if eq and not frozen:
        methods["__hash__"] = None  # a changed record would be lost in a set
    compared = [name for name, described in fields.items() if described.compare]
    room = () if slots else ("__dict__",)
    return {
        **methods,
        **body,
        "__slots__": (*(name for name in own if name not in inherited), *room),
        "__match_args__": tuple(name for name, described in fields.items() if described.init),
        "__record__": fields,
        "__left__": _UNCOMPILED,
        "__parts__": None,
        "__compared__": attrgetter(*(compared or ["__class__"])),
        "__dataclass_fields__": _StandardFields(),  # made only if the standard library asks
    }


def annotations_of(cls: Any) -> dict[str, str]:
    """Return the annotation of each field of ``cls``, also inherited, as its text: callers look for
    names of types in it, some of which are imported only for type checkers."""
    written = (vars(base).get("__annotations__", {}) for base in reversed(cls.__mro__))
    return {name: kind for each in written for name, kind in each.items()}


def _first_init(self: Any, *args: Any, **named: Any) -> None:
    """Set the fields of a new record without compiling ``__init__``, for a fast start. After
    ``__left__`` records, or to raise for wrong arguments, the fast compiled one replaces it."""
    mro = type(self).__mro__
    owner: Any = next(cls for cls in mro if cls.__dict__.get("__init__") is _first_init)
    if owner.__left__ and _set_fields(owner, self, args, named):
        owner.__left__ -= 1
    else:
        owner.__init__ = _compiled_init(owner)
        owner.__init__(self, *args, **named)


def _set_fields(cls: Any, record: Any, args: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Set the fields without compiling ``__init__``; return whether the arguments fit."""
    values = dict(zip(cls.__match_args__, args, strict=False))
    if len(values) < len(args) or not named.keys().isdisjoint(values):
        return False
    values |= named
    for name, described in cls.__record__.items():
        if name in values and described.init:
            value = values.pop(name)
        elif described.default_factory:
            value = described.default_factory()
        elif described.default is not ...:
            value = described.default
        else:
            return False
        getattr(cls, name).__set__(record, value)
    if not values and hasattr(cls, "__post_init__"):
        record.__post_init__()
    return not values


def _compiled_init(cls: Any) -> Any:
    """Return ``__init__`` compiled for ``cls``: that takes time, but pays for many records."""
    names: dict[str, Any] = {"_missing": ...}
    frozen = cls.__setattr__ is _refuse_change
    head, body = ["self"], []
    for name, described in cls.__record__.items():
        names[f"_set_{name}"] = getattr(cls, name).__set__
        value = name
        if described.default_factory:
            names[f"_make_{name}"] = described.default_factory
            value = f"_make_{name}()"
            if described.init:
                head.append(f"{name}=_missing")
                value += f" if {name} is _missing else {name}"
        elif described.default is not ...:
            names[f"_default_{name}"] = described.default
            value = name if described.init else f"_default_{name}"
            head += [f"{name}=_default_{name}"] if described.init else []
        else:
            head.append(name)
        # Frozen records refuse assignment.
        body.append(f"_set_{name}(self, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(head)}):\n  " + "\n  ".join(body or ["pass"]), names)
    return names["__init__"]


def _repr(self: Any) -> str:
    """Return the text of a record as dataclasses have it; shared by all, for a fast start."""
    shown = (name for name, described in self.__record__.items() if described.repr)
    values = (f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _setstate(self: Any, state: list[Any]) -> None:
    """Set the fields of an unpickled record by their slots, since frozen ones refuse assignment."""
    for name, value in zip(self.__record__, state, strict=True):
        getattr(type(self), name).__set__(self, value)


def _eq(self: Any, other: Any) -> Any:
    """Whether two records of one class have equal compared fields; shared, for a fast start."""
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__compared__(self) == self.__compared__(other)


def hash_of_fields(self: Any) -> int:
    """Return the hash of the compared fields only, since equal records need equal hashes."""
    return hash(self.__compared__(self))


def _refuse_change(self: object, name: str, *_: object) -> NoReturn:
    """Raise the error of standard frozen dataclasses, importing their slow module only for that."""
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}")


_METHODS: dict[str, Any] = {
    "__init__": _first_init,
    "__repr__": _repr,
    "__getstate__": lambda self: [getattr(self, name) for name in self.__record__],
    "__setstate__": _setstate,
}
_FROZEN: dict[str, Any] = {"__setattr__": _refuse_change, "__delattr__": _refuse_change}
_EQUAL: dict[str, Any] = {"__eq__": _eq, "__hash__": hash_of_fields}


def _replace(record: Any, **changes: Any) -> Any:
    """Return a copy of ``record`` with ``changes``, fast: fields are read at once, by position."""
    kind = record.__class__
    if kind.__parts__ is None:
        names = kind.__match_args__
        one = lambda record: [getattr(record, names[0])]  # noqa: E731 - attrgetter makes no list
        read = attrgetter(*names) if len(names) > 1 else one
        kind.__parts__ = read, {name: at for at, name in enumerate(names)}
    read, places = kind.__parts__
    values = [*read(record)]
    for name, value in changes.items():
        values[places[name]] = value
    return kind(*values)


class _TupleMaker(type):
    """Makes a named tuple from a class body as ``typing`` does, but fast: it analyses no types."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Return ``body`` as a named tuple; the base, without fields, is made like any class."""
        if not bases:
            return super().__new__(cls, name, bases, body)
        fields = body["__annotations__"]
        defaults = [body.pop(field) for field in fields if field in body]
        base = _tuple_class(name, fields, defaults=defaults)
        return type(name, (base,), {"__slots__": (), **body})


class _NamedTuple(metaclass=_TupleMaker):
    """The base that makes a class body with annotated fields a named tuple, by its metaclass."""


class _StandardFields:
    """The attribute that ``dataclasses`` functions such as ``fields`` look up in a class."""

    def __get__(self, _: object, cls: Any) -> Any:
        """Return what a standard dataclass with the fields of ``cls`` has there: made on first use,
        in place of this, since few programs call these functions, and making it is slow."""
        import dataclasses

        kinds, fields = annotations_of(cls), []
        for name, of in cls.__record__.items():
            described = dataclasses.field(
                default=dataclasses.MISSING if of.default is ... else of.default,
                default_factory=of.default_factory or dataclasses.MISSING,
                init=of.init,
                repr=of.repr,
                compare=of.compare,
            )
            fields.append((name, kinds[name], described))
        made: Any = dataclasses.make_dataclass(cls.__name__, fields)
        cls.__dataclass_fields__ = made.__dataclass_fields__
        return made.__dataclass_fields__


if not TYPE_CHECKING:
    dataclass, field, replace, NamedTuple = _dataclass, _Field, _replace, _NamedTuple
