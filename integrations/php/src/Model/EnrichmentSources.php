<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class EnrichmentSources
{
    public function __construct(
        public readonly ?SourceEntry $website = null,
        public readonly ?SourceEntry $wikidataPerson = null,
        public readonly ?SourceEntry $wikidataCompany = null,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            website: isset($json['website']) ? SourceEntry::fromJson($json['website']) : null,
            wikidataPerson: isset($json['wikidata_person']) ? SourceEntry::fromJson($json['wikidata_person']) : null,
            wikidataCompany: isset($json['wikidata_company']) ? SourceEntry::fromJson($json['wikidata_company']) : null,
        );
    }
}
