"""HTTP by the standard library: one exchange at a time on a connection, and two ways to run it."""
from __future__ import annotations

import asyncio
import base64
import contextlib
import http.client
import socket
import ssl
import time
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, TypeVar, Union

from .errors import ApiConnectionError

Answer = TypeVar("Answer")
Body = Union[bytes, Iterable[bytes], None]
Origin = Tuple[str, str]

# Servers close idle connections after five seconds and more.
IDLE_MAX_SECONDS = 4.0
THREADS_MAX_COUNT = 32
BROKEN = (OSError, http.client.HTTPException)


class Pool:
    """Idle connections, for the next exchange with the same origin."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self._tls = ssl.create_default_context()
        self._idle: Dict[Origin, List[Tuple[float, http.client.HTTPConnection]]] = {}

    def take(self, origin: Origin) -> Optional[http.client.HTTPConnection]:
        while True:
            try:
                since, connection = self._idle.get(origin, []).pop()
            except IndexError:
                return None
            if time.monotonic() - since < IDLE_MAX_SECONDS:
                return connection
            connection.close()

    def put(self, origin: Origin, connection: http.client.HTTPConnection) -> None:
        self._idle.setdefault(origin, []).append((time.monotonic(), connection))

    def connect(self, origin: Origin, timeout: float) -> http.client.HTTPConnection:
        scheme, netloc = origin
        host = urllib.parse.urlsplit(f"//{netloc}").hostname or ""
        proxy = proxy_of(origin)
        if proxy is None:
            return self._connection(scheme, netloc, timeout)
        connection = self._connection(scheme, f"{proxy.hostname}:{proxy.port or 80}", timeout)
        if scheme == "https":
            connection.set_tunnel(host, urllib.parse.urlsplit(f"//{netloc}").port or 443, headers=proxy_headers(proxy))
        return connection

    def _connection(self, scheme: str, netloc: str, timeout: float) -> http.client.HTTPConnection:
        if scheme == "https":
            return http.client.HTTPSConnection(netloc, timeout=timeout, context=self._tls)
        return http.client.HTTPConnection(netloc, timeout=timeout)

    def close(self) -> None:
        for connections in self._idle.values():
            for _, connection in connections:
                connection.close()
        self._idle.clear()


def proxy_of(origin: Origin) -> Optional[urllib.parse.SplitResult]:
    """The proxy of HTTPS_PROXY, HTTP_PROXY and NO_PROXY."""
    scheme, netloc = origin
    if urllib.request.proxy_bypass(netloc):
        return None
    url = urllib.request.getproxies().get(scheme)
    return urllib.parse.urlsplit(url if "//" in url else f"//{url}") if url else None


def proxy_headers(proxy: urllib.parse.SplitResult) -> Dict[str, str]:
    if proxy.username is None:
        return {}
    password = urllib.parse.unquote(proxy.password or "")
    credentials = f"{urllib.parse.unquote(proxy.username)}:{password}".encode()
    return {"Proxy-Authorization": f"Basic {base64.b64encode(credentials).decode()}"}


class Exchange:
    """One request and its response. Any thread may abort it."""

    status: int
    headers: http.client.HTTPMessage

    def __init__(self, pool: Pool, method: str, url: str, headers: Mapping[str, str], body: Body, timeout: float) -> None:
        parts = urllib.parse.urlsplit(url)
        self._pool = pool
        self._origin = (parts.scheme, parts.netloc)
        self._request = (method, parts._replace(scheme="", netloc="", fragment="").geturl() or "/", body, dict(headers))
        self._url = url
        self._timeout = timeout
        self._connection: Optional[http.client.HTTPConnection] = None
        self._aborted = False

    def start(self) -> None:
        """Sends the request and reads the head of the response."""
        reused = self._pool.take(self._origin) if self._is_repeatable() else None
        if reused is not None:
            try:
                return self._start_on(reused)
            except BROKEN:
                # The server closed the idle connection; a new one shows whether it is there.
                reused.close()
        with connecting():
            self._start_on(self._pool.connect(self._origin, self._timeout))

    def _is_repeatable(self) -> bool:
        return isinstance(self._request[2], (bytes, type(None)))

    def _start_on(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        if self._aborted:
            raise ConnectionAbortedError("the call was canceled")
        method, target, body, headers = self._request
        proxy = proxy_of(self._origin)
        if proxy is not None and self._origin[0] == "http":
            target, headers = self._url, {**headers, **proxy_headers(proxy)}
        if connection.sock is not None:
            connection.sock.settimeout(self._timeout)
        lost: Optional[OSError] = None
        try:
            connection.request(method, target, body=body, headers=headers)
        except (BrokenPipeError, ConnectionResetError) as error:
            # A server may respond before it has read everything, and close.
            lost = error
        try:
            self._response = connection.getresponse()
        except BROKEN as error:
            raise lost or error
        self.status = self._response.status
        self.headers = self._response.headers

    def read(self, amount: Optional[int] = None) -> bytes:
        """The next bytes of the body, or the rest. Empty at the end."""
        with connecting():
            piece = self._response.read(amount) if amount is None else self._response.read1(amount)
            if not piece and amount is not None and self._response.length:
                raise http.client.IncompleteRead(b"", self._response.length)
        if self._response.isclosed() and not self._response.will_close and self._connection:
            self._pool.put(self._origin, self._connection)
            self._connection = None
        return piece

    def read_whole(self) -> bytes:
        self.start()
        try:
            return self.read()
        finally:
            self.close()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def abort(self) -> None:
        self._aborted = True
        sock = self._connection.sock if self._connection else None
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def connecting() -> Any:
    try:
        yield
    except BROKEN as error:
        raise ApiConnectionError(f"The connection to the service failed: {error or type(error).__name__}") from error


class Transport:
    """Runs exchanges in the calling thread."""

    def __init__(self, timeout: float) -> None:
        self.pool = Pool(timeout)

    def run(self, _exchange: Exchange, work: Callable[..., Answer], *arguments: Any) -> Answer:
        return work(*arguments)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        self.pool.close()


class AsyncTransport:
    """Runs exchanges in threads. A canceled call closes its connection, which ends its thread."""

    def __init__(self, timeout: float) -> None:
        self.pool = Pool(timeout)
        self._threads = ThreadPoolExecutor(THREADS_MAX_COUNT, thread_name_prefix="mailsift")

    async def run(self, exchange: Exchange, work: Callable[..., Answer], *arguments: Any) -> Answer:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*arguments))
        except asyncio.CancelledError:
            exchange.abort()
            raise

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        self.pool.close()
        self._threads.shutdown(wait=False)
