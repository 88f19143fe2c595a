<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** The base of all exceptions of this client. */
class MailsiftException extends \RuntimeException
{
}
