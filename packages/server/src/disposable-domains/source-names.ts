/**
 * A name for each list, without credentials and query: its repository or host. Lists that would share a name get host and path,
 * and a number where that is the same too.
 */
export function nameLists(urls: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [short, sharing] of Map.groupBy(urls, shortNameOf)) {
    if (sharing.length === 1) names.set(sharing[0]!, short)
    else
      for (const [long, same] of Map.groupBy(sharing, longNameOf))
        for (const [index, url] of same.toSorted().entries())
          names.set(url, same.length === 1 ? long : `${long} (${index + 1})`)
  }
  return names
}

/** `https://raw.githubusercontent.com/castle/disposable-email-domains/master/x.txt` → `castle/disposable-email-domains`. */
function shortNameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  const [owner, repository] = pathname.split('/').filter(Boolean)
  return hostname === 'raw.githubusercontent.com' && owner && repository ? `${owner}/${repository}` : hostname
}

function longNameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}
