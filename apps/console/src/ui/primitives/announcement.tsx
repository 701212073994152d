import { useState } from 'react'

/** Words for screen readers about what just happened; the place they stand in must stay mounted. */
export function useAnnouncement() {
  const [words, setWords] = useState('')
  const place = (
    <div role="status" aria-live="polite" className="sr-only">
      {words}
    </div>
  )
  return { announce: setWords, place }
}
