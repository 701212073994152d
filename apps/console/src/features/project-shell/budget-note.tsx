import type { BudgetWarning } from '@plinth/contract'
import { Gauge } from 'lucide-react'
import { Link } from 'react-router'
import { describeWarning } from '../../state/budget.ts'
import { cn } from '../../ui/primitives/cn.ts'
import { projectShellStrings as strings } from './strings.ts'

const TONES = {
  soft: 'border-warn-line/40 bg-warn-soft text-warn-text',
  hard: 'border-danger-line bg-danger-soft text-danger-text',
} as const

interface BudgetNoteProps {
  projectId: string
  warnings: readonly BudgetWarning[]
}

/** The banner of a project that has reached one of its budgets. */
export function BudgetNote({ projectId, warnings }: BudgetNoteProps) {
  if (warnings.length === 0) return null
  const isHard = warnings.some(({ level }) => level === 'hard')
  return (
    <aside
      aria-label={strings.budget.label}
      className={cn(
        'flex min-h-8 shrink-0 flex-wrap items-center gap-x-2 border-b px-4 py-1 text-xs',
        TONES[isHard ? 'hard' : 'soft'],
      )}
    >
      <Gauge aria-hidden="true" className="size-3.5 shrink-0" />
      <p className="min-w-0 break-words">{warnings.map(describeWarning).join(' ')}</p>
      <Link
        to={`/project/${projectId}/settings?section=usage`}
        className="ring-focus ml-auto rounded-sm font-medium underline underline-offset-2"
      >
        {strings.budget.details}
      </Link>
    </aside>
  )
}
