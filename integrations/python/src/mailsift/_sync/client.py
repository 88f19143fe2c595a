# Generated from openapi.json by `npm run generate`. Do not edit.
"""The client."""
from __future__ import annotations

import os
import re
from types import TracebackType
from typing import Iterable, Mapping, Optional, Type, TypeVar

from .._http import Transport
from ..models import DomainReport, Insight, ValidationResult
from .bulk import Bulk, Groups, new_idempotency_key
from .connection import Connection, segment
from .contacts import Contacts, Suppressions
from .csv import Csv, Uploads

Client = TypeVar("Client", bound="Mailsift")


class Mailsift:
    """A client of one Mailsift service, for one token.

    `max_retries` are the retries of a call after its first attempt. `timeout` is the longest wait in seconds for the
    network in one attempt, except uploads.
    """

    def __init__(
        self,
        token: str,
        base_url: str = "http://127.0.0.1:3000",
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
    ) -> None:
        if not re.match(r"https?://", base_url):
            raise ValueError("base_url is not an http or https URL")
        # A token with other characters would fail later, in a message that shows it.
        if not re.fullmatch(r"[\x21-\x7e]+", token.strip()):
            raise ValueError("The token is empty or has characters that no token has")
        root = re.sub(r"/*(/v1)?/*$", "", base_url, count=1)
        self._transport = Transport(timeout)
        self._connection = connection = Connection(self._transport, root, token.strip(), max_retries)
        self.bulk = Bulk(connection)
        self.groups = Groups(connection)
        self.uploads = Uploads(connection)
        self.csv = Csv(connection, self.groups, self.uploads)
        self.contacts = Contacts(connection)
        self.suppressions = Suppressions(connection)

    @classmethod
    def from_env(
        cls: Type[Client],
        environment: Mapping[str, str] = os.environ,
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
    ) -> Client:
        """Uses MAILSIFT_TOKEN and MAILSIFT_SERVER, like the command line."""
        token = environment.get("MAILSIFT_TOKEN", "").strip()
        if not token:
            raise ValueError("MAILSIFT_TOKEN is not set: set it to an API token, ms_r_… or ms_w_…")
        server = environment.get("MAILSIFT_SERVER", "").strip() or "http://127.0.0.1:3000"
        return cls(token, server, max_retries=max_retries, timeout=timeout)

    def validate(
        self, email: str, *, validate_domain: bool = False, idempotency_key: Optional[str] = None
    ) -> ValidationResult:
        """Validates one address. A malformed one raises InvalidRequestError with the code `invalid_email`."""
        query = {"email": email, "validate_domain": int(validate_domain)}
        # A retry whose first response was lost is billed once.
        key = idempotency_key or new_idempotency_key()
        return self._connection.send(ValidationResult, "/v1/emails/validate", query=query, idempotency_key=key)

    def insight(
        self,
        email: str,
        *,
        policy: Optional[str] = None,
        allow: Iterable[str] = (),
        caution: Iterable[str] = (),
        refuse: Iterable[str] = (),
        validate_domain: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Insight:
        """Validates for a purpose: also returns a tier, the reasons and a suggestion.

        `policy` is sign-up, marketing, b2b or one that you saved. `allow`, `caution` and `refuse` change how single
        reasons count: `allow=["role"]`.
        """
        query = {
            "email": email,
            "policy": policy,
            "allow": ",".join(allow) or None,
            "caution": ",".join(caution) or None,
            "refuse": ",".join(refuse) or None,
            "validate_domain": int(validate_domain),
        }
        key = idempotency_key or new_idempotency_key()
        return self._connection.send(Insight, "/insight/emails/validate", query=query, idempotency_key=key)

    def domain(self, domain: str) -> DomainReport:
        """Mail hosts, registration and mail posture of a domain; uses no credit."""
        return self._connection.send(DomainReport, f"/insight/domains/{segment(domain)}")

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def __enter__(self: Client) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
