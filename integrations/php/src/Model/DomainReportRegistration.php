<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class DomainReportRegistration
{
    public function __construct(
        /** @var 'known'|'not_registered'|'not_published'|'unknown' `not_published`: the registry of this ending publishes no registration data. `unknown`: it did not answer in time, or registry lookups are off. */
        public readonly string $state,
        /** Name of the registrar. */
        public readonly ?string $registrar,
        /** Date of registration. */
        public readonly ?string $registeredAt,
        /** Date of expiry. */
        public readonly ?string $expiresAt,
        /** @var list<string> Name servers. */
        public readonly array $nameservers,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            state: $json['state'],
            registrar: $json['registrar'] ?? null,
            registeredAt: $json['registered_at'] ?? null,
            expiresAt: $json['expires_at'] ?? null,
            nameservers: $json['nameservers'],
        );
    }
}
