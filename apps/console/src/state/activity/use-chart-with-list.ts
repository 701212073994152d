import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** A chart reads more than its list, so it is loaded less often. */
const CHART_MS = 3_000

type ListQuery = Pick<UseQueryResult, 'dataUpdatedAt'>
type ChartQuery = Pick<UseQueryResult, 'isFetching' | 'refetch'>

/** Loads a chart again after its list was, at most every three seconds. */
export function useChartWithList(list: ListQuery, chart: ChartQuery): void {
  const { dataUpdatedAt } = list
  const { isFetching, refetch } = chart
  const requestedAt = useRef(0)
  useEffect(() => {
    if (isFetching) requestedAt.current = Date.now()
  }, [isFetching])
  useEffect(() => {
    if (isFetching || dataUpdatedAt <= requestedAt.current) return
    const wait = Math.max(0, requestedAt.current + CHART_MS - Date.now())
    const timer = setTimeout(() => void refetch(), wait)
    return () => clearTimeout(timer)
  }, [isFetching, dataUpdatedAt, refetch])
}
