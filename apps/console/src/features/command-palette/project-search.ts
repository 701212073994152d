import { listProjects } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'

const MAX_PROJECTS = 8
const TYPING_PAUSE_MS = 150

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** The first projects whose name or id matches. */
export function useProjectSearch(text: string) {
  const search = usePaused(text.trim()).slice(0, 120)
  return useQuery({
    queryKey: ['projects', 'palette', search],
    queryFn: ({ signal }) =>
      client.call(listProjects, { query: { search, limit: MAX_PROJECTS }, signal }),
    placeholderData: keepPreviousData,
  })
}
