import type { Configuration } from '@plinth/contract'
import { type ReactNode, useMemo } from 'react'
import { printSides } from '../../state/schema/print-configuration.ts'
import { DiffDialog } from '../../ui/code/diff-dialog.tsx'
import { useLast } from '../../ui/hooks/use-last.ts'
import { syncStrings as strings } from './sync-strings.ts'

interface SyncDialogProps {
  open: boolean
  /** Selects the texts; a deploy has its own. */
  mode: 'sync' | 'deploy'
  before: Configuration
  after: Configuration
  busy: boolean
  /** Whether the plan disables the confirm button. */
  blocked: boolean
  /** The plan, shown before the comparison. */
  plan: ReactNode
  onConfirm: () => void
  onClose: () => void
}

const LABELS = {
  sync: {
    confirm: strings.sync,
    busy: strings.syncing,
    description: strings.description,
    same: strings.same,
  },
  deploy: {
    confirm: strings.deploy,
    busy: strings.deploying,
    description: strings.production,
    same: strings.productionSame,
  },
} satisfies Record<SyncDialogProps['mode'], unknown>

const NOTHING = { before: '', after: '' }

/** Compares the current and the new schema side by side, for confirmation. */
export function SyncDialog({
  open,
  mode,
  before,
  after,
  busy,
  blocked,
  plan,
  onConfirm,
  onClose,
}: SyncDialogProps) {
  const printed = useMemo(
    () => (open ? printSides({ before, after }) : undefined),
    [open, before, after],
  )
  const sides = useLast(printed) ?? NOTHING
  const left = useMemo(() => ({ label: strings.before, text: sides.before }), [sides])
  const right = useMemo(() => ({ label: strings.after, text: sides.after }), [sides])
  return (
    <DiffDialog
      open={open}
      onClose={onClose}
      title={strings.title}
      description={sides.before === sides.after ? LABELS[mode].same : LABELS[mode].description}
      before={left}
      after={right}
      cancelLabel={strings.cancel}
      confirmLabel={LABELS[mode].confirm}
      busyLabel={LABELS[mode].busy}
      busy={busy}
      blocked={blocked}
      lead={plan}
      onConfirm={onConfirm}
    />
  )
}
