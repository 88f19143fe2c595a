// All invariants over a live instance. It only reads, and may run beside the service at work.
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import { checkLimits, checkStates, checkUsage } from './accounts.ts'
import { checkExports, checkLeftovers } from './exports.ts'
import { checkGroups, checkUploads } from './groups.ts'
import { checkHttp, type HttpChecks } from './http.ts'
import { checkLog } from './logs.ts'
import { checkRows } from './rows.ts'
import type { Violation } from './violation.ts'

export type VerifyOptions = {
  db: Db
  blobs: BlobStore
  http?: Omit<HttpChecks, 'db'>
  logs?: readonly { name: string; text: string }[]
}

export async function verify({ db, blobs, http, logs = [] }: VerifyOptions): Promise<Violation[]> {
  const found: Violation[] = []
  const checks = [
    checkRows(db),
    checkStates(db),
    checkLimits(db),
    checkGroups(db),
    checkUploads({ db, blobs }),
    checkExports({ db, blobs }),
    checkLeftovers({ db, blobs }),
    checkUsage(db),
    ...(http ? [checkHttp({ db, ...http })] : []),
  ]
  for (const check of checks) for await (const violation of check) found.push(violation)
  for (const { name, text } of logs) found.push(...checkLog(name, text))
  return found
}
