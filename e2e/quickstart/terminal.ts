import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A terminal that keeps folder and variables from one block of commands to the next. */
export interface Terminal {
  /** Resolves with the standard output when the commands have ended. */
  run(commands: string): Promise<string>
  /** Resolves when the output has the text; the commands go on. */
  runUntil(commands: string, text: RegExp): Promise<string>
  /** Writes a file into the current folder. */
  write(file: string, text: string): Promise<void>
  /** Ends every process that the commands have started. */
  close(): Promise<void>
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch {
    // All of its processes have ended.
  }
}

/** Opens a terminal in a folder. */
export function openTerminal(folder: string): Terminal {
  const state = mkdtempSync(join(tmpdir(), 'terminal-'))
  const [variables, place] = [join(state, 'variables'), join(state, 'place')]
  writeFileSync(variables, '')
  writeFileSync(place, folder)
  const started: { child: ChildProcess; ended: Promise<unknown> }[] = []
  const start = (commands: string) => {
    const before = `source "${variables}"\ncd "$(cat "${place}")"\n`
    const after = `\nexport -p > "${variables}"\npwd > "${place}"\n`
    const words = ['-euo', 'pipefail', '-c', before + commands + after]
    // A group of its own, which also has the programs that it leaves in the background.
    const child = spawn('bash', words, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    started.push({ child, ended })
    return { child, ended }
  }
  return {
    async run(commands) {
      const { child, ended } = start(commands)
      let output = ''
      let errors = ''
      child.stdout?.on('data', (chunk) => (output += chunk))
      child.stderr?.on('data', (chunk) => (errors += chunk))
      const code = await ended
      if (code !== 0) throw new Error(`${commands}ended with ${code}:\n${output}${errors}`)
      return output
    },
    runUntil(commands, text) {
      const { child, ended } = start(commands)
      return new Promise((resolve, reject) => {
        let output = ''
        const read = (chunk: Buffer) => {
          output += chunk
          if (text.test(output)) resolve(output)
        }
        child.stdout?.on('data', read)
        child.stderr?.on('data', read)
        void ended.then((code) => reject(new Error(`${commands}ended with ${code}:\n${output}`)))
      })
    },
    async write(file, text) {
      await this.run(`cat > '${file}' <<'END-OF-FILE'\n${text}END-OF-FILE\n`)
    },
    async close() {
      for (const { child } of started) endGroup(child)
      await Promise.all(started.map(({ ended }) => ended))
      rmSync(state, { recursive: true, force: true })
    },
  }
}
