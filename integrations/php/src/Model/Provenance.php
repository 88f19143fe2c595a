<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Provenance
{
    public function __construct(
        /** @var 'person.name'|'person.imageUrl'|'person.jobTitle'|'person.employer'|'person.location'|'person.links'|'company.name'|'company.website'|'company.description'|'company.links' */
        public readonly string $field,
        /** @var 'website'|'wikidata_person'|'wikidata_company' */
        public readonly string $source,
        public readonly string $url,
        /** Milliseconds since the Unix epoch, UTC. */
        public readonly int $fetchedAt,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            field: $json['field'],
            source: $json['source'],
            url: $json['url'],
            fetchedAt: $json['fetchedAt'],
        );
    }
}
