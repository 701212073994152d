import type { NodeDefinition } from '@plinth/contract'
import { type DragEvent, useId } from 'react'
import { NodeIcon } from '../editor/node-kind.tsx'

/** MIME type of a dragged palette entry. */
export const DRAGGED_KIND = 'application/x-plinth-node'

interface PaletteEntryProps {
  definition: NodeDefinition
  onAdd: (definition: NodeDefinition) => void
}

/** One node type; added by drag, click or Enter. */
export function PaletteEntry({ definition, onAdd }: PaletteEntryProps) {
  const describedBy = useId()
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAGGED_KIND, definition.name)
    event.dataTransfer.effectAllowed = 'copy'
  }
  return (
    <li
      draggable
      onDragStart={drag}
      className="relative flex items-center gap-2.5 rounded-md px-2 py-1.5 focus-within:bg-hover hover:bg-hover"
    >
      <NodeIcon kind={definition.name} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-entry={definition.name}
          aria-describedby={describedBy}
          onClick={() => onAdd(definition)}
          className="block max-w-full truncate text-left text-sm leading-4.5 font-medium outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:shadow-[inset_0_0_0_2px_color-mix(in_oklch,var(--accent)_55%,transparent)]"
        >
          {definition.display_name}
        </button>
        <p id={describedBy} className="truncate text-xs text-fg-2" title={definition.description}>
          {definition.description}
        </p>
      </div>
    </li>
  )
}
