<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class DomainReportMail
{
    public function __construct(
        /** @var 'accepts'|'refuses'|'unknown' Whether the domain accepts mail, by its DNS. */
        public readonly string $state,
        /** @var list<MxRecord> */
        public readonly array $mailHosts,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            mailHosts: array_map(MxRecord::fromJson(...), $json['mail_hosts']),
        );
    }
}
