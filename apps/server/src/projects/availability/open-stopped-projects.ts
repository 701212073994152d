import type { ProjectUse } from '@plinth/contract'
import { allowUse, type StoppedState } from '../../foundation/http/access/project-use.ts'
import type { Jobs } from '../../foundation/jobs/jobs.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { keepCurrent } from '../../foundation/pubsub/keep-current.ts'
import type { PubSub } from '../../foundation/pubsub/pubsub.ts'
import { findStoppedList, type StoppedList } from './availability-store.ts'

/** The projects that are not open or deleted, in memory, so that no request needs a statement to know it. */
export interface StoppedProjects {
  /** Throws 403 if the project does not allow this use now, and 404 if it is deleted. */
  refuse(projectId: string, use: ProjectUse): void
  isOpen(projectId: string): boolean
  isDeleted(projectId: string): boolean
  /** Applies changes that are committed, without waiting for their notification. */
  refresh(): Promise<void>
  /** Environments with row triggers of projects that are not open. */
  watchedEnvironmentIds(): ReadonlySet<string>
  /** Calls back after projects were opened again. */
  onOpened(callback: () => void): { close(): void }
  close(): Promise<void>
}

interface Options {
  readonly db: Database
  readonly pubsub: PubSub
  readonly jobs: Jobs
}

/** Opens the list of stopped projects; resolves once it is read. */
export async function openStoppedProjects({ db, pubsub, jobs }: Options): Promise<StoppedProjects> {
  let version = '0'
  let states: ReadonlyMap<string, StoppedState> = new Map()
  let watched: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()

  function take(list: StoppedList): void {
    const before = states
    version = list.version
    states = new Map(list.stopped.map(({ projectId, state }) => [projectId, state]))
    watched = new Set(list.stopped.flatMap((each) => each.watched))
    const hasOpened = [...before.keys()].some((projectId) => !states.has(projectId))
    if (hasOpened) for (const each of listeners) each()
  }

  async function refresh(): Promise<void> {
    const list = await findStoppedList(db, version)
    if (list) take(list)
  }

  const current = await keepCurrent({
    ...{ pubsub, jobs, refresh },
    name: 'stopped-projects',
    topic: 'availability',
    everyMs: 1_000,
  })
  const stateOf = (projectId: string) => states.get(projectId) ?? 'open'
  return {
    refuse: (projectId, use) => allowUse(stateOf(projectId), use),
    refresh,
    isOpen: (projectId) => !states.has(projectId),
    isDeleted: (projectId) => states.get(projectId) === 'deleted',
    watchedEnvironmentIds: () => watched,
    onOpened(callback) {
      listeners.add(callback)
      return { close: () => void listeners.delete(callback) }
    },
    close: () => current.stop(),
  }
}
