import { Funnel, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { gridStrings as strings } from '../strings/grid-strings.ts'

interface FilterChipProps {
  filter: string
  onOpen: () => void
  onRemove: () => void
}

function FilterChip({ filter, onOpen, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex h-6 max-w-72 min-w-0 items-center rounded-full bg-accent-soft text-xs text-accent-text">
      <button
        type="button"
        aria-label={strings.filterOn(filter)}
        title={filter}
        onClick={onOpen}
        className="ring-focus flex h-full min-w-0 items-center gap-1.5 rounded-full pr-1 pl-2.5"
      >
        <Funnel aria-hidden="true" className="size-3 shrink-0" />
        <span className="truncate font-mono">{filter}</span>
      </button>
      <button
        type="button"
        aria-label={strings.removeFilter}
        title={strings.removeFilter}
        onClick={onRemove}
        className="ring-focus grid size-6 shrink-0 place-items-center rounded-full hover:bg-active"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}

/** Shows beside the table's name which view and which filter are on. */
export function FilterNote({
  note,
  viewsMenu,
  ...chip
}: FilterChipProps & { note: ReactNode; viewsMenu: ReactNode }) {
  return (
    <>
      {viewsMenu}
      {note}
      {chip.filter === '' ? null : <FilterChip {...chip} />}
    </>
  )
}
