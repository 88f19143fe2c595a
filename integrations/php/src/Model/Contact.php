<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Contact
{
    public function __construct(
        public readonly string $id,
        /** @var 'v1'|null Null while enrichment is pending or refreshing. */
        public readonly ?string $version,
        public readonly Enrichment $enrichment,
        /** Milliseconds since the Unix epoch, UTC. */
        public readonly ?int $enrichedAt,
        /** @var 'pending'|'updating'|'retrying'|'matched'|'no_match' */
        public readonly string $enrichmentState,
        public readonly string $email,
        public readonly ?string $firstName,
        public readonly ?string $lastName,
        /** Derived from the address. */
        public readonly string $domain,
        /** Milliseconds since the Unix epoch, UTC. */
        public readonly int $createdAt,
        /** Milliseconds since the Unix epoch, UTC. */
        public readonly int $updatedAt,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            id: $json['id'],
            version: $json['version'] ?? null,
            enrichment: Enrichment::fromJson($json['enrichment']),
            enrichedAt: $json['enrichedAt'] ?? null,
            enrichmentState: $json['enrichmentState'],
            email: $json['email'],
            firstName: $json['firstName'] ?? null,
            lastName: $json['lastName'] ?? null,
            domain: $json['domain'],
            createdAt: $json['createdAt'],
            updatedAt: $json['updatedAt'],
        );
    }
}
