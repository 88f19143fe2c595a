<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class ChildJob
{
    public function __construct(
        public readonly string $id,
        /** @var 'pending'|'processing'|'completed'|'failed'|'expired' */
        public readonly string $status,
        /** All submitted addresses. */
        public readonly int $total,
        /** success + errors. */
        public readonly int $processed,
        /** Completed validations, unsafe addresses included. */
        public readonly int $success,
        public readonly int $errors,
        public readonly string $createdAt,
        public readonly string $updatedAt,
        /** 30 days after submission. */
        public readonly string $expiresAt,
        public readonly ?string $failure,
        /** Position of the child in its group. */
        public readonly int $ordinal,
        /** Zero-based data record at which the child starts. */
        public readonly int $rowOffset,
        public readonly string $statusUrl,
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
            createdAt: $json['created_at'],
            updatedAt: $json['updated_at'],
            expiresAt: $json['expires_at'],
            failure: $json['failure'] ?? null,
            ordinal: $json['ordinal'],
            rowOffset: $json['row_offset'],
            statusUrl: $json['status_url'],
        );
    }
}
