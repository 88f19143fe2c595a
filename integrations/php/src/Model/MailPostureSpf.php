<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPostureSpf
{
    public function __construct(
        /** @var 'present'|'absent'|'invalid'|'unknown' unknown means that it could not be found out, which is not the same as absent. */
        public readonly string $state,
        /** @var list<string> Problems of the record, or why nothing could be found out. */
        public readonly array $problems,
        /** The record as published; null if there is none, or several. */
        public readonly ?string $record,
        /** @var 'pass'|'neutral'|'softfail'|'fail'|null What the record says of all other senders. */
        public readonly ?string $all,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            problems: $json['problems'],
            record: $json['record'] ?? null,
            all: $json['all'] ?? null,
        );
    }
}
