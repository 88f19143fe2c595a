<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class DomainReport
{
    public function __construct(
        /** The domain in ASCII. */
        public readonly string $domain,
        /** When the posture was looked up. */
        public readonly string $checkedAt,
        public readonly DomainReportMail $mail,
        public readonly DomainReportRegistration $registration,
        public readonly MailPosture $posture,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            domain: $json['domain'],
            checkedAt: $json['checked_at'],
            mail: DomainReportMail::fromJson($json['mail']),
            registration: DomainReportRegistration::fromJson($json['registration']),
            posture: MailPosture::fromJson($json['posture']),
        );
    }
}
