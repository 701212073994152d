import { dirname } from 'node:path'
import type { Source } from './read-sources.ts'

export const MAX_FILES = 25

/** Folders with more files than a reader can take in at once; tests beside the code do not count. */
export function findFullFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>()
  for (const { file } of sources) {
    if (/\.(test|spec)\.tsx?$/.test(file)) continue
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} has ${count} files; at most ${MAX_FILES} are allowed`)
}
