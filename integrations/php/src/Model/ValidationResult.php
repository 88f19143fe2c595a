<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class ValidationResult
{
    public function __construct(
        /** Unique for every operation. */
        public readonly string $id,
        /** The address as received, without surrounding white space. */
        public readonly string $inbound,
        /** Derived from the address. Empty if unknown. */
        public readonly string $firstName,
        /** Derived from the address. Empty if unknown. */
        public readonly string $lastName,
        /** Normalized by the rules of the provider, without tags. */
        public readonly string $normalized,
        /** `unknown` if not known. */
        public readonly string $smtpProvider,
        public readonly Validations $validations,
        public readonly ValidationResultMetadata $metadata,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            id: $json['id'],
            inbound: $json['inbound'],
            firstName: $json['first_name'],
            lastName: $json['last_name'],
            normalized: $json['normalized'],
            smtpProvider: $json['smtp_provider'],
            validations: Validations::fromJson($json['validations']),
            metadata: ValidationResultMetadata::fromJson($json['metadata']),
        );
    }
}
