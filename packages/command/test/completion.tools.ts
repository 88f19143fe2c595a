// The scripts in real shells, as TAB runs them.
import { describe, expect, test } from 'vitest'
import { spawnSync } from '../../../scripts/testing/programs.ts'
import { readCall } from '../src/call.ts'
import { program } from './support.ts'

function script(shell: string): string {
  const call = readCall(program, ['completion', shell])
  return call.kind === 'print' ? call.text : ''
}

const CASES: [typed: string[], offered: string[]][] = [
  [[''], ['pets', 'rest', 'completion', 'version']],
  [['pe'], ['pets']],
  [
    ['pets', ''],
    ['feed', 'list'],
  ],
  [['pets', 'feed', '--m'], ['--mood']],
  [
    ['pets', 'feed', 'rex', '--mood', ''],
    ['calm', 'wild'],
  ],
  [['pets', 'feed', '-f', ''], []],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['rest', '-'],
    ['--loud', '--tone', '--help'],
  ],
]

describe('bash', () => {
  test.for(CASES)('offers behind %j: %j', ([typed, offered]) => {
    const line = `${script('bash')}
COMP_WORDS=(zoo ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}
_zoo; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.split('\n').filter(Boolean)).toEqual(offered)
  })
})

describe('zsh', () => {
  test('reads the script without complaint', () => {
    const { status, stderr } = spawnSync('zsh', ['-f', '-c', script('zsh')], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('fish', () => {
  test.for(CASES.filter(([, offered]) => offered.length > 0))('offers behind %j: %j', ([typed, offered]) => {
    const asked = `${script('fish')}\ncomplete -C 'zoo ${typed.join(' ')}'`
    const { stdout } = spawnSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8' })
    const words = stdout.split('\n').map((line) => line.split('\t')[0])
    for (const word of offered) expect(words).toContain(word)
  })
})
