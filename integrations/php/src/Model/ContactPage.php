<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class ContactPage
{
    public function __construct(
        /** @var list<Contact> */
        public readonly array $items,
        /** Cursor of the next page; null on the last page. A page can be short or empty and still have a next page, because one request searches a limited number of contacts. */
        public readonly ?string $nextCursor,
        /** Number of all contacts of the account, regardless of the search. */
        public readonly int $total,
        public readonly int $take,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            items: array_map(Contact::fromJson(...), $json['items']),
            nextCursor: $json['next_cursor'] ?? null,
            total: $json['total'],
            take: $json['take'],
        );
    }
}
