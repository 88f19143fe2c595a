/** Inputs designed to be slow. Each must take less than a millisecond. */
import type { Engine } from '../src/engine.ts'

const ROUNDS = 50

const label = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const INPUTS: Readonly<Record<string, string>> = {
  'a megabyte of letters': 'a'.repeat(1_000_000),
  'a megabyte of white space': ' '.repeat(1_000_000),
  'the most padding that is read': `${' '.repeat(16_000)}a@contoso.com`,
  'the longest local part and domain': `${'a'.repeat(64)}@${label('b', 63)}.${label('c', 63)}.${label('d', 57)}.com`,
  'one letter a word': `${label('a.', 63)}a@contoso.com`,
  'only names glued together': `${label('annamaria', 64)}@contoso.com`,
  'one period repeated': `${label('ab', 64)}@contoso.com`,
  replies: `${label('reply', 64)}@contoso.com`,
  'quoted quotes': `"${label('\\"', 62)}"@contoso.com`,
  'letters that fold': `${label('ǆ', 64)}@contoso.com`,
  'marks on marks': `a${label('\u0301', 63)}@contoso.com`,
  'an international domain': `a@${label('ü', 50)}.${label('ö', 50)}.${label('ä', 50)}.de`,
  'encoded labels': `a@${label('xn--mnchen-3ya.', 240)}de`,
  'a label of a word that becomes eighteen letters': `a@${label('ﷺ', 235)}.com`,
  'a label of many letters': `a@${Array.from({ length: 235 }, (_, i) => String.fromCharCode(0xac00 + i * 37)).join('')}.com`,
  'the longest labels that are encoded': `a@${Array.from({ length: 126 }, (_, i) => String.fromCharCode(0xac00 + i * 37)).join('')}.com`,
  'the shortest labels': `a@${label('a.', 250)}de`,
  'Arabic and Hebrew': `a@${label('אב', 30)}.${label('عر', 30)}.com`,
  joiners: `a@${label('क्‍ष', 40)}.com`,
}

export function reportWorst(engine: Engine): void {
  let slowest = { name: '', microseconds: 0 }
  for (const [name, input] of Object.entries(INPUTS)) {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS; round++) {
      // A new domain each time, so that the cache is not used.
      const text = input.replace(/\.(com|de)$/, `.r${round}.$1`)
      const start = performance.now()
      engine.validate(text)
      best = Math.min(best, (performance.now() - start) * 1_000)
    }
    if (best > slowest.microseconds) slowest = { name, microseconds: best }
  }
  console.log(
    `slowest of ${Object.keys(INPUTS).length} inputs made to be slow: ${slowest.microseconds.toFixed(0)} µs (${slowest.name})`,
  )
}
