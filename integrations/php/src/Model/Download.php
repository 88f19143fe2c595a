<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Download
{
    public function __construct(
        /** Signed; use it exactly as returned. */
        public readonly string $downloadUrl,
        /** At most one hour ahead, and never after the job expires. */
        public readonly string $expiresAt,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            downloadUrl: $json['download_url'],
            expiresAt: $json['expires_at'],
        );
    }
}
