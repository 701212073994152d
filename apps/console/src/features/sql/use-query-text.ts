import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** The text in the editor, and the saved query that it was opened from. */
interface QueryText {
  text: string
  openedId?: string | undefined
}

const KEY = 'query text'

/** The text in the editor, kept while the person visits other screens; signing out clears it. */
export function useQueryText(projectId: string) {
  const cache = useQueryClient()
  const queryKey = [KEY, projectId]
  const [query, setQuery] = useState(() => cache.getQueryData<QueryText>(queryKey) ?? { text: '' })
  const open = (next: QueryText) => {
    setQuery(next)
    cache.setQueryDefaults([KEY], { gcTime: Number.POSITIVE_INFINITY })
    cache.setQueryData(queryKey, next)
  }
  return { ...query, setText: (text: string) => open({ ...query, text }), open }
}
