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
