<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 409: such as an idempotency key that was used with other input. */
class ConflictException extends ApiException
{
}
