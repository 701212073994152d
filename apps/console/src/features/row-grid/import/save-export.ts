import { exportRows } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { offerFile } from '../../../ui/format/offer-file.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { isHashed } from '../cells/print-cell.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { importStrings as strings } from '../strings/import-strings.ts'

interface Export {
  scope: RowScope
  columns: readonly GridColumn[]
  format: 'csv' | 'json'
  filter: string | undefined
  sort: string | undefined
}

/** The exported columns; hashed fields are never exported. */
function listExported(columns: readonly GridColumn[]): string[] {
  return columns.flatMap(({ field, stored }) => (isHashed(field) || !stored ? [] : [stored]))
}

/** Downloads all rows that match the grid's filter, in its sort order. */
export async function saveExport({ scope, columns, format, filter, sort }: Export): Promise<void> {
  showToast({ title: strings.exporting })
  try {
    const file = await client.download(exportRows, {
      params: { table: scope.table },
      query: {
        $projectId: scope.projectId,
        $environment: scope.environment,
        format,
        $columns: listExported(columns).join(),
        ...(filter === undefined ? {} : { $filter: filter }),
        ...(sort === undefined ? {} : { $sort: sort }),
      },
    })
    const name = `${scope.table}.${format}`
    offerFile(file, name)
    showToast({ title: strings.exported(name) })
  } catch (error) {
    logFailure('Exporting rows', error)
    const description = error instanceof Error ? error.message : ''
    showToast({ title: strings.exportFailed, description, variant: 'destructive' })
  }
}
