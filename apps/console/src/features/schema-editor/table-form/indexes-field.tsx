import type { Column, Table, TableIndex } from '@plinth/contract'
import { Plus, X } from 'lucide-react'
import { flushSync } from 'react-dom'
import { Select } from '../../../ui/forms/select.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { tableStrings } from '../strings/table-strings.ts'
import { IndexOfferList } from './index-offer-list.tsx'

const strings = tableStrings.indexes
const NONE = '-'
/** The limit of the form; JSON mode accepts more. */
const MAX_FIELDS = 3
const SYSTEM = ['createdOn', 'updatedOn']

/** Excludes JSON, files and relations stored in another table, which cannot be sorted and compared. */
function isIndexable(column: Column): boolean {
  if (column.type === 'json' || column.type === 'image' || column.type === 'file') return false
  if (column.type === 'select' || column.type === 'relation') return !column.options.hasMultiple
  return !(column.type === 'text' && column.options.isHashed)
}

interface IndexRowProps {
  index: TableIndex
  number: number
  choices: readonly { value: string; label: string }[]
  onChange: (index: TableIndex) => void
  onRemove: () => void
}

function IndexRow({ index, number, choices, onChange, onRemove }: IndexRowProps) {
  const places = Math.min(index.columns.length + 1, MAX_FIELDS)
  const choose = (place: number, id: string) => {
    const columns = [...index.columns]
    if (id === NONE) columns.splice(place, 1)
    else columns[place] = id
    onChange({ ...index, columns })
  }
  return (
    <li className="flex flex-col gap-2 rounded-lg border bg-sunken/60 p-3">
      <div className="flex items-center gap-2">
        {Array.from({ length: places }, (_, place) => (
          <div key={strings.field(number, place + 1)} className="min-w-0 flex-1">
            <Select
              id={`index-${number}-${place}`}
              aria-label={strings.field(number, place + 1)}
              value={index.columns[place] ?? NONE}
              options={[
                ...(place === 0 ? [] : [{ value: NONE, label: strings.noField }]),
                ...choices.filter(
                  ({ value }) => value === index.columns[place] || !index.columns.includes(value),
                ),
              ]}
              onValueChange={(id) => choose(place, id)}
            />
          </div>
        ))}
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={strings.remove(number)}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <SwitchRow
        label={strings.unique}
        checked={index.unique}
        onCheckedChange={(unique) => onChange({ ...index, unique })}
      />
    </li>
  )
}

interface IndexesFieldProps {
  table: Table
  onChange: (indexes: TableIndex[]) => void
}

/** The additional indexes of a table; a sync creates and drops them without blocking requests. */
export function IndexesField({ table, onChange }: IndexesFieldProps) {
  const indexes = table.indexes ?? []
  const choices = [
    ...table.columns.filter(isIndexable).map(({ id, name }) => ({ value: id, label: name })),
    ...SYSTEM.map((name) => ({ value: name, label: name })),
  ]
  const put = (position: number, index: TableIndex) =>
    onChange(indexes.map((now, at) => (at === position ? index : now)))
  const take = (index: TableIndex) => {
    // The suggestion's button unmounts, so the focus moves to the new index.
    flushSync(() => onChange([...indexes, index]))
    document.getElementById(`index-${indexes.length + 1}-0`)?.focus()
  }
  return (
    <section aria-label={strings.title} className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="text-sm font-semibold">{strings.title}</h3>
          <p className="text-xs text-fg-3">{strings.hint}</p>
        </div>
        <Button
          size="sm"
          onClick={() =>
            onChange([...indexes, { columns: [choices[0]?.value ?? 'createdOn'], unique: false }])
          }
        >
          <Plus aria-hidden="true" />
          {strings.add}
        </Button>
      </div>
      {indexes.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {indexes.map((index, position) => (
            <IndexRow
              // biome-ignore lint/suspicious/noArrayIndexKey: an index has no id
              key={position}
              index={index}
              number={position + 1}
              choices={choices}
              onChange={(next) => put(position, next)}
              onRemove={() => onChange(indexes.filter((_, at) => at !== position))}
            />
          ))}
        </ul>
      ) : null}
      <IndexOfferList table={table} onAdd={take} />
    </section>
  )
}
