/** The documentation page below /help/ for each page of the console. */
export const HELP = {
  check: 'explanation/verdicts',
  clean: 'guides/console#clean-a-list',
  files: 'guides/console#lists',
  results: 'guides/console#results',
  contacts: 'guides/console#contacts',
  domain: 'reference/domain-reports',
  bounces: 'guides/bounces',
  rules: 'guides/rules',
  tokens: 'guides/users-and-tokens#tokens',
  team: 'guides/console#team',
  usage: 'guides/console#usage',
  settings: 'guides/console#settings',
  operator: 'guides/console#admin',
} as const
