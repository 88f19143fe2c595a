import type { Option } from '@mailsift/command/command'
import type { Account } from '@mailsift/contract'
import { note } from '../../audit/audit.ts'
import { createAddressSearch } from '../../platform/address-search.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Findings } from '../../privacy/forget-address.ts'
import { type CommandContext, CommandError, command, EXIT, type Outcome } from './command.ts'
import { record, table } from './table.ts'
import { removeAccount, requireAccount } from './users.ts'

const ABOUT = {
  address: { type: 'string', value: 'ADDRESS', help: "A person's address, whichever accounts have stored it." },
  user: { type: 'string', value: 'USER', help: 'Email address or id of an account.' },
} as const satisfies Record<string, Option>

const MATCHING =
  'Case is ignored, and the normalized address matches too. In uploaded files, every cell is searched, also with @ written as %40.'

export const privacyCommands = [
  command({
    name: 'privacy export',
    summary: 'Export all data about an address or an account as JSON',
    options: ABOUT,
    details: `${MATCHING}\nPasswords, tokens and their hashes are never printed.`,
    examples: ['privacy export --address jane@example.com', 'privacy export --user ada@example.com > ada.json'],
    async run(context, _values, options) {
      const about = subjectOf(options)
      const { db } = await context.database()
      const deps = { db, blobs: await context.blobs() }
      const { exportAddress, exportAccount } = await import('../../privacy/export.ts')
      if (about.kind === 'user') {
        const { id } = await requireAccount(db, about.user)
        await note(db, { action: 'privacy_exported', actor: 'administration', accountId: id, detail: 'account' })
        return { document: ending(await exportAccount(deps, id)) }
      }
      const search = createAddressSearch(await context.engine(), about.address)
      const secrets = await context.secrets()
      await note(db, { action: 'privacy_exported', actor: 'administration', accountId: null, detail: 'address' })
      return { document: ending(await exportAddress({ ...deps, secrets }, about.address, search)) }
    },
  }),

  command({
    name: 'privacy delete',
    summary: 'Delete all data about an address or an account',
    options: {
      ...ABOUT,
      suppress: {
        type: 'boolean',
        help: 'Also prevent the address from becoming a contact of any account again. Only a keyed hash of it is kept.',
      },
      yes: {
        type: 'boolean',
        help: 'Confirm the deletion, which cannot be undone. Without it, only show what would be deleted.',
      },
    },
    details: [
      MATCHING,
      'Deletes contacts with the address in every account, including those about to be saved. A job or uploaded file that',
      'contains it is deleted as a whole, with its results and exports. Open invitations and sign-ups of the address end. If only',
      'the name of a file, token, passkey, account or other contact contains it, only the name is deleted; an idempotency key is',
      'deleted. Usage totals stay: they contain no names.',
      'An account that signs in with the address stays: see users delete.',
      'With --suppress, the address never becomes a contact of any account again; privacy allow reverts that.',
      'With --user, it does the same as users delete.',
    ].join('\n'),
    examples: [
      'privacy delete --address jane@example.com',
      'privacy delete --address jane@example.com --yes',
      'privacy delete --address jane@example.com --suppress --yes',
      'privacy delete --user ada@example.com --yes',
    ],
    async run(context, _values, { yes, suppress, ...options }) {
      const about = subjectOf(options)
      if (about.kind === 'user' && suppress) throw new CommandError('--suppress needs --address.', EXIT.usage)
      const { db } = await context.database()
      if (about.kind === 'user') return removeAccount(context, await requireAccount(db, about.user), yes)
      return deleteAddress(context, about.address, { isConfirmed: yes, isSuppressed: suppress })
    },
  }),

  command({
    name: 'privacy allow',
    summary: 'Let a suppressed address become a contact again',
    options: { address: ABOUT.address },
    details: 'Reverts privacy delete --suppress and suppressions by accounts that deleted a contact.',
    examples: ['privacy allow --address jane@example.com'],
    async run(context, _values, { address }) {
      if (!address) throw new CommandError('Missing option: --address.', EXIT.usage)
      const { db } = await context.database()
      const secrets = await requireSecrets(context)
      const search = createAddressSearch(await context.engine(), address)
      const { letBack } = await import('../../privacy/forget-address.ts')
      await note(db, { action: 'privacy_deleted', actor: 'administration', accountId: null, detail: 'suppression' })
      const lifted = await letBack(db, search, secrets)
      return {
        json: { address, lifted },
        lines: [lifted > 0 ? `${address} can become a contact again.` : `${address} was not suppressed.`],
        exitCode: lifted > 0 ? EXIT.done : EXIT.notFound,
      }
    },
  }),
]

/** Suppressed addresses and evidence are stored by hashes that only the secret finds. */
async function requireSecrets(context: CommandContext): Promise<Secrets> {
  const secrets = await context.secrets()
  if (!secrets)
    throw new CommandError('Set SECRET to the secret of the service, or DATA_DIR to its data folder.', EXIT.usage)
  return secrets
}

type Subject = { kind: 'address'; address: string } | { kind: 'user'; user: string }

function subjectOf({ address, user }: { address: string | undefined; user: string | undefined }): Subject {
  if ((address === undefined) === (user === undefined))
    throw new CommandError('Use either --address or --user.', EXIT.usage)
  if (user !== undefined) return { kind: 'user', user }
  if (!/\S@\S/.test(address!)) throw new CommandError('--address must be an email address.', EXIT.usage)
  return { kind: 'address', address: address!.trim() }
}

async function* ending(document: AsyncIterable<string>): AsyncGenerator<string> {
  yield* document
  yield '\n'
}

async function deleteAddress(
  context: CommandContext,
  address: string,
  { isConfirmed, isSuppressed }: { isConfirmed: boolean; isSuppressed: boolean },
): Promise<Outcome> {
  const { db } = await context.database()
  const { findAddress, forget, needsSecrets } = await import('../../privacy/forget-address.ts')
  const secrets = isSuppressed || (await needsSecrets(db)) ? await requireSecrets(context) : undefined
  const deps = { db, blobs: await context.blobs(), secrets }
  const search = createAddressSearch(await context.engine(), address)
  const found = await findAddress(deps, address, search)
  if (isConfirmed) {
    // Which address it was is not noted: that would be a list of exactly the people who asked to be on none.
    await note(db, { action: 'privacy_deleted', actor: 'administration', accountId: null, detail: 'address' })
    found.contacts = await forget(deps, search, found, isSuppressed)
  }
  return {
    json: { address, deleted: isConfirmed, suppressed: isConfirmed && isSuppressed, ...found },
    lines: [
      isConfirmed ? `Deleted all data about ${address}:` : `Stored about ${address}:`,
      ...(await summaryOf(found)),
    ],
    notes: [
      ...(found.account ? [signInNote(found.account)] : []),
      ...(isConfirmed ? [] : ['Nothing was deleted. Add --yes to confirm.']),
      ...(isConfirmed && isSuppressed
        ? ['The address will not become a contact again. To revert, run privacy allow.']
        : []),
    ],
    exitCode: isConfirmed ? EXIT.done : EXIT.usage,
  }
}

async function summaryOf({
  awaited,
  contacts,
  events,
  evidence,
  listEntries,
  names,
  submissions,
}: Findings): Promise<string[]> {
  return [
    ...record({
      contacts,
      'recent validations': events,
      'bounces and other evidence': evidence,
      'allow and deny lists': listEntries,
      'invitations and sign-ups': awaited,
      'names and keys': names.length,
      'jobs and files': submissions.length,
    }),
    ...(submissions.length > 0 ? [''] : []),
    ...(submissions.length > 0
      ? await table(
          submissions.map(({ kind, id, accountId, rows, lines }) => ({ kind, id, account: accountId, rows, lines })),
          '',
        )
      : []),
  ]
}

function signInNote({ email, id }: Account): string {
  return `${email} is also how an account signs in. The account stays; to delete it: users delete ${id}`
}
