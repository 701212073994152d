import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { fileStrings as strings } from '../strings/files-strings.ts'
import { acceptOf, type FileColumn } from './file-limits.ts'
import { FileLine, type FileLineActions } from './file-line.tsx'
import type { FileItems } from './use-file-items.ts'

interface FileListProps extends Pick<FileLineActions, 'onPreview' | 'onDownload'> {
  field: FileColumn
  label: string
  rowId: string
  isReadOnly: boolean
  files: FileItems
}

interface AddPartProps {
  isSeveral: boolean
  isEmpty: boolean
  onChoose: () => void
}

function AddPart({ isSeveral, isEmpty, onChoose }: AddPartProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed border-line-strong px-6 py-5 text-center text-sm">
      <FileUp aria-hidden="true" className="size-5 stroke-[1.5] text-fg-3" />
      <p className="text-fg-2">{isEmpty ? strings.noneText : strings.drop}</p>
      <Button size="sm" data-autofocus onClick={onChoose}>
        {strings.choose(isSeveral)}
      </Button>
    </div>
  )
}

/** The files of a cell with a drop zone for more. */
export function FileList({ field, label, rowId, isReadOnly, files, ...on }: FileListProps) {
  const { items } = files
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const instead = useRef<string>(undefined)
  const { hasMultiple } = field.options
  const choose = (id?: string) => {
    instead.current = id
    input.current?.click()
  }
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    target.value = ''
    if (chosen.length > 0) files.add(chosen, instead.current)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isReadOnly) files.add([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is the keyboard alternative to dropping
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isReadOnly)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'mx-5 mt-4 flex flex-col gap-3 rounded-xl',
        isOver && 'outline-2 outline-accent',
      )}
    >
      {items.length === 0 ? null : (
        <ul aria-label={label} className="flex max-h-80 flex-col gap-2 overflow-y-auto">
          {items.map((item) => (
            <FileLine
              key={item.id}
              {...{ item, rowId, isReadOnly, ...on }}
              columnName={field.name}
              onReplace={choose}
              onRemove={files.remove}
              onCancel={files.cancel}
              onRetry={files.retry}
            />
          ))}
        </ul>
      )}
      {isReadOnly && items.length === 0 ? (
        <EmptyState icon={<FileUp />} title={strings.none} text={strings.noneReadOnly} />
      ) : null}
      {isReadOnly ? null : (
        <AddPart isSeveral={hasMultiple} isEmpty={items.length === 0} onChoose={() => choose()} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={strings.input(label)}
        accept={acceptOf(field)}
        multiple={hasMultiple}
        onChange={take}
      />
    </div>
  )
}
