import { createWorkflow, updateWorkflow, type Workflow } from '@plinth/contract'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { readStale } from '../../../api/read-stale.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { contentOf, workflowBodyOf } from '../graph/content-of.ts'
import type { WorkflowContent } from '../graph/workflow-draft.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import type { Editor } from './create-editor.ts'
import { rejectedNode } from './rejected-node.ts'
import { useGoTo } from './use-go-to.ts'

const { toast } = strings

/** Both sides of a save conflict. */
export interface WorkflowCollision {
  mine: WorkflowContent
  theirs: WorkflowContent
  revision: number
}

interface SaveOptions {
  projectId: string
  workflowId: string | undefined
  editor: Editor
  onSaved: () => void
  onCreated: (workflow: Workflow) => void
}

function readCollision(error: unknown, mine: WorkflowContent): WorkflowCollision | undefined {
  const details = readStale<{ revision?: unknown; theirs?: unknown }>(error)
  const theirs = details?.theirs as Workflow | undefined
  const revision = details?.revision ?? theirs?.revision
  if (typeof revision !== 'number' || !Array.isArray(theirs?.nodes)) return undefined
  return { mine, theirs: contentOf(theirs), revision }
}

function showFailure(title: string, error: unknown) {
  logFailure('Saving the workflow', error)
  const description = error instanceof Error ? error.message : undefined
  showToast({ title, ...(description ? { description } : {}), variant: 'destructive' })
}

/**
 * Creates the workflow on the first save, then updates it; a newer revision is reported as a
 * conflict. A node that the server rejects is selected.
 */
export function useSaveWorkflow(options: SaveOptions) {
  const { projectId, workflowId, editor, onSaved, onCreated } = options
  const goTo = useGoTo(editor)
  const [isSaving, setSaving] = useState(false)
  const [collision, setCollision] = useState<WorkflowCollision>()

  const create = async (content: WorkflowContent) => {
    const { data } = await client.call(createWorkflow, {
      params: { projectId },
      body: workflowBodyOf(content),
    })
    editor.saved({ content, revision: data.workflow.revision })
    showToast({ title: toast.created })
    onCreated(data.workflow)
    return data.workflow.id as string
  }
  const update = async (id: string, content: WorkflowContent) => {
    const { revision } = editor.get().draft
    const { data } = await client.call(updateWorkflow, {
      params: { projectId, workflowId: id },
      body: workflowBodyOf(content),
      ...(revision === undefined ? {} : { ifMatch: revision }),
    })
    editor.saved({ content, revision: data.workflow.revision })
    setCollision(undefined)
    showToast({ title: toast.saved })
    return id
  }
  /** Returns the id of the saved workflow; undefined if it was not saved. */
  const save = async (): Promise<string | undefined> => {
    if (isSaving) return undefined
    const content = editor.content()
    setSaving(true)
    try {
      const saved = await (workflowId === undefined ? create(content) : update(workflowId, content))
      onSaved()
      return saved
    } catch (error) {
      const met = readCollision(error, content)
      const rejected = rejectedNode(error, content.nodes)
      if (rejected !== undefined) goTo(rejected)
      if (met) setCollision(met)
      else showFailure(workflowId === undefined ? toast.createFailed : toast.saveFailed, error)
      return undefined
    } finally {
      setSaving(false)
    }
  }
  const keepMine = async () => {
    if (!collision) return
    const { theirs, revision } = collision
    editor.rebase({ content: editor.content(), saved: theirs, revision })
    await save()
  }
  const takeTheirs = () => {
    if (!collision) return
    const { theirs, revision } = collision
    editor.rebase({ content: theirs, saved: theirs, revision })
    setCollision(undefined)
  }
  const giveUp = () => setCollision(undefined)
  return { save, isSaving, collision, keepMine, takeTheirs, giveUp }
}
