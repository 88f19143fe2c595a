// Sign-in links, invitations and tickets of single sign-on carry their secret behind the #, where no server sees it.

export type Link = {
  purpose: 'sign-in' | 'sign-up' | 'reset' | 'confirm' | 'invitation' | 'sso' | 'sso-link'
  secret: string
}

// An invitation that was mailed has two secrets, separated by a period.
const LINK = /^#(sign-in|sign-up|reset|confirm|invitation|sso|sso-link)=([\w.-]{20,200})$/

// A link that is pasted into the address of an open page changes only its fragment.
addEventListener('hashchange', () => {
  if (LINK.test(location.hash)) location.reload()
})

/** Takes the secret out of the address at once, so that it stays in no history and in no bookmark. */
export function takeLink(): Link | undefined {
  const [, purpose, secret] = LINK.exec(location.hash) ?? []
  if (!purpose || !secret) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return { purpose: purpose as Link['purpose'], secret }
}
