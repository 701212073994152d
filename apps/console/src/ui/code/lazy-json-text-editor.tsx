import { lazy, Suspense } from 'react'
import { cn } from '../primitives/cn.ts'
import type { JsonTextEditorProps } from './json-text-editor.tsx'

const Loaded = lazy(async () => ({
  default: (await import('./json-text-editor.tsx')).JsonTextEditor,
}))

/** Loads the editor on demand; shows the plain text in the same size until then. */
export function LazyJsonTextEditor(props: JsonTextEditorProps) {
  const waiting = (
    <div
      aria-busy="true"
      className={cn(
        'overflow-hidden rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs leading-4.5 whitespace-pre-wrap shadow-1',
        props.height,
      )}
    >
      {props.value}
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  )
}
