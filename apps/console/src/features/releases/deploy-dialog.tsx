import { deployDatabase, type ProjectData, planDeploy, type Release } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { projectKey } from '../../state/current-project.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { followRelease, WATCHED } from './follow-release.ts'
import { PlanSection } from './plan-section.tsx'
import { planStrings as strings } from './plan-strings.ts'
import { PromotionSection } from './promotion-section.tsx'
import { SyncDialog } from './sync-dialog.tsx'
import { usePlanState } from './use-plan.ts'

interface DeployDialogProps {
  project: Pick<ProjectData, 'id' | 'name' | 'configuration' | 'prodConfiguration'>
  onClose: () => void
}

/** Shows an admin everything that a deploy will change in production, for confirmation. */
export function DeployDialog({ project, onClose }: DeployDialogProps) {
  const projectId = project.id
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['deploy-plan', projectId],
    queryFn: ({ signal }) => client.call(planDeploy, { params: { projectId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const state = usePlanState({ query, plan: query.data?.plan, name: project.name })
  const [release, setRelease] = useState<Release>()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = (name: string, on: boolean) => {
    const others = [...ticked].filter((one) => one !== name)
    setTicked(new Set(on ? [...others, name] : others))
  }

  const deploy = async () => {
    setBusy(true)
    try {
      const answer = await client.call(deployDatabase, {
        params: { projectId },
        body: { ...state.confirmation, overwrite: [...ticked] },
        ...WATCHED,
      })
      await followRelease(answer.release, { projectId, onProgress: setRelease })
      showToast({ title: strings.deployed })
      for (const list of ['workflows', 'credentials']) {
        queries.invalidateQueries({ queryKey: [list, projectId] })
      }
      await queries.invalidateQueries({ queryKey: projectKey(projectId) })
      onClose()
    } catch (error) {
      if (isUnconfirmed(error)) return showToast({ title: error.message })
      logFailure('Deploying', error)
      const description = error instanceof Error ? error.message : String(error)
      showToast({ title: strings.deployFailed, description, variant: 'destructive' })
      onClose()
    } finally {
      setBusy(false)
    }
  }

  return (
    <SyncDialog
      open
      mode="deploy"
      before={query.data?.before ?? project.prodConfiguration.old_configuration}
      after={query.data?.after ?? project.configuration.old_configuration}
      busy={busy}
      blocked={!state.mayConfirm}
      plan={
        <>
          <PromotionSection promotions={query.data?.promotions} ticked={ticked} onTick={tick} />
          <PlanSection
            projectId={projectId}
            state={state}
            name={project.name}
            busy={busy}
            release={release}
            wanted={query.data?.after ?? project.configuration.old_configuration}
            tests={{
              pathOf: (workflowId) => `/project/${projectId}/workflow/edit/${workflowId}?tests`,
              onOpen: onClose,
            }}
          />
        </>
      }
      onConfirm={deploy}
      onClose={onClose}
    />
  )
}
