import { useId, useMemo, useRef } from 'react'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { queryNamesOf } from '../../state/schema/query-names.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { NameDialog } from './name-dialog.tsx'
import { QueryActions } from './query-actions.tsx'
import { QueryPanel } from './query-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import { SavedQueries } from './saved-queries.tsx'
import { sqlStrings as strings } from './strings.ts'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { useEditedQuery } from './use-edited-query.ts'
import { useRunQuery } from './use-run-query.ts'

const READABLE = ['open', 'read-only']

/** The queries of one environment; another one starts without the result of this. */
function Queries() {
  const project = useCurrentProject()
  const environment = useEnvironment()
  const { old_configuration: synced } =
    environment === 'dev' ? project.configuration : project.prodConfiguration
  const names = useMemo(() => queryNamesOf(synced), [synced])
  const edited = useEditedQuery(project)
  const query = useRunQuery(project.id, environment)
  const stopped = READABLE.includes(project.availability.state) ? undefined : strings.stopped
  const { text, opened } = edited
  const failureId = useId()
  const column = useRef<HTMLDivElement>(null)
  const focusEditor = () => column.current?.querySelector<HTMLElement>('[role=textbox]')?.focus()
  return (
    <div className="flex h-full min-h-0 gap-3 p-3">
      <h1 className="sr-only">{strings.title}</h1>
      <SavedQueries projectId={project.id} edited={edited} />
      <div ref={column} className="flex min-w-0 flex-1 flex-col gap-3">
        <QueryPanel
          {...{ text, names, stopped, query, failureId }}
          isLoading={edited.isLoading}
          onChange={edited.setText}
        >
          <QueryActions
            projectId={project.id}
            text={text}
            unsavedReason={opened?.sql === text ? strings.nothingToSave : undefined}
            isSaving={edited.isSaving}
            onSave={edited.save}
          />
        </QueryPanel>
        <UnsavedNotice edited={edited} onChosen={focusEditor} />
        <ResultPanel {...{ query, failureId }} />
      </div>
      <NameDialog
        projectId={project.id}
        naming={edited.naming}
        onSaved={edited.finishNaming}
        onClose={() => edited.setNaming(undefined)}
      />
    </div>
  )
}

export function SqlScreen() {
  const project = useCurrentProject()
  usePageTitle(strings.title, project.name)
  return <Queries key={`${project.id} ${useEnvironment()}`} />
}
