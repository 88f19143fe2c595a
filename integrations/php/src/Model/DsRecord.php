<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class DsRecord
{
    public function __construct(
        public readonly float $keyTag,
        public readonly float $algorithm,
        public readonly float $digestType,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            keyTag: $json['keyTag'],
            algorithm: $json['algorithm'],
            digestType: $json['digestType'],
        );
    }
}
