/** A planted file of a pure package, the expected compiler error, and a valid file. */
export interface TypePlant {
  fence: string
  code: string
  file: string
  bad: string
  good: string
}

export const TYPE_PLANTS: TypePlant[] = [
  {
    fence: 'a wrong type',
    code: 'TS2322',
    file: 'planted-type.ts',
    bad: "export const planted: number = 'one'\n",
    good: 'export const planted: number = 1\n',
  },
  {
    fence: 'the process in a pure package',
    code: 'TS2591',
    file: 'planted-process.ts',
    bad: 'export const planted = process.env\n',
    good: 'export const planted = Object.keys({})\n',
  },
  {
    fence: 'a module of Node in a pure package',
    code: 'TS2591',
    file: 'planted-module.ts',
    bad: "import { readFileSync } from 'node:fs'\nexport const planted = readFileSync\n",
    good: "import * as z from 'zod'\nexport const planted = z\n",
  },
  {
    fence: 'the browser in a pure package',
    code: 'TS2584',
    file: 'planted-browser.ts',
    bad: 'export const planted = () => document\n',
    good: 'export const planted = () => 1\n',
  },
  {
    fence: 'syntax that cannot be erased: an enum',
    code: 'TS1294',
    file: 'planted-enum.ts',
    bad: 'export enum Planted {\n  One = 1,\n}\n',
    good: "export type Planted = 'one'\n",
  },
  {
    fence: 'syntax that cannot be erased: a parameter property',
    code: 'TS1294',
    file: 'planted-property.ts',
    bad: 'export class Planted {\n  constructor(readonly a: number) {}\n}\n',
    good: 'export class Planted {\n  readonly a = 1\n}\n',
  },
  {
    fence: 'an index that may miss',
    code: 'TS2322',
    file: 'planted-index.ts',
    bad: 'export const planted = (list: number[]): number => list[0]\n',
    good: 'export const planted = (list: number[]): number => list[0] ?? 0\n',
  },
  {
    fence: 'undefined in an optional field',
    code: 'TS2375',
    file: 'planted-optional.ts',
    bad: 'export const planted: { a?: number } = { a: undefined }\n',
    good: 'export const planted: { a?: number } = {}\n',
  },
  {
    fence: 'a type imported as a value',
    code: 'TS1484',
    file: 'planted-import.ts',
    bad: "import { Json } from './planted-json.ts'\nexport type Planted = Json\n",
    good: "import type { Json } from './planted-json.ts'\nexport type Planted = Json\n",
  },
  {
    fence: 'an implicit any',
    code: 'TS7006',
    file: 'planted-any.ts',
    bad: 'export const planted = (a) => a\n',
    good: 'export const planted = (a: number) => a\n',
  },
  {
    fence: 'an unused local',
    code: 'TS6133',
    file: 'planted-unused.ts',
    bad: 'const unused = 1\nexport const planted = 1\n',
    good: 'const used = 1\nexport const planted = used\n',
  },
]
