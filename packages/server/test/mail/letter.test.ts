import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderLetter } from '../../src/mail/letter.ts'
import { nameInMail } from '../../src/mail/names.ts'

const ORIGIN = 'https://mail.contoso.com'

test('no text of a customer becomes markup, and no subject has more than one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const { subject, html } = renderLetter(
        {
          subject: `Join ${name}`,
          paragraphs: [`${name} invited you.`],
          note: `(${name})`,
          facts: { Time: name, Browser: name },
        },
        ORIGIN,
      )
      expect(subject).not.toMatch(/[\r\n]/)
      const tags = [...html.matchAll(/<\/?([a-z!]+)/gi)].map(([, tag]) => tag!.toLowerCase())
      const known = ['!doctype', 'html', 'head', 'meta', 'title', 'body', 'div', 'p', 'a', 'br']
      expect(tags.filter((tag) => !known.includes(tag))).toEqual([])
      expect(tags.filter((tag) => tag === 'p')).toHaveLength(8)
    }),
  )
})

test('the HTML loads nothing from elsewhere, and its one link is in the text, too', () => {
  const link = `${ORIGIN}/#reset=abc&d`
  const { html, text } = renderLetter({ subject: 's', paragraphs: ['p'], button: { label: 'Go', link } }, ORIGIN)
  expect(html).not.toMatch(/<(?:img|script|link|style|iframe)|url\(|@import/i)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([`${ORIGIN}/#reset=abc&amp;d`])
  expect(text).toContain(link)
})

test.each([
  ['Contoso', 'Contoso'],
  ['  Contoso\r\nInc. ', 'Contoso Inc.'],
  ['ann@contoso.com', 'ann@contoso.com'],
  ['Win now: https://evil.example', 'a team'],
  ['evil.example', 'a team'],
  ['a@evil.example/x', 'a team'],
  ['\u202e', 'a team'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the name %j is shown in a mail as %j', (name, shown) => {
  expect(nameInMail(name, 'a team')).toBe(shown)
})
