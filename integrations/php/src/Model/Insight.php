<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Insight
{
    public function __construct(
        public readonly ValidationResult $result,
        /** @var 'safe'|'risky'|'unsafe' */
        public readonly string $tier,
        /** @var list<InsightReason> Reasons that the policy does not ignore, most severe first. */
        public readonly array $reasons,
        /** Suggested correction of the address. */
        public readonly ?string $suggestion,
        public readonly InsightFacts $facts,
        /** @var 'exists'|'does_not_exist'|'catch_all'|'unknown' Whether the mailbox exists, according to the newest evidence of your account. */
        public readonly string $mailbox,
        public readonly ?MailboxEvidence $mailboxEvidence,
        /** @var 'bounce'|'complaint'|'unsubscribe'|'manual'|null Why the address is on your suppression list; null if it is not. */
        public readonly ?string $suppressed,
        public readonly ?Listed $listed,
        public readonly ?MailboxProbe $mailboxProbe = null,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            result: ValidationResult::fromJson($json['result']),
            tier: $json['tier'],
            reasons: array_map(InsightReason::fromJson(...), $json['reasons']),
            suggestion: $json['suggestion'] ?? null,
            facts: InsightFacts::fromJson($json['facts']),
            mailbox: $json['mailbox'],
            mailboxEvidence: isset($json['mailbox_evidence']) ? MailboxEvidence::fromJson($json['mailbox_evidence']) : null,
            suppressed: $json['suppressed'] ?? null,
            listed: isset($json['listed']) ? Listed::fromJson($json['listed']) : null,
            mailboxProbe: isset($json['mailbox_probe']) ? MailboxProbe::fromJson($json['mailbox_probe']) : null,
        );
    }
}
