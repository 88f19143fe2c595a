<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class SuppressionPage
{
    public function __construct(
        /** @var list<Suppression> */
        public readonly array $items,
        /** Null on the last page. */
        public readonly ?string $nextCursor,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            items: array_map(Suppression::fromJson(...), $json['items']),
            nextCursor: $json['next_cursor'] ?? null,
        );
    }
}
