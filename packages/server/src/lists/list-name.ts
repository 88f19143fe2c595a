/** `https://raw.githubusercontent.com/castle/disposable-email-domains/master/x.txt` → `castle/disposable-email-domains`. */
export function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  const [owner, repository] = pathname.split('/').filter(Boolean)
  return hostname === 'raw.githubusercontent.com' && owner && repository ? `${owner}/${repository}` : hostname
}
