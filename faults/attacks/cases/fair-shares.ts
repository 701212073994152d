import { buildNotesProject } from '../../rows/notes-project.ts'
import { call } from '../../stack/call.ts'
import type { AttackArea, AttackCase, Attempt } from '../setup/attack-case.ts'
import type { AttackedProject, AttackSetup } from '../setup/attack-setup.ts'

const ENDLESS = 40
/** Endless previews end after a second; a short one takes less than that even on a busy machine. */
const DELAYED_MS = 4_000

/** A neighbour's preview while endless ones of the attacker wait. */
async function delayNeighbour({ address, projects }: AttackSetup): Promise<Attempt> {
  const { own, neighbour } = projects.sqlite3
  const preview = ({ projectId, staff }: AttackedProject, text: string) =>
    call(
      { address, token: staff },
      { method: 'POST', path: `/api/project/${projectId}/workflow/preview`, body: { text } },
    )
  // The first one starts a process.
  await preview(neighbour, '{{ 1 + 1 }}')
  const sent = Array.from({ length: ENDLESS }, () => preview(own, '{{ (() => { for (;;); })() }}'))
  const since = performance.now()
  const { status } = await preview(neighbour, '{{ 1 + 1 }}')
  const ms = Math.round(performance.now() - since)
  const refused = (await Promise.all(sent)).filter((each) => each.status === 429).length
  return {
    succeeded: status !== 200 || ms > DELAYED_MS,
    detail: `the neighbour's: ${status} after ${ms} ms; ${refused} of ${ENDLESS} answered 429`,
  }
}

/** Reads with a small bucket, so that the attack is short. */
async function sendTooMany({ startOther }: AttackSetup): Promise<Attempt> {
  const { address } = await startOther({ PLINTH_DATA_RATE: '1', PLINTH_DATA_BURST: '20' })
  const { projectId, user } = await buildNotesProject(address, { engine: 'sqlite3' })
  const path = `/api/data/note?$projectId=${projectId}`
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      call({ address, token: user.token }, { method: 'GET', path }),
    ),
  )
  const served = answers.filter(({ status }) => status === 200).length
  return { succeeded: served > 50, detail: `${served} of 100 requests of one second served` }
}

const CASES: readonly AttackCase[] = [
  {
    name: 'forty endless previews of one project delay another project',
    guard: 'fair queue',
    attempt: delayNeighbour,
  },
  {
    name: 'one environment sends more requests than its rate',
    guard: 'requests per second',
    attempt: sendTooMany,
  },
]

/** Shares of the server: queues and requests of one project beside another. */
export const fairShares: AttackArea = {
  name: 'fair shares',
  guards: [
    {
      name: 'fair queue',
      replaces: { 'foundation/concurrency/fair-queue.ts': 'fair/fair-queue.ts' },
    },
    {
      name: 'requests per second',
      replaces: { 'foundation/concurrency/token-buckets.ts': 'fair/token-buckets.ts' },
    },
  ],
  cases: CASES,
}
