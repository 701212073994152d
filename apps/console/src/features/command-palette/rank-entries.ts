import type { ReactNode } from 'react'
import type { Recent } from '../../state/recents.ts'

export interface CommandPaletteEntry {
  /** Unique; the address if the entry is a place. */
  key: string
  label: string
  /** Shown after the label, for example the table of a field. */
  detail?: string
  /** Other words that find the entry. */
  words?: string
  /** Its keyboard shortcut. */
  keys?: string
  icon: ReactNode
  /** What is remembered when it is chosen; undefined for actions and people. */
  recent?: Recent
  run: () => void
}

export interface PaletteGroup {
  title: string
  entries: readonly CommandPaletteEntry[]
}

const NO_MATCH = Number.POSITIVE_INFINITY

/** Whether the text contains the letters at the start of a word; otherwise two letters would match most descriptions. */
function hasWordStart(text: string, letters: string): boolean {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}

/** How well an entry matches the lower-case text: 0 is equal, larger is worse, infinite is no match. */
function matchScore(entry: CommandPaletteEntry, typed: string): number {
  const label = entry.label.toLowerCase()
  if (label === typed) return 0
  if (label.startsWith(typed)) return 1
  if (label.includes(` ${typed}`)) return 2
  if (label.includes(typed)) return 3
  const everything = `${label} ${entry.detail ?? ''} ${entry.words ?? ''}`.toLowerCase()
  return typed.split(/\s+/).every((word) => hasWordStart(everything, word)) ? 4 : NO_MATCH
}

/** Orders matching entries and their groups, best first; `limit` bounds each group. */
export function rankGroups(
  groups: readonly PaletteGroup[],
  text: string,
  limit: number,
): readonly PaletteGroup[] {
  const typed = text.trim().toLowerCase()
  if (typed === '') return groups.filter(({ entries }) => entries.length > 0)
  return groups
    .map(({ title, entries }) => {
      const scored = entries
        .map((entry) => ({ entry, score: matchScore(entry, typed) }))
        .filter(({ score }) => score !== NO_MATCH)
        .toSorted((one, other) => one.score - other.score)
      const shown = scored.slice(0, limit).map(({ entry }) => entry)
      return { title, entries: shown, best: scored[0]?.score ?? NO_MATCH }
    })
    .filter(({ best }) => best !== NO_MATCH)
    .toSorted((one, other) => one.best - other.best)
    .map(({ title, entries }) => ({ title, entries }))
}

/** Leaves out entries that an earlier group has. */
export function withoutRepeats(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const seen = new Set<string>()
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ key }) => !seen.has(key) && seen.add(key)),
    }))
    .filter(({ entries }) => entries.length > 0)
}
