import { PROJECTS_PER_PAGE, type Project } from '@plinth/contract'
import { Archive, FolderSearch, Layers } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { type ListFilter, NO_FILTER } from './list-filter.ts'
import { ProjectTable } from './project-table.tsx'
import type { useProjects } from './projects-query.ts'
import { projectListStrings as strings } from './strings.ts'

interface ProjectListBodyProps {
  query: ReturnType<typeof useProjects>
  filter: ListFilter
  onFilterChange: (part: Partial<ListFilter>) => void
  onCreate: () => void
  onDelete: (project: Project) => void
}

const cardStyle = 'mt-3 rounded-xl border bg-surface shadow-1'

/** Why the table is empty: the filter has no matches, nothing is archived, or everything is. */
function NothingListed({ query, filter, onFilterChange, onCreate }: ProjectListBodyProps) {
  const counts = query.data?.counts
  const isSearch = filter.search !== ''
  if (!isSearch && filter.status === 'archived') {
    return (
      <EmptyState icon={<Archive />} {...strings.noneArchived}>
        <Button onClick={() => onFilterChange(NO_FILTER)}>{strings.showAll}</Button>
      </EmptyState>
    )
  }
  if (!isSearch && counts?.all === 0) {
    const { title, text, create, show } = strings.allArchived
    return (
      <EmptyState icon={<Archive />} title={title} text={text}>
        <Button onClick={() => onFilterChange({ ...NO_FILTER, status: 'archived' })}>{show}</Button>
        <Button variant="primary" onClick={onCreate}>
          {create}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<FolderSearch />} title={strings.noMatch.title} text={strings.noMatch.text}>
      <Button onClick={() => onFilterChange(NO_FILTER)}>{strings.noMatch.clear}</Button>
    </EmptyState>
  )
}

export function ProjectListBody(props: ProjectListBodyProps) {
  const { query, filter, onFilterChange } = props
  const { data } = query
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / PROJECTS_PER_PAGE))
  const beyond = data !== undefined && !query.isPlaceholderData && filter.page > lastPage

  // The last project of the last page may have just been deleted.
  useEffect(() => {
    if (beyond) onFilterChange({ page: lastPage })
  }, [beyond, lastPage, onFilterChange])

  if (data === undefined && query.isError) {
    return (
      <div className={cardStyle}>
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  if (data && data.counts.all + data.counts.archived === 0) {
    return (
      <div className={cardStyle}>
        <EmptyState icon={<Layers />} title={strings.empty.title} text={strings.empty.text}>
          <Button variant="primary" onClick={props.onCreate}>
            {strings.empty.create}
          </Button>
        </EmptyState>
      </div>
    )
  }
  const paged = (data?.total ?? 0) > PROJECTS_PER_PAGE
  return (
    <>
      <div className="mt-3 pb-12">
        <ProjectTable
          projects={data?.projects}
          stale={query.isPlaceholderData}
          onDelete={props.onDelete}
        >
          <NothingListed {...props} />
        </ProjectTable>
      </div>
      {paged && data ? (
        <Pager
          label={strings.pages}
          page={filter.page}
          pageSize={PROJECTS_PER_PAGE}
          total={data.total}
          onPageChange={(page) => onFilterChange({ page })}
        />
      ) : null}
    </>
  )
}
