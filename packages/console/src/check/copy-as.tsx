import type { ValidationResult } from '@mailsift/sdk'
import { SERVICE_URL } from '../base.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Card } from '../parts/page.tsx'
import { check as t } from '../texts/check.ts'

export default function CopyAs({
  email,
  result,
}: {
  email: string
  result: { [Key in keyof ValidationResult]?: unknown }
}) {
  const query = new URLSearchParams({ email, validate_domain: '1' })
  const curl = `curl -H 'SERVICE-EMAIL-API-TOKEN: ${t.yourToken}' '${SERVICE_URL}/v1/emails/validate?${query.toString().replaceAll("'", '%27')}'`
  const sdk = [
    "import { Mailsift } from '@mailsift/sdk'",
    '',
    `const mailsift = new Mailsift({ token: '${t.yourToken}', baseUrl: ${JSON.stringify(SERVICE_URL)} })`,
    `console.log(await mailsift.validate(${JSON.stringify(email)}, { validateDomain: true }))`,
    '',
  ].join('\n')
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-1 text-sm text-soft">{t.copyAs}</span>
        <CopyButton text={curl} label={t.formats.curl} />
        <CopyButton text={sdk} label={t.formats.sdk} />
        <CopyButton text={() => JSON.stringify(result, null, 2)} label={t.formats.json} />
      </div>
    </Card>
  )
}
