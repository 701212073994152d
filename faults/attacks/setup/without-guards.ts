import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Preloaded into the product to switch guards off: imports of the listed modules resolve to their replacements. The
 * product itself has no such switch. A replacement can still import the module it replaces.
 */
const replaced = new Map(
  Object.entries(JSON.parse(process.env.ATTACKS_REPLACE ?? '{}') as Record<string, string>).map(
    ([from, to]) => [pathToFileURL(from).href, pathToFileURL(to).href],
  ),
)

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    const standIn = replaced.get(found.url)
    if (standIn === undefined || context.parentURL === standIn) return found
    return { ...found, url: standIn }
  },
})
