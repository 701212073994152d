import type { Action } from '../evaluate/decide.ts'
import type { Data, RequestData } from '../evaluate/scope.ts'
import { requestBy, TABLES } from './world.ts'

export type Case = {
  readonly meaning: string
  readonly rule: string
  readonly verdict: string
  readonly why: string
  readonly line: string
  readonly table?: string
  readonly action: Action
  readonly stored?: Data
  readonly resulting?: Data
  readonly request: RequestData
}

/**
 * One case per line: meaning ¦ row ¦ who ¦ rule ¦ verdict ¦ why. The row is `p1`, `p1 {override}`, `update p1
 * {patch}`, `create post {fields}`, `list p1`, `delete p1` or `none`; `who` is a name and more of the request as
 * JSON; the verdict is yes, no, locked or broken.
 */
export function readCases(table: string): readonly Case[] {
  const lines = table.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readCase)
}

function readCase(line: string): Case {
  const parts = line.split('¦').map((part) => part.trim())
  const [meaning = '', row = '', who = '', rule = '', verdict = '', why = ''] = parts
  if (parts.length !== 6 || why === '') throw new Error(`Six columns are needed: ${line}`)
  const [, name = '', more = '{}'] = /^(\w+)\s*(\{.*\})?$/.exec(who) ?? []
  const subject = readSubject(row, { ...requestBy(name), ...JSON.parse(more) })
  return { meaning, rule, verdict, why, line, ...subject }
}

type Subject = Pick<Case, 'table' | 'action' | 'stored' | 'resulting' | 'request'>

function readSubject(text: string, request: RequestData): Subject {
  const [, verb = 'view', name = '', json = '{}'] =
    /^(?:(\w+) )?(\w+)\s*(\{.*\})?$/.exec(text) ?? []
  const patch: Data = JSON.parse(json)
  if (name === 'none') return { action: 'execute', request }
  if (verb === 'create') {
    const resulting = { id: 'new', ...patch }
    return { table: name, action: 'create', resulting, request: { ...request, body: patch } }
  }
  const [table, row] = findRow(name)
  if (verb === 'update') {
    const called = { ...request, body: patch, old: row }
    return {
      table,
      action: 'update',
      stored: row,
      resulting: { ...row, ...patch },
      request: called,
    }
  }
  return { table, action: verb as Action, stored: { ...row, ...patch }, request }
}

function findRow(id: string): readonly [string, Data] {
  for (const [table, rows] of Object.entries(TABLES)) {
    const row = rows.find((each) => each.id === id)
    if (row) return [table, row]
  }
  throw new Error(`No row ${id}`)
}
