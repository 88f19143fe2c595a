// Texts that people chose freely (keys, names of files, tokens, site keys, passkeys, sources, accounts and contacts) and that hold an address, although
// what they name has nothing to do with it: the text goes, and what it names stays.
import { type FoundAccountName, findAccountNames, forgetAccountNames } from '../accounts/privacy.ts'
import { type FoundSourceName, findSourceNames, forgetSourceNames } from '../bounces/privacy.ts'
import { type FoundBulkName, findBulkNames, forgetBulkNames } from '../bulk/privacy.ts'
import { type FoundContactName, findContactNames, forgetContactNames } from '../contacts/privacy.ts'
import { type FoundCredentialName, findCredentialNames, forgetCredentialNames } from '../credentials/privacy.ts'
import { type FoundPersonName, findPersonNames, forgetPersonNames } from '../identity/privacy.ts'
import type { AddressSearch } from '../platform/address-search.ts'
import type { Db, Tx } from '../platform/database/database.ts'

export type FoundName =
  | FoundAccountName
  | FoundBulkName
  | FoundContactName
  | FoundCredentialName
  | FoundPersonName
  | FoundSourceName

export async function findNames(db: Db, search: AddressSearch): Promise<FoundName[]> {
  return [
    ...(await findBulkNames(db, search)),
    ...(await findCredentialNames(db, search)),
    ...(await findPersonNames(db, search)),
    ...(await findAccountNames(db, search)),
    ...(await findContactNames(db, search)),
    ...(await findSourceNames(db, search)),
  ]
}

export async function forgetNames(tx: Tx, names: readonly FoundName[]): Promise<void> {
  await forgetBulkNames(tx, names.filter(isOf('idempotency_key', 'file_name', 'list_name', 'list_notes')))
  await forgetCredentialNames(tx, names.filter(isOf('token_name', 'site_key_name')))
  await forgetPersonNames(tx, names.filter(isOf('account_name', 'passkey_name')))
  await forgetAccountNames(tx, names.filter(isOf('team_name')))
  await forgetContactNames(tx, names.filter(isOf('contact_name')))
  await forgetSourceNames(tx, names.filter(isOf('source_name')))
}

function isOf<Kind extends FoundName['kind']>(...kinds: Kind[]) {
  return (name: FoundName): name is Extract<FoundName, { kind: Kind }> => (kinds as string[]).includes(name.kind)
}
