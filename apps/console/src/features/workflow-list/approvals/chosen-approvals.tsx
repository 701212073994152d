import type { Approval } from '@plinth/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { approvalStrings } from './strings.ts'
import { useDecideEach } from './use-decide-each.ts'

const words = approvalStrings.chosen
const ACTS = ['approve', 'reject'] as const

interface ChosenProps {
  approvals: readonly Approval[]
  onClear: () => void
}

function Acts({ approvals, onClear }: ChosenProps) {
  const [asking, setAsking] = useState<(typeof ACTS)[number]>()
  const { decide, progress, stop } = useDecideEach({ approvals, onDone: onClear })
  const count = approvals.length
  return (
    <>
      <p role="status" className="mr-auto text-sm tabular-nums">
        {progress ? words.progress(progress.done, progress.all) : words.count(count)}
      </p>
      {progress ? (
        <Button onClick={stop}>{words.stop}</Button>
      ) : (
        <>
          {ACTS.map((act) => (
            <Button key={act} onClick={() => setAsking(act)}>
              {words[act](count)}
            </Button>
          ))}
          <Button variant="ghost" onClick={onClear}>
            {words.clear}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={(open) => (open ? undefined : setAsking(undefined))}
        title={words.titles[asking ?? 'approve'](count)}
        text={words.text}
        cancelLabel={words.giveUp}
        confirmLabel={words.confirm[asking ?? 'approve']}
        busy={false}
        onConfirm={() => {
          setAsking(undefined)
          if (asking) decide(asking)
        }}
      />
    </>
  )
}

/** The bar above the list; its place is there without a selection too, so that the rows stay where they are. */
export function ChosenApprovals({ approvals, onClear }: ChosenProps) {
  return (
    <section
      aria-label={words.bar}
      className="mb-3 flex min-h-12 flex-wrap items-center gap-2 rounded-xl border bg-sunken px-4 py-1.5"
    >
      {approvals.length > 0 ? (
        <Acts approvals={approvals} onClear={onClear} />
      ) : (
        <p className="text-sm text-fg-2">{words.hint}</p>
      )}
    </section>
  )
}
