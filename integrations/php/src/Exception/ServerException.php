<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 5xx: the service failed or is temporarily unavailable. */
class ServerException extends ApiException
{
}
