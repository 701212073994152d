import { fork } from 'node:child_process'
import type { Pressure } from './press.ts'

/** Answers by status, for each kind of attack. */
export type Tallies = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Attacks from a process of their own, so that the client of the quiet project does not wait for them. */
export function attack(address: string, attacks: Readonly<Record<string, Pressure>>) {
  const child = fork(new URL('./hostile-process.ts', import.meta.url))
  child.send({ address, attacks })
  return {
    /** Returns after the last answer. */
    stop: () =>
      new Promise<Tallies>((resolve, reject) => {
        child.once('message', (tallies: Tallies) => {
          child.kill()
          resolve(tallies)
        })
        child.once('exit', () => reject(new Error('the hostile client has ended')))
        child.send('stop')
      }),
  }
}
