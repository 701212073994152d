import { Download, SquareTerminal } from 'lucide-react'
import { RowsSkeleton } from '../../state/screen-skeletons.tsx'
import { downloadText } from '../../ui/format/download-text.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { QueryFailure } from './query-failure.tsx'
import { ResultGrid } from './result-grid.tsx'
import { sqlStrings as strings } from './strings.ts'
import type { QueryAnswer, QueryResult, useRunQuery } from './use-run-query.ts'
import { cellText, writeCsv, writeJson } from './write-result.ts'

interface ResultPanelProps {
  query: ReturnType<typeof useRunQuery>
  /** The id of the element that says why the query failed. */
  failureId: string
}

function Downloads({ answer }: { answer: QueryAnswer }) {
  const save = (name: string, type: string, text: string) => downloadText({ name, type, text })
  return (
    <div className="ml-auto flex gap-1.5">
      <Button
        size="sm"
        onClick={async () => save('result.csv', 'text/csv', await writeCsv(answer))}
      >
        <Download aria-hidden="true" />
        {strings.downloadCsv}
      </Button>
      <Button size="sm" onClick={() => save('result.json', 'application/json', writeJson(answer))}>
        <Download aria-hidden="true" />
        {strings.downloadJson}
      </Button>
    </div>
  )
}

function Plan({ rows }: Pick<QueryAnswer, 'rows'>) {
  return (
    <section
      aria-label={strings.plan}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className="ring-focus min-h-0 flex-1 overflow-auto px-4 py-3"
    >
      <p className="mb-2 text-xs text-fg-2">{strings.planText}</p>
      <pre className="font-mono text-xs leading-5">
        {rows.map((row) => cellText(row[0])).join('\n')}
      </pre>
    </section>
  )
}

function Rows({ result }: { result: QueryResult }) {
  const { columns, rows, truncated } = result
  return (
    <>
      {truncated ? (
        <p
          role="status"
          className="shrink-0 border-b bg-warn-soft px-4 py-2 text-xs text-warn-text"
        >
          {strings.truncated}
        </p>
      ) : null}
      {/* A new answer starts at its first row. */}
      <ResultGrid key={result.number} columns={columns} rows={rows} />
      {rows.length === 0 ? (
        <p className="shrink-0 border-t px-4 py-2 text-xs text-fg-2">{strings.noRows}</p>
      ) : null}
    </>
  )
}

function describe({ isPlan, rows, ms }: QueryResult): string {
  return isPlan ? strings.planned(ms) : strings.count(rows.length, ms)
}

/** The rows or the plan of the last query, or why it failed. */
export function ResultPanel({ query, failureId }: ResultPanelProps) {
  const { result, isRunning, isCancelled, problem } = query
  const isPlan = result?.isPlan === true
  return (
    <div
      aria-busy={isRunning}
      className="flex min-h-60 flex-1 flex-col overflow-hidden rounded-xl border bg-surface shadow-1"
    >
      <header className="flex h-11 shrink-0 items-center gap-3 border-b pr-2 pl-4">
        <h2 className="text-sm font-semibold">{isPlan ? strings.plan : strings.result}</h2>
        <p role="status" className="text-xs text-fg-2">
          {isRunning ? strings.running : isCancelled ? strings.cancelled : null}
          {result && !isRunning ? describe(result) : null}
        </p>
        {result && !isPlan ? <Downloads answer={result} /> : null}
      </header>
      {result && isPlan ? <Plan rows={result.rows} /> : null}
      {result && !isPlan ? <Rows result={result} /> : null}
      <QueryFailure id={failureId} query={query} />
      {isRunning && !result ? <RowsSkeleton rowHeight={32} /> : null}
      {result || problem || isRunning ? null : (
        <EmptyState
          icon={<SquareTerminal />}
          title={strings.emptyTitle}
          text={strings.emptyText}
          className="flex-1 justify-center"
        />
      )}
    </div>
  )
}
