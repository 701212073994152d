import type { Configuration } from '@plinth/contract'
import { useId, useMemo } from 'react'
import { queryNamesOf } from '../../../state/schema/query-names.ts'
import { LazyQueryEditor } from '../fields/lazy-editors.tsx'
import { tableStrings as strings } from '../strings/table-strings.ts'

interface QueryFieldProps {
  configuration: Configuration
  value: string
  onChange: (query: string) => void
}

export function QueryField({ configuration, value, onChange }: QueryFieldProps) {
  const id = useId()
  const names = useMemo(() => queryNamesOf(configuration), [configuration])
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-fg-2">{strings.query}</span>
      <LazyQueryEditor
        label={strings.query}
        value={value}
        onChange={onChange}
        names={names}
        describedBy={id}
      />
      <p id={id} className="text-xs text-fg-3">
        {strings.queryHint}
      </p>
    </div>
  )
}
