import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { runStrings } from './strings.ts'

interface CursorPagerProps {
  page: number
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
}

/** Goes through pages whose number nobody counts. */
export function CursorPager({ page, onNewer, onOlder }: CursorPagerProps) {
  // Not `disabled`: that would throw the focus away on the first and the last page.
  return (
    <nav
      aria-label={runStrings.pages}
      className="flex h-12 items-center justify-end gap-2 text-xs text-fg-2"
    >
      <span aria-live="polite" className="pr-1 tabular-nums">
        {runStrings.page(page)}
      </span>
      <Button size="sm" aria-disabled={!onNewer} onClick={() => onNewer?.()}>
        <ChevronLeft aria-hidden="true" />
        {runStrings.newer}
      </Button>
      <Button size="sm" aria-disabled={!onOlder} onClick={() => onOlder?.()}>
        {runStrings.older}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
