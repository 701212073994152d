import { readFile } from 'node:fs/promises'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** How many failed tests are shown, and how many characters of each page: CI cuts long logs at their start. */
const MAX_TESTS = 4
const MAX_CHARACTERS = 2500

/** The lines of a snapshot that say what the page showed, without its banner, addresses and references. */
function shorten(snapshot: string): string {
  const page = snapshot.split('```yaml')[1]?.split('```')[0] ?? ''
  const lines = page.slice(Math.max(0, page.indexOf('- main'))).split('\n')
  return lines
    .map((line) => line.replace(/ \[(ref|cursor)=\w+\]/g, ''))
    .filter((line) => !/^\s*(- (generic|\/url:.*):?)?\s*$/.test(line))
    .map((line) => line.replace(/^(\s+)/, (indent) => ' '.repeat(indent.length / 4)))
    .join('\n')
}

/** Prints what the page showed when a test failed, because CI keeps its log and no files. */
// biome-ignore lint/style/noDefaultExport: Playwright loads reporters by their default export
export default class PageReporter implements Reporter {
  private readonly failed: { title: string; path: string }[] = []

  onTestEnd({ title }: TestCase, { attachments }: TestResult) {
    const path = attachments.find(({ name }) => name === 'error-context')?.path
    if (path !== undefined) this.failed.push({ title, path })
  }

  async onEnd() {
    for (const { title, path } of this.failed.slice(0, MAX_TESTS)) {
      const shown = shorten(await readFile(path, 'utf8'))
      console.log(`\nThe page when '${title}' failed:\n${shown.slice(0, MAX_CHARACTERS)}`)
    }
  }
}
