"""The service of the run, the proxy before it, and both clients behind one interface."""
import asyncio
import json
import os
import unittest
import urllib.request
from typing import Any, Optional

from mailsift import AsyncMailsift, Mailsift

SERVER = os.environ["MAILSIFT_SERVER"]


class Blocking:
    """The asynchronous client as if it were the synchronous one."""

    def __init__(self, inner: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._inner = inner
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, "aclose" if name == "close" else name)
        return self._call(value) if callable(value) else Blocking(value, self._loop)

    def __iter__(self) -> Any:
        items = self._inner.__aiter__()
        while True:
            try:
                yield self._loop.run_until_complete(items.__anext__())
            except StopAsyncIteration:
                return

    def _call(self, method: Any) -> Any:
        def run(*arguments: Any, **named: Any) -> Any:
            result = method(*arguments, **named)
            if asyncio.iscoroutine(result):
                return self._loop.run_until_complete(result)
            return Blocking(result, self._loop)

        return run


class ServiceCase(unittest.TestCase):
    """Runs with the synchronous client; a subclass with `is_async` runs the same with the other."""

    is_async = False

    def setUp(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.addCleanup(self.loop.close)
        self.mailsift = self.client()
        seen()

    def client(self, token: Optional[str] = None, **options: Any) -> Any:
        token = token or os.environ["MAILSIFT_TOKEN"]
        if not self.is_async:
            client: Any = Mailsift(token, SERVER, **options)
        else:
            client = Blocking(AsyncMailsift(token, SERVER, **options), self.loop)
        self.addCleanup(client.close)
        return client


def fail_next(method: str, path: str, how: Any) -> None:
    body = json.dumps({"method": method, "path": path, "how": how}).encode()
    urllib.request.urlopen(f"{SERVER}/_proxy/faults", data=body).close()


def problem(status: int, code: str, **headers: str) -> Any:
    body = json.dumps({"code": code, "title": code, "status": status, "detail": code})
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return {"status": status, "headers": {"content-type": "application/problem+json", **names}, "body": body}


def seen(method: Optional[str] = None, path: str = "") -> Any:
    """The requests since the last look."""
    with urllib.request.urlopen(f"{SERVER}/_proxy/seen") as response:
        requests = json.load(response)
    return [each for each in requests if method in (None, each["method"]) and each["path"].startswith(path)]
