<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class GroupList
{
    public function __construct(
        /** @var list<Group> */
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
            items: array_map(Group::fromJson(...), $json['items']),
            total: $json['total'],
            page: $json['page'],
            take: $json['take'],
        );
    }
}
