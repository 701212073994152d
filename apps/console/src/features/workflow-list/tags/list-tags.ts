import type { Workflow } from '@plinth/contract'

type Tagged = Pick<Workflow, 'settings'>

const keyOf = (tag: string) => tag.toLowerCase()

/** The tags of these workflows in alphabetical order; those that differ only in capitals are one. */
export function listTags(workflows: readonly Tagged[]): string[] {
  const tags = workflows.flatMap(({ settings }) => settings.tags ?? [])
  const byKey = new Map(tags.toReversed().map((tag) => [keyOf(tag), tag]))
  return [...byKey.values()].toSorted((one, other) => one.localeCompare(other))
}

export function isSameTag(one: string, other: string | undefined): boolean {
  return other !== undefined && keyOf(one) === keyOf(other)
}

/** Whether a workflow has the tag; every workflow if none is given. */
export function hasTag({ settings }: Tagged, tag: string | undefined): boolean {
  return tag === undefined || (settings.tags ?? []).some((one) => isSameTag(one, tag))
}
