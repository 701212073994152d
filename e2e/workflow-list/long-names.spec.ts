import { expect, test } from '../harness/fixtures.ts'
import { giveWorkflow } from '../workflow-editor/workflow-steps.ts'

for (const width of [1280, 1440]) {
  test(`the list shows long names of workflows in two lines at ${width} pixels`, async ({
    page,
    project,
    me,
  }) => {
    const name = 'Order intake from the web shop of the north'
    await giveWorkflow(me, project.id, { name })
    await page.setViewportSize({ width, height: 720 })
    await page.goto(`/project/${project.id}/workflow`)
    const link = page.getByRole('link', { name })
    await expect(link).toBeVisible()
    const cut = await link.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => ({
      below: scrollHeight - clientHeight,
      aside: scrollWidth - clientWidth,
    }))
    expect(cut).toEqual({ below: 0, aside: 0 })
  })
}
