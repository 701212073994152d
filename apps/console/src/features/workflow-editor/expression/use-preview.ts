import { previewExpression } from '@plinth/contract'
import { useEffect, useMemo, useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useExpressionScope } from './expression-scope.tsx'
import { COMPUTED, type Preview, previewText, print } from './preview-text.ts'
import type { Scope } from './scope.ts'

/** Nobody has typed for so long. */
const SETTLED_MS = 400

interface Asked {
  projectId: string
  text: string
  scope: Scope
}

function isKnown({ input, trigger, results }: Scope): boolean {
  return input !== undefined || trigger !== undefined || Object.keys(results).length > 0
}

async function ask({ projectId, text, scope }: Asked, signal: AbortSignal): Promise<Preview> {
  const answer = await client.call(previewExpression, {
    params: { projectId },
    body: {
      text,
      in: scope.input ?? null,
      trigger: scope.trigger ?? null,
      node: { ...scope.results },
    },
    signal,
  })
  return 'error' in answer
    ? { kind: 'broken', reason: answer.error }
    : { kind: 'value', text: print(answer.value) }
}

/** Paths are read here; code runs at the server, in the jail, with the data of the last run. */
export function usePreview(text: string): Preview | undefined {
  const { id: projectId } = useCurrentProject()
  const scope = useExpressionScope()
  const here = useMemo(() => previewText(scope, text), [scope, text])
  const isAsked = here?.kind === 'unknown' && here.reason === COMPUTED && isKnown(scope)
  const [there, setThere] = useState<{ text: string; scope: Scope; preview: Preview }>()
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      ask({ projectId, text, scope }, stop.signal).then(
        (preview) => setThere({ text, scope, preview }),
        (error) => (stop.signal.aborted ? undefined : logFailure('The preview', error)),
      )
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isAsked, projectId, text, scope])
  const isCurrent = isAsked && there?.text === text && there.scope === scope
  return isCurrent ? there.preview : here
}
