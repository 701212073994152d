import {
  Handle,
  type Node,
  type NodeProps,
  Position,
  type ReactFlowState,
  useStore,
} from '@xyflow/react'
import { memo } from 'react'
import { ColumnIcon, TableIcon } from '../../state/schema/column-icon.tsx'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import { cn } from '../../ui/primitives/cn.ts'
import {
  FIELD_HEIGHT,
  TABLE_NODE_HEADER_HEIGHT,
  TABLE_NODE_WIDTH,
  type TableShape,
} from './diagram-graph.ts'
import { diagramStrings as strings } from './strings.ts'

export type TableFlowNode = Node<{ table: TableShape }, 'table'>

const iconStyle = 'size-3 shrink-0 stroke-[1.75] text-fg-3'

function FieldLine({ field, at }: { field: TableShape['fields'][number]; at: number }) {
  const isRelation = field.type === 'relation'
  const top = TABLE_NODE_HEADER_HEIGHT + at * FIELD_HEIGHT + FIELD_HEIGHT / 2
  return (
    <li className="flex items-center gap-2 px-2.5" style={{ height: FIELD_HEIGHT }}>
      <ColumnIcon type={field.type} className={cn(iconStyle, isRelation && 'text-blue-text')} />
      <span className={cn('min-w-0 flex-1 truncate', isRelation && 'text-blue-text')}>
        {field.name || schemaStrings.untitledField}
      </span>
      <span className="text-fg-2">{field.type}</span>
      {at === 0 ? (
        <Handle
          type="target"
          position={Position.Left}
          id="in"
          style={{ top }}
          isConnectable={false}
        />
      ) : null}
      {field.isSource ? (
        <Handle
          type="source"
          position={Position.Right}
          id={field.id}
          style={{ top }}
          isConnectable={false}
        />
      ) : null}
    </li>
  )
}

/** Below this zoom the fields are unreadable and not rendered. */
const FAR_ZOOM = 0.4
const isFarAway = (state: ReactFlowState) => state.transform[2] < FAR_ZOOM

function FarTable({ table }: { table: TableShape }) {
  return (
    <div
      style={{ width: TABLE_NODE_WIDTH, height: table.height }}
      className="grid place-items-center rounded-lg border border-line-strong bg-surface px-2"
    >
      <span className="max-w-full truncate text-[28px] leading-9 font-semibold">
        {table.name || schemaStrings.untitledTable}
      </span>
    </div>
  )
}

/** One table of the diagram. */
export const TableNode = memo(function TableNode({ data }: NodeProps<TableFlowNode>) {
  const isFar = useStore(isFarAway)
  const { table } = data
  if (isFar) return <FarTable table={table} />
  return (
    <div
      style={{ width: TABLE_NODE_WIDTH, height: table.height }}
      className="overflow-clip rounded-lg border bg-surface text-2xs shadow-2 [overflow-clip-margin:8px]"
    >
      <div
        className="flex items-center gap-2 rounded-t-lg border-b bg-sunken px-2.5"
        style={{ height: TABLE_NODE_HEADER_HEIGHT }}
      >
        <TableIcon type={table.type} className={iconStyle} />
        <span className="truncate text-xs font-semibold">
          {table.name || schemaStrings.untitledTable}
        </span>
      </div>
      <ul>
        {table.fields.map((field, at) => (
          <FieldLine key={field.id} field={field} at={at} />
        ))}
        {table.hidden > 0 ? (
          <li className="flex items-center px-2.5 text-fg-3" style={{ height: FIELD_HEIGHT }}>
            {strings.more(table.hidden)}
          </li>
        ) : null}
      </ul>
    </div>
  )
})
