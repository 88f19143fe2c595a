<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 429: too many requests, unfinished submissions or uploads; `errorCode` says which. */
class RateLimitException extends ApiException
{
}
