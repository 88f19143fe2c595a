<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPostureDane
{
    public function __construct(
        /** @var 'present'|'absent'|'invalid'|'unknown' unknown means that it could not be found out, which is not the same as absent. */
        public readonly string $state,
        /** @var list<string> Problems of the record, or why nothing could be found out. */
        public readonly array $problems,
        /** @var list<MailPostureDaneHost> TLSA records of each mail host. Signatures are not verified. */
        public readonly array $hosts,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            problems: $json['problems'],
            hosts: array_map(MailPostureDaneHost::fromJson(...), $json['hosts']),
        );
    }
}
