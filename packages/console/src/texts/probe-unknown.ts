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
