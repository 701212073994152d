import { Lexer, type MarkedToken, type Token } from 'marked'
import { createContext, Fragment, type ReactNode, use, useDeferredValue } from 'react'
import { cn } from '../primitives/cn.ts'

/** Parsing nested lists and marks of emphasis takes quadratic time; texts with more are shown unformatted. */
const MAX_FORMATTED_LENGTH = 20_000
const MAX_MARKS = 500
const MARK = /[*_`[]/g

function viewAll(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no id
    <Fragment key={at}>{viewToken(token as MarkedToken)}</Fragment>
  ))
}

const HttpsOnly = createContext(false)

/** Images are shown as links too, because the content security policy blocks images of other origins. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const isHttpsOnly = use(HttpsOnly)
  const isAllowed = (isHttpsOnly ? /^https:\/\//i : /^https?:\/\//i).test(href)
  if (!isAllowed) return children
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="ring-focus rounded-sm text-accent-text underline"
    >
      {children}
    </a>
  )
}

const HEADINGS: Readonly<Record<number, string>> = { 1: 'text-lg leading-6', 2: 'text-base' }

function viewText(token: { text: string; tokens?: Token[] | undefined }): ReactNode {
  return token.tokens ? viewAll(token.tokens) : token.text
}

function viewPlain(text: string): ReactNode {
  return <p className="whitespace-pre-line">{text}</p>
}

/** Only these tokens become elements; all others, including HTML, are shown as their source text. */
function viewToken(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <p className={cn('font-semibold', HEADINGS[token.depth])}>{viewText(token)}</p>
    case 'paragraph':
      return <p className="whitespace-pre-line">{viewText(token)}</p>
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-1.5 border-l-2 pl-3 text-fg-2">
          {viewAll(token.tokens)}
        </blockquote>
      )
    case 'list': {
      const items = token.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id
        <li key={at}>{viewAll(item.tokens)}</li>
      ))
      if (!token.ordered) return <ul className="list-disc pl-5">{items}</ul>
      return (
        <ol start={token.start === '' ? 1 : token.start} className="list-decimal pl-5">
          {items}
        </ol>
      )
    }
    case 'code':
      return (
        <pre className="rounded-md bg-sunken p-2 text-xs wrap-anywhere whitespace-pre-wrap">
          <code>{token.text}</code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'text':
      return viewText(token)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{viewText(token)}</strong>
    case 'em':
      return <em>{viewText(token)}</em>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <TextLink href={token.href}>{viewText(token)}</TextLink>
    case 'image':
      return <TextLink href={token.href}>{token.text || token.href}</TextLink>
    case 'html':
      return token.block ? viewPlain(token.raw.trim()) : token.raw
    default:
      return token.raw
  }
}

function viewMarkdown(text: string): ReactNode {
  if (text.length > MAX_FORMATTED_LENGTH || (text.match(MARK)?.length ?? 0) > MAX_MARKS)
    return viewPlain(text)
  try {
    return viewAll(new Lexer({ gfm: false }).lex(text))
  } catch {
    // The parser recurses, so thousands of nested quotes exhaust the stack.
    return viewPlain(text)
  }
}

export interface MarkdownViewProps {
  text: string
  /** Shows links to `http:` addresses as text. */
  isHttpsOnly?: boolean
}

/** Renders Markdown; HTML in the text is never rendered as HTML. */
export function MarkdownView({ text, isHttpsOnly = false }: MarkdownViewProps) {
  const deferredText = useDeferredValue(text)
  return (
    <HttpsOnly value={isHttpsOnly}>
      <div className="flex flex-col gap-1.5 text-sm">{viewMarkdown(deferredText)}</div>
    </HttpsOnly>
  )
}
