import { getProject, type ProjectData, syncDatabase } from '@plinth/contract'
import type { StarterId } from '@plinth/schema'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { client } from '../../api/client.ts'
import { followRelease, WATCHED } from '../../features/releases/follow-release.ts'
import { tableListStrings } from '../../features/schema-editor/strings/table-list-strings.ts'
import { projectKey } from '../../state/current-project.tsx'
import type { DraftEditor } from '../../state/schema/use-schema-draft.ts'
import { loadChunk } from '../chunk-load-error.ts'

const StarterDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../../features/starters/starter-dialog.tsx')))
    .StarterDialog,
}))

interface StarterOverlayProps {
  project: ProjectData
  draft: DraftEditor
  starter: StarterId
  onClose: () => void
}

/** The dialog of a chosen starter, on the draft of the open project. */
export function StarterOverlay({ project, draft, starter, onClose }: StarterOverlayProps) {
  const queries = useQueryClient()
  const params = { projectId: project.id }
  const { database } = draft.configuration
  const sync = async () => {
    const { release } = await client.call(syncDatabase, { params, body: {}, ...WATCHED })
    await followRelease(release, { projectId: project.id, onProgress: () => undefined })
  }
  /** Replaces the draft by what was applied; after a failure it stays as it was. */
  const readAgain = async (isApplied: boolean) => {
    const answer = await client.call(getProject, { params }).catch(() => undefined)
    if (!answer) return
    const { new_configuration: saved, revision } = answer.projectData.configuration
    const configuration = isApplied ? saved : draft.configuration
    draft.send({ type: 'rebased', configuration, saved, revision })
    queries.setQueryData(projectKey(project.id), answer)
  }
  return (
    <Suspense>
      <StarterDialog
        client={client}
        projectId={project.id}
        id={starter}
        database={{ value: database, name: tableListStrings.engine[database] }}
        saved={{ configuration: draft.saved, revision: draft.revision }}
        sync={sync}
        onEnd={readAgain}
        onClose={onClose}
      />
    </Suspense>
  )
}
