import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { frame, readFrames } from './inside/frames.ts'

const TIMEOUT_MS = 10_000
const MAX_MEMORY_BYTES = 384 * 1024 * 1024
const POLL_MS = 20
const IDLE_MS = 30_000
const PAGE_BYTES = 4096

const require = createRequire(import.meta.url)
const inside = join(import.meta.dirname, 'inside')

/** Makes thumbnails in a sandboxed child process that only receives the bytes. */
export interface ThumbnailMaker {
  /** Undefined if the image is invalid or exceeds the time or memory limit. */
  make(image: Buffer): Promise<Buffer | undefined>
  close(): void
}

function start(): ChildProcess {
  const [modules = ''] = require.resolve('sharp').split('/sharp/')
  const readable = [modules, inside, join(import.meta.dirname, '../../../../package.json')]
  const flags = ['--permission', '--allow-addons', '--disable-warning=SecurityWarning']
  const reads = readable.map((path) => `--allow-fs-read=${path}`)
  const args = [...flags, ...reads, '--max-old-space-size=128', join(inside, 'main.ts')]
  return spawn(process.execPath, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] })
}

function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}

interface Process {
  child: ChildProcess
  answers: AsyncGenerator<Buffer>
}

/** The child process starts with the first image and ends when idle. */
export function openThumbnailMaker(): ThumbnailMaker {
  let running: Process | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    running?.child.kill('SIGKILL')
    running = undefined
  }
  const open = (): Process => {
    const child = start()
    child.on('error', () => undefined)
    child.stdin?.on('error', () => undefined)
    if (!child.stdout) throw new Error('thumbnails: child process has no stdout')
    return { child, answers: readFrames(child.stdout) }
  }
  async function makeOne(image: Buffer): Promise<Buffer | undefined> {
    clearTimeout(idle)
    running ??= open()
    const { child, answers } = running
    const late = setTimeout(end, TIMEOUT_MS)
    const watch = setInterval(() => {
      if (memoryOf(child.pid) > MAX_MEMORY_BYTES) end()
    }, POLL_MS)
    try {
      child.stdin?.write(frame(image))
      const { value, done } = await answers.next()
      // The process was killed or crashed; the next image gets a new one.
      if (done) end()
      return !done && value.length > 0 ? value : undefined
    } finally {
      clearTimeout(late)
      clearInterval(watch)
      idle = setTimeout(end, IDLE_MS)
      idle.unref()
    }
  }
  return {
    make: (image) => {
      const made = last.then(() => makeOne(image))
      last = made.catch(() => undefined)
      return made
    },
    close: () => {
      clearTimeout(idle)
      end()
    },
  }
}
