import type { StaffMember } from '@plinth/contract'
import { UserSearch } from 'lucide-react'
import { useMemo } from 'react'
import { useCurrentUser } from '../../state/current-user.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { peopleColumns } from './people-columns.tsx'
import { useApprove, usePeople, useSetDisabled } from './people-queries.ts'
import { peopleStrings as strings } from './strings.ts'

interface PeopleListProps {
  search: string
  onDisable: (person: StaffMember) => void
  onDisconnect: (person: StaffMember) => void
}

export function PeopleList({ search, onDisable, onDisconnect }: PeopleListProps) {
  const query = usePeople(search)
  const { mutate } = useSetDisabled()
  const { mutate: approve } = useApprove()
  const self = useCurrentUser().data?.user.id
  const columns = useMemo(
    () =>
      peopleColumns({
        self,
        onDisable,
        onRestore: ({ id }) => mutate({ staffId: id, disabled: false }),
        onApprove: ({ id }) => approve(id),
        onDisconnect,
      }),
    [self, onDisable, onDisconnect, mutate, approve],
  )
  const people = useMemo(() => query.data?.pages.flatMap(({ staff }) => staff), [query.data])
  if (people === undefined && query.isError) {
    return (
      <div className="rounded-xl border bg-surface shadow-1">
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <>
      <DataTable
        label={strings.title}
        columns={columns}
        rows={people}
        rowKey={({ id }) => id}
        stale={query.isPlaceholderData}
      >
        <EmptyState icon={<UserSearch />} title={strings.nobody} text={strings.nobodyText} />
      </DataTable>
      {query.hasNextPage ? (
        <Button
          className="mt-3 self-center"
          busy={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {strings.more}
        </Button>
      ) : null}
    </>
  )
}
