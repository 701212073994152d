import type { SavedQuery } from '@plinth/contract'
import { useMemo, useState } from 'react'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { queryNamesOf } from '../../state/schema/query-names.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { NameDialog, type Naming } from './name-dialog.tsx'
import { QueryActions } from './query-actions.tsx'
import { QueryPanel } from './query-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import { SavedQueries } from './saved-queries.tsx'
import { describeFailure, useSavedQueries, useSaveQuery } from './saved-query-calls.ts'
import { sqlStrings as strings } from './strings.ts'
import { useQueryText } from './use-query-text.ts'
import { useRunQuery } from './use-run-query.ts'

const READABLE = ['open', 'read-only']

/** The text in the editor with the saved query it belongs to, and how both are saved. */
function useEditedQuery(projectId: string) {
  const { text, openedId, setText, open } = useQueryText(projectId)
  const list = useSavedQueries(projectId)
  const save = useSaveQuery(projectId)
  const [naming, setNaming] = useState<Naming>()
  const opened = list.data?.find(({ id }) => id === openedId)
  const show = ({ id, sql }: SavedQuery) => open({ text: sql, openedId: id })
  const fail = (error: unknown) =>
    showToast({
      title: strings.saveFailed,
      description: describeFailure(error),
      variant: 'destructive',
    })
  return {
    ...{ text, setText, list, opened, naming, setNaming, show },
    isSaving: save.isPending,
    startNew: () => open({ text: '' }),
    save: () =>
      opened
        ? save.mutate({ name: opened.name, sql: text, saved: opened }, { onError: fail })
        : setNaming({ sql: text }),
    /** A renamed query may not be the one in the editor. */
    finishNaming: (query: SavedQuery) => {
      if (!naming?.saved) show(query)
      setNaming(undefined)
    },
  }
}

/** The queries of one environment; another one starts without the result of this. */
function Queries() {
  const project = useCurrentProject()
  const environment = useEnvironment()
  const { old_configuration: synced } =
    environment === 'dev' ? project.configuration : project.prodConfiguration
  const names = useMemo(() => queryNamesOf(synced), [synced])
  const edited = useEditedQuery(project.id)
  const query = useRunQuery(project.id, environment)
  const stopped = READABLE.includes(project.availability.state) ? undefined : strings.stopped
  const { text, opened } = edited
  return (
    <div className="flex h-full min-h-0 gap-3 p-3">
      <h1 className="sr-only">{strings.title}</h1>
      <SavedQueries
        projectId={project.id}
        list={edited.list}
        openedId={opened?.id}
        onOpen={edited.show}
        onNew={edited.startNew}
        onRename={edited.setNaming}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <QueryPanel {...{ text, names, stopped, query }} onChange={edited.setText}>
          <QueryActions
            projectId={project.id}
            text={text}
            unsavedReason={opened?.sql === text ? strings.nothingToSave : undefined}
            isSaving={edited.isSaving}
            onSave={edited.save}
          />
        </QueryPanel>
        <ResultPanel result={query.result} isRunning={query.isRunning} />
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
