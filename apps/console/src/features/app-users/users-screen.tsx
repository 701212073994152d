import type { ListedAppUser } from '@plinth/contract'
import { sortTables } from '@plinth/schema'
import { UserRound, UserSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { EnvironmentBadge } from '../../state/environment-badge.tsx'
import { sectionPlace, TABLE_PARAMETER } from '../../state/places.ts'
import { usePagedFilters } from '../../state/use-paged-filters.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { FailedCard } from '../../ui/layout/error-state.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { CursorPager } from '../../ui/tables/cursor-pager.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { usersStrings as strings } from './strings.ts'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { useUsers } from './user-queries.ts'

const SEARCH_PAUSE_MS = 250

interface UserFilters {
  tableId: string
  search: string
}

const IN_ADDRESS = {
  read: (params: URLSearchParams): UserFilters => ({
    tableId: params.get(TABLE_PARAMETER) ?? '',
    search: params.get('search') ?? '',
  }),
  write: (params: URLSearchParams, { tableId, search }: UserFilters) => {
    const next = new URLSearchParams(params)
    next.set(TABLE_PARAMETER, tableId)
    if (search) next.set('search', search)
    else next.delete('search')
    return next
  },
}

/** The Auth tables that the environment's database has. */
function useAuthTables() {
  const { configuration, prodConfiguration } = useCurrentProject()
  const isDev = useEnvironment() === 'dev'
  const { tables } = (isDev ? configuration : prodConfiguration).old_configuration
  return useMemo(() => sortTables(tables).filter(({ type }) => type === 'Auth'), [tables])
}

interface UserListProps {
  tableId: string
  search: string
  paged: Pick<ReturnType<typeof usePagedFilters<UserFilters>>, 'cursor' | 'pager'>
}

function UserList({ tableId, search, paged }: UserListProps) {
  const query = useUsers(tableId, useDebounced(search.trim(), SEARCH_PAUSE_MS), paged.cursor)
  const [opened, setOpened] = useState<ListedAppUser>()
  const columns = useMemo(() => userColumns(setOpened), [])
  if (query.data === undefined && query.isError) return <FailedCard query={query} />
  const nothing = search.trim() === '' ? strings.empty : strings.none
  return (
    <>
      <DataTable
        label={strings.list}
        columns={columns}
        rows={query.data?.data}
        rowKey={({ id }) => id}
        onRowClick={setOpened}
        stale={query.isPlaceholderData}
      >
        <EmptyState icon={<UserSearch />} title={nothing.title} text={nothing.text} />
      </DataTable>
      <CursorPager words={strings} {...paged.pager(query.data?.nextCursor)} />
      <UserDialog user={opened} tableId={tableId} onClose={() => setOpened(undefined)} />
    </>
  )
}

function UsersOf() {
  const { filters, change, cursor, pager } = usePagedFilters(IN_ADDRESS)
  const tables = useAuthTables()
  const table = tables.find(({ id }) => id === filters.tableId) ?? tables[0]
  if (!table) {
    return (
      <div className="rounded-xl border bg-surface shadow-1">
        <EmptyState icon={<UserRound />} {...strings.noTables} />
      </div>
    )
  }
  const { search } = filters
  return (
    <>
      <search className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <SearchInput
          label={strings.search}
          value={search}
          maxLength={254}
          onValueChange={(text) => change({ tableId: table.id, search: text })}
        />
        <Field label={strings.table} className="w-56">
          {(control) => (
            <Select
              {...control}
              value={table.id}
              options={tables.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={(tableId) => change({ tableId, search })}
            />
          )}
        </Field>
      </search>
      <UserList key={table.id} tableId={table.id} search={search} paged={{ cursor, pager }} />
    </>
  )
}

/** The users of an app, by Auth table. */
export function UsersScreen() {
  const { id, name } = useCurrentProject()
  const environment = useEnvironment()
  usePageTitle(strings.title, name)
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-280 px-8 pt-6 pb-16">
        <h1 className="flex items-center gap-2 text-xl font-semibold">
          {strings.title}
          <EnvironmentBadge name={environment} />
        </h1>
        <p className="mt-0.5 mb-6 text-sm text-fg-2">
          {strings.text}{' '}
          <Link
            to={sectionPlace(id, 'users')}
            className="ring-focus rounded-sm text-accent-text underline"
          >
            {strings.back}
          </Link>
        </p>
        <UsersOf key={environment} />
      </div>
    </div>
  )
}
