import { type Known, knownReasons } from '@mailsift/clean/evidence'
import type { Policy } from '@mailsift/engine'
import type { ListPart, SubmittedList } from '@mailsift/sdk'
import { mailsift } from '../api/client.ts'
import { downloadAnswers } from '../api/download-answers.ts'
import { worker } from '../worker/client.ts'
import type { ResultFile, ResultSource } from '../worker/results.ts'

const isReadable = ({ submission: { status, download_ready } }: ListPart) =>
  (status === 'completed' || status === 'partial') && download_ready

/** The completed rounds of retried rows. */
function endedRetries({ submissions }: Pick<SubmittedList, 'submissions'>): ListPart[][] {
  const byRound = Map.groupBy(
    submissions.filter(({ round }) => round > 0),
    ({ round }) => round,
  )
  return [...byRound.values()].filter((parts) => parts.length === parts[0]!.parts && parts.every(isReadable))
}

/** Identifies what can currently be read of a list. */
export const sourceIdOf = (list: SubmittedList) => JSON.stringify([list.id, endedRetries(list).length])

/** The complete results of a list: all of its parts, and the retried rows. */
export async function fetchSource(list: SubmittedList, signal?: AbortSignal): Promise<ResultSource> {
  const parts = list.submissions.filter((part) => part.round === 0 && isReadable(part))
  const files: ResultFile[] = []
  for (const part of parts) files.push(await fetchFile(part, signal))
  const retries: ResultFile[][] = []
  for (const round of endedRetries(list)) {
    const again: ResultFile[] = []
    for (const part of round) again.push(await fetchFile(part, signal))
    retries.push(again)
  }
  const [first] = parts
  const emailColumn = first?.submission.kind === 'job' ? 'input' : (first?.submission.email_column ?? '')
  return { id: sourceIdOf(list), files, retries, emailColumn }
}

async function fetchFile({ submission }: ListPart, signal?: AbortSignal): Promise<ResultFile> {
  const csv = await downloadAnswers(submission, signal)
  if (submission.kind === 'job') return { csv, prefix: '' }
  const { group } = await mailsift.groups.get(submission.id, signal && { signal })
  return { csv, prefix: group.result_prefix ?? '' }
}

/** The limit of one lookup. */
const LOOKUP_MAX_COUNT = 10_000

/** The current reasons from bounces, probes and the suppression list for the addresses of a list. */
export async function fetchKnown(source: ResultSource, policy: Policy, signal: AbortSignal): Promise<Known> {
  const known = new Map<string, NonNullable<ReturnType<Known['get']>>>()
  for (let start = 0; ; start += LOOKUP_MAX_COUNT) {
    const addresses = await worker.results.resultAddresses(source, policy, start, LOOKUP_MAX_COUNT)
    signal.throwIfAborted()
    if (!addresses) return known
    if (addresses.length === 0) continue
    for (const [email, reason] of knownReasons(await mailsift.bounces.lookUp(addresses, { signal })))
      known.set(email, reason)
  }
}
