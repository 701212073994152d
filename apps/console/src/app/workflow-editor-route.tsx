import { lazy, Suspense, useCallback } from 'react'
import { WorkflowEditorScreen } from '../features/workflow-editor/workflow-editor-screen.tsx'
import {
  CredentialDialog,
  type CredentialDialogProps,
} from '../state/credentials/credential-dialog.ts'
import { useCurrentProject } from '../state/current-project.tsx'
import type { RelationValue } from '../state/filter/condition-value.tsx'
import { RelatedRows } from '../state/filter/related-rows.ts'

const RelatedValue = lazy(async () => ({
  default: (await import('../features/row-grid/toolbar/related-value.tsx')).RelatedValue,
}))

const CredentialOverlay = lazy(async () => ({
  default: (await import('./credential-overlay.tsx')).CredentialOverlay,
}))

const credentialDialog = (props: CredentialDialogProps) => (
  <Suspense fallback={null}>
    <CredentialOverlay {...props} />
  </Suspense>
)

/** The workflow editor with the grid's control for rows of related tables and the form of credentials. */
export function WorkflowEditorRoute() {
  const { id: projectId, configuration } = useCurrentProject()
  const synced = configuration.old_configuration
  const relationValue: RelationValue = useCallback(
    (choice) => (
      <Suspense fallback={<div className="h-8" />}>
        <RelatedValue
          {...choice}
          synced={synced}
          scope={{ projectId, environment: 'dev', table: '' }}
        />
      </Suspense>
    ),
    [projectId, synced],
  )
  return (
    <RelatedRows value={relationValue}>
      <CredentialDialog value={credentialDialog}>
        <WorkflowEditorScreen />
      </CredentialDialog>
    </RelatedRows>
  )
}
