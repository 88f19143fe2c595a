import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { ButtonLink } from '../parts/button.tsx'
import { Empty, Page } from '../parts/page.tsx'
import { missing } from '../texts/common.ts'

export function Missing() {
  return (
    <Page title={missing.title}>
      <Empty title={missing.what} action={<ButtonLink href={CONSOLE_PATHS.check}>{missing.back}</ButtonLink>}>
        {missing.why}
      </Empty>
    </Page>
  )
}
