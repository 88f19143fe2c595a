<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class PendingUploadList
{
    public function __construct(
        /** @var list<PendingUpload> Oldest first. */
        public readonly array $items,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            items: array_map(PendingUpload::fromJson(...), $json['items']),
        );
    }
}
