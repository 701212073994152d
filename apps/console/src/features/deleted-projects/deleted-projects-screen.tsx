import type { DeletedProject } from '@plinth/contract'
import { ArchiveRestore } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../state/current-user.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PageMessage } from '../../ui/layout/page-message.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx'
import { TopBar } from '../../ui/layout/top-bar.tsx'
import { buttonStyle } from '../../ui/primitives/button.tsx'
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
  usePageTitle(strings.title)
  const { data } = useCurrentUser()
  return (
    <div className="flex h-full flex-col">
      <TopBar homeLabel={strings.home} homePath="/home">
        <span className="truncate text-sm font-medium">{data?.organisation.name}</span>
        <span className="ml-auto">
          <ThemeToggle />
        </span>
      </TopBar>
      <main tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        {data?.user.role === 'admin' ? <DeletedProjects /> : null}
        {data && data.user.role !== 'admin' ? (
          <PageMessage title={strings.title} text={strings.adminsOnly}>
            <Link to="/home" className={buttonStyle('outline')}>
              {strings.back}
            </Link>
          </PageMessage>
        ) : null}
      </main>
    </div>
  )
}
