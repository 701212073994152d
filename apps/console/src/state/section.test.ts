import { beforeEach, describe, expect, it } from 'vitest'
import { rememberSection, sectionOf, sectionPath } from './section.ts'

describe('sectionPath', () => {
  beforeEach(() => localStorage.clear())

  it('defaults to data', () => {
    expect(sectionPath('prj_1')).toBe('/project/prj_1/data')
  })

  it.each(['data', 'ui', 'workflow'] as const)('goes to the remembered %s', (section) => {
    rememberSection(section)
    expect(localStorage.getItem('section')).toBe(section)
    expect(sectionPath('prj_1')).toBe(`/project/prj_1/${section}`)
  })

  it.each(['', 'settings', '../home', 'DATA', 'data/../..'])(
    'ignores the invalid stored value %j',
    (stored) => {
      expect(sectionPath('prj_1', stored)).toBe('/project/prj_1/data')
    },
  )
})

describe('sectionOf', () => {
  it.each([
    ['/project/prj_1/ui', 'ui'],
    ['/project/prj_1/workflow/edit/wfl_1', 'workflow'],
    ['/project/prj_1/settings', undefined],
    ['/project/prj_1', undefined],
    ['/home', undefined],
  ])('%s is %s', (pathname, section) => {
    expect(sectionOf(pathname)).toBe(section)
  })
})
