import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { fromLocalTime, toLocalTime } from '../../ui/format/local-time.ts'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { DropdownMenu, MenuCheck } from '../../ui/primitives/dropdown-menu.tsx'
import type { FilterField, FilterOperator } from './filter-fields.ts'
import { filterStrings as strings } from './filter-strings.ts'

/** Renders the control that chooses a row of a related table. */
export type RelationValue = (choice: {
  label: string
  tableId: string
  value: string | undefined
  onChange: (id: string) => void
}) => ReactNode

interface ConditionValueProps {
  label: string
  field: FilterField
  operator: FilterOperator
  id: string
  values: readonly string[]
  relationValue: RelationValue
  onChange: (values: readonly string[]) => void
}

function toggle(values: readonly string[], one: string): string[] {
  return values.includes(one) ? values.filter((other) => other !== one) : [...values, one]
}

function OptionValue({ id, label, field, operator, values, onChange }: ConditionValueProps) {
  const [value] = values
  if (operator.values === 'one') {
    return (
      <Select
        id={id}
        aria-label={label}
        isLazy
        value={value ?? ''}
        placeholder={strings.choose}
        options={field.options.map((option) => ({ value: option, label: option }))}
        onValueChange={(next) => onChange([next])}
      />
    )
  }
  const chosen = values.length > 2 ? strings.chosen(values.length) : values.join(', ')
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button aria-label={`${label}: ${chosen}`} className="w-full justify-between!">
          <span className="min-w-0 flex-1 truncate text-left font-normal">
            {chosen || strings.choose}
          </span>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {field.options.map((option) => (
        <MenuCheck
          key={option}
          isChecked={values.includes(option)}
          onToggle={() => onChange(toggle(values, option))}
        >
          {option}
        </MenuCheck>
      ))}
    </DropdownMenu>
  )
}

function valueControl(props: ConditionValueProps): ReactNode {
  const { id, label, field, values, relationValue, onChange } = props
  const value = values[0] ?? ''
  if (field.type === 'select') return <OptionValue {...props} />
  if (field.tableId !== undefined) {
    const choose = (id: string) => onChange([id])
    return relationValue({ label, tableId: field.tableId, value: values[0], onChange: choose })
  }
  if (field.type === 'checkbox') {
    const options = [
      { value: 'true', label: strings.yes },
      { value: 'false', label: strings.no },
    ]
    return (
      <Select
        id={id}
        aria-label={label}
        {...{ value, options }}
        onValueChange={(next) => onChange([next])}
      />
    )
  }
  if (field.type === 'date') {
    return (
      <Input
        type="datetime-local"
        aria-label={label}
        value={value === '' ? '' : toLocalTime(value).slice(0, 16)}
        onChange={({ target }) => {
          const iso = fromLocalTime(target.value)
          onChange(iso === null ? [] : [iso])
        }}
      />
    )
  }
  return (
    <Input
      aria-label={label}
      inputMode={field.type === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
    />
  )
}

/** The value of a condition, entered as the field's type needs it. */
export function ConditionValue(props: Omit<ConditionValueProps, 'id'>) {
  const id = useId()
  return <div className="w-56">{valueControl({ ...props, id })}</div>
}
