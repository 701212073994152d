import { previewExpression } from '@plinth/contract'
import { useEffect, useMemo, useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useExpressionScope } from './expression-scope.tsx'
import { COMPUTED, type Preview, previewText, print } from './preview-text.ts'
import type { Scope } from './scope.ts'

/** Debounce time after the last keystroke. */
const DEBOUNCE_MS = 400

interface PreviewRequest {
  projectId: string
  text: string
  scope: Scope
}

function hasData({ input, trigger, results }: Scope): boolean {
  return input !== undefined || trigger !== undefined || Object.keys(results).length > 0
}

async function requestPreview(
  { projectId, text, scope }: PreviewRequest,
  signal: AbortSignal,
): Promise<Preview> {
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

/**
 * Resolves plain paths locally; code is evaluated by the server's sandbox with the data of the last
 * run.
 */
export function usePreview(text: string): Preview | undefined {
  const { id: projectId } = useCurrentProject()
  const scope = useExpressionScope()
  const local = useMemo(() => previewText(scope, text), [scope, text])
  const isRemote = local?.kind === 'unknown' && local.reason === COMPUTED && hasData(scope)
  const [remote, setRemote] = useState<{ text: string; scope: Scope; preview: Preview }>()
  useEffect(() => {
    if (!isRemote) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      requestPreview({ projectId, text, scope }, controller.signal).then(
        (preview) => setRemote({ text, scope, preview }),
        (error) => (controller.signal.aborted ? undefined : logFailure('The preview', error)),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isRemote, projectId, text, scope])
  const isCurrent = isRemote && remote?.text === text && remote.scope === scope
  return isCurrent ? remote.preview : local
}
