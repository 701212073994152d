import { type ChildProcess, fork } from 'node:child_process'
import type { SqliteThreadData } from './sqlite-thread.ts'

/**
 * Does what a thread does, and is used like one. A thread goes on for as long as SQLite does, whoever ends it; a
 * process does not. What developers write therefore runs in one.
 */
export class SqliteProcess {
  readonly #child: ChildProcess

  constructor(url: URL, told: SqliteThreadData) {
    this.#child = fork(url, [JSON.stringify(told)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own.
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
