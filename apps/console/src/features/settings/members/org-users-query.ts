import { listOrgUsers } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useDebounced } from '../../../ui/hooks/use-debounced.ts'

const TYPING_PAUSE_MS = 150

/** Users of the organisation who can be added to the project. */
export function useOrgUsers(text: string) {
  const projectId = useCurrentProject().id
  const search = useDebounced(text.trim(), TYPING_PAUSE_MS)
  const query = useQuery({
    queryKey: ['organisation users', projectId, search],
    queryFn: ({ signal }) =>
      client.call(listOrgUsers, { params: { projectId }, query: { search }, signal }),
    select: ({ orgUsers }) => orgUsers,
    placeholderData: keepPreviousData,
  })
  return { query, isCurrent: search === text.trim() && !query.isPlaceholderData }
}
