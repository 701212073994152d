import { useEffect } from 'react'

const PRODUCT = 'Plinth'

/** Sets the document title, which is also announced on a route change. */
export function usePageTitle(...parts: string[]) {
  const title = [...parts, PRODUCT].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
