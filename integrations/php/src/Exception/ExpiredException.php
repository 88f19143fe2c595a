<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 410: the results or the upload have expired. */
class ExpiredException extends ApiException
{
}
