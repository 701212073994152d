import { expect, type Page } from '@playwright/test'
import type { Act } from './read-quickstart.ts'
import type { Terminal } from './terminal.ts'

export interface Reader {
  page: Page
  terminal: Terminal
  /** Adapts what the page says to this machine, such as ports. */
  adapt(text: string): string
  /** Copied from the address; replaces `ID` in commands. */
  projectId?: string
}

const SERVER = /npm start\s*$/

/** A button by the name that the page gives it, which may be followed by a description in the button. */
function findButton(page: Page, name: string) {
  const button = page.getByRole('button')
  const described = button.filter({ has: page.getByText(name, { exact: true }) })
  return page.getByRole('button', { name, exact: true }).or(described).first()
}

async function runCommands(reader: Reader, act: Act & { does: 'run' }): Promise<void> {
  const { terminal, adapt, projectId = '' } = reader
  const commands = adapt(act.commands).replace('=ID\n', `=${projectId}\n`)
  if (SERVER.test(commands)) {
    await terminal.runUntil(commands, /ready at/)
    return
  }
  const output = await terminal.run(commands)
  if (act.output !== undefined) expect(output).toBe(act.output)
}

async function copyProject(reader: Reader): Promise<void> {
  await reader.page.waitForURL(/\/project\/prj_\w+\/data/)
  const [, id = ''] = reader.page.url().match(/\/project\/(prj_\w+)\//) ?? []
  reader.projectId = id
}

async function follow(reader: Reader, act: Act): Promise<void> {
  const { page, terminal, adapt } = reader
  switch (act.does) {
    case 'run':
      return runCommands(reader, act)
    case 'write':
      return terminal.write(act.file, adapt(act.text))
    case 'open':
      return void (await page.goto(adapt(act.address)))
    case 'type':
      return page.getByLabel(act.into, { exact: true }).fill(act.text)
    case 'press':
      return findButton(page, act.name).click()
    case 'read':
      return expect(page.getByText(act.text).first()).toBeVisible({ timeout: 60_000 })
    case 'copy':
      return copyProject(reader)
  }
}

/** Does what the page says, in its order. */
export async function followActs(reader: Reader, acts: readonly Act[]): Promise<void> {
  for (const act of acts) await follow(reader, act)
}
