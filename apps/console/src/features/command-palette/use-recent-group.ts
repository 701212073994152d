import { useLocation } from 'react-router'
import type { Recent } from '../../state/recents.ts'
import type { CommandPaletteEntry, PaletteGroup } from './rank-entries.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import { usePlaceEntry } from './use-place.tsx'
import type { ShownProject } from './use-shown-project.ts'

const MAX_RECENT = 6

interface RecentOptions {
  recents: readonly Recent[]
  shown: ShownProject | undefined
  /** Entries of the shown project, with their present names. */
  known: readonly CommandPaletteEntry[]
  rows: readonly CommandPaletteEntry[]
}

/** The place behind the palette: the newest one of its address. The address of the Data screen has no table. */
function findHere(
  recents: readonly Recent[],
  { pathname, search }: ReturnType<typeof useLocation>,
) {
  const places = recents.filter(({ kind }) => kind !== 'project')
  return places.find(({ kind, to }) =>
    kind === 'table' ? to.startsWith(`${pathname}?`) : to === pathname || to === pathname + search,
  )
}

/** Recently opened places, newest first, without the one behind the palette. */
export function useRecentGroup({ recents, shown, known, rows }: RecentOptions): PaletteGroup {
  const place = usePlaceEntry()
  const here = findHere(recents, useLocation())
  const own = shown && `/project/${shown.project.id}/`
  const entries = recents.flatMap((recent): CommandPaletteEntry[] => {
    if (recent === here) return []
    const isOwn = own !== undefined && recent.to.startsWith(own)
    if (recent.kind === 'row') return rows.filter(({ key }) => key === recent.to)
    if (recent.kind === 'project') return isOwn ? [] : [place(recent)]
    if (!isOwn) return [place(recent, { detail: strings.inProject(recent.project) })]
    const present = known.find(({ key }) => key === recent.to)
    if (present) return [present]
    // A table that is not known here was deleted or belongs to the other environment.
    return recent.kind === 'workflow' || recent.kind === 'run' ? [place(recent)] : []
  })
  return { title: strings.recent, entries: entries.slice(0, MAX_RECENT) }
}
