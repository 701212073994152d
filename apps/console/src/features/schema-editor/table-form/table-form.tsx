import { type Column, type Configuration, TABLE_TYPES, type Table } from '@plinth/contract'
import { type CheckInput, catalogueOf } from '@plinth/expression'
import { newTable, type SchemaIssue, saveTable, sortColumns } from '@plinth/schema'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import type { TableStart } from '../../../state/schema/schema-dialog.ts'
import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { DialogBody } from '../../../ui/dialogs/dialog-body.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { DisplayField } from '../field-list/display-field.tsx'
import { FieldList } from '../field-list/field-list.tsx'
import { FormIssues } from '../fields/form-issues.tsx'
import { useNameWarning } from '../fields/use-name-warning.ts'
import { RuleTests } from '../rule-tests/rule-tests.tsx'
import { ruleTestStrings } from '../strings/rule-test-strings.ts'
import { tableStrings as strings } from '../strings/table-strings.ts'
import { changeTableType, findHalfWritten, finishTable, renameTable } from './edit-table.ts'
import { IndexesField } from './indexes-field.tsx'
import { QueryField } from './query-field.tsx'
import { RulesSection } from './rules-section.tsx'

interface TableFormProps {
  configuration: Configuration
  /** The table to edit; undefined for a new one. */
  table: Table | undefined
  /** What a new table starts with. */
  start: TableStart | undefined
  /** The field that has the focus first; undefined for the table's name. */
  focusId: string | undefined
  onDone: (configuration: Configuration, tableId: string) => void
  onCancel: () => void
}

const TYPES = TABLE_TYPES.map((type) => ({ value: type, label: type }))

function startTable({ configuration, table, start }: TableFormProps): Table {
  if (table) return { ...table, columns: sortColumns(table.columns) }
  const order = configuration.tables.reduce((last, other) => Math.max(last, other.order + 1), 0)
  if (start && 'query' in start) {
    const made = newTable({ id: newId(), order, newId })
    return { ...changeTableType(made, 'Computed', undefined), query: start.query }
  }
  const made = newTable({ id: newId(), order, newId, name: start?.name ?? '' })
  return { ...made, columns: [...made.columns, ...(start?.columns ?? [])] }
}

const NO_RULES: Table['rules'] = { list: '', view: '', create: '', update: '', delete: '' }

/** The draft with the unsaved state of the table. */
function useWhole(configuration: Configuration, table: Table): Configuration {
  return useMemo(() => {
    const others = configuration.tables.filter((other) => other.id !== table.id)
    return { ...configuration, tables: [...others, table] }
  }, [configuration, table])
}

/** The names that rules can use: the draft with the unsaved state of the table. */
function useGround(configuration: Configuration, table: Table): CheckInput {
  const { id, type, columns } = table
  const name = table.name || strings.namePlaceholder
  return useMemo(() => {
    const others = configuration.tables.filter((other) => other.id !== id)
    const own = { id, name, type, columns, order: 0, rules: NO_RULES }
    const catalogue = catalogueOf({ ...configuration, tables: [...others, own] })
    return { catalogue, table: name, mode: 'rule' }
  }, [configuration, id, name, type, columns])
}

type Issue = Pick<SchemaIssue, 'path' | 'message' | 'columnId'>

/** The table being edited, and why it could not be saved. */
function useTableForm(props: TableFormProps) {
  const { configuration, onDone } = props
  const [table, setTable] = useState(() => startTable(props))
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [hasBrokenTest, setBrokenTest] = useState(false)
  // Clears the issues: they are reported again on saving, and a fixed one would mislead.
  const edit = (next: (now: Table) => Table) => {
    setIssues([])
    setTable(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasBrokenTest) {
      return setIssues([{ path: 'tests', columnId: null, message: ruleTestStrings.broken }])
    }
    const finished = finishTable(table, { previous: props.table, configuration })
    const halfWritten = findHalfWritten(finished)
    if (halfWritten) return setIssues([halfWritten])
    const result = saveTable({ configuration, table: finished, newId })
    if (result.ok) onDone(result.configuration, table.id)
    else setIssues(result.issues)
  }
  return {
    table,
    issues,
    edit,
    change: (part: Partial<Table>) => edit((now) => ({ ...now, ...part })),
    setColumns: (next: (columns: readonly Column[]) => Column[]) =>
      edit((now) => ({ ...now, columns: next(now.columns) })),
    setBrokenTest,
    submit,
  }
}

/** The down arrow goes from the table's name to its first field; Enter too in a table without fields. */
function goToFields(event: KeyboardEvent<HTMLInputElement>, hasFields: boolean) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key !== 'ArrowDown' && (event.key !== 'Enter' || hasFields)) return
  const field = event.currentTarget.form?.querySelector('[data-field-input]:enabled')
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}

/** Ctrl+Enter saves from every input. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

export function TableForm(props: TableFormProps) {
  const { configuration, onCancel } = props
  const { table, issues, edit, change, setColumns, setBrokenTest, submit } = useTableForm(props)
  const whole = useWhole(configuration, table)
  const ground = useGround(configuration, table)
  const warning = useNameWarning({ configuration, table })
  const isComputed = table.type === 'Computed'
  const hasRow = ({ columnId }: Issue) => table.columns.some(({ id }) => id === columnId)
  return (
    <form noValidate onSubmit={submit} onKeyDown={submitByKey}>
      <DialogBody className="max-h-[calc(100vh-220px)] gap-4 pb-1">
        <div className="flex items-start gap-3">
          <Field label={strings.name} hint={warning} className="flex-1">
            {(control) => (
              <Input
                {...control}
                {...(props.focusId === undefined ? { 'data-autofocus': true } : {})}
                autoComplete="off"
                spellCheck={false}
                placeholder={strings.namePlaceholder}
                value={table.name}
                onKeyDown={(event) => goToFields(event, table.columns.length > 0)}
                onChange={(event) => {
                  const name = event.target.value
                  edit((now) => renameTable(now, { name, configuration, previous: props.table }))
                }}
              />
            )}
          </Field>
          <div className="flex flex-col gap-1.5">
            <span aria-hidden="true" className="text-xs text-fg-2">
              {strings.type}
            </span>
            <Segmented
              label={strings.type}
              value={table.type}
              options={TYPES}
              onValueChange={(type) => edit((now) => changeTableType(now, type, props.table))}
            />
          </div>
        </div>
        <p className="-mt-1 text-xs text-fg-3">{strings.typeHints[table.type]}</p>
        {isComputed && table.columns.length > 0 ? (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
            {strings.losesFields(table.columns.length)}
          </p>
        ) : null}
        {isComputed ? (
          <QueryField
            configuration={configuration}
            value={table.query ?? ''}
            onChange={(query) => change({ query })}
          />
        ) : (
          <>
            <FieldList
              configuration={whole}
              table={table}
              issues={issues}
              focusId={props.focusId}
              onChange={setColumns}
            />
            <DisplayField
              table={table}
              onChange={(chosen) =>
                edit(({ displayField: _, ...now }) =>
                  chosen === undefined ? now : { ...now, displayField: chosen },
                )
              }
            />
          </>
        )}
        <RulesSection
          configuration={whole}
          table={table}
          ground={ground}
          onChange={(rules) => change({ rules })}
        />
        {isComputed ? null : (
          <>
            <IndexesField table={table} onChange={(indexes) => change({ indexes })} />
            <SwitchRow
              label={strings.live}
              hint={strings.liveHint}
              checked={table.live === true}
              onCheckedChange={(isOn) =>
                edit(({ live: _, ...now }) => (isOn ? { ...now, live: true } : now))
              }
            />
          </>
        )}
        <RuleTests
          configuration={whole}
          table={table}
          onChange={(tests) => change({ tests })}
          onBroken={setBrokenTest}
        />
        <FormIssues issues={issues.filter((issue) => !hasRow(issue))} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" variant="primary">
          {props.table ? strings.submit : strings.submitNew}
        </Button>
      </DialogFooter>
    </form>
  )
}
