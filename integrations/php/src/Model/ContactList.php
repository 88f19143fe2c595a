<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class ContactList
{
    public function __construct(
        public readonly int $totalItems,
        public readonly int $totalPages,
        public readonly int $itemsPerPage,
        public readonly int $currentPage,
        public readonly int $currentPageItemCount,
        /** @var list<Contact> */
        public readonly array $data,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            totalItems: $json['totalItems'],
            totalPages: $json['totalPages'],
            itemsPerPage: $json['itemsPerPage'],
            currentPage: $json['currentPage'],
            currentPageItemCount: $json['currentPageItemCount'],
            data: array_map(Contact::fromJson(...), $json['data']),
        );
    }
}
