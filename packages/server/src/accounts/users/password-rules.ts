import { AppError } from '../../platform/http/problem.ts'

/** Shorter parts of an address are in many passwords by chance. */
const PART_MIN_CHARACTERS = 3
/** Characters that a password must have besides the parts of its own address. */
const OWN_MIN_CHARACTERS = 5

/** Refuses what is tried first: the most common passwords, and the address itself with little added. */
export async function refuseGuessablePassword(password: string, email: string): Promise<void> {
  const lower = password.toLowerCase()
  if (isOfAddress(lower, email.toLowerCase()))
    throw new AppError(
      'password_refused',
      'The password is little more than the address it belongs to. Choose another.',
    )
  // The list is large and seldom needed.
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  if (dictionary['passwords-common'].includes(lower))
    throw new AppError(
      'password_refused',
      'The password is one of the most common ones, which are tried first. Choose another, such as four random words.',
    )
}

function isOfAddress(password: string, email: string): boolean {
  const domain = email.slice(email.indexOf('@') + 1)
  const parts = [email, email.slice(0, email.indexOf('@')), domain, domain.split('.')[0]!, 'mailsift']
  let rest = password
  for (const part of parts) if (part.length >= PART_MIN_CHARACTERS) rest = rest.replaceAll(part, '')
  return rest !== password && [...rest.replaceAll(/[^\p{L}\p{N}]/gu, '')].length < OWN_MIN_CHARACTERS
}
