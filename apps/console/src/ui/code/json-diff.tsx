import { foldGutter } from '@codemirror/language'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import './code-mirror.css'
import { jsonLanguage } from './json-language.ts'

/** Above this length of one change, the diff becomes coarse instead of slow. */
const SCAN_LIMIT = 20_000
const TIME_LIMIT_MS = 400

export interface JsonDiffProps {
  before: { label: string; text: string }
  after: { label: string; text: string }
}

function readOnlySide(side: { label: string; text: string }) {
  return {
    doc: side.text,
    extensions: [
      lineNumbers(),
      foldGutter(),
      jsonLanguage(),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({
        'aria-label': side.label,
        'aria-readonly': 'true',
        tabindex: '0',
      }),
      EditorView.editable.of(true),
    ],
  }
}

/** Side-by-side diff of two JSON texts, with unchanged lines folded. */
export function JsonDiff({ before, after }: JsonDiffProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const view = new MergeView({
      parent: host.current,
      a: readOnlySide(before),
      b: readOnlySide(after),
      gutter: true,
      highlightChanges: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: { scanLimit: SCAN_LIMIT, timeout: TIME_LIMIT_MS },
    })
    return () => view.destroy()
  }, [before, after])
  return <div ref={host} className="h-full overflow-auto rounded-lg border bg-surface" />
}
