import type { EnvironmentName, ProjectData } from '@plinth/contract'
import { useState } from 'react'
import { useEnvironment } from '../../state/environment.ts'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Segmented } from '../../ui/primitives/segmented.tsx'
import { historyStrings as strings } from './history-strings.ts'
import { ReleaseList } from './release-list.tsx'
import { ReleaseProgress } from './release-progress.tsx'
import { TrashList } from './trash-list.tsx'
import { useHistoryActions } from './use-history.ts'

export type HistoryView = 'releases' | 'trash'

const VIEWS = [
  { value: 'releases', label: strings.releases },
  { value: 'trash', label: strings.trash },
] as const

const ENVIRONMENTS = [
  { value: 'dev', label: 'dev' },
  { value: 'production', label: 'production' },
] as const

interface HistoryDialogProps {
  project: ProjectData
  view: HistoryView
  onViewChange: (view: HistoryView) => void
  onClose: () => void
}

/** The migration log with Undo, and the trash with Restore. */
export function HistoryDialog({ project, view, onViewChange, onClose }: HistoryDialogProps) {
  const [environment, setEnvironment] = useState<EnvironmentName>(useEnvironment())
  const actions = useHistoryActions(project.id)
  const isBusy = actions.busyOn !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={strings.title}
      description={strings.text}
      className="w-180!"
    >
      <div className="px-5 pt-4">
        <div className="flex justify-between gap-3">
          <Segmented
            label={strings.view}
            value={view}
            options={VIEWS}
            onValueChange={onViewChange}
          />
          {view === 'releases' ? (
            <Segmented
              label={strings.environment}
              value={environment}
              options={ENVIRONMENTS}
              onValueChange={setEnvironment}
            />
          ) : null}
        </div>
        {view === 'releases' ? (
          <ReleaseList projectId={project.id} environment={environment} actions={actions} />
        ) : (
          <TrashList
            projectId={project.id}
            applied={project.configuration.old_configuration}
            actions={actions}
          />
        )}
        {isBusy ? <ReleaseProgress projectId={project.id} release={actions.release} /> : null}
      </div>
      <DialogFooter>
        <Button disabled={isBusy} onClick={onClose}>
          {strings.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
