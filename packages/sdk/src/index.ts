export type {
  AcceptedReports,
  AccountPlan,
  ApiToken,
  ApiTokenList,
  AuditEvent,
  AuditTrail,
  BounceSource,
  BounceSourceKind,
  BulkItem,
  ChildJob,
  Company,
  Configuration,
  Contact,
  ContactCount,
  ContactFilter,
  ContactFormat,
  ContactList,
  ContactPage,
  ContactSearch,
  DeleteContactsBody,
  DomainReport,
  Download,
  Enrichment,
  EnrichmentState,
  ErrorCode,
  FieldProblem,
  Group,
  GroupDetail,
  GroupList,
  GroupStatus,
  Insight,
  InstallationEvent,
  InstallationStatus,
  Invitation,
  InviteBody,
  IssuedToken,
  IssueTokenBody,
  Job,
  JobList,
  JobResults,
  JobStatus,
  KnownMailbox,
  ListEntries,
  ListEntry,
  ListName,
  MadeBounceSource,
  MakeBounceSourceBody,
  MakeSiteKeyBody,
  Member,
  OpenInvitation,
  OperatedAccount,
  OperatedAccountDetail,
  PendingUpload,
  Person,
  QuarantinedTask,
  ReasonCode,
  ReportedEvent,
  Role,
  RowErrorCode,
  SavedPolicy,
  SavedPolicyList,
  SavePolicyBody,
  SecondFactorSetup,
  Session,
  SessionView,
  SiteKey,
  SiteKeyList,
  Submission,
  SubmissionList,
  Suppression,
  SuppressionFormat,
  SuppressionPage,
  SuppressionReason,
  UpdateContactBody,
  UsageReport,
  ValidationResult,
} from '@mailsift/contract'
export type { Account } from './account.ts'
export type { Bounces } from './bounces.ts'
export type { Bulk, PageOptions, ValidateOptions } from './bulk.ts'
export type { CallOptions } from './connection.ts'
export type { Contacts } from './contacts.ts'
export { type CleanedCsv, type Csv, type CsvOptions, CsvRefusedError } from './csv.ts'
export type { CsvSource } from './csv-source.ts'
export { ApiError, type ApiErrorCode, ConnectionError, isApiError, MailsiftError } from './errors.ts'
export type { Groups } from './groups.ts'
export type { SubmitOptions } from './idempotency.ts'
export type { CursorListing, Listing, ListOptions } from './listing.ts'
export { type InsightOptions, Mailsift, type MailsiftOptions } from './mailsift.ts'
export type { Operator } from './operator.ts'
export type { Suppressions } from './suppressions.ts'
export type { UploadProgress } from './upload.ts'
export type { Uploads } from './uploads.ts'
export type { WaitOptions } from './wait.ts'
