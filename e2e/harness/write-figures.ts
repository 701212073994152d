import { writeFileSync } from 'node:fs'
import { test } from '@playwright/test'

type Figures = Record<string, number | string | Record<string, number>>

function print(value: Figures[string]): string {
  if (typeof value !== 'object') return `${value}`
  return Object.entries(value)
    .map(([name, part]) => `${name} ${part}`)
    .join(', ')
}

/** Prints measurements, and writes them to a file for `npm run bench` if requested. */
export function writeFigures(figures: Figures): void {
  const words = Object.entries(figures).map(([name, value]) => `  ${name}: ${print(value)}`)
  console.log(words.join('\n'))
  test.info().annotations.push({ type: 'figures', description: words.join('\n') })
  const file = process.env.PLINTH_E2E_FIGURES
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures))
}
