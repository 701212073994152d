import type { ColumnOf, Configuration, Table } from '@plinth/contract'
import { findCounterpart, findTable, sortTables } from '@plinth/schema'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { columnStrings } from '../strings/column-strings.ts'
import { describeRelation } from './describe-relation.ts'
import { targetOptions } from './start-relation.ts'

type RelationColumn = ColumnOf<'relation'>

interface RelationOptionsProps {
  configuration: Configuration
  table: Table
  column: RelationColumn
  onChange: (part: Partial<RelationColumn['options']>) => void
}

const strings = columnStrings.relation
const COUNTS = [
  { value: 'one', label: strings.one },
  { value: 'many', label: strings.many },
] as const

function Count(props: { label: string; isMany: boolean; onChange: (isMany: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden="true" className="text-sm">
        {props.label}
      </span>
      <Segmented
        label={props.label}
        value={props.isMany ? 'many' : 'one'}
        options={COUNTS}
        onValueChange={(value) => props.onChange(value === 'many')}
      />
    </div>
  )
}

function Target({ configuration, table, column, onChange }: RelationOptionsProps) {
  const { tableId, isParent } = column.options
  const place = { configuration, tableId: table.id, columnId: column.id }
  const other = isParent ? undefined : findCounterpart(place)
  const target = findTable(configuration, tableId)
  if (other) {
    const hint = strings.lockedBy(
      other.column.name || schemaStrings.untitledField,
      other.table.name,
    )
    return (
      <Field label={strings.target} hint={hint}>
        {(control) => <Input {...control} disabled value={target?.name ?? ''} />}
      </Field>
    )
  }
  const options = sortTables(configuration.tables)
    .filter(({ type }) => type !== 'Computed')
    .map(({ id, name }) => ({ value: id, label: name || schemaStrings.untitledTable }))
  return (
    <Field label={strings.target}>
      {(control) => (
        <Select
          {...control}
          value={target ? tableId : 'none'}
          options={target ? options : [{ value: 'none', label: strings.chooseTarget }, ...options]}
          onValueChange={(id) =>
            onChange(targetOptions({ configuration, table }, column, id === 'none' ? '' : id))
          }
        />
      )}
    </Field>
  )
}

/** The options of a relation: target table, cardinality and reverse field. */
export function RelationOptions(props: RelationOptionsProps) {
  const { configuration, table, column, onChange } = props
  const target = findTable(configuration, column.options.tableId)
  const targetName = target?.name || schemaStrings.untitledTable
  const isUnnamed = column.options.backColumnName === ''
  const words = isUnnamed ? strings.reverseUnnamed : strings.reverseHint
  const reverseHint = target ? words(targetName) : undefined
  return (
    <>
      <Target {...props} />
      <Count
        label={strings.forward}
        isMany={column.options.hasMultiple}
        onChange={(hasMultiple) => onChange({ hasMultiple })}
      />
      <Field label={strings.reverse} hint={reverseHint}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={column.options.backColumnName}
            onChange={(event) => onChange({ backColumnName: event.target.value })}
          />
        )}
      </Field>
      <Count
        label={strings.backward}
        isMany={column.options.hasMultipleBack}
        onChange={(hasMultipleBack) => onChange({ hasMultipleBack })}
      />
      {target ? (
        <p className="rounded-md bg-sunken px-3 py-2 text-xs text-fg-2">
          {describeRelation({ configuration, table, column })}
        </p>
      ) : null}
    </>
  )
}
