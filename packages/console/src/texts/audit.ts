export const audit = {
  title: 'Audit log',
  empty: 'No events',
  emptyWhy: 'Sign-ins, tokens, members and other changes of the account appear here.',
  at: 'Time',
  what: 'Event',
  who: 'By',
  network: 'Network',
  detail: 'Detail',
  actors: { account: 'API token', administration: 'Administrator', service: 'Service', database: 'Database' },
} as const
