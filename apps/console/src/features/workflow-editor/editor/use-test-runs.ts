import { useEffect, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import {
  cancel,
  type Execution,
  execute,
  failedNodeOf,
  recover,
  showRunOf,
} from '../execution/execution.ts'
import { listenForCall, stopListening, useListening } from '../execution/listening.ts'
import { producedIn } from '../execution/run-results.ts'
import { useShownRun } from '../execution/shown-run.ts'
import { pinNode } from '../graph/graph.ts'
import { partOfRun, type RunPart, triggerBefore } from '../graph/part-of-run.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { nodeDataStrings } from '../strings/node-data-strings.ts'
import type { Editor } from './create-editor.ts'
import { selectOnly } from './selection.ts'
import { triggersOf } from './trigger-dialog.tsx'
import { withSample } from './with-sample.ts'

interface TestRunsOptions {
  projectId: string
  workflowId: string | undefined
  editor: Editor
  execution: Execution
  /** Returns the id of the saved workflow; undefined if it was not saved. */
  save: () => Promise<string | undefined>
}

/** Opens the editor with the run that the address names, or with the caller's last one. */
function useOpenedRun(projectId: string, workflowId: string | undefined) {
  const { shownRun, forget } = useShownRun()
  useEffect(() => {
    if (workflowId === undefined) return
    const place = { projectId, workflowId }
    if (shownRun === null) return void recover(place)
    showRunOf(place, shownRun).catch((error) => {
      logFailure('Opening a run', error)
      showToast({ title: nodeDataStrings.run.failed, variant: 'destructive' })
      recover(place)
    })
  }, [projectId, workflowId, shownRun])
  return forget
}

const FIELDS = 'input, textarea, [contenteditable=true]'

/** Opens the node at which a run failed, unless the user does something else by now. */
function useOpenFailure(editor: Editor) {
  return (workflowId: string, { draft, selection }: ReturnType<Editor['get']>) => {
    const failed = failedNodeOf(workflowId)
    const now = editor.get()
    const isIdle = now.draft.history === draft.history && now.selection === selection
    if (failed === undefined || !isIdle || document.activeElement?.matches(FIELDS)) return
    if (!selection.nodes.has(failed)) editor.select(selectOnly(failed))
  }
}

/** Test runs of the editor's draft: of the whole canvas or of a part. */
export function useTestRuns({ projectId, workflowId, editor, execution, save }: TestRunsOptions) {
  const stopped = useStopReason()
  const { tables } = useCurrentProject().configuration.new_configuration
  const forgetOpenedRun = useOpenedRun(projectId, workflowId)
  const [isChoosing, setChoosing] = useState(false)
  const isBlocked = () => {
    const reason = stopped ?? (execution.isRunning ? strings.run.inProgress : undefined)
    if (reason !== undefined) showToast({ title: reason })
    return reason !== undefined
  }
  const listening = useListening(workflowId)
  useEffect(() => {
    if (workflowId !== undefined) return () => stopListening(workflowId)
  }, [workflowId])
  const openFailure = useOpenFailure(editor)
  const start = async (wanted: Parameters<typeof execute>[0]) => {
    stopListening(wanted.workflowId)
    const before = editor.get()
    const ended = execute(wanted)
    forgetOpenedRun()
    await ended
    openFailure(wanted.workflowId, before)
  }
  /** Runs the canvas; a workflow that is not saved or not active yet is saved and switched on first. */
  const run = async (trigger?: string) => {
    if (isBlocked()) return
    if (trigger === undefined && triggersOf(editor.content()).length > 1) return setChoosing(true)
    setChoosing(false)
    if (!editor.content().active) editor.edit((content) => ({ ...content, active: true }))
    const id = workflowId ?? (await save())
    if (id === undefined) return
    await start(withSample({ projectId, workflowId: id, ...editor.content(), trigger }, tables))
  }
  /** Runs a part of the canvas with what the nodes before it produced in the shown run. */
  const runPart = async (part: RunPart, nodeId: string) => {
    if (isBlocked()) return
    const id = workflowId ?? (await save())
    if (id === undefined) return
    const content = editor.content()
    const produced = producedIn(execution.records)
    const graph = partOfRun(content, { part, nodeId, produced })
    const trigger = triggerBefore(content, { nodeId, produced })
    await start(withSample({ projectId, workflowId: id, ...graph, trigger }, tables))
  }
  /** Listens for the next call of a webhook and runs the canvas with it, as it is when the call arrives. */
  const listen = async (nodeId: string) => {
    if (isBlocked()) return
    const isSaved = editor.get().draft.saved.nodes.some(({ id }) => id === nodeId)
    const id = workflowId !== undefined && isSaved ? workflowId : await save()
    if (id === undefined) return
    const heard = await listenForCall({ projectId, workflowId: id, nodeId })
    if (!heard) return
    // The call replaces a pin of the trigger.
    const content = pinNode(editor.content(), { id: nodeId, value: undefined })
    await start({ projectId, workflowId: id, ...content, trigger: nodeId, data: heard.call })
  }
  const triggerRuns = {
    listening,
    isStored: workflowId !== undefined,
    listen,
    stopListening: () => {
      if (workflowId !== undefined) stopListening(workflowId)
    },
  }
  const stop = () => {
    if (workflowId !== undefined) cancel({ projectId, workflowId })
  }
  const choosing = { isOpen: isChoosing, close: () => setChoosing(false) }
  return { run, runPart, stop, choosing, triggerRuns }
}
