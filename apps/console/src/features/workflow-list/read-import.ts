/** What an import sends: the five fields of a configuration, the canvas as text. */
export interface ImportBody {
  name: string
  nodes: string
  connections: string
  settings: string
  active: boolean
}

export type ReadImport = { body: ImportBody } | { missing: string[] } | { notJson: true }

const NEEDED = ['name', 'nodes', 'connections'] as const

/** What the dialog starts with. */
export const IMPORT_TEMPLATE = JSON.stringify(
  { name: 'My workflow', nodes: [], connections: [], settings: {}, active: false },
  null,
  2,
)

/** The canvas may have been copied as text already. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Reads a pasted configuration; whatever else it carries, ids above all, is left behind. */
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
