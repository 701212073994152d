import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { saveTestsText } from '../../workflows/definitions/tests-store.ts'
import { addWorkflow, saveWorkflow } from '../../workflows/definitions/workflow-store.ts'
import { toWorkflowText } from '../../workflows/definitions/workflow-text.ts'
import { SAMPLE_TEST } from '../../workflows/workflow-tests/testing/store-sample-test.ts'
import { toTestsText } from '../../workflows/workflow-tests/tests-text.ts'
import type { OperationsContext } from '../context.ts'
import { planPromotions } from './plan-promotions.ts'
import { findFailedTests } from './plan-workflow-tests.ts'

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

const saved = { by: 'ada@example.com', releaseId: null }
const textOf = (name: string, active: boolean) =>
  toWorkflowText({ nodes: [], connections: [], settings: {} as never }, { name, active })

test.each<[string, (id: string, isBack: boolean) => Promise<unknown>]>([
  [
    'workflow',
    (id, isBack) =>
      own.db.transaction((on) =>
        saveWorkflow(on, { ...saved, id, text: textOf('workflow', isBack) }),
      ),
  ],
  [
    'test',
    (workflowId, isBack) =>
      own.db.transaction((on) =>
        saveTestsText(on, { workflowId, tests: isBack ? '[]' : toTestsText([SAMPLE_TEST]) }),
      ),
  ],
])('refuses to test a deploy with another %s than the compared one', async (name, change) => {
  const context = { db: own.db } as unknown as OperationsContext
  const { projectId, environmentId } = own
  const id = newId('wfl')
  await own.db.transaction((on) =>
    addWorkflow(on, { ...saved, id, environmentId, text: textOf(name, true) }),
  )
  const promotions = await planPromotions(context, projectId)
  await change(id, false)
  const tested = findFailedTests(context, { projectId, ...promotions })
  await expect(tested).rejects.toMatchObject({ code: 'conflict' })
  await change(id, true)
  expect(await findFailedTests(context, { projectId, ...promotions })).toEqual([])
  expect((await planPromotions(context, projectId)).digest).toBe(promotions.digest)
})
