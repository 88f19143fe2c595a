<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class InsightReason
{
    public function __construct(
        /** Stable code, such as role or disposable. `denied`: on your deny list. */
        public readonly string $code,
        /** The problem in one sentence, for people. */
        public readonly string $sentence,
        /** What to do about it, in one sentence. */
        public readonly string $advice,
        /** The list, rule or record that decided. */
        public readonly string $evidence,
        /** @var 'risky'|'unsafe' */
        public readonly string $tier,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            code: $json['code'],
            sentence: $json['sentence'],
            advice: $json['advice'],
            evidence: $json['evidence'],
            tier: $json['tier'],
        );
    }
}
