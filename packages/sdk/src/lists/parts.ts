// Splits addresses into files that the service accepts, one address per row, and submits them one after another.
import { csvCell } from '@mailsift/intake/csv-cell'
import type { ValidateOptions } from '../bulk.ts'
import { CsvRefusedError } from '../csv.ts'
import type { CsvSource } from '../csv-source.ts'
import { isApiError, MailsiftError } from '../errors.ts'
import type { Group, Mailsift } from '../index.ts'
import type { UploadProgress } from '../upload.ts'

type Service = Pick<Mailsift, 'csv' | 'groups'>
export type Part = { csv: CsvSource; count: number }
/** `part` counts from 1. */
export type PartPlace = { part: number; parts: number }

export type SubmitListOptions = ValidateOptions & {
  /** The name of the stored files. */
  filename?: string | undefined
  /** The email column of the parts. Default: `email`, as `addressParts` calls it. */
  emailColumn?: string | undefined
  /** The key of a part, one-based: the same key and bytes return the same group. */
  idempotencyKeyOf?: ((part: number) => string) | undefined
  /** The maximum number of unfinished parts. Default 2: one of the account's three slots stays free for other work. */
  slots?: number | undefined
  /** Groups of the first parts, in order, that were submitted before. */
  submitted?: readonly string[] | undefined
  onUploading?: ((place: PartPlace) => void) | undefined
  onUploadProgress?: ((progress: UploadProgress, place: PartPlace) => void) | undefined
  /**
   * A part has been uploaded and is about to be submitted: from now on the service may process it, whatever happens
   * here.
   */
  onSubmitting?: ((place: PartPlace) => void) | undefined
  /** The next part waits for the returned promise. */
  onSubmitted?: ((groupId: string, place: PartPlace) => unknown) | undefined
  onProgress?: ((group: Group, place: PartPlace) => void) | undefined
}

/** §8: the limit of one submission. */
const PART_MAX_COUNT = 100_000
const PART_MAX_BYTES = 50 * 1024 * 1024 - 4096
const HEADER = 'email'
export const DEFAULT_SLOTS = 2
/** The file has one column, so no address may contain a detectable separator. */
const SEPARATORS = ',;|\t'
const PIECE_CHARACTERS = 64 * 1024

/** As many files as the addresses need; `email` is the name of their column. */
export async function* addressParts(
  addresses: AsyncIterable<string>,
): AsyncGenerator<{ csv: Blob; count: number }, void> {
  const encoder = new TextEncoder()
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let text = `${HEADER}\n`
  let bytes = 0
  let count = 0
  const keep = () => {
    const piece = encoder.encode(text)
    pieces.push(piece)
    bytes += piece.length
    text = ''
  }
  const take = () => {
    keep()
    const part = { csv: new Blob(pieces, { type: 'text/csv' }), count }
    pieces = []
    text = `${HEADER}\n`
    bytes = 0
    count = 0
    return part
  }
  for await (const address of addresses) {
    if (count === PART_MAX_COUNT || bytes + 3 * (text.length + 2 * address.length) > PART_MAX_BYTES) yield take()
    text += `${csvCell(address, SEPARATORS)}\n`
    count++
    if (text.length >= PIECE_CHARACTERS) keep()
  }
  if (count > 0) yield take()
}

/** Waits for the oldest part while `slots` are unfinished, or the service accepts no more. Returns the groups in order. */
export async function submitParts(
  service: Service,
  parts: readonly Part[],
  options: SubmitListOptions = {},
): Promise<string[]> {
  const { filename = 'list', emailColumn = HEADER, submitted = [], validateDomain, signal, ...on } = options
  const { slots = DEFAULT_SLOTS } = options
  const ids = [...submitted]
  if (ids.length > parts.length)
    throw new RangeError(`The list has ${parts.length} parts, but ${ids.length} groups of it were named`)
  // All submitted parts before this one have ended.
  let ended = 0
  const awaitOldest = async () => {
    const done = placeOf(ended, parts)
    await waitForAnswers(service, ids[ended]!, { signal, onProgress: (group) => on.onProgress?.(group, done) })
    ended++
  }
  for (let at = ids.length; at < parts.length; at++) {
    while (ids.length - ended >= slots) await awaitOldest()
    const place = placeOf(at, parts)
    on.onUploading?.(place)
    const { onSubmitting, onUploadProgress } = on
    const settings = {
      emailColumn,
      validateDomain,
      filename: nameOf(filename, place),
      idempotencyKey: on.idempotencyKeyOf?.(place.part),
      signal,
      onSubmitting: onSubmitting && (() => onSubmitting(place)),
      onUploadProgress: onUploadProgress && ((progress: UploadProgress) => onUploadProgress(progress, place)),
    }
    for (;;) {
      try {
        const { id } = await service.csv.submit(parts[at]!.csv, settings)
        await on.onSubmitted?.(id, place)
        ids.push(id)
        break
      } catch (error) {
        if (!isApiError(error, 'too_many_unfinished') || ended >= ids.length) throw error
        await awaitOldest()
      }
    }
  }
  return ids
}

export const placeOf = (at: number, parts: readonly unknown[]): PartPlace => ({ part: at + 1, parts: parts.length })

/** Replaces characters that are not allowed in file names; the service limits the length. */
function nameOf(filename: string, { part, parts }: PartPlace): string {
  const name = filename.replaceAll(/[\p{Cc}/\\]/gu, '_')
  const [ending = ''] = /\.[a-z]{1,5}$/i.exec(name) ?? []
  const stem = name.slice(0, Math.min(name.length - ending.length, 180))
  return parts > 1 ? `${stem} (${part} of ${parts})${ending}` : stem + ending
}

type Finished = Group & { result_prefix: string }

/** Resolves when the group has its results; throws `CsvRefusedError` if it has none. */
export async function waitForAnswers(
  { groups }: Pick<Mailsift, 'groups'>,
  groupId: string,
  options: Parameters<Mailsift['groups']['wait']>[1] = {},
): Promise<Finished> {
  const group = await groups.wait(groupId, options)
  if (group.status === 'failed') throw new CsvRefusedError(group)
  const { result_prefix } = group
  if (result_prefix === null) throw new MailsiftError('The service did not name the columns of its answers')
  return { ...group, result_prefix }
}
