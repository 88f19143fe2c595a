export const settings = {
  title: 'Settings',
  lead: 'How you sign in, how this console looks, and what leaves this machine.',
  appearance: 'Appearance',
  setPassword: 'Set a password',
  changePassword: 'Change the password',
  signedInAs: 'You are signed in as',
  setWhy:
    'Without a password you sign in by links that the service prints where it runs. Set one to sign in from anywhere.',
  changeWhy: 'A new password ends every other session.',
  passwordChanged: 'The password is set. Every other session was ended.',
  sessions: 'Where you are signed in',
  began: 'Since',
  from: 'From',
  lastUsed: 'Last used',
  sessionEnds: 'Ends',
  thisOne: 'this one',
  unknownNetwork: 'Not known',
  end: 'End',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllWhy: 'Every session ends, this one included. API tokens go on working.',
} as const

export const secondFactor = {
  title: 'Second factor',
  on: 'on',
  off: 'off',
  why: 'With it, signing in takes a code of an authenticator app beside the password.',
  needsPassword: 'Set a password first: the second factor is asked for after it.',
  setUp: 'Set up the second factor',
  switchOff: 'Switch it off',
  switchOffWhy: 'Signing in then takes the password alone.',
  next: 'Next',
  qrCode: 'QR code of the secret',
  addSecret: 'Scan this with your authenticator app, or type the secret there:',
  secret: 'Secret',
  openApp: 'Open it in an app on this machine',
  backupCodes: 'Keep these backup codes somewhere else. Each signs you in once when the app is lost:',
  backupTitle: 'Backup codes',
  code: 'Code that the app shows',
  confirm: 'Switch it on',
} as const

export const operator = {
  lists: 'Lists of this installation',
  allow: 'Never disposable',
  deny: 'Always disposable',
  noDomains: (setting: string) => `None. The setting ${setting} names them.`,
  configuration: 'Configuration',
  configurationWhy:
    'What this installation runs with where it is not the usual, secrets masked. Settings are variables of the environment; changing them takes a restart.',
  showAll: (count: number) => `Show all ${count} settings`,
  changed: 'changed',
  notSet: 'not set',
} as const

export const leaving = {
  title: 'What leaves this machine',
  why: 'Typing on Check and reading a list happen in this browser. What you validate goes to this service. Only the following goes further, and no e-mail address is in it unless files are kept in a bucket. There is no telemetry.',
  what: 'For',
  asked: 'Who is asked',
  learns: 'What they learn',
  setting: 'Setting',
  state: 'Now',
  on: 'on',
  off: 'off',
  rows: {
    dns: {
      what: 'Domain look-ups',
      asked: 'The name servers of this service',
      learns: 'Mail domains and their mail hosts',
    },
    registry: {
      what: 'Registrar and dates of a domain',
      asked: 'The registry of its ending',
      learns: 'The registered domain, the network address of this service',
    },
    lists: {
      what: 'Lists of disposable domains',
      asked: 'Their publishers, once a day',
      learns: 'That this service runs',
    },
    website: {
      what: 'Contacts: website',
      asked: 'The site of the mail domain',
      learns: 'That a contact works there, the network address of this service',
    },
    wikidata_company: { what: 'Contacts: company', asked: 'Wikidata', learns: 'The mail domain' },
    wikidata_person: {
      what: 'Contacts: person',
      asked: 'Wikidata',
      learns: 'First and last name, where the company was found',
    },
    bucket: { what: 'Files', asked: 'The bucket that the owner of this service chose', learns: 'Uploads and exports' },
  },
} as const
