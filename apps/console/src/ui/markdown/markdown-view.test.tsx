import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'

/** The rendered HTML without the outer element and without classes. */
function view(text: string, isHttpsOnly = false): string {
  return renderToStaticMarkup(<MarkdownView {...{ text, isHttpsOnly }} />)
    .replace(/ class="[^"]*"/g, '')
    .replace(/^<div>(.*)<\/div>$/s, '$1')
}

describe('MarkdownView', () => {
  it.each([
    ['nested emphasis', 'a **b *c* d**', '<p>a <strong>b <em>c</em> d</strong></p>'],
    [
      'emphasis in a link',
      '[*a*](https://b.c)',
      '<p><a href="https://b.c" target="_blank" rel="noopener noreferrer"><em>a</em></a></p>',
    ],
    ['an ordered list', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['an ordered list from zero', '0. a', '<ol start="0"><li>a</li></ol>'],
    ['a nested list', '- a\n  1. b', '<ul><li>a<ol start="1"><li>b</li></ol></li></ul>'],
    ['a loose list', '- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    [
      'a code block with emphasis marks',
      '```js\n**a**\n\nb\n```',
      '<pre><code>**a**\n\nb</code></pre>',
    ],
    ['code with emphasis marks', '`**a**`', '<p><code>**a**</code></p>'],
    ['a heading before text', '## a\nb', '<p>a</p><p>b</p>'],
    ['a quote', '> a', '<blockquote><p>a</p></blockquote>'],
    ['a rule', 'a\n\n---', '<p>a</p><hr/>'],
    ['a line break', 'a  \nb', '<p>a<br/>b</p>'],
    ['lines of a paragraph', 'a\nb', '<p>a\nb</p>'],
    ['an escaped mark', '\\*a\\*', '<p>*a*</p>'],
  ])('renders %s', (_, text, html) => {
    expect(view(text)).toBe(html)
  })

  it.each([
    ['an HTML block', '<script>a</script>', '<p>&lt;script&gt;a&lt;/script&gt;</p>'],
    [
      'inline HTML',
      'a <b onclick="c">d</b>',
      '<p>a &lt;b onclick=&quot;c&quot;&gt;d&lt;/b&gt;</p>',
    ],
    ['an HTML image', '<img src=a onerror=b>', '<p>&lt;img src=a onerror=b&gt;</p>'],
  ])('shows %s as text', (_, text, html) => {
    expect(view(text)).toBe(html)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java&#x73;cript:alert(1)',
    'data:text/html,a',
    'vbscript:a',
    '//evil.example/a',
    '/a',
  ])('does not link to %s', (href) => {
    expect(view(`[a](${href})`)).toBe('<p>a</p>')
    expect(view(`![a](${href})`)).toBe('<p>a</p>')
    expect(view(`[a]\n\n[a]: ${href}`)).toBe('<p>a</p>')
  })

  it('links to http unless only https is allowed', () => {
    const link = (href: string) =>
      `<p><a href="${href}" target="_blank" rel="noopener noreferrer">a</a></p>`
    expect(view('[a](http://b.c)')).toBe(link('http://b.c'))
    expect(view('[a](http://b.c)', true)).toBe('<p>a</p>')
    expect(view('[a](https://b.c)', true)).toBe(link('https://b.c'))
  })

  it('shows an image of another origin as a link', () => {
    const link = (label: string) =>
      `<p><a href="https://b.c/d.png" target="_blank" rel="noopener noreferrer">${label}</a></p>`
    expect(view('![a](https://b.c/d.png)')).toBe(link('a'))
    expect(view('![](https://b.c/d.png)')).toBe(link('https://b.c/d.png'))
  })

  it('shows texts that it cannot parse unformatted', () => {
    expect(view('>'.repeat(20_000))).toBe(`<p>${'&gt;'.repeat(20_000)}</p>`)
    expect(view('*a* '.repeat(5001))).toContain('*a*')
  })

  it('shows texts with very many marks unformatted, which would take seconds to parse', () => {
    const text = '**a_'.repeat(2_500)
    expect(view(text)).toBe(`<p>${text}</p>`)
    expect(view('*a* '.repeat(250))).toContain('<em>a</em>')
  })
})
