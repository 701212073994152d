import { createWorkflowTest, exportRun, type Run, replayRun, retryRun } from '@plinth/contract'
import { format } from 'date-fns'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { downloadText } from '../../../ui/format/download-text.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { Json } from '../execution/execution.ts'
import { type NamedRun, stopRun } from '../execution/follow-run.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { testStrings } from '../strings/test-strings.ts'

function showError(title: string, error: unknown) {
  logFailure(title, error)
  const description = error instanceof Error ? { description: error.message } : {}
  showToast({ title, ...description, variant: 'destructive' })
}

/** Actions on a run. */
export function useRunActions(params: NamedRun) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'starting' | 'stopping' | 'exporting' | 'making'>()
  const during = async (what: NonNullable<typeof busy>, work: () => Promise<void>) => {
    if (busy) return
    setBusy(what)
    await work()
    setBusy(undefined)
  }
  /** Opens the new run in place of this one. */
  const start = (begin: () => Promise<{ run: Run }>, failed: string) =>
    during('starting', async () => {
      try {
        const { run } = await begin()
        showToast({ title: runPageStrings.toast.started })
        navigate(`/project/${params.projectId}/workflow/run/${run.id}`)
      } catch (error) {
        showError(failed, error)
      }
    })
  return {
    isStarting: busy === 'starting',
    isStopping: busy === 'stopping',
    isExporting: busy === 'exporting',
    isMaking: busy === 'making',
    makeTest: ({ id: runId, workflowId, trigger, createdOn }: Run) =>
      during('making', async () => {
        const when = format(new Date(createdOn), 'MMM d, yyyy, HH:mm:ss')
        const name = testStrings.newName(runPageStrings.trigger[trigger], when)
        try {
          const { projectId } = params
          const body = { runId, name }
          await client.call(createWorkflowTest, { params: { projectId, workflowId }, body })
          showToast({ title: testStrings.made, description: testStrings.madeText })
        } catch (error) {
          showError(testStrings.makeFailed, error)
        }
      }),
    retry: (version: 'same' | 'today') =>
      start(
        () => client.call(retryRun, { params, body: { version } }),
        runPageStrings.toast.retryFailed,
      ),
    replay: (from: string, input: Json | undefined) =>
      start(
        () =>
          client.call(replayRun, {
            params,
            body: { from, ...(input === undefined ? {} : { input }) },
          }),
        runPageStrings.toast.replayFailed,
      ),
    cancel: () => during('stopping', () => stopRun(params)),
    save: () =>
      during('exporting', async () => {
        try {
          const file = await client.download(exportRun, { params })
          downloadText({
            name: `${params.runId}.json`,
            type: 'application/json',
            text: await file.text(),
          })
        } catch (error) {
          showError(runPageStrings.toast.exportFailed, error)
        }
      }),
  }
}

export type RunActions = ReturnType<typeof useRunActions>
