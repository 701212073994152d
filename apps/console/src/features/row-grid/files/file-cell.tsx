import type { ReactNode } from 'react'
import { filesOf } from './file-items.ts'
import { FilePicture } from './file-picture.tsx'

const MAX_SHOWN = 3

interface FileCellProps {
  value: unknown
  columnName: string
  rowId: string | undefined
  children: ReactNode
}

/** Thumbnails of a cell's files, followed by the cell's text. */
export function FileCell({ value, columnName, rowId, children }: FileCellProps) {
  return (
    <span className="flex h-full min-w-0 items-center gap-1.5">
      {filesOf(value)
        .slice(0, MAX_SHOWN)
        .map((file) => (
          <FilePicture
            key={file.fileKey}
            {...{ file, columnName, rowId }}
            className="h-[calc(100%-8px)] max-h-10"
          />
        ))}
      {children}
    </span>
  )
}
