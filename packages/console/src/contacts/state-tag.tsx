import type { EnrichmentState } from '@mailsift/sdk'
import { Tag, type Tone } from '../parts/status.tsx'
import { contacts } from '../texts/contacts.ts'

const TONES: Record<EnrichmentState, Tone> = {
  matched: 'safe',
  no_match: 'plain',
  pending: 'accent',
  updating: 'accent',
  retrying: 'risky',
}

export const StateTag = ({ state }: { state: EnrichmentState }) => (
  <Tag tone={TONES[state]}>{contacts.states[state]}</Tag>
)
