import type { Program } from '@mailsift/command/command'
import { COMMON_OPTIONS } from './command.ts'
import { bounces } from './commands/bounces.ts'
import { clean } from './commands/clean.ts'
import { contacts } from './commands/contacts.ts'
import { doctor } from './commands/doctor.ts'
import { domain } from './commands/domain.ts'
import { groups } from './commands/groups.ts'
import { jobs } from './commands/jobs.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { mcp } from './commands/mcp.ts'
import { probe } from './commands/probe.ts'
import { stream } from './commands/stream.ts'
import { suppressions } from './commands/suppressions.ts'
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
  about: 'Validate email addresses and clean contact lists.',
  commands: [
    validate,
    domain,
    clean,
    stream,
    jobs,
    groups,
    uploads,
    contacts,
    bounces,
    probe,
    suppressions,
    usage,
    mcp,
    login,
    logout,
    doctor,
  ],
  common: COMMON_OPTIONS,
  sections: [
    {
      title: 'Environment',
      rows: [
        ['MAILSIFT_SERVER', 'URL of the service, such as https://mail.example'],
        ['MAILSIFT_TOKEN', 'API token. Default: the token stored by `login` or by a server started in this clone'],
        ['NO_COLOR', 'Turn off colors'],
      ],
    },
    {
      title: 'Exit codes',
      rows: [
        [`${EXIT.ok}`, 'Success'],
        [`${EXIT.usage}`, 'Invalid arguments, file or id'],
        [`${EXIT.credentials}`, 'Missing token, permission or subscription'],
        [`${EXIT.service}`, 'Service unreachable, request refused or limit reached'],
        [`${EXIT.partial}`, 'Partial result: some addresses could not be checked'],
        [`${EXIT.unsafe}`, 'With --fail-on unsafe: at least one address is not safe to send to'],
        [`${EXIT.interrupted}`, 'Interrupted with Ctrl-C'],
      ],
    },
  ],
}
