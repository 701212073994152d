import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { keysStrings as strings } from './strings.ts'

/** Shows a new key's secret, which cannot be read again. */
export function KeySecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <p
          role="status"
          className="rounded-lg border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn-text"
        >
          {strings.madeText}
        </p>
        <div className="flex items-center gap-1 rounded-lg border bg-sunken py-1.5 pr-1.5 pl-3">
          <code data-secret="" className="min-w-0 flex-1 font-mono text-xs break-all select-all">
            {secret}
          </code>
          <CopyButton label={strings.copy} copiedLabel={strings.copied} text={secret} />
        </div>
        <p className="text-xs text-fg-2">{strings.use}</p>
      </div>
      <DialogFooter>
        <Button variant="primary" autoFocus onClick={onDone}>
          {strings.done}
        </Button>
      </DialogFooter>
    </>
  )
}
