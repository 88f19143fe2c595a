<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailboxEvidence
{
    public function __construct(
        /** @var 'no_such_mailbox'|'domain_gone'|'mailbox_full'|'delivered'|'accepted'|'catch_all'|'works' `no_such_mailbox`, `domain_gone`, `mailbox_full`: a bounce or probe said so. `delivered`: a message was delivered. `accepted`, `catch_all`: a probe. `works`: a person said so. */
        public readonly string $reason,
        /** @var 'bounce'|'delivery'|'probe'|'manual' */
        public readonly string $source,
        /** Enhanced status code (RFC 3463), such as 5.1.1. */
        public readonly ?string $statusCode,
        /** Words of the mail server, 500 characters at most; addresses are replaced by `<address>`. */
        public readonly ?string $reply,
        /** When it happened. */
        public readonly string $at,
        /** Whole days since then. */
        public readonly int $ageDays,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            reason: $json['reason'],
            source: $json['source'],
            statusCode: $json['status_code'] ?? null,
            reply: $json['reply'] ?? null,
            at: $json['at'],
            ageDays: $json['age_days'],
        );
    }
}
