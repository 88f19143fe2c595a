/** Runs other packages on the same sets in the same run. */
import { readJson, requirePackage } from '../../../build/packages.ts'
import { PUBLIC_BODIES } from '../../labelled/public-bodies.ts'

type Peer = {
  readonly name: string
  readonly isDisposable?: (domain: string) => boolean
  readonly isRole?: (local: string) => boolean
  readonly isFreeMail?: (domain: string) => boolean
}

/** A list entry covers the name and all names below it, as these packages document. */
function upwards(domains: ReadonlySet<string>): (domain: string) => boolean {
  return (domain) => {
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      if (domains.has(name)) return true
    }
    return false
  }
}

export function openPeers(): Peer[] {
  const mailchecker = requirePackage<{ isValid(address: string): boolean }>('mailchecker')
  const js = readJson<string[]>('disposable-email-domains-js', 'dist/dict/disposable_email_blocklist.json')
  const fakefilter = Object.keys(readJson<{ domains: object }>('fakefilter', 'json/data.json').domains)
  const roles = new Set(requirePackage<readonly string[]>('role-based-email-addresses'))
  const free = requirePackage<ReadonlySet<string>>('company-email-validator/free_email_provider_domains.js')
  return [
    { name: 'mailchecker', isDisposable: (domain) => !mailchecker.isValid(`someone@${domain}`) },
    { name: 'disposable-email-domains-js', isDisposable: upwards(new Set(js)) },
    { name: 'fakefilter', isDisposable: upwards(new Set(fakefilter)) },
    {
      name: 'disposable-domains',
      isDisposable: upwards(new Set(readJson<string[]>('disposable-domains', 'index.json'))),
    },
    { name: 'role-based-email-addresses', isRole: (local) => roles.has(local) },
    { name: 'company-email-validator', isFreeMail: (domain) => free.has(domain) },
  ]
}

export const ROLES_OF_PUBLIC_BODIES = Object.values(PUBLIC_BODIES).flat()
