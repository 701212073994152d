import type { WorkflowVersion } from '@plinth/contract'
import { format } from 'date-fns'
import { useMemo, useState } from 'react'
import { DiffDialog } from '../../ui/code/diff-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Spinner } from '../../ui/primitives/spinner.tsx'
import { useWorkflowVersion, useWorkflowVersions } from './editor/workflow-queries.ts'
import { contentOf, printContent } from './graph/content-of.ts'
import type { WorkflowContent } from './graph/workflow-draft.ts'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'

const words = strings.versions
const FULL = 'MMM d, yyyy, HH:mm:ss'
const PLACED = { hasPositions: true }
const UNPLACED = { hasPositions: false }

interface VersionsDialogProps {
  projectId: string
  workflowId: string
  current: WorkflowContent
  onRestore: (content: WorkflowContent) => void
  onClose: () => void
}

function describe({ revision, created_at, by, releaseId }: WorkflowVersion) {
  const when = format(new Date(created_at), FULL)
  return {
    value: String(revision),
    label: `${words.version(revision)}, ${when}`,
    note: releaseId === null ? by : words.deployed,
  }
}

/** Compares saved versions with the canvas and restores one. */
export function VersionsDialog(props: VersionsDialogProps) {
  const { projectId, workflowId, current } = props
  const versions = useWorkflowVersions(projectId, workflowId)
  const [chosen, setChosen] = useState<string>()
  const revision = chosen ?? String(versions.data?.[0]?.revision ?? '')
  const version = useWorkflowVersion({ projectId, workflowId, revision })
  const content = useMemo(() => version.data && contentOf(version.data), [version.data])
  const before = useMemo(
    () => ({ label: words.saved, text: content ? printContent(content, UNPLACED) : '' }),
    [content],
  )
  const after = useMemo(
    () => ({ label: words.current, text: printContent(current, UNPLACED) }),
    [current],
  )
  const isSame = content !== undefined && before.text === after.text
  const isMoved = useMemo(
    () => isSame && printContent(content, PLACED) !== printContent(current, PLACED),
    [isSame, content, current],
  )
  const failed = versions.isError ? versions : version.isError ? version : undefined
  return (
    <DiffDialog
      open
      onClose={props.onClose}
      title={words.title}
      description={words.description}
      before={before}
      after={after}
      cancelLabel={words.close}
      confirmLabel={words.restore}
      busyLabel={words.restore}
      busy={false}
      blocked={content === undefined || (isSame && !isMoved)}
      onConfirm={() => content && props.onRestore(content)}
      above={
        failed ? (
          <ErrorState busy={failed.isFetching} onRetry={() => failed.refetch()} />
        ) : versions.data ? (
          <Field
            label={words.choose}
            hint={isMoved ? words.moved : isSame ? words.same : undefined}
            className="mb-3 max-w-120"
          >
            {(control) => (
              <Select
                {...control}
                value={revision}
                options={versions.data.map(describe)}
                onValueChange={setChosen}
              />
            )}
          </Field>
        ) : (
          <p role="status" className="mb-3 flex h-14 items-center gap-2 text-sm text-fg-2">
            <Spinner /> {words.loading}
          </p>
        )
      }
    />
  )
}
