import type { FileValue } from '@plinth/contract'
import { fileStrings as strings } from '../strings/files-strings.ts'
import { checkFile, type FileColumn } from './file-limits.ts'

/** One file of a cell with its upload state. */
export type FileItem =
  /** Stored in the row, or uploaded and waiting for the row to be saved. */
  | { id: string; state: 'here'; name: string; value: FileValue; isNew: boolean }
  | { id: string; state: 'sending'; name: string; file: File; share: number }
  | { id: string; state: 'failed'; name: string; file: File; problem: string }
  | { id: string; state: 'refused'; name: string; file: File; problem: string }

function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'fileKey' in value
}

/** The files in a cell value. */
export function filesOf(value: unknown): FileValue[] {
  return [value].flat().filter(isFileValue)
}

export function itemsOf(value: unknown): FileItem[] {
  return filesOf(value).map((file) => ({
    id: file.fileKey,
    state: 'here',
    name: file.fileName,
    value: file,
    isNew: false,
  }))
}

interface Added {
  field: FileColumn
  files: readonly File[]
  /** The item to replace with the first file. */
  instead?: string | undefined
  newId: () => string
}

/** Adds chosen files: each starts uploading or is rejected with a reason. */
export function addFiles(items: readonly FileItem[], added: Added): FileItem[] {
  const { field, files, instead, newId } = added
  const { hasMultiple } = field.options
  const fresh = files.map((file, at): FileItem => {
    const problem = at > 0 && !hasMultiple ? strings.onlyOne : checkFile(field, file)
    const item = { id: newId(), name: file.name, file }
    return problem === undefined
      ? { ...item, state: 'sending', share: 0 }
      : { ...item, state: 'refused', problem }
  })
  const isTaken = fresh.some(({ state }) => state === 'sending')
  if (!isTaken) return [...items.filter(({ state }) => state !== 'refused'), ...fresh]
  if (!hasMultiple) return fresh
  const at = items.findIndex(({ id }) => id === instead)
  if (at < 0) return [...items, ...fresh]
  return [...items.slice(0, at), ...fresh, ...items.slice(at + 1)]
}

export function changeItem(
  items: readonly FileItem[],
  id: string,
  change: (item: FileItem) => FileItem,
): FileItem[] {
  return items.map((item) => (item.id === id ? change(item) : item))
}

/** The cell value: the uploaded files in order. */
export function cellOf({ options }: FileColumn, items: readonly FileItem[]): unknown {
  const files = items.flatMap((item) => (item.state === 'here' ? [item.value] : []))
  return options.hasMultiple ? files : (files[0] ?? null)
}
