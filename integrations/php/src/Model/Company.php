<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Company
{
    public function __construct(
        public readonly ?string $name,
        public readonly ?string $website,
        public readonly ?string $description,
        /** @var list<string> */
        public readonly array $links,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            name: $json['name'] ?? null,
            website: $json['website'] ?? null,
            description: $json['description'] ?? null,
            links: $json['links'],
        );
    }
}
