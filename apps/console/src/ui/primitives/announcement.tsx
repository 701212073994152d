import { useState } from 'react'

/** Announces a message to screen readers; its live region must stay mounted. */
export function useAnnouncement() {
  const [words, setWords] = useState('')
  const region = (
    <div role="status" aria-live="polite" className="sr-only">
      {words}
    </div>
  )
  return { announce: setWords, region }
}
