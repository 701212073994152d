import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import type { Json } from '../execution/execution.ts'
import { RawResult } from '../result/raw-result.tsx'
import { StructuredResult } from '../result/structured-result.tsx'
import { nodeDataStrings as words } from '../strings/node-data-strings.ts'
import { useStoredChoice } from './use-stored-choice.ts'
import { ValueSchema } from './value-schema.tsx'

const VIEWS = ['table', 'json', 'schema', 'log'] as const

const tabStyle =
  'ring-focus relative h-8 rounded-sm px-1.5 text-2xs text-fg-2 hover:text-fg data-[state=active]:font-medium data-[state=active]:text-fg data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent'

interface DataSectionProps {
  title: string
  /** Undefined if nothing is known yet; `empty` says what to do then. */
  value: Json | undefined
  empty: string
  /** Where the value comes from. */
  note?: ReactNode
  /** Shown above the value. */
  children?: ReactNode
  /** Root of the paths that can be dragged from here. */
  root?: string
  logs?: readonly string[] | undefined
  storedAs: string
  startsAs: (typeof VIEWS)[number]
}

function Log({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p className="px-3.5 py-2 text-2xs text-fg-2">{words.noLogs}</p>
  return (
    <pre className="px-3.5 py-2 font-mono text-2xs break-words whitespace-pre-wrap">
      {lines.join('\n')}
    </pre>
  )
}

/** A value of a node as table, JSON or schema, and its log. */
export function DataSection(props: DataSectionProps) {
  const { title, value, empty, root, logs } = props
  const views = logs === undefined ? VIEWS.slice(0, 3) : VIEWS
  const [view, setView] = useStoredChoice(props.storedAs, {
    options: views,
    otherwise: props.startsAs,
  })
  const body = 'ring-focus min-h-0 flex-1 overflow-auto select-text'
  const none = <p className="px-3.5 py-2 text-2xs text-fg-2">{empty}</p>
  const known = (shown: (value: Json) => ReactNode) => (value === undefined ? none : shown(value))
  return (
    <Root
      asChild
      value={view}
      onValueChange={(next) => setView(views.find((one) => one === next) ?? props.startsAs)}
    >
      <section aria-label={title} className="flex h-full min-h-0 flex-col bg-surface">
        <div className="flex h-8 shrink-0 items-center gap-1 border-b bg-sunken pr-1 pl-3.5">
          <h3 className="text-2xs font-semibold text-fg">{title}</h3>
          <span className="min-w-0 flex-1 truncate text-2xs text-fg-2">{props.note}</span>
          {value === undefined ? null : (
            <CopyButton
              label={words.copy(title)}
              copiedLabel={words.copied}
              text={JSON.stringify(value, null, 2)}
            />
          )}
          <List aria-label={words.views(title)} className="flex">
            {views.map((one) => (
              <Trigger key={one} value={one} className={tabStyle}>
                {words.view[one]}
              </Trigger>
            ))}
          </List>
        </div>
        {props.children}
        <Content value="table" className={body}>
          {known((one) => (
            <StructuredResult result={one} {...(root === undefined ? {} : { root })} />
          ))}
        </Content>
        <Content value="json" className={body}>
          {known((one) => (
            <RawResult result={one} />
          ))}
        </Content>
        <Content value="schema" className={body}>
          {known((one) => (
            <ValueSchema value={one} root={root} />
          ))}
        </Content>
        {logs === undefined ? null : (
          <Content value="log" className={body}>
            <Log lines={logs} />
          </Content>
        )}
      </section>
    </Root>
  )
}
