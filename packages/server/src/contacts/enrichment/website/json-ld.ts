import { boundLinks, boundText } from '../bounds.ts'
import type { CompanyFacts } from '../facts.ts'
import { fold } from '../fold.ts'

/** schema.org's Organization and those of its kinds that sites use for their owner. */
const ORGANISATION_TYPES = new Set([
  'Organization',
  'Corporation',
  'LocalBusiness',
  'OnlineBusiness',
  'OnlineStore',
  'NGO',
  'NewsMediaOrganization',
  'EducationalOrganization',
  'CollegeOrUniversity',
  'GovernmentOrganization',
  'MedicalOrganization',
  'ResearchOrganization',
  'ProfessionalService',
])

const MAX_NODES = 1_000
/** What a page states about its owner is short; a catalogue is not worth reading. */
const BLOCK_MAX_CHARACTERS = 256 * 1024
/** Of one list: names, types, addresses. */
const MAX_VALUES = 50

export type OwnerTest = {
  isThisSite(url: string): boolean
  /** The name as it is kept, undefined if it is none. */
  readName(name: unknown): string | undefined
}

/**
 * The organisation that a page's JSON-LD blocks name as the owner of the site: a top-level node whose `url` is accepted
 * by `isThisSite`. Nested organisations (an article's publisher or author, a job's employer) play another role,
 * and a page that names two owners names none.
 */
export function readOwner(blocks: Iterable<string>, { isThisSite, readName }: OwnerTest): CompanyFacts | undefined {
  const owners = new Map<string, CompanyFacts>()
  for (const node of nodesOf(blocks)) {
    const name = readName(textOf(node.name))
    if (!name || !isOrganisation(node) || !urlsOf(node.url).some((url) => isThisSite(url))) continue
    const description = boundText(textOf(node.description))
    const links = boundLinks(urlsOf(node.sameAs))
    const known = owners.get(fold(name))
    owners.set(fold(name), { name, ...(description && { description }), ...(links.length > 0 && { links }), ...known })
  }
  return owners.size === 1 ? owners.values().next().value : undefined
}

type Node = Record<string, unknown>

/** The top-level nodes of all blocks. A block that is not JSON is skipped: the others may still be good. */
function nodesOf(blocks: Iterable<string>): Node[] {
  const nodes: Node[] = []
  const waiting: unknown[] = [...blocks].map(parseBlock).reverse()
  while (waiting.length > 0 && nodes.length < MAX_NODES) {
    const value = waiting.pop()
    if (Array.isArray(value)) for (const part of value.slice(0, MAX_NODES).reverse()) waiting.push(part)
    else if (isNode(value)) {
      nodes.push(value)
      waiting.push(value['@graph'])
    }
  }
  return nodes
}

/** Older templates wrap the JSON in an HTML comment or a CDATA section, whose marks may stand in a comment of their own. */
const BEFORE_JSON = ['<!--', '//', '/*', '<![CDATA[', '*/']
const AFTER_JSON = ['-->', '*/', ']]>', '/*', '//']

function parseBlock(block: string): unknown {
  if (block.length > BLOCK_MAX_CHARACTERS) return undefined
  let json = block.trim()
  // Each mark at most once and in this order: white space is passed over once for each of them.
  for (const mark of BEFORE_JSON) if (json.startsWith(mark)) json = json.slice(mark.length).trimStart()
  for (const mark of AFTER_JSON) if (json.endsWith(mark)) json = json.slice(0, -mark.length).trimEnd()
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isOrganisation(node: Node): boolean {
  return listOf(node['@type']).some(
    (type) =>
      typeof type === 'string' && ORGANISATION_TYPES.has(type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '')),
  )
}

/** A text may be a plain string, one of several, or `{"@value": …}`. */
function textOf(value: unknown): unknown {
  const [first] = listOf(value)
  return isNode(first) ? first['@value'] : first
}

/** A URL may be a plain string, one of several, or `{"@id": …}`. */
function urlsOf(value: unknown): string[] {
  return listOf(value)
    .map((one) => (isNode(one) ? one['@id'] : one))
    .filter((one) => typeof one === 'string')
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value]
}
