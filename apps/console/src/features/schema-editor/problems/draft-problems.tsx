import type { Configuration } from '@plinth/contract'
import { checkNames } from '@plinth/schema'
import { TriangleAlert } from 'lucide-react'
import { Item } from 'radix-ui/dropdown-menu'
import { useDeferredValue, useMemo } from 'react'
import { namePlace } from '../../../state/schema/name-place.ts'
import { findFailedTable, type SyncFailure } from '../../../state/schema/sync-failure.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { DropdownMenu } from '../../../ui/primitives/dropdown-menu.tsx'
import { problemStrings as strings } from '../strings/problem-strings.ts'

/** The menu stays short; the other problems follow when these are solved. */
const MAX_SHOWN = 20

interface Problem {
  tableId: string | null
  columnId: string | null
  message: string
}

interface DraftProblemsProps {
  configuration: Configuration
  /** Why the last sync failed; shown until the draft changes. */
  failure: SyncFailure | undefined
  onJump: (place: { tableId: string; columnId?: string }) => void
}

function listProblems(configuration: Configuration, failure: SyncFailure | undefined): Problem[] {
  const problems = checkNames(configuration)
  if (failure?.configuration !== configuration) return problems
  const tableId = findFailedTable(failure)?.id ?? null
  return [{ tableId, columnId: null, message: strings.failed(failure.message) }, ...problems]
}

/** Everything in the draft that Sync refuses, such as an empty name; each opens its table and field. */
export function DraftProblems({ configuration, failure, onJump }: DraftProblemsProps) {
  const settled = useDeferredValue(configuration)
  const problems = useMemo(() => listProblems(settled, failure), [settled, failure])
  if (problems.length === 0) return null
  const jump = ({ tableId, columnId }: Problem) => {
    if (tableId === null) return
    onJump(columnId === null ? { tableId } : { tableId, columnId })
  }
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" className="text-danger-text!">
          <TriangleAlert aria-hidden="true" />
          {strings.count(problems.length)}
        </Button>
      }
    >
      {problems.slice(0, MAX_SHOWN).map((problem) => (
        <Item
          key={`${problem.tableId} ${problem.columnId} ${problem.message}`}
          onSelect={() => jump(problem)}
          className="flex max-w-96 flex-col rounded-md px-2 py-1.5 text-sm outline-none select-none data-[highlighted]:bg-hover"
        >
          <span className="font-medium">{namePlace(settled, problem) ?? strings.draft}</span>
          <span className="text-xs text-fg-2">{problem.message}</span>
        </Item>
      ))}
      {problems.length > MAX_SHOWN ? (
        <p className="px-2 py-1.5 text-xs text-fg-3">{strings.more(problems.length - MAX_SHOWN)}</p>
      ) : null}
    </DropdownMenu>
  )
}
