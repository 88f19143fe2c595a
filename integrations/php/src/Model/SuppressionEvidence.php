<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class SuppressionEvidence
{
    public function __construct(
        /** @var 'source'|'upload'|'events'|'person'|null How it came in: from a bounce source, by upload, as JSON, or entered by a person. Null if that is not known. */
        public readonly ?string $origin,
        public readonly ?string $sourceId,
        /** Null if the source was removed. */
        public readonly ?string $sourceName,
        /** Enhanced status code (RFC 3463), such as 5.1.1. */
        public readonly ?string $statusCode,
        /** Words of the mail server, 500 characters at most; addresses are replaced by `<address>`. */
        public readonly ?string $reply,
        /** When it happened. */
        public readonly string $at,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            origin: $json['origin'] ?? null,
            sourceId: $json['source_id'] ?? null,
            sourceName: $json['source_name'] ?? null,
            statusCode: $json['status_code'] ?? null,
            reply: $json['reply'] ?? null,
            at: $json['at'],
        );
    }
}
