import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mailsift } from '@mailsift/sdk'
import { afterAll, beforeAll } from 'vitest'
import { ensureFirstAccount } from '../../../server/src/accounts/first-account.ts'
import { writePublicFile } from '../../../server/src/platform/data-folder/folder.ts'
import type { Db } from '../../../server/src/platform/database/database.ts'
import { startService } from '../../../server/test/bulk/service.ts'
import { ALONE } from '../../../server/test/support/alone.ts'
import { type ProgramOptions, startProgram } from '../../../server/test/support/program.ts'

export type Service = {
  origin: string
  /** The token of the first account, for reading and writing. */
  token: string
  /** The environment in which the command finds the service as in a clone. */
  env: NodeJS.ProcessEnv
  /** A client for the service that bypasses any proxy. */
  client: Mailsift
}

type ServiceHere = Service & {
  db: Db
  /** Submissions wait until `run` has finished. */
  whileNothingWorks(run: () => Promise<void>): Promise<void>
}

type Ends = (() => Promise<unknown>)[]

/** The API and a worker in this process, for all tests of a file. */
export function useService(environment: () => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv> = () => ({})) {
  return forAllTests<ServiceHere>(async (ends) => {
    const service = await startService({ ...ALONE, ...(await environment()) })
    ends.push(service.stop)
    const { origin, dataDir, db } = service
    // The files in which a supervisor announces itself.
    const token = await ensureFirstAccount(db, dataDir)
    await writePublicFile(dataDir, 'address', `${service.base}\n`)
    return {
      ...serviceAt({ origin, token: token!, dataDir }),
      db,
      async whileNothingWorks(run) {
        await service.stopWorker()
        try {
          await run()
        } finally {
          await service.startWorker()
        }
      },
    }
  })
}

/** The whole program in separate processes, for all tests of a file. */
export function useProgram(options: ProgramOptions = {}): Service {
  return forAllTests(async (ends) => {
    const folder = await mkdtemp(join(tmpdir(), 'mailsift-cli-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const dataDir = join(folder, 'data')
    const onFinished = (end: () => Promise<void>) => ends.push(end)
    const program = await startProgram({ sharedDatabase: true, ...options, dataDir, onFinished })
    return serviceAt({ origin: program.origin, token: await program.token(), dataDir })
  })
}

/** Without the settings of a login. */
function serviceAt({ origin, token, dataDir }: { origin: string; token: string; dataDir: string }): Service {
  const env = { DATA_DIR: dataDir, XDG_CONFIG_HOME: join(dataDir, 'nowhere') }
  return { origin, token, env, client: new Mailsift({ token, baseUrl: origin }) }
}

function forAllTests<Started extends Service>(start: (ends: Ends) => Promise<Started>): Started {
  const service = {} as Started
  const ends: Ends = []
  beforeAll(async () => void Object.assign(service, await start(ends)))
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return service
}
