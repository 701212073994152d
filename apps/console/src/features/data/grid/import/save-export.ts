import { exportRows } from '@plinth/contract'
import { client } from '../../../../api/client.ts'
import { logFailure } from '../../../../api/log-failure.ts'
import { showToast } from '../../../../ui/toast.ts'
import type { RowScope } from '../row-scope.ts'
import { importStrings as strings } from './strings-import.ts'

interface Export {
  scope: RowScope
  format: 'csv' | 'json'
  filter: string | undefined
  sort: string | undefined
}

function offer(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Saves every row that the grid's filter finds, in its order, as a file. */
export async function saveExport({ scope, format, filter, sort }: Export): Promise<void> {
  showToast({ title: strings.exporting })
  try {
    const file = await client.download(exportRows, {
      params: { table: scope.table },
      query: {
        $projectId: scope.projectId,
        $environment: scope.environment,
        format,
        ...(filter === undefined ? {} : { $filter: filter }),
        ...(sort === undefined ? {} : { $sort: sort }),
      },
    })
    offer(file, `${scope.table}.${format}`)
  } catch (error) {
    logFailure('Exporting rows', error)
    const description = error instanceof Error ? error.message : ''
    showToast({ title: strings.exportFailed, description, variant: 'destructive' })
  }
}
