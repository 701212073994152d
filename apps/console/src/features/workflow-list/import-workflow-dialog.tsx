import { ApiError } from '@plinth/client'
import { createWorkflow } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { LazyJsonTextEditor } from '../../ui/code/lazy-json-text-editor.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { useReload } from './list-queries.ts'
import { IMPORT_TEMPLATE, type ImportBody, readImport } from './read-import.ts'
import { workflowListStrings as strings } from './strings.ts'
import { WorkflowProblem } from './workflow-problem.tsx'

const words = strings.importing

function useImport(onDone: () => void) {
  const projectId = useCurrentProject().id
  const reload = useReload('workflows')
  const [problem, setProblem] = useState<string>()
  const fail = (toast: { title: string; description: string }, reason = toast.description) => {
    setProblem(reason)
    showToast({ ...toast, variant: 'destructive' })
  }
  const failed = { title: words.failed, description: words.failedText }
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ImportBody) => client.call(createWorkflow, { params: { projectId }, body }),
    onSuccess: () => {
      showToast({ title: words.imported })
      onDone()
      return reload()
    },
    onError: (error) => {
      logFailure('Importing a workflow', error)
      fail(failed, error instanceof ApiError ? error.message : strings.unreachable)
    },
  })
  const start = (text: string) => {
    setProblem(undefined)
    const read = readImport(text)
    if ('body' in read) mutate(read.body)
    else if ('missing' in read) {
      fail({ title: words.invalid, description: words.missing(read.missing) })
    } else fail(failed, words.notJson)
  }
  return { start, busy: isPending, problem }
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState(IMPORT_TEMPLATE)
  const { start, busy, problem } = useImport(onDone)
  return (
    <>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <LazyJsonTextEditor
          label={words.editor}
          value={text}
          onChange={setText}
          height="h-100"
          invalid={problem !== undefined}
        />
        <WorkflowProblem>{problem}</WorkflowProblem>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{strings.cancel}</Button>
        <Button variant="primary" busy={busy} onClick={() => start(text)}>
          {words.import}
        </Button>
      </DialogFooter>
    </>
  )
}

export function ImportWorkflowDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={words.title}
      description={words.text}
      className="w-160"
    >
      <ImportForm onDone={onClose} />
    </Dialog>
  )
}
