<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class RowError
{
    public function __construct(
        /** @var 'invalid_email'|'malformed_row'|'lookup_failed'|'job_failed' */
        public readonly string $code,
        public readonly string $message,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            code: $json['code'],
            message: $json['message'],
        );
    }
}
