<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class FieldProblem
{
    public function __construct(
        /** JSON Pointer (RFC 6901) to the invalid value. */
        public readonly string $path,
        public readonly string $message,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            path: $json['path'],
            message: $json['message'],
        );
    }
}
