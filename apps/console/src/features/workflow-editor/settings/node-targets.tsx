import type { WorkflowNode } from '@plinth/contract'
import { type ReactNode, useMemo, useRef } from 'react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { changeNode } from '../graph/graph.ts'
import { FieldTargets } from '../paths/field-targets.ts'
import { takesExpressions } from './property/field-mode.ts'
import type { PropertyGroup } from './property/property.ts'

interface NodeTargetsProps {
  node: WorkflowNode
  groups: readonly PropertyGroup[]
  children: ReactNode
}

const SCRIPT = 'javascript'

/** Lets the input's values be inserted into the node's fields. */
export function NodeTargets({ node, groups, children }: NodeTargetsProps) {
  const { editor } = useEditorContext()
  const editors = useRef(new Map<string, (path: string) => void>())
  const fields = groups
    .flatMap(({ properties }) => properties)
    .filter(({ property }) => takesExpressions(property) || property.ui.language === SCRIPT)
    .filter(({ property }) => property.ui.editor !== 'row-sort')
    .map(({ name, label }) => ({ name, label }))
  const names = JSON.stringify(fields)
  const { id } = node
  const value = useMemo(
    () => ({
      fields: JSON.parse(names) as typeof fields,
      insert: (name: string, path: string) => {
        const insertAtCursor = editors.current.get(name)
        if (insertAtCursor) return insertAtCursor(path)
        editor.edit((content) =>
          changeNode(content, {
            id,
            change: (data) => ({
              ...data,
              parameters: { ...data.parameters, [name]: `{{ ${path} }}` },
            }),
          }),
        )
      },
      register: (name: string, insert: (path: string) => void) => {
        editors.current.set(name, insert)
        return () => {
          if (editors.current.get(name) === insert) editors.current.delete(name)
        }
      },
    }),
    [names, editor, id],
  )
  return <FieldTargets value={value}>{children}</FieldTargets>
}
