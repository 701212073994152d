import { CircleAlert } from 'lucide-react'
import { lineColumn } from './line-column.ts'
import { sqlStrings as strings } from './strings.ts'
import type { useRunQuery } from './use-run-query.ts'

interface QueryFailureProps {
  id: string
  query: ReturnType<typeof useRunQuery>
}

/** The line of a query with the word that begins at the position marked. */
function Excerpt({ sql, position }: { sql: string; position: number }) {
  const { line, column } = lineColumn(sql, position)
  const text = sql.split('\n')[line - 1] ?? ''
  const from = column - 1
  const word = /^\w+/.exec(text.slice(from))?.[0] ?? text.slice(from, from + 1)
  return (
    // The alert names the line and the column.
    <pre
      aria-hidden="true"
      className="mt-2.5 overflow-x-auto rounded-md border bg-sunken px-3 py-2 font-mono text-xs leading-5 text-fg"
    >
      <span className="mr-3 text-fg-3 select-none">{line}</span>
      {text.slice(0, from)}
      <mark className="rounded-xs bg-danger-soft text-danger-text underline decoration-wavy">
        {word === '' ? ' ' : word}
      </mark>
      {text.slice(from + word.length)}
    </pre>
  )
}

/** Why the last query has no result, in the place of the result. */
export function QueryFailure({ id, query }: QueryFailureProps) {
  const { problem, asked } = query
  if (!problem) return null
  const sql = asked?.sql ?? ''
  const place = problem.position === undefined ? undefined : lineColumn(sql, problem.position)
  return (
    <div id={id} role="alert" className="min-h-0 flex-1 overflow-auto px-4 py-3.5 text-sm">
      <p className="flex gap-2 text-danger-text">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {place ? (
            <strong className="mr-1.5">{strings.at(place.line, place.column)}:</strong>
          ) : null}
          {problem.message}
        </span>
      </p>
      {problem.position === undefined ? null : <Excerpt sql={sql} position={problem.position} />}
    </div>
  )
}
