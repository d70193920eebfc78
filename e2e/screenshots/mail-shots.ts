import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { channels, loadChannels } from '../../apps/server/src/modules/frame/channels/index.ts';
import { everyMail } from '../../apps/server/src/system-tests/every-mail.fixture.ts';

/** What the names of these pictures begin with. */
export const MAILS = 'mails';

const APPEARANCES = [360, 640].flatMap((width) => [
  { width, mode: 'light' as const },
  { width, mode: 'dark' as const },
]);

/** Pictures of every mail of every brand, at two widths, light and dark; CHANNELS_FILE takes brands of one's own. */
export async function takeMails(from: Browser, folder: string, only: RegExp): Promise<void> {
  await loadChannels(process.env.CHANNELS_FILE ?? null);
  for (const { width, mode } of APPEARANCES) {
    const context = await from.newContext({ viewport: { width, height: 700 }, colorScheme: mode });
    const page = await context.newPage();
    for (const channel of channels()) {
      const name = `${MAILS}-${width}-${mode}/${channel.id}`;
      for (const one of everyMail(channel).filter((each) => only.test(`${name}-${each.name}`))) {
        const file = path.join(folder, `${name}-${one.name}.png`);
        await mkdir(path.dirname(file), { recursive: true });
        await page.setContent(one.mail.html);
        await page.screenshot({ path: file, fullPage: true });
      }
    }
    await context.close();
  }
}
