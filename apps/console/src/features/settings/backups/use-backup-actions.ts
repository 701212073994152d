import { type Backup, cancelBackup, deleteBackup, downloadBackup } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { isUnconfirmed } from '../../../api/recent-proof.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useConfirmedDelete } from '../panel/use-confirmed-delete.ts'
import { useReloadBackups } from './backups-query.ts'
import { backupsStrings as strings } from './strings.ts'

function refused(what: string, title: string) {
  return (error: Error) => {
    if (isUnconfirmed(error)) return showToast({ title: error.message })
    logFailure(what, error)
    showToast({ title, description: error.message, variant: 'destructive' })
  }
}

/** Actions on a listed backup that need no confirmation. */
export function useBackupActions() {
  const projectId = useCurrentProject().id
  const reload = useReloadBackups()
  const stop = useMutation({
    mutationFn: (backupId: string) =>
      client.call(cancelBackup, { params: { projectId, backupId } }),
    onError: refused('Stopping a backup', strings.stopFailed),
    onSettled: reload,
  })
  const download = useMutation({
    mutationFn: (backupId: string) =>
      client.call(downloadBackup, { params: { projectId, backupId } }),
    onSuccess: ({ url }) => {
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
    onError: refused('Downloading a backup', strings.downloadFailed),
  })
  return {
    stop: ({ id }: Backup) => stop.mutate(id),
    download: ({ id }: Backup) => download.mutate(id),
  }
}

/** Deletes a backup after confirmation. */
export function useDeleteBackup() {
  const projectId = useCurrentProject().id
  return useConfirmedDelete<Backup>({
    what: 'Deleting a backup',
    words: { done: strings.deleted, failed: strings.deleteFailed },
    call: (backupId) => client.call(deleteBackup, { params: { projectId, backupId } }),
    reload: useReloadBackups(),
  })
}
