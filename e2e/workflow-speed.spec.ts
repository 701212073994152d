import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  saveWorkflow,
} from './workflow-steps.ts'

const SIZES = [
  { count: 200, mostOpen: 1500, mostElements: 10_000, leastFrames: 50 },
  { count: 500, mostOpen: 3000, mostElements: 10_000, leastFrames: 50 },
]

/** The longest that the page was held up, and its frames, while something is done. */
async function watch(page: Page, act: () => Promise<void>) {
  await page.evaluate(() => {
    const seen = { frames: 0, longest: 0, start: performance.now(), on: true }
    Object.assign(window, { seen })
    const frame = () => {
      seen.frames += 1
      if (seen.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask' })
  })
  await act()
  return page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { frames: number; longest: number; start: number; on: boolean }
    }
    seen.on = false
    const seconds = (performance.now() - seen.start) / 1000
    return { perSecond: Math.round(seen.frames / seconds), longest: Math.round(seen.longest) }
  })
}

for (const { count, mostOpen, mostElements, leastFrames } of SIZES) {
  test(`${count} nodes open, pan, zoom, drag and save smoothly`, async ({ page, project, me }) => {
    test.setTimeout(180_000)
    const kindOf = await readKinds(me, project.id)
    const nodes = Array.from({ length: count }, (_, at) =>
      drawNode(kindOf(at === 0 ? 'trigger-manual' : 'http_request'), {
        label: `Node ${at}`,
        x: (at % 20) * 400,
        y: Math.floor(at / 20) * 120,
      }),
    )
    const connections = nodes.slice(1).map((_, at) => join(`Node ${at}`, `Node ${at + 1}`))
    const id = await giveWorkflow(me, project.id, { name: `${count} nodes`, nodes, connections })
    await openEditor(page, project.id)
    const began = Date.now()
    await openEditor(page, project.id, id)
    await expect(cardOf(page, 'Node 0')).toBeVisible()
    const opened = Date.now() - began
    await page.getByRole('button', { name: 'Fit the view' }).click()
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    await page.keyboard.press('Escape')
    for (let press = 0; press < 3; press += 1) {
      await page.getByRole('button', { name: 'Zoom in' }).click()
    }
    const pane = await page.locator('.react-flow__pane').boundingBox()
    const [x, y] = [(pane?.x ?? 0) + 30, (pane?.y ?? 0) + 620]
    const panned = await watch(page, async () => {
      await page.mouse.move(x, y)
      await page.mouse.down({ button: 'left' })
      for (let step = 0; step < 60; step += 1) await page.mouse.move(x + step * 4, y - step * 3)
      await page.mouse.up()
      for (let step = 0; step < 10; step += 1) await page.mouse.wheel(0, step % 2 ? 120 : -120)
    })
    await page.keyboard.press('f')
    await page.keyboard.type('Node 45')
    await page.keyboard.press('Enter')
    const card = await cardOf(page, 'Node 45').boundingBox()
    const [left, top] = [(card?.x ?? 0) + 100, (card?.y ?? 0) + 30]
    const dragged = await watch(page, async () => {
      await page.mouse.move(left, top)
      await page.mouse.down()
      for (let step = 0; step < 80; step += 1) await page.mouse.move(left + step * 2, top + step)
      await page.mouse.up()
    })
    const saving = Date.now()
    await saveWorkflow(page)
    const saved = Date.now() - saving
    const words = JSON.stringify({ count, opened, elements, panned, dragged, saved })
    console.log(words)
    test.info().annotations.push({ type: 'times', description: words })
    expect(opened).toBeLessThan(mostOpen)
    expect(elements).toBeLessThan(mostElements)
    expect(panned.longest).toBeLessThanOrEqual(50)
    expect(dragged.perSecond).toBeGreaterThanOrEqual(leastFrames)
    expect(saved).toBeLessThan(1000)
  })
}
