import { isTest, type Source } from './read-sources.ts'

const SERVER = 'apps/server/src/'

/** Files of the server that may call `JSON.parse`; all others use readStored or readJson of stored-json.ts. */
export const JSON_EDGES: readonly string[] = [
  'foundation/platform/stored-json.ts',
  // Request bodies: with a reviver that refuses keys of a prototype.
  'foundation/http/parsing/parse-json.ts',
  // Statements that an import spooled to a file of its own.
  'rows/runners/postgres/postgres-write.ts',
  'rows/runners/sqlite/sqlite-spool-thread.ts',
  // Worker threads that load no schema library, so that they start fast.
  'rows/runners/make-page.ts',
  'rows/runners/sqlite/sqlite-thread.ts',
  // The child process of scripts contains as little code as possible.
  'workflows/script-runner/inside/protocol.ts',
].map((file) => SERVER + file)

/** `JSON.parse` gives `any`, which would reach the server's code as whatever type is written beside it. */
export function findJsonParse(sources: readonly Source[]): string[] {
  const allowed = new Set(JSON_EDGES)
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
