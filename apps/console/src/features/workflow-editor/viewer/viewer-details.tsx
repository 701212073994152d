import '../../../ui/code/code-mirror.css'
import { useEditorContext } from '../editor/editor-context.tsx'
import type { Json } from '../execution/execution.ts'
import { findNode } from '../graph/graph.ts'
import { RawResult } from '../result/raw-result.tsx'
import { viewerStrings as words } from '../strings/viewer-strings.ts'

/** Read-only settings of the selected node or the workflow. */
export function ViewerDetails() {
  const { editor } = useEditorContext()
  const { draft, selection } = editor.use()
  const graph = draft.history.present
  const [nodeId = '', ...others] = selection.nodes
  const node = others.length > 0 ? undefined : findNode(graph, nodeId)
  const { definition, ...own } = node?.data ?? {}
  const title = node?.data.label ?? (others.length > 0 ? words.many(selection.nodes.size) : '')
  return (
    <aside
      aria-label={words.settings}
      className="flex w-96 shrink-0 flex-col border-l bg-surface max-lg:w-72"
    >
      <header className="border-b px-3.5 py-3">
        <h2 className="truncate text-sm font-semibold">{title || words.workflow}</h2>
        <p className="text-xs text-fg-2">{definition?.display_name ?? words.hint}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <div tabIndex={0} className="ring-focus min-h-0 flex-1 overflow-auto py-1.5">
        <RawResult result={(node ? own : graph.settings) as Json} />
      </div>
    </aside>
  )
}
