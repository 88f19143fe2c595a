<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

/** The entry of your allow or deny list that matched the address. Null if none did. */
final class Listed
{
    public function __construct(
        /** @var 'allow'|'deny' */
        public readonly string $list,
        /** The key of the entry that matched. */
        public readonly string $entry,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            list: $json['list'],
            entry: $json['entry'],
        );
    }
}
