import type { Configuration } from '@plinth/contract'
import { lazy, type Ref, Suspense, useState } from 'react'
import { printConfiguration } from '../../state/schema/print-configuration.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { LineSkeletons } from '../../ui/primitives/line-skeletons.tsx'
import type { TextIssue } from './check-json-text.ts'
import type { JsonState, JsonText } from './json-editor.tsx'
import { jsonModeStrings as strings } from './strings.ts'

const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }))

interface JsonModeProps {
  text: Ref<JsonText>
  configuration: Configuration
  isEdited: boolean
  isReadOnly?: boolean
  /** How many errors prevented applying the text; 0 if it was not attempted. */
  refused: number
  onState: (state: JsonState) => void
  onDiscard: () => void
}

function IssueState({ issues }: { issues: readonly TextIssue[] | undefined }) {
  if (issues === undefined) return strings.checking
  const errors = issues.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return strings.errors(errors)
  return issues.length > 0 ? strings.warnings(issues.length) : strings.valid
}

/** The whole configuration as raw JSON. */
export function JsonMode({
  text,
  configuration,
  isEdited,
  isReadOnly = false,
  refused,
  onState,
  onDiscard,
}: JsonModeProps) {
  // Only the initial text: the editor owns it from here on, and outside changes are pushed into it.
  const [start] = useState(() => printConfiguration(configuration))
  const [issues, setIssues] = useState<readonly TextIssue[] | undefined>([])
  return (
    <section
      aria-label={strings.label}
      className="flex min-h-80 flex-1 flex-col overflow-hidden rounded-xl border bg-surface shadow-1"
    >
      {refused > 0 ? (
        <div
          role="alert"
          className="flex items-center justify-between gap-3 border-b bg-danger-soft px-3.5 py-2 text-sm text-danger-text"
        >
          <span>{strings.blocked(refused)}</span>
          <Button size="sm" onClick={onDiscard}>
            {strings.discard}
          </Button>
        </div>
      ) : null}
      <Suspense
        fallback={
          <div className="min-h-0 flex-1 py-2 pl-12">
            <LineSkeletons label={strings.loading} count={5} className="h-5" />
          </div>
        }
      >
        <JsonEditor ref={text} {...{ start, isReadOnly }} onState={onState} onIssues={setIssues} />
      </Suspense>
      <footer className="flex h-8 shrink-0 items-center gap-3 border-t bg-sunken/60 px-3.5 text-xs text-fg-2">
        <span role="status">
          <IssueState issues={issues} />
        </span>
        {isEdited ? (
          <span className="flex items-center gap-1.5 text-warn-text">
            <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
            {strings.unsaved}
          </span>
        ) : null}
      </footer>
    </section>
  )
}
