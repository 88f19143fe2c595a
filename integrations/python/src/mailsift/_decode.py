"""Reads JSON into the models."""
import dataclasses
import typing
from functools import lru_cache
from typing import Any, Callable, Dict, List, Tuple, Type, TypeVar

Model = TypeVar("Model")
Decoder = Callable[[Any], Any]
# The name, the name in JSON, and how its value is read.
Field = Tuple[str, str, Decoder]


def decode(model: Type[Model], value: Dict[str, Any]) -> Model:
    fields: List[Field] = _fields(model)  # type: ignore[arg-type]
    return model(**{name: None if value.get(wire) is None else read(value[wire]) for name, wire, read in fields})


@lru_cache(maxsize=None)
def _fields(model: Any) -> List[Field]:
    types = typing.get_type_hints(model)
    return [
        (each.name, each.metadata.get("wire", each.name), _decoder(types[each.name]))
        for each in dataclasses.fields(model)
    ]


def _decoder(kind: Any) -> Decoder:
    arguments = typing.get_args(kind)
    origin = typing.get_origin(kind)
    if origin is typing.Union:
        return _decoder(arguments[0])
    if origin is list:
        read = _decoder(arguments[0])
        return lambda values: [read(value) for value in values]
    if dataclasses.is_dataclass(kind):
        model: Any = kind
        return lambda value: decode(model, value)
    return lambda value: value
