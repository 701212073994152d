import type { Column } from '@plinth/contract'
import { X } from 'lucide-react'
import { useId } from 'react'
import { ConditionValue, type RelationValue } from '../../../../state/filter/condition-value.tsx'
import type { FilterField, FilterOperator } from '../../../../state/filter/filter-fields.ts'
import { useRelatedRowControl } from '../../../../state/filter/related-rows.ts'
import { NumberInput } from '../../../../ui/forms/number-input.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import type { Json } from '../../execution/execution.ts'
import { ExpressionField } from '../../expression/expression-field.tsx'
import { formStrings } from '../../strings/form-strings.ts'
import { textOf } from '../property/property.ts'
import { JsonValue } from './entry-value.tsx'

const words = formStrings.row

interface ColumnValueProps {
  column: Column
  /** Undefined if the row does not set the field. */
  value: Json | undefined
  onChange: (value: Json) => void
}

type ChoiceColumn = Extract<Column, { type: 'select' | 'checkbox' | 'date' | 'relation' }>

function fieldOf(column: ChoiceColumn): FilterField {
  const { name, type } = column
  return {
    name,
    type,
    hasMultiple: 'hasMultiple' in column.options && column.options.hasMultiple,
    options: type === 'select' ? column.options.selectOptions : [],
    tableId: type === 'relation' ? column.options.tableId : undefined,
  }
}

function textsOf(value: Json | undefined): string[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)]
}

const ONE: FilterOperator = { id: 'is', operator: '=', values: 'one' }
const SEVERAL: FilterOperator = { id: 'isAnyOf', operator: 'in', values: 'several' }

/** The related rows of a field with several, each with a button that removes it. */
function RelatedList(props: ColumnValueProps & { relationValue: RelationValue; tableId: string }) {
  const { column, value, onChange, relationValue, tableId } = props
  const ids = textsOf(value)
  return (
    <div className="flex flex-col gap-1.5">
      {ids.map((id, at) => (
        <div key={id} className="flex items-center gap-1.5">
          <div className="min-w-0 flex-1">
            {relationValue({
              label: column.name,
              tableId,
              value: id,
              onChange: (next) => onChange(ids.with(at, next)),
            })}
          </div>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.chosen(column.name, id)}
            onClick={() => onChange(ids.filter((one) => one !== id))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {relationValue({
        label: column.name,
        tableId,
        value: undefined,
        onChange: (next) => onChange([...new Set([...ids, next])]),
      })}
    </div>
  )
}

function ChoiceValue({
  column,
  value,
  onChange,
  relationValue,
}: Omit<ColumnValueProps, 'column'> & { column: ChoiceColumn; relationValue: RelationValue }) {
  const field = fieldOf(column)
  const change = (texts: readonly string[]) => {
    const [text] = texts
    if (field.hasMultiple) onChange([...texts])
    else if (text === undefined) onChange(null)
    else onChange(column.type === 'checkbox' ? text === 'true' : text)
  }
  if (field.tableId !== undefined && field.hasMultiple) {
    return <RelatedList {...{ column, value, onChange, relationValue }} tableId={field.tableId} />
  }
  return (
    <ConditionValue
      label={column.name}
      field={field}
      operator={field.hasMultiple ? SEVERAL : ONE}
      values={textsOf(value)}
      relationValue={relationValue}
      onChange={change}
    />
  )
}

/** A fixed value of a field, edited as its type needs it. */
export function ColumnValue({ column, value, onChange }: ColumnValueProps) {
  const id = useId()
  const relationValue = useRelatedRowControl()
  switch (column.type) {
    case 'number':
      return (
        <NumberInput
          id={id}
          aria-label={column.name}
          placeholder={words.notSet}
          step={column.options.hasDecimal ? 'any' : 1}
          {...(column.options.min === null ? {} : { min: column.options.min })}
          {...(column.options.max === null ? {} : { max: column.options.max })}
          value={typeof value === 'number' ? value : null}
          onValueChange={onChange}
        />
      )
    case 'select':
    case 'checkbox':
    case 'date':
    case 'relation':
      if (relationValue) return <ChoiceValue {...{ column, value, onChange, relationValue }} />
      break
    case 'json':
    case 'image':
    case 'file':
      return <JsonValue id={id} label={column.name} value={value ?? null} onChange={onChange} />
  }
  return (
    <ExpressionField
      isLabelHidden
      label={column.name}
      value={textOf(value)}
      onChange={onChange}
      language="line"
      placeholder={value === undefined ? words.notSet : undefined}
    />
  )
}
