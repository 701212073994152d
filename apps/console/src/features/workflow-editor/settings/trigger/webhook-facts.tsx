import type { WorkflowNode } from '@plinth/contract'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { useDevCredentials } from '../../editor/workflow-queries.ts'
import { triggerStrings } from '../../strings/trigger-strings.ts'

const words = triggerStrings.webhook

/** The credential parameter of each check. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  signature: 'signing_key',
  bearer: 'bearer_token',
  basic: 'basic_auth',
  header: 'header_key',
}

/** Method and authentication of a webhook as they are set in the draft. */
export function WebhookFacts({ data }: Pick<WorkflowNode, 'data'>) {
  const { id: projectId } = useCurrentProject()
  const credentials = useDevCredentials(projectId).data ?? []
  const { parameters } = data
  const method = String(parameters.method ?? '') || 'POST'
  const check = String(parameters.check ?? '') || 'none'
  const parameter = CREDENTIALS[check]
  const id = parameter === undefined ? undefined : data.credentials[parameter]
  const name = credentials.find((one) => one.id === id)?.name
  const entries = [
    [words.method, method === 'any' ? words.anyMethod : method],
    [
      words.authentication,
      words.checkOf(check, parameter === undefined ? undefined : (name ?? '')),
    ],
  ]
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-xs">
      {entries.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-fg-2">{term}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
