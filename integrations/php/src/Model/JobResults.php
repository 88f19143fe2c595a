<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class JobResults
{
    public function __construct(
        public readonly Job $job,
        /** @var list<BulkItem> */
        public readonly array $items,
        public readonly int $total,
        public readonly int $page,
        public readonly int $take,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            job: Job::fromJson($json['job']),
            items: array_map(BulkItem::fromJson(...), $json['items']),
            total: $json['total'],
            page: $json['page'],
            take: $json['take'],
        );
    }
}
