import { type ClientRequest, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { eventually } from '../stack/eventually.ts'
import type { CrowdReport, CrowdTask } from './crowd.ts'

const { address, projectId, away, stuck, changes, firstNumber } = workerData as CrowdTask
const report: CrowdReport = { resumed: away.map(() => 0), cuts: 0, problems: [] }
const open = new Set<ClientRequest>()
let isEnding = false

const CATCHES_UP_MS = 60_000
/** The numbers of the counted rows in an event. */
const CREATED = /^data: .*"type":"create".*"n":(\d+)/gm

interface Member {
  readonly token: string
  readonly position: string
}

function connect({ token, position }: Member): ClientRequest {
  const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
  const query = new URLSearchParams({ $projectId: projectId, subscriptions })
  const request = get(`${address}/api/data/$events?${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'last-event-id': position },
  })
  open.add(request)
  request.once('close', () => open.delete(request))
  request.on('error', () => undefined)
  return request
}

/** A client that was away: reads all that it has missed, and goes away again. */
function resume(at: number): void {
  const member = away[at]
  if (isEnding || !member) return
  const request = connect(member)
  const got = new Set<number>()
  let rest = ''
  request.once('response', (answer) => {
    if (answer.statusCode !== 200) report.problems.push(`resuming answered ${answer.statusCode}`)
    answer.setEncoding('utf8').on('data', (part: string) => {
      const text = rest + part
      const end = text.lastIndexOf('\n\n') + 1
      rest = text.slice(end)
      const whole = text.slice(0, end)
      if (/^event: (reset|error|end)$/m.test(whole)) report.problems.push(whole.slice(0, 200))
      for (const [, digits] of whole.matchAll(CREATED)) {
        const n = Number(digits)
        if (n < firstNumber) continue
        if (got.has(n)) report.problems.push(`row ${n} came twice`)
        got.add(n)
      }
      if (got.size === changes) request.destroy()
    })
  })
  request.once('close', () => {
    if (isEnding) return
    if (got.size === changes) report.resumed[at] = (report.resumed[at] ?? 0) + 1
    else report.problems.push(`a stream ended after ${got.size} of ${changes} rows`)
    resume(at)
  })
}

/** A client that reads nothing, and comes back when it is cut. */
function stick(member: Member): void {
  if (isEnding) return
  const request = connect(member)
  request.once('response', (answer) => answer.pause())
  request.once('close', () => {
    if (isEnding) return
    report.cuts += 1
    stick(member)
  })
}

parentPort?.once('message', async () => {
  // Each is let in at least until it has caught up once.
  const isDone = () => report.problems.length > 0 || report.resumed.every((times) => times > 0)
  await eventually(isDone, { limitMs: CATCHES_UP_MS })
  isEnding = true
  for (const request of open) request.destroy()
  parentPort?.postMessage(report)
  parentPort?.close()
})
for (const at of away.keys()) resume(at)
for (const member of stuck) stick(member)
