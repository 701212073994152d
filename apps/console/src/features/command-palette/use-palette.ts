import { useMemo } from 'react'
import { useCurrentUser } from '../../state/current-user.ts'
import { readRecents, rememberRecent } from '../../state/recents.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import {
  type CommandPaletteEntry,
  type PaletteGroup,
  rankGroups,
  withoutRepeats,
} from './rank-entries.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import { useFixedGroups } from './use-fixed-groups.tsx'
import { usePeopleGroup, useProjectSearch, useWorkflowGroups } from './use-found-groups.tsx'
import { useProjectGroups } from './use-project-groups.tsx'
import { useRecentGroup } from './use-recent-group.ts'
import { useRecentRows, useRowSearch } from './use-row-group.tsx'
import { useShownProject } from './use-shown-project.ts'

const TYPING_PAUSE_MS = 200
const MAX_TEXT = 120
const MAX_PER_GROUP = 6

/**
 * What the palette lists for a text. Places and actions that need no request come first, best match first; answers of
 * the server follow in a fixed order, so that nothing moves under the highlighted entry when they arrive.
 */
export function usePalette(text: string) {
  const typed = text.trim().slice(0, MAX_TEXT)
  const search = useDebounced(typed, TYPING_PAUSE_MS)
  const userId = useCurrentUser().data?.user.id
  const recents = useMemo(() => (userId === undefined ? [] : readRecents(userId)), [userId])
  const shown = useShownProject()
  const ofProject = useProjectGroups(shown)
  const [goTo, actions] = useFixedGroups(shown)
  const projects = useProjectSearch(search)
  const workflows = useWorkflowGroups(shown, typed !== '')
  const people = usePeopleGroup(shown, search)
  const rows = useRowSearch(shown, search, recents)
  const recentRows = useRecentRows(shown, recents)
  const known = [...ofProject, ...workflows.groups].flatMap(({ entries }) => entries)
  const recent = useRecentGroup({ recents, shown, known, rows: recentRows })
  const fixed = [goTo, actions].filter((group) => group !== undefined)

  const found = [projects.group, ...workflows.groups, people.group, rows.group]
  const ranked: readonly PaletteGroup[] =
    typed === ''
      ? [recent, ...fixed.slice(0, 1), projects.group, ...fixed.slice(1)]
      : [
          ...rankGroups([recent, ...ofProject, ...fixed], typed, MAX_PER_GROUP),
          ...found.flatMap((group) => rankGroups([group], typed, MAX_PER_GROUP)),
        ]
  const searches = [
    { name: strings.projects, query: projects.query },
    { name: strings.workflows, query: workflows.queries[0] },
    { name: strings.runs, query: workflows.queries[1] },
    { name: strings.people, query: people.query },
    { name: strings.rows, query: rows.query },
  ]
  const failed = searches.filter(({ query }) => query?.isError).map(({ name }) => name)
  const isSearching = typed !== search || searches.some(({ query }) => query?.isFetching)
  return {
    groups: withoutRepeats(ranked),
    isSearching,
    note:
      failed.length > 0
        ? strings.incomplete(failed.join(', ').toLowerCase())
        : rows.skipped > 0 && !isSearching
          ? strings.skippedTables(rows.skipped)
          : undefined,
    remember: ({ recent: place }: CommandPaletteEntry) => {
      if (userId !== undefined && place) rememberRecent(userId, place)
    },
  }
}
