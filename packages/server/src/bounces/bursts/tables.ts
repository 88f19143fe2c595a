// A burst: many bounces with one text from many operators within an hour, which point at a fault of the sender.
//
//   held ──▶ applied     a person says that the mailboxes are missing
//     └────▶ discarded   a person says that they are not, or no decision came for 30 days
//
// Its reports are rows of mailbox_evidence. A later report with the same text shares the state of the burst that it follows within an hour.

export type BurstState = 'held' | 'applied' | 'discarded'
export type BurstDecision = Exclude<BurstState, 'held'>

declare module '../../platform/database/database.ts' {
  interface Tables {
    bounce_bursts: {
      account_id: string
      id: string
      text_hash: Buffer
      reply: string
      state: BurstState
      first_at: Date
      last_at: Date
      held_at: Date
      decided_at: Date | null
    }
  }
}

export const BURST_REPORTS_MIN = 50
export const BURST_DOMAINS_MIN = 10
export const BURST_OPERATORS_MIN = 3
export const BURST_DECIDED_DAYS = 30
