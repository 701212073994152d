import type { WorkflowNode } from '@plinth/contract'
import { TriangleAlert } from 'lucide-react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { unknownParameters } from '../parameters/unknown-parameters.ts'
import { canvasProblemStrings as words } from '../strings/canvas-problem-strings.ts'

/** Marks a node with parameters that its kind does not have. */
export function CardWarning({ data }: { data: WorkflowNode['data'] }) {
  const { definitionOf } = useEditorContext()
  const names = unknownParameters(data, definitionOf?.(data.definition.name))
  if (names.length === 0) return null
  const text = words.unknownOf(names)
  return (
    <span className="shrink-0 text-amber-text" title={text}>
      <TriangleAlert aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
