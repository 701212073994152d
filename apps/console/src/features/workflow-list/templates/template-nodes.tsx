import type { NodeDefinition } from '@plinth/contract'
import type { Template } from '@plinth/schema'
import { useId } from 'react'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { branchDepths } from './branch-depths.ts'
import { templateStrings as words } from './strings.ts'

const INDENT_PX = 20

interface TemplateNodesProps {
  template: Template
  definitions: readonly NodeDefinition[]
}

/** The nodes of a template in their order; a branch is indented and begins with the output that it follows. */
export function TemplateNodes({ template, definitions }: TemplateNodesProps) {
  const id = useId()
  const depths = branchDepths(template)
  const kinds = new Map(definitions.map(({ name, display_name }) => [name, display_name]))
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-xs text-fg-2">
        {words.nodes}
      </h3>
      <ol className="mt-1.5 flex flex-col rounded-lg border">
        {template.nodes.map((node) => (
          <li
            key={node.id}
            className="flex min-h-8 items-center gap-2 border-b px-3 text-sm last:border-b-0"
            style={{ paddingLeft: 12 + (depths.get(node.id) ?? 0) * INDENT_PX }}
          >
            {node.after ? <Badge>{node.after[1]}</Badge> : null}
            <span className="min-w-0 truncate font-medium">{node.label}</span>
            <span className="ml-auto shrink-0 text-xs text-fg-3">{kinds.get(node.kind)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
