// The context and the outcome of an administration command. A feature adds its own by a file beside this one
// that exports `command({…})`s, and one line in commands.ts.
import { commandsFor, type Command as Declared } from '@mailsift/command/command'
import type { Engine } from '@mailsift/engine'
import type { Plans } from '../../accounts/plans/plans.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

export type CommandContext = {
  /** Opened by the first command that asks, closed after it. */
  database(): Promise<Database>
  /** Where uploads and exports lie. */
  blobs(): Promise<BlobStore>
  /** Where browsers reach the service. */
  origin(): Promise<string>
  engine(): Promise<Pick<Engine, 'validate'>>
  /** The plans that accounts can have. */
  plans(): Plans
  /** SECRET, or the data folder's; undefined where the command has neither. */
  secrets(): Promise<Secrets | undefined>
  /** A line that must not be seen or remembered: hidden on a terminal, otherwise the first line of the input. */
  readSecret(question: string): Promise<string>
}

export type Outcome = Printed | Streamed

type Printed = {
  /** Printed with `--json`. */
  json: unknown
  /** Printed otherwise. */
  lines: readonly string[]
  /** Notes for people, not for scripts: printed to the error output. */
  notes?: readonly string[]
  /** Done unless given. */
  exitCode?: number
}

/** An answer that may be too large for memory, with or without `--json`. */
type Streamed = { document: AsyncIterable<string>; notes?: readonly string[] }

export type Command = Declared<CommandContext, Outcome>

export const command = commandsFor<CommandContext, Outcome>()

export const EXIT = { done: 0, failed: 1, usage: 2, notFound: 3 } as const

/** Told to the person as it is, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}
