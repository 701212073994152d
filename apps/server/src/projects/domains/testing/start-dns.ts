import { type ChildProcess, spawn } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { eventually } from '../../../app/testing/eventually.ts'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'

/** A real DNS server (Debian's dnsmasq) that knows only the given TXT records. */
export interface TestDns {
  /** Its address, as a setting. */
  readonly address: string
  /** Starts it again with other records. */
  serve(records: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

const READY = 'ready.example.com'

async function isReady(address: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([address])
  return resolver.resolveTxt(READY).then(
    () => true,
    () => false,
  )
}

/** Nothing listens before the first `serve`. */
export async function openDns(port?: number): Promise<TestDns> {
  port ??= await freePort()
  const address = `127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
    child = undefined
  }
  return {
    address,
    stop,
    async serve(records) {
      await stop()
      const texts = Object.entries({ ...records, [READY]: 'yes' }).map(
        ([name, text]) => `--txt-record=${name},${text}`,
      )
      const place = ['--listen-address=127.0.0.1', '--bind-interfaces', `--port=${port}`]
      // Names that it does not know do not exist; without this it would ask other servers.
      const alone = ['--no-resolv', '--no-hosts', '--conf-file=/dev/null', '--local=/example.com/']
      const options = ['--keep-in-foreground', '--user=', '--pid-file=', ...place, ...alone]
      child = spawn('/usr/sbin/dnsmasq', [...options, ...texts], { stdio: 'ignore' })
      await eventually(() => isReady(address))
    },
  }
}
