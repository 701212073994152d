import { describe, expect, it } from 'vitest'
import { readEditorKey } from './use-editor-keys.ts'

function press(keys: string) {
  const parts = keys.split('+')
  const has = (name: string) => parts.includes(name)
  return readEditorKey({
    key: parts.at(-1) ?? '',
    ctrlKey: has('Ctrl'),
    metaKey: has('Meta'),
    altKey: has('Alt'),
    shiftKey: has('Shift'),
  })
}

describe('editor shortcuts', () => {
  it.each([
    ['Ctrl+s', 'save'],
    ['Meta+s', 'save'],
    ['Ctrl+Enter', 'execute'],
    ['Ctrl+z', 'undo'],
    ['Ctrl+Shift+Z', 'redo'],
    ['Ctrl+y', 'redo'],
    ['Ctrl+d', 'duplicate'],
    ['n', 'addNode'],
    ['/', 'addNode'],
    ['Delete', 'remove'],
    ['F2', 'rename'],
    ['1', 'fit'],
    ['Shift+N', undefined],
    ['Alt+n', undefined],
    ['Ctrl+Shift+s', undefined],
    ['x', undefined],
  ])('%s triggers %s', (keys, act) => {
    expect(press(keys)).toBe(act)
  })
})
