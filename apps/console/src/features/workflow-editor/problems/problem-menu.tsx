import type { Credential } from '@plinth/contract'
import { Eraser, TriangleAlert } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { BarDivider } from '../../../ui/layout/top-bar.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../ui/primitives/dropdown-menu.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { removeUnknownParameters } from '../parameters/unknown-parameters.ts'
import { canvasProblemStrings as words } from '../strings/canvas-problem-strings.ts'
import { findProblems } from './find-problems.ts'

const MAX_LISTED = 50
const NO_DEFINITION = () => undefined

interface ProblemMenuProps {
  /** Undefined until they are loaded. */
  credentials: readonly Credential[] | undefined
  onGo: (nodeId: string) => void
}

/** Counts the problems of the canvas and lists them; choosing one goes to its node. */
export function ProblemMenu({ credentials, onGo }: ProblemMenuProps) {
  const { editor, definitionOf = NO_DEFINITION } = useEditorContext()
  const { tables } = useCurrentProject().configuration.new_configuration
  // Typing in a large workflow does not wait for its problems.
  const { history, saved } = editor.use().draft
  const graph = useDeferredValue(history.present)
  const problems = useMemo(
    () => findProblems({ graph, saved, definitionOf, tables, credentials }),
    [graph, saved, definitionOf, tables, credentials],
  )
  const cleared = useMemo(() => removeUnknownParameters(graph, definitionOf), [graph, definitionOf])
  if (problems.length === 0) return null
  return (
    <>
      <BarDivider />
      <DropdownMenu
        align="start"
        trigger={
          <Button variant="ghost" size="sm" title={words.hint} className="text-amber-text">
            <TriangleAlert aria-hidden="true" />
            {words.show(problems.length)}
          </Button>
        }
      >
        {problems.slice(0, MAX_LISTED).map(({ nodeId, label, text }) => (
          <MenuItem key={`${nodeId} ${text}`} onSelect={() => onGo(nodeId)}>
            <span className="flex max-w-96 gap-1.5">
              <span className="shrink-0 font-medium">{label}</span>
              <span className="truncate text-fg-2">{text}</span>
            </span>
          </MenuItem>
        ))}
        {problems.length > MAX_LISTED ? (
          <p className="px-2 py-1.5 text-xs text-fg-2">
            {words.more(problems.length - MAX_LISTED)}
          </p>
        ) : null}
        {cleared === graph ? null : (
          <>
            <MenuSeparator />
            <MenuItem
              icon={<Eraser />}
              onSelect={() =>
                editor.edit((content) => removeUnknownParameters(content, definitionOf))
              }
            >
              {words.removeUnknown}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
    </>
  )
}
