import { OPERATIONS, type Table } from '@plinth/contract'
import { type Chosen, operationsOf, toggle, toggleAll } from './chosen-operations.ts'
import { keysStrings as strings } from './strings.ts'

interface OperationTableProps {
  tables: readonly Table[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

const boxStyle = 'ring-focus block mx-auto size-4 rounded-sm accent-accent'

function TableLine({
  table,
  chosen,
  onChange,
}: Omit<OperationTableProps, 'tables'> & { table: Table }) {
  const ticked = chosen[table.name] ?? []
  const possible = operationsOf(table)
  return (
    <tr className="border-t">
      <th
        scope="row"
        title={table.name}
        className="max-w-40 truncate px-3 py-1.5 text-left text-sm font-medium"
      >
        {table.name}
      </th>
      {OPERATIONS.map((operation) => (
        <td key={operation} className="px-2 text-center">
          {possible.includes(operation) ? (
            <input
              type="checkbox"
              aria-label={strings.one(strings.operations[operation], table.name)}
              checked={ticked.includes(operation)}
              onChange={() => onChange(toggle(chosen, table.name, operation))}
              className={boxStyle}
            />
          ) : null}
        </td>
      ))}
      <td className="border-l px-2 text-center">
        <input
          type="checkbox"
          aria-label={strings.allOf(table.name)}
          checked={ticked.length === possible.length}
          onChange={() => onChange(toggleAll(chosen, table))}
          className={boxStyle}
        />
      </td>
    </tr>
  )
}

/** Checkboxes of tables by operations. */
export function OperationTable({ tables, chosen, onChange }: OperationTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <div tabIndex={0} className="ring-focus max-h-64 overflow-auto rounded-lg border">
      <table aria-label={strings.tables} className="w-full border-collapse">
        <thead className="sticky top-0 bg-sunken text-xs text-fg-2">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {strings.table}
            </th>
            {OPERATIONS.map((operation) => (
              <th key={operation} scope="col" className="w-16 px-2 font-medium">
                {strings.operations[operation]}
              </th>
            ))}
            <th scope="col" className="w-14 border-l px-2 font-medium">
              {strings.all}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <TableLine key={table.id} {...{ table, chosen, onChange }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
