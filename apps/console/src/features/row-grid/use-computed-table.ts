import { type Configuration, getConfiguration, Table } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { client } from '../../api/client.ts'
import type { GridEnvironment } from './rows/use-grid-environment.ts'

interface Computed {
  projectId: string
  environment: GridEnvironment
  /** The table as last synced; only the database knows the fields of its query. */
  stored: Table
  synced: Configuration
}

/** A Computed table with the fields of its query, and the synced configuration that contains it. */
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
  // The fields of its source tables may change, so it is refetched after every sync.
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
