<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 404: it does not exist, or belongs to another account. */
class NotFoundException extends ApiException
{
}
