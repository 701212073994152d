import type { DeletedProject } from '@plinth/contract'
import { ArchiveRestore } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AdminScreen } from '../../state/account/admin-screen.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { deletedColumns } from './deleted-columns.tsx'
import { useDeletedProjects } from './deleted-queries.ts'
import { EraseProjectDialog } from './erase-project-dialog.tsx'
import { RestoreProjectDialog } from './restore-project-dialog.tsx'
import { deletedProjectsStrings as strings } from './strings.ts'

function DeletedList(actions: {
  onRestore: (project: DeletedProject) => void
  onErase: (project: DeletedProject) => void
}) {
  const { onRestore, onErase } = actions
  const query = useDeletedProjects()
  const columns = useMemo(() => deletedColumns({ onRestore, onErase }), [onRestore, onErase])
  const { data } = query
  if (data === undefined && query.isError) {
    return (
      <div className="rounded-xl border bg-surface shadow-1">
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  const shown = data?.projects.length ?? 0
  return (
    <>
      <DataTable
        label={strings.title}
        columns={columns}
        rows={data?.projects}
        rowKey={({ id }) => id}
      >
        <EmptyState icon={<ArchiveRestore />} title={strings.empty} text={strings.emptyText} />
      </DataTable>
      {data && data.total > shown ? (
        <p className="mt-3 text-sm text-fg-2">{strings.more(shown, data.total)}</p>
      ) : null}
    </>
  )
}

function DeletedProjects() {
  const [restored, setRestored] = useState<DeletedProject>()
  const [erased, setErased] = useState<DeletedProject>()
  return (
    <div className="mx-auto flex min-h-full max-w-280 flex-col px-8 py-10">
      <h1 className="text-xl font-semibold">{strings.title}</h1>
      <p className="mt-0.5 mb-6 text-sm text-fg-2">{strings.text}</p>
      <DeletedList onRestore={setRestored} onErase={setErased} />
      <RestoreProjectDialog project={restored} onClose={() => setRestored(undefined)} />
      <EraseProjectDialog project={erased} onClose={() => setErased(undefined)} />
    </div>
  )
}

/** Projects that can still be restored; for admins only. */
export function DeletedProjectsScreen() {
  return (
    <AdminScreen strings={strings}>
      <DeletedProjects />
    </AdminScreen>
  )
}
