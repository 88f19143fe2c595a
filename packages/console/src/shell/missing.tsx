import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { ButtonLink } from '../parts/button.tsx'
import { Empty, Page } from '../parts/page.tsx'
import { texts } from '../texts.ts'

export function Missing() {
  return (
    <Page title={texts.missing.title}>
      <Empty
        title={texts.missing.what}
        action={<ButtonLink href={CONSOLE_PATHS.check}>{texts.missing.back}</ButtonLink>}
      >
        {texts.missing.why}
      </Empty>
    </Page>
  )
}
