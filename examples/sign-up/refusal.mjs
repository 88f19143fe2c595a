// Decides whether a sign-up form takes an address. Whatever keeps the service from answering, the person gets in.
import { ApiError, Mailsift } from '@mailsift/sdk'

/** The refusal's text for the person, or undefined if the address is taken. */
export async function refusalOf(email) {
  try {
    // One attempt of two seconds, because a person is waiting.
    const mailsift = Mailsift.fromEnv(process.env, { maxRetries: 0, timeoutMs: 2_000 })
    const { tier, reasons, suggestion } = await mailsift.insight(email, { policy: 'sign-up' })
    if (tier !== 'unsafe') return undefined
    return suggestion ? `Did you mean ${suggestion}?` : reasons[0].sentence
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return 'Please check the address.'
    console.error(`The address was accepted without a check. ${error.message}`)
    return undefined
  }
}
