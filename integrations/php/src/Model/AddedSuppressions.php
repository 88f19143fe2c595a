<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class AddedSuppressions
{
    public function __construct(
        /** Addresses that are new on the list, or have a stronger reason now. */
        public readonly int $added,
        /** Texts that are no address. */
        public readonly int $malformed,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            added: $json['added'],
            malformed: $json['malformed'],
        );
    }
}
