// Draws the app's icons: a plum blossom on paper. Usage: node scripts/icons.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from './browsers.mjs'

const folder = new URL('../public/icons/', import.meta.url)
const petals = Array.from(
  { length: 5 },
  (_, i) => `<use href="#petal" transform="rotate(${i * 72} 256 256)"/>`,
).join('')
const stamens = Array.from(
  { length: 5 },
  (_, i) => `<circle cx="256" cy="196" r="9" transform="rotate(${i * 72 + 36} 256 256)"/>`,
).join('')

/** `scale` shrinks the blossom for maskable icons, whose outer fifth may be cut away; `radius` rounds the paper. */
function drawing({ scale = 1, radius = 112 } = {}) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<defs><path id="petal" d="M256 250C196 226 170 168 190 122c12-28 40-38 66-18 26-20 54-10 66 18 20 46-6 104-66 128z"/></defs>
<rect width="512" height="512" rx="${radius}" fill="#faf6ef"/>
<g transform="translate(256 262) scale(${scale}) translate(-256 -256)">
<g fill="#c9587c">${petals}</g><g fill="#faf6ef">${stamens}<circle cx="256" cy="256" r="24"/></g></g>
</svg>
`
}

const pictures = [
  ['icon-180.png', 180, drawing({ radius: 0 })],
  ['icon-192.png', 192, drawing()],
  ['icon-512.png', 512, drawing()],
  ['icon-maskable-512.png', 512, drawing({ scale: 0.78, radius: 0 })],
]

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('icon.svg', folder), drawing())
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
for (const [name, size, svg] of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`)
  writeFileSync(new URL(name, folder), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
