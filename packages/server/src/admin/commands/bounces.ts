// Where an account's reports come from, as under Bounces in the console.
import { readFile } from 'node:fs/promises'
import {
  BOUNCE_SOURCE_KINDS,
  type BounceSourceKind,
  type MadeBounceSource,
  TOKEN_NAME_MAX_CHARACTERS,
} from '@mailsift/contract'
import { note } from '../../audit/audit.ts'
import {
  faultOf,
  faultOfKey,
  listSources,
  makeSource,
  needsKey,
  removeSource,
  replaceKey,
  rotateSource,
  SOURCES_MAX,
  shownOnce,
  toSource,
} from '../../bounces/bounces.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type CommandContext, CommandError, command, EXIT, type Outcome } from './command.ts'
import { record, table } from './table.ts'
import { ACCOUNT_ARGUMENT, requireAccount } from './users.ts'

export type BouncesContext = {
  /** The domain of recipient addresses; undefined while the mail listener is off. */
  mailDomain(): Promise<string | undefined>
}

const SOURCE_ARGUMENT = { name: 'source', help: 'Id of the source: bounces sources.' } as const
const KEY_OPTION = {
  'key-file': {
    type: 'string',
    value: 'FILE',
    help: 'File with the key. Otherwise it is prompted for, or read from stdin.',
  },
} as const

export const bounceCommands = ({ mailDomain }: BouncesContext) => [
  command({
    name: 'bounces sources',
    summary: 'List where the bounces of an account come from',
    arguments: [ACCOUNT_ARGUMENT],
    examples: ['bounces sources ada@example.com', 'bounces sources ada@example.com --json'],
    async run(context, { user }) {
      const { db } = await context.database()
      const { id } = await requireAccount(db, user)
      const sources = (await listSources(db, id)).map(toSource)
      const rows = sources.map((source) => ({
        id: source.id,
        name: source.name,
        kind: source.kind,
        'last report': source.last_report_at?.slice(0, 10) ?? 'never',
        problem: source.problem ?? '',
      }))
      return { json: sources, lines: await table(rows, 'No sources. Create one with "bounces add-source".') }
    },
  }),

  command({
    name: 'bounces add-source',
    summary: 'Create a source of bounces: a secret URL and address, or a mailbox to read',
    details:
      'Its key verifies the webhooks of a provider, or is the password of a mailbox. The URL and the address are shown only once. docs/guides/bounces.md says what each provider needs.',
    arguments: [ACCOUNT_ARGUMENT],
    options: {
      kind: {
        type: 'string',
        value: 'KIND',
        choices: BOUNCE_SOURCE_KINDS,
        required: true,
        help: `One of ${BOUNCE_SOURCE_KINDS.join(', ')}.`,
      },
      name: { type: 'string', value: 'NAME', required: true, help: 'Name of the source.' },
      ...KEY_OPTION,
      topic: { type: 'string', value: 'ARN', help: 'For ses: the topic that may report.' },
      host: { type: 'string', value: 'HOST', help: 'For imap: name of the server, queried on port 993.' },
      login: { type: 'string', value: 'LOGIN', help: 'For imap: user name.' },
      folder: { type: 'string', value: 'FOLDER', help: 'For imap: folder with the bounces. Default: INBOX.' },
      'delete-read': { type: 'boolean', help: 'For imap: delete messages that were read. Otherwise they are marked.' },
    },
    examples: [
      'bounces add-source ada@example.com --kind mail --name Newsletter',
      'bounces add-source ada@example.com --kind sendgrid --name SendGrid --key-file key.txt',
      'bounces add-source ada@example.com --kind imap --name Bounces --host imap.example.com --login bounces < password.txt',
    ],
    async run(context, { user }, options) {
      const { db } = await context.database()
      const { id: accountId } = await requireAccount(db, user)
      const kind = options.kind as BounceSourceKind
      const { name, topic, host, login, folder = 'INBOX' } = options
      if (!name || [...name].length > TOKEN_NAME_MAX_CHARACTERS)
        throw new CommandError(`--name must have 1 to ${TOKEN_NAME_MAX_CHARACTERS} characters.`, EXIT.usage)
      if (kind === 'imap' && (!host || !login)) throw new CommandError('imap needs --host and --login.', EXIT.usage)
      const mailbox =
        host && login ? { host, user: login, folder, delete_read: options['delete-read'] ?? false } : undefined
      const key = needsKey(kind) || options['key-file'] ? await readKey(context, options['key-file']) : undefined
      const source = { kind, name, key, topic, mailbox }
      const fault = faultOf(source)
      if (fault) throw new CommandError(`The ${fault.field} ${fault.message}.`, EXIT.usage)
      const secrets = await requireSecrets(context)
      if ((await listSources(db, accountId)).length >= SOURCES_MAX)
        throw new CommandError(`The account has ${SOURCES_MAX} sources already.`)
      const made = await db.transaction().execute(async (tx) => {
        const { row, secret } = await makeSource(tx, secrets, accountId, source)
        await note(tx, {
          ...{ action: 'bounce_source_made', actor: 'administration', accountId },
          ...{ subjectId: row.id, detail: kind },
        })
        return { row, secret }
      })
      return shown(shownOnce(made, { origin: await context.origin(), mailDomain: await mailDomain() }))
    },
  }),

  command({
    name: 'bounces rotate-source',
    summary: 'Replace the secret URL and address of a source; those of before stop working at once',
    arguments: [ACCOUNT_ARGUMENT, SOURCE_ARGUMENT],
    examples: ['bounces rotate-source ada@example.com 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'],
    async run(context, { user, source }) {
      const { db } = await context.database()
      const { id: accountId } = await requireAccount(db, user)
      const rotated = await db.transaction().execute(async (tx) => {
        const found = await rotateSource(tx, accountId, source)
        if (found)
          await note(tx, {
            action: 'bounce_source_rotated',
            ...{ actor: 'administration', accountId, subjectId: found.row.id },
          })
        return found
      })
      if (!rotated) throw new CommandError(`${GONE} Mailboxes have no URL.`, EXIT.notFound)
      return shown(shownOnce(rotated, { origin: await context.origin(), mailDomain: await mailDomain() }))
    },
  }),

  command({
    name: 'bounces replace-key',
    summary: 'Replace the key of a source, or the password of its mailbox',
    details: 'A mailbox that was no longer read after failed sign-ins is read again.',
    arguments: [ACCOUNT_ARGUMENT, SOURCE_ARGUMENT],
    options: KEY_OPTION,
    examples: ['bounces replace-key ada@example.com 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b < password.txt'],
    async run(context, { user, source }, options) {
      const { db } = await context.database()
      const { id: accountId } = await requireAccount(db, user)
      const secrets = await requireSecrets(context)
      const known = (await listSources(db, accountId)).find(({ id }) => id === source)
      if (!known) throw new CommandError(GONE, EXIT.notFound)
      const key = await readKey(context, options['key-file'])
      const fault = faultOfKey(known.kind, key)
      if (fault) throw new CommandError(`The key ${fault}.`, EXIT.usage)
      await db.transaction().execute(async (tx) => {
        await replaceKey(tx, secrets, accountId, source, key)
        await note(tx, {
          action: 'bounce_source_key_replaced',
          ...{ actor: 'administration', accountId, subjectId: source },
        })
      })
      return { json: { id: source }, lines: [`The key of ${known.name} is replaced.`] }
    },
  }),

  command({
    name: 'bounces remove-source',
    summary: 'Remove a source of bounces; what it reported stays',
    arguments: [ACCOUNT_ARGUMENT, SOURCE_ARGUMENT],
    examples: ['bounces remove-source ada@example.com 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'],
    async run(context, { user, source }) {
      const { db } = await context.database()
      const { id: accountId } = await requireAccount(db, user)
      const isGone = await db.transaction().execute(async (tx) => {
        if (!(await removeSource(tx, accountId, source))) return false
        await note(tx, {
          action: 'bounce_source_removed',
          ...{ actor: 'administration', accountId, subjectId: source },
        })
        return true
      })
      if (!isGone) throw new CommandError(GONE, EXIT.notFound)
      return { json: { id: source }, lines: ['The source is removed.'] }
    },
  }),
]

const GONE = 'The account has no such source. List them with "bounces sources".'

const shown = (made: MadeBounceSource): Outcome => ({
  json: made,
  lines: record({
    id: made.source.id,
    ...(made.source.kind !== 'imap' && { url: made.url }),
    ...(made.address !== null && { address: made.address }),
  }),
  ...(made.source.kind !== 'imap' && { notes: ['Save the URL now: it cannot be shown again.'] }),
})

async function readKey(context: CommandContext, file: string | undefined): Promise<string> {
  const text =
    file === undefined
      ? await context.readSecret('Key or password: ')
      : await readFile(file, 'utf8').catch(() => {
          throw new CommandError(`Cannot read ${file}.`, EXIT.usage)
        })
  const key = text.trim()
  if (key === '') throw new CommandError('The key is empty.', EXIT.usage)
  return key
}

async function requireSecrets(context: CommandContext): Promise<Secrets> {
  const secrets = await context.secrets()
  if (!secrets) throw new CommandError('Set SECRET, or DATA_DIR of the service: it encrypts the key.')
  return secrets
}
