import { CornerDownRight } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx'
import type { Json } from '../execution/execution.ts'
import { useFieldTargets } from '../paths/field-targets.ts'
import { dragPath } from '../paths/path-drag.ts'
import { MAX_ENTRIES, type SchemaEntry, schemaOf } from '../paths/schema-of.ts'
import { nodeDataStrings as words } from '../strings/node-data-strings.ts'

/** Keyboard alternative to dragging: inserts the path into a field of the settings. */
function InsertMenu({ path }: { path: string }) {
  const targets = useFieldTargets()
  if (!targets || targets.fields.length === 0) return null
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={words.insert(path)}>
          <CornerDownRight aria-hidden="true" />
        </Button>
      }
    >
      <p aria-hidden="true" className="px-2 py-1 text-2xs text-fg-3">
        {words.insertInto}
      </p>
      {targets.fields.map(({ name, label }) => (
        <MenuItem key={name} onSelect={() => targets.insert(name, path)}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

function Entry({ entry, canInsert }: { entry: SchemaEntry; canInsert: boolean }) {
  const { path, name, type, depth, example } = entry
  return (
    <li
      {...(canInsert ? dragPath(path) : {})}
      data-path={path}
      style={{ paddingLeft: 10 + depth * 12 }}
      className="flex min-h-7 items-center gap-1.5 border-b pr-1 last:border-0 hover:bg-hover [[draggable]]:cursor-grab"
    >
      <span className="shrink-0 font-mono text-fg">{name}</span>
      <span className="shrink-0 text-fg-3">{type}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-fg-2" title={example}>
        {example}
      </span>
      {canInsert ? <InsertMenu path={path} /> : null}
    </li>
  )
}

interface ValueSchemaProps {
  value: Json
  /** Root of the paths; without one they cannot be inserted. */
  root: string | undefined
}

/** The fields of a value with their types; each can be dragged into a field of the settings. */
export function ValueSchema({ value, root }: ValueSchemaProps) {
  const entries = useMemo(() => schemaOf(value, root ?? words.output), [value, root])
  return (
    <>
      <ul className="text-2xs">
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} canInsert={root !== undefined} />
        ))}
      </ul>
      {entries.length >= MAX_ENTRIES ? (
        <p className="px-2.5 py-1 text-2xs text-fg-3">{words.cut(MAX_ENTRIES)}</p>
      ) : null}
    </>
  )
}
