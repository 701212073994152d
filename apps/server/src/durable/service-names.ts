/** Carries the version of the handlers: a run in flight goes on with the code it began with. */
export const TASKS = 'plinthTasks1'
export const RUNS = 'plinthRuns3'
export const HANDOVER = 'plinthHandover1'
export const SCHEDULES = 'plinthSchedules1'

/** What earlier versions began: runs one after another, runs together, and the slots they had. */
export const OLDER = {
  inOrder: 'plinthRuns1',
  together: 'plinthRunsTogether2',
  slots: 'plinthSlots2',
} as const
