// Every setting, by what it is about; docs/configuration.md has them in this order, under these headings.
import type { Setting } from './setting.ts'
import { BILLING } from './settings/billing.ts'
import { EMAIL } from './settings/email.ts'
import { FEATURES } from './settings/features.ts'
import { LOOKUPS } from './settings/lookups.ts'
import { PROBE } from './settings/probe.ts'
import { PROCESSES } from './settings/processes.ts'
import { STORAGE } from './settings/storage.ts'
import { WATCHING } from './settings/watching.ts'

export const SECTIONS = {
  'Processes and the network': PROCESSES,
  'Database and files': STORAGE,
  'Accounts and features': FEATURES,
  Email: EMAIL,
  Billing: BILLING,
  'Lookups, lists and enrichment': LOOKUPS,
  'Mailbox probe': PROBE,
  'Logs, metrics and traces': WATCHING,
} satisfies Record<string, Record<string, Setting<never> | Setting<unknown>>>

export const SETTINGS = {
  ...PROCESSES,
  ...STORAGE,
  ...FEATURES,
  ...BILLING,
  ...EMAIL,
  ...LOOKUPS,
  ...PROBE,
  ...WATCHING,
}
