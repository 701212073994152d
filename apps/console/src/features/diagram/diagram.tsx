import type { Configuration } from '@plinth/contract'
import {
  Background,
  BackgroundVariant,
  Controls,
  type Edge,
  type NodeHandle,
  type NodeTypes,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { type KeyboardEvent, useMemo } from 'react'
import { Spinner } from '../../ui/primitives/spinner.tsx'
import '../../ui/layout/flow-canvas.css'
import './diagram.css'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import {
  FIELD_HEIGHT,
  graphOf,
  TABLE_NODE_HEADER_HEIGHT,
  TABLE_NODE_WIDTH,
  type TableShape,
} from './diagram-graph.ts'
import { diagramStrings as strings } from './strings.ts'
import { type TableFlowNode, TableNode } from './table-node.tsx'
import { usePlaces } from './use-places.ts'

interface DiagramProps {
  configuration: Configuration
  isReadOnly: boolean
  onOpen: (tableId: string) => void
}

const NODE_TYPES: NodeTypes = { table: TableNode }
const MANY = 60

/** Handle positions, given in advance because React Flow does not measure nodes out of view. */
function handlesOf(table: TableShape): NodeHandle[] {
  return table.fields.flatMap((field, at): NodeHandle[] => {
    const y = TABLE_NODE_HEADER_HEIGHT + at * FIELD_HEIGHT + FIELD_HEIGHT / 2
    if (at === 0) return [{ id: 'in', type: 'target', position: Position.Left, x: 0, y }]
    if (!field.isSource) return []
    return [{ id: field.id, type: 'source', position: Position.Right, x: TABLE_NODE_WIDTH, y }]
  })
}

function useFlow(configuration: Configuration) {
  const graph = useMemo(() => graphOf(configuration), [configuration])
  const places = usePlaces(graph)
  const nodes = useMemo(() => {
    if (!places) return undefined
    return graph.tables.map((table): TableFlowNode => {
      const name = table.name || schemaStrings.untitledTable
      return {
        id: table.id,
        type: 'table',
        data: { table },
        position: places[table.id] ?? { x: 0, y: 0 },
        width: TABLE_NODE_WIDTH,
        height: table.height,
        measured: { width: TABLE_NODE_WIDTH, height: table.height },
        handles: handlesOf(table),
        ariaLabel: strings.node(name, table.fields.length - 1 + table.hidden),
      }
    })
  }, [graph, places])
  const edges = useMemo(
    () =>
      graph.relations.map(
        ({ id, source, sourceField, target, cardinality }): Edge => ({
          id,
          source,
          sourceHandle: sourceField,
          target,
          targetHandle: 'in',
          label: cardinality,
          focusable: false,
        }),
      ),
    [graph],
  )
  return { nodes, edges }
}

/** A diagram of the tables and their relations, laid out automatically. */
export function Diagram({ configuration, isReadOnly, onOpen }: DiagramProps) {
  const { nodes, edges } = useFlow(configuration)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    const node = event.target instanceof Element ? event.target.closest('.react-flow__node') : null
    const tableId = node instanceof HTMLElement ? node.dataset.id : undefined
    if (tableId === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onOpen(tableId)
  }
  return (
    <section
      aria-label={strings.label}
      onKeyDownCapture={press}
      className="relative min-h-80 flex-1 overflow-hidden rounded-xl border shadow-1"
    >
      {nodes ? (
        <ReactFlow<TableFlowNode>
          className="table-diagram"
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          onNodeClick={(_, node) => onOpen(node.id)}
          onlyRenderVisibleElements={nodes.length > MANY}
          minZoom={0.05}
          maxZoom={1.5}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        >
          <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} />
          <Controls showInteractive={false} />
        </ReactFlow>
      ) : (
        <div role="status" className="grid h-full place-items-center gap-2 text-sm text-fg-2">
          <span className="flex items-center gap-2">
            <Spinner />
            {strings.loading}
          </span>
        </div>
      )}
      <p className="pointer-events-none absolute bottom-3 left-16 rounded-sm bg-app/80 px-1.5 text-xs text-fg-2">
        {isReadOnly ? strings.readOnlyHint : strings.hint}
      </p>
    </section>
  )
}
