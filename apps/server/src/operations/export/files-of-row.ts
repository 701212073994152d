import type { JsonObject } from '@plinth/engine'
import { isJsonObject, readJson } from '../../foundation/platform/stored-json.ts'
import { isFileKey } from '../../rows/file-store/file-key.ts'
import type { ExportTable } from './export-tables.ts'
import type { Cell } from './row-source.ts'

/** A file that a row refers to, with its path in the export. */
export interface ExportedFile {
  readonly table: string
  readonly field: string
  readonly row: string
  readonly fileKey: string
  readonly fileName: string
  readonly fileType: string
  readonly fileSize: number
  readonly path: string
}

function valuesIn(cell: Cell): JsonObject[] {
  if (cell === null) return []
  const value = readJson(cell)
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject)
}

/** The files of a row; values that are not file keys are skipped. */
export function filesOfRow(
  { name: table, columns }: ExportTable,
  row: readonly Cell[],
): ExportedFile[] {
  return columns.flatMap(({ name: field, form }, at) => {
    if (form !== 'file' && form !== 'files') return []
    return valuesIn(row[at] ?? null).flatMap(({ fileKey, fileName, fileType, fileSize }) => {
      if (typeof fileKey !== 'string' || !isFileKey(fileKey)) return []
      const path = `files/${table}/${field}/${fileKey.slice(fileKey.lastIndexOf('/') + 1)}`
      const said = { fileName: String(fileName), fileType: String(fileType) }
      return [
        { table, field, row: row[0] ?? '', fileKey, ...said, fileSize: Number(fileSize), path },
      ]
    })
  })
}
