// For Next: app/sign-up/route.js, with refusal.mjs beside it.
import { refusalOf } from './refusal.mjs'

export async function POST(request) {
  const form = await request.formData()
  const refusal = await refusalOf(String(form.get('email') ?? ''))
  if (refusal) return new Response(refusal, { status: 422 })
  // Create the account here.
  return new Response('Welcome!')
}
