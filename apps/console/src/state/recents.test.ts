import { beforeEach, describe, expect, it } from 'vitest'
import { type Recent, readRecents, rememberRecent } from './recents.ts'

const place = (name: string, kind: Recent['kind'] = 'table'): Recent => ({
  kind,
  to: `/project/prj_1/data?table=${name}`,
  label: name,
  project: 'Shop',
})
const labels = (userId: string) => readRecents(userId).map(({ label }) => label)

describe('recent places', () => {
  beforeEach(() => localStorage.clear())

  it('are newest first, each once, per person', () => {
    for (const name of ['a', 'b', 'a']) rememberRecent('ann', place(name))
    rememberRecent('bob', place('c'))
    expect(labels('ann')).toEqual(['a', 'b'])
    expect(labels('bob')).toEqual(['c'])
  })

  it('are at most twenty', () => {
    for (let at = 0; at < 30; at += 1) rememberRecent('ann', place(`${at}`))
    expect(labels('ann')).toHaveLength(20)
    expect(labels('ann')[0]).toBe('29')
  })

  it('contain no value of a row', () => {
    rememberRecent('ann', place('Grace Hopper', 'row'))
    expect(labels('ann')).toEqual([''])
    expect(JSON.stringify(localStorage)).not.toContain('"Grace')
  })

  it.each([
    'no JSON',
    '{}',
    '[{"kind":"table"}]',
    '[{"kind":"person","to":"/project/p","label":"","project":""}]',
    '[{"kind":"table","to":"//elsewhere.example","label":"","project":""}]',
  ])('ignore the invalid stored value %s', (stored) => {
    localStorage.setItem('recent places ann', stored)
    expect(readRecents('ann')).toEqual([])
  })
})
