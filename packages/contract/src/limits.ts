/** Every limit of §8 and the bounds of §2 and §4, in one place. The unit ends the name. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MIB_BYTES = 1024 * 1024

export const JSON_LIST_MIN_COUNT = 1
export const JSON_LIST_MAX_COUNT = 10_000
export const CSV_RECORDS_MAX_COUNT = 100_000
export const CSV_RECORD_MAX_BYTES = MIB_BYTES
export const UPLOAD_MIN_BYTES = 1
export const UPLOAD_MAX_BYTES = 50 * MIB_BYTES
export const SUBMISSION_BODY_MAX_BYTES = 5 * MIB_BYTES

/** "Characters" are Unicode code points, counted after trimming. */
export const EMAIL_MAX_CHARACTERS = 254
export const EMAIL_LOCAL_MAX_CHARACTERS = 64
/** RFC 1035 §2.3.4 without the trailing dot. */
export const HOST_NAME_MAX_CHARACTERS = 253

export const UNFINISHED_SUBMISSIONS_MAX_COUNT = 3
export const UNCLAIMED_UPLOADS_MAX_COUNT = 3

export const UPLOAD_PUT_WINDOW_MS = 15 * MINUTE_MS
export const UPLOAD_SUBMIT_WINDOW_MS = HOUR_MS
export const JOB_RETENTION_MS = 30 * DAY_MS
/** An expired job returns 410 for this long; then it is removed and returns 404. */
export const JOB_CLEANUP_DELAY_MS = 7 * DAY_MS
export const DOWNLOAD_LINK_MAX_MS = HOUR_MS

export const PAGE_DEFAULT_NUMBER = 1
export const PAGE_MIN_NUMBER = 1
export const PAGE_MAX_NUMBER = 1_000_000
export const TAKE_DEFAULT_COUNT = 25
export const TAKE_MIN_COUNT = 1
export const TAKE_MAX_COUNT = 100

export const IDEMPOTENCY_KEY_MIN_CHARACTERS = 1
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255
export const FILENAME_MIN_CHARACTERS = 1
export const FILENAME_MAX_CHARACTERS = 255

export const LIST_NAME_MAX_CHARACTERS = 255
export const LIST_NOTES_MAX_CHARACTERS = 2_000
/** 100,000 rows each: ten million rows. */
export const LIST_PARTS_MAX_COUNT = 100
export const LIST_PROBES_MAX_COUNT = 10_000

export const CONTACT_NAME_MAX_CHARACTERS = 64
export const CONTACT_SEARCH_MAX_CHARACTERS = 254
export const ENRICHMENT_TEXT_MIN_CHARACTERS = 1
export const ENRICHMENT_TEXT_MAX_CHARACTERS = 1024
export const ENRICHMENT_URL_MAX_CHARACTERS = 2048
export const ENRICHMENT_LINKS_MAX_COUNT = 10
export const ENRICHMENT_PROVENANCE_MAX_COUNT = 32

export const CHILD_JOB_RECORDS_MAX_COUNT = 10_000
export const EXPIRING_SOON_DAYS = 30

export const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 128
export const ACCOUNT_NAME_MAX_CHARACTERS = 64
export const RETURN_PATH_MAX_CHARACTERS = 500
export const PASSKEY_NAME_MAX_CHARACTERS = 64
export const PASSKEYS_MAX_COUNT = 20
export const TOKEN_NAME_MIN_CHARACTERS = 1
export const TOKEN_NAME_MAX_CHARACTERS = 64
export const TOKEN_NETWORKS_MAX_COUNT = 20
export const TOKEN_REQUESTS_MAX_COUNT = 1_000_000
export const TOKEN_WINDOW_MAX_SECONDS = 86_400
export const TOKEN_OVERLAP_DEFAULT_SECONDS = 86_400
export const TOKEN_OVERLAP_MAX_SECONDS = 30 * 86_400
export const PLAYGROUND_TICKET_MS = MINUTE_MS
/** Origins of one site key. */
export const SITE_KEY_ORIGINS_MAX_COUNT = 20
/** Addresses in one warehouse batch. */
export const WAREHOUSE_BATCH_MAX_COUNT = 10_000
export const WAREHOUSE_ID_MAX_CHARACTERS = 1024
/** Contacts that one request can delete. */
export const CONTACTS_DELETE_MAX_COUNT = 100_000
/** Saved rules of one account. */
export const POLICIES_MAX_COUNT = 50
export const POLICY_NAME_MAX_CHARACTERS = 40
export const LIST_ENTRIES_MAX_COUNT = 10_000
export const LIST_ENTRIES_BATCH_MAX_COUNT = 1_000
export const LIST_ENTRY_MAX_CHARACTERS = 254
export const LIST_NOTE_MAX_CHARACTERS = 200
/** Events of other programs in one request. */
export const REPORTED_EVENTS_MAX_COUNT = 1_000
