// Sign-in links, invitations and single sign-on tickets carry their secret after the #, which is never sent to a
// server.

export type Link = {
  purpose: 'sign-in' | 'sign-up' | 'reset' | 'confirm' | 'invitation' | 'sso' | 'sso-link'
  secret: string
}

// An emailed invitation has two secrets, separated by a period.
const LINK = /^#(sign-in|sign-up|reset|confirm|invitation|sso|sso-link)=([\w.-]{20,200})$/

// Pasting a link into the address bar of an open page changes only the fragment.
addEventListener('hashchange', () => {
  if (LINK.test(location.hash)) location.reload()
})

/** Removes the secret from the URL at once, so that it does not appear in the history or a bookmark. */
export function takeLink(): Link | undefined {
  const [, purpose, secret] = LINK.exec(location.hash) ?? []
  if (!purpose || !secret) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return { purpose: purpose as Link['purpose'], secret }
}
