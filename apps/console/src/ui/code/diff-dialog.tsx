import { lazy, type ReactNode, Suspense } from 'react'
import { Dialog, DialogFooter } from '../dialogs/dialog.tsx'
import { Button } from '../primitives/button.tsx'
import { Spinner } from '../primitives/spinner.tsx'
import type { JsonDiffProps } from './json-diff.tsx'

const JsonDiff = lazy(async () => ({ default: (await import('./json-diff.tsx')).JsonDiff }))

interface DiffDialogProps extends JsonDiffProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  cancelLabel: string
  confirmLabel: string
  /** Replaces the confirm label while busy. */
  busyLabel: string
  busy: boolean
  /** Whether confirming is disabled. */
  blocked?: boolean
  onConfirm: () => void
  /** Shown above the texts. */
  above?: ReactNode
  /** The main part, shown first; the texts are then lower. */
  lead?: ReactNode
}

/** Side-by-side diff with a confirm button. */
export function DiffDialog(props: DiffDialogProps) {
  const { busy, onClose } = props
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={props.title}
      description={props.description}
      className="w-270!"
    >
      <div className="px-5 pt-4">
        {props.lead}
        {props.above}
        <div
          className={
            props.lead
              ? 'h-[clamp(140px,calc(100vh-560px),340px)]'
              : 'h-[min(480px,calc(100vh-260px))]'
          }
        >
          <Suspense
            fallback={
              <div className="grid h-full place-items-center text-fg-3">
                <Spinner />
              </div>
            }
          >
            <JsonDiff before={props.before} after={props.after} />
          </Suspense>
        </div>
      </div>
      <DialogFooter>
        <Button disabled={busy} onClick={onClose}>
          {props.cancelLabel}
        </Button>
        <Button
          variant="primary"
          aria-busy={busy}
          disabled={props.blocked === true}
          onClick={() => (busy ? undefined : props.onConfirm())}
        >
          {busy ? <Spinner /> : null}
          {busy ? props.busyLabel : props.confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
