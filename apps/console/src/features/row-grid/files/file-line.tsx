import { Download, Eye, RefreshCw, RotateCw, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { printSize } from '../../../ui/format/print-size.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { fileStrings as strings } from '../strings/files-strings.ts'
import type { FileItem } from './file-items.ts'
import { FileIcon, FilePicture } from './file-picture.tsx'

export interface FileLineActions {
  onPreview: (item: FileItem) => void
  onDownload: (item: FileItem) => void
  onReplace: (id: string) => void
  onRemove: (id: string) => void
  onCancel: (id: string) => void
  onRetry: (id: string) => void
}

interface FileLineProps extends FileLineActions {
  item: FileItem
  columnName: string
  rowId: string | undefined
  isReadOnly: boolean
}

function FileAction({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} onClick={onClick}>
      {children}
    </Button>
  )
}

/** Whether the file can be previewed. */
export function isPreviewed(item: FileItem): boolean {
  return item.state === 'here' && /^image\/(png|jpeg|gif|webp|avif)$/.test(item.value.fileType)
}

function FileActions({ item, isReadOnly, ...on }: FileLineProps) {
  const { id, name, state } = item
  if (state === 'sending')
    return (
      <FileAction label={strings.cancelOne(name)} onClick={() => on.onCancel(id)}>
        <X aria-hidden="true" />
      </FileAction>
    )
  return (
    <>
      {isPreviewed(item) ? (
        <FileAction label={strings.preview(name)} onClick={() => on.onPreview(item)}>
          <Eye aria-hidden="true" />
        </FileAction>
      ) : null}
      {state === 'here' && !item.isNew ? (
        <FileAction label={strings.download(name)} onClick={() => on.onDownload(item)}>
          <Download aria-hidden="true" />
        </FileAction>
      ) : null}
      {state === 'failed' ? (
        <FileAction label={strings.retry(name)} onClick={() => on.onRetry(id)}>
          <RotateCw aria-hidden="true" />
        </FileAction>
      ) : null}
      {isReadOnly || state !== 'here' ? null : (
        <FileAction label={strings.replace(name)} onClick={() => on.onReplace(id)}>
          <RefreshCw aria-hidden="true" />
        </FileAction>
      )}
      {isReadOnly ? null : (
        <FileAction label={strings.remove(name)} onClick={() => on.onRemove(id)}>
          <Trash2 aria-hidden="true" />
        </FileAction>
      )}
    </>
  )
}

function Progress({ name, share }: { name: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div
      role="progressbar"
      aria-label={strings.uploading(name)}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mt-1.5 h-1 overflow-hidden rounded-full bg-active"
    >
      <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}

function Facts({ item }: { item: FileItem }) {
  if (item.state === 'sending') return <Progress name={item.name} share={item.share} />
  if (item.state !== 'here') return <p className="text-xs text-danger-text">{item.problem}</p>
  const { fileSize, fileType } = item.value
  return (
    <p className="truncate text-xs text-fg-2">
      {printSize(fileSize)}
      {fileType === '' ? '' : ` · ${fileType}`}
      {item.isNew ? <span className="text-warn-text"> · {strings.notSaved}</span> : null}
    </p>
  )
}

/** One file with its actions. */
export function FileLine(props: FileLineProps) {
  const { item, columnName, rowId } = props
  return (
    <li className="flex items-center gap-3 rounded-lg border px-2.5 py-2">
      {item.state === 'here' ? (
        <FilePicture file={item.value} columnName={columnName} rowId={rowId} className="size-10" />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-sm border bg-sunken">
          <FileIcon type={item.file.type} className="size-5" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" title={item.name}>
          {item.name}
        </p>
        <Facts item={item} />
      </div>
      <span className="flex shrink-0">
        <FileActions {...props} />
      </span>
    </li>
  )
}
