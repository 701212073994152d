import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { fileStrings as strings } from '../strings/files-strings.ts'
import type { FileItem } from './file-items.ts'
import { fileLink, type LinkWanted } from './file-links.ts'
import { localPicture } from './local-pictures.ts'

type Shown = Extract<FileItem, { state: 'here' }>

interface FilePreviewProps extends Omit<LinkWanted, 'fileKey'> {
  item: Shown
  onStep: ((step: -1 | 1) => void) | undefined
  onBack: () => void
}

/** The URL of a picture in full size; null if it cannot be loaded. */
function useAddress({
  item,
  scope,
  columnName,
  rowId,
}: FilePreviewProps): string | null | undefined {
  const { fileKey } = item.value
  const local = localPicture(fileKey)
  const [address, setAddress] = useState<{ fileKey: string; url: string | null }>()
  const { projectId, environment, table } = scope
  useEffect(() => {
    if (local !== undefined) return
    const wanted = { scope: { projectId, environment, table }, columnName, rowId, fileKey }
    fileLink(wanted, 'view').then(
      (url) => setAddress({ fileKey, url: url ?? null }),
      (error) => {
        logFailure('Opening a file', error)
        setAddress({ fileKey, url: null })
      },
    )
  }, [local, projectId, environment, table, columnName, rowId, fileKey])
  return local ?? (address?.fileKey === fileKey ? address.url : undefined)
}

/** Shows one picture at full size; arrow keys change the file, Escape goes back. */
export function FilePreview(props: FilePreviewProps) {
  const { item, onStep, onBack } = props
  const url = useAddress(props)
  const [broken, setBroken] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onStep?.(-1)
    if (key === 'ArrowRight') onStep?.(1)
  }
  return (
    <div className="flex flex-col gap-3 px-5 pt-4">
      {/* biome-ignore lint/a11y/useSemanticElements: groups a picture with its keyboard navigation */}
      <div
        ref={frame}
        role="group"
        aria-label={strings.preview(item.name)}
        tabIndex={-1}
        onKeyDown={press}
        className="grid h-[min(56vh,520px)] place-items-center overflow-hidden rounded-lg border bg-sunken outline-none"
      >
        {url === undefined ? <Spinner /> : null}
        {url === null || (url !== undefined && broken === url) ? (
          <p role="status" className="text-sm text-fg-2">
            {strings.noPicture}
          </p>
        ) : null}
        {url && broken !== url ? (
          <img
            src={url}
            alt={item.name}
            onError={() => setBroken(url)}
            className="max-h-full max-w-full object-contain"
          />
        ) : null}
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" variant="ghost" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          {strings.back}
        </Button>
        <p className="min-w-0 flex-1 truncate text-center text-sm">{item.name}</p>
        {onStep ? (
          <>
            <Button size="icon-sm" aria-label={strings.previous} onClick={() => onStep(-1)}>
              <ChevronLeft aria-hidden="true" />
            </Button>
            <Button size="icon-sm" aria-label={strings.next} onClick={() => onStep(1)}>
              <ChevronRight aria-hidden="true" />
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}
