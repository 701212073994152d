import type { Release } from '@plinth/contract'
import { useState } from 'react'
import { Button } from '../../ui/primitives/button.tsx'
import { stopRelease } from './follow-release.ts'
import { planStrings as strings } from './plan-strings.ts'

interface ReleaseProgressProps {
  projectId: string
  /** Undefined until the server has started the release. */
  release: Release | undefined
}

/** The progress of a release, with a button to stop it. */
export function ReleaseProgress({ projectId, release }: ReleaseProgressProps) {
  const [stopped, setStopped] = useState<string>()
  const done = Math.round((release?.progress ?? 0) * 100)
  const stop = () => {
    if (!release || stopped === release.id) return
    setStopped(release.id)
    stopRelease(projectId, release.id)
  }
  return (
    <div className="mt-3 flex h-7 items-center gap-3 text-xs text-fg-2">
      <progress
        aria-label={strings.progress}
        max={100}
        value={done}
        className="h-1.5 w-48 accent-accent"
      />
      <span aria-live="polite" className="min-w-0 flex-1 truncate">
        {release?.message}
      </span>
      {release?.state === 'running' ? (
        <Button size="sm" variant="ghost" busy={stopped === release.id} onClick={stop}>
          {strings.stop}
        </Button>
      ) : null}
    </div>
  )
}
