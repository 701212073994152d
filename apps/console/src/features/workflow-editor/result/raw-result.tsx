import { useMemo } from 'react'
import type { Json } from '../execution/execution.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { markJson } from './mark-json.ts'
import '../../../ui/code/code-mirror.css'

const MAX_LINES = 200

/** A value as read-only JSON; long ones are truncated. */
export function RawResult({ result }: { result: Json }) {
  const { pieces, left } = useMemo(() => {
    const lines = (JSON.stringify(result, null, 2) ?? 'null').split('\n')
    return {
      pieces: markJson(lines.slice(0, MAX_LINES).join('\n')),
      left: lines.length - MAX_LINES,
    }
  }, [result])
  return (
    <pre className="w-fit min-w-full px-2.5 py-1.5 font-mono text-2xs leading-4">
      {pieces.map(({ text, kind, from }) =>
        kind ? (
          <span key={from} className={`cm-mark-${kind}`}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {left > 0 ? `\n${strings.result.moreLines(left)}` : null}
    </pre>
  )
}
