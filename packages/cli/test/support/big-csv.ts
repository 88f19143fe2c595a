import { open } from 'node:fs/promises'

const FIRST = ['anna', 'peter', 'maria', 'john', 'fatima', 'yuki', 'omar', 'lucas', 'emma', 'ivan', 'priya', 'noah']
const LAST = ['smith', 'garcia', 'mueller', 'tanaka', 'rossi', 'novak', 'kim', 'silva', 'okafor', 'jones', 'ivanov']

type Shape = { rows: number; notes?: string }

/** A realistic customer list: many people, few mail domains. Written in pieces to limit memory. */
export async function writeBigCsv(path: string, { rows, notes = 'nothing, to say' }: Shape): Promise<void> {
  const file = await open(path, 'w')
  await file.write('id,name,email,company,notes\n')
  for (let start = 0; start < rows; start += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - start) }, (_, offset) => {
      const row = start + offset
      const [first, last] = [FIRST[row % FIRST.length], LAST[row % LAST.length]]
      const domain = row % 3 === 0 ? `company${row % 2000}.com` : 'contoso.com'
      return `${row},${first} ${last},${first}.${last}${row % 100}@${domain},Example Inc,"${notes}"\n`
    })
    await file.write(lines.join(''))
  }
  await file.close()
}
