import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import type { FormProps } from '../forms/form-props.ts'
import { useEventFilterIssue } from '../forms/node-filter.ts'
import { useNodeTable } from '../forms/use-node-table.ts'
import { textOf } from '../property/property.ts'

/** Filter of a row event in the rule language, validated while typing. */
export function RowFilterField({ node, label, property, value, onChange }: FormProps) {
  const { table } = useNodeTable(node)
  const text = textOf(value)
  const error = useEventFilterIssue(text, table)
  return (
    <Field label={label} hint={nodeSettingsStrings.rowFilterHint} error={error}>
      {(control) => (
        <Input
          {...control}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder={property.ui.placeholder}
          className="font-mono"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
