import type { LiveEnvironment } from '../../environments/live-environment.ts'
import { viewOf } from '../../read/read-selection.ts'
import { type CallerSql, compileCaller } from '../../statements/select/compile-shared.ts'
import {
  MAX_IDS_OF_STATEMENT,
  MAX_PAIRS_OF_STATEMENT,
  MAX_SHARED_CHARACTERS,
  SLOW_SHARING_MS,
} from '../limits/live-limits.ts'
import { takeTurn } from '../limits/take-turn.ts'
import { orderedIds, type WantedGroup } from './wanted-groups.ts'

/** Groups whose rows one statement reads for each part of the ids; one group has its own. */
export interface Sharing {
  readonly groups: readonly WantedGroup[]
  /** Of each group, if there are several. */
  readonly callers: readonly CallerSql[]
  readonly ids: readonly string[]
}

interface Shape {
  readonly shape: string
  readonly ids: readonly string[]
  readonly members: { readonly group: WantedGroup; readonly sql: CallerSql }[]
}

/** How many pairs of a row and a caller a statement of a shape may have after one failed, and until when. */
const failed = new WeakMap<LiveEnvironment, Map<string, { most: number; until: number }>>()
const MAX_FAILED = 100

function mostPairs(environment: LiveEnvironment, shape: string): number {
  const known = failed.get(environment)?.get(shape)
  return known && performance.now() < known.until ? known.most : MAX_PAIRS_OF_STATEMENT
}

const pairsOf = ({ groups, ids }: Sharing): number =>
  groups.length * Math.min(ids.length, MAX_IDS_OF_STATEMENT)

/** Statements of this shape have an eighth of the pairs for a while, so that slow rules do not fail each time. */
export function shareLess(environment: LiveEnvironment, sharing: Sharing): void {
  const [first] = sharing.callers
  if (!first) return
  const known = failed.get(environment) ?? new Map()
  failed.set(environment, known)
  if (known.size >= MAX_FAILED) known.clear()
  const until = performance.now() + SLOW_SHARING_MS
  known.set(first.shape, { most: pairsOf(sharing) / 8, until })
}

/** Whether a statement of this shape failed meanwhile, so that this one has too many pairs. */
export function failedBefore(environment: LiveEnvironment, sharing: Sharing): boolean {
  const [first] = sharing.callers
  return first !== undefined && pairsOf(sharing) > mostPairs(environment, first.shape)
}

/** Undefined if a group is to be read alone: what cannot be compiled is then an error of its own caller. */
function sqlOf({ request, operation }: WantedGroup): CallerSql | undefined {
  const { environment, table, policy } = request
  try {
    const rule = policy.rule(table, operation)
    // Then there is nothing to read.
    if (rule === false) return undefined
    const { viewer } = policy
    return compileCaller(environment.model, { table, rule, view: viewOf(request), viewer })
  } catch {
    return undefined
  }
}

/** What the statements of groups have in common whatever their callers are. */
const placeOf = ({ request, operation }: WantedGroup, ids: readonly string[]): string =>
  JSON.stringify([request.table.id, operation, request.query, ids.join()])

/** The groups of one shape in lists that one statement can serve. */
function inStatements({ shape, ids, members }: Shape): readonly Sharing[] {
  const [first] = members
  if (!first) return []
  const idsAtOnce = Math.min(ids.length, MAX_IDS_OF_STATEMENT)
  const most = Math.max(
    1,
    Math.floor(mostPairs(first.group.request.environment, shape) / idsAtOnce),
  )
  const lists: (typeof members)[] = []
  let [last, characters]: [typeof members, number] = [[], 0]
  for (const member of members) {
    characters += member.sql.characters
    if (last.length === 0 || last.length >= most || characters > MAX_SHARED_CHARACTERS) {
      last = []
      characters = member.sql.characters
      lists.push(last)
    }
    last.push(member)
  }
  return lists.map((list) => ({
    ids,
    groups: list.map(({ group }) => group),
    callers: list.length > 1 ? list.map(({ sql }) => sql) : [],
  }))
}

/**
 * Brings groups together whose statements differ only in the values of their callers. Only groups that want the same rows
 * share them: a statement evaluates its rule for each of its rows and callers.
 */
export async function shareGroups(groups: readonly WantedGroup[]): Promise<readonly Sharing[]> {
  const own = (group: WantedGroup): Sharing => ({
    groups: [group],
    callers: [],
    ids: orderedIds(group),
  })
  const [mine, ours] = [
    groups.filter((each) => !each.mayShare),
    groups.filter((each) => each.mayShare),
  ]
  const made = mine.map(own)
  const shapes = new Map<string, Shape>()
  const turn = takeTurn()
  const places = Map.groupBy(ours.map(own), ({ groups: [group], ids }) =>
    group ? placeOf(group, ids) : '',
  )
  for (const [place, sharings] of places)
    for (const sharing of sharings) {
      if (turn.isOver()) await turn.next()
      const [group] = sharing.groups
      const sql = sharings.length > 1 && group ? sqlOf(group) : undefined
      if (!sql || !group || sql.characters > MAX_SHARED_CHARACTERS) {
        made.push(sharing)
        continue
      }
      const key = `${place} ${sql.shape}`
      const known = shapes.get(key) ?? { shape: sql.shape, ids: sharing.ids, members: [] }
      shapes.set(key, known)
      known.members.push({ group, sql })
    }
  return [...made, ...[...shapes.values()].flatMap(inStatements)]
}
