import { type Configuration, getConfiguration, Table } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { client } from '../../api/client.ts'
import type { GridEnvironment } from './rows/use-grid-environment.ts'

interface Computed {
  projectId: string
  environment: GridEnvironment
  /** As it was last applied; what its query yields is known to the database alone. */
  stored: Table
  synced: Configuration
}

/** A Computed table with the fields that its query yields, and the configuration with it in its place. */
export function useComputedTable({ projectId, environment, stored, synced }: Computed) {
  const { data, error, refetch } = useQuery({
    queryKey: ['computed', projectId, environment.name, stored.id, stored.query],
    queryFn: async ({ signal }) => {
      const query = { $environment: environment.name }
      const answer = await client.call(getConfiguration, { params: { projectId }, query, signal })
      const tables = answer.tables.map((table) => Table.safeParse(table).data)
      return tables.find((table) => table?.id === stored.id) ?? stored
    },
    staleTime: 0,
    gcTime: 0,
  })
  // Fields of the tables it reads may change as well, so it is asked again after every sync.
  const asked = useRef(synced)
  useEffect(() => {
    if (asked.current !== synced) void refetch()
    asked.current = synced
  }, [synced, refetch])
  const whole = useMemo(() => {
    if (!data) return undefined
    const tables = synced.tables.map((table) => (table.id === data.id ? data : table))
    return { table: data, synced: { ...synced, tables } }
  }, [data, synced])
  return { whole, error, refetch }
}
