import type { Configuration } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { lazy, Suspense, useEffect } from 'react'
import { useEnvironment } from '../../../state/environment.ts'
import { closeTableApi, useTableApi } from '../../../state/table-api.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { apiStrings as strings } from './strings.ts'

const TableApiBody = lazy(async () => ({
  default: (await import('./table-api-body.tsx')).TableApiBody,
}))

/** The API of one table; opened with `openTableApi`. */
export function TableApiDialog({ synced }: { synced: Configuration }) {
  const request = useTableApi()
  const table = findTable(synced, useLast(request ?? undefined)?.tableId ?? '')
  const environment = useEnvironment()
  // Close the dialog when the screen unmounts.
  useEffect(() => closeTableApi, [])
  return (
    <Dialog
      open={request !== null && table !== undefined}
      onOpenChange={(open) => (open ? undefined : closeTableApi())}
      title={strings.tableTitle(table?.name ?? '')}
      description={strings.tableText(environment)}
      hasWork={false}
      className="w-190!"
    >
      <Suspense fallback={<div className="h-100" />}>
        {table ? <TableApiBody key={table.id} {...{ synced, table }} /> : null}
      </Suspense>
    </Dialog>
  )
}
