export type SessionCookie = {
  name: string
  attributes: { httpOnly: true; sameSite: 'lax'; secure: boolean; path: '/' }
}

/** RFC 6265bis: `__Host-` binds the cookie to this very host over https; browsers refuse the prefix over http. */
export function sessionCookieFor(origin: string): SessionCookie {
  const secure = origin.startsWith('https:')
  return {
    name: `${secure ? '__Host-' : ''}mailsift_session`,
    attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
  }
}

/** The Set-Cookie value that makes a browser forget the session. */
export function forgetCookie({ name, attributes }: SessionCookie): string {
  return `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${attributes.secure ? '; Secure' : ''}`
}

/** The raw value in a Cookie header; the first one wins, as browsers send the most specific first. */
export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}
