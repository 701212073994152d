import type { Page } from '@playwright/test'

/** What a person did: presses of the mouse, key chords, and texts typed without a pause for another act. */
export interface Acts {
  total: number
  clicks: number
  chords: number
  texts: number
}

type Act = 'click' | 'chord' | 'text'

/** Runs in the page: reports each act from the trusted events that it causes. */
function reportActs() {
  const report = (act: Act) =>
    (window as unknown as { countedAct: (act: Act) => Promise<void> }).countedAct(act)
  const isModifier = (key: string) => ['Control', 'Shift', 'Alt', 'Meta'].includes(key)
  const listen = <K extends keyof WindowEventMap>(
    type: K,
    act: (event: WindowEventMap[K]) => Act | undefined,
  ) =>
    window.addEventListener(
      type,
      (event) => {
        const found = event.isTrusted ? act(event) : undefined
        if (found) void report(found)
      },
      { capture: true },
    )
  listen('pointerdown', () => 'click')
  listen('keydown', (event) => {
    if (event.repeat || isModifier(event.key)) return undefined
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    return isTyped ? 'text' : 'chord'
  })
  // A text that came without key presses is counted as typed; a paste was counted by its chord.
  listen('beforeinput', (event) => (event.inputType === 'insertText' ? 'text' : undefined))
}

/** Counts what is done in a page from now on, over its navigations. A typed text counts as one act. */
export async function countActs(page: Page): Promise<() => Acts> {
  const acts: Act[] = []
  await page.exposeFunction('countedAct', (act: Act) => {
    if (act !== 'text' || acts.at(-1) !== 'text') acts.push(act)
  })
  await page.addInitScript(reportActs)
  const count = (wanted: Act) => acts.filter((act) => act === wanted).length
  return () => ({
    total: acts.length,
    clicks: count('click'),
    chords: count('chord'),
    texts: count('text'),
  })
}
