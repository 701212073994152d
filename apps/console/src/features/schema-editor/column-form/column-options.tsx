import type { Column, Configuration, Table } from '@plinth/contract'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { OPTION_FIELDS } from './option-fields.ts'
import { OptionInput } from './option-input.tsx'
import { RelationOptions } from './relation-options.tsx'

export function withOptions(column: Column, part: Readonly<Record<string, unknown>>): Column {
  // Typed options may not match the type yet; saving validates the whole field against the contract.
  return { ...column, options: { ...column.options, ...part } } as Column
}

/** Whether an option contains invalid JSON, which must not be saved as an empty value. */
export function isHalfWritten({ type, options }: Column): boolean {
  return type === 'json' && options.default === undefined
}

interface ColumnOptionsProps {
  configuration: Configuration
  table: Table
  column: Column
  onChange: (part: Readonly<Record<string, unknown>>) => void
}

/** The inputs for the options of one field, below its name and type. */
export function ColumnOptions({ configuration, table, column, onChange }: ColumnOptionsProps) {
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
