import { boundLinks, boundText } from '../bounds.ts'
import type { CompanyFacts } from '../facts.ts'
import { fold } from '../fold.ts'
import { isOfTown } from './keywords.ts'

/** schema.org's Organization and all of its kinds end so, or are listed. */
const ORGANISATION_ENDINGS =
  /(?:Organization|Business|Corporation|Store|Shop|Service|Agency|Company|Restaurant|Dealer|Group|Office|School|Club|Studio|Centre|Center|Salon|Station|Hotel|Clinic|Consortium|Project|Contractor|Association)$/
const ORGANISATION_TYPES = new Set(
  `Airline Attorney AutoBodyShop AutoRental AutoRepair AutoWash Bakery BankOrCreditUnion BarOrPub BedAndBreakfast Brewery
  CafeOrCoffeeShop Campground Casino ChildCare Church CollegeOrUniversity ComedyClub Cooperative CovidTestingFacility
  DaySpa Dentist Dermatology DieteticNutrition Distillery DryCleaningOrLaundry Electrician ElementarySchool
  EmergencyService FastFoodRestaurant Florist FundingAgency GasStation Gynecologic HVACBusiness HairSalon HealthClub
  HighSchool Hospital Hostel HousePainter IceCreamShop InternetCafe LegalService Library LibrarySystem Locksmith LodgingBusiness
  MedicalClinic MiddleSchool Motel MovingCompany MusicGroup NGO NailSalon NightClub Notary NewsMediaOrganization
  Optician PetStore Pharmacy Physician Plumber PoliticalParty PostOffice Preschool ProfessionalService RealEstateAgent
  RecyclingCenter Resort RoofingContractor SelfStorage SkiResort SportsTeam TattooParlor TravelAgency VeterinaryCare
  VacationRental Winery WorkersUnion ZooOrganization`.split(/\s+/),
)
/** Types whose names end like those of organisations, and that are none. */
const NO_ORGANISATION = new Set([
  'Service',
  'BroadcastService',
  'CableOrSatelliteService',
  'FinancialProduct',
  'Project',
  'WebApplication',
])

const MAX_NODES = 1_000
/** A page's statement about its owner is short; a catalogue is not worth reading. */
const BLOCK_MAX_CHARACTERS = 256 * 1024
/** Values of one list: names, types, addresses. */
const MAX_VALUES = 50
/** Depth of nested nodes: departments, employees. */
const MAX_DEPTH = 4

export type OwnerTest = {
  isThisSite(url: string): boolean
  isSameHost(url: string): boolean
  /** The name as it is kept, undefined if it is none. */
  readName(name: unknown): string | undefined
  repeatsDomain(name: string): boolean
}

export type StatedOwners = {
  /** Those whose `url` is this site's. */
  own: CompanyFacts[]
  /** Those without a `url`, or with one deeper in this site. */
  perhaps: CompanyFacts[]
  /** Names that are rated, by whom is not known: they need a second place on the page. */
  rated: string[]
  /** Names of the site. */
  siteNames: string[]
}

/**
 * The organisations that a page's JSON-LD blocks name at their top level. Nested organisations (an article's publisher or
 * author, a job's employer) play another role.
 */
export function readOwners(nodes: readonly Node[], test: OwnerTest): StatedOwners {
  const { isThisSite, isSameHost, readName, repeatsDomain } = test
  const found = { own: new Map<string, CompanyFacts>(), perhaps: new Map<string, CompanyFacts>() }
  const [rated, siteNames]: [string[], string[]] = [[], []]
  for (const node of nodes) {
    // A branch is named after its town; the owner of the site is what it is a branch of.
    const parent = parentOf(node)
    const [ofParent, own] = [readName(textOf(parent?.name)), readName(textOf(node.name) ?? textOf(node.legalName))]
    const isOwnSite = own && repeatsDomain(own) && !(ofParent && repeatsDomain(ofParent))
    const name = isOwnSite ? own : (ofParent ?? own)
    if (!name) continue
    if (isOf(node, (type) => type === 'WebSite')) siteNames.push(name)
    if (!isOf(node, isOrganisationType)) continue
    const urls = urlsOf(node.url)
    // Widgets that show reviews state what is rated, or themselves, with the address of the page that they are on.
    if (isRated(node) && (!repeatsDomain(name) || isOfTown(name))) {
      rated.push(name)
      continue
    }
    const owners = urls.some(isThisSite) ? found.own : urls.every(isSameHost) ? found.perhaps : undefined
    if (!owners) continue
    const description = boundText(textOf(node.description))
    const links = boundLinks(urlsOf(node.sameAs))
    const known = owners.get(fold(name))
    owners.set(fold(name), { name, ...(description && { description }), ...(links.length > 0 && { links }), ...known })
  }
  return { own: [...found.own.values()], perhaps: [...found.perhaps.values()], rated, siteNames }
}

function parentOf(node: Node): Node | undefined {
  const [parent] = listOf(node.parentOrganization ?? node.branchOf)
  return isNode(parent) ? parent : undefined
}

function isRated(node: Node): boolean {
  return [node.aggregateRating, node.review, node.reviews].some((rating) => rating !== undefined)
}

export type Node = Record<string, unknown>

/** The top-level nodes of all blocks. A block that is not JSON is skipped: the others may still be good. */
export function nodesOf(blocks: Iterable<string>): Node[] {
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

export type StatedPerson = { email: string; name: unknown; jobTitle: unknown; image: string | undefined }

/** Every Person with an address, wherever in the blocks. */
export function readPersons(nodes: readonly Node[]): StatedPerson[] {
  const persons: StatedPerson[] = []
  const waiting: { value: unknown; depth: number }[] = nodes.map((value) => ({ value, depth: 0 }))
  for (let looked = 0; waiting.length > 0 && looked < MAX_NODES; looked++) {
    const { value, depth } = waiting.pop()!
    if (!isNode(value)) continue
    if (isOf(value, (type) => type === 'Person')) {
      const [image] = urlsOf(value.image)
      for (const email of listOf(value.email))
        if (typeof email === 'string')
          persons.push({ email, name: textOf(value.name), jobTitle: textOf(value.jobTitle), image })
    }
    if (depth < MAX_DEPTH)
      for (const part of Object.values(value))
        for (const one of listOf(part)) waiting.push({ value: one, depth: depth + 1 })
  }
  return persons
}

/** Older templates wrap the JSON in an HTML comment or a CDATA section, whose marks may be in their own comment. */
const BEFORE_JSON = ['<!--', '//', '/*', '<![CDATA[', '*/']
const AFTER_JSON = ['-->', '*/', ']]>', '/*', '//']

function parseBlock(block: string): unknown {
  if (block.length > BLOCK_MAX_CHARACTERS) return undefined
  let json = block.trim()
  // Each mark at most once and in this order: white space is passed over once for each of them.
  for (const mark of BEFORE_JSON) if (json.startsWith(mark)) json = json.slice(mark.length).trimStart()
  for (const mark of AFTER_JSON) if (json.endsWith(mark)) json = json.slice(0, -mark.length).trimEnd()
  // Templates put texts with line ends into strings, where JSON allows none; elsewhere a blank means the same.
  return parse(json) ?? parse(json.replace(/\p{Cc}/gu, ' '))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isOf(node: Node, test: (type: string) => boolean): boolean {
  return listOf(node['@type']).some(
    (type) => typeof type === 'string' && test(type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '')),
  )
}

export function isOrganisationType(type: string): boolean {
  return !NO_ORGANISATION.has(type) && (ORGANISATION_TYPES.has(type) || ORGANISATION_ENDINGS.test(type))
}

/** A text may be a plain string, one of several, or `{"@value": …}`. */
function textOf(value: unknown): unknown {
  const [first] = listOf(value)
  return isNode(first) ? first['@value'] : first
}

/** A URL may be a plain string, one of several, or `{"@id": …}` or `{"url": …}`. */
function urlsOf(value: unknown): string[] {
  return listOf(value)
    .map((one) => (isNode(one) ? (one['@id'] ?? one.url) : one))
    .filter((one) => typeof one === 'string')
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value]
}
