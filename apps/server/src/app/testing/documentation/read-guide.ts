import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const GUIDE = join(import.meta.dirname, '../../../../../../docs/guide')

/** The blocks of a page of the guide in one language. */
export async function readGuide(page: string, language: string): Promise<string[]> {
  const text = await readFile(join(GUIDE, page), 'utf8')
  const blocks = text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)
  return [...blocks].flatMap(([, each, code = '']) => (each === language ? [code] : []))
}
