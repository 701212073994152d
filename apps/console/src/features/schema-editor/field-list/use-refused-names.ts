import type { Configuration, Table } from '@plinth/contract'
import { checkNames } from '@plinth/schema'
import { useDeferredValue, useMemo, useState } from 'react'

/** By the id of a field, why Sync would refuse its name. A name is checked once it is typed. */
export function useRefusedNames(configuration: Configuration, table: Table) {
  const [typingId, setTypingId] = useState<string>()
  const checked = useDeferredValue(table)
  const refused = useMemo(() => {
    const issues = checkNames({ ...configuration, tables: [checked] })
    const ofNames = issues.filter(({ path }) => path.endsWith('.name'))
    return new Map(ofNames.map(({ columnId, message }) => [columnId, message]))
  }, [configuration, checked])
  return {
    refusalOf: (columnId: string) => (columnId === typingId ? undefined : refused.get(columnId)),
    setTypingId,
  }
}
