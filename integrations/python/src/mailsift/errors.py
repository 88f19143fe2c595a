"""The errors of this client. All extend MailsiftError."""
from __future__ import annotations

import email.utils
import json
import time
from email.message import Message
from typing import Any, Dict, List, Optional, Type

from ._decode import decode
from .models import FieldProblem, Group, ValidationResult


class MailsiftError(Exception):
    """The base of all errors of this client."""


class ApiConnectionError(MailsiftError):
    """The service could not be reached, or the connection broke before the response was complete."""


class WaitTimeoutError(MailsiftError):
    """The list was not finished within the `timeout` of `wait`. The service continues to process it."""


class CsvRefusedError(MailsiftError):
    """The file is not a valid CSV, lacks the column, or none of its rows could be processed."""

    def __init__(self, group: Group) -> None:
        super().__init__(group.failure or "The CSV could not be processed")
        self.group = group


class ApiError(MailsiftError):
    """The service responded with an error."""

    def __init__(self, code: str, message: str, status: int, headers: Message, problem: Dict[str, Any]) -> None:
        super().__init__(message)
        self.code = code
        """An ErrorCode: it does not change, unlike the message. `unexpected_response`: another server responded."""
        self.status = status
        self.request_id: Optional[str] = headers.get("request-id")
        """Quote it when you report a problem: it identifies the log line of the request."""
        self.errors: List[FieldProblem] = [decode(FieldProblem, each) for each in problem.get("errors") or []]
        """The fields that failed the schema, if that was the reason."""
        offline = problem.get("offline_result")
        self.offline_result: Optional[ValidationResult] = decode(ValidationResult, offline) if offline else None
        """If the domain could not be looked up: what is known of the address without a lookup."""
        self.retry_after_seconds = read_retry_after(headers.get("retry-after"), time.time())
        """When the service allows a retry."""


class InvalidRequestError(ApiError):
    """400: a field is invalid, such as a malformed address (`invalid_email`)."""


class AuthenticationError(ApiError):
    """401: the token is missing, unknown, expired or revoked."""


class PaymentRequiredError(ApiError):
    """402: no active subscription, or too few credits."""


class PermissionDeniedError(ApiError):
    """403: the token does not allow this operation."""


class NotFoundError(ApiError):
    """404: it does not exist, or belongs to another account."""


class ConflictError(ApiError):
    """409: such as an idempotency key that was used with other input."""


class ExpiredError(ApiError):
    """410: the results or the upload have expired."""


class RateLimitError(ApiError):
    """429: too many requests, unfinished submissions or uploads; `code` says which."""


class ServerError(ApiError):
    """5xx: the service failed or is temporarily unavailable."""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: ExpiredError,
    429: RateLimitError,
}


def read_api_error(status: int, headers: Message, body: bytes) -> ApiError:
    kind = ServerError if status >= 500 else _BY_STATUS.get(status, ApiError)
    try:
        problem = json.loads(body)
        return kind(problem["code"], problem.get("detail") or problem["title"], status, headers, problem)
    except (ValueError, TypeError, KeyError):
        hint = ": is base_url the URL of the service, https included?" if status < 500 and status != 429 else ""
        return kind("unexpected_response", f"Unexpected response with status {status}{hint}", status, headers, {})


def read_retry_after(header: Optional[str], now: float) -> Optional[float]:
    """RFC 9110 §10.2.3: a number of seconds or a date."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - now)
    except (TypeError, ValueError):
        return None
