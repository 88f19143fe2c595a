// Sign-in links, invitations and tickets of single sign-on carry their secret behind the #, where no server sees it.

export type Link = { purpose: 'sign-in' | 'reset' | 'invitation' | 'sso' | 'sso-link'; secret: string }

/** Takes the secret out of the address at once, so that it stays in no history and in no bookmark. */
export function takeLink(): Link | undefined {
  const [, purpose, secret] = /^#(sign-in|reset|invitation|sso|sso-link)=([\w-]{20,200})$/.exec(location.hash) ?? []
  if (!purpose || !secret) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return { purpose: purpose as Link['purpose'], secret }
}
