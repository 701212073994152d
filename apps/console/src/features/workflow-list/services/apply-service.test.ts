import { expect, test } from 'vitest'
import { applyService, scopesIn, setOtherScopes, toggleScope } from './apply-service.ts'

const typed = { service: '', clientId: 'ours', clientSecret: 'secret', scope: '', note: 'mine' }

test('a service fills in its addresses and leaves the client and other data', () => {
  const data = applyService(typed, 'github')
  expect(data).toMatchObject({
    ...typed,
    service: 'github',
    hosts: ['api.github.com'],
    tokenUrl: 'https://github.com/login/oauth/access_token',
    clientAuthentication: 'body',
    scope: 'read:user',
  })
})

test('another service leaves what was filled in', () => {
  const data = applyService(typed, 'github')
  expect(applyService(data, '')).toEqual({ ...data, service: '' })
})

test('scopes are added and removed with the separator of the service', () => {
  const slack = toggleScope(applyService(typed, 'slack'), 'users:read')
  expect(slack.scope).toBe('chat:write,users:read')
  expect(toggleScope(slack, 'chat:write').scope).toBe('users:read')
})

test('other scopes stay beside those of the catalogue', () => {
  const data = setOtherScopes(applyService(typed, 'github'), 'delete_repo read:user')
  expect(scopesIn(data.scope)).toEqual(['read:user', 'delete_repo'])
  expect(scopesIn(toggleScope(data, 'repo').scope)).toEqual(['read:user', 'delete_repo', 'repo'])
  expect(setOtherScopes(data, '').scope).toBe('read:user')
})
