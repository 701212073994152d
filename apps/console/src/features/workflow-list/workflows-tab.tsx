import { deleteWorkflow, type Workflow } from '@plinth/contract'
import { Plus, Upload, Workflow as WorkflowIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { copyWorkflow } from './copy-workflow.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ListCard } from './list-card.tsx'
import { useReload, useWorkflows } from './list-queries.ts'
import { strings } from './strings.ts'
import { useRemoval } from './use-removal.ts'
import { nameOf, workflowColumns } from './workflow-columns.tsx'

const words = strings.workflow

function useWorkflowRemoval() {
  const projectId = useCurrentProject().id
  return useRemoval<Workflow>({
    what: 'Deleting a workflow',
    words,
    remove: ({ id }) => client.call(deleteWorkflow, { params: { projectId, workflowId: id } }),
    reload: useReload('workflows'),
  })
}

function Actions({ onImport, onCreate }: { onImport: () => void; onCreate: () => void }) {
  return (
    <>
      <Button onClick={onImport}>
        <Upload aria-hidden="true" />
        {words.import}
      </Button>
      <Button variant="primary" onClick={onCreate}>
        <Plus aria-hidden="true" />
        {words.create}
      </Button>
    </>
  )
}

/** The workflows of dev: open, create, import, copy, delete. */
export function WorkflowsTab() {
  const navigate = useNavigate()
  const createPath = `/project/${useCurrentProject().id}/workflow/edit`
  const [importing, setImporting] = useState(false)
  const removal = useWorkflowRemoval()
  const { ask } = removal
  const pathOf = ({ id }: Workflow) => `${createPath}/${id}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking does the same whenever it is made
  const columns = useMemo(
    () => workflowColumns({ pathOf, onCopy: copyWorkflow, onDelete: ask }),
    [createPath],
  )
  return (
    <>
      <ListCard
        label={strings.workflows}
        text={words.text}
        query={useWorkflows()}
        columns={columns}
        onOpen={(workflow) => navigate(pathOf(workflow))}
        actions={
          <Actions onImport={() => setImporting(true)} onCreate={() => navigate(createPath)} />
        }
        empty={<EmptyState icon={<WorkflowIcon />} {...words.empty} />}
      />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
      <ConfirmDialog
        open={removal.open}
        onOpenChange={removal.cancel}
        title={words.removeTitle(removal.item ? nameOf(removal.item) : '')}
        text={words.removeText}
        cancelLabel={strings.cancel}
        confirmLabel={strings.delete}
        busy={removal.busy}
        onConfirm={removal.confirm}
      />
    </>
  )
}
