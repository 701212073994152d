import type { Backup } from '@plinth/contract'
import { Archive, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { QueryTable } from '../../../ui/tables/query-table.tsx'
import { CodeBlock } from '../api/code-block.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { backupColumns } from './backup-columns.tsx'
import { isUnderWay, useBackupList } from './backups-query.ts'
import { formatMoment } from './format-moment.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { RestoreNote } from './restore-note.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { StartBackupDialog } from './start-backup-dialog.tsx'
import { backupsStrings as strings } from './strings.ts'
import { useBackupActions, useDeleteBackup } from './use-backup-actions.ts'

function Owners() {
  const { id } = useCurrentProject()
  const query = useBackupList()
  const [isStarting, setStarting] = useState(false)
  const actions = useBackupActions()
  const removal = useDeleteBackup()
  const [restoring, setRestoring] = useState<{ open: boolean; backup?: Backup }>({ open: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions behave the same in every render
  const columns = useMemo(() => {
    const restore = (backup: Backup) => setRestoring({ open: true, backup })
    const { stop, download } = actions
    return backupColumns({ download, manage: { stop, restore, remove: removal.ask } })
  }, [])
  const reason = query.data?.some(isUnderWay) ? strings.start.underWay : undefined
  return (
    <Panel
      title={settings.sections.backups}
      text={strings.text}
      action={
        <GatedButton variant="primary" reason={reason} onClick={() => setStarting(true)}>
          <Plus aria-hidden="true" />
          {strings.start.button}
        </GatedButton>
      }
    >
      <div className="flex flex-col gap-4">
        <ScheduleCard />
        <RestoreNote />
        <QueryTable
          label={settings.sections.backups}
          query={query}
          columns={columns}
          empty={<EmptyState icon={<Archive />} {...strings.empty} />}
        />
        <CodeBlock
          title={strings.leave.title}
          note={strings.leave.text}
          code={`npx plinth-server export --project ${id} --out ./${id}`}
        />
      </div>
      <StartBackupDialog open={isStarting} onClose={() => setStarting(false)} />
      <RestoreDialog
        backup={restoring.backup}
        open={restoring.open}
        onClose={() => setRestoring({ ...restoring, open: false })}
      />
      <ConfirmDialog
        open={removal.open}
        onOpenChange={removal.close}
        title={strings.deleteTitle}
        text={strings.deleteText(removal.item ? formatMoment(removal.item.startedOn) : '')}
        cancelLabel={settings.cancel}
        confirmLabel={settings.delete}
        busy={removal.busy}
        onConfirm={removal.confirm}
      />
    </Panel>
  )
}

/** Download-only list for developers with production access. */
function Readers() {
  const query = useBackupList()
  const { download } = useBackupActions()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action behaves the same in every render
  const columns = useMemo(() => backupColumns({ download }), [])
  return (
    <Panel title={settings.sections.backups} text={strings.text}>
      <QueryTable
        label={settings.sections.backups}
        query={query}
        columns={columns}
        empty={<EmptyState icon={<Archive />} {...strings.readOnly} />}
      />
    </Panel>
  )
}

/** The project's backups, for owners, admins and developers with production access. */
export function BackupsPanel() {
  const { role, canReadProduction } = useCurrentProject()
  if (role !== 'developer') return <Owners />
  if (canReadProduction) return <Readers />
  return (
    <Panel title={settings.sections.backups} text={strings.text}>
      <div className="rounded-xl border bg-surface shadow-1">
        <EmptyState icon={<Archive />} {...strings.notYours} />
      </div>
    </Panel>
  )
}
