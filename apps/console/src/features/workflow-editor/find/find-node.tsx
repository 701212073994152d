import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NodeIcon } from '../editor/node-kind.tsx'
import type { Graph } from '../graph/graph.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { searchNodes } from './search-nodes.ts'

const words = strings.canvas

interface FindNodeProps {
  open: boolean
  nodes: Graph['nodes']
  onClose: () => void
  onFind: (nodeId: string) => void
}

function Finder({ nodes, onFind }: Pick<FindNodeProps, 'nodes' | 'onFind'>) {
  const [text, setText] = useState('')
  const found = useMemo(() => searchNodes(nodes, text), [nodes, text])
  return (
    <Command label={words.find} loop shouldFilter={false} className="px-3 pt-2 pb-3">
      <div className="flex h-9 items-center gap-2 rounded-md border border-line-strong px-2.5">
        <Search aria-hidden="true" className="size-3.5 text-fg-3" />
        <Command.Input
          aria-label={words.find}
          placeholder={words.findHint}
          value={text}
          onValueChange={setText}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-fg-3"
        />
      </div>
      <Command.List className="mt-2 max-h-80 overflow-y-auto">
        <Command.Empty className="py-5 text-center text-sm text-fg-2">
          {words.findNone}
        </Command.Empty>
        {found.map(({ node: { id, data }, setting }) => (
          <Command.Item
            key={id}
            value={id}
            onSelect={() => onFind(id)}
            className="flex min-h-10 items-center gap-2.5 rounded-md px-2 py-1 text-sm select-none aria-selected:bg-hover"
          >
            <NodeIcon kind={data.definition.name} isActive={data.active} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{data.label}</span>
              {setting === undefined ? null : (
                <span className="block truncate text-xs text-fg-2">{setting}</span>
              )}
            </span>
            <span className="text-xs text-fg-2">{data.definition.display_name}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}

/** Dialog that finds a node by its label, kind or settings and moves the view to it. */
export function FindNode({ open, nodes, onClose, onFind }: FindNodeProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={words.find}>
      <Finder nodes={nodes} onFind={onFind} />
    </Dialog>
  )
}
