<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Exception\ApiException;
use Mailsift\Exception\ConnectionException;
use Mailsift\Exception\MailsiftException;

/** When a call is repeated, and after which pause in seconds. */
final class Retry
{
    private const FIRST_RETRY = 0.5;
    private const LAST_RETRY = 8.0;
    /** A longer Retry-After is left to the caller. */
    private const RETRY_AFTER_MAX = 60.0;
    private const FIRST_POLL = 0.2;
    /** §4.3 of the contract advises 10 seconds. */
    private const POLL = 10.0;
    private const FIRST_FAILURE = 1.0;
    private const LAST_FAILURE = 60.0;
    /** About five minutes; each failed poll already includes retries. */
    private const FAILURES_MAX = 9;
    /** A Retry-After of more than an hour is left to the caller. */
    private const PATIENCE = 3600.0;

    /**
     * Whether the same request may succeed if sent again. Of the conflicts (409), only one may: the first request with
     * the same key is still running. Of the meanings of 429, only the rate limit may: seconds do not free a slot for
     * submissions or uploads.
     */
    public static function isTransient(MailsiftException $error): bool
    {
        if (!$error instanceof ApiException) {
            return $error instanceof ConnectionException;
        }
        if ($error->errorCode === 'idempotency_in_progress') {
            return true;
        }
        if ($error->status === 429) {
            return in_array($error->errorCode, ['rate_limited', 'unexpected_response'], true);
        }

        return $error->status === 408 || $error->status >= 500;
    }

    /** The pause before the retry, or null if the error is final. */
    public static function delay(MailsiftException $error, int $retries): ?float
    {
        if (!self::isTransient($error)) {
            return null;
        }
        $backOff = min(self::LAST_RETRY, self::FIRST_RETRY * 2 ** $retries);
        $jittered = $backOff * (0.5 + mt_rand() / mt_getrandmax() / 2);
        $requested = $error instanceof ApiException ? $error->retryAfterSeconds : null;
        if ($requested === null) {
            return $jittered;
        }

        // Jitter, so that clients refused together do not retry together.
        return $requested <= self::RETRY_AFTER_MAX ? $requested + $jittered / 2 : null;
    }

    /** Small lists take milliseconds, so the first polls are fast; then the advised interval. */
    public static function pollDelay(int $polls): float
    {
        return min(self::POLL, self::FIRST_POLL * 2 ** ($polls - 1));
    }

    /** The pause after a failed poll, never shorter than Retry-After, or null if waiting ends. */
    public static function failedPollDelay(MailsiftException $error, int $failures): ?float
    {
        $requested = ($error instanceof ApiException ? $error->retryAfterSeconds : null) ?? 0.0;
        if (!self::isTransient($error) || $failures >= self::FAILURES_MAX || $requested > self::PATIENCE) {
            return null;
        }

        return max($requested, min(self::LAST_FAILURE, self::FIRST_FAILURE * 2 ** ($failures - 1)));
    }

    public static function sleep(float $seconds): void
    {
        usleep((int) ceil($seconds * 1_000_000));
    }
}
