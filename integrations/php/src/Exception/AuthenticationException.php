<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 401: the token is missing, unknown, expired or revoked. */
class AuthenticationException extends ApiException
{
}
