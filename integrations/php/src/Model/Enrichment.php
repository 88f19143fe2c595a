<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Enrichment
{
    public function __construct(
        /** @var 'matched'|'no_match' */
        public readonly string $status,
        public readonly Person $person,
        public readonly Company $company,
        public readonly EnrichmentSources $sources,
        /** @var list<Provenance> */
        public readonly array $provenance,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            status: $json['status'],
            person: Person::fromJson($json['person']),
            company: Company::fromJson($json['company']),
            sources: EnrichmentSources::fromJson($json['sources']),
            provenance: array_map(Provenance::fromJson(...), $json['provenance']),
        );
    }
}
