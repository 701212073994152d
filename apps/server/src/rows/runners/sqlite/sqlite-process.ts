import { type ChildProcess, fork } from 'node:child_process'
import { lowerPriority } from '../../../foundation/concurrency/lower-priority.ts'
import type { SqliteThreadData } from './sqlite-thread.ts'

/**
 * A child process with the interface of a worker thread. A thread cannot be terminated while SQLite runs, a
 * process can; so developers' SQL runs in one.
 */
export class SqliteProcess {
  readonly #child: ChildProcess

  constructor(url: URL, options: SqliteThreadData) {
    this.#child = fork(url, [JSON.stringify(options)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    if (this.#child.pid !== undefined) lowerPriority(this.#child.pid)
  }

  // biome-ignore lint/suspicious/noExplicitAny: each event has its own arguments.
  on(event: 'message' | 'error' | 'exit', listener: (value: any) => void): this {
    this.#child.on(event, listener)
    return this
  }

  postMessage(message: object): void {
    this.#child.send(message)
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
