import type { Column, Table } from '@plinth/contract'
import { sortColumns } from '@plinth/schema'
import { X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { ColumnIcon } from '../../../../state/schema/column-icon.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import type { Json } from '../../execution/execution.ts'
import { ExpressionField } from '../../expression/expression-field.tsx'
import { useExpressionScope } from '../../expression/expression-scope.tsx'
import { type ObjectEntry, readEntries, writeEntries } from '../../expression/read-entries.ts'
import { DRAGGED_PATH } from '../../paths/path-drag.ts'
import { formStrings } from '../../strings/form-strings.ts'
import { ExpressionSwitch } from '../property/expression-switch.tsx'
import { nameInFailure } from '../property/failed-field.ts'
import { isExpression, soleValue, toExpression } from '../property/field-mode.ts'
import { textOf } from '../property/property.ts'
import { ColumnValue } from './column-value.tsx'
import { EntriesForm } from './entries-form.tsx'
import { canHold } from './fits-column.ts'
import type { FormProps } from './form-props.ts'
import { useNodeTable } from './use-node-table.ts'

const words = formStrings.row

/** Types whose editor is a text, which becomes an expression while it is typed. */
const TEXTS: readonly string[] = ['text', 'email', 'url', 'phoneNumber']

function RowError({ message }: { message: string }) {
  return (
    <p role="alert" className="text-xs text-danger-text">
      {message}
    </p>
  )
}

interface RowFieldProps {
  column: Column
  value: Json | undefined
  isRequired: boolean
  error: string | undefined
  onChange: (value: Json | undefined) => void
}

/** One field of the row: its editor, or an expression. */
function RowField({ column, value, isRequired, error, onChange }: RowFieldProps) {
  const scope = useExpressionScope()
  const [version, setVersion] = useState(0)
  const isOn = isExpression(value)
  const isText =
    isOn || TEXTS.includes(column.type) || (value !== undefined && !canHold(column, value))
  const replace = (next: Json) => {
    onChange(next)
    setVersion((one) => one + 1)
  }
  const toFixedValue = (): Json => {
    const fixed = soleValue(scope, textOf(value)) ?? null
    return canHold(column, fixed) ? fixed : null
  }
  const drop = (event: DragEvent) => {
    const path = event.dataTransfer.getData(DRAGGED_PATH)
    if (path === '' || event.isDefaultPrevented()) return
    event.preventDefault()
    replace(`{{ ${path} }}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes values that are dropped on the field
    <div data-field={column.name} onDrop={drop} className="flex flex-col gap-1">
      <div className="flex min-h-6 items-center gap-1.5 text-xs text-fg-2">
        <ColumnIcon type={column.type} className="size-3.5 shrink-0 stroke-[1.75] text-fg-3" />
        <span className="min-w-0 truncate">{column.name}</span>
        {isRequired ? <span className="text-2xs text-fg-3">{words.required}</span> : null}
        <span className="flex-1" />
        <ExpressionSwitch
          isExpression={isOn}
          label={column.name}
          onSwitch={(next) => replace(next ? toExpression(value) : toFixedValue())}
        />
        {value === undefined ? null : (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.leaveOut(column.name)}
            title={words.leaveOut(column.name)}
            onClick={() => {
              onChange(undefined)
              setVersion((one) => one + 1)
            }}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      {isText ? (
        <ExpressionField
          isLabelHidden
          label={column.name}
          value={textOf(value)}
          onChange={onChange}
          language="line"
          placeholder={value === undefined ? words.notSet : undefined}
        />
      ) : (
        <ColumnValue key={version} {...{ column, value, onChange }} />
      )}
      {error ? <RowError message={error} /> : null}
    </div>
  )
}

function withEntry(
  entries: readonly ObjectEntry[],
  key: string,
  value: Json | undefined,
): ObjectEntry[] {
  if (value === undefined) return entries.filter(([one]) => one !== key)
  const isThere = entries.some(([one]) => one === key)
  if (!isThere) return [...entries, [key, value]]
  return entries.map((entry) => (entry[0] === key ? [key, value] : entry))
}

function Fields({ table, node, value, error, onChange }: FormProps & { table: Table }) {
  const entries = readEntries(value) ?? []
  const values = new Map(entries)
  const columns = sortColumns(table.columns)
  const names = new Set(columns.map(({ name }) => name))
  const others = entries.filter(([key]) => !names.has(key))
  const set = (key: string, next: Json | undefined) =>
    onChange(writeEntries(withEntry(entries, key, next)))
  const isNew = node.data.parameters.action === 'create'
  const failed = error === undefined ? undefined : nameInFailure(error)
  return (
    <div className="flex flex-col gap-3">
      {columns.map((column) => (
        <RowField
          key={column.id}
          column={column}
          value={values.get(column.name)}
          isRequired={isNew && column.options.isRequired}
          error={column.name === failed ? error : undefined}
          onChange={(next) => set(column.name, next)}
        />
      ))}
      {others.map(([key, one]) => (
        <div key={key} className="flex flex-col gap-1">
          <div className="flex items-center gap-1.5 text-xs">
            <span className="min-w-0 flex-1 truncate">{key}</span>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={words.leaveOut(key)}
              onClick={() => set(key, undefined)}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
          <code className="truncate rounded-md bg-sunken px-2.5 py-1.5 text-xs">{textOf(one)}</code>
          <p className="text-xs text-danger-text">{words.unknown(table.name)}</p>
        </div>
      ))}
      {error && !(failed && names.has(failed)) ? <RowError message={error} /> : null}
    </div>
  )
}

/** The fields of a row of the node's table; entries by name where the table is not known. */
export function RowForm(props: FormProps) {
  const { table, isOwn } = useNodeTable(props.node)
  if (table && isOwn) return <Fields {...props} table={table} />
  const isEmpty = isOwn && readEntries(props.value)?.length === 0
  return (
    <>
      {isEmpty ? <p className="text-xs text-fg-2">{words.none}</p> : <EntriesForm {...props} />}
      {props.error ? <RowError message={props.error} /> : null}
    </>
  )
}
