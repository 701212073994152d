import type { TestDifference, WorkflowTestResult } from '@plinth/contract'
import { useMemo } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { testStrings as words } from '../strings/test-strings.ts'
import { compareLines, printSorted, type ShownLine } from './compare-lines.ts'

const print = (value: unknown) => (value === undefined ? words.nothing : printSorted(value))

interface SideProps {
  title: string
  lines: readonly ShownLine[]
  /** How a changed line looks. */
  mark: string
}

function Side({ title, lines, mark }: SideProps) {
  return (
    <div className="min-w-0">
      <p className="text-2xs font-medium text-fg-2">{title}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keyboard.
        tabIndex={0}
        className="ring-focus font-mono mt-1 max-h-48 overflow-auto rounded-md bg-sunken py-2 text-2xs wrap-anywhere whitespace-pre-wrap"
      >
        {lines.map((line, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
            key={at}
            className={cn('block px-2', 'text' in line ? line.isChanged && mark : 'text-fg-2')}
          >
            {'text' in line ? line.text : words.equalLines(line.skipped)}
          </span>
        ))}
      </pre>
    </div>
  )
}

function Difference({ difference }: { difference: TestDifference }) {
  const { label, part, path, value, actual, message } = difference
  const where = words.difference(label || words.end, words.parts[part], path)
  const lines = useMemo(() => compareLines(print(value), print(actual)), [value, actual])
  return (
    <li className="flex flex-col gap-1.5">
      <p className="text-xs wrap-anywhere">
        <span className="font-medium">{where}</span> <span className="text-fg-2">{message}</span>
      </p>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
        <Side title={words.expected} lines={lines.before} mark="bg-danger-soft" />
        <Side title={words.actual} lines={lines.after} mark="bg-accent-soft" />
      </div>
    </li>
  )
}

/** What a test expected beside what it shows now. */
export function DifferenceList({ result }: { result: WorkflowTestResult }) {
  const { ending, differences } = result
  return (
    <div className="flex flex-col gap-3">
      {ending.status === 'refused' ? (
        <p className="text-xs wrap-anywhere text-danger-text">{ending.message}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {differences.map((difference) => (
            <Difference
              key={`${difference.step} ${difference.part} ${difference.path} ${difference.kind}`}
              difference={difference}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
