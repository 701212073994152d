import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../primitives/button.tsx'

interface CursorPagerProps {
  words: {
    readonly pages: string
    readonly page: (page: number) => string
    readonly newer: string
    readonly older: string
  }
  page: number
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
}

/** Pager for cursor pagination, without a total. */
export function CursorPager({ words, page, onNewer, onOlder }: CursorPagerProps) {
  // Not `disabled`, because that would lose focus on the first and last page.
  return (
    <nav
      aria-label={words.pages}
      className="flex h-12 items-center justify-end gap-2 text-xs text-fg-2"
    >
      <span aria-live="polite" className="pr-1 tabular-nums">
        {words.page(page)}
      </span>
      <Button size="sm" aria-disabled={!onNewer} onClick={() => onNewer?.()}>
        <ChevronLeft aria-hidden="true" />
        {words.newer}
      </Button>
      <Button size="sm" aria-disabled={!onOlder} onClick={() => onOlder?.()}>
        {words.older}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
