// How evidence counts in a recommendation, for every purpose.
import type { EvidenceSource, MailboxEvidence, SuppressionReason } from '@mailsift/contract'
import { DETAILED_SENTENCES, REASON_TEXTS } from '@mailsift/engine/reason-texts'
import type { Known } from './known.ts'
import type { Mailbox } from './mailbox.ts'

export type EvidenceReason = {
  code: 'bounced' | 'mailbox_full' | 'catch_all' | 'suppressed'
  sentence: string
  advice: string
  evidence: string
  tier: 'risky' | 'unsafe'
}

const NAMES: Record<EvidenceSource, string> = {
  bounce: 'bounce',
  delivery: 'delivery report',
  probe: 'mail server, asked',
  manual: 'entered',
}

/** The reasons not to send, the most severe first. */
export function reasonsOf(known: Known): EvidenceReason[] {
  const bounced = bounceReason(known)
  // A bounce that suppresses the address is the same fact.
  const listed = known.suppressed !== null && known.suppressed !== 'bounce' ? [suppressionReason(known.suppressed)] : []
  return bounced?.tier === 'unsafe' ? [bounced, ...listed] : [...listed, ...(bounced ? [bounced] : [])]
}

function suppressionReason(why: Exclude<SuppressionReason, 'bounce'>): EvidenceReason {
  const { sentence, advice } = REASON_TEXTS.suppressed
  const told = why === 'manual' ? sentence : DETAILED_SENTENCES.suppressed[why]
  return { code: 'suppressed', sentence: told, advice, evidence: `suppression list: ${why}`, tier: 'unsafe' }
}

function bounceReason({ mailbox, mailbox_evidence: known }: Mailbox): EvidenceReason | undefined {
  if (!known) return undefined
  const status = known.status_code ? `, status ${known.status_code}` : ''
  const evidence = `${NAMES[known.source]} on ${known.at.slice(0, 10)}${status}`
  if (mailbox === 'does_not_exist') {
    const { advice } = REASON_TEXTS.bounced
    return { code: 'bounced', sentence: sentenceOf(known), advice, evidence, tier: 'unsafe' }
  }
  const code = known.reason
  if (code !== 'mailbox_full' && code !== 'catch_all') return undefined
  const { sentence, advice } = REASON_TEXTS[code]
  return { code, sentence, advice, evidence, tier: 'risky' }
}

function sentenceOf({ reason, source }: MailboxEvidence): string {
  const { domain_gone, probe, manual } = DETAILED_SENTENCES.bounced
  if (source === 'probe') return probe
  if (source === 'manual') return manual
  return reason === 'domain_gone' ? domain_gone : REASON_TEXTS.bounced.sentence
}
