<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Group
{
    public function __construct(
        public readonly string $id,
        /** @var 'queued'|'parsing'|'processing'|'finalizing'|'completed'|'partial'|'failed'|'expired' */
        public readonly string $status,
        /** Data records; 0 until the file has been read. */
        public readonly int $total,
        /** success + errors. */
        public readonly int $processed,
        public readonly int $success,
        public readonly int $errors,
        /** total − processed. */
        public readonly int $unprocessed,
        public readonly ?string $failure,
        /** Prefix of the appended columns: `service.`, or the first unused `service2.` … */
        public readonly ?string $resultPrefix,
        public readonly bool $downloadReady,
        public readonly string $createdAt,
        public readonly string $updatedAt,
        /** 30 days after submission. */
        public readonly string $expiresAt,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            id: $json['id'],
            status: $json['status'],
            total: $json['total'],
            processed: $json['processed'],
            success: $json['success'],
            errors: $json['errors'],
            unprocessed: $json['unprocessed'],
            failure: $json['failure'] ?? null,
            resultPrefix: $json['result_prefix'] ?? null,
            downloadReady: $json['download_ready'],
            createdAt: $json['created_at'],
            updatedAt: $json['updated_at'],
            expiresAt: $json['expires_at'],
        );
    }
}
