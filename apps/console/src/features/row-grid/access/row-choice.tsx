import type { Configuration } from '@plinth/contract'
import { useState } from 'react'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useRelatedRows } from '../editors/use-related-rows.ts'
import type { RowScope } from '../rows/row-scope.ts'

interface RowChoiceProps {
  label: string
  words: { choose: string; search: string; none: string }
  synced: Configuration
  scope: Omit<RowScope, 'table'>
  tableId: string
  value: string | undefined
  onChange: (rowId: string) => void
}

/** A combobox that searches the rows of a table. */
export function RowChoice(props: RowChoiceProps) {
  const { label, words, synced, tableId, value, onChange } = props
  const [search, setSearch] = useState('')
  const scope = { ...props.scope, table: '' }
  const chosen = value === undefined ? [] : [value]
  const { found, names } = useRelatedRows({ synced, scope, tableId, search, chosen })
  const toOption = (id: string) => ({ value: id, label: names.get(id) ?? id, detail: id })
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Combobox
          {...control}
          chosen={value === undefined ? undefined : toOption(value)}
          options={found.map(({ id }) => toOption(id))}
          placeholder={words.choose}
          search={search}
          searchLabel={words.search}
          empty={words.none}
          onSearchChange={setSearch}
          onChoose={(option) => onChange(option.value)}
        />
      )}
    </Field>
  )
}
