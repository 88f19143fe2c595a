import type { Company, EnrichmentSource, Person } from '@mailsift/contract'

/** The fields that a source knows. */
export type CompanyFacts = { [Field in keyof Company]?: NonNullable<Company[Field]> }
export type PersonFacts = { [Field in keyof Person]?: NonNullable<Person[Field]> }

/**
 * The stored form of a source entry (§2.2). All fields of a block come from one page at one time, so their provenance is
 * written out only when the entry is read.
 */
export type SourceFacts =
  | {
      status: 'matched'
      fetchedAt: number
      url: string
      company?: CompanyFacts
      person?: PersonFacts
      /** Where the person was found, if not at `url`. */
      personUrl?: string
    }
  | { status: 'no_match' | 'skipped'; fetchedAt: number }

export type Sources = { [Source in EnrichmentSource]?: SourceFacts }

/** "Could not find out" is never "no match": it is tried again later. */
export type Answer<Facts extends SourceFacts = SourceFacts> =
  | { known: true; facts: Facts }
  | { known: false; reason: string }

/** Thrown inside a source when it cannot answer now; each source turns it into an `Answer` at its door. */
export class SourceUnavailable extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}
