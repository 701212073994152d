import { beforeEach, describe, expect, it } from 'vitest'
import {
  environmentAt,
  environmentIn,
  inEnvironment,
  rememberEnvironment,
  rememberedEnvironment,
} from './environment.ts'

const place = (changed: Partial<Parameters<typeof environmentAt>[0]>) =>
  environmentAt({
    projectId: 'prj_1',
    pathname: '/project/prj_1/data',
    search: '',
    navigation: 'PUSH',
    ...changed,
  })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('environmentAt', () => {
  it('defaults to dev', () => {
    expect(place({})).toBe('dev')
    expect(place({ navigation: 'POP' })).toBe('dev')
  })

  it.each(['PUSH', 'REPLACE', 'POP'] as const)('is the one in the URL (%s)', (navigation) => {
    rememberEnvironment('prj_1', 'production')
    expect(place({ navigation, search: '?environment=dev' })).toBe('dev')
    rememberEnvironment('prj_1', 'dev')
    expect(place({ navigation, search: '?tab=runs&environment=production' })).toBe('production')
  })

  it.each(['PUSH', 'REPLACE'] as const)(
    'is the remembered one for navigation inside the console (%s)',
    (navigation) => {
      rememberEnvironment('prj_1', 'production')
      expect(place({ navigation })).toBe('production')
    },
  )

  it('is dev for an external link without an environment, even if production is remembered', () => {
    rememberEnvironment('prj_1', 'production')
    expect(place({ navigation: 'POP' })).toBe('dev')
  })

  it.each(['/project/prj_1', '/project/prj_1/'])('is the remembered one at %s', (pathname) => {
    rememberEnvironment('prj_1', 'production')
    expect(place({ pathname, navigation: 'POP' })).toBe('production')
  })

  it('is remembered per project', () => {
    rememberEnvironment('prj_1', 'production')
    expect(rememberedEnvironment('prj_2')).toBe('dev')
  })

  it("prefers this tab's choice to other tabs'", () => {
    rememberEnvironment('prj_1', 'production')
    localStorage.setItem('environment prj_1', 'dev')
    expect(place({})).toBe('production')
  })

  it.each(['', 'staging', 'PRODUCTION'])('ignores the invalid value %j', (odd) => {
    localStorage.setItem('environment prj_1', odd)
    expect(place({ search: `?environment=${odd}` })).toBe('dev')
    expect(environmentIn(`?environment=${odd}`)).toBeUndefined()
  })
})

it('preserves the rest of the query string', () => {
  expect(inEnvironment('?tab=runs&environment=dev', 'production')).toBe(
    '?tab=runs&environment=production',
  )
})
