import { isTest, type Source } from './read-sources.ts'

const appOf = (file: string) => /^(apps|packages)\/[^/]+/.exec(file)?.[0]

/** Names that two files of one app export: a search for such a name does not lead to one place. */
export function findRepeatedExports(sources: readonly Source[]): string[] {
  const places = new Map<string, string[]>()
  for (const { file, exports } of sources) {
    const app = appOf(file)
    if (!app || isTest(file)) continue
    for (const name of exports) {
      const key = `${app}: ${name}`
      places.set(key, [...(places.get(key) ?? []), file])
    }
  }
  return [...places]
    .filter(([, files]) => files.length > 1)
    .map(([key, files]) => `${key} is exported by ${files.join(' and ')}`)
}
