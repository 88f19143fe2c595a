<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class SubmittedJob
{
    public function __construct(
        public readonly Job $job,
        public readonly string $statusUrl,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            job: Job::fromJson($json['job']),
            statusUrl: $json['status_url'],
        );
    }
}
