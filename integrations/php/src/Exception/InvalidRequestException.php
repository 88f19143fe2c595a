<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 400: a field is invalid, such as a malformed address (`invalid_email`). */
class InvalidRequestException extends ApiException
{
}
