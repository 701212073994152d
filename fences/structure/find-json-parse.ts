import { isTest, type Source } from './read-sources.ts'

const SERVER = 'apps/server/src/'

/** Files of the server that may call `JSON.parse`; all others use readStored or readJson of stored-json.ts. */
export const JSON_EDGES: readonly string[] = [
  'foundation/platform/stored-json.ts',
  // Request bodies: with a reviver that refuses keys of a prototype.
  'foundation/http/parsing/parse-json.ts',
  // Worker threads that load no schema library, so that they start fast.
  'rows/runners/sqlite/sqlite-spool-thread.ts',
  'rows/runners/sqlite/sqlite-thread.ts',
  // The child process of scripts contains as little code as possible.
  'workflows/script-runner/inside/main.ts',
].map((file) => SERVER + file)

/** Files that still cast what they parse. Remove a line as soon as its file parses by a schema; add none. */
export const JSON_TO_DO: readonly string[] = [
  'foundation/durable/restate-client.ts',
  'rows/environments/live-environment.ts',
  'rows/read/explain-row.ts',
  'rows/read/read-visible-rows.ts',
  'rows/request/read-auth-user.ts',
  'rows/runners/make-page.ts',
  'rows/runners/postgres/postgres-write.ts',
  'rows/runners/sqlite/sqlite-views.ts',
  'workflows/runs/execute/call-rows.ts',
  'workflows/runs/execute/call-sql.ts',
  'workflows/runs/execute/call-workflow.ts',
  'workflows/runs/execute/execute-step.ts',
  'workflows/runs/execute/open-run.ts',
  'workflows/runs/history/read-run-detail.ts',
  'workflows/runs/history/retry-run.ts',
  'workflows/runs/records/answer-store.ts',
  'workflows/runs/records/error-trigger-store.ts',
  'workflows/runs/records/recorded-outcome.ts',
  'workflows/runs/records/response-store.ts',
  'workflows/runs/records/run-content.ts',
  'workflows/runs/records/run-list-store.ts',
  'workflows/runs/start/read-current-graph.ts',
  'workflows/script-runner/open-runner.ts',
  'workflows/script-runner/runner-process.ts',
].map((file) => SERVER + file)

/** `JSON.parse` gives `any`, which would reach the server's code as whatever type is written beside it. */
export function findJsonParse(sources: readonly Source[]): string[] {
  const allowed = new Set([...JSON_EDGES, ...JSON_TO_DO])
  return sources.flatMap(({ file, parsesJson }) => {
    if (!file.startsWith(SERVER) || isTest(file)) return []
    if (parsesJson && !allowed.has(file))
      return [`${file} calls JSON.parse; use readStored or readJson of stored-json.ts`]
    if (!parsesJson && allowed.has(file))
      return [
        `${file} no longer calls JSON.parse; remove it from fences/structure/find-json-parse.ts`,
      ]
    return []
  })
}
