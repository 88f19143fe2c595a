<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Person
{
    public function __construct(
        public readonly ?string $name,
        public readonly ?string $jobTitle,
        public readonly ?string $employer,
        public readonly ?string $location,
        /** @var list<string> */
        public readonly array $links,
        public readonly ?string $imageUrl = null,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            name: $json['name'] ?? null,
            jobTitle: $json['jobTitle'] ?? null,
            employer: $json['employer'] ?? null,
            location: $json['location'] ?? null,
            links: $json['links'],
            imageUrl: $json['imageUrl'] ?? null,
        );
    }
}
