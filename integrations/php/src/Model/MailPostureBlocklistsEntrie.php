<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPostureBlocklistsEntrie
{
    public function __construct(
        /** Zone of the list. */
        public readonly string $list,
        /** Terms of use of the list. */
        public readonly string $terms,
        /** The domain, or the address of a mail host. */
        public readonly string $target,
        /** @var 'listed'|'not_listed'|'unknown' */
        public readonly string $state,
        /** @var list<string> Addresses that the list returned. */
        public readonly array $codes,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            list: $json['list'],
            terms: $json['terms'],
            target: $json['target'],
            state: $json['state'],
            codes: $json['codes'],
        );
    }
}
