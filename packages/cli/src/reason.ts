/** Why an address is not safe to send to. */
export type Reason = { code: string; sentence: string; advice: string; evidence: string }
