<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class DomainMetadata
{
    public function __construct(
        public readonly bool $isDisposable,
        public readonly bool $isSubdomain,
        /** The registrable domain. */
        public readonly string $root,
        /** The domain as received. */
        public readonly string $inbound,
        /** @var list<string>|null Names of the lists that contain the domain. */
        public readonly ?array $disposableSources = null,
        public readonly ?bool $hasValidMxRecords = null,
        /** @var list<MxRecord>|null */
        public readonly ?array $mxRecords = null,
        /** Absent if the registry does not provide it. */
        public readonly ?float $domainAgeDays = null,
        /** The registry provider. */
        public readonly ?string $provider = null,
        public readonly ?string $providerLink = null,
        /** When the domain was registered. ISO 8601. */
        public readonly ?string $registeredAt = null,
        /** When the registration ends. ISO 8601. */
        public readonly ?string $expiresAt = null,
        /** When the registration last changed. ISO 8601. */
        public readonly ?string $lastChangedAt = null,
        /** When the registry last refreshed its answer. ISO 8601. */
        public readonly ?string $lastCheckedAt = null,
        public readonly ?float $expiresInDays = null,
        public readonly ?string $registrarName = null,
        public readonly ?string $registrarIanaId = null,
        public readonly ?string $abuseEmail = null,
        public readonly ?string $abusePhone = null,
        public readonly ?bool $hasAbuseContact = null,
        /** @var list<string>|null */
        public readonly ?array $eppStatuses = null,
        public readonly ?bool $dnssecSigned = null,
        public readonly ?float $dnssecDsRecordsCount = null,
        /** @var list<DsRecord>|null */
        public readonly ?array $dnssecDsRecords = null,
        /** @var list<string>|null */
        public readonly ?array $nameservers = null,
        public readonly ?float $nameserverCount = null,
        public readonly ?string $policyRegistryTerms = null,
        public readonly ?string $policyIcannEppInfo = null,
        public readonly ?string $policyIcannWicf = null,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            isDisposable: $json['is_disposable'],
            isSubdomain: $json['is_subdomain'],
            root: $json['root'],
            inbound: $json['inbound'],
            disposableSources: $json['disposable_sources'] ?? null,
            hasValidMxRecords: $json['has_valid_mx_records'] ?? null,
            mxRecords: isset($json['mx_records']) ? array_map(MxRecord::fromJson(...), $json['mx_records']) : null,
            domainAgeDays: $json['domain_age_days'] ?? null,
            provider: $json['provider'] ?? null,
            providerLink: $json['provider_link'] ?? null,
            registeredAt: $json['registered_at'] ?? null,
            expiresAt: $json['expires_at'] ?? null,
            lastChangedAt: $json['last_changed_at'] ?? null,
            lastCheckedAt: $json['last_checked_at'] ?? null,
            expiresInDays: $json['expires_in_days'] ?? null,
            registrarName: $json['registrar_name'] ?? null,
            registrarIanaId: $json['registrar_iana_id'] ?? null,
            abuseEmail: $json['abuse_email'] ?? null,
            abusePhone: $json['abuse_phone'] ?? null,
            hasAbuseContact: $json['has_abuse_contact'] ?? null,
            eppStatuses: $json['epp_statuses'] ?? null,
            dnssecSigned: $json['dnssec_signed'] ?? null,
            dnssecDsRecordsCount: $json['dnssec_ds_records_count'] ?? null,
            dnssecDsRecords: isset($json['dnssec_ds_records']) ? array_map(DsRecord::fromJson(...), $json['dnssec_ds_records']) : null,
            nameservers: $json['nameservers'] ?? null,
            nameserverCount: $json['nameserver_count'] ?? null,
            policyRegistryTerms: $json['policy_registry_terms'] ?? null,
            policyIcannEppInfo: $json['policy_icann_epp_info'] ?? null,
            policyIcannWicf: $json['policy_icann_wicf'] ?? null,
        );
    }
}
