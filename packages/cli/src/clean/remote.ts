// A CSV cleaned by the service: submit → wait → download. After the submission everything can be taken up again later.
import { CsvRefusedError, type Group, type GroupStatus, type Mailsift } from '@mailsift/sdk'
import type { Context } from '../context.ts'
import { EXIT, Failure } from '../exit.ts'
import type { Progress } from '../progress.ts'
import type { CleanedCsv } from './rows.ts'
import type { Source } from './source.ts'

export type RemoteDeps = Pick<Context, 'signal'> & { mailsift: Mailsift; progress: Progress }

export async function submitCsv(
  { mailsift, progress, signal }: RemoteDeps,
  source: Source,
  options: { emailColumn: string; validateDomain: boolean; onSubmitting: () => void },
): Promise<string> {
  progress.update(`Uploading ${source.name}`)
  const filename = source.name.replaceAll(/[\p{Cc}/\\]/gu, '_').slice(0, 200)
  const { id } = await source.upload((csv) => mailsift.csv.submit(csv, { ...options, filename, signal }))
  return id
}

const PHASES: Partial<Record<GroupStatus, string>> = {
  queued: 'Waiting',
  parsing: 'Reading the file',
  finalizing: 'Writing the results',
}

export async function followGroup(
  { mailsift, progress, signal }: RemoteDeps,
  id: string,
): Promise<CleanedCsv & { group: Group }> {
  const group = await mailsift.groups.wait(id, {
    signal,
    onProgress({ status, processed, total }) {
      if (status === 'processing') progress.update('Validating', processed, total)
      else if (PHASES[status]) progress.update(PHASES[status])
    },
  })
  if (group.status === 'failed') throw new CsvRefusedError(group)
  if (group.result_prefix === null)
    throw new Failure(EXIT.service, 'The service did not name the columns of its answers.')
  const csv = mailsift.groups.download(id, { signal })
  return { group, resultPrefix: group.result_prefix, mayHaveUnknown: group.errors > 0, csv }
}
