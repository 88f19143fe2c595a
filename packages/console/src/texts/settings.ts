export const settings = {
  title: 'Settings',
  lead: 'Your account, the appearance of the console, and the data that this service shares.',
  appearance: 'Theme',
  setPassword: 'Set password',
  changePassword: 'Change password',
  setWhy: 'You are signed in as {email}. Without a password, you need a sign-in link from the server every time.',
  changeWhy: 'You are signed in as {email}. A new password signs out all your other sessions.',
  passwordChanged: 'Your password is set. All other sessions were signed out.',
  sessions: 'Sessions',
  began: 'Signed in',
  from: 'Network',
  lastUsed: 'Last used',
  sessionEnds: 'Expires',
  thisOne: 'this session',
  unknownNetwork: 'Unknown',
  end: 'End session',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllWhy: 'This ends all sessions, including this one. API tokens keep working.',
} as const

export const secondFactor = {
  title: 'Two-factor authentication',
  on: 'on',
  off: 'off',
  why: 'Sign in with your password and a code from an authenticator app.',
  needsPassword: 'Set a password first. The code is requested after the password.',
  setUp: 'Turn on two-factor authentication',
  switchOff: 'Turn off two-factor authentication',
  switchOffWhy: 'You will sign in with your password only.',
  next: 'Continue',
  qrCode: 'QR code for your authenticator app',
  addSecret: 'Scan the QR code with your authenticator app, or enter this key:',
  secret: 'Key',
  openApp: 'Open in an app on this device',
  backupCodes: 'Save these backup codes. Each one signs you in once if you lose your app:',
  backupTitle: 'Backup codes',
  newCodes: 'New backup codes',
  newCodesWhy: 'The codes that you have now stop working.',
  newCodesMade: 'Save these codes. They replace the ones you had, and each one signs you in once:',
  makeCodes: 'Create codes',
  savedCodes: 'Done, I saved them',
  code: 'Code from the app',
  confirm: 'Turn on',
} as const

export const notifications = {
  title: 'Email notices',
  listCompleted: 'Email me when a list that took more than five minutes is done',
  always: 'Emails about your sign-in, such as password resets and new devices, are always sent.',
} as const

export const testMail = {
  title: 'Email',
  why: 'Send a test email through the mail server of this installation.',
  notConfigured:
    'This installation cannot send email: invitations and password resets are links that you pass on. To change that, set SMTP_URL and MAIL_FROM and restart the service.',
  to: 'Address',
  submit: 'Send a test email',
  busy: 'Sending…',
  sent: 'The mail server accepted the email for {email}.',
} as const

export const operator = {
  lists: 'Domain lists of this installation',
  allow: 'Never disposable',
  deny: 'Always disposable',
  noDomains: 'None. Add domains with the {setting} setting.',
  configuration: 'Configuration',
  configurationWhy:
    'Settings that differ from the defaults, with secrets masked. To change one, set its environment variable and restart the service.',
  showAll: '{count, plural, one {Show # setting} other {Show all # settings}}',
  changed: 'changed',
  notSet: 'not set',
} as const

export const leaving = {
  title: 'Data sharing',
  why: 'Typed addresses and previews stay in your browser. Lists that you validate go to this service. The service contacts only the parties below, and sends none of them an address from your lists unless you store files in a bucket. There is no telemetry.',
  what: 'Purpose',
  asked: 'Contacted party',
  learns: 'Data sent',
  setting: 'Setting',
  state: 'Status',
  on: 'on',
  off: 'off',
  rows: {
    dns: {
      what: 'Domain checks',
      asked: 'The DNS servers of this service',
      learns: 'Email domains and their mail servers',
    },
    registry: {
      what: 'Domain registration data',
      asked: 'The registry of the domain',
      learns: 'Registered domain, IP address of this service',
    },
    registry_servers: {
      what: 'List of domain registries',
      asked: 'IANA, or the server in REGISTRY_SERVERS_URL, once a day',
      learns: 'IP address of this service',
    },
    mta_sts: {
      what: 'Domain reports: MTA-STS',
      asked: 'The mta-sts web server of the reported domain',
      learns: 'Reported domain, IP address of this service',
    },
    blocklists: {
      what: 'Domain reports: blocklists',
      asked: 'The chosen lists, through DNS',
      learns: 'Reported domains and the IP addresses of their mail servers',
    },
    lists: {
      what: 'Disposable domain lists',
      asked: 'List publishers, once a day',
      learns: 'IP address of this service',
    },
    website: {
      what: 'Contacts: website',
      asked: 'Website of the email domain',
      learns: 'IP address of this service. The visit suggests that you have a contact there.',
    },
    wikidata_company: { what: 'Contacts: company', asked: 'Wikidata', learns: 'Email domain' },
    wikidata_person: {
      what: 'Contacts: people in the company entry',
      asked: 'Wikidata',
      learns: 'The company. Names are compared on this service and not sent.',
    },
    wikidata_name_search: {
      what: 'Contacts: people by name',
      asked: 'Wikidata',
      learns:
        'First and last name, with the company. Turn this on to find people whom the company entry does not list. Wikidata can then see whose names you look up.',
    },
    probe: {
      what: 'Mailbox probes, for accounts that the administrator allows',
      asked: 'The mail server of the address',
      learns: 'The whole address, your IP address, and the sender that the administrator set',
    },
    smtp: {
      what: 'Email',
      asked: 'The mail server of this installation',
      learns: 'Addresses of members and invited people, and the emails to them',
    },
    single_sign_on: {
      what: 'Single sign-on',
      asked: 'The identity providers of this service',
      learns: 'Who signs in, and when',
    },
    billing: {
      what: 'Billing',
      asked: 'Stripe',
      learns: 'The address of the owner who buys a plan, and the credits that the account uses',
    },
    bucket: { what: 'File storage', asked: 'The storage bucket of this service', learns: 'Uploads and exports' },
  },
} as const

export const identities = {
  title: 'Linked identities',
  why: 'None yet. Link an identity provider to sign in with it.',
  provider: 'Provider',
  linked: 'Linked',
  lastUsed: 'Last used',
  never: 'Never',
  link: 'Link {provider}',
  linkWhy: 'You sign in at {provider}, and return here.',
  continue: 'Continue',
  unlink: 'Unlink',
  unlinkTitle: 'Unlink {provider}?',
  unlinkWhy:
    'You can no longer sign in with it, and other sessions that began with it end. Make sure that you can sign in another way.',
} as const
