import type { listNeeds } from '@plinth/schema'
import { useId } from 'react'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { templateStrings as words } from './strings.ts'

type Need = ReturnType<typeof listNeeds>[number]

const missingIn = ({ fields }: Need) => fields.flatMap((one) => (one.isMissing ? [one.name] : []))

function NeedState({ need }: { need: Need }) {
  if (need.isMissing) return <StatusPill tone="pending">{words.missingTable}</StatusPill>
  const missing = missingIn(need)
  if (missing.length === 0) return <StatusPill tone="good">{words.there}</StatusPill>
  return <StatusPill tone="pending">{words.missingFields(missing)}</StatusPill>
}

interface TemplateNeedsProps {
  needs: readonly Need[]
  createsTables: boolean
  onCreatesTables: (creates: boolean) => void
}

/** The tables of a template, and whether to create those that the project lacks. */
export function TemplateNeeds({ needs, createsTables, onCreatesTables }: TemplateNeedsProps) {
  const id = useId()
  const isComplete = needs.every((need) => missingIn(need).length === 0)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-xs text-fg-2">
        {words.needs}
      </h3>
      <ul className="mt-1.5 flex flex-col rounded-lg border">
        {needs.map((need) => (
          <li
            key={need.name}
            className="flex min-h-9 items-center gap-2 border-b px-3 text-sm last:border-b-0"
          >
            <span className="font-medium">{need.name}</span>
            <span className="min-w-0 truncate text-xs text-fg-3">
              {need.fields.map(({ name }) => name).join(', ')}
            </span>
            <span className="ml-auto shrink-0">
              <NeedState need={need} />
            </span>
          </li>
        ))}
      </ul>
      {isComplete ? null : (
        <>
          <label className="mt-2.5 flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={createsTables}
              onChange={(event) => onCreatesTables(event.target.checked)}
              aria-describedby={`${id}-hint`}
              className="ring-focus size-4 rounded-sm accent-accent"
            />
            {words.createTables}
          </label>
          <p id={`${id}-hint`} className="mt-1 pl-6 text-xs text-fg-3">
            {createsTables ? words.createTablesHint : words.noTablesHint}
          </p>
        </>
      )}
    </section>
  )
}
