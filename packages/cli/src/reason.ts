/** Why an address is unsafe or risky. */
export type Reason = { code: string; sentence: string; advice: string; evidence: string }
