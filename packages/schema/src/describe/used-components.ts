import type { Json } from './openapi-parts.ts'

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/(\w+\/[\w.-]+)"/g)].map(([, at]) => at ?? '')

/** The components that paths refer to, themselves or through other components. */
export function usedComponents(
  paths: Json,
  components: Record<string, Json>,
): Record<string, Json> {
  const used = new Set<string>()
  const open = refsIn(paths)
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (used.has(at)) continue
    used.add(at)
    const [kind = '', name = ''] = at.split('/')
    open.push(...refsIn(components[kind]?.[name] ?? {}))
  }
  const keep = ([kind, all]: [string, Json]) => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
  ]
  return Object.fromEntries(Object.entries(components).map(keep))
}
