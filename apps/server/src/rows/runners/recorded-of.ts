import { WATCHED_KEY } from '../../databases/engine/row-event.ts'
import type { Recorded, Row } from './row-runner.ts'

/** Splits the recorded rows of an environment: its tables, its release and its watched tables. */
export function recordedOf(rows: readonly Row[]): Omit<Recorded, 'views' | 'refused'> {
  const all = rows.map(({ kind, definition }) => ({
    kind: String(kind),
    definition: String(definition),
  }))
  const find = (wanted: string) => all.find(({ kind }) => kind === wanted)?.definition ?? ''
  return {
    release: find('release'),
    watched: find(WATCHED_KEY),
    rows: all.filter(({ kind }) => kind === 'table' || kind === 'configuration'),
  }
}
