import { MAX_TEST_MS } from '@plinth/contract'
import { FairQueue } from '../../foundation/concurrency/fair-queue.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { GATE_RUNNERS } from '../script-runner/open-runner.ts'

/** Tests that people run in a process at once, and those of one person in all projects. */
const SLOTS = 4
const MAX_PER_PERSON = 2
/** Tests of one person that wait, and how long each does. */
const MAX_WAITING = 10
const MAX_WAIT_MS = 60_000
/** Plans and deploys of one project that wait to run their tests, and how long each does. */
const MAX_WAITING_GATES = 10
const MAX_GATE_WAIT_MS = 5 * 60_000

const refuse = (message: string) => (retryAfterSeconds: number) =>
  new ApiError('rate_limited', message, { retryAfterSeconds })

const clicks = new FairQueue({
  slots: SLOTS,
  maxPerKey: MAX_PER_PERSON,
  maxWaiting: MAX_WAITING,
  maxWaitMs: MAX_WAIT_MS,
  refuse: refuse('Too many workflow tests are waiting. Try again shortly.'),
})

/** As many as runners for their scripts, so that a test of a deploy never waits for one. */
const gates = new FairQueue({
  slots: GATE_RUNNERS,
  maxPerKey: 1,
  maxWaiting: MAX_WAITING_GATES,
  maxWaitMs: MAX_GATE_WAIT_MS,
  refuse: refuse('Too many deploys are waiting for their workflow tests. Try again shortly.'),
})

/** Sandboxes of rows in a process: each has a connection or a copy of a file. */
const SANDBOXES = 2
const MAX_WAITING_SANDBOXES = 10

const openSandboxes = () =>
  new FairQueue({
    slots: SANDBOXES,
    maxPerKey: 1,
    maxWaiting: MAX_WAITING_SANDBOXES,
    maxWaitMs: MAX_TEST_MS,
    refuse: refuse('Too many workflow tests change rows at once. Try again shortly.'),
  })

/** The slots of sandboxes by environment; deploys have their own. */
export const sandboxQueues = { clicks: openSandboxes(), gates: openSandboxes() }

/** Runs tests for a person in one of the slots that all people share. The signal ends the wait. */
export function runForPerson<T>(
  { staffId, signal }: { staffId: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  return clicks.run(staffId, work, { signal })
}

/** Runs the tests of a deploy in slots that people's tests cannot take. The signal ends the wait. */
export function runForDeploy<T>(
  { projectId, signal }: { projectId: string; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  return gates.run(projectId, work, signal && { signal })
}
