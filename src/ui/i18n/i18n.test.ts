import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, parse } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '../../engine/errors.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { formatAiStamp, formatDay } from './format.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { uiLanguageOf, uiLanguages } from './language.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { zhCN } from './zh-cn.ts'
import { zhTW } from './zh-tw.ts'

const catalogues = { 'zh-CN': zhCN, 'zh-TW': zhTW, en, ja, ko, ru, es, pt }

describe('the message catalogue', () => {
  it.each(uiLanguages)('has the same keys in %s as in the others', (language) => {
    expect(keysOf(catalogues[language])).toEqual(keysOf(zhCN))
  })

  it('has no empty text', () => {
    for (const catalogue of Object.values(catalogues)) {
      const empty = leaves(catalogue).filter(([path, text]) => text === '' && path !== 'common.gap')
      expect(empty).toEqual([])
    }
  })

  it('has three sentences for each failure', () => {
    for (const catalogue of Object.values(catalogues)) {
      for (const code of Object.keys(errorCatalogue)) {
        const words = Object.entries(catalogue.errors).find(([key]) => key === code)?.[1]
        expect(Object.values(words ?? {}), code).toHaveLength(3)
        for (const sentence of Object.values(words ?? {})) expect(sentence, code).toMatch(/[.。]$/u)
      }
    }
  })

  it('writes Chinese with Chinese punctuation', () => {
    const latin = [...leaves(zhCN), ...leaves(zhTW)].filter(([, text]) => /[\u4e00-\u9fff][,;?!]/u.test(text))
    expect(latin).toEqual([])
  })
})

describe('the look for text in components', () => {
  const read = (markup: string) => textsOf(parse(markup, { modern: true }))

  it('finds it in the markup, in what is read out, and in expressions', () => {
    expect(read('<p>Hello</p>')).toEqual(['Hello'])
    expect(read('<p>{ok ? "Yes" : words.no}</p>')).toEqual(['Yes'])
    expect(read('<p>{`${n} rows`}</p>')).toEqual([' rows'])
    expect(read('<button aria-label={"Close " + name}></button>')).toEqual(['Close '])
    expect(read('<Field label="Name" {value} />')).toEqual(['Name'])
  })

  it('leaves alone what nobody reads', () => {
    expect(read('<p class="quiet" data-x={`a${b}`}>{words.hello(kind === "fact")} · 3</p>')).toEqual([])
  })
})

describe('components', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.svelte'),
  )

  it.each(files)('%s holds no text of its own', (file) => {
    expect(textsOf(parse(readFileSync(join(root, file), 'utf8'), { modern: true }))).toEqual([])
  })
})

describe('dates', () => {
  it('shows a naive stamp as the day it names', () => {
    expect(formatDay('2026-03-02T23:59:00', 'en')).toBe('Mar 2, 2026')
    expect(formatDay('2026-03-02', 'zh-CN')).toBe('2026年3月2日')
    expect(formatDay('soon', 'en')).toBe('soon')
  })

  it('reads the stamp of a reply', () => {
    expect(formatAiStamp('20260302 Mon 09:05', 'en')).toBe('Mar 2, 2026, 9:05 AM')
    expect(formatAiStamp('whispering', 'en')).toBe('whispering')
  })
})

describe('the language of the interface', () => {
  it('is the language of memory', () => {
    expect(uiLanguageOf('zh')).toBe('zh-CN')
    expect(uiLanguageOf('zh-TW')).toBe('zh-TW')
    expect(uiLanguageOf('ja')).toBe('ja')
  })
})

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}:${typeof value}`]
  return Object.entries(value)
    .flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`))
    .sort()
}

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}

const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'help',
  'hint',
  'lead',
  'yes',
  'body',
  'problem',
  'emptyTitle',
  'emptyHint',
])

/** Letters in the markup, and in attributes that are read out or shown. */
function textsOf(root: AST.Root): string[] {
  const found: string[] = []
  walk(root.fragment)
  return found

  function walk(node: unknown, attribute = ''): void {
    if (Array.isArray(node)) {
      for (const inner of node) walk(inner, attribute)
      return
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    if (node.type === 'Comment') return
    if (node.type === 'ExpressionTag' && 'expression' in node) {
      if (attribute === '' || spoken.has(attribute))
        found.push(...literalsOf(node.expression).filter((text) => /\p{L}/u.test(text)))
      return
    }
    if (node.type === 'Text' && 'data' in node && typeof node.data === 'string') {
      const visible = attribute === '' || spoken.has(attribute)
      if (visible && /\p{L}/u.test(node.data)) found.push(node.data.trim())
      return
    }
    const name = node.type === 'Attribute' && 'name' in node ? String(node.name) : attribute
    for (const [key, inner] of Object.entries(node)) {
      if (key !== 'expression' && key !== 'metadata') walk(inner, name)
    }
  }
}

/** Texts that an expression can result in by itself: not those that it only compares or passes on. */
function literalsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const { type, value, quasis, consequent, alternate, left, right, operator } = node as Readonly<
    Record<string, unknown>
  >
  switch (type) {
    case 'Literal':
      return typeof value === 'string' ? [value] : []
    case 'TemplateLiteral':
      return (quasis as readonly { readonly value: { readonly raw: string } }[]).map((part) => part.value.raw)
    case 'ConditionalExpression':
      return [...literalsOf(consequent), ...literalsOf(alternate)]
    case 'LogicalExpression':
      return [...literalsOf(left), ...literalsOf(right)]
    case 'BinaryExpression':
      return operator === '+' ? [...literalsOf(left), ...literalsOf(right)] : []
    default:
      return []
  }
}
