import { type ChildProcess, fork } from 'node:child_process'
import { lowerWhileLong } from '../../../foundation/concurrency/lower-priority.ts'
import type { SqliteMessage, SqliteThreadData } from './sqlite-thread.ts'

/**
 * A child process with the interface of a worker thread. A thread cannot be terminated while SQLite runs, a
 * process can; so developers' SQL runs in one.
 */
export class SqliteProcess {
  readonly #child: ChildProcess
  /** Ends the low priority of a job that takes long. */
  #restore: (() => void) | undefined
  #isBusy = false

  constructor(url: URL, options: SqliteThreadData) {
    this.#child = fork(url, [JSON.stringify(options)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (word: SqliteMessage) => {
      this.#restore?.()
      // The first job may have been sent before the process was ready.
      if (word === 'ready') this.#lowerLater()
      else this.#isBusy = false
    })
    this.#child.on('exit', () => this.#restore?.())
  }

  // biome-ignore lint/suspicious/noExplicitAny: each event has its own arguments.
  on(event: 'message' | 'error' | 'exit', listener: (value: any) => void): this {
    this.#child.on(event, listener)
    return this
  }

  postMessage(message: object): void {
    this.#child.send(message)
    this.#isBusy = true
    this.#lowerLater()
  }

  #lowerLater(): void {
    this.#restore?.()
    if (this.#isBusy && this.#child.pid !== undefined)
      this.#restore = lowerWhileLong(this.#child.pid)
  }

  async terminate(): Promise<void> {
    this.#child.kill('SIGKILL')
  }

  ref(): void {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
