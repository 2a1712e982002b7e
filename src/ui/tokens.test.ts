import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** `[light, dark]` of a token, each as OKLCH numbers. */
function colours(token: string): readonly [Oklch, Oklch] {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1] ?? ''
  const found = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map((match): Oklch => {
    const [lightness = 0, chroma = 0, hue = 0] = match.slice(1).map(Number)
    return { lightness, chroma, hue }
  })
  const [light, dark = light] = found
  if (light === undefined || dark === undefined) throw new Error(`no colour for ${token}`)
  return [light, dark]
}

const grounds = ['ground', 'surface', 'sunk']
const themes = [
  ['light', 0],
  ['dark', 1],
] as const

describe.each(themes)('contrast in the %s theme (look.md)', (_theme, index) => {
  it.each(grounds)('of body text on %s is at least 7:1', (ground) => {
    expect(contrast(colours('text')[index], colours(ground)[index])).toBeGreaterThanOrEqual(7)
  })

  it.each(grounds)('of all other words on %s is at least 4.5:1', (ground) => {
    const words = ['quiet', 'accent-text', 'danger', 'warning', 'good']
    const layers = ['turn', 'fact', 'reflection', 'persona', 'archive'].map((layer) => `layer-${layer}`)
    for (const token of [...words, ...layers]) {
      expect(contrast(colours(token)[index], colours(ground)[index]), token).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('of words on the accent is at least 4.5:1, and of controls on the ground 3:1', () => {
    expect(contrast(colours('on-accent')[index], colours('accent')[index])).toBeGreaterThanOrEqual(4.5)
    for (const token of ['control', 'accent']) {
      expect(contrast(colours(token)[index], colours('ground')[index]), token).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(colours('accent-text')[index], colours('accent-wash')[index])).toBeGreaterThanOrEqual(4.5)
  })
})

interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** WCAG 2 contrast ratio. */
function contrast(one: Oklch, other: Oklch): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance by way of linear sRGB (Ottosson's OKLab matrices). */
function luminance({ lightness, chroma, hue }: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)))
  const [red = 0, green = 0, blue = 0] = channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
