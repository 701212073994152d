import type { Configuration } from '@plinth/contract'
import { useId, useState } from 'react'
import { filterStrings as strings } from '../../../state/filter/filter-strings.ts'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { useRelatedRows } from '../editors/use-related-rows.ts'
import type { RowScope } from '../rows/row-scope.ts'

interface RelatedValueProps {
  label: string
  synced: Configuration
  scope: RowScope
  tableId: string
  value: string | undefined
  onChange: (id: string) => void
}

/** Chooses a row of a related table by its display value. */
export function RelatedValue({ label, value, onChange, ...rest }: RelatedValueProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const chosen = value === undefined ? [] : [value]
  const { found, names } = useRelatedRows({ ...rest, search, chosen })
  const toOption = (row: string) => ({ value: row, label: names.get(row) ?? row, detail: row })
  return (
    <Combobox
      id={id}
      aria-label={label}
      chosen={value === undefined ? undefined : toOption(value)}
      options={found.map((row) => toOption(row.id))}
      placeholder={strings.choose}
      search={search}
      searchLabel={strings.searchRows}
      empty={strings.noRow}
      onSearchChange={setSearch}
      onChoose={(option) => onChange(option.value)}
    />
  )
}
