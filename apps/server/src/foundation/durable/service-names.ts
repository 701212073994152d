/** Service names carry a version: a run in flight continues with the code that it started with. */
export const TASKS = 'plinthTasks1'
export const RUNS = 'plinthRuns1'
export const DISPATCH = 'plinthDispatch1'
export const SCHEDULES = 'plinthSchedules1'
export const SERVICES: readonly string[] = [TASKS, RUNS, DISPATCH, SCHEDULES]
