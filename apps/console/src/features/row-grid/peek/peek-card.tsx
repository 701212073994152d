import { type Configuration, getRow, type Row } from '@plinth/contract'
import { findDisplayField, findTable } from '@plinth/schema'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../../api/client.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { viewCell } from '../cells/cell-view.tsx'
import { listGridColumns } from '../columns/grid-columns.ts'
import type { PlacedColumn } from '../columns/grid-layout.ts'
import { findSide, type PopoverSide } from '../editors/editor-popover.tsx'
import { type RowScope, rowPlace } from '../rows/row-scope.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { OverColumns } from '../viewport/over-columns.tsx'

/** The related rows of a cell that are peeked at. */
export interface Peek {
  tableId: string
  ids: readonly string[]
  /** The one shown first. */
  at: number
}

interface PeekCardProps extends Peek {
  synced: Configuration
  scope: RowScope
  /** The cell in the grid. */
  cell: { column: PlacedColumn; top: number; height: number }
  /** Called with whether the focus goes back to the grid. */
  onClose: (isBack: boolean) => void
}

const MAX_FIELDS = 8
/** About the size of a card with as many fields. */
const SIZE = { width: 320, height: 340 }

function useRow({ projectId, environment }: RowScope, table: string, id: string) {
  return useQuery({
    queryKey: ['peek', projectId, environment, table, id],
    queryFn: async ({ signal }) => {
      const query = { $projectId: projectId, $environment: environment } as const
      const { data } = await client.call(getRow, { params: { table, id }, query, signal })
      return data
    },
    staleTime: 0,
    retry: false,
  })
}

type Table = Configuration['tables'][number]

function Fields({ table, row }: { table: Table; row: Row }) {
  const columns = listGridColumns(table, table).filter(({ field }) => field !== undefined)
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1 text-xs">
      {columns.slice(0, MAX_FIELDS).map((column) => {
        const value = column.stored === undefined ? undefined : row[column.stored]
        return (
          <div key={column.key} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="truncate text-fg-2">{column.name}</dt>
            <dd className="flex min-h-5 min-w-0 items-center overflow-hidden whitespace-pre">
              {viewCell(column, { value, rowId: row.id, isPlain: true })}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A card with the fields of a related row; Escape closes it. */
export function PeekCard({ synced, scope, tableId, ids, at, cell, onClose }: PeekCardProps) {
  const navigate = useNavigate()
  const [now, setNow] = useState(at)
  const card = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<PopoverSide>({ isAbove: false, shift: 0 })
  useLayoutEffect(() => {
    const anchor = card.current?.parentElement
    if (anchor) setSide(findSide(anchor, SIZE))
    card.current?.focus({ preventScroll: true })
  }, [])
  const table = findTable(synced, tableId)
  const id = ids[now] ?? ''
  const { data: row, isError } = useRow(scope, table?.name ?? '', id)
  if (!table) return null
  const naming = findDisplayField(table)?.name
  const title = naming === undefined || !row ? '' : `${row[naming] ?? ''}`
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose(true)
  }
  const blur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onClose(false)
  }
  return (
    <OverColumns data-editor className="z-30" {...cell}>
      <div
        ref={card}
        role="dialog"
        aria-label={strings.peek(table.name)}
        tabIndex={-1}
        onKeyDown={press}
        onBlur={blur}
        style={{ left: side.shift }}
        className={cn(
          'absolute flex w-80 flex-col gap-2.5 rounded-lg bg-raised p-3 text-sm shadow-3 outline-none',
          side.isAbove ? 'bottom-full mb-0.5' : 'top-full mt-0.5',
        )}
      >
        <div className="flex min-w-0 flex-col">
          {title === '' ? null : <strong className="truncate font-semibold">{title}</strong>}
          <span className="truncate font-mono text-2xs text-fg-2">{id}</span>
        </div>
        <div aria-busy={!row && !isError} className="min-h-24">
          {row ? <Fields {...{ table, row }} /> : null}
          {isError ? <p className="text-xs text-danger-text">{strings.peekFailed}</p> : null}
        </div>
        <div className="flex items-center gap-1">
          {ids.length > 1 ? (
            <>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={strings.previousRelated}
                onClick={() => setNow(Math.max(0, now - 1))}
              >
                <ChevronLeft aria-hidden="true" />
              </Button>
              <span className="text-xs text-fg-2 tabular-nums">
                {strings.peekAt(now + 1, ids.length)}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={strings.nextRelated}
                onClick={() => setNow(Math.min(ids.length - 1, now + 1))}
              >
                <ChevronRight aria-hidden="true" />
              </Button>
            </>
          ) : null}
          <Button
            size="sm"
            className="ml-auto"
            onClick={() => {
              onClose(false)
              navigate(rowPlace(scope, { tableId, rowId: id }))
            }}
          >
            {strings.openIn(table.name)}
          </Button>
        </div>
      </div>
    </OverColumns>
  )
}
