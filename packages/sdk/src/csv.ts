import type { Group, PreparedUpload, PrepareUploadBody, SubmitCsvBody, SubmittedGroup } from '@mailsift/contract'
import type { ValidateOptions } from './bulk.ts'
import { type Call, type Connection, send } from './connection.ts'
import { type CsvFile, type CsvSource, openSource } from './csv-source.ts'
import { ConnectionError, isApiError, MailsiftError, readApiError } from './errors.ts'
import type { Groups } from './groups.ts'
import { newIdempotencyKey, type SubmitOptions } from './idempotency.ts'
import { withRetries } from './retry.ts'
import { putFile, type UploadProgress } from './upload.ts'
import { uploads } from './uploads.ts'
import type { WaitOptions } from './wait.ts'

export type CsvOptions = ValidateOptions &
  SubmitOptions & {
    /** The exact name of the email column. */
    emailColumn: string
    /** The name of the stored file; default: its own. */
    filename?: string | undefined
    /**
     * The file has been uploaded and is about to be submitted: from now on the service may process it, whatever happens
     * here.
     */
    onSubmitting?: (() => void) | undefined
    /** How much of the file has been sent: continuously in browsers, elsewhere at the start and at the end. */
    onUploadProgress?: ((progress: UploadProgress) => void) | undefined
  }

export type CleanedCsv = {
  /** `completed`, or `partial` when some of its rows could not be processed. */
  group: Group
  /** The original CSV with the appended columns. The download starts when the stream is read. */
  csv: ReadableStream<Uint8Array>
}

export type Csv = {
  /** Uploads and submits a CSV; follow it with `groups.wait` and `groups.download`. An abort discards the upload. */
  submit(source: CsvSource, options: CsvOptions): Promise<Group>
  /** Uploads, submits and waits; throws `CsvRefusedError` when the file has no usable result. */
  clean(source: CsvSource, options: CsvOptions & WaitOptions<Group>): Promise<CleanedCsv>
}

/** The file is not a valid CSV, lacks the column, or none of its rows could be processed. */
export class CsvRefusedError extends MailsiftError {
  override readonly name = 'CsvRefusedError'
  readonly group: Group

  constructor(group: Group) {
    super(group.failure ?? 'The CSV could not be processed')
    this.group = group
  }
}

/** §8: the time limit of the PUT. */
const PUT_TIMEOUT_MS = 15 * 60_000
/** An unresponsive service delays an abort by at most this long. */
const DISCARD_TIMEOUT_MS = 3_000

export function csv(connection: Connection, beside: Connection, groups: Groups): Csv {
  const submit: Csv['submit'] = async (source, options) => {
    const { emailColumn, validateDomain = false, idempotencyKey = newIdempotencyKey(), signal } = options
    const file = await openSource(source, signal)
    const filename = baseName(options.filename ?? file.name ?? 'upload.csv')
    // Preparing and submitting have separate scopes, so one key serves both (§4.1).
    const keyed = { method: 'POST', idempotencyKey } as const
    const announced: PrepareUploadBody = { filename, size_bytes: file.blob.size }
    const prepare = { ...keyed, path: '/emails/bulk/upload', body: announced }
    let upload: PreparedUpload | undefined
    let lost: ConnectionError | undefined
    try {
      upload = await send<PreparedUpload>(connection, { ...prepare, signal })
      lost = await put(connection, upload, file, options)
      const body: SubmitCsvBody = {
        upload_id: upload.upload_id,
        email_column: emailColumn,
        validate_domain: validateDomain ? 1 : 0,
      }
      options.onSubmitting?.()
      return (await send<SubmittedGroup>(connection, { ...keyed, path: '/emails/bulk', body, signal })).group
    } catch (error) {
      if (signal?.aborted) await discardAborted(prepare, upload).catch(() => undefined)
      throw lost && isApiError(error, 'upload_not_ready') ? lost : error
    }
  }

  /** Only after the caller's abort: any other failure may be retried with the same key, which resumes the upload. */
  async function discardAborted(prepare: Call, upload: PreparedUpload | undefined): Promise<void> {
    const brief = { maxRetries: 0, timeoutMs: DISCARD_TIMEOUT_MS }
    // The response with the upload's id may have been lost; the same key returns it.
    const { upload_id } = upload ?? (await send<PreparedUpload>({ ...connection, ...brief }, prepare))
    await uploads({ ...beside, ...brief }).discard(upload_id)
  }

  return {
    submit,
    async clean(source, options) {
      const { id } = await submit(source, options)
      const group = await groups.wait(id, options)
      if (group.status === 'failed') throw new CsvRefusedError(group)
      return { group, csv: groups.download(id, { signal: options.signal }) }
    },
  }
}

/**
 * Resolves when the file has arrived, or with the error if it may have: a server that already has the file may respond
 * and close the connection before the file was sent again. The submission will show.
 */
async function put(
  connection: Connection,
  upload: PreparedUpload,
  { blob }: CsvFile,
  { signal, onUploadProgress }: CsvOptions,
): Promise<ConnectionError | undefined> {
  // fetch sets Content-Length itself, from the Blob; browsers do not allow another.
  const { 'Content-Length': _, ...headers } = upload.headers
  const timeoutMs = PUT_TIMEOUT_MS
  try {
    await withRetries({ ...connection, signal }, async () => {
      const whole = { url: connection.reach(upload.upload_url), headers, blob, timeoutMs, signal, onUploadProgress }
      const { response, text } = await putFile(connection, whole)
      // 412: an earlier PUT arrived completely and only its response was lost. An upload never changes.
      if (!response.ok && response.status !== 412) throw readApiError(response, text)
    })
  } catch (error) {
    if (error instanceof ConnectionError) return error
    throw error
  }
}

const baseName = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
