import { plural } from './plural.ts'

export const domain = {
  title: (root: string) => `The domain ${root}`,
  deliverable: 'takes mail',
  undeliverable: 'takes no mail',
  mailHosts: 'Mail hosts',
  noMailHosts: 'None: mail to this domain does not arrive.',
  provider: 'Mail provider',
  notKnown: 'Not known',
  nameServers: 'Name servers',
  registrar: 'Registrar',
  registryUnknown: 'The registry did not tell',
  statuses: 'Registry statuses',
  dnssec: 'DNSSEC',
  signed: 'Signed',
  unsigned: 'Not signed',
  dates: 'Dates',
  age: (days: number) => `Dates (${plural(days, 'day')} old)`,
  registered: 'Registered',
  changed: 'Changed',
  checked: 'Asked',
  expires: 'Expires',
} as const
