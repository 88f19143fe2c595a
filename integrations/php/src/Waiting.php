<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Exception\ApiException;
use Mailsift\Exception\ConnectionException;
use Mailsift\Exception\WaitTimeoutException;

/** @internal */
final class Waiting
{
    /**
     * Polls until the status is final. A service that is away for minutes does not end it.
     *
     * @template Progress of object
     * @param \Closure(): Progress $look
     * @param list<string> $final
     * @return Progress
     */
    public static function until(\Closure $look, array $final, ?float $timeout, ?callable $onProgress): object
    {
        $deadline = $timeout === null ? null : hrtime(true) + $timeout * 1e9;
        $failures = 0;
        for ($polls = 1;; $polls++) {
            try {
                $progress = $look();
                $failures = 0;
                if ($onProgress !== null) {
                    $onProgress($progress);
                }
                if (in_array($progress->status, $final, true)) {
                    return $progress;
                }
                $pause = Retry::pollDelay($polls);
            } catch (ApiException | ConnectionException $error) {
                $pause = Retry::failedPollDelay($error, ++$failures) ?? throw $error;
            }
            if ($deadline !== null && hrtime(true) + $pause * 1e9 > $deadline) {
                throw new WaitTimeoutException("The list was not finished within $timeout seconds; it is still being processed");
            }
            Retry::sleep($pause);
        }
    }
}
