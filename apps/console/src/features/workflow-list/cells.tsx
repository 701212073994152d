import type { ProductionStatus } from '@plinth/contract'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/primitives/button.tsx'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'

const TONES: Record<ProductionStatus, 'good' | 'pending' | 'neutral'> = {
  'In sync': 'good',
  'Out of sync': 'pending',
  'Not in Production': 'neutral',
}

export function StatusCell({ status }: { status: ProductionStatus }) {
  return <StatusPill tone={TONES[status]}>{status}</StatusPill>
}

export function RowIcon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-lg border bg-sunken text-fg-2 [&_svg]:size-4"
    >
      {children}
    </span>
  )
}

export function DeleteCell({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} onClick={onDelete}>
      <Trash2 aria-hidden="true" className="size-3.75! text-fg-3" />
    </Button>
  )
}
