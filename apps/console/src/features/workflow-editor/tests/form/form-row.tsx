import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../../../../ui/primitives/cn.ts'

interface FormRowProps {
  title: string
  /** What it says now, in one line. */
  summary: string
  keepLabel: string
  isKept: boolean
  isOpen: boolean
  isInvalid: boolean
  onKeep: (isKept: boolean) => void
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** A part of a test that can be left out, and opened to be edited. */
export function FormRow({ title, summary, isKept, children, ...rest }: FormRowProps) {
  const id = useId()
  const isOpen = rest.isOpen && isKept
  return (
    <li className="border-b last:border-b-0">
      <div className="flex min-h-9 items-center gap-2.5 px-3">
        <input
          type="checkbox"
          aria-label={rest.keepLabel}
          checked={isKept}
          onChange={(event) => rest.onKeep(event.target.checked)}
          className="ring-focus block size-4 shrink-0 rounded-sm accent-accent"
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          disabled={!isKept}
          onClick={() => rest.onOpen(!isOpen)}
          className="ring-focus flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm text-left text-sm disabled:text-fg-3 disabled:line-through"
        >
          <span className="max-w-1/2 shrink-0 truncate" title={title}>
            {title}
          </span>
          <span
            className={cn(
              'min-w-0 flex-1 truncate font-mono text-xs',
              rest.isInvalid ? 'text-danger-text' : 'text-fg-2',
            )}
          >
            {summary}
          </span>
          <ChevronRight
            aria-hidden="true"
            className={cn('size-4 shrink-0 text-fg-3 transition-transform', isOpen && 'rotate-90')}
          />
        </button>
      </div>
      <section id={id} aria-label={title} hidden={!isOpen} className="px-3 pt-1.5 pb-3 pl-9.5">
        {isOpen ? children : null}
      </section>
    </li>
  )
}
