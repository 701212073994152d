/** Body of an import: the five fields of a configuration, with the canvas as JSON strings. */
export interface ImportBody {
  name: string
  nodes: string
  connections: string
  settings: string
  active: boolean
}

export type ReadImport = { body: ImportBody } | { missing: string[] } | { notJson: true }

const NEEDED = ['name', 'nodes', 'connections'] as const

/** Initial text of the dialog. */
export const IMPORT_TEMPLATE = JSON.stringify(
  { name: 'My workflow', nodes: [], connections: [], settings: {}, active: false },
  null,
  2,
)

/** Parts of the canvas may already be JSON strings. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parses a pasted configuration; other fields, such as ids, are dropped. */
export function readImport(text: string): ReadImport {
  let given: Record<string, unknown>
  try {
    const parsed: unknown = JSON.parse(text)
    given = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return { notJson: true }
  }
  const missing = NEEDED.filter((field) => !given[field])
  if (missing.length > 0) return { missing }
  return {
    body: {
      name: String(given.name),
      nodes: asText(given.nodes),
      connections: asText(given.connections),
      settings: asText(given.settings ?? {}),
      active: given.active === true,
    },
  }
}
