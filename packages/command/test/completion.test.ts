import { expect, test } from 'vitest'
import { readCall } from '../src/call.ts'
import { program } from './support.ts'

function script(shell: string): string {
  const call = readCall(program, ['completion', shell])
  return call.kind === 'print' ? call.text : ''
}

test('every shell has a script that names every command and option', () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    for (const word of ['pets', 'feed', 'first-name', 'no-water', 'loud']) expect(script(shell), shell).toContain(word)
})
