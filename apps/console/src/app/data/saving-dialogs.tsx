import type { Configuration } from '@plinth/contract'
import { useRef } from 'react'
import { PlanSection } from '../../features/releases/plan-section.tsx'
import type { PlanPlace } from '../../features/releases/plan-steps.tsx'
import { SyncDialog } from '../../features/releases/sync-dialog.tsx'
import { useSyncPlan } from '../../features/releases/use-plan.ts'
import { useSync } from '../../features/releases/use-sync.ts'
import { StaleSchemaDialog } from '../../features/schema-editor/saving/stale-schema-dialog.tsx'
import type { useSave } from '../../features/schema-editor/saving/use-save.ts'
import type { SyncFailure } from '../../state/schema/sync-failure.ts'
import type { DraftSaver } from '../../state/schema/use-save-draft.ts'
import type { DraftEditor } from '../../state/schema/use-schema-draft.ts'

interface SavingDialogsProps {
  projectId: string
  name: string
  isDiffOpen: boolean
  synced: Configuration
  draft: DraftEditor
  saver: DraftSaver
  saving: ReturnType<typeof useSave>
  onCloseDiff: () => void
  onFailure: (failure: SyncFailure | undefined) => void
  /** Opens the table and the field of a problem. */
  onJump: (place: PlanPlace) => void
}

/** The 'Schema changes' dialog, and the dialog that merges concurrent saves. */
export function SavingDialogs(props: SavingDialogsProps) {
  const { draft, saver, saving, onCloseDiff } = props
  const { configuration, revision } = draft
  const { sync, isSyncing, release } = useSync({
    projectId: props.projectId,
    save: saver.save,
    onStale: (newer) => saving.collide(newer, draft.configuration),
    onFailure: (message) =>
      props.onFailure(message === undefined ? undefined : { configuration, message }),
    onEnd: onCloseDiff,
  })
  const shown = useRef(saving.collision)
  if (saving.collision) shown.current = saving.collision
  const { projectId, name, isDiffOpen: open } = props
  const plan = useSyncPlan({ projectId, name, configuration, open })
  return (
    <>
      <SyncDialog
        open={props.isDiffOpen}
        mode="sync"
        before={props.synced}
        after={configuration}
        busy={isSyncing}
        blocked={!plan.mayConfirm}
        plan={
          <PlanSection
            projectId={projectId}
            state={plan}
            name={name}
            busy={isSyncing}
            release={release}
            wanted={configuration}
            onJump={props.onJump}
          />
        }
        onConfirm={() => sync({ configuration, revision }, plan.confirmation)}
        onClose={onCloseDiff}
      />
      {shown.current ? (
        <StaleSchemaDialog
          key={shown.current.revision}
          open={saving.collision !== null}
          sides={shown.current.sides}
          busy={saver.isSaving}
          onMerge={saving.merge}
          onClose={saving.giveUp}
        />
      ) : null}
    </>
  )
}
