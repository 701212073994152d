import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Input } from '../../../../ui/forms/input.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { nodeSettingsStrings as words } from '../../strings/node-settings-strings.ts'
import { isRecord, type PropertyProps, textOf } from '../property/property.ts'

interface Entry {
  id: number
  key: string
  value: string
}

function entriesOf(value: PropertyProps['value']): Entry[] {
  if (!isRecord(value)) return []
  return Object.entries(value).map(([key, one], id) => ({ id, key, value: textOf(one) }))
}

/** Key/value pairs. Keys keep their order, and incomplete pairs stay in the form. */
export function KeyValueField({ label, value, onChange }: PropertyProps) {
  const id = useId()
  const [entries, setEntries] = useState(() => entriesOf(value))
  const update = (next: Entry[]) => {
    setEntries(next)
    onChange(
      Object.fromEntries(next.filter(({ key }) => key !== '').map((one) => [one.key, one.value])),
    )
  }
  const change = (changed: Entry) =>
    update(entries.map((one) => (one.id === changed.id ? changed : one)))
  const isDoubled = new Set(entries.map(({ key }) => key)).size < entries.length
  return (
    <fieldset aria-describedby={`${id}-note`} className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-xs text-fg-2">{label}</legend>
      {entries.map((entry) => (
        <div key={entry.id} className="flex items-center gap-1.5">
          <Input
            aria-label={words.key}
            placeholder={words.key}
            value={entry.key}
            onChange={(event) => change({ ...entry, key: event.target.value })}
          />
          <Input
            aria-label={words.value}
            placeholder={words.value}
            value={entry.value}
            onChange={(event) => change({ ...entry, value: event.target.value })}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.removeEntry(entry.key)}
            onClick={() => update(entries.filter(({ id: one }) => one !== entry.id))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        onClick={() =>
          setEntries([
            ...entries,
            { id: Math.max(-1, ...entries.map((one) => one.id)) + 1, key: '', value: '' },
          ])
        }
      >
        <Plus aria-hidden="true" />
        {words.addEntry}
      </Button>
      <p id={`${id}-note`} role="status" className="text-xs text-warn-text">
        {isDoubled ? words.keyTaken : ''}
      </p>
    </fieldset>
  )
}
