import {
  type Configuration,
  countRows,
  type EnvironmentName,
  type RowCount,
} from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

const NAME = 'row counts'
/** Other users may add rows at any time, so a count is only an orientation. */
const FRESH_FOR_MS = 60_000
const NONE: ReadonlyMap<string, RowCount> = new Map()

interface Counted {
  projectId: string
  environment: EnvironmentName
  synced: Configuration
}

/** The numbers of rows by table id, of all synced tables in one request; empty until known. */
export function useRowCounts({ projectId, environment, synced }: Counted) {
  const { data, refetch } = useQuery({
    queryKey: [NAME, projectId, environment],
    queryFn: ({ signal }) =>
      client.call(countRows, { params: { projectId }, query: { environment }, signal }),
    select: ({ counts }) => new Map(counts.map((count) => [count.tableId, count])),
    enabled: synced.tables.length > 0,
    staleTime: FRESH_FOR_MS,
    retry: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  })
  const counted = useRef(synced)
  useEffect(() => {
    if (counted.current !== synced) void refetch()
    counted.current = synced
  }, [synced, refetch])
  return data ?? NONE
}

/** Counts again, after rows were added or deleted. */
export function recountRows(projectId: string): void {
  void queryClient.invalidateQueries({ queryKey: [NAME, projectId] })
}

/** Counts again if the last attempt failed. */
export function recountFailed(projectId: string): void {
  void queryClient.invalidateQueries({
    queryKey: [NAME, projectId],
    predicate: ({ state }) => state.status === 'error',
  })
}
