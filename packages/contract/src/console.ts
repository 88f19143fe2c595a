/** Where the pages of the web console are; all of them are one document that looks at its own address. */
export const CONSOLE_PATHS = {
  check: '/',
  clean: '/clean',
  files: '/files',
  group: '/files/:groupId',
  job: '/jobs/:jobId',
  contacts: '/contacts',
  contact: '/contacts/:contactId',
  domains: '/domains',
  domain: '/domains/:domain',
  rules: '/rules',
  tokens: '/tokens',
  team: '/team',
  usage: '/usage',
  settings: '/settings',
  operator: '/admin',
  operatedAccount: '/admin/:accountId',
} as const
