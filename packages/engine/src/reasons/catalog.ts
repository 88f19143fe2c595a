/**
 * All texts about reasons, for the console, the API, the command line, reports and assistants. Texts are only here.
 * `{domain}`, `{provider}` and `{tld}` are filled in.
 */
type ReasonText = {
  /** Names the reason in a table or a chart. */
  readonly label: string
  /** Names the check in a list of checks that the address passed. */
  readonly passed?: string
  readonly sentence: string
  /** The recommended action. */
  readonly advice: string
}

export const REASON_TEXTS = {
  ok: { label: 'No problems found', sentence: 'No problems found.', advice: 'You can send to this address.' },
  allowed: {
    label: 'On your allow list',
    sentence: 'On your allow list.',
    advice: 'You can send to this address.',
  },
  denied: {
    label: 'On your deny list',
    sentence: 'On your deny list.',
    advice: 'Do not send. To change this, remove the entry from the deny list.',
  },
  invalid: {
    label: 'Not an email address',
    sentence: 'This is not an email address.',
    advice: 'Correct the address or remove it.',
  },
  typo: {
    label: 'Misspelled domain',
    passed: 'Domain is spelled correctly',
    sentence: '{domain} looks like a misspelling of a well-known provider.',
    advice: 'Ask the person to confirm the suggested address.',
  },
  disposable: {
    label: 'Disposable address',
    passed: 'Not a disposable address',
    sentence: '{domain} provides disposable addresses.',
    advice: 'Ask for a permanent address.',
  },
  free_dns: {
    label: 'Free domain name',
    passed: 'Not a free domain name',
    sentence: '{domain} is a free domain name that anyone can register without paying.',
    advice: 'Ask the person for another address.',
  },
  reserved: {
    label: 'Reserved domain',
    passed: 'Not a reserved domain',
    sentence: '{domain} is reserved for technical use and cannot receive mail.',
    advice: 'Remove this address.',
  },
  unknown_tld: {
    label: 'Unknown domain ending',
    passed: 'Domain ending exists',
    sentence: '.{tld} is not a public domain ending.',
    advice: 'Check the spelling of the domain.',
  },
  not_issued: {
    label: 'Mailbox cannot exist',
    passed: 'Follows the rules of the provider',
    sentence: '{provider} does not allow this name, so the mailbox cannot exist.',
    advice: 'Check the spelling or remove the address.',
  },
  no_mx: {
    label: 'No mail server',
    passed: 'Domain has a mail server',
    sentence: 'The domain has no valid mail server (MX record).',
    advice: 'Do not send: the message is likely to bounce.',
  },
  undeliverable: {
    label: 'Domain does not accept mail',
    passed: 'Domain accepts mail',
    sentence: 'The domain does not accept mail.',
    advice: 'Remove this address: messages to it bounce.',
  },
  parked: {
    label: 'Parked domain',
    passed: 'Domain is in use',
    sentence: 'The domain is parked: it is registered but not in use.',
    advice: 'Remove this address.',
  },
  no_reply: {
    label: 'No-reply address',
    passed: 'Not a no-reply address',
    sentence: 'This is a no-reply address. Mail sent to it is not read.',
    advice: 'Remove this address.',
  },
  role: {
    label: 'Role-based address',
    passed: 'Not a role-based address',
    sentence: 'This address belongs to a team or a role, not to one person.',
    advice: 'Send only if the team asked for your mail.',
  },
  irregular: {
    label: 'Suspicious name',
    passed: 'Name looks natural',
    sentence: 'The part before the @ sign looks random.',
    advice: 'Ask the person for another address.',
  },
  unicode: {
    label: 'Unusual characters',
    passed: 'No unusual characters',
    sentence: 'The address contains unusual characters.',
    advice: 'Ask the person to type the address again.',
  },
  young_domain: {
    label: 'New domain',
    passed: 'Domain is at least 30 days old',
    sentence: 'The domain was registered less than 30 days ago.',
    advice: 'Confirm the address with the person before you send.',
  },
  relay: {
    label: 'Forwarding address',
    sentence: 'This address forwards mail to a mailbox that it hides.',
    advice: 'Send only if the person signed up with it.',
  },
  free_mail: {
    label: 'Free mailbox',
    sentence: 'This is a personal mailbox at a free provider, not a company address.',
    advice: 'Ask for a work address if you write to companies.',
  },
  bounced: {
    label: 'Bounced',
    sentence: 'Mail to this address bounced: the mailbox does not exist.',
    advice: 'Do not send to this address again.',
  },
  mailbox_full: {
    label: 'Mailbox full',
    sentence: 'Mail to this address bounced: the mailbox is full.',
    advice: 'Try again later. A mailbox that stays full is not read.',
  },
  catch_all: {
    label: 'Catch-all server',
    sentence: 'The mail server accepts every name at this domain, so nothing shows whether the mailbox exists.',
    advice: 'Send only if the person gave you the address.',
  },
  suppressed: {
    label: 'Suppressed',
    sentence: 'This address is on your suppression list.',
    advice: 'Do not send to this address.',
  },
  no_address: {
    label: 'No address in this row',
    sentence: 'The row contains no email address.',
    advice: 'Add the address or remove the row.',
  },
  malformed_row: {
    label: 'Unreadable row',
    sentence: 'The row does not have the same number of fields as the header.',
    advice: 'Correct the row and validate the list again.',
  },
  lookup_failed: {
    label: 'Domain lookup failed',
    sentence: 'The domain could not be looked up.',
    advice: 'Validate the address again later. You were not charged.',
  },
  job_failed: {
    label: 'Not processed',
    sentence: 'The service could not process this row.',
    advice: 'Validate the row again. You were not charged.',
  },
} as const satisfies Record<string, ReasonText>

/** The label of a reason; a code unknown to this version is its own label. */
export const labelOf = (reason: string): string => textOf(reason)?.label ?? reason

export const adviceOf = (reason: string): string => textOf(reason)?.advice ?? ''

const textOf = (reason: string): ReasonText | undefined =>
  (REASON_TEXTS as Record<string, ReasonText | undefined>)[reason]

/** More specific sentences, by the rule or fact that decided. */
export const DETAILED_SENTENCES = {
  disposable: {
    mail_host: 'Mail for {domain} goes to a disposable email service.',
    name_server: 'The name servers of {domain} only serve disposable email domains.',
  },
  free_dns: { disposable: 'Free names below this domain are mostly used for disposable addresses.' },
  parked: { mail_host: 'Mail for {domain} goes to a server that only serves parked domains.' },
  irregular: {
    none: REASON_TEXTS.irregular.sentence,
    unlikely_letters: 'The part before the @ looks random. It does not resemble a name or a word.',
    long_number: 'The name contains an unusually long number.',
    hexadecimal: 'The name looks like a generated ID.',
    keyboard_row: 'The name is a row of the keyboard or part of the alphabet.',
    repetition: 'The name repeats the same characters.',
    separators: 'The name consists mostly of punctuation.',
    letters_and_digits: 'The name mixes letters and digits like a generated code.',
    symbols: 'The name contains symbols that only programs use.',
    keyboard_walk: 'The name follows neighboring keys on the keyboard.',
    many_periods: 'The name is scattered with periods. Gmail ignores them, so programs add them to create duplicates.',
    placeholder: 'This is a placeholder that people type to avoid giving their address.',
  },
  unicode: {
    none: REASON_TEXTS.unicode.sentence,
    invisible: 'The address contains invisible characters.',
    unassigned: 'The address contains characters that are not defined.',
    symbol: 'The address contains symbols or emoji.',
    compatibility: 'The address contains look-alikes of ordinary characters.',
    script_mix: 'The address mixes alphabets that are not used together.',
    restricted: 'The address contains characters that are not used in everyday writing.',
    marks: 'The address contains accents without a letter, or too many on one letter.',
    confusable: 'The domain looks like another, well-known domain.',
  },
  not_issued: {
    too_short: '{provider} does not allow names this short, so the mailbox cannot exist.',
    too_long: '{provider} does not allow names this long, so the mailbox cannot exist.',
    character: '{provider} does not allow one of these characters, so the mailbox cannot exist.',
    start: '{provider} does not allow names that start like this, so the mailbox cannot exist.',
    end: '{provider} does not allow names that end like this, so the mailbox cannot exist.',
    periods: '{provider} does not allow this many periods, so the mailbox cannot exist.',
    digits_only: '{provider} does not allow names of digits only, so the mailbox cannot exist.',
  },
  bounced: {
    domain_gone: 'Mail to this address bounced: the domain does not exist or does not accept mail.',
    probe: 'The mail server says that this mailbox does not exist.',
    manual: 'You marked this mailbox as not existing.',
  },
  suppressed: {
    complaint: 'The person marked your mail as spam.',
    unsubscribe: 'The person unsubscribed from your mail.',
  },
  undeliverable: {
    no_mail_host: REASON_TEXTS.undeliverable.sentence,
    domain_is_expired: 'The registration of the domain has expired.',
    domain_on_registry_hold: 'The registry has suspended the domain.',
    domain_pending_create: 'The domain is still being set up.',
    domain_pending_delete: 'The domain is being deleted.',
    domain_is_registry_reserved: 'The registry does not let anyone use the domain.',
  },
} as const
