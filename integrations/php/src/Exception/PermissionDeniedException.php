<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 403: the token does not allow this operation. */
class PermissionDeniedException extends ApiException
{
}
