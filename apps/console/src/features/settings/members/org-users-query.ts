import { listOrgUsers } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'

const TYPING_PAUSE_MS = 150

/** What was typed, once the typing has paused. */
function useDebouncedSearch(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Users of the organisation who could join the project. */
export function useOrgUsers(text: string) {
  const projectId = useCurrentProject().id
  const search = useDebouncedSearch(text.trim())
  const query = useQuery({
    queryKey: ['organisation users', projectId, search],
    queryFn: ({ signal }) =>
      client.call(listOrgUsers, { params: { projectId }, query: { search }, signal }),
    select: ({ orgUsers }) => orgUsers,
    placeholderData: keepPreviousData,
  })
  return { query, settled: search === text.trim() && !query.isPlaceholderData }
}
