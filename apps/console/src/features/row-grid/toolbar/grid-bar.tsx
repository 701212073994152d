import type { Table } from '@plinth/contract'
import {
  Braces,
  Ellipsis,
  FileDown,
  FileUp,
  Funnel,
  Plus,
  RefreshCw,
  Search,
  Trash2,
  UserRound,
  UserSearch,
} from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { TypeBadge } from '../../../state/schema/type-badge.tsx'
import { openTableApi } from '../../../state/table-api.ts'
import { Input } from '../../../ui/forms/input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import {
  DropdownMenu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
} from '../../../ui/primitives/dropdown-menu.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { openAccessDialog } from '../access/access-request.ts'
import type { Density } from '../columns/use-grid-preferences.ts'
import { accessStrings } from '../strings/access-strings.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { importStrings } from '../strings/import-strings.ts'

interface PanelHeaderProps {
  table: Table
  /** Undefined if fields cannot be added. */
  onAddField?: (() => void) | undefined
  /** Shown beside the name. */
  note?: ReactNode
  children?: ReactNode
  /** Shown after the Add Field button. */
  end?: ReactNode
}

/** The header of the table panel: the table's name and the Add Field button. */
export function PanelHeader({ table, onAddField, note, children, end }: PanelHeaderProps) {
  const stopped = useStopReason()
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b py-1 pr-2 pl-3.5">
      <div className="flex min-w-36 flex-1 flex-wrap items-center gap-1.5">
        <h2 title={table.name} className="truncate text-sm font-semibold">
          {table.name || schemaStrings.untitledTable}
        </h2>
        <TypeBadge type={table.type} />
        {note}
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
        {children}
        {onAddField ? (
          <GatedButton
            reason={stopped}
            variant="ghost"
            size="sm"
            aria-label={strings.addField}
            onClick={onAddField}
          >
            <Plus aria-hidden="true" />
            {strings.field}
          </GatedButton>
        ) : null}
        {end}
      </div>
    </header>
  )
}

export interface GridBarProps {
  table: Table
  search: string
  isFiltered: boolean
  isFilterOpen: boolean
  /** The number of rows in the selection. */
  selectedRows: number
  isReadOnly: boolean
  /** The menu that shows and hides columns. */
  columnsMenu: ReactNode
  density: Density
  onSearch: (search: string) => void
  onToggleFilter: () => void
  onAddField?: (() => void) | undefined
  note?: ReactNode
  onAddRow: () => void
  onDeleteRows: () => void
  onRefresh: () => void
  onDensity: (density: Density) => void
  onImport: () => void
  onExport: (format: 'csv' | 'json') => void
  /** Only for the rows of an Auth table that is in the database. */
  onShowUsers?: (() => void) | undefined
}

function SearchRows({ search, onSearch }: Pick<GridBarProps, 'search' | 'onSearch'>) {
  return (
    <div className="relative w-36 2xl:w-52">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1.75 left-2.5 size-3.5 text-fg-3"
      />
      <Input
        type="search"
        aria-label={strings.search}
        placeholder={strings.search}
        value={search}
        maxLength={200}
        onChange={(event) => onSearch(event.target.value)}
        className="h-7! pl-8"
      />
    </div>
  )
}

const DENSITIES: readonly Density[] = ['compact', 'regular', 'tall']

function MoreMenu(props: GridBarProps) {
  const { selectedRows, isReadOnly, density } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const ask = (open: (request: { tableId: string }) => void) => () => {
    // The menu item unmounts, so the dialog must return the focus to the trigger.
    trigger.current?.focus()
    open({ tableId: props.table.id })
  }
  return (
    <DropdownMenu
      trigger={
        <Button ref={trigger} variant="ghost" size="icon-sm" aria-label={strings.more}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={<RefreshCw aria-hidden="true" />} onSelect={props.onRefresh}>
        {strings.refresh}
      </MenuItem>
      <MenuItem icon={<UserSearch aria-hidden="true" />} onSelect={ask(openAccessDialog)}>
        {accessStrings.openAny}
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden="true" />} onSelect={ask(openTableApi)}>
        {strings.api}
      </MenuItem>
      {props.onShowUsers ? (
        <MenuItem icon={<UserRound aria-hidden="true" />} onSelect={props.onShowUsers}>
          {strings.users}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      {isReadOnly ? null : (
        <MenuItem icon={<FileUp aria-hidden="true" />} onSelect={props.onImport}>
          {importStrings.menu}
        </MenuItem>
      )}
      <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => props.onExport('csv')}>
        {importStrings.exportCsv}
      </MenuItem>
      <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => props.onExport('json')}>
        {importStrings.exportJson}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label={strings.rowHeight}
        isTitled
        value={density}
        options={DENSITIES.map((one) => ({ value: one, label: strings.densities[one] }))}
        onChoose={props.onDensity}
      />
      {selectedRows > 0 && !isReadOnly ? (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onSelect={props.onDeleteRows}
          >
            {strings.deleteRows(selectedRows)}
          </MenuItem>
        </>
      ) : null}
    </DropdownMenu>
  )
}

/** The toolbar of the grid. */
export function GridBar(props: GridBarProps) {
  const { isFiltered, isFilterOpen, isReadOnly } = props
  const end = (
    <>
      {isReadOnly ? null : (
        <Button size="sm" aria-label={strings.addRow} onClick={props.onAddRow}>
          <Plus aria-hidden="true" />
          {strings.row}
        </Button>
      )}
      <MoreMenu {...props} />
    </>
  )
  return (
    <PanelHeader table={props.table} onAddField={props.onAddField} note={props.note} end={end}>
      <SearchRows search={props.search} onSearch={props.onSearch} />
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isFilterOpen}
        onClick={props.onToggleFilter}
        className={cn(isFiltered && 'text-accent-text!')}
      >
        <Funnel aria-hidden="true" />
        {strings.filter}
      </Button>
      {props.columnsMenu}
    </PanelHeader>
  )
}
