import type { Program } from '@mailsift/command/command'
import { COMMON_OPTIONS } from './command.ts'
import { clean } from './commands/clean.ts'
import { contacts } from './commands/contacts.ts'
import { doctor } from './commands/doctor.ts'
import { groups } from './commands/groups.ts'
import { jobs } from './commands/jobs.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { mcp } from './commands/mcp.ts'
import { uploads } from './commands/uploads.ts'
import { usage } from './commands/usage.ts'
import { validate } from './commands/validate.ts'
import type { Context } from './context.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { version } from './version.ts'

export const PROGRAM: Program<Context, ExitCode> = {
  call: 'mailsift',
  executable: 'mailsift',
  version: version(),
  about: 'Validates email addresses and cleans lists of contacts.',
  commands: [validate, clean, jobs, groups, uploads, contacts, usage, mcp, login, logout, doctor],
  common: COMMON_OPTIONS,
  sections: [
    {
      title: 'Environment',
      rows: [
        ['MAILSIFT_SERVER', 'The service to ask, such as https://mail.example'],
        ['MAILSIFT_TOKEN', 'The API token; without it the one of `login`, or of a server started in this clone'],
        ['NO_COLOR', 'No colours'],
      ],
    },
    {
      title: 'Exit codes',
      rows: [
        [`${EXIT.ok}`, 'Done'],
        [`${EXIT.usage}`, 'The command line, or a file or id it names, cannot be used'],
        [`${EXIT.credentials}`, 'Token, permission or subscription is missing'],
        [`${EXIT.service}`, 'The service could not be reached, refused, or a limit was met'],
        [`${EXIT.partial}`, 'Done in part: some addresses have no answer'],
        [`${EXIT.unsafe}`, 'With --fail-on unsafe: not every address is safe to send to'],
        [`${EXIT.interrupted}`, 'Ctrl-C'],
      ],
    },
  ],
}
