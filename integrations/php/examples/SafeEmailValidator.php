<?php

namespace App\Validator;

use Mailsift\Exception\InvalidRequestException;
use Mailsift\Exception\MailsiftException;
use Mailsift\Mailsift;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\ConstraintValidator;

/** Refuses addresses that are unsafe for a sign-up. If the service does not respond, the address is accepted. */
class SafeEmailValidator extends ConstraintValidator
{
    public function validate(mixed $value, Constraint $constraint): void
    {
        // NotBlank refuses an empty value.
        if ($value === null || $value === '') {
            return;
        }
        try {
            // A person is waiting: one attempt of two seconds.
            $insight = Mailsift::fromEnv(maxRetries: 0, timeout: 2)->insight((string) $value, policy: 'sign-up');
        } catch (InvalidRequestException) {
            $this->context->addViolation('Enter a valid email address.');

            return;
        } catch (MailsiftException $error) {
            error_log("An address was accepted without a check: {$error->getMessage()}");

            return;
        }
        if ($insight->tier === 'unsafe') {
            $sentence = $insight->reasons[0]->sentence;
            $this->context->addViolation($insight->suggestion === null ? $sentence : "Did you mean $insight->suggestion?");
        }
    }
}
