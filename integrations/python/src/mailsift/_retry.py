"""When a call is repeated, and after which pause."""
from __future__ import annotations

import random
from typing import Optional

from .errors import ApiConnectionError, ApiError

FIRST_RETRY_SECONDS = 0.5
LAST_RETRY_SECONDS = 8.0
# A longer Retry-After is left to the caller.
RETRY_AFTER_MAX_SECONDS = 60.0

FIRST_POLL_SECONDS = 0.2
# §4.3 of the contract advises 10 seconds.
POLL_SECONDS = 10.0
FIRST_FAILURE_SECONDS = 1.0
LAST_FAILURE_SECONDS = 60.0
# About five minutes; each failed poll already includes retries.
FAILURES_MAX_COUNT = 9
# A Retry-After of more than an hour is left to the caller.
PATIENCE_SECONDS = 3600.0


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed if sent again.

    Of the conflicts (409), only one may: the first request with the same key is still running. Of the meanings of 429,
    only the rate limit may: seconds do not free a slot for submissions or uploads.
    """
    if isinstance(error, ApiConnectionError):
        return True
    if not isinstance(error, ApiError):
        return False
    if error.code == "idempotency_in_progress":
        return True
    if error.status == 429:
        return error.code in ("rate_limited", "unexpected_response")
    return error.status == 408 or error.status >= 500


def retry_delay(error: Exception, retries: int) -> Optional[float]:
    """The pause before the retry, or None if the error is final."""
    if not is_transient(error):
        return None
    jittered = min(LAST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2.0**retries) * random.uniform(0.5, 1)
    requested = error.retry_after_seconds if isinstance(error, ApiError) else None
    if requested is None:
        return jittered
    # Jitter, so that clients refused together do not retry together.
    return requested + jittered / 2 if requested <= RETRY_AFTER_MAX_SECONDS else None


def poll_delay(polls: int) -> float:
    """Small lists take milliseconds, so the first polls are fast; then the advised interval."""
    return min(POLL_SECONDS, FIRST_POLL_SECONDS * 2.0 ** (polls - 1))


def failed_poll_delay(error: Exception, failures: int) -> Optional[float]:
    """The pause after a failed poll, never shorter than Retry-After, or None if waiting ends."""
    requested = (error.retry_after_seconds if isinstance(error, ApiError) else None) or 0.0
    if not is_transient(error) or failures >= FAILURES_MAX_COUNT or requested > PATIENCE_SECONDS:
        return None
    return max(requested, min(LAST_FAILURE_SECONDS, FIRST_FAILURE_SECONDS * 2.0 ** (failures - 1)))
