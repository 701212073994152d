import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The tag that the list is filtered by, stored in the URL. */
export function useTagFilter() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (tag: string | undefined) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (tag === undefined) next.delete('tag')
          else next.set('tag', tag)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return { tag: params.get('tag') || undefined, change }
}
