<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class SubmittedGroup
{
    public function __construct(
        public readonly Group $group,
        public readonly string $statusUrl,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            group: Group::fromJson($json['group']),
            statusUrl: $json['status_url'],
        );
    }
}
