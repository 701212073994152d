import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FindNode } from './canvas/find-node.tsx'
import type { Graph } from './graph/graph.ts'
import { StaleDialog } from './stale-dialog.tsx'
import { strings } from './strings.ts'
import { TriggerDialog } from './trigger-dialog.tsx'
import type { CanvasTools } from './use-canvas-tools.ts'
import type { WorkflowActs } from './use-workflow-acts.ts'

interface EditorDialogsProps {
  graph: Graph
  acts: WorkflowActs
  tools: CanvasTools
}

/** What opens over the editor. */
export function EditorDialogs({ graph, acts, tools }: EditorDialogsProps) {
  const { blocker, saving } = acts
  return (
    <>
      <FindNode
        open={tools.isFinding}
        nodes={graph.nodes}
        onClose={() => tools.setFinding(false)}
        onFind={tools.goTo}
      />
      <TriggerDialog
        open={acts.choosing.isOpen}
        graph={graph}
        onChoose={acts.run}
        onClose={acts.choosing.close}
      />
      <StaleDialog
        collision={saving.collision}
        isSaving={saving.isSaving}
        onKeepMine={saving.keepMine}
        onTakeTheirs={saving.takeTheirs}
        onClose={saving.giveUp}
      />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
        title={strings.leave.title}
        text={strings.leave.text}
        cancelLabel={strings.leave.stay}
        confirmLabel={strings.leave.leave}
        onConfirm={() => blocker.proceed?.()}
      />
    </>
  )
}
