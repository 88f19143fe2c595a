<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class InsightFacts
{
    public function __construct(
        public readonly bool $freeMail,
        public readonly bool $relay,
        public readonly bool $freeDns,
        public readonly ?float $domainAgeDays,
        /** @var 'not_requested'|'found'|'not_published'|'not_looked_up' What the registry of the domain returned. `not_published`: it publishes nothing. `not_looked_up`: it did not answer in time; validate again later. */
        public readonly string $registry,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            freeMail: $json['free_mail'],
            relay: $json['relay'],
            freeDns: $json['free_dns'],
            domainAgeDays: $json['domain_age_days'] ?? null,
            registry: $json['registry'],
        );
    }
}
