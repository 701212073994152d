import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES } from './pages.ts'

const DOCS = join(import.meta.dirname, '../..')

/** Folders below `docs` whose files are reached by links alone, and where the site has them. */
export const LINKED_FOLDERS = { decisions: 'record', performance: 'figures' } as const

/** Whether a Markdown file below `docs` is in one of those folders. */
export const isLinked = (path: string) => /^(decisions|performance)\//.test(path)

const LINKED = Object.entries(LINKED_FOLDERS).flatMap(([folder, place]) =>
  readdirSync(join(DOCS, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.md') && !path.endsWith('/README.md'))
    .map((path) => ({
      link: `/${place}${path.slice(folder.length, -'.md'.length)}`,
      file: `docs/${path}`,
    })),
)
const ALL = [...PAGES, ...LINKED]
const LINKS = new Map(ALL.map(({ link, file }) => [file, link]))
const FILES = new Map(ALL.map(({ link, file }) => [`${link.slice(1)}.md`, file]))

/** The address of a file of the repository that is a page of the site. */
export const linkOf = (file: string) => LINKS.get(file)

/** The file of the repository that a page of the site shows. */
export const fileOf = (page: string) => FILES.get(page)
