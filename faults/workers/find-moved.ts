import { requestRuntime } from '../../apps/server/src/foundation/durable/request-runtime.ts'

/** Which of these runs the durable runtime executed elsewhere than in a deployment. */
export async function findMoved(
  { adminUrl }: { adminUrl: string },
  { ids, id }: { ids: readonly string[]; id: string },
): Promise<string[]> {
  const query = `select idempotency_key from sys_invocation
    where pinned_deployment_id <> '${id}' and target_service_name = 'plinthRuns1'`
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const asked = { path: 'query', headers, body: JSON.stringify({ query }) }
  const { text } = await requestRuntime(adminUrl, asked)
  const { rows } = JSON.parse(text) as { rows: { idempotency_key: string }[] }
  const elsewhere = new Set(rows.map(({ idempotency_key: key }) => key))
  return ids.filter((run) => elsewhere.has(run)).map((run) => `${run} left the version it began on`)
}
