import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { anyCharacters } from '../../engine/test/support/any-characters.ts'
import * as node from '../src/bytes-node.ts'
import * as web from '../src/bytes-web.ts'

const text = fc.oneof(anyCharacters(), fc.constantFrom('\ufeffa', '\ud800', 'ü€😀'))
const bytes = fc.oneof(
  fc.uint8Array(),
  text.map((each) => new TextEncoder().encode(each)),
)
const plain = (value: unknown) => (value instanceof Uint8Array ? [...value] : value)

/** The return value of a function and the bytes it writes. */
function results({ ...module }: typeof web, input: Uint8Array, written: string, room: Uint8Array): unknown[] {
  const view = module.viewOf(input)
  const start = Math.min(1, view.length)
  const target = module.allocate(room.length)
  target.set(room)
  return [
    module.bytesOf(written),
    module.copyOf(input),
    module.concatBytes([input, room, input]),
    module.textOf(view, start, view.length),
    module.latin1Of(view),
    module.isUtf8(view),
    module.putUtf8(target, 0, written),
    module.copyBytes(view, start, view.length, target, 1),
    module.putLatin1(target, 0, 'abc'),
    target,
  ].map(plain)
}

test('bytes are handled in browsers exactly as in Node', () => {
  fc.assert(
    fc.property(bytes, text, (input, written) => {
      const room = new Uint8Array(input.length + 4 * written.length + 8)
      const expected = results(node as unknown as typeof web, Buffer.from(input), written, room)
      expect(results(web, input, written, room)).toEqual(expected)
    }),
  )
})

test('the browser bundle of this package imports nothing from Node', async () => {
  const files = ['read', 'select', 'write', 'columns', 'verdict-cells', 'group-export', 'job-rows']
  const input = files.map((name) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)))
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n')
  expect(code).not.toMatch(/['"]node:|require\(|\bBuffer\b/)
})
