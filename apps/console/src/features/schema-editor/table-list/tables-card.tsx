import type { Configuration, RowCount } from '@plinth/contract'
import { sortTables } from '@plinth/schema'
import { Plus, Search } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { isDraftTable } from '../../../state/schema/draft-tables.ts'
import type { RefusedTables } from '../../../state/schema/refused-tables.ts'
import type { SchemaDialogAction } from '../../../state/schema/schema-dialog.ts'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { Input } from '../../../ui/forms/input.tsx'
import { useAnnouncement } from '../../../ui/primitives/announcement.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { tableListStrings as strings } from '../strings/table-list-strings.ts'
import { moveTable } from './move-table.ts'
import { ROW_HEIGHT, TableRow } from './table-row.tsx'
import { type RowDrag, useRowDrag } from './use-row-drag.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'
import { useScrollToRow } from './use-scroll-to-row.ts'
import { useTableMenu } from './use-table-menu.tsx'

interface TablesCardProps {
  configuration: Configuration
  synced: Configuration
  refused: RefusedTables
  /** Numbers of unsaved row changes by table id. */
  unsaved: ReadonlyMap<string, number>
  /** Numbers of stored rows by table id. */
  rowCounts: ReadonlyMap<string, RowCount>
  selectedId: string | undefined
  onSelect: (tableId: string) => void
  /** Undefined if the schema is read-only. */
  onDialog: ((action: SchemaDialogAction) => void) | undefined
  onEdit: ((configuration: Configuration) => void) | undefined
}

function dropEdge(drag: RowDrag | null, { at, count }: { at: number; count: number }) {
  if (!drag) return undefined
  if (drag.index === at) return 'before'
  return at === count - 1 && drag.index === count ? 'after' : undefined
}

function CardHeader({ count, onDialog }: { count: number; onDialog: TablesCardProps['onDialog'] }) {
  const stopped = useStopReason()
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 pr-2 pl-3.5">
      <h2 className="text-sm font-semibold">{strings.title}</h2>
      <span className="text-sm text-fg-3 tabular-nums">{count}</span>
      {onDialog ? (
        <span className="ml-auto">
          <Tooltip text={stopped ?? strings.add}>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={strings.add}
              aria-disabled={stopped !== undefined}
              onClick={() => (stopped ? undefined : onDialog({ event: 'createTable' }))}
            >
              <Plus aria-hidden="true" />
            </Button>
          </Tooltip>
        </span>
      ) : null}
    </div>
  )
}

/** The list of tables with filter, reordering and the add, edit and delete actions. */
export function TablesCard(props: TablesCardProps) {
  const { configuration, synced, selectedId, onEdit, onDialog } = props
  const hintId = useId()
  const { announce, region } = useAnnouncement()
  const [filter, setFilter] = useState('')
  const tables = useMemo(() => sortTables(configuration.tables), [configuration.tables])
  const wanted = filter.trim().toLowerCase()
  const shown =
    wanted === '' ? tables : tables.filter(({ name }) => name.toLowerCase().includes(wanted))

  const move = (drag: RowDrag) => {
    const next = moveTable(configuration, drag)
    onEdit?.(next)
    const at = sortTables(next.tables).findIndex(({ id }) => id === drag.tableId)
    const name =
      next.tables.find(({ id }) => id === drag.tableId)?.name || schemaStrings.untitledTable
    announce(strings.moved({ name, position: at + 1, count: tables.length }))
  }
  const { drag, handlers } = useRowDrag({
    count: shown.length,
    isOff: wanted !== '' || !onEdit,
    onDrop: move,
  })
  const ids = shown.map(({ id }) => id)
  const onMove =
    wanted === '' && onEdit
      ? (tableId: string, to: number) => move({ tableId, index: to })
      : undefined
  const keys = useRowKeys({ ids, onMove, onDialog })
  const menu = useTableMenu({ list: keys.list, ids, synced, onMove, onDialog })
  const scroller = useRef<HTMLDivElement>(null)
  const inView = useRowWindow(scroller, shown.length)
  const at = shown.findIndex((table) => table.id === selectedId)
  useScrollToRow({ scroller, at, id: selectedId })
  const isListed = (id: string | undefined) => shown.some((table) => table.id === id)
  const stop = isListed(keys.stop) ? keys.stop : isListed(selectedId) ? selectedId : shown[0]?.id

  return (
    <section
      aria-label={strings.title}
      className="flex w-62 shrink-0 flex-col overflow-hidden rounded-xl border bg-surface shadow-1"
    >
      <CardHeader count={tables.length} onDialog={onDialog} />
      <div className="relative px-2 pb-2">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1.75 left-4.5 size-3.5 text-fg-3"
        />
        <Input
          type="search"
          aria-label={strings.filter}
          placeholder={strings.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          className="h-7! pl-8"
        />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul
          ref={keys.list}
          aria-label={strings.list}
          aria-describedby={hintId}
          style={{ height: shown.length * ROW_HEIGHT }}
          className="relative"
          {...handlers}
          {...keys.handlers}
          onKeyDown={(event) => (menu.press(event) ? undefined : keys.handlers.onKeyDown(event))}
          onContextMenu={menu.onContextMenu}
        >
          {shown.map((table, at) =>
            (at >= inView.from && at < inView.to) || table.id === stop ? (
              <TableRow
                key={table.id}
                table={table}
                at={at}
                count={shown.length}
                isDraft={isDraftTable(table, synced)}
                refused={props.refused.get(table.id)}
                unsaved={props.unsaved.get(table.id) ?? 0}
                rowCount={props.rowCounts.get(table.id)}
                isSelected={table.id === selectedId}
                isStop={table.id === stop}
                isDragged={drag?.tableId === table.id}
                dropEdge={dropEdge(drag, { at, count: shown.length })}
                onSelect={props.onSelect}
                onDialog={onDialog}
              />
            ) : null,
          )}
        </ul>
        {shown.length === 0 ? (
          <p className="px-2 py-6 text-center text-xs text-fg-3">{strings.noMatch}</p>
        ) : null}
      </div>
      <p id={hintId} className="sr-only">
        {onEdit ? strings.keys : strings.readOnlyKeys}
      </p>
      {menu.menu}
      {region}
    </section>
  )
}
