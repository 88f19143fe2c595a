export type SessionCookie = { name: string; secure: boolean }

/** RFC 6265bis: `__Host-` binds the cookie to this very host over https; browsers refuse the prefix over http. */
export function sessionCookieFor(origin: string): SessionCookie {
  const secure = origin.startsWith('https:')
  return { name: `${secure ? '__Host-' : ''}mailsift_session`, secure }
}

export function setCookie({ name, secure }: SessionCookie, value: string, maxAgeSeconds: number): string {
  const flags = `Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`
  return `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; ${flags}`
}

/** The Set-Cookie value that deletes the cookie in the browser. */
export function forgetCookie(cookie: SessionCookie): string {
  return setCookie(cookie, '', 0)
}

/** The raw value in a Cookie header; the first one wins, as browsers send the most specific first. */
export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}
