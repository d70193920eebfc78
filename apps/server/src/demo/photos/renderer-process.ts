import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import type { DemoPhoto } from './demo-photo.ts';
import { renderDemoPhoto } from './render.ts';

/** The answer to each plan, in order. */
export type RenderReply = { content: Buffer } | { error: string };

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);
process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches the whole process group: the parent decides when this ends, by closing the channel.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', async (photo: DemoPhoto) => {
  const reply: RenderReply = await renderDemoPhoto(photo).then(
    (content) => ({ content }),
    (error: Error) => ({ error: error.stack ?? error.message }),
  );
  process.send?.(reply);
});
