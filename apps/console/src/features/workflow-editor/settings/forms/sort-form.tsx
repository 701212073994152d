import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { listFilterFields } from '../../../../state/filter/filter-fields.ts'
import { Select } from '../../../../ui/forms/select.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { formStrings } from '../../strings/form-strings.ts'
import { textOf } from '../property/property.ts'
import type { FormProps } from './form-props.ts'
import { readSort, type SortedField, writeSort } from './read-sort.ts'
import { useNodeTable } from './use-node-table.ts'

const words = formStrings.sort

/** The fields to sort by, in order. */
export function SortForm({ node, label, value, onChange }: FormProps) {
  const id = useId()
  const { table } = useNodeTable(node)
  const fields = table ? listFilterFields(table) : []
  const keys = readSort(textOf(value)) ?? []
  const set = (next: readonly SortedField[]) => onChange(writeSort(next))
  const free = fields.filter(({ name }) => !keys.some(({ field }) => field === name))
  const optionsOf = (own: string) => {
    const names = [...(own ? [own] : []), ...free.map(({ name }) => name)]
    return names.map((name) => ({ value: name, label: name }))
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      {keys.map((key, at) => (
        <div key={key.field} className="flex items-center gap-1.5">
          <div className="min-w-0 flex-1">
            <Select
              id={`${id}-${at}-field`}
              aria-label={words.field(at + 1)}
              isLazy
              value={key.field}
              options={optionsOf(key.field)}
              onValueChange={(field) => set(keys.with(at, { ...key, field }))}
            />
          </div>
          <div className="w-32">
            <Select
              id={`${id}-${at}-direction`}
              aria-label={words.direction(at + 1)}
              isLazy
              value={key.isDescending ? 'descending' : 'ascending'}
              options={(['ascending', 'descending'] as const).map((one) => ({
                value: one,
                label: words[one],
              }))}
              onValueChange={(one) =>
                set(keys.with(at, { ...key, isDescending: one !== 'ascending' }))
              }
            />
          </div>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.remove(key.field)}
            onClick={() => set(keys.toSpliced(at, 1))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        disabled={free.length === 0}
        onClick={() => set([...keys, { field: free[0]?.name ?? '', isDescending: false }])}
      >
        <Plus aria-hidden="true" />
        {words.add}
      </Button>
    </fieldset>
  )
}
