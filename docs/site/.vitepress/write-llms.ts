import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GROUPS } from './pages.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TITLE = '# Plinth documentation'
const SUMMARY = '> How to build, secure and operate projects with Plinth.'

/** The first sentence of a page after its title, on one line and without links. */
function firstSentence(page: string): string {
  const [, paragraph = ''] = page.match(/^# .+\n+((?!#|\||```)[\s\S]*?)(?:\n\n|$)/) ?? []
  const line = paragraph.replace(/\s+/g, ' ').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  return line.match(/^.+?[.:](?= |$)/)?.[0].replace(/:$/, '.') ?? line
}

/**
 * Writes the documentation for language models: `llms.txt` lists the pages with their addresses, and `llms-full.txt` has
 * their text. Both follow the list of the sidebar.
 */
export async function writeLlms({ outDir }: { outDir: string }) {
  const index = [TITLE, SUMMARY]
  const full = [TITLE, SUMMARY]
  for (const { text: group, items } of GROUPS) {
    const lines: string[] = []
    for (const { text, link, file } of items) {
      const page = await readFile(join(ROOT, file), 'utf8')
      lines.push(`- [${text}](/docs${link}): ${firstSentence(page)}`)
      full.push(`Page: /docs${link}`, page.trim())
    }
    index.push(`## ${group}`, lines.join('\n'))
  }
  await writeFile(join(outDir, 'llms.txt'), `${index.join('\n\n')}\n`)
  await writeFile(join(outDir, 'llms-full.txt'), `${full.join('\n\n')}\n`)
}
