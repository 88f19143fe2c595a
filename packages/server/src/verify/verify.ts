// All invariants over a live instance. It only reads, and may run beside the service at work.
import { loadEngine } from '@mailsift/engine/node'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database/database.ts'
import { checkLimits, checkStates } from './accounts.ts'
import { type Checkpoints, NO_CHECKPOINTS } from './checkpoints.ts'
import { type ContactChecks, checkContacts } from './contacts.ts'
import { checkExports, checkLeftovers } from './exports.ts'
import { checkFileInputs, checkGroups, checkUploads } from './groups.ts'
import { checkHttp, type HttpChecks } from './http.ts'
import { checkLog } from './logs.ts'
import { checkRows } from './rows.ts'
import { checkUsage } from './usage.ts'
import type { Violation } from './violation.ts'
import { watch } from './watch.ts'

export type VerifyOptions = {
  db: Db
  blobs: BlobStore
  /** As the instance has it, with its lists of domains; without those if it is left out. */
  engine?: ContactChecks['engine']
  http?: Omit<HttpChecks, 'db'>
  logs?: readonly { name: string; text: string }[]
  /** Checkpoints of earlier runs. Default: none. */
  checkpoints?: Checkpoints
}

const WATCH_EVERY_MS = 1_000

export async function verify({
  db,
  blobs,
  engine = loadEngine(),
  http,
  logs = [],
  checkpoints = NO_CHECKPOINTS,
}: VerifyOptions): Promise<Violation[]> {
  const found: Violation[] = []
  const watching = watch(db, WATCH_EVERY_MS)
  const checks = [
    checkRows(db, checkpoints),
    checkStates(db),
    checkLimits(db),
    checkGroups(db),
    checkUploads({ db, blobs }),
    checkFileInputs({ db, blobs, checkpoints }),
    checkExports({ db, blobs, checkpoints }),
    checkLeftovers({ db, blobs }),
    checkUsage(db),
    checkContacts({ db, engine }),
    ...(http ? [checkHttp({ db, ...http })] : []),
  ]
  try {
    for (const check of checks) for await (const violation of check) found.push(violation)
  } finally {
    found.push(...(await watching.stop()))
  }
  for (const { name, text } of logs) found.push(...checkLog(name, text))
  return found
}
