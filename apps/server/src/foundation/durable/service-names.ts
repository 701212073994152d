/** Carries the version of the handlers: a run in flight goes on with the code it began with. */
export const TASKS = 'plinthTasks1'
export const RUNS = 'plinthRuns4'
export const HANDOVER = 'plinthHandover1'
export const SCHEDULES = 'plinthSchedules1'
export const SERVICES: readonly string[] = [TASKS, RUNS, HANDOVER, SCHEDULES]
