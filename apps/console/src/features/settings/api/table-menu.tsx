import type { Table } from '@plinth/contract'
import { cn } from '../../../ui/primitives/cn.ts'
import { apiStrings as strings } from './strings.ts'

interface TableMenuProps {
  tables: readonly Table[]
  current: Table
  onChoose: (tableId: string) => void
}

/** Selects the table whose calls are shown. */
export function TableMenu({ tables, current, onChoose }: TableMenuProps) {
  return (
    <nav aria-label={strings.tables} className="sticky top-4 w-44 shrink-0 self-start">
      <ul className="flex max-h-[70vh] flex-col gap-0.5 overflow-y-auto p-0.5">
        {tables.map((table) => (
          <li key={table.id}>
            <button
              type="button"
              aria-current={table.id === current.id ? 'true' : undefined}
              onClick={() => onChoose(table.id)}
              className={cn(
                'ring-focus flex h-8 w-full items-center rounded-md px-2.5 text-left font-mono text-xs',
                table.id === current.id
                  ? 'bg-active text-fg'
                  : 'text-fg-2 hover:bg-hover hover:text-fg',
              )}
            >
              <span className="truncate">{table.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
