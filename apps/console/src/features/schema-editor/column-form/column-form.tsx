import {
  COLUMN_TYPES,
  type Column,
  type ColumnType,
  type Configuration,
  type Table,
} from '@plinth/contract'
import {
  changeColumnType,
  isAuthColumn,
  newColumn,
  type SchemaIssue,
  saveColumn,
} from '@plinth/schema'
import { type FormEvent, useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormIssues } from '../fields/form-issues.tsx'
import { useNameWarning } from '../fields/use-name-warning.ts'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { OPTION_FIELDS } from './option-fields.ts'
import { OptionInput } from './option-input.tsx'
import { RelationOptions } from './relation-options.tsx'

interface ColumnFormProps {
  configuration: Configuration
  table: Table
  /** The field to edit; undefined for a new one. */
  column: Column | undefined
  onDone: (configuration: Configuration) => void
  onCancel: () => void
}

const TYPES = COLUMN_TYPES.map((type) => ({
  value: type,
  label: type,
  note: strings.typeNotes[type],
}))

function withOptions(column: Column, part: Readonly<Record<string, unknown>>): Column {
  // Typed options may not match the type yet; saving validates the whole field against the contract.
  return { ...column, options: { ...column.options, ...part } } as Column
}

/** Whether an option contains invalid JSON, which must not be saved as an empty value. */
function isHalfWritten({ type, options }: Column): boolean {
  return type === 'json' && options.default === undefined
}

interface OptionsProps {
  configuration: Configuration
  table: Table
  column: Column
  onChange: (part: Readonly<Record<string, unknown>>) => void
}

function Options({ configuration, table, column, onChange }: OptionsProps) {
  const { isRequired, isHidden } = column.options
  const fields = OPTION_FIELDS[column.type]
  const inputs = fields.filter(({ kind }) => kind !== 'toggle')
  const toggles = fields.filter(({ kind }) => kind === 'toggle')
  const input = (field: (typeof fields)[number]) => (
    <OptionInput
      key={`${column.type} ${field.key}`}
      field={field}
      options={column.options}
      onChange={(value) => onChange({ [field.key]: value })}
    />
  )
  return (
    <>
      {column.type === 'relation' ? (
        <RelationOptions {...{ configuration, table, column, onChange }} />
      ) : null}
      {inputs.length > 0 ? (
        <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 *:has-[.cm-editor]:col-span-2 [&>:last-child:nth-child(odd)]:col-span-2">
          {inputs.map(input)}
        </div>
      ) : null}
      <div className="flex flex-col gap-2 rounded-lg border bg-sunken/60 px-3 py-2">
        {toggles.map(input)}
        <SwitchRow
          label={strings.required}
          hint={strings.requiredHint}
          checked={isRequired}
          onCheckedChange={(checked) => onChange({ isRequired: checked })}
        />
        <SwitchRow
          label={strings.hidden}
          hint={strings.hiddenHint}
          checked={isHidden}
          onCheckedChange={(checked) => onChange({ isHidden: checked })}
        />
      </div>
    </>
  )
}

export function ColumnForm(props: ColumnFormProps) {
  const { configuration, table, onDone, onCancel } = props
  const [column, setColumn] = useState<Column>(() => props.column ?? newColumn({ id: newId() }))
  const [issues, setIssues] = useState<readonly Pick<SchemaIssue, 'path' | 'message'>[]>([])
  const warning = useNameWarning({ configuration, table, column })
  const isLocked = isAuthColumn(table, column.id)
  // Clears the issues: they are reported again on saving, and a fixed one would mislead.
  const change = (next: (now: Column) => Column) => {
    setIssues([])
    setColumn(next)
  }
  const retype = (type: ColumnType) => change((now) => changeColumnType(now, type))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isHalfWritten(column)) return setIssues([{ path: 'default', message: strings.badJson }])
    const result = saveColumn({ configuration, tableId: table.id, column, newId })
    if (result.ok) onDone(result.configuration)
    else setIssues(result.issues)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex max-h-[calc(100vh-200px)] flex-col gap-4 overflow-y-auto px-5 pt-4 pb-1">
        <div className="grid grid-cols-[1fr_5.5rem] gap-3">
          <Field label={strings.name} hint={isLocked ? strings.lockedByAuth : warning}>
            {(control) => (
              <Input
                {...control}
                {...(isLocked ? {} : { 'data-autofocus': true })}
                autoComplete="off"
                spellCheck={false}
                disabled={isLocked}
                placeholder={strings.namePlaceholder}
                value={column.name}
                onChange={(event) => {
                  const name = event.target.value
                  change((now) => ({ ...now, name }))
                }}
              />
            )}
          </Field>
          <Field label={strings.order}>
            {(control) => (
              <NumberInput
                {...control}
                value={column.order}
                onValueChange={(order) => change((now) => ({ ...now, order: order ?? 0 }))}
              />
            )}
          </Field>
        </div>
        {isLocked ? null : (
          <Field label={strings.type}>
            {(control) => (
              <Select {...control} value={column.type} options={TYPES} onValueChange={retype} />
            )}
          </Field>
        )}
        <Options
          configuration={configuration}
          table={table}
          column={column}
          onChange={(part) => change((now) => withOptions(now, part))}
        />
        <FormIssues issues={issues} />
      </div>
      <DialogFooter>
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" variant="primary">
          {props.column ? strings.submit : strings.submitNew}
        </Button>
      </DialogFooter>
    </form>
  )
}
