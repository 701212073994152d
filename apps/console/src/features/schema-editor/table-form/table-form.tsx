import { type Configuration, OPERATIONS, TABLE_TYPES, type Table } from '@plinth/contract'
import { type CheckInput, catalogueOf } from '@plinth/expression'
import { findTable, newTable, type SchemaIssue, saveTable } from '@plinth/schema'
import { type FormEvent, useMemo, useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { FormIssues } from '../fields/form-issues.tsx'
import { useNameWarning } from '../fields/use-name-warning.ts'
import { RuleTests } from '../rule-tests/rule-tests.tsx'
import { ruleTestStrings } from '../strings/rule-test-strings.ts'
import { tableStrings as strings } from '../strings/table-strings.ts'
import { IndexesField } from './indexes-field.tsx'
import { QueryField } from './query-field.tsx'
import { RuleField } from './rule-field.tsx'

interface TableFormProps {
  configuration: Configuration
  /** The table to edit; undefined for a new one. */
  table: Table | undefined
  onDone: (configuration: Configuration, tableId: string) => void
  onCancel: () => void
}

const TYPES = TABLE_TYPES.map((type) => ({ value: type, label: type }))
/** The operations of a Computed table, which is read-only. */
const READING = OPERATIONS.slice(0, 2)

function startTable({ configuration, table }: TableFormProps): Table {
  if (table) return table
  const order = configuration.tables.reduce((last, other) => Math.max(last, other.order + 1), 0)
  return newTable({ id: newId(), order, newId })
}

const NO_RULES: Table['rules'] = { list: '', view: '', create: '', update: '', delete: '' }

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

function pointsToAuth(configuration: Configuration, table: Table): boolean {
  return table.columns.some(
    (column) =>
      column.type === 'relation' &&
      findTable(configuration, column.options.tableId)?.type === 'Auth',
  )
}

export function TableForm(props: TableFormProps) {
  const { configuration, onDone, onCancel } = props
  const [table, setTable] = useState(() => startTable(props))
  const [issues, setIssues] = useState<readonly Pick<SchemaIssue, 'path' | 'message'>[]>([])
  const [hasBrokenTest, setBrokenTest] = useState(false)
  const ground = useGround(configuration, table)
  const warning = useNameWarning({ configuration, table })
  const change = (part: Partial<Table>) => setTable((now) => ({ ...now, ...part }))
  const isComputed = table.type === 'Computed'
  const hasOwner = isComputed || table.type === 'Auth' || pointsToAuth(configuration, table)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasBrokenTest) return setIssues([{ path: 'tests', message: ruleTestStrings.broken }])
    const result = saveTable({ configuration, table, newId })
    if (result.ok) onDone(result.configuration, table.id)
    else setIssues(result.issues)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex max-h-[calc(100vh-220px)] flex-col gap-4 overflow-y-auto px-5 pt-4 pb-1">
        <div className="flex items-start gap-3">
          <Field label={strings.name} hint={warning} className="flex-1">
            {(control) => (
              <Input
                {...control}
                data-autofocus
                autoComplete="off"
                spellCheck={false}
                placeholder={strings.namePlaceholder}
                value={table.name}
                onChange={(event) => change({ name: event.target.value })}
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
              onValueChange={(type) => change({ type })}
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
        ) : null}
        <section aria-label={strings.rulesTitle} className="flex flex-col gap-3">
          <div>
            <h3 className="text-sm font-semibold">{strings.rulesTitle}</h3>
            <p className="text-xs text-fg-3">
              {strings.rulesHint} {hasOwner ? null : strings.noOwner}
            </p>
          </div>
          {(isComputed ? READING : OPERATIONS).map((operation) => (
            <RuleField
              key={operation}
              configuration={configuration}
              table={table}
              operation={operation}
              ground={ground}
              value={table.rules[operation]}
              onChange={(rule) =>
                setTable((now) => ({ ...now, rules: { ...now.rules, [operation]: rule } }))
              }
            />
          ))}
        </section>
        {isComputed ? null : (
          <IndexesField table={table} onChange={(indexes) => change({ indexes })} />
        )}
        <RuleTests
          configuration={configuration}
          table={table}
          onChange={(tests) => change({ tests })}
          onBroken={setBrokenTest}
        />
        <FormIssues issues={issues} />
      </div>
      <DialogFooter>
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" variant="primary">
          {props.table ? strings.submit : strings.submitNew}
        </Button>
      </DialogFooter>
    </form>
  )
}
