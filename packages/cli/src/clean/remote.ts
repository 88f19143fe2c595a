// Validates addresses with the service. Only the addresses are sent, one per row; the rest of the list stays here, and
// the results are added to its rows. A list that is too long for one submission is split.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Group, GroupStatus, Mailsift } from '@mailsift/sdk'
import { addressParts, type Part, type PartPlace } from '@mailsift/sdk/lists'
import type { Context } from '../context.ts'
import type { Progress } from '../progress.ts'

export type RemoteDeps = Pick<Context, 'signal'> & { mailsift: Mailsift; progress: Progress }

/** Stores the addresses in a file that only its owner can read: a list may contain more than fit in memory. */
export async function spoolAddresses<Result>(
  addresses: AsyncIterable<string>,
  signal: AbortSignal,
  use: (parts: Part[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-'))
  const parts: Part[] = []
  try {
    for await (const { csv, count } of addressParts(addresses)) {
      const path = join(folder, `part-${parts.length + 1}.csv`)
      await pipeline(csv.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
      parts.push({ csv: path, count })
    }
    return await use(parts)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const PHASES: Partial<Record<GroupStatus, string>> = {
  queued: 'Waiting',
  parsing: 'Reading the file',
  finalizing: 'Saving the results',
}

export const shownPlace = ({ part, parts }: PartPlace) => (parts > 1 ? ` (${part} of ${parts})` : '')

export function showGroup(progress: Progress, { status, processed, total }: Group, place: PartPlace): void {
  const of = shownPlace(place)
  if (status === 'processing') progress.update(`Validating${of}`, processed, total)
  else if (PHASES[status]) progress.update(PHASES[status] + of)
}
