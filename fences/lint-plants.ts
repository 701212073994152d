/** A planted file, the Biome rule that must report it, and a valid file in the same place. */
export interface LintPlant {
  rule: string
  file: string
  bad: string
  good: string
  /** Name of the valid file, if the violation is the name itself. */
  goodFile?: string
}

const lines = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join('')

/** A function whose body has `count` lines. */
function longFunction(count: number): string {
  return `export function planted(list: number[]) {\n${lines(count, (at) => `  list.push(${at})\n`)}}\n`
}

export const LINT_PLANTS: LintPlant[] = [
  {
    rule: 'format',
    file: 'planted-format.ts',
    bad: 'export const planted = {a:1};\n',
    good: 'export const planted = { a: 1 }\n',
  },
  {
    rule: 'assist/source/organizeImports',
    file: 'planted-order.ts',
    bad: "import { b } from './b.ts'\nimport { a } from './a.ts'\n\nexport const planted = [a, b]\n",
    good: "import { a } from './a.ts'\nimport { b } from './b.ts'\n\nexport const planted = [a, b]\n",
  },
  {
    rule: 'lint/style/noDefaultExport',
    file: 'planted-default.ts',
    bad: 'const planted = 1\nexport default planted\n',
    good: 'export const planted = 1\n',
  },
  {
    rule: 'lint/style/noEnum',
    file: 'planted-enum.ts',
    bad: 'export enum Planted {\n  One = 1,\n}\n',
    good: "export type Planted = 'one'\n",
  },
  {
    rule: 'lint/style/useImportType',
    file: 'planted-type.ts',
    bad: "import { A } from './a.ts'\n\nexport type Planted = A\n",
    good: "import type { A } from './a.ts'\n\nexport type Planted = A\n",
  },
  {
    rule: 'lint/style/useNodejsImportProtocol',
    file: 'planted-protocol.ts',
    bad: "import { readFileSync } from 'fs'\n\nexport const planted = readFileSync\n",
    good: "import { readFileSync } from 'node:fs'\n\nexport const planted = readFileSync\n",
  },
  {
    rule: 'lint/style/useFilenamingConvention',
    file: 'PlantedName.ts',
    goodFile: 'planted-name.ts',
    bad: 'export const planted = 1\n',
    good: 'export const planted = 1\n',
  },
  {
    rule: 'lint/style/noExcessiveLinesPerFile',
    file: 'planted-length.ts',
    bad: lines(251, (at) => `export const planted${at} = ${at}\n`),
    good: lines(250, (at) => `export const planted${at} = ${at}\n`),
  },
  {
    rule: 'lint/style/noNonNullAssertion',
    file: 'planted-assertion.ts',
    bad: 'export const planted = (list: number[]) => list[0]!\n',
    good: 'export const planted = (list: number[]) => list[0] ?? 0\n',
  },
  {
    rule: 'lint/complexity/noExcessiveLinesPerFunction',
    file: 'planted-function.ts',
    bad: longFunction(81),
    good: longFunction(80),
  },
  {
    rule: 'lint/suspicious/noConsole',
    file: 'planted-console.ts',
    bad: 'export const planted = () => console.log(1)\n',
    good: 'export const planted = () => 1\n',
  },
  {
    rule: 'lint/suspicious/noExplicitAny',
    file: 'planted-any.ts',
    bad: 'export const planted = (a: any) => a\n',
    good: 'export const planted = (a: unknown) => a\n',
  },
  {
    rule: 'lint/correctness/noUnusedImports',
    file: 'planted-import.ts',
    bad: "import { a } from './a.ts'\n\nexport const planted = 1\n",
    good: "import { a } from './a.ts'\n\nexport const planted = a\n",
  },
  {
    rule: 'lint/correctness/noUnusedVariables',
    file: 'planted-variable.ts',
    bad: 'const unused = 1\nexport const planted = 1\n',
    good: 'const used = 1\nexport const planted = used\n',
  },
]
