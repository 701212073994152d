import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { type RefObject, useCallback, useMemo } from 'react'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import type { useNodeDefinitions } from '../editor/workflow-queries.ts'
import { fitsAt, type Placement } from '../graph/add-node.ts'
import { findNode, type Graph, type NodePosition } from '../graph/graph.ts'
import { outputsOf } from '../graph/handles.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { Palette } from './palette.tsx'

const words = strings.palette

function placeInWords(graph: Graph, placement: Placement | undefined): string | undefined {
  if (placement?.kind === 'after') {
    const node = findNode(graph, placement.nodeId)
    if (!node) return undefined
    const outputs = outputsOf(node.data.definition)
    const output = outputs.find(({ id }) => id === placement.handle)
    const { label } = node.data
    return output && outputs.length > 1 ? words.afterOutput(label, output.name) : words.after(label)
  }
  if (placement?.kind !== 'on') return undefined
  const connection = graph.connections.find(({ id }) => id === placement.connectionId)
  const from = connection && findNode(graph, connection.source)
  const to = connection && findNode(graph, connection.target)
  return from && to ? words.on(from.data.label, to.data.label) : undefined
}

function Loading() {
  return (
    <div className="flex h-full flex-col gap-3 bg-surface p-3.5">
      <h2 className="text-sm font-semibold">{words.title}</h2>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex items-center gap-2.5">
          <Skeleton shape="tile" className="size-7" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </div>
  )
}

interface PalettePanelProps {
  definitions: ReturnType<typeof useNodeDefinitions>
  searchRef: RefObject<HTMLInputElement | null>
  defaultPosition: () => NodePosition
  columnsInView: () => number
  onAdded: (node: WorkflowNode) => void
}

/** The palette of node types that this server provides. */
export function PalettePanel({
  definitions,
  searchRef,
  defaultPosition,
  columnsInView,
  onAdded,
}: PalettePanelProps) {
  const { editor } = useEditorContext()
  const { draft, placement } = editor.use()
  const graph = draft.history.present
  const place = useMemo(() => placeInWords(graph, placement), [graph, placement])
  const fits = useCallback(
    (definition: NodeDefinition) =>
      placement === undefined || fitsAt(graph, { definition, placement }),
    [graph, placement],
  )
  const cancel = useCallback(() => editor.place(undefined), [editor])
  if (definitions.isError) {
    return (
      <div className="h-full bg-surface">
        <h2 className="flex h-11 items-center px-3.5 text-sm font-semibold">{words.title}</h2>
        <ErrorState busy={definitions.isFetching} onRetry={() => definitions.refetch()} />
      </div>
    )
  }
  if (!definitions.data) return <Loading />
  return (
    <Palette
      groups={definitions.data}
      searchRef={searchRef}
      place={place}
      fits={fits}
      onCancelPlace={cancel}
      onAdd={(definition) => {
        const place = { fallback: defaultPosition(), columns: columnsInView() }
        const nodeId = editor.add(definition, place)
        const added = nodeId && findNode(editor.content(), nodeId)
        if (added) onAdded(added)
      }}
    />
  )
}
