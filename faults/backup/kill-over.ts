import { must } from './place.ts'
import { judgeState, makeTwoStates, readState, type TwoStates } from './two-states.ts'
import { callerOf, ended, type World } from './world.ts'

interface Given {
  database: 'sqlite3' | 'postgres'
  rows: number
  files: number
  limitMs: number
}

/** Looks at a project without pause: it may change once, from one whole state to the other. */
function watch(world: World, states: TwoStates) {
  const problems = new Set<string>()
  let isOver = false
  let isBefore = false
  const look = async () => {
    while (!isOver) {
      const first = await readState(callerOf(world), states.place.projectId).catch(() => undefined)
      if (first === undefined) await new Promise((resolve) => setTimeout(resolve, 50))
      // Three tables are read one after the other: a switch may come between, so only two alike count.
      const again = await readState(callerOf(world), states.place.projectId).catch(() => undefined)
      if (first === undefined || first !== again) continue
      if (first === states.before) isBefore = true
      else if (first !== states.since) problems.add('a reader saw half a project')
      else if (isBefore) problems.add('a reader saw the old project after the new one')
    }
  }
  const looking = look()
  return async () => {
    isOver = true
    await looking
    return [...problems]
  }
}

/**
 * A restore over a project that is to be killed once it has begun: the old project whole until the new one is
 * whole, which it is after a repeat too.
 */
export async function prepareOver(world: World, given: Given) {
  const { database, rows, files, limitMs } = given
  let backupId = ''
  const states = await makeTwoStates(callerOf(world), {
    database,
    rows,
    files,
    backUp: async ({ projectId }) => {
      const path = `/api/project/${projectId}/backup`
      const { backup } = await must(callerOf(world), { path, body: {} })
      backupId = (backup as { id: string }).id
      await ended(world, { path: `${path}/${backupId}`, name: 'backup' }, limitMs)
    },
  })
  const { projectId, name } = states.place
  const base = `/api/project/${projectId}`
  const problems: string[] = []
  const say = (words: string) => problems.push(`${database}: ${words}`)
  const start = () =>
    must(callerOf(world), {
      path: `${base}/backup/${backupId}/restore`,
      body: { into: 'over', environments: ['dev', 'production'], confirm: name },
    })
  const judge = async (which: string) => {
    const job = await ended(world, { path: `${base}/restore`, name: 'restore' }, limitMs)
    if (job?.state !== 'done') say(`${which} restore ${job?.state}: ${job?.message}`)
    const { is, problems: found } = await judgeState(callerOf(world), states)
    for (const words of found) say(`${which}: ${words}`)
    if (job?.state === 'done' && is !== 'before') say(`${which} is done and is ${is}`)
  }
  let stop = async (): Promise<string[]> => []
  return {
    async begin(): Promise<void> {
      stop = watch(world, states)
      await start()
    },
    /** Once it was killed and the product runs again. */
    async judge(): Promise<string[]> {
      await judge('the killed')
      for (const words of await stop()) say(words)
      await start()
      await judge('the second')
      return problems
    },
  }
}
