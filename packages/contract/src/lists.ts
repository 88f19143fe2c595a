// Outside of the contract: a list as shown to users. It may have several submissions (§8: 100,000 records each), and
// rows whose lookup failed may have been retried.
import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import { LIST_NAME_MAX_CHARACTERS, LIST_NOTES_MAX_CHARACTERS, LIST_PARTS_MAX_COUNT } from './limits.ts'
import { pageOf } from './paging.ts'
import { count, dateTime, nullable, oneOf, strict } from './schema.ts'
import { SUBMISSION_STATUSES, Submission } from './submissions.ts'

const part = (description: string) => Type.Integer({ minimum: 1, maximum: LIST_PARTS_MAX_COUNT, description })
const round = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  description: '0 for the list itself, 1 and up for rows that were sent again because their result was unknown.',
})

export const LIST_STATUSES = ['uploading', ...SUBMISSION_STATUSES] as const
export const ListStatus = oneOf(LIST_STATUSES, {
  description: '`uploading` until all parts are submitted, then the status of all parts together.',
})
export type ListStatus = Static<typeof ListStatus>

export const ListPart = strict({
  round,
  part: part('Position of the part in its round.'),
  parts: part('Number of parts in its round.'),
  submission: Submission,
})
export type ListPart = Static<typeof ListPart>

const name = Type.String({ minLength: 1, maxLength: LIST_NAME_MAX_CHARACTERS })
const notes = Type.String({ maxLength: LIST_NOTES_MAX_CHARACTERS })

export const SubmittedList = strict({
  id: Uuid,
  name: nullable(
    Type.String({ description: 'The chosen name, or the file name. Null for a JSON list without a name.' }),
  ),
  notes: Type.String(),
  validate_domain: Type.Boolean(),
  status: ListStatus,
  total: count('Rows of the whole list.'),
  processed: count(),
  success: count(),
  errors: count(),
  failure: nullable(Type.String()),
  download_ready: Type.Boolean({ description: 'Whether all parts that did not fail can be downloaded.' }),
  parts: Type.Integer({ minimum: 1, description: 'Number of submissions that the list needs.' }),
  submissions: Type.Array(ListPart, { description: 'What was submitted so far, by round and part.' }),
  stopped: Type.Boolean({ description: 'Its owner stopped it. What was not validated by then is never validated.' }),
  deleting: Type.Boolean({ description: 'The list is deleted as soon as its running chunks have ended.' }),
  created_at: dateTime(),
  expires_at: dateTime(),
})
export type SubmittedList = Static<typeof SubmittedList>

export const SubmittedLists = pageOf(SubmittedList)
export type SubmittedLists = Static<typeof SubmittedLists>

export const ListDetail = strict({
  ...SubmittedList.properties,
  previous: nullable(
    strict({ id: Uuid, created_at: dateTime() }, { description: 'The last list with the same fingerprint.' }),
  ),
})
export type ListDetail = Static<typeof ListDetail>

export const CreateListBody = strict({
  id: Type.String({ format: 'uuid', description: 'Chosen by you. The same id again returns the same list.' }),
  name,
  parts: part('Number of submissions that the list needs.'),
  total: count('Rows of the whole list.'),
  fingerprint: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{16,64}$',
      description: 'A hash of the file, to find earlier lists with the same content.',
    }),
  ),
})
export type CreateListBody = Static<typeof CreateListBody>

export const AddToListBody = strict({ round, part: part('From 1.'), parts: part('Number of parts in this round.') })
export type AddToListBody = Static<typeof AddToListBody>

export const ChangeListBody = Type.Object(
  { name: Type.Optional(name), notes: Type.Optional(notes) },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeListBody = Static<typeof ChangeListBody>

export const ListParams = strict({ listId: UuidInput })
export const ListSubmissionParams = strict({ listId: UuidInput, submissionId: UuidInput })

export const LookupStatus = strict({
  dns: Type.Boolean({ description: 'Whether the DNS servers of this service answer at the moment.' }),
})
export type LookupStatus = Static<typeof LookupStatus>
