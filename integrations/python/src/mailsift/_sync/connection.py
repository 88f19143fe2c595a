# Generated from openapi.json by `npm run generate`. Do not edit.
"""Calls of the API: encoding, retries, decoding."""
from __future__ import annotations

import json
import platform
import urllib.parse
from dataclasses import dataclass, replace
from typing import Any, Iterator, Callable, Dict, Mapping, Optional, Type, TypeVar

from .._decode import decode
from .._http import Transport, Exchange
from .._retry import retry_delay
from .._version import __version__
from ..errors import ApiConnectionError, ApiError, read_api_error
from ..models import Download

Answer = TypeVar("Answer")
Model = TypeVar("Model")
USER_AGENT = f"mailsift-python/{__version__} Python/{platform.python_version()}"
CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class Connection:
    """The service and the token, for all calls of one client."""

    transport: Transport
    base_url: str
    token: str
    max_retries: int

    def but(self, **changes: Any) -> Connection:
        return replace(self, **changes)

    def send(
        self,
        model: Type[Model],
        path: str,
        *,
        method: str = "GET",
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Model:
        """Sends a call, with retries, and reads the response."""
        answer = self.send_raw(path, method=method, query=query, body=body, idempotency_key=idempotency_key)
        return decode(model, json.loads(answer))

    def send_raw(
        self,
        path: str,
        *,
        method: str = "GET",
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> bytes:
        headers = {"Accept": "application/json", "User-Agent": USER_AGENT, "SERVICE-EMAIL-API-TOKEN": self.token}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        content = None if body is None else json.dumps(body).encode()
        url = self.base_url + path + query_string(query or {})

        def attempt() -> bytes:
            exchange = Exchange(self.transport.pool, method, url, headers, content, self.transport.pool.timeout)
            answer = self.transport.run(exchange, exchange.read_whole)
            is_json = exchange.headers.get("content-type", "").startswith("application/json")
            # Anything else came from another server.
            if exchange.status == 204 or (200 <= exchange.status < 300 and is_json):
                return answer
            raise read_api_error(exchange.status, exchange.headers, answer)

        return self.with_retries(attempt)

    def with_retries(self, attempt: Callable[[], Answer]) -> Answer:
        retries = 0
        while True:
            try:
                return attempt()
            except (ApiError, ApiConnectionError) as error:
                delay = retry_delay(error, retries) if retries < self.max_retries else None
                if delay is None:
                    raise
            retries += 1
            self.transport.sleep(delay)

    def download(self, path: str) -> Iterator[bytes]:
        """The CSV of a download operation. A broken connection is resumed where it broke, with a new link."""
        offset = 0
        failures = 0
        while True:
            link = (self.send(Download, path)).download_url
            try:
                for chunk in self._read_from(link, offset):
                    offset += len(chunk)
                    failures = 0
                    yield chunk
                return
            except (ApiError, ApiConnectionError) as error:
                delay = retry_delay(error, failures) if failures < self.max_retries else None
                if delay is None:
                    raise
            failures += 1
            self.transport.sleep(delay)

    def _read_from(self, url: str, offset: int) -> Iterator[bytes]:
        # The link is signed and may point to another host, so the token is not sent.
        headers = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT}
        if offset > 0:
            headers["Range"] = f"bytes={offset}-"
        exchange = Exchange(self.transport.pool, "GET", url, headers, None, self.transport.pool.timeout)
        try:
            self.transport.run(exchange, exchange.start)
            # Nothing follows the last byte: the connection broke before the end of the response.
            if exchange.status == 416 and offset > 0:
                return
            if not 200 <= exchange.status < 300:
                answer = self.transport.run(exchange, exchange.read)
                raise read_api_error(exchange.status, exchange.headers, answer)
            # A store that ignores ranges starts again from the beginning, with the same bytes.
            skip = 0 if exchange.status == 206 else offset
            while True:
                chunk = self.transport.run(exchange, exchange.read, CHUNK_BYTES)
                if not chunk:
                    return
                if len(chunk) > skip:
                    yield chunk[skip:]
                skip = max(0, skip - len(chunk))
        finally:
            exchange.close()


def query_string(query: Mapping[str, Any]) -> str:
    given: Dict[str, Any] = {name: value for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""


def segment(value: str) -> str:
    return urllib.parse.quote(value, safe="")
