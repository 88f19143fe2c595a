const FIRST = [
  'anna',
  'peter',
  'maria',
  'john',
  'fatima',
  'yuki',
  'omar',
  'lucas',
  'emma',
  'ivan',
  'priya',
  'noah',
  'info',
]
const LAST = ['smith', 'garcia', 'mueller', 'tanaka', 'rossi', 'novak', 'kim', 'silva', 'okafor', 'jones', 'ivanov']
const PROVIDERS = ['gmail.com', 'outlook.com', 'yahoo.com', 'gmial.com', 'icloud.com', 'mailinator.com', 'gmx.de']

/**
 * A realistic list: nearly all addresses distinct, half at large providers, the others at 5,000 companies, one in 97
 * malformed.
 */
export function addressOf(row: number): string {
  const local = `${FIRST[row % FIRST.length]}.${LAST[row % LAST.length]}${row % 99_991}`
  if (row % 97 === 0) return local
  return `${local}@${row % 2 === 0 ? PROVIDERS[row % PROVIDERS.length] : `company${row % 5003}.com`}`
}
