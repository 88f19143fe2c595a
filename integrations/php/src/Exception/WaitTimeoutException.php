<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** The list was not finished within the timeout of `wait`. The service continues to process it. */
class WaitTimeoutException extends MailsiftException
{
}
