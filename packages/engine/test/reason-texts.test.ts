import { describe, expect, test } from 'vitest'
import { explain, POLICY_CODES, PRESETS, tier } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { DETAILED_SENTENCES, labelOf, REASON_TEXTS } from '../src/reasons/catalog.ts'
import { YOUNG_DOMAIN_DAYS } from '../src/reasons/policy.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const SENTENCE = /^[A-Z.{].*\.$/

describe('the catalog of reasons', () => {
  test('has a label, a sentence and an advice for every reason of a policy', () => {
    for (const code of POLICY_CODES) {
      expect(REASON_TEXTS[code].label).toMatch(/^[A-Z][^.]*$/)
      expect(REASON_TEXTS[code].sentence).toMatch(SENTENCE)
      expect(REASON_TEXTS[code].advice).toMatch(SENTENCE)
    }
    expect(labelOf('a_code_of_tomorrow')).toBe('a_code_of_tomorrow')
    expect(REASON_TEXTS.young_domain.sentence).toContain(`${YOUNG_DOMAIN_DAYS} days`)
  })

  test('ends every sentence with a period', () => {
    for (const sentences of Object.values(DETAILED_SENTENCES))
      for (const sentence of Object.values(sentences)) expect(sentence).toMatch(SENTENCE)
  })

  test.each([
    'info@mailinator.com',
    'noreply@northwind.com',
    'bob.miller@gmial.com',
    '1abc@yahoo.com',
    'ada@example.com',
    'ada@contoso.nosuchend',
    'qwerty@contoso.com',
    'a@раypal.com',
  ])('fills in every name of the sentences about %s', (address) => {
    const verdict = engine.validate(address)
    const reasons = [...explain(accepted(verdict)), ...PRESETS.flatMap((preset) => tier(verdict, preset).reasons)]
    expect(reasons.length).toBeGreaterThan(0)
    for (const { sentence, advice } of reasons) expect(sentence + advice).not.toMatch(/[{}]/)
  })
})
