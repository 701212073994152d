import { GridPreferences, listPreferences, savePreferences } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentUser } from '../../../state/current-user.ts'
import { createPreferencesCache } from './preferences-cache.ts'

export type Density = GridPreferences['density']

export const ROW_HEIGHTS: Record<Density, number> = { compact: 28, regular: 34, tall: 48 }

const USUAL: GridPreferences = { ...GridPreferences.parse({}), relations: 'names' }

const preferencesCache = createPreferencesCache(({ projectId, tableId }, body) =>
  client.call(savePreferences, { params: { projectId, tableId }, body }),
)

/** The current user's preferences for all tables of a project, from the server. */
function useServedPreferences(projectId: string) {
  return useQuery({
    queryKey: ['grid preferences', projectId],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      const { preferences } = await client.call(listPreferences, { params: { projectId }, signal })
      return { askedAt, preferences }
    },
    // Another device may have changed them, so every visit refetches.
    staleTime: 0,
    // On failure the default view is better than a long wait.
    retry: 1,
  })
}

/**
 * The user's preferences for a table, synchronised across devices. Undefined until known: the local copy is used at
 * once; without one it waits for the server, so that columns do not jump.
 */
export function useGridPreferences({ projectId, tableId }: { projectId: string; tableId: string }) {
  const user = useCurrentUser()
  const person = user.data?.user.id
  const owner = useMemo(
    () => (person === undefined ? undefined : { person, projectId, tableId }),
    [person, projectId, tableId],
  )
  const copy = preferencesCache.useCopy(owner)
  const served = useServedPreferences(projectId)
  const answer = served.data
  useEffect(() => {
    if (!owner || !answer) return
    if (preferencesCache.read(owner)?.isUnsaved) preferencesCache.saveSoon(owner)
    else
      preferencesCache.storeServed(
        owner,
        answer.preferences[owner.tableId] ?? USUAL,
        answer.askedAt,
      )
  }, [owner, answer])
  const isLost = user.isError || served.isError
  const known = copy?.preferences ?? (answer && (answer.preferences[tableId] ?? USUAL))
  const preferences = known ?? (isLost ? USUAL : undefined)
  const change = useCallback(
    (part: Partial<GridPreferences>) => {
      if (owner)
        preferencesCache.prefer(owner, {
          ...USUAL,
          ...preferencesCache.read(owner)?.preferences,
          ...part,
        })
    },
    [owner],
  )
  return [preferences, change] as const
}
