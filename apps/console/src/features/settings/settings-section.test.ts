import { expect, test } from 'vitest'
import { parseSection, SETTINGS_SECTIONS } from './settings-section.ts'

test.each([
  ['', 'members'],
  ['section=domains', 'domains'],
  ['section=profile', 'profile'],
  ['section=nonsense', 'members'],
  ['section=audit', 'audit'],
  ['section=api', 'api'],
])('the address ?%s shows %s', (search, section) => {
  expect(parseSection(new URLSearchParams(search), SETTINGS_SECTIONS)).toBe(section)
})

test('what is not in the menu is not shown', () => {
  expect(parseSection(new URLSearchParams('section=audit'), ['members', 'profile'])).toBe('members')
})
