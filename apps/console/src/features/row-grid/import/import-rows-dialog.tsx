import type { Column } from '@plinth/contract'
import { CircleCheck } from 'lucide-react'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import type { RowScope } from '../rows/row-scope.ts'
import { importStrings as strings } from '../strings/import-strings.ts'
import { ChooseFile, ImportProgress, RefusedRows } from './import-parts.tsx'
import { MapColumns } from './map-columns.tsx'
import { type ImportState, useImport } from './use-import.ts'

interface ImportDialogProps {
  scope: RowScope
  fields: readonly Column[]
  onImported: () => void
  onClose: () => void
}

function Body({ state, fields }: { state: ImportState; fields: readonly Column[] }) {
  const { step, file, mapping } = state
  switch (step.name) {
    case 'choose':
      return <ChooseFile problem={step.problem} onFile={(chosen) => void state.choose(chosen)} />
    case 'reading':
      return (
        <p role="status" className="flex items-center gap-2 py-10 text-sm">
          <Spinner />
          {strings.reading}
        </p>
      )
    case 'working':
      return <ImportProgress isDry={step.isDry} share={step.share} />
    case 'refused':
      return <RefusedRows refused={step.refused} issues={step.issues} />
    case 'ready':
      return (
        <p role="status" className="flex items-center gap-2 py-10 text-sm">
          <CircleCheck aria-hidden="true" className="size-5 text-accent-text" />
          {strings.ready(file?.count ?? 0)}
        </p>
      )
    case 'map':
      return file ? (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-fg-2">{strings.found(file.count, file.columns.length)}</p>
          <MapColumns file={file} fields={fields} mapping={mapping} onMapping={state.setMapping} />
          {mapping.every((name) => name === undefined) ? (
            <p className="text-xs text-warn-text">{strings.nothingMapped}</p>
          ) : null}
        </div>
      ) : null
  }
}

function Buttons({ state, onClose }: { state: ImportState; onClose: () => void }) {
  const { step, mapping } = state
  const isMapped = mapping.some((name) => name !== undefined)
  if (step.name === 'working') return <Button onClick={state.stop}>{strings.cancel}</Button>
  return (
    <>
      {step.name === 'map' ? (
        <Button variant="ghost" onClick={state.restart}>
          {strings.other}
        </Button>
      ) : null}
      {step.name === 'refused' || step.name === 'ready' ? (
        <Button variant="ghost" onClick={state.back}>
          {strings.back}
        </Button>
      ) : null}
      <Button onClick={onClose}>{strings.cancel}</Button>
      {step.name === 'map' ? (
        <Button
          variant="primary"
          aria-disabled={!isMapped}
          onClick={() => (isMapped ? state.check() : undefined)}
        >
          {strings.check}
        </Button>
      ) : null}
      {step.name === 'ready' ? (
        <Button variant="primary" onClick={state.run}>
          {strings.run(state.file?.count ?? 0)}
        </Button>
      ) : null}
    </>
  )
}

/** Imports a file into a table: column mapping, a check of all rows, then an atomic import. */
export function ImportRowsDialog({ scope, fields, onImported, onClose }: ImportDialogProps) {
  const state = useImport({
    scope,
    fields,
    onImported: () => {
      onImported()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={strings.title(scope.table)}
      description={strings.text}
      className="w-200!"
    >
      <div className="min-h-50 px-5 pt-4">
        <Body state={state} fields={fields} />
      </div>
      <DialogFooter>
        <Buttons state={state} onClose={onClose} />
      </DialogFooter>
    </Dialog>
  )
}
