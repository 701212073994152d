import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface StatusPillProps {
  tone: 'good' | 'pending' | 'neutral' | 'bad'
  children: ReactNode
}

const TONES: Record<StatusPillProps['tone'], string> = {
  good: 'bg-accent-soft text-accent-text',
  pending: 'bg-warn-soft text-warn-text',
  neutral: 'bg-slate-soft text-slate-text',
  bad: 'bg-danger-soft text-danger-text',
}

export function StatusPill({ tone, children }: StatusPillProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-2xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
