/**
 * Makes docs/images/*.png of the built app: a real conversation with a scripted model server, in a real browser.
 * Usage: npm run build && npm run screenshots
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chinese, desktop, english, onScene, phone, type Scene, shoot, talk } from './visitor.ts'

const images = new URL('../docs/images/', import.meta.url)

mkdirSync(images, { recursive: true })
await onScene(async (scene) => {
  await onDesktop(scene)
  await onPhone(scene)
})

async function onDesktop(scene: Scene): Promise<void> {
  const page = await talk(scene, english, { viewport: desktop, colorScheme: 'light' })
  await page.locator('details summary').last().click()
  await shoot(page, image('companion'))
  await page.goto(`${scene.url}/memory_browser?layer=facts`)
  await page.locator('[role=option]').first().click()
  await page.locator('blockquote').first().waitFor()
  await shoot(page, image('memory'))
  await page.goto(`${scene.url}/memory_browser?layer=recent`)
  await page.locator('ol li').last().waitFor()
  await shoot(page, image('recent'))
  await page.context().close()
}

async function onPhone(scene: Scene): Promise<void> {
  const look = { viewport: phone, colorScheme: 'dark', isMobile: true, hasTouch: true } as const
  const page = await talk(scene, chinese, look)
  await shoot(page, image('phone'))
  await page.context().close()
}

function image(name: string): string {
  return fileURLToPath(new URL(`${name}.png`, images))
}
