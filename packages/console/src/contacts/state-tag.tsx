import type { EnrichmentState } from '@mailsift/sdk'
import { Tag, type Tone } from '../parts/status.tsx'
import { texts } from '../texts.ts'

const TONES: Record<EnrichmentState, Tone> = {
  matched: 'safe',
  no_match: 'plain',
  pending: 'accent',
  updating: 'accent',
  retrying: 'risky',
}

export const StateTag = ({ state }: { state: EnrichmentState }) => (
  <Tag tone={TONES[state]}>{texts.contacts.states[state]}</Tag>
)
