import { integer, text, url } from '../parsers.ts'
import { setting } from '../setting.ts'

export const BILLING = {
  stripeSecretKey: setting('STRIPE_SECRET_KEY', text, '', 'Key of the Stripe API. Without it, billing is off.', {
    secret: true,
  }),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    text,
    '',
    'Secret that signs the events that Stripe sends to `/billing/stripe`. Required with a key.',
    { secret: true },
  ),
  stripeMeter: setting(
    'STRIPE_METER',
    text,
    '',
    'Id of the Billing Meter (`mtr_…`) that gets the used credits of each hour. Without it, usage is not reported.',
  ),
  stripeApiUrl: setting('STRIPE_API_URL', url('https:', 'http:'), 'https://api.stripe.com', 'Where the Stripe API is.'),
  billingGraceDays: setting(
    'BILLING_GRACE_DAYS',
    integer(0, 90),
    7,
    'How long an account keeps its access after a payment has failed.',
  ),
}
