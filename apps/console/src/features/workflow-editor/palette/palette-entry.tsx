import type { NodeDefinition } from '@plinth/contract'
import { type DragEvent, useId } from 'react'
import { NodeIcon } from '../node-kind.tsx'

/** What a dragged entry carries. */
export const DRAGGED_KIND = 'application/x-plinth-node'

interface PaletteEntryProps {
  definition: NodeDefinition
  onAdd: (definition: NodeDefinition) => void
}

/** One kind of node: dragged, clicked or chosen by Enter. */
export function PaletteEntry({ definition, onAdd }: PaletteEntryProps) {
  const describedBy = useId()
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAGGED_KIND, definition.name)
    event.dataTransfer.effectAllowed = 'copy'
  }
  return (
    <li draggable onDragStart={drag}>
      <button
        type="button"
        data-entry={definition.name}
        aria-label={definition.display_name}
        aria-describedby={describedBy}
        onClick={() => onAdd(definition)}
        className="ring-focus flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover"
      >
        <NodeIcon kind={definition.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm leading-4.5 font-medium">
            {definition.display_name}
          </span>
          <span
            id={describedBy}
            className="block truncate text-xs text-fg-2"
            title={definition.description}
          >
            {definition.description}
          </span>
        </span>
      </button>
    </li>
  )
}
