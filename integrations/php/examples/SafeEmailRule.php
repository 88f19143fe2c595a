<?php

namespace App\Rules;

use Closure;
use Illuminate\Contracts\Validation\ValidationRule;
use Mailsift\Exception\InvalidRequestException;
use Mailsift\Exception\MailsiftException;
use Mailsift\Mailsift;

/** Refuses addresses that are unsafe for a sign-up. If the service does not respond, the address is accepted. */
class SafeEmailRule implements ValidationRule
{
    public function validate(string $attribute, mixed $value, Closure $fail): void
    {
        try {
            // A person is waiting: one attempt of two seconds.
            $insight = Mailsift::fromEnv(maxRetries: 0, timeout: 2)->insight((string) $value, policy: 'sign-up');
        } catch (InvalidRequestException) {
            $fail('Enter a valid email address.');

            return;
        } catch (MailsiftException $error) {
            error_log("An address was accepted without a check: {$error->getMessage()}");

            return;
        }
        if ($insight->tier === 'unsafe') {
            $fail($insight->suggestion === null ? $insight->reasons[0]->sentence : "Did you mean $insight->suggestion?");
        }
    }
}
