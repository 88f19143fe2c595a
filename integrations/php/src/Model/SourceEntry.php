<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class SourceEntry
{
    public function __construct(
        /** @var 'matched'|'no_match'|'skipped' */
        public readonly string $status,
        /** Milliseconds since the Unix epoch, UTC. */
        public readonly int $fetchedAt,
        public readonly Person $person,
        public readonly Company $company,
        /** @var list<Provenance> */
        public readonly array $provenance,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            status: $json['status'],
            fetchedAt: $json['fetchedAt'],
            person: Person::fromJson($json['person']),
            company: Company::fromJson($json['company']),
            provenance: array_map(Provenance::fromJson(...), $json['provenance']),
        );
    }
}
