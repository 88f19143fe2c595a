<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MxRecord
{
    public function __construct(
        public readonly float $priority,
        public readonly string $host,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            priority: $json['priority'],
            host: $json['host'],
        );
    }
}
