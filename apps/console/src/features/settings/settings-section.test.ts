import { expect, test } from 'vitest'
import { SETTINGS_SECTIONS } from '../../state/settings-sections.ts'
import { parseSection } from './settings-section.ts'

test.each([
  ['', 'members'],
  ['section=domains', 'domains'],
  ['section=profile', 'profile'],
  ['section=nonsense', 'members'],
  ['section=audit', 'audit'],
  ['section=api', 'api'],
])('reads ?%s as section %s', (search, section) => {
  expect(parseSection(new URLSearchParams(search), SETTINGS_SECTIONS)).toBe(section)
})

test('falls back to the first section if the requested one is not available', () => {
  expect(parseSection(new URLSearchParams('section=audit'), ['members', 'profile'])).toBe('members')
})
