<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** The service could not be reached, or the connection broke before the response was complete. */
class ConnectionException extends MailsiftException
{
}
