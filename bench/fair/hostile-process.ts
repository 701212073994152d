import { constants, setPriority } from 'node:os'
import type { Tallies } from './hostile-client.ts'
import { type Pressure, press, type Sent } from './press.ts'

interface Attacks {
  readonly address: string
  readonly attacks: Readonly<Record<string, Pressure>>
}

function tally(sent: readonly Sent[]): Tallies[string] {
  const counts: Record<string, number> = {}
  for (const { status } of sent) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

setPriority(constants.priority.PRIORITY_NORMAL)
process.once('message', ({ address, attacks }: Attacks) => {
  const pressed = Object.entries(attacks).map(
    ([name, pressure]) => [name, press(address, pressure)] as const,
  )
  process.once('message', async () => {
    const all = pressed.map(async ([name, { stop }]) => [name, tally(await stop())] as const)
    process.send?.(Object.fromEntries(await Promise.all(all)))
  })
})
