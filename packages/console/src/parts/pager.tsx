import { texts } from '../texts.ts'
import { Button } from './button.tsx'

export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  if (pages <= 1) return null
  return (
    <nav aria-label={texts.pager.label} className="flex items-center justify-end gap-3 text-sm">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {texts.pager.before}
      </Button>
      <span className="text-soft">{texts.pager.of(page, pages)}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {texts.pager.after}
      </Button>
    </nav>
  )
}
