<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailboxProbe
{
    public function __construct(
        /** @var 'pending'|'ended'|'not_needed'|'not_available' `pending`: a worker asks the mail server; request the address again later. `ended`: `mailbox` has the answer, or `reason` says why there is none. `not_needed`: other evidence answers. `not_available`: probes are off, or your account may not probe. */
        public readonly string $state,
        /** @var 'refused'|'temporary'|'timeout'|'unreachable'|'other_family'|'tls'|'protocol'|'unclear'|'provider'|'no_mail_host'|'not_possible'|'not_ready'|'not_allowed'|'known'|null Why the probe ended without an answer; null otherwise. */
        public readonly ?string $reason,
        /** When it was requested, or when it ended. */
        public readonly ?string $at,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            reason: $json['reason'] ?? null,
            at: $json['at'] ?? null,
        );
    }
}
