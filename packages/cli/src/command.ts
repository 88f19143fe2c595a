import { commandsFor, type Options, type ValuesOf } from '@mailsift/command/command'
import type { Context } from './context.ts'
import { type ExitCode, usageError } from './exit.ts'

export type Values<Of extends Options> = ValuesOf<Of & typeof COMMON_OPTIONS>

/** Options of every command. */
export const COMMON_OPTIONS = {
  server: {
    type: 'string',
    value: '<url>',
    help: 'URL of the service. Default: MAILSIFT_SERVER, or detected',
  },
  quiet: { type: 'boolean', short: 'q', help: 'Print only data and errors' },
} as const satisfies Options

export const JSON_OPTION = {
  json: { type: 'boolean', help: 'Print JSON, one value per line' },
} as const satisfies Options

export const defineCommand = commandsFor<Context, ExitCode, typeof COMMON_OPTIONS>()

/** 32 hexadecimal digits, with or without dashes (§2.1). Anything else is refused without a request. */
export function checkId(command: string, id: string): string {
  if (!/^(?:[0-9a-f]-?){32}$/i.test(id))
    throw usageError(`"${id}" is not an id. Run \`mailsift ${command}\` to list the ids.`)
  return id
}
