import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/index.ts'
import { accepts } from './accepts.ts'
import * as example from './examples.ts'

const STATUS_URL = 'https://example.com/v1/emails/bulk/x'

const messages: [name: string, schema: TSchema, example: object][] = [
  ['validation result', contract.ValidationResult, example.validationResult],
  ['list submission', contract.SubmitBody, { emails: ['a'], validate_domain: 1 }],
  ['CSV submission', contract.SubmitBody, { upload_id: example.uploadId, email_column: 'E-mail', validate_domain: 0 }],
  ['submitted job', contract.SubmittedJob, { job: example.job, status_url: STATUS_URL }],
  ['job results', contract.JobResults, example.jobResults],
  ['job list', contract.JobList, { items: [example.job], total: 1, page: 1, take: 25 }],
  ['download', contract.Download, { download_url: STATUS_URL, expires_at: example.job.expires_at }],
  ['submitted group', contract.SubmittedGroup, { group: example.group, status_url: STATUS_URL }],
  ['group detail', contract.GroupDetail, example.groupDetail],
  ['group list', contract.GroupList, { items: [example.group], total: 1, page: 1, take: 25 }],
  ['upload preparation', contract.PrepareUploadBody, { filename: 'a.csv', size_bytes: 1 }],
  ['prepared upload', contract.PreparedUpload, example.preparedUpload],
  ['contact', contract.Contact, example.contact],
  ['contact list', contract.ContactList, example.contactList],
  ['contact update', contract.UpdateContactBody, { email: 'a@example.com', firstName: 'A', lastName: null }],
  ['problem', contract.Problem, example.problem],
  ['usage report', contract.UsageReport, example.usageReport],
  ['sign-up', contract.SignUpBody, { email: 'a@example.com', challenge: 'c', number: 1 }],
  ['sign-up confirmation', contract.ConfirmSignUpBody, { secret: 's', password: 'long enough', name: 'Ada' }],
  ['sign-in', contract.SignInBody, { email: 'a@example.com', password: 'x' }],
  ['signed in', contract.SignedIn, example.signedIn],
  ['session', contract.SessionView, example.sessionView],
  ['token issue', contract.IssueTokenBody, { name: 'ci', permission: 'read', expires_at: example.job.expires_at }],
  ['issued token', contract.IssuedToken, example.issuedToken],
  ['token list', contract.ApiTokenList, { items: [example.issuedToken.api_token] }],
  ['playground ticket', contract.PlaygroundTicket, { ticket: 't', expires_at: example.job.expires_at }],
]

/** Fields that §2 and §4 do not require, as the end of their path. */
const OPTIONAL = [
  ...Object.keys(example.validationResult.validations)
    .slice(8)
    .map((field) => `validations.${field}`),
  ...Object.keys(example.validationResult.metadata.domain)
    .slice(4)
    .map((field) => `domain.${field}`),
  ...['person.imageUrl', 'sources.website', 'sources.wikidata_person', 'sources.wikidata_company'],
  ...['list submission.validate_domain', 'CSV submission.validate_domain'],
  ...['problem.errors', 'sign-up confirmation.name', 'token issue.expires_at'],
]

describe.each(messages)('%s', (name, schema, whole) => {
  const message = structuredClone(whole)

  test('is accepted with every field', () => expect(accepts(schema, message)).toBe(true))

  test('refuses an additional field in each of its objects', () => {
    for (const [path, object] of objectsOf(message, name)) {
      object.unexpected = 1
      expect([path, accepts(schema, message)]).toEqual([path, false])
      delete object.unexpected
    }
  })

  test('refuses a number for every field that is not a number', () => {
    for (const [path, key, object] of fieldsOf(message, name)) {
      const value = object[key]
      if (typeof value === 'number' || value === null) continue
      object[key] = 7
      expect([path, accepts(schema, message)]).toEqual([path, false])
      object[key] = value
    }
  })

  test('requires exactly the fields that the specification requires', () => {
    for (const [path, key, object] of fieldsOf(message, name)) {
      const value = object[key]
      delete object[key]
      expect([path, accepts(schema, message)]).toEqual([path, OPTIONAL.some((optional) => path.endsWith(optional))])
      object[key] = value
    }
  })
})

function* objectsOf(value: unknown, path: string): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [key, inner] of Object.entries(value)) yield* objectsOf(inner, `${path}.${key}`)
}

function* fieldsOf(
  value: unknown,
  name: string,
): Generator<[path: string, key: string, object: Record<string, unknown>]> {
  for (const [path, object] of objectsOf(value, name)) {
    for (const key of Object.keys(object)) yield [`${path}.${key}`, key, object]
  }
}
