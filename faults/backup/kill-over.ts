import { must } from './place.ts'
import { judgeState, makeTwoStates, readState, type TwoStates } from './two-states.ts'
import { callerOf, ended, killAndStart, type World } from './world.ts'

interface Given {
  database: 'sqlite3' | 'postgres'
  rows: number
  files: number
  killAfterMs: number
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

/** kill -9 during a restore over a project: the old one whole until the new one is whole, which a repeat is too. */
export async function killOver(world: World, given: Given): Promise<string[]> {
  const { database, rows, files, killAfterMs, limitMs } = given
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
  const start = () =>
    must(callerOf(world), {
      path: `${base}/backup/${backupId}/restore`,
      body: { into: 'over', environments: ['dev', 'production'], confirm: name },
    })
  const problems: string[] = []
  const stop = watch(world, states)
  await start()
  await killAndStart(world, killAfterMs)
  const judge = async (which: string) => {
    const job = await ended(world, { path: `${base}/restore`, name: 'restore' }, limitMs)
    if (job?.state !== 'done') problems.push(`${which} restore ${job?.state}: ${job?.message}`)
    const { is, problems: found } = await judgeState(callerOf(world), states)
    problems.push(...found.map((words) => `${which}: ${words}`))
    if (job?.state === 'done' && is !== 'before') problems.push(`${which} is done and is ${is}`)
  }
  await judge('the killed')
  problems.push(...(await stop()))
  await start()
  await judge('the second')
  return problems.map((words) => `${database}: ${words}`)
}
