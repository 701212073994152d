import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { KeyboardEvent } from 'react'
import type { Json } from '../execution/execution.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { RawResult } from './raw-result.tsx'
import { StructuredResult } from './structured-result.tsx'

const words = strings.result
const tabStyle =
  'ring-focus relative h-full rounded-sm px-1.5 text-2xs text-fg-2 hover:text-fg data-[state=active]:font-medium data-[state=active]:text-fg data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent'

/** Stops the canvas from moving the node when arrow keys scroll or change tabs here. */
function keepKeys(event: KeyboardEvent) {
  event.stopPropagation()
}

/** Output of a node in the last run. */
export function ResultBox({ label, result }: { label: string; result: Json }) {
  return (
    <Root
      defaultValue="raw"
      onKeyDown={keepKeys}
      data-result={label}
      className="nodrag nopan nowheel absolute top-full left-0 mt-2 flex h-50 w-75 cursor-default flex-col overflow-hidden rounded-lg border bg-surface shadow-2"
    >
      <div className="flex h-7 shrink-0 items-center border-b bg-sunken pr-1 pl-2.5">
        <span className="flex-1 text-2xs font-medium text-fg-2">{words.title}</span>
        <List aria-label={words.label(label)} className="flex h-full gap-1">
          <Trigger value="structured" className={tabStyle}>
            {words.structured}
          </Trigger>
          <Trigger value="raw" className={tabStyle}>
            {words.raw}
          </Trigger>
        </List>
      </div>
      <Content value="structured" className="ring-focus min-h-0 flex-1 overflow-auto select-text">
        <StructuredResult result={result} />
      </Content>
      <Content value="raw" className="ring-focus min-h-0 flex-1 overflow-auto select-text">
        <RawResult result={result} />
      </Content>
    </Root>
  )
}
