<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPostureDmarc
{
    public function __construct(
        /** @var 'present'|'absent'|'invalid'|'unknown' unknown means that it could not be found out, which is not the same as absent. */
        public readonly string $state,
        /** @var list<string> Problems of the record, or why nothing could be found out. */
        public readonly array $problems,
        /** The record as published; null if there is none, or several. */
        public readonly ?string $record,
        /** Where the record is: the domain, or the registrable domain above it. */
        public readonly ?string $domain,
        /** @var 'none'|'quarantine'|'reject'|null Policy that applies to this domain. */
        public readonly ?string $policy,
        /** Share of messages that the policy applies to. */
        public readonly ?int $percent,
        /** @var list<string> Addresses of aggregate reports. */
        public readonly array $reportsTo,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            problems: $json['problems'],
            record: $json['record'] ?? null,
            domain: $json['domain'] ?? null,
            policy: $json['policy'] ?? null,
            percent: $json['percent'] ?? null,
            reportsTo: $json['reports_to'],
        );
    }
}
