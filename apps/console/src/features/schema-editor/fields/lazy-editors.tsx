import { lazy, Suspense } from 'react'
import type { JsonValueEditorProps } from '../../../ui/code/json-value-editor.tsx'
import type { QueryEditorProps } from '../../../ui/code/query-editor.tsx'
import { useStaggeredMount } from '../../../ui/hooks/use-staggered-mount.ts'
import type { RuleEditorProps } from './rule-editor.tsx'

const LoadedRuleEditor = lazy(async () => ({
  default: (await import('./rule-editor.tsx')).RuleEditor,
}))
const LoadedQueryEditor = lazy(async () => ({
  default: (await import('../../../ui/code/query-editor.tsx')).QueryEditor,
}))
const LoadedJsonValueEditor = lazy(async () => ({
  default: (await import('../../../ui/code/json-value-editor.tsx')).JsonValueEditor,
}))

/** A placeholder of the editor's size with its text, shown until the editor is loaded. */
function Waiting({ text, lines }: { text: string; lines: 'one' | 'many' }) {
  return (
    <div
      aria-busy="true"
      className={`rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs leading-4.5 whitespace-pre-wrap shadow-1 ${lines === 'one' ? 'min-h-8' : 'min-h-32'}`}
    >
      {text}
    </div>
  )
}

export function LazyRuleEditor(props: RuleEditorProps) {
  const waiting = <Waiting text={props.value} lines="one" />
  // A table has five rule editors; mounting them one by one keeps the dialog responsive.
  if (!useStaggeredMount()) return waiting
  return (
    <Suspense fallback={waiting}>
      <LoadedRuleEditor {...props} />
    </Suspense>
  )
}

export function LazyQueryEditor(props: QueryEditorProps) {
  return (
    <Suspense fallback={<Waiting text={props.value} lines="many" />}>
      <LoadedQueryEditor {...props} />
    </Suspense>
  )
}

export function LazyJsonValueEditor(props: JsonValueEditorProps) {
  return (
    <Suspense fallback={<Waiting text={props.value} lines="one" />}>
      <LoadedJsonValueEditor {...props} />
    </Suspense>
  )
}
