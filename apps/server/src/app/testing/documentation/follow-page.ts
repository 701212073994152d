import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { testServer } from '../test-server.ts'
import { type DocumentedCommand, isPrinted, readCommands } from './read-commands.ts'

const ROOT = join(import.meta.dirname, '../../../../../..')

/** How a page is followed. */
export interface Following {
  /** Variables of the shell that the page leaves to its reader. */
  variables?: Record<string, string>
  /** Variables that the reader copies from what a command printed. */
  copy?: Record<string, RegExp>
  /** Texts of the page and what they are in this test. */
  replace?: Record<string, string>
  /** Files in the folder of the reader. */
  files?: Record<string, string | Uint8Array>
  /** What happens before a command, by its place on the page; may return variables. */
  before?: (place: number) => Promise<Record<string, string> | undefined>
  /** Commands that another test runs. */
  skip?: RegExp
  /** Functions of the shell, for programs that a reader has installed. */
  programs?: string
}

/** The status of each answer goes to the standard error, so that the page's own options stay. */
const CURL = `curl() { command curl --silent --show-error --write-out '%{stderr}\\nstatus %{http_code}\\n' "$@"; }`

/** Some more than the largest answer. */
const MAX_OUTPUT = 16 * 1024 * 1024

interface Shell {
  folder: string
  variables: Record<string, string>
  programs: string
}

/** Runs a script with the variables of those before it. */
async function runScript(script: string, { folder, variables, programs }: Shell) {
  const kept = join(folder, '.variables')
  const before = `set -euo pipefail\nsource "${kept}"\n${CURL}\n${programs}\nset -a\n`
  const after = `\nexport -p > "${kept}"\n`
  const ended = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, ...variables }
    const words = ['-c', before + script + after]
    const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT }
    const child = execFile('bash', words, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.end()
  })
  const statuses = [...ended.stderr.matchAll(/^status (\d+)$/gm)].map(([, each]) => Number(each))
  const errors = ended.stderr.replace(/^status \d+$/gm, '')
  return { code: ended.code, printed: ended.stdout + errors, statuses }
}

type Ended = Awaited<ReturnType<typeof runScript>>

/** What is wrong with what a command printed, or undefined. */
function findProblem(expected: string, { code, printed, statuses }: Ended): string | undefined {
  const last = statuses.at(-1)
  const [, status, rest = ''] = expected.match(/^(\d{3})\b([\s\S]*)$/) ?? []
  const earlier = statuses.slice(0, -1).find((each) => each >= 400)
  if (earlier) return `is answered with ${earlier}`
  if (status && last !== undefined) {
    if (Number(status) !== last) return `is answered with ${last}`
    return rest.trim() === '' || isPrinted(rest, printed) ? undefined : 'prints something else'
  }
  if (expected !== '') return isPrinted(expected, printed) ? undefined : 'prints something else'
  return code !== 0 || (last ?? 200) >= 400 ? `ends with ${code}, status ${last}` : undefined
}

const shorten = (text: string) =>
  text.length > 2_000 ? `${text.slice(0, 1_000)}…${text.slice(-1_000)}` : text

function copyVariables(printed: string, shell: Shell, copy: Record<string, RegExp>): void {
  for (const [name, pattern] of Object.entries(copy)) {
    const [, value] = printed.match(pattern) ?? []
    if (value !== undefined) shell.variables[name] ??= value
  }
}

function adaptTo(replace: Record<string, string>) {
  const { address } = testServer()
  const own = { 'https://plinth.example.com': address, 'http://localhost:4000': address }
  const texts = Object.entries({ ...own, ...replace })
  return (text: string) => texts.reduce((left, [from, to]) => left.replaceAll(from, to), text)
}

async function commandsOf(page: string): Promise<DocumentedCommand[]> {
  return readCommands(await readFile(join(ROOT, 'docs/guide', page), 'utf8'))
}

/** Runs every command of a page as it is written; throws unless each prints what the page says. Returns the outputs. */
export async function followPage(page: string, following: Following = {}): Promise<string[]> {
  const { variables = {}, copy = {}, replace = {}, files = {} } = following
  const { before, skip, programs = '' } = following
  // Inside the repository, so that npx finds the programs that it has installed.
  const folder = join(ROOT, 'apps/server/.types', `page-${process.pid}-${page}`)
  const adapt = adaptTo(replace)
  const shell = { folder, variables: { ...variables }, programs }
  await mkdir(folder, { recursive: true })
  try {
    for (const [name, content] of Object.entries({ '.variables': '', ...files })) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    const outputs: string[] = []
    const commands = (await commandsOf(page)).filter(({ script }) => !skip?.test(script))
    for (const [place, { script, expected }] of commands.entries()) {
      Object.assign(shell.variables, await before?.(place))
      const ended = await runScript(adapt(script), shell)
      const problem = findProblem(adapt(expected), ended)
      const said = `${ended.statuses.join(', ')} ${shorten(ended.printed)}`
      if (problem) throw new Error(`${page}: ${script}\n${problem}:\n${said}\nnot\n${expected}`)
      copyVariables(ended.printed, shell, copy)
      outputs.push(ended.printed)
    }
    return outputs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
