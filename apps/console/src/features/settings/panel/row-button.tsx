import type { ReactNode } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'

interface RowButtonProps {
  title: string
  mono?: boolean
  onClick: () => void
  children: ReactNode
}

/** Name of a row as a button: the keyboard alternative to clicking the row. */
export function RowButton({ title, mono, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      title={title}
      onClick={onClick}
      className={cn(
        'ring-focus max-w-full truncate rounded-sm text-left font-medium text-fg',
        mono && 'font-mono text-xs',
      )}
    >
      {children}
    </button>
  )
}
