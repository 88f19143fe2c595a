<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class GroupDetail
{
    public function __construct(
        public readonly Group $group,
        /** @var list<ChildJob> */
        public readonly array $jobs,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            group: Group::fromJson($json['group']),
            jobs: array_map(ChildJob::fromJson(...), $json['jobs']),
        );
    }
}
