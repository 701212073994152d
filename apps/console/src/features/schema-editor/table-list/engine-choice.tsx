import type { Configuration, Database } from '@plinth/contract'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { tableListStrings as strings } from '../strings/table-list-strings.ts'

const words = strings.engine
const ENGINES: readonly { value: Database; label: string }[] = [
  { value: 'sqlite3', label: words.sqlite3 },
  { value: 'postgres', label: words.postgres },
]

interface EngineChoiceProps {
  configuration: Configuration
  onEdit: (configuration: Configuration) => void
}

/** Selects the database of the project; it cannot be changed once the database has tables. */
export function EngineChoice({ configuration, onEdit }: EngineChoiceProps) {
  return (
    <div className="mt-8 flex flex-col items-center gap-2">
      <div className="flex items-center gap-2.5">
        <span aria-hidden="true" className="text-xs text-fg-2">
          {words.label}
        </span>
        <Segmented
          label={words.label}
          value={configuration.database}
          options={ENGINES}
          onValueChange={(database) => onEdit({ ...configuration, database })}
        />
      </div>
      <p className="text-xs text-fg-3">{words.hint}</p>
    </div>
  )
}
