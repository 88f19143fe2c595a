<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class BulkItem
{
    public function __construct(
        /** Zero-based position of the input. */
        public readonly int $index,
        /** Exactly as sent. */
        public readonly string $input,
        public readonly ?ValidationResult $result,
        public readonly ?RowError $error,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            index: $json['index'],
            input: $json['input'],
            result: isset($json['result']) ? ValidationResult::fromJson($json['result']) : null,
            error: isset($json['error']) ? RowError::fromJson($json['error']) : null,
        );
    }
}
