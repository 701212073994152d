import type { Approval } from '@plinth/contract'
import { Stamp } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { usePagedFilters } from '../../../state/use-paged-filters.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { FailedCard } from '../../../ui/layout/error-state.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { CursorPager } from '../../../ui/tables/cursor-pager.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { selectColumn } from '../chosen/select-column.tsx'
import { useSelection } from '../chosen/use-selection.ts'
import { approvalColumns } from './approval-columns.tsx'
import { ApprovalDialog } from './approval-dialog.tsx'
import { type Shown, useApprovals } from './approval-queries.ts'
import { ChosenApprovals } from './chosen-approvals.tsx'
import { approvalStrings as strings } from './strings.ts'

const SHOWN = ['mine', 'waiting', 'ended'] as const satisfies readonly Shown[]
const OPEN = 'approval'

const isChoosable = ({ bulk, canDecide }: Approval) => bulk && canDecide

const IN_ADDRESS = {
  read: (params: URLSearchParams): Shown =>
    SHOWN.find((show) => show === params.get('show')) ?? 'mine',
  write: (now: URLSearchParams, show: Shown) => {
    const next = new URLSearchParams(now)
    next.set('show', show)
    return next
  },
}

/** The inbox of the current environment: approvals that wait for the caller, all that wait, and those that ended. */
export function ApprovalsTab() {
  const { filters: show, change, cursor, pager } = usePagedFilters(IN_ADDRESS)
  const [params, setParams] = useSearchParams()
  const query = useApprovals(show, cursor)
  const openId = params.get(OPEN)
  const choosable = query.data?.approvals.filter(isChoosable) ?? []
  const { selection, chosen, clear } = useSelection(choosable)
  const searchOf = ({ id }: Approval) => {
    const next = new URLSearchParams(params)
    next.set(OPEN, id)
    return `?${next}`
  }
  const close = () =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.delete(OPEN)
      return next
    })
  return (
    <>
      <header className="mt-5 mb-4 flex items-center justify-between gap-4">
        <p className="text-sm text-fg-2">{strings.text}</p>
        <Segmented
          label={strings.show}
          value={show}
          options={SHOWN.map((value) => ({ value, label: strings.shows[value] }))}
          onValueChange={change}
        />
      </header>
      {choosable.length === 0 ? null : <ChosenApprovals approvals={chosen} onClear={clear} />}
      {query.data === undefined && query.isError ? (
        <FailedCard query={query} />
      ) : (
        <DataTable
          label={strings.list}
          columns={[
            ...(choosable.length === 0
              ? []
              : [selectColumn(selection, { ...strings.chosen, may: isChoosable })]),
            ...approvalColumns({ isEnded: show === 'ended', searchOf }),
          ]}
          rows={query.data?.approvals}
          rowKey={({ id }) => id}
          stale={query.isPlaceholderData}
          onRowClick={(approval) => setParams(searchOf(approval))}
        >
          <EmptyState icon={<Stamp />} {...strings.empty[show]} />
        </DataTable>
      )}
      <CursorPager words={strings} {...pager(query.data?.nextCursor)} />
      {openId === null ? null : <ApprovalDialog key={openId} id={openId} onClose={close} />}
    </>
  )
}
