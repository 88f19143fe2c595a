"""The client of the Mailsift API: validate email addresses one by one, in lists and in CSV files."""
from ._async.client import AsyncMailsift
from ._sync.client import Mailsift
from ._version import __version__
from .errors import (
    ApiConnectionError,
    ApiError,
    AuthenticationError,
    ConflictError,
    CsvRefusedError,
    ExpiredError,
    InvalidRequestError,
    MailsiftError,
    NotFoundError,
    PaymentRequiredError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    WaitTimeoutError,
)

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "AsyncMailsift",
    "AuthenticationError",
    "ConflictError",
    "CsvRefusedError",
    "ExpiredError",
    "InvalidRequestError",
    "Mailsift",
    "MailsiftError",
    "NotFoundError",
    "PaymentRequiredError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "WaitTimeoutError",
    "__version__",
]
