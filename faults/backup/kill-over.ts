import { must } from './backup-project.ts'
import { type BackupSetup, callerOf, ended } from './backup-setup.ts'
import { checkState, makeTwoStates, readState, type TwoStates } from './two-states.ts'

interface Given {
  database: 'sqlite3' | 'postgres'
  rows: number
  files: number
  limitMs: number
}

/** Polls a project: it may change once, from one complete state to the other. */
function watch(setup: BackupSetup, states: TwoStates) {
  const problems = new Set<string>()
  let isOver = false
  let isBefore = false
  const look = async () => {
    while (!isOver) {
      const first = await readState(callerOf(setup), states.project.projectId).catch(
        () => undefined,
      )
      if (first === undefined) await new Promise((resolve) => setTimeout(resolve, 50))
      // Three tables are read one after the other and a switch may happen in between, so only two equal reads count.
      const again = await readState(callerOf(setup), states.project.projectId).catch(
        () => undefined,
      )
      if (first === undefined || first !== again) continue
      if (first === states.before) isBefore = true
      else if (first !== states.since) problems.add('a reader saw a partial project')
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
 * Prepares an in-place restore to be killed: the old project must stay complete until the new one is complete, also
 * after a retry.
 */
export async function prepareOver(setup: BackupSetup, options: Given) {
  const { database, rows, files, limitMs } = options
  let backupId = ''
  const states = await makeTwoStates(callerOf(setup), {
    database,
    rows,
    files,
    backUp: async ({ projectId }) => {
      const path = `/api/project/${projectId}/backup`
      const { backup } = await must(callerOf(setup), { path, body: {} })
      backupId = (backup as { id: string }).id
      await ended(setup, { path: `${path}/${backupId}`, name: 'backup' }, limitMs)
    },
  })
  const { projectId, name } = states.project
  const base = `/api/project/${projectId}`
  const problems: string[] = []
  const say = (words: string) => problems.push(`${database}: ${words}`)
  const start = () =>
    must(callerOf(setup), {
      path: `${base}/backup/${backupId}/restore`,
      body: { into: 'over', environments: ['dev', 'production'], confirm: name },
    })
  const judge = async (which: string) => {
    const job = await ended(setup, { path: `${base}/restore`, name: 'restore' }, limitMs)
    if (job?.state !== 'done') say(`${which} restore ${job?.state}: ${job?.message}`)
    const { is, problems } = await checkState(callerOf(setup), states)
    for (const words of problems) say(`${which}: ${words}`)
    if (job?.state === 'done' && is !== 'before') say(`${which} is done and is ${is}`)
  }
  let stop = async (): Promise<string[]> => []
  return {
    async begin(): Promise<void> {
      stop = watch(setup, states)
      await start()
    },
    /** Checks the result after the kill and restart. */
    async judge(): Promise<string[]> {
      await judge('the killed')
      for (const words of await stop()) say(words)
      await start()
      await judge('the second')
      return problems
    },
  }
}
