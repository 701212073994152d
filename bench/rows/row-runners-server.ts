import { startServer } from '../../apps/server/src/app/startup/start-server.ts'
import { readEnv } from '../../apps/server/src/foundation/settings/env.ts'
import { ConnectionMultiplexer } from '../../apps/server/src/rows/runners/postgres/connection-multiplexer.ts'
import {
  type PostgresPool,
  PostgresPools,
} from '../../apps/server/src/rows/runners/postgres/postgres-pools.ts'
import { InProcessReader } from '../../apps/server/src/rows/runners/sqlite/in-process-reader.ts'

/**
 * A server that switches in-process reads and shared connections on and off between turns: both sides have the
 * same code, compilation and rows.
 */
const SHARED = 4
let isOn = true
/** On a busy machine interrupted runs would disqualify every statement. */
let isForced = false
let counted = 0

const { isKnownShort } = InProcessReader.prototype
InProcessReader.prototype.isKnownShort = function (known) {
  const isShort = isOn && (isForced ? known.ms !== undefined : isKnownShort.call(this, known))
  if (isShort) counted += 1
  return isShort
}

const { run } = ConnectionMultiplexer.prototype
ConnectionMultiplexer.prototype.run = function (query) {
  const running = isOn ? run.call(this, query) : undefined
  if (running) counted += 1
  return running
}

const opened = new Set<PostgresPool>()
const { of } = PostgresPools.prototype
PostgresPools.prototype.of = function (placement) {
  const found = of.call(this, placement)
  if (!(found instanceof Promise)) opened.add(found)
  return found
}

/** Returns the shared connections to their pool, so that both sides have as many connections. */
function switchTo(next: boolean): void {
  if (next === isOn) return
  isOn = next
  for (const open of opened) {
    const { connections, reads, writes } = open
    reads.close()
    writes.close()
    Object.assign(open, {
      reads: new ConnectionMultiplexer(
        () => connections.connect('reads'),
        () => SHARED,
      ),
      writes: new ConnectionMultiplexer(
        () => connections.connect('writes'),
        () => SHARED,
      ),
    })
  }
}

const server = await startServer(readEnv([], process.env))
const { databaseUrl } = server.outside
process.send?.({ address: server.address, databaseUrl })
process.on('message', async (asked) => {
  if (asked === 'stop') {
    await server.stop()
    process.disconnect()
    return
  }
  if (asked === 'on' || asked === 'off') switchTo(asked === 'on')
  if (asked === 'force' || asked === 'rule') isForced = asked === 'force'
  const { user, system } = process.cpuUsage()
  process.send?.({ micros: user + system, counted })
})
process.once('disconnect', () => process.exit())
