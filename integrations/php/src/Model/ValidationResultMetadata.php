<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class ValidationResultMetadata
{
    public function __construct(
        public readonly UsernameMetadata $username,
        public readonly DomainMetadata $domain,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            username: UsernameMetadata::fromJson($json['username']),
            domain: DomainMetadata::fromJson($json['domain']),
        );
    }
}
