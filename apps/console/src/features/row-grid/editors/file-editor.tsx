import { useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { cellOf, type FileItem, itemsOf } from '../files/file-items.ts'
import { describeLimits } from '../files/file-limits.ts'
import { isPreviewed } from '../files/file-line.tsx'
import { fileLink } from '../files/file-links.ts'
import { FileList } from '../files/file-list.tsx'
import { FilePreview } from '../files/file-preview.tsx'
import { useFileItems } from '../files/use-file-items.ts'
import { fileStrings as strings } from '../strings/files-strings.ts'
import type { EditorProps } from './editor-props.ts'

const NONE: readonly File[] = []

function showLinkError(error: unknown) {
  logFailure('Opening a file', error)
  const { linkFailed: title, linkFailedText: description } = strings
  showToast({ title, description, variant: 'destructive' })
}

/** Downloads a URL. */
function saveFrom(url: string | undefined) {
  if (url === undefined) throw new Error('There is no link to the file')
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = ''
  anchor.rel = 'noopener'
  anchor.click()
}

/** The progress text of the current uploads. */
function progressOf(items: readonly FileItem[]): string {
  const fresh = items.filter((item) => item.state !== 'here' || item.isNew)
  const done = fresh.filter(({ state }) => state === 'here').length
  return fresh.length === 0 ? '' : strings.underWay(done, fresh.length)
}

/** Edits the files of a cell; files are uploaded as soon as they are chosen. */
export function FileEditor(props: EditorProps<'image' | 'file'>) {
  const { field, label, value, scope, rowId = '', isReadOnly = false, onCommit, onCancel } = props
  const files = useFileItems({ field, value, scope, dropped: props.dropped ?? NONE })
  const { items } = files
  const [shown, setShown] = useState<string>()
  const isChanged =
    items.length !== itemsOf(value).length ||
    items.some((item) => item.state !== 'here' || item.isNew)
  const isBusy = items.some(({ state }) => state === 'sending')
  const pictures = items.filter(isPreviewed)
  const open = items.find(({ id }) => id === shown)
  const place = { scope, columnName: field.name, rowId }
  const step = (by: -1 | 1) => {
    const at = pictures.findIndex(({ id }) => id === shown)
    setShown(pictures.at((at + by) % pictures.length)?.id)
  }
  const leave = () => (shown === undefined ? onCancel() : setShown(undefined))
  const download = (item: FileItem) => {
    if (item.state !== 'here') return
    const { fileKey } = item.value
    fileLink({ ...place, fileKey }, 'download')
      .then(saveFrom)
      .catch(showLinkError)
  }
  const done = () => (isBusy ? undefined : onCommit({ value: cellOf(field, items) }, 'here'))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops keys in the dialog from reaching the grid or the panel
    <div className="contents" onKeyDown={(event) => event.stopPropagation()}>
      <Dialog
        open
        onOpenChange={(isOpen) => (isOpen ? undefined : leave())}
        title={label}
        description={describeLimits(field)}
        hasWork={isChanged && shown === undefined}
        className="w-140"
      >
        {open?.state === 'here' ? (
          <FilePreview
            key={open.id}
            {...place}
            item={open}
            onStep={pictures.length > 1 ? step : undefined}
            onBack={() => setShown(undefined)}
          />
        ) : (
          <FileList
            {...{ field, label, rowId, isReadOnly, files }}
            onPreview={({ id }) => setShown(id)}
            onDownload={download}
          />
        )}
        <DialogFooter>
          <p role="status" className="mr-auto self-center text-xs text-fg-2 tabular-nums">
            {progressOf(items)}
          </p>
          <Button onClick={onCancel}>{isReadOnly ? strings.close : strings.cancel}</Button>
          {isReadOnly ? null : (
            <Button variant="primary" aria-disabled={isBusy} onClick={done}>
              {strings.done}
            </Button>
          )}
        </DialogFooter>
      </Dialog>
    </div>
  )
}
