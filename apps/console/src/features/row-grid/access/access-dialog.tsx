import type { Configuration } from '@plinth/contract'
import { lazy, Suspense, useEffect } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { accessStrings as strings } from '../strings/access-strings.ts'
import { closeAccessDialog, useAccessRequest } from './access-request.ts'

const AccessBody = lazy(async () => ({ default: (await import('./access-body.tsx')).AccessBody }))

/** The 'Who can see this row' dialog; opened with `openAccessDialog`. */
export function AccessDialog({ projectId, synced }: { projectId: string; synced: Configuration }) {
  const request = useAccessRequest()
  const shown = useLast(request ?? undefined)
  // Close the dialog when the screen unmounts.
  useEffect(() => closeAccessDialog, [])
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(open) => (open ? undefined : closeAccessDialog())}
      title={strings.title}
      description={strings.description}
      className="w-170!"
    >
      <Suspense fallback={<div className="h-89" />}>
        {shown ? <AccessBody {...{ projectId, synced }} request={shown} /> : null}
      </Suspense>
    </Dialog>
  )
}
