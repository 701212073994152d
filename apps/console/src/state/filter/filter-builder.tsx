import { parse } from '@plinth/expression'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { RelationValue } from './condition-value.tsx'
import { type Conditions, printConditions, readConditions } from './conditions.ts'
import type { FilterField } from './filter-fields.ts'
import { FilterGroup } from './filter-group.tsx'
import { filterStrings as strings } from './filter-strings.ts'

export interface FilterBuilderProps {
  /** The expression that the conditions are read from and written to. */
  text: string
  fields: readonly FilterField[]
  /** The control that chooses rows of a related table. */
  relationValue: RelationValue
  onText: (text: string) => void
  /** Called by Enter in a value. */
  onApply: () => void
}

/** The conditions of a text; a condition without a value is only in the state, as the text does not have it. */
function useConditions({ text, fields, onText }: FilterBuilderProps) {
  const [state, setState] = useState<{ text: string; conditions: Conditions | undefined }>()
  const isCurrent = state !== undefined && state.text === text
  const read = useMemo(() => readConditions(text, fields), [text, fields])
  const known = isCurrent ? state.conditions : read
  // A text that does not parse is being typed; the last conditions stay until it does.
  const [last, setLast] = useState(known)
  if (known && known !== last) setLast(known)
  const conditions = known ?? (parse(text).ok ? undefined : last)
  const change = (next: Conditions) => {
    const written = printConditions(next, fields)
    setState({ text: written, conditions: next })
    if (written !== text) onText(written)
  }
  return { conditions, change }
}

/** Field, operator and value, joined by and or or, and groups of them; reads and writes the expression language. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { fields, relationValue, onApply } = props
  const { conditions, change } = useConditions(props)
  if (!conditions) return <p className="text-xs text-fg-2">{strings.tooComplex}</p>
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (event.target.role === 'combobox') return
    event.preventDefault()
    onApply()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in one line
    <div
      role="group"
      aria-label={strings.builder}
      onKeyDown={press}
      className="flex flex-col gap-1.5"
    >
      <FilterGroup
        {...{ conditions, fields, relationValue }}
        number=""
        depth={0}
        onChange={change}
      />
    </div>
  )
}
