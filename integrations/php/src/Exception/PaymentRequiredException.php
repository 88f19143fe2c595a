<?php

declare(strict_types=1);

namespace Mailsift\Exception;

/** 402: no active subscription, or too few credits. */
class PaymentRequiredException extends ApiException
{
}
