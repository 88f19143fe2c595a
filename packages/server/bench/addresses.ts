// Made-up addresses whose domains are as skewed as real ones: a few providers have most of them.
const DOMAINS = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'aol.com', 'icloud.com', 'gmx.de', 'web.de']
const FIRST = [
  'anna',
  'bernd',
  'carla',
  'david',
  'elena',
  'frank',
  'grace',
  'henry',
  'irene',
  'jakob',
  'karin',
  'louis',
]
const LAST = ['adams', 'baker', 'conti', 'duran', 'evans', 'fisher', 'garcia', 'hansen', 'ivanov', 'jones', 'keller']

export function makeAddresses(count: number, seed = 1): string[] {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  return Array.from({ length: count }, () => {
    const domain = next(10) < 7 ? DOMAINS[next(DOMAINS.length)] : `mail${next(2_000)}.company${next(20_000)}.com`
    const kind = next(20)
    if (kind === 0) return `not an address ${next(1_000)}`
    if (kind === 1) return `info@${domain}`
    if (kind === 2) return `${FIRST[next(FIRST.length)]}+shop${next(100)}@${domain}`
    return `${FIRST[next(FIRST.length)]}.${LAST[next(LAST.length)]}${next(1_000)}@${domain}`
  })
}
