// Not in the catalog, because a web page loads only these.

/** The messages that a web form shows its visitor. A page may replace them. */
export const FORM_MESSAGES = {
  suggestion: 'Did you mean {address}?',
  invalid: 'Check the address: {reason}',
  disposable: 'Use a permanent address. This one is disposable.',
  denied: 'Use another address. This one is not accepted here.',
  role: 'Use your own address. This one belongs to a team or a role.',
  no_reply: 'Use an address that can receive mail. This one is for sending only.',
} as const
