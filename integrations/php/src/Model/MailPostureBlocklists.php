<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

/** DNS blocklists that the operator chose. */
final class MailPostureBlocklists
{
    public function __construct(
        /** @var 'on'|'off' Whether DNSBL names lists. */
        public readonly string $state,
        /** @var list<MailPostureBlocklistsEntrie> */
        public readonly array $entries,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            entries: array_map(MailPostureBlocklistsEntrie::fromJson(...), $json['entries']),
        );
    }
}
