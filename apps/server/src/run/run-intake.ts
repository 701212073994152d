import type { Database } from '../platform/database.ts'
import { Together } from '../platform/together.ts'
import { addRuns, type RunOfTrigger, type TakenIn } from './intake-store.ts'

const MOST_TOGETHER = 200
const MOST_SIZE = 4 * 1024 * 1024

/** Takes in runs that come one by one and fast: many share one commit, and each is told once it is kept. */
export type RunIntake = Together<RunOfTrigger, TakenIn>

export function openRunIntake(db: Database): RunIntake {
  return new Together({
    most: MOST_TOGETHER,
    mostSize: MOST_SIZE,
    sizeOf: ({ payload }) => payload?.length ?? 0,
    work: (runs) => addRuns(db, runs),
  })
}
