import { useMemo, useRef } from 'react'
import { DiffDialog } from '../../ui/code/diff-dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import type { WorkflowCollision } from './editor/use-save-workflow.ts'
import { printContent } from './graph/content-of.ts'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'

const words = strings.stale
/** Either side may have only moved nodes, and the choice loses one of them. */
const WHOLE = { hasPositions: true }

interface StaleDialogProps {
  collision: WorkflowCollision | undefined
  isSaving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions after a save conflict and asks which one to keep. */
export function StaleWorkflowDialog(props: StaleDialogProps) {
  const last = useRef(props.collision)
  if (props.collision) last.current = props.collision
  const shown = props.collision ?? last.current
  const before = useMemo(
    () => ({ label: words.theirs, text: shown ? printContent(shown.theirs, WHOLE) : '' }),
    [shown],
  )
  const after = useMemo(
    () => ({ label: words.mine, text: shown ? printContent(shown.mine, WHOLE) : '' }),
    [shown],
  )
  if (!shown) return null
  return (
    <DiffDialog
      open={props.collision !== undefined}
      onClose={props.onClose}
      title={words.title}
      description={words.description}
      before={before}
      after={after}
      cancelLabel={words.cancel}
      confirmLabel={words.keepMine}
      busyLabel={words.saving}
      busy={props.isSaving}
      onConfirm={props.onKeepMine}
      above={
        <div className="mb-2 flex items-center justify-between gap-3 text-xs font-medium text-fg-2">
          <span className="flex flex-1 items-center gap-3">
            {words.theirs}
            <Button size="sm" disabled={props.isSaving} onClick={props.onTakeTheirs}>
              {words.takeTheirs}
            </Button>
          </span>
          <span className="flex-1">{words.mine}</span>
        </div>
      }
    />
  )
}
