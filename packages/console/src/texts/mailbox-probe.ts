export const mailboxProbe = {
  title: 'Mailbox',
  mailboxes: {
    exists: 'The mailbox exists.',
    does_not_exist: 'The mailbox does not exist.',
    catch_all: 'The mail server accepts every name, so nothing says whether this mailbox exists.',
    unknown: 'Nothing is known about this mailbox.',
  },
  states: {
    pending: 'A worker queries the mail server. Look again in some minutes.',
    ended: 'The probe has ended.',
    not_needed: 'No probe was needed.',
    not_available: 'Probes are off, or your account may not probe. Your administrator can allow them.',
  },
  ask: 'Query mail server',
  again: 'Look again',
  cost: 'Uses 1 credit, and one of the probes of the day.',
} as const

export const probeUnknown = {
  found:
    '{count, plural, one {The mail server of # address can be queried whether its mailbox exists.} other {The mail servers of # addresses can be queried whether their mailboxes exist.}}',
  cost: '{cost, plural, one {Uses up to # of the {left_today} probes left today, and no credits.} other {Uses up to # of the {left_today} probes left today, and no credits.}} No mail is sent.',
  begin: 'Query mail servers',
  sending: 'Starting…',
  choosing: 'Choosing the addresses…',
  running:
    '{count, plural, one {Querying the mail server of # address…} other {Querying the mail servers of # addresses…}}',
  ended: '{ended} of {requested}',
  last: '{requested, plural, one {# probe has ended} other {# probes have ended}}, {answered, plural, =0 {none with an answer.} one {# with an answer.} other {# with an answer.}}',
  noneLeft: 'No probes are left today. Try again tomorrow.',
  nothingLeft: 'No mailbox of this list is left to probe.',
} as const
