// What customers do to a fleet during the test: validate and submit, without pause, and remember every promise they got.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, type PreparedUpload, type SubmittedGroup, type SubmittedJob } from '@mailsift/contract'
import { eventually } from '../../../../scripts/eventually.ts'

const ANSWER_MAX_MS = 60_000
const PAUSE_MS = 20
const BETWEEN_JOBS_MS = 250
const JOB_ROWS = 40
const PUT_MAX_MS = 5_000

export type Load = {
  /** Answers 200: promises that a unit is billed. */
  answered: number
  /** Requests that never got an answer of a node: billed or not, which cannot be known. */
  lost: number
  /** Answers 503 with Retry-After. */
  refused: number
  /** Whatever should not be: other statuses, and 503 without Retry-After. */
  faults: string[]
  jobs: Map<string, { rows: number }>
  /** Files. */
  groups: Map<string, { rows: number }>
  /** The longest time between two answers 200 since the last call, in milliseconds. */
  takeGap(): number
  stop(): Promise<void>
}

type Account = { token: string }

/** The third account sends files. */
export function startLoad(origin: () => string, singles: Account, bulk: Account, files?: Account): Load {
  let stopping = false
  let [lastAt, gap] = [performance.now(), 0]
  const load: Load = {
    answered: 0,
    lost: 0,
    refused: 0,
    faults: [],
    jobs: new Map(),
    groups: new Map(),
    takeGap() {
      const longest = Math.max(gap, performance.now() - lastAt)
      gap = 0
      return longest
    },
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }

  /** Whether it was answered by a node, and not refused for now. */
  async function isAnswered(answer: Response | undefined, accepted: number): Promise<boolean> {
    if (answer?.status === accepted) return true
    await answer?.body?.cancel()
    if (answer === undefined || answer.status === 502 || answer.status === 504) load.lost++
    else if (answer.status === 503 && answer.headers.has('retry-after')) load.refused++
    // As many unfinished jobs as an account may have, or the same key under way on a broken connection: asked again.
    else if (answer.status !== 409 && answer.status !== 429) load.faults.push(`${answer.status} of ${answer.url}`)
    return false
  }

  const ask = (path: string, { token }: Account, init: RequestInit = {}) =>
    fetch(`${origin()}/v1${path}`, {
      ...init,
      headers: { [API_TOKEN_HEADER]: token, ...init.headers },
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    }).catch(() => undefined)

  async function validate(): Promise<void> {
    while (!stopping) {
      const answer = await ask('/emails/validate?email=jane.doe@gmail.com', singles)
      if (await isAnswered(answer, 200)) {
        await answer!.body?.cancel()
        load.answered++
        gap = Math.max(gap, performance.now() - lastAt)
        lastAt = performance.now()
      }
      // Fixed time: the pause of a customer.
      await sleep(PAUSE_MS)
    }
  }

  async function submit(): Promise<void> {
    for (let number = 0; !stopping; number++) {
      const emails = Array.from({ length: JOB_ROWS }, (_, at) => `jane.doe${number * JOB_ROWS + at}@gmail.com`)
      const { job } = await insist<SubmittedJob>('/emails/bulk', bulk, { emails }, 202)
      load.jobs.set(job.id, { rows: JOB_ROWS })
      // Fixed time: the pause of a customer.
      await sleep(BETWEEN_JOBS_MS)
    }
  }

  /** A customer who got no answer repeats the request with the same key, until there is one. */
  async function insist<Body>(path: string, account: Account, body: object, accepted: number): Promise<Body> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const attempt = async () => {
      const answer = await ask(path, account, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await isAnswered(answer, accepted)) && ((await answer!.json()) as Body & object)
    }
    return eventually(attempt, { every: PAUSE_MS * 5 })
  }

  async function put({ upload_url, headers }: PreparedUpload, body: string): Promise<void> {
    const { 'Content-Length': _length, ...sent } = headers
    const attempt = async () => {
      const signal = AbortSignal.timeout(PUT_MAX_MS)
      const answer = await fetch(upload_url, { method: 'PUT', headers: sent, body, signal }).catch(() => undefined)
      await answer?.body?.cancel()
      // 412: an earlier try got through.
      return answer?.ok || answer?.status === 412
    }
    await eventually(attempt, { every: PAUSE_MS * 5 })
  }

  async function sendFiles(sender: Account): Promise<void> {
    for (let number = 0; !stopping; number++) {
      const rows = Array.from({ length: JOB_ROWS }, (_, at) => `john.doe${number * JOB_ROWS + at}@gmail.com`)
      const csv = `email\n${rows.join('\n')}\n`
      const file = { filename: 'a.csv', size_bytes: Buffer.byteLength(csv) }
      const upload = await insist<PreparedUpload>('/emails/bulk/upload', sender, file, 201)
      await put(upload, csv)
      const body = { upload_id: upload.upload_id, email_column: 'email' }
      const { group } = await insist<SubmittedGroup>('/emails/bulk', sender, body, 202)
      load.groups.set(group.id, { rows: JOB_ROWS })
      // Fixed time: the pause of a customer.
      await sleep(BETWEEN_JOBS_MS)
    }
  }

  const running = [validate(), validate(), validate(), submit(), ...(files ? [sendFiles(files)] : [])]
  return load
}
