import { listOf, textOf } from './json.ts'

/** RFC 8056 §2: the EPP name of each RDAP status. */
const EPP_BY_RDAP: Readonly<Record<string, string>> = {
  'add period': 'addPeriod',
  'auto renew period': 'autoRenewPeriod',
  'client delete prohibited': 'clientDeleteProhibited',
  'client hold': 'clientHold',
  'client renew prohibited': 'clientRenewProhibited',
  'client transfer prohibited': 'clientTransferProhibited',
  'client update prohibited': 'clientUpdateProhibited',
  inactive: 'inactive',
  associated: 'linked',
  active: 'ok',
  'pending create': 'pendingCreate',
  'pending delete': 'pendingDelete',
  'pending renew': 'pendingRenew',
  'pending restore': 'pendingRestore',
  'pending transfer': 'pendingTransfer',
  'pending update': 'pendingUpdate',
  'redemption period': 'redemptionPeriod',
  'renew period': 'renewPeriod',
  'server delete prohibited': 'serverDeleteProhibited',
  'server renew prohibited': 'serverRenewProhibited',
  'server transfer prohibited': 'serverTransferProhibited',
  'server update prohibited': 'serverUpdateProhibited',
  'server hold': 'serverHold',
  'transfer period': 'transferPeriod',
}

/** Statuses of registries beside the RFC's, by the EPP status with the same effect. */
const BESIDE_THE_TABLE: Readonly<Record<string, string>> = {
  hold: 'serverHold',
  'on hold': 'serverHold',
  'server reserved': 'reserved',
}

/** Both spellings, in any case and with any separator, meet in their letters. */
const lettersOf = (status: string) => status.toLowerCase().replace(/[^a-z]/g, '')
const EPP_BY_LETTERS = new Map(
  Object.entries({ ...EPP_BY_RDAP, ...BESIDE_THE_TABLE }).flatMap(([rdap, epp]) => [
    [lettersOf(rdap), epp],
    [lettersOf(epp), epp],
  ]),
)

/** EPP names without repetition; a status outside the RFC's table (`server recover prohibited`) becomes camel case. */
export function readEppStatuses(status: unknown): readonly string[] {
  // Some servers put all of them into one text, with commas between.
  const names = listOf(status)
    .flatMap(wordsOf)
    .flatMap((value) => {
      // Some append the link that explains the status, bare or in parentheses.
      const words = value.split(/\(?https?:/i)[0]!.trim()
      return words ? [EPP_BY_LETTERS.get(lettersOf(words)) ?? camelCase(words)] : []
    })
  return [...new Set(names)].filter((name) => name !== '')
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? (textOf(value) ?? '').split(',') : [])

function camelCase(words: string): string {
  const [first = '', ...others] = words
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
