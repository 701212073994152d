import { listAudit, listEnvironments } from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import { newStaff } from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { auditedPlace, auditWhere, sessionOf } from './testing/audited-place.ts'

describe('an audit entry', () => {
  test('has address, agent and session of the call, and never a token', async () => {
    const { owner, projectId, params } = await auditedPlace()
    const { environments } = await owner.client.call(listEnvironments, { params })
    const answer = await fetch(`${inject('server').address}/api/project/${projectId}/domain`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'user-agent': `Probe/1.0 ${'x'.repeat(400)}`,
      },
      body: JSON.stringify({
        domain: `${projectId.replace('_', '')}.example.com`,
        environment: environments[0]?.id,
      }),
    })
    expect(answer.status).toBe(201)
    const [entry] = (await owner.client.call(listAudit, { params })).entries
    expect(entry).toMatchObject({
      action: 'created',
      area: 'domain',
      address: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
      agent: `Probe/1.0 ${'x'.repeat(290)}`,
      session_id: await sessionOf(owner),
      key_id: null,
    })
    const all = await auditWhere('staff_id = $1', [owner.id])
    expect(JSON.stringify(all)).not.toContain(owner.token)
  })

  test('of a sign-in has the new session', async () => {
    const person = await newStaff()
    const [entry] = await auditWhere(`staff_id = $1 and action = 'signed in'`, [person.id])
    expect(entry).toMatchObject({ session_id: await sessionOf(person), agent: expect.any(String) })
  })

  test('takes the address from a trusted proxy only', async () => {
    const { owner, params, projectId } = await auditedPlace()
    const trusting = await startBeside({ PLINTH_TRUST_PROXY: '1' })
    try {
      for (const [base, expected] of [
        [trusting.address, '203.0.113.9'],
        [inject('server').address, undefined],
      ] as const) {
        const { environments } = await owner.client.call(listEnvironments, { params })
        const host = `${expected ? 'a' : 'b'}${projectId.replace('_', '')}.example.com`
        const answer = await fetch(`${base}/api/project/${projectId}/domain`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${owner.token}`,
            'content-type': 'application/json',
            'x-forwarded-for': '198.51.100.1, 203.0.113.9',
          },
          body: JSON.stringify({ domain: host, environment: environments[0]?.id }),
        })
        expect(answer.status).toBe(201)
        const [entry] = (await owner.client.call(listAudit, { params })).entries
        if (expected) expect(entry?.address).toBe(expected)
        else expect(entry?.address).not.toContain('.113.')
      }
    } finally {
      await trusting.stop()
    }
  })
})
