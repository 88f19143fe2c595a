import { pager } from '../texts/files.ts'
import { format } from '../texts/format.ts'
import { Button } from './button.tsx'

export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  if (pages <= 1) return null
  return (
    <nav aria-label={pager.label} className="flex items-center justify-end gap-3 text-sm">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {pager.before}
      </Button>
      <span className="text-soft">{format(pager.of, { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {pager.after}
      </Button>
    </nav>
  )
}
