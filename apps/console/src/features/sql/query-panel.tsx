import { ListTree, Play, X } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { QueryEditor, type QueryName } from '../../ui/code/query-editor.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { Kbd, modKey } from '../../ui/primitives/kbd.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { sqlStrings as strings } from './strings.ts'
import type { useRunQuery } from './use-run-query.ts'

interface QueryPanelProps {
  text: string
  onChange: (text: string) => void
  names: readonly QueryName[]
  /** Why no query can be run; undefined if it can. */
  stopped: string | undefined
  query: ReturnType<typeof useRunQuery>
  /** The id of the element that says why the query failed. */
  failureId: string
  /** Whether the text is not known yet. */
  isLoading: boolean
  /** Shown at the right end of the bar. */
  children?: ReactNode
}

function EditorSkeleton() {
  return (
    <div data-skeleton="query-text" className="flex h-44 flex-col gap-3 rounded-lg border p-3">
      <Skeleton className="h-3 w-1/2" />
      <Skeleton className="h-3 w-1/3" />
    </div>
  )
}

/** The editor with its actions; the place of an error is marked in the text. */
export function QueryPanel(props: QueryPanelProps) {
  const { text, onChange, names, stopped, query, children } = props
  const id = useId()
  const reasonFor = (sql: string) =>
    stopped ?? (sql.trim() === '' ? strings.nothingToRun : undefined)
  const reason = reasonFor(text)
  const start = (explain: boolean, sql = text) =>
    reasonFor(sql) === undefined ? query.run({ sql, explain }) : undefined
  const { problem } = query
  const fault = useMemo(
    () =>
      problem?.position === undefined
        ? undefined
        : { position: problem.position, message: problem.message },
    [problem?.position, problem?.message],
  )
  return (
    <section
      aria-label={strings.query}
      className="flex shrink-0 flex-col rounded-xl border bg-surface shadow-1"
    >
      <div className="flex flex-wrap items-center gap-1.5 px-2 py-2">
        <GatedButton
          variant="primary"
          reason={reason}
          busy={query.isRunning}
          onClick={() => start(false)}
        >
          <Play aria-hidden="true" />
          {strings.run}
        </GatedButton>
        <span className="pr-1.5">
          <Kbd>{modKey('Enter')}</Kbd>
        </span>
        <GatedButton reason={reason} onClick={() => start(true)}>
          <ListTree aria-hidden="true" />
          {strings.explain}
        </GatedButton>
        <GatedButton
          variant="ghost"
          reason={query.isRunning ? undefined : strings.nothingToCancel}
          onClick={query.cancel}
        >
          <X aria-hidden="true" />
          {strings.cancel}
        </GatedButton>
        <div className="ml-auto flex flex-wrap items-center gap-1.5">{children}</div>
      </div>
      <div className="px-2 pb-2">
        {props.isLoading ? (
          <EditorSkeleton />
        ) : (
          <QueryEditor
            label={strings.query}
            value={text}
            onChange={onChange}
            names={names}
            describedBy={problem ? `${props.failureId} ${id}` : id}
            fault={fault}
            onRun={(sql) => start(false, sql)}
            className="h-44 overflow-auto"
          />
        )}
      </div>
      <p id={id} className="px-4 pb-3 text-xs text-fg-3">
        {strings.hint}
      </p>
    </section>
  )
}
