<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class PendingUpload
{
    public function __construct(
        public readonly string $id,
        public readonly string $filename,
        public readonly int $sizeBytes,
        public readonly string $createdAt,
        /** Time at which it expires if it is not submitted. */
        public readonly string $expiresAt,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            id: $json['id'],
            filename: $json['filename'],
            sizeBytes: $json['size_bytes'],
            createdAt: $json['created_at'],
            expiresAt: $json['expires_at'],
        );
    }
}
