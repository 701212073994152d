import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../primitives/button.tsx'

interface PagerProps {
  label: string
  page: number
  pageSize: number
  total: number
  onPageChange: (page: number) => void
}

/** Stays at the bottom of the scroll area, so that it does not move between pages. */
export function Pager({ label, page, pageSize, total, onPageChange }: PagerProps) {
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  // Not `disabled`, because that would lose focus on the first and last page.
  const turn = (target: number) => ({
    'aria-disabled': target < 1 || target > lastPage,
    onClick: () => (target < 1 || target > lastPage ? undefined : onPageChange(target)),
  })
  return (
    <nav
      aria-label={label}
      className="sticky bottom-0 z-10 -mx-1 mt-auto flex h-12 shrink-0 items-center justify-end gap-2 border-t bg-app px-1 text-xs text-fg-2"
    >
      <span aria-live="polite" className="pr-1 tabular-nums">
        {first}–{last} of {total}
      </span>
      <Button size="icon-sm" aria-label="Previous page" {...turn(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Button size="icon-sm" aria-label="Next page" {...turn(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
