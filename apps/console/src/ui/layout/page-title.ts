import { useEffect } from 'react'

const PRODUCT = 'Plinth'

/** Names the page in the browser's tab, which is also what a route change announces. */
export function usePageTitle(...parts: string[]) {
  const title = [...parts, PRODUCT].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
