import { createInterface } from 'node:readline'
import { type AnswerLine, readJob } from './protocol.ts'
import { proveJail } from './prove-jail.ts'
import { prepareSpare, runScriptJob } from './run-script-job.ts'

function say(line: AnswerLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const [mode, secret = '', port = '0'] = process.argv.slice(2)
const faults = mode === 'unjailed' ? [] : await proveJail({ secret, port: Number(port) })
if (faults.length > 0) {
  say({ refused: faults.join('; ') })
  process.exit(1)
}
prepareSpare()
say({ ready: true })
for await (const line of createInterface({ input: process.stdin, crlfDelay: 0 })) {
  say(await runScriptJob(readJob(line)))
  prepareSpare()
}
