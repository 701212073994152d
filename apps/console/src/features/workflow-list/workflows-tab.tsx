import { deleteWorkflow, type Workflow } from '@plinth/contract'
import { LayoutTemplate, Plus, Upload, Workflow as WorkflowIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { useStopReason } from '../../state/availability.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { ImportWorkflowDialog } from './import-workflow-dialog.tsx'
import { ListCard } from './list-card.tsx'
import { useReload, useWorkflows } from './list-queries.ts'
import { workflowListStrings as strings } from './strings.ts'
import { hasTag } from './tags/list-tags.ts'
import { TagFilterBar } from './tags/tag-filter-bar.tsx'
import { useTagFilter } from './tags/use-tag-filter.ts'
import { templateStrings } from './templates/strings.ts'
import { TemplateDialog } from './templates/template-dialog.tsx'
import { useRemoval } from './use-removal.ts'
import { useWorkflowColumns } from './use-workflow-columns.ts'
import { workflowNameOf } from './workflow-columns.tsx'

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

interface ActionsProps {
  search: string
  onSearch: (search: string) => void
  reason: string | undefined
  onImport: () => void
  onTemplate: () => void
  onCreate: () => void
}

function Actions(props: ActionsProps) {
  const { search, onSearch, reason, onImport, onTemplate, onCreate } = props
  return (
    <>
      <SearchInput label={words.search} value={search} onValueChange={onSearch} className="w-56" />
      <GatedButton reason={reason} onClick={onImport}>
        <Upload aria-hidden="true" />
        {words.import}
      </GatedButton>
      <GatedButton reason={reason} onClick={onTemplate}>
        <LayoutTemplate aria-hidden="true" />
        {templateStrings.open}
      </GatedButton>
      <GatedButton reason={reason} variant="primary" onClick={onCreate}>
        <Plus aria-hidden="true" />
        {words.create}
      </GatedButton>
    </>
  )
}

/** List of workflows. Those of production can only be opened and copied. */
export function WorkflowsTab() {
  const navigate = useNavigate()
  const environment = useEnvironment()
  const isProduction = environment === 'production'
  const stopped = useStopReason()
  const reason = isProduction ? words.readOnly : stopped
  const base = `/project/${useCurrentProject().id}/workflow`
  const createPath = `${base}/edit`
  const [search, setSearch] = useState('')
  const { tag, change: filterByTag } = useTagFilter()
  const query = useWorkflows()
  const [opened, setOpened] = useState<'import' | 'template'>()
  const close = () => setOpened(undefined)
  const removal = useWorkflowRemoval()
  const pathOf = ({ id }: Workflow) => `${createPath}/${id}`
  const columns = useWorkflowColumns({
    base,
    canChange: reason === undefined,
    onDelete: removal.ask,
    tag,
    onTag: filterByTag,
  })
  return (
    <>
      <ListCard
        label={strings.workflows}
        text={words.text[environment]}
        query={query}
        columns={columns}
        only={{
          matches: (workflow) =>
            hasTag(workflow, tag) &&
            workflowNameOf(workflow).toLowerCase().includes(search.trim().toLowerCase()),
          none: (
            <EmptyState
              icon={<WorkflowIcon />}
              title={words.none.title}
              text={tag === undefined ? words.none.text : words.none.tagged(tag)}
            />
          ),
        }}
        filters={<TagFilterBar workflows={query.data ?? []} tag={tag} onChange={filterByTag} />}
        onOpen={(workflow) => navigate(pathOf(workflow))}
        actions={
          <Actions
            search={search}
            onSearch={setSearch}
            reason={reason}
            onImport={() => setOpened('import')}
            onTemplate={() => setOpened('template')}
            onCreate={() => navigate(createPath)}
          />
        }
        empty={
          <EmptyState
            icon={<WorkflowIcon />}
            {...(isProduction ? words.production : words.empty)}
          />
        }
      />
      <ImportWorkflowDialog open={opened === 'import'} onClose={close} />
      <TemplateDialog
        open={opened === 'template'}
        names={query.data?.map(({ name }) => name) ?? []}
        onClose={close}
      />
      <ConfirmDialog
        open={removal.open}
        onOpenChange={removal.cancel}
        title={words.removeTitle(removal.item ? workflowNameOf(removal.item) : '')}
        text={words.removeText}
        cancelLabel={strings.cancel}
        confirmLabel={strings.delete}
        busy={removal.busy}
        onConfirm={removal.confirm}
      />
    </>
  )
}
