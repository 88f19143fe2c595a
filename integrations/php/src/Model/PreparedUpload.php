<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class PreparedUpload
{
    public function __construct(
        public readonly string $uploadId,
        public readonly string $uploadUrl,
        /** @var array<string, string> */
        public readonly array $headers,
        /** Time by which the PUT must be complete. */
        public readonly string $expiresAt,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            uploadId: $json['upload_id'],
            uploadUrl: $json['upload_url'],
            headers: $json['headers'],
            expiresAt: $json['expires_at'],
        );
    }
}
