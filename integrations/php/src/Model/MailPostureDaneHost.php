<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPostureDaneHost
{
    public function __construct(
        public readonly string $host,
        /** @var 'present'|'absent'|'invalid'|'unknown' */
        public readonly string $state,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            host: $json['host'],
            state: $json['state'],
        );
    }
}
