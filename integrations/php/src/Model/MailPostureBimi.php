<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPostureBimi
{
    public function __construct(
        /** @var 'present'|'absent'|'invalid'|'unknown' unknown means that it could not be found out, which is not the same as absent. */
        public readonly string $state,
        /** @var list<string> Problems of the record, or why nothing could be found out. */
        public readonly array $problems,
        /** The record as published; null if there is none, or several. */
        public readonly ?string $record,
        /** URL of the logo. */
        public readonly ?string $logo,
        /** URL of the certificate. */
        public readonly ?string $certificate,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            problems: $json['problems'],
            record: $json['record'] ?? null,
            logo: $json['logo'] ?? null,
            certificate: $json['certificate'] ?? null,
        );
    }
}
