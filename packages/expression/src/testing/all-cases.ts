import { binding } from './cases/binding.ts'
import { grammar } from './cases/grammar.ts'
import { many } from './cases/many.ts'
import { nothing } from './cases/nothing.ts'
import { request } from './cases/request.ts'
import { table } from './cases/table.ts'
import { values } from './cases/values.ts'
import { type Case, readCases } from './read-case.ts'

export const ALL_CASES: readonly Case[] = [
  nothing,
  many,
  table,
  binding,
  request,
  values,
  grammar,
].flatMap(readCases)
