import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  LayoutDashboard,
  Maximize,
  MoveDiagonal2,
  Pencil,
  Play,
  Plus,
  Power,
  Search,
  SquareDashedMousePointer,
  StickyNote,
  Trash2,
} from 'lucide-react'
import { ContextMenu, MenuItem, MenuSeparator } from '../../../ui/primitives/dropdown-menu.tsx'
import { Kbd, modKey } from '../../../ui/primitives/kbd.tsx'
import type { RunPart } from '../graph/part-of-run.ts'
import { workflowEditorStrings } from '../strings/editor-strings.ts'
import { menuStrings as words } from '../strings/menu-strings.ts'
import { nodeDataStrings } from '../strings/node-data-strings.ts'
import { noteStrings } from '../strings/note-strings.ts'

/** What a menu was opened on. */
export type MenuTarget =
  | { kind: 'node'; isAnyActive: boolean; hasOutput: boolean }
  | { kind: 'nodes'; isAnyActive: boolean }
  | { kind: 'note' }
  | { kind: 'connection' }
  | { kind: 'canvas' }

/** What the menus do; the same acts have keys. */
export interface MenuActs {
  rename: () => void
  resize: () => void
  addNode: () => void
  addNote: () => void
  run: (part: RunPart) => void
  toggleActive: () => void
  copy: () => void
  duplicate: () => void
  remove: () => void
  paste: () => void
  selectAll: () => void
  find: () => void
  tidyUp: () => void
  fit: () => void
}

const PARTS: readonly RunPart[] = ['node', 'to', 'from']
const { canvas } = workflowEditorStrings
const { parts } = nodeDataStrings.run

interface ItemsProps<T> {
  target: T
  acts: MenuActs
}

type NodeTarget = Extract<MenuTarget, { kind: 'node' | 'nodes' }>

function NodeItems({ target, acts }: ItemsProps<NodeTarget>) {
  return (
    <>
      {target.kind === 'node' ? (
        <>
          <MenuItem icon={<Pencil />} shortcut={<Kbd>F2</Kbd>} onSelect={acts.rename}>
            {words.rename}
          </MenuItem>
          {target.hasOutput ? (
            <MenuItem icon={<Plus />} shortcut={<Kbd>N</Kbd>} onSelect={acts.addNode}>
              {words.addAfter}
            </MenuItem>
          ) : null}
          <MenuSeparator />
          {PARTS.map((part) => (
            <MenuItem key={part} icon={<Play />} onSelect={() => acts.run(part)}>
              {parts[part]}
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={<Power />} shortcut={<Kbd>D</Kbd>} onSelect={acts.toggleActive}>
        {target.isAnyActive ? words.deactivate : words.activate}
      </MenuItem>
      <MenuItem icon={<Copy />} shortcut={<Kbd>{modKey('C')}</Kbd>} onSelect={acts.copy}>
        {words.copy}
      </MenuItem>
      <MenuItem icon={<CopyPlus />} shortcut={<Kbd>{modKey('D')}</Kbd>} onSelect={acts.duplicate}>
        {words.duplicate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 />} shortcut={<Kbd>Del</Kbd>} onSelect={acts.remove}>
        {words.delete}
      </MenuItem>
    </>
  )
}

function NoteItems({ acts }: { acts: MenuActs }) {
  return (
    <>
      <MenuItem icon={<Pencil />} shortcut={<Kbd>F2</Kbd>} onSelect={acts.rename}>
        {noteStrings.edit}
      </MenuItem>
      <MenuItem icon={<MoveDiagonal2 />} onSelect={acts.resize}>
        {noteStrings.resize}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 />} shortcut={<Kbd>Del</Kbd>} onSelect={acts.remove}>
        {words.delete}
      </MenuItem>
    </>
  )
}

function ConnectionItems({ acts }: { acts: MenuActs }) {
  return (
    <>
      <MenuItem icon={<Plus />} shortcut={<Kbd>N</Kbd>} onSelect={acts.addNode}>
        {words.insert}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 />} shortcut={<Kbd>Del</Kbd>} onSelect={acts.remove}>
        {words.deleteConnection}
      </MenuItem>
    </>
  )
}

function CanvasItems({ acts }: { acts: MenuActs }) {
  return (
    <>
      <MenuItem icon={<Plus />} shortcut={<Kbd>N</Kbd>} onSelect={acts.addNode}>
        {words.addNode}
      </MenuItem>
      <MenuItem icon={<StickyNote />} shortcut={<Kbd>S</Kbd>} onSelect={acts.addNote}>
        {noteStrings.add}
      </MenuItem>
      <MenuItem icon={<ClipboardPaste />} shortcut={<Kbd>{modKey('V')}</Kbd>} onSelect={acts.paste}>
        {words.paste}
      </MenuItem>
      <MenuItem
        icon={<SquareDashedMousePointer />}
        shortcut={<Kbd>{modKey('A')}</Kbd>}
        onSelect={acts.selectAll}
      >
        {words.selectAll}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Search />} shortcut={<Kbd>F</Kbd>} onSelect={acts.find}>
        {canvas.find}
      </MenuItem>
      <MenuItem icon={<LayoutDashboard />} shortcut={<Kbd>T</Kbd>} onSelect={acts.tidyUp}>
        {canvas.tidy}
      </MenuItem>
      <MenuItem icon={<Maximize />} shortcut={<Kbd>1</Kbd>} onSelect={acts.fit}>
        {canvas.fit}
      </MenuItem>
    </>
  )
}

interface CanvasMenuProps {
  target: MenuTarget
  at: { x: number; y: number } | undefined
  acts: MenuActs
  onClose: () => void
  onLeave: () => void
}

/** The context menu of nodes, connections and the canvas. */
export function CanvasMenu({ target, at, acts, onClose, onLeave }: CanvasMenuProps) {
  return (
    <ContextMenu label={words[target.kind]} {...{ at, onClose, onLeave }}>
      {target.kind === 'node' || target.kind === 'nodes' ? (
        <NodeItems target={target} acts={acts} />
      ) : target.kind === 'note' ? (
        <NoteItems acts={acts} />
      ) : target.kind === 'connection' ? (
        <ConnectionItems acts={acts} />
      ) : (
        <CanvasItems acts={acts} />
      )}
    </ContextMenu>
  )
}
