import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mailsift } from '@mailsift/sdk'
import { afterAll, beforeAll } from 'vitest'
import { PROGRAM_TEST, type Program, type ProgramOptions, startProgram } from '../../../server/test/support/program.ts'

export type Service = {
  program: Program
  /** What lets the command find the service as it does in a clone. */
  env: NodeJS.ProcessEnv
  /** Asks the service beside the command, past any proxy. */
  client: Mailsift
}

/** The real server, for all tests of a file. */
export function useService(options: () => ProgramOptions | Promise<ProgramOptions> = () => ({})): Service {
  const service = {} as Service
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailsift-cli-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const dataDir = join(folder, 'data')
    const program = await startProgram({
      sharedDatabase: true,
      ...(await options()),
      dataDir,
      onFinished: (end) => ends.push(end),
    })
    Object.assign(service, {
      program,
      env: { DATA_DIR: dataDir, XDG_CONFIG_HOME: join(folder, 'config') },
      client: new Mailsift({ token: await program.token(), baseUrl: program.origin }),
    })
  }, PROGRAM_TEST.timeout)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  }, PROGRAM_TEST.timeout)
  return service
}
