<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Suppression
{
    public function __construct(
        /** Null if the address was deleted: only its hash is left. */
        public readonly ?string $email,
        /** @var 'bounce'|'complaint'|'unsubscribe'|'manual' */
        public readonly string $reason,
        public readonly string $suppressedAt,
        /** When a bounce ages out; null for all others. */
        public readonly ?string $expiresAt,
        public readonly SuppressionEvidence $evidence,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            email: $json['email'] ?? null,
            reason: $json['reason'],
            suppressedAt: $json['suppressed_at'],
            expiresAt: $json['expires_at'] ?? null,
            evidence: SuppressionEvidence::fromJson($json['evidence']),
        );
    }
}
