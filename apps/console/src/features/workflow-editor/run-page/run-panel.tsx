import type { RunDetail } from '@plinth/contract'
import { format } from 'date-fns'
import { Link } from 'react-router'
import { shownWorkflowName } from '../../../state/workflow-name.ts'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { ErrorBox } from './error-box.tsx'
import { Facts } from './facts.tsx'
import { ValueBox } from './value-box.tsx'

const words = runPageStrings.run
const FULL = 'MMM d, HH:mm:ss.SSS'
const linkStyle = 'ring-focus rounded-sm font-mono text-accent-text hover:underline'

const moment = (iso: string | null) => (iso === null ? words.notYet : format(new Date(iso), FULL))

function took({ startedOn, endedOn }: RunDetail): string {
  if (startedOn === null) return words.notYet
  const end = endedOn === null ? Date.now() : Date.parse(endedOn)
  return printDuration(end - Date.parse(startedOn))
}

/** The id by which a tracing system finds the run. */
function TraceId({ id }: { id: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <span title={id} className="min-w-0 truncate font-mono">
        {id}
      </span>
      <CopyButton label={words.copyTrace} copiedLabel={words.copied} text={id} className="-my-1" />
    </span>
  )
}

/** Details of the whole run. */
export function RunPanel({ run, projectId }: { run: RunDetail; projectId: string }) {
  return (
    <section
      aria-label={runPageStrings.list.overview}
      className="h-full overflow-y-auto bg-surface"
    >
      <header className="flex h-11 items-center border-b px-4">
        <h2 className="text-sm font-semibold">{runPageStrings.list.overview}</h2>
      </header>
      {run.error === null ? null : <ErrorBox node={run.error.node} message={run.error.message} />}
      <Facts
        facts={[
          [words.workflow, shownWorkflowName(run.workflowName)],
          [words.version, run.version],
          [words.environment, run.environment],
          [words.by, runPageStrings.trigger[run.trigger]],
          [words.started, moment(run.startedOn)],
          [words.ended, moment(run.endedOn)],
          [words.took, took(run)],
          ...(run.replayOf === null
            ? []
            : ([
                [
                  words.replayOf,
                  <Link
                    key="of"
                    to={`/project/${projectId}/workflow/run/${run.replayOf}`}
                    className={linkStyle}
                  >
                    {run.replayOf}
                  </Link>,
                ],
              ] as const)),
          ...(run.traceId === null
            ? []
            : ([[words.trace, <TraceId key="trace" id={run.traceId} />]] as const)),
        ]}
      />
      {run.payload === null ? null : <ValueBox title={words.payload} value={run.payload} />}
      {run.result === null ? null : <ValueBox title={words.result} value={run.result} />}
    </section>
  )
}
