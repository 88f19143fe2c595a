import { type Item, isCurrent, itemValue, statements } from './item.ts'

/**
 * The kind of an item by its class (P31). Wikidata's tree of classes has a path from nearly everything, cities and
 * offices included, to "organization", so only classes listed here are trusted. Any other class is unknown, and unknown
 * is not "no": such an item is never taken, and where one competes for a site none is taken.
 */
const KINDS: Record<string, Kind> = {
  Q43229: 'organisation',
  Q4830453: 'organisation', // business
  Q783794: 'organisation', // company
  Q6881511: 'organisation', // enterprise
  Q891723: 'organisation', // public company
  Q167037: 'organisation', // corporation
  Q161726: 'organisation', // multinational corporation
  Q658255: 'organisation', // subsidiary
  Q219577: 'organisation', // holding company
  Q778575: 'organisation', // conglomerate
  Q1058914: 'organisation', // software company
  Q18388277: 'organisation', // technology company
  Q1194970: 'organisation', // dot-com company
  Q270791: 'organisation', // state-owned enterprise
  Q4539: 'organisation', // cooperative
  Q1480166: 'organisation', // kabushiki gaisha
  Q163740: 'organisation', // nonprofit organization
  Q79913: 'organisation', // non-governmental organization
  Q157031: 'organisation', // foundation
  Q48204: 'organisation', // voluntary association
  Q708676: 'organisation', // charitable organization
  Q484652: 'organisation', // international organization
  Q245065: 'organisation', // intergovernmental organization
  Q327333: 'organisation', // government agency
  Q2659904: 'organisation', // government organization
  Q7278: 'organisation', // political party
  Q155271: 'organisation', // think tank
  Q3918: 'organisation', // university
  Q875538: 'organisation', // public university
  Q902104: 'organisation', // private university
  Q38723: 'organisation', // higher education institution
  Q2385804: 'organisation', // educational institution
  Q31855: 'organisation', // research institute
  Q16917: 'organisation', // hospital
  Q22687: 'organisation', // bank
  Q613142: 'organisation', // law firm
  Q46970: 'organisation', // airline
  Q249556: 'organisation', // railway company
  Q786820: 'organisation', // automobile manufacturer
  Q936518: 'organisation', // aerospace manufacturer
  Q2085381: 'organisation', // publisher
  Q1320047: 'organisation', // book publishing company
  Q479716: 'organisation', // university press
  Q192283: 'organisation', // news agency
  Q1331793: 'organisation', // media company
  Q15265344: 'organisation', // broadcaster
  Q210167: 'organisation', // video game developer
  Q1137109: 'organisation', // video game publisher
  Q18127: 'organisation', // record label
  Q476028: 'organisation', // association football club

  Q5: 'never', // human
  Q4164871: 'never', // position
  Q294414: 'never', // public office
  Q6256: 'never', // country
  Q515: 'never', // city
  Q486972: 'never', // human settlement
  Q15284: 'never', // municipality
  Q56061: 'never', // administrative territorial entity

  Q35127: 'thing', // website
  Q431289: 'thing', // brand
  Q41176: 'thing', // building
  Q7397: 'thing', // software
  Q166142: 'thing', // application
  Q11032: 'thing', // newspaper
  Q1153191: 'thing', // online newspaper
  Q41298: 'thing', // magazine
}

/** `never`: not an organisation, whatever else it is called too. `thing`: may also be one, but not by this class. */
type Kind = 'organisation' | 'never' | 'thing'

/** legal form, Legal Entity Identifier, ROR: only organisations have one. */
const ORGANISATION_PROPERTIES = ['P1454', 'P1278', 'P6782']

export function isOrganisation(item: Item): boolean | 'unknown' {
  const kinds = statements(item, 'P31').map((statement) => {
    const kind = KINDS[itemValue(statement) ?? '']
    // A former company's present kind is not known.
    return kind === 'never' || isCurrent(statement) ? kind : undefined
  })
  if (kinds.includes('never')) return false
  if (kinds.includes('organisation')) return true
  if (ORGANISATION_PROPERTIES.some((property) => statements(item, property).length > 0)) return true
  return kinds.length > 0 && kinds.every((kind) => kind === 'thing') ? false : 'unknown'
}

export function isHuman(item: Item): boolean {
  return statements(item, 'P31').some((statement) => itemValue(statement) === 'Q5')
}
