import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { runScript } from './run-script.ts'
import { TOKEN } from './stand-in.ts'
import { contactOf } from './stand-in-operations.ts'
import { test } from './with-service.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** The fake service supports no lists and no sign-up; lists.test.ts covers them with the real service. */
const blocks = [...README.matchAll(/^```js\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  /@mailsift\/sdk\/lists|insight\(/.test(block) ? [] : [block],
)

/** The output of each block, in the order of the README. */
const printed = [
  /^ada.lovelace\+news@contoso.com true$/i,
  /^ada@contoso.com true\nnot an address invalid_email\ninfo@contoso.com true$/,
  /^completed \d+ \d+$/,
  /^email\nada@contoso.com\n/,
  /^0 of 0 jobs$/,
  /^0 of 0 contacts$/,
  /^The email address is malformed. r-1$/,
]

test.for(blocks.map((block, index) => [index, block] as const))(
  'block %i of the README runs as it stands',
  async ([index, block], { service, folder }) => {
    service.contacts.push(contactOf('ada@contoso.com'))
    const here = block.replaceAll('http://127.0.0.1:3000', service.origin)
    const output = await runScript(folder, here, { env: { MAILSIFT_TOKEN: TOKEN } })
    expect(output.trim()).toMatch(printed[index]!)
  },
)

test('every block of the README has an expectation', () => expect(blocks.length).toBe(printed.length))
