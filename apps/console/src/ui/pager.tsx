import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PagerProps {
  label: string
  page: number
  pageSize: number
  total: number
  onPageChange: (page: number) => void
}

export function Pager({ label, page, pageSize, total, onPageChange }: PagerProps) {
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-2 pt-3 text-xs text-fg-2">
      <span aria-live="polite" className="pr-1 tabular-nums">
        {first}–{last} of {total}
      </span>
      <Button
        size="icon-sm"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Button
        size="icon-sm"
        aria-label="Next page"
        disabled={last >= total}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
