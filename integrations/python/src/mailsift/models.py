# Generated from openapi.json by `npm run generate`. Do not edit.
"""What the service returns. Fields that a newer service adds are ignored."""
from __future__ import annotations

from dataclasses import dataclass, field as _field
from typing import Dict, List, Literal, Optional

ErrorCode = Literal["invalid_request", "invalid_json", "invalid_email", "address_refused", "password_refused", "multiple_credentials", "upload_mismatch", "unauthenticated", "invalid_credentials", "second_factor_required", "invalid_second_factor", "subscription_required", "quota_exceeded", "write_permission_required", "scope_required", "network_not_allowed", "role_required", "session_required", "forbidden_origin", "password_sign_in_off", "single_sign_on_refused", "address_unconfirmed", "second_factor_setup_required", "passkey_refused", "sign_up_closed", "proof_refused", "link_invalid", "playground_refused", "storage_exceeded", "plan_limit", "not_found", "method_not_allowed", "request_timeout", "idempotency_conflict", "idempotency_in_progress", "csv_not_ready", "upload_not_ready", "upload_claimed", "list_conflict", "address_suppressed", "contact_exists", "account_exists", "confirmation_required", "identity_taken", "already_member", "last_owner", "count_changed", "too_many_rules", "second_factor_enabled", "job_expired", "upload_expired", "link_expired", "length_required", "upload_exists", "body_too_large", "unsupported_media_type", "range_not_satisfiable", "expectation_failed", "misdirected", "too_many_unfinished", "too_many_uploads", "rate_limited", "headers_too_large", "internal", "mail_failed", "mail_not_configured", "bulk_disabled", "unavailable", "unexpected_response"]
ListName = Literal["allow", "deny"]
JobStatus = Literal["pending", "processing", "completed", "failed", "expired"]
GroupStatus = Literal["queued", "parsing", "processing", "finalizing", "completed", "partial", "failed", "expired"]
EnrichmentState = Literal["pending", "updating", "retrying", "matched", "no_match"]


@dataclass(frozen=True)
class AddedSuppressions:
    added: int
    """Addresses that are new on the list, or have a stronger reason now."""
    malformed: int
    """Texts that are no address."""


@dataclass(frozen=True)
class BulkItem:
    index: int
    """Zero-based position of the input."""
    input: str
    """Exactly as sent."""
    result: Optional[ValidationResult]
    error: Optional[RowError]


@dataclass(frozen=True)
class ChildJob:
    id: str
    status: JobStatus
    total: int
    """All submitted addresses."""
    processed: int
    """success + errors."""
    success: int
    """Completed validations, unsafe addresses included."""
    errors: int
    created_at: str
    updated_at: str
    expires_at: str
    """30 days after submission."""
    failure: Optional[str]
    ordinal: int
    """Position of the child in its group."""
    row_offset: int
    """Zero-based data record at which the child starts."""
    status_url: str


@dataclass(frozen=True)
class Company:
    name: Optional[str]
    website: Optional[str]
    description: Optional[str]
    links: List[str]


@dataclass(frozen=True)
class Contact:
    id: str
    version: Optional[Literal["v1"]]
    """Null while enrichment is pending or refreshing."""
    enrichment: Enrichment
    enriched_at: Optional[int] = _field(metadata={"wire": "enrichedAt"})
    """Milliseconds since the Unix epoch, UTC."""
    enrichment_state: EnrichmentState = _field(metadata={"wire": "enrichmentState"})
    email: str
    first_name: Optional[str] = _field(metadata={"wire": "firstName"})
    last_name: Optional[str] = _field(metadata={"wire": "lastName"})
    domain: str
    """Derived from the address."""
    created_at: int = _field(metadata={"wire": "createdAt"})
    """Milliseconds since the Unix epoch, UTC."""
    updated_at: int = _field(metadata={"wire": "updatedAt"})
    """Milliseconds since the Unix epoch, UTC."""


@dataclass(frozen=True)
class ContactList:
    total_items: int = _field(metadata={"wire": "totalItems"})
    total_pages: int = _field(metadata={"wire": "totalPages"})
    items_per_page: int = _field(metadata={"wire": "itemsPerPage"})
    current_page: int = _field(metadata={"wire": "currentPage"})
    current_page_item_count: int = _field(metadata={"wire": "currentPageItemCount"})
    data: List[Contact]


@dataclass(frozen=True)
class ContactPage:
    items: List[Contact]
    next_cursor: Optional[str]
    """Cursor of the next page; null on the last page. A page can be short or empty and still have a next page, because one request searches a limited number of contacts."""
    total: int
    """Number of all contacts of the account, regardless of the search."""
    take: int


@dataclass(frozen=True)
class DomainMetadata:
    is_disposable: bool
    is_subdomain: bool
    root: str
    """The registrable domain."""
    inbound: str
    """The domain as received."""
    disposable_sources: Optional[List[str]] = None
    """Names of the lists that contain the domain."""
    has_valid_mx_records: Optional[bool] = None
    mx_records: Optional[List[MxRecord]] = None
    domain_age_days: Optional[float] = None
    """Absent if the registry does not provide it."""
    provider: Optional[str] = None
    """The registry provider."""
    provider_link: Optional[str] = None
    registered_at: Optional[str] = None
    """When the domain was registered. ISO 8601."""
    expires_at: Optional[str] = None
    """When the registration ends. ISO 8601."""
    last_changed_at: Optional[str] = None
    """When the registration last changed. ISO 8601."""
    last_checked_at: Optional[str] = None
    """When the registry last refreshed its answer. ISO 8601."""
    expires_in_days: Optional[float] = None
    registrar_name: Optional[str] = None
    registrar_iana_id: Optional[str] = None
    abuse_email: Optional[str] = None
    abuse_phone: Optional[str] = None
    has_abuse_contact: Optional[bool] = None
    epp_statuses: Optional[List[str]] = None
    dnssec_signed: Optional[bool] = None
    dnssec_ds_records_count: Optional[float] = None
    dnssec_ds_records: Optional[List[DsRecord]] = None
    nameservers: Optional[List[str]] = None
    nameserver_count: Optional[float] = None
    policy_registry_terms: Optional[str] = None
    policy_icann_epp_info: Optional[str] = None
    policy_icann_wicf: Optional[str] = None


@dataclass(frozen=True)
class DomainReport:
    domain: str
    """The domain in ASCII."""
    checked_at: str
    """When the posture was looked up."""
    mail: DomainReportMail
    registration: DomainReportRegistration
    posture: MailPosture


@dataclass(frozen=True)
class DomainReportMail:
    state: Literal["accepts", "refuses", "unknown"]
    """Whether the domain accepts mail, by its DNS."""
    mail_hosts: List[MxRecord]


@dataclass(frozen=True)
class DomainReportRegistration:
    state: Literal["known", "not_registered", "not_published", "unknown"]
    """`not_published`: the registry of this ending publishes no registration data. `unknown`: it did not answer in time, or registry lookups are off."""
    registrar: Optional[str]
    """Name of the registrar."""
    registered_at: Optional[str]
    """Date of registration."""
    expires_at: Optional[str]
    """Date of expiry."""
    nameservers: List[str]
    """Name servers."""


@dataclass(frozen=True)
class Download:
    download_url: str
    """Signed; use it exactly as returned."""
    expires_at: str
    """At most one hour ahead, and never after the job expires."""


@dataclass(frozen=True)
class DsRecord:
    key_tag: float = _field(metadata={"wire": "keyTag"})
    algorithm: float
    digest_type: float = _field(metadata={"wire": "digestType"})


@dataclass(frozen=True)
class Enrichment:
    status: Literal["matched", "no_match"]
    person: Person
    company: Company
    sources: EnrichmentSources
    provenance: List[Provenance]


@dataclass(frozen=True)
class EnrichmentSources:
    website: Optional[SourceEntry] = None
    wikidata_person: Optional[SourceEntry] = None
    wikidata_company: Optional[SourceEntry] = None


@dataclass(frozen=True)
class FieldProblem:
    path: str
    """JSON Pointer (RFC 6901) to the invalid value."""
    message: str


@dataclass(frozen=True)
class Group:
    id: str
    status: GroupStatus
    total: int
    """Data records; 0 until the file has been read."""
    processed: int
    """success + errors."""
    success: int
    errors: int
    unprocessed: int
    """total − processed."""
    failure: Optional[str]
    result_prefix: Optional[str]
    """Prefix of the appended columns: `service.`, or the first unused `service2.` …"""
    download_ready: bool
    created_at: str
    updated_at: str
    expires_at: str
    """30 days after submission."""


@dataclass(frozen=True)
class GroupDetail:
    group: Group
    jobs: List[ChildJob]


@dataclass(frozen=True)
class GroupList:
    items: List[Group]
    total: int
    page: int
    take: int


@dataclass(frozen=True)
class Insight:
    result: ValidationResult
    tier: Literal["safe", "risky", "unsafe"]
    reasons: List[InsightReason]
    """Reasons that the policy does not ignore, most severe first."""
    suggestion: Optional[str]
    """Suggested correction of the address."""
    facts: InsightFacts
    mailbox: Literal["exists", "does_not_exist", "catch_all", "unknown"]
    """Whether the mailbox exists, according to the newest evidence of your account."""
    mailbox_evidence: Optional[MailboxEvidence]
    suppressed: Optional[Literal["bounce", "complaint", "unsubscribe", "manual"]]
    """Why the address is on your suppression list; null if it is not."""
    listed: Optional[Listed]
    mailbox_probe: Optional[MailboxProbe] = None


@dataclass(frozen=True)
class InsightFacts:
    free_mail: bool
    relay: bool
    free_dns: bool
    domain_age_days: Optional[float]
    registry: Literal["not_requested", "found", "not_published", "not_looked_up"]
    """What the registry of the domain returned. `not_published`: it publishes nothing. `not_looked_up`: it did not answer in time; validate again later."""


@dataclass(frozen=True)
class InsightReason:
    code: str
    """Stable code, such as role or disposable. `denied`: on your deny list."""
    sentence: str
    """The problem in one sentence, for people."""
    advice: str
    """What to do about it, in one sentence."""
    evidence: str
    """The list, rule or record that decided."""
    tier: Literal["risky", "unsafe"]


@dataclass(frozen=True)
class Job:
    id: str
    status: JobStatus
    total: int
    """All submitted addresses."""
    processed: int
    """success + errors."""
    success: int
    """Completed validations, unsafe addresses included."""
    errors: int
    created_at: str
    updated_at: str
    expires_at: str
    """30 days after submission."""
    failure: Optional[str]


@dataclass(frozen=True)
class JobList:
    items: List[Job]
    total: int
    page: int
    take: int


@dataclass(frozen=True)
class JobResults:
    job: Job
    items: List[BulkItem]
    total: int
    page: int
    take: int


@dataclass(frozen=True)
class Listed:
    """The entry of your allow or deny list that matched the address. Null if none did."""
    list: ListName
    entry: str
    """The key of the entry that matched."""


@dataclass(frozen=True)
class MailPosture:
    spf: MailPostureSpf
    dmarc: MailPostureDmarc
    mta_sts: MailPostureMtaSts
    tls_rpt: MailPostureTlsRpt
    bimi: MailPostureBimi
    dane: MailPostureDane
    starttls: MailPostureStarttls
    """Always unknown: reports do not connect to mail servers."""
    blocklists: MailPostureBlocklists
    """DNS blocklists that the operator chose."""


@dataclass(frozen=True)
class MailPostureBimi:
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""
    record: Optional[str]
    """The record as published; null if there is none, or several."""
    logo: Optional[str]
    """URL of the logo."""
    certificate: Optional[str]
    """URL of the certificate."""


@dataclass(frozen=True)
class MailPostureBlocklists:
    """DNS blocklists that the operator chose."""
    state: Literal["on", "off"]
    """Whether DNSBL names lists."""
    entries: List[MailPostureBlocklistsEntrie]


@dataclass(frozen=True)
class MailPostureBlocklistsEntrie:
    list: str
    """Zone of the list."""
    terms: str
    """Terms of use of the list."""
    target: str
    """The domain, or the address of a mail host."""
    state: Literal["listed", "not_listed", "unknown"]
    codes: List[str]
    """Addresses that the list returned."""


@dataclass(frozen=True)
class MailPostureDane:
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""
    hosts: List[MailPostureDaneHost]
    """TLSA records of each mail host. Signatures are not verified."""


@dataclass(frozen=True)
class MailPostureDaneHost:
    host: str
    state: Literal["present", "absent", "invalid", "unknown"]


@dataclass(frozen=True)
class MailPostureDmarc:
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""
    record: Optional[str]
    """The record as published; null if there is none, or several."""
    domain: Optional[str]
    """Where the record is: the domain, or the registrable domain above it."""
    policy: Optional[Literal["none", "quarantine", "reject"]]
    """Policy that applies to this domain."""
    percent: Optional[int]
    """Share of messages that the policy applies to."""
    reports_to: List[str]
    """Addresses of aggregate reports."""


@dataclass(frozen=True)
class MailPostureMtaSts:
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""
    record: Optional[str]
    """The record as published; null if there is none, or several."""
    mode: Optional[Literal["enforce", "testing", "none"]]
    """Mode of the policy file."""
    max_age_seconds: Optional[int]
    """Lifetime of the policy file."""
    mx: List[str]
    """Mail servers of the policy file."""


@dataclass(frozen=True)
class MailPostureSpf:
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""
    record: Optional[str]
    """The record as published; null if there is none, or several."""
    all: Optional[Literal["pass", "neutral", "softfail", "fail"]]
    """What the record says of all other senders."""


@dataclass(frozen=True)
class MailPostureStarttls:
    """Always unknown: reports do not connect to mail servers."""
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""


@dataclass(frozen=True)
class MailPostureTlsRpt:
    state: Literal["present", "absent", "invalid", "unknown"]
    """unknown means that it could not be found out, which is not the same as absent."""
    problems: List[str]
    """Problems of the record, or why nothing could be found out."""
    record: Optional[str]
    """The record as published; null if there is none, or several."""
    reports_to: List[str]
    """Addresses of TLS reports."""


@dataclass(frozen=True)
class MailboxEvidence:
    reason: Literal["no_such_mailbox", "domain_gone", "mailbox_full", "delivered", "accepted", "catch_all", "works"]
    """`no_such_mailbox`, `domain_gone`, `mailbox_full`: a bounce or probe said so. `delivered`: a message was delivered. `accepted`, `catch_all`: a probe. `works`: a person said so."""
    source: Literal["bounce", "delivery", "probe", "manual"]
    status_code: Optional[str]
    """Enhanced status code (RFC 3463), such as 5.1.1."""
    reply: Optional[str]
    """Words of the mail server, 500 characters at most; addresses are replaced by `<address>`."""
    at: str
    """When it happened."""
    age_days: int
    """Whole days since then."""


@dataclass(frozen=True)
class MailboxProbe:
    state: Literal["pending", "ended", "not_needed", "not_available"]
    """`pending`: a worker asks the mail server; request the address again later. `ended`: `mailbox` has the answer, or `reason` says why there is none. `not_needed`: other evidence answers. `not_available`: probes are off, or your account may not probe."""
    reason: Optional[Literal["refused", "temporary", "timeout", "unreachable", "other_family", "tls", "protocol", "unclear", "provider", "no_mail_host", "not_possible", "not_ready", "not_allowed", "known"]]
    """Why the probe ended without an answer; null otherwise."""
    at: Optional[str]
    """When it was requested, or when it ended."""


@dataclass(frozen=True)
class MxRecord:
    priority: float
    host: str


@dataclass(frozen=True)
class PendingUpload:
    id: str
    filename: str
    size_bytes: int
    created_at: str
    expires_at: str
    """Time at which it expires if it is not submitted."""


@dataclass(frozen=True)
class PendingUploadList:
    items: List[PendingUpload]
    """Oldest first."""


@dataclass(frozen=True)
class Person:
    name: Optional[str]
    job_title: Optional[str] = _field(metadata={"wire": "jobTitle"})
    employer: Optional[str]
    location: Optional[str]
    links: List[str]
    image_url: Optional[str] = _field(default=None, metadata={"wire": "imageUrl"})


@dataclass(frozen=True)
class PreparedUpload:
    upload_id: str
    upload_url: str
    headers: Dict[str, str]
    expires_at: str
    """Time by which the PUT must be complete."""


@dataclass(frozen=True)
class Provenance:
    field: Literal["person.name", "person.imageUrl", "person.jobTitle", "person.employer", "person.location", "person.links", "company.name", "company.website", "company.description", "company.links"]
    source: Literal["website", "wikidata_person", "wikidata_company"]
    url: str
    fetched_at: int = _field(metadata={"wire": "fetchedAt"})
    """Milliseconds since the Unix epoch, UTC."""


@dataclass(frozen=True)
class RowError:
    code: Literal["invalid_email", "malformed_row", "lookup_failed", "job_failed"]
    message: str


@dataclass(frozen=True)
class SourceEntry:
    status: Literal["matched", "no_match", "skipped"]
    fetched_at: int = _field(metadata={"wire": "fetchedAt"})
    """Milliseconds since the Unix epoch, UTC."""
    person: Person
    company: Company
    provenance: List[Provenance]


@dataclass(frozen=True)
class SubmittedGroup:
    group: Group
    status_url: str


@dataclass(frozen=True)
class SubmittedJob:
    job: Job
    status_url: str


@dataclass(frozen=True)
class Suppression:
    email: Optional[str]
    """Null if the address was deleted: only its hash is left."""
    reason: Literal["bounce", "complaint", "unsubscribe", "manual"]
    suppressed_at: str
    expires_at: Optional[str]
    """When a bounce ages out; null for all others."""
    evidence: SuppressionEvidence


@dataclass(frozen=True)
class SuppressionEvidence:
    origin: Optional[Literal["source", "upload", "events", "person"]]
    """How it came in: from a bounce source, by upload, as JSON, or entered by a person. Null if that is not known."""
    source_id: Optional[str]
    source_name: Optional[str]
    """Null if the source was removed."""
    status_code: Optional[str]
    """Enhanced status code (RFC 3463), such as 5.1.1."""
    reply: Optional[str]
    """Words of the mail server, 500 characters at most; addresses are replaced by `<address>`."""
    at: str
    """When it happened."""


@dataclass(frozen=True)
class SuppressionPage:
    items: List[Suppression]
    next_cursor: Optional[str]
    """Null on the last page."""


@dataclass(frozen=True)
class UsernameMetadata:
    inbound: str
    normalized: str
    has_label: bool
    label: str
    """The tag without its separator. Empty if there is none."""


@dataclass(frozen=True)
class ValidationResult:
    id: str
    """Unique for every operation."""
    inbound: str
    """The address as received, without surrounding white space."""
    first_name: str
    """Derived from the address. Empty if unknown."""
    last_name: str
    """Derived from the address. Empty if unknown."""
    normalized: str
    """Normalized by the rules of the provider, without tags."""
    smtp_provider: str
    """`unknown` if not known."""
    validations: Validations
    metadata: ValidationResultMetadata


@dataclass(frozen=True)
class ValidationResultMetadata:
    username: UsernameMetadata
    domain: DomainMetadata


@dataclass(frozen=True)
class Validations:
    is_disposable: bool
    """The domain provides disposable addresses, according to a list or its mail server."""
    has_label: bool
    """The address contains a tag, such as +news, which the provider ignores."""
    is_subdomain: bool
    """The domain is a subdomain of its registrable domain."""
    is_no_reply: bool
    """The address is a no-reply address."""
    is_role_based: bool
    """The address belongs to a role, such as info or sales, not to a person. Includes no-reply addresses."""
    has_irregular_pattern: bool
    """The name looks random: unlikely letters, long numbers, keyboard patterns or repetition."""
    has_uncommon_unicode: bool
    """The address contains invisible, look-alike or unusually mixed characters."""
    safe_to_send: bool
    """No problems were found. Send only to addresses with true to reduce bounces."""
    has_valid_mx_records: Optional[bool] = None
    """The domain has a valid mail server (MX record)."""
    domain_is_expired: Optional[bool] = None
    """The registration has expired."""
    domain_is_expiring_soon: Optional[bool] = None
    """The registration expires within 30 days."""
    domain_transfer_locked: Optional[bool] = None
    """Transfers of the domain are locked, which is common."""
    domain_update_locked: Optional[bool] = None
    """Changes to the domain are locked."""
    domain_delete_locked: Optional[bool] = None
    """Deletion of the domain is locked."""
    domain_on_registry_hold: Optional[bool] = None
    """The registry or registrar has suspended the domain."""
    domain_pending_create: Optional[bool] = None
    """The registration is not complete."""
    domain_pending_delete: Optional[bool] = None
    """The domain is about to be deleted."""
    domain_pending_transfer: Optional[bool] = None
    """The domain is being transferred to another registrar."""
    domain_pending_update: Optional[bool] = None
    """A change to the domain is in progress."""
    domain_is_registry_reserved: Optional[bool] = None
    """The registry has reserved the name."""
    domain_is_parking_nameserver: Optional[bool] = None
    """The name servers belong to a domain parking service."""
    domain_is_deliverable: Optional[bool] = None
    """Overall result of the domain checks: the domain can receive mail."""
