// docs/decisions: numbered without gaps, one heading style, each page in the index.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const pages = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .toSorted()
const headings = pages.map((page) => readFileSync(`${FOLDER}/${page}`, 'utf8').split('\n', 1)[0]!)

test('decisions are numbered without gaps, in their file names and headings', () => {
  expect(pages.map((page) => Number(page.slice(0, 4)))).toEqual(pages.map((_, at) => at + 1))
  headings.forEach((heading, at) => {
    expect(heading).toMatch(new RegExp(`^# ${at + 1}\\. \\S`))
  })
})

test('the index has every decision once, with its heading', () => {
  const index = readFileSync(`${FOLDER}/README.md`, 'utf8').match(/^- \[.*$/gm)!
  const expected = pages.map((page, at) => `- [${headings[at]!.slice(2)}](${page})`)
  expect(index.toSorted()).toEqual(expected.toSorted())
})

test('every decision says why, and what was decided', () => {
  for (const page of pages) {
    const text = readFileSync(`${FOLDER}/${page}`, 'utf8')
    expect(text, page).toContain('**Context.**')
    expect(text, page).toContain('**Decision.**')
  }
})
