import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../scripts/find-chromium.ts';
const [, , url, who, password, channel, widths, out, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const colorScheme = process.env.DARK ? 'dark' as const : 'light' as const;
const ctx = await browser.newContext({ baseURL: url, colorScheme, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
const page = await ctx.newPage();
await page.goto(`/?channel=${channel}`);
await page.locator('input[type=email], input[name=email]').first().fill(who);
await page.locator('input[type=password]').first().fill(password);
await page.locator('button[type=submit]').first().click();
await page.waitForURL((u) => u.pathname === '/');
for (const w of widths.split(',')) {
  await page.setViewportSize({ width: Number(w), height: 900 });
  const shots: Buffer[] = [];
  for (const p of paths) {
    await page.goto(p);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 15000 }).catch(() => {});
    await page.waitForLoadState('networkidle').catch(() => {});
    shots.push(await page.screenshot({ fullPage: true }));
  }
  const scale = Number(w) > 900 ? 0.55 : 0.8;
  const metas = await Promise.all(shots.map(async (s) => { const m = await sharp(s).metadata(); const r = await sharp(s).resize(Math.round(m.width! * scale)).png().toBuffer(); const n = await sharp(r).metadata(); return { r, w: n.width!, h: Math.min(n.height!, 1400) }; }));
  const W = metas.reduce((a, m) => a + m.w + 10, 0), H = Math.max(...metas.map((m) => m.h));
  let x = 0;
  const composite = [];
  for (const m of metas) { composite.push({ input: await sharp(m.r).extract({ left: 0, top: 0, width: m.w, height: m.h }).toBuffer(), left: x, top: 0 }); x += m.w + 10; }
  await sharp({ create: { width: W, height: H, channels: 3, background: '#888' } }).composite(composite).png().toFile(`${out}-${w}.png`);
}
await browser.close();
