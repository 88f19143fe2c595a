<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class Validations
{
    public function __construct(
        /** The domain provides disposable addresses, according to a list or its mail server. */
        public readonly bool $isDisposable,
        /** The address contains a tag, such as +news, which the provider ignores. */
        public readonly bool $hasLabel,
        /** The domain is a subdomain of its registrable domain. */
        public readonly bool $isSubdomain,
        /** The address is a no-reply address. */
        public readonly bool $isNoReply,
        /** The address belongs to a role, such as info or sales, not to a person. Includes no-reply addresses. */
        public readonly bool $isRoleBased,
        /** The name looks random: unlikely letters, long numbers, keyboard patterns or repetition. */
        public readonly bool $hasIrregularPattern,
        /** The address contains invisible, look-alike or unusually mixed characters. */
        public readonly bool $hasUncommonUnicode,
        /** No problems were found. Send only to addresses with true to reduce bounces. */
        public readonly bool $safeToSend,
        /** The domain has a valid mail server (MX record). */
        public readonly ?bool $hasValidMxRecords = null,
        /** The registration has expired. */
        public readonly ?bool $domainIsExpired = null,
        /** The registration expires within 30 days. */
        public readonly ?bool $domainIsExpiringSoon = null,
        /** Transfers of the domain are locked, which is common. */
        public readonly ?bool $domainTransferLocked = null,
        /** Changes to the domain are locked. */
        public readonly ?bool $domainUpdateLocked = null,
        /** Deletion of the domain is locked. */
        public readonly ?bool $domainDeleteLocked = null,
        /** The registry or registrar has suspended the domain. */
        public readonly ?bool $domainOnRegistryHold = null,
        /** The registration is not complete. */
        public readonly ?bool $domainPendingCreate = null,
        /** The domain is about to be deleted. */
        public readonly ?bool $domainPendingDelete = null,
        /** The domain is being transferred to another registrar. */
        public readonly ?bool $domainPendingTransfer = null,
        /** A change to the domain is in progress. */
        public readonly ?bool $domainPendingUpdate = null,
        /** The registry has reserved the name. */
        public readonly ?bool $domainIsRegistryReserved = null,
        /** The name servers belong to a domain parking service. */
        public readonly ?bool $domainIsParkingNameserver = null,
        /** Overall result of the domain checks: the domain can receive mail. */
        public readonly ?bool $domainIsDeliverable = null,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            isDisposable: $json['is_disposable'],
            hasLabel: $json['has_label'],
            isSubdomain: $json['is_subdomain'],
            isNoReply: $json['is_no_reply'],
            isRoleBased: $json['is_role_based'],
            hasIrregularPattern: $json['has_irregular_pattern'],
            hasUncommonUnicode: $json['has_uncommon_unicode'],
            safeToSend: $json['safe_to_send'],
            hasValidMxRecords: $json['has_valid_mx_records'] ?? null,
            domainIsExpired: $json['domain_is_expired'] ?? null,
            domainIsExpiringSoon: $json['domain_is_expiring_soon'] ?? null,
            domainTransferLocked: $json['domain_transfer_locked'] ?? null,
            domainUpdateLocked: $json['domain_update_locked'] ?? null,
            domainDeleteLocked: $json['domain_delete_locked'] ?? null,
            domainOnRegistryHold: $json['domain_on_registry_hold'] ?? null,
            domainPendingCreate: $json['domain_pending_create'] ?? null,
            domainPendingDelete: $json['domain_pending_delete'] ?? null,
            domainPendingTransfer: $json['domain_pending_transfer'] ?? null,
            domainPendingUpdate: $json['domain_pending_update'] ?? null,
            domainIsRegistryReserved: $json['domain_is_registry_reserved'] ?? null,
            domainIsParkingNameserver: $json['domain_is_parking_nameserver'] ?? null,
            domainIsDeliverable: $json['domain_is_deliverable'] ?? null,
        );
    }
}
