import { X } from 'lucide-react'
import { useId } from 'react'
import { Select } from '../../ui/forms/select.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { ColumnIcon } from '../schema/column-icon.tsx'
import { ConditionValue, type RelationValue } from './condition-value.tsx'
import type { Condition } from './conditions.ts'
import { type FilterField, operatorsOf } from './filter-fields.ts'
import { filterStrings as strings } from './filter-strings.ts'

interface LineProps {
  /** Its number, such as 2 or 2.1. */
  line: string
  item: Condition
  fields: readonly FilterField[]
  relationValue: RelationValue
  onChange: (item: Condition) => void
  onRemove: () => void
}

/** One condition: field, operator and value. */
export function ConditionLine({
  line,
  item,
  fields,
  relationValue,
  onChange,
  onRemove,
}: LineProps) {
  const id = useId()
  const field = fields.find(({ name }) => name === item.field)
  const operators = field ? operatorsOf(field) : []
  const operator = operators.find(({ id }) => id === item.operator)
  const chooseField = (name: string) => {
    const next = fields.find((one) => one.name === name)
    const [usual] = next ? operatorsOf(next) : []
    const values = next?.type === 'checkbox' ? ['true'] : []
    onChange({ field: name, operator: usual?.id ?? '', values })
  }
  const chooseOperator = (id: string) => {
    const next = operators.find((one) => one.id === id)
    const count = next?.values === 'several' ? item.values.length : next?.values === 'one' ? 1 : 0
    onChange({ ...item, operator: id, values: item.values.slice(0, count) })
  }
  return (
    <>
      <div className="w-44">
        <Select
          id={`${id}-field`}
          aria-label={strings.field(line)}
          isLazy
          value={item.field}
          placeholder={strings.chooseField}
          options={fields.map(({ name, type }) => ({
            value: name,
            label: name,
            icon: <ColumnIcon type={type} className="size-3.5 stroke-[1.75] text-fg-3" />,
          }))}
          onValueChange={chooseField}
        />
      </div>
      {operator ? (
        <div className="w-40">
          <Select
            id={`${id}-operator`}
            aria-label={strings.operator(line)}
            isLazy
            value={operator.id}
            options={operators.map(({ id }) => ({ value: id, label: strings.operators[id] ?? id }))}
            onValueChange={chooseOperator}
          />
        </div>
      ) : null}
      {field && operator && operator.values !== 'none' ? (
        <ConditionValue
          label={strings.value(line)}
          {...{ field, operator, relationValue }}
          values={item.values}
          onChange={(values) => onChange({ ...item, values })}
        />
      ) : null}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={strings.remove(line)}
        title={strings.remove(line)}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </>
  )
}
