import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'

/** Runs the TypeScript blocks of a page of the guide as one program, and returns what it printed and should print. */
export async function runGuideSamples(
  page: string,
  { projectId, token, before = '' }: { projectId: string; token: string; before?: string },
) {
  const root = join(import.meta.dirname, '../../../../../..')
  // Inside the repository, so that the client is found as an app would find it.
  const folder = join(root, 'apps/server/.types', `guide-${process.pid}-${page}`)
  await mkdir(folder, { recursive: true })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const guide = await readFile(join(root, 'docs/guide', page), 'utf8')
  const code = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block]) => block).join('')
  const comments = [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, text]) => text)
  const names = { PLINTH_URL: inject('server').address, PROJECT_ID: projectId, TOKEN: token }
  const constants = Object.entries(names).map(([name, value]) => `const ${name} = '${value}'\n`)
  await writeFile(join(folder, 'sample.ts'), constants.join('') + before + code)
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'sample.ts')])
  return {
    printed: stdout.trim().split('\n'),
    expected: comments.filter((text) => !text?.startsWith('no answer')),
  }
}
