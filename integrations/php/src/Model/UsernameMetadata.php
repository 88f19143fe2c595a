<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class UsernameMetadata
{
    public function __construct(
        public readonly string $inbound,
        public readonly string $normalized,
        public readonly bool $hasLabel,
        /** The tag without its separator. Empty if there is none. */
        public readonly string $label,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            inbound: $json['inbound'],
            normalized: $json['normalized'],
            hasLabel: $json['has_label'],
            label: $json['label'],
        );
    }
}
