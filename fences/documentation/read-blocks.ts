import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES } from '../../docs/site/.vitepress/pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const BLOCK = /^ *```(.*)\n([\s\S]*?)^ *```$/gm

/** A fenced block of code of a page. */
export interface Block {
  /** From the root of the repository. */
  page: string
  /** The language and what follows it; empty without one. */
  language: string
  code: string
}

/** Blocks of the README and of every page of the site. */
export function readBlocks(): Block[] {
  const pages = ['README.md', ...PAGES.map(({ file }) => file)]
  return pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(BLOCK)].map(
      ([, language = '', code = '']): Block => ({ page, language, code }),
    ),
  )
}
