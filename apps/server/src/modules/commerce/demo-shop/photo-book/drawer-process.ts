import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { drawPdf, type PdfToDraw } from './draw-pdf.ts';
import { drawPicture, type PageToDraw } from './draw-picture.ts';

/** What to draw, and the path of the output file. */
export type DrawRequest = { output: string; what: { page: PageToDraw } | { pdf: PdfToDraw } };
/** The answer to each request, in order. */
export type DrawReply = { error: string | null };

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] });
process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches the whole process group: the parent decides when this ends, by closing the channel.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', async (request: DrawRequest) => {
  const reply: DrawReply = await draw(request).then(
    () => ({ error: null }),
    (error: Error) => ({ error: error.stack ?? error.message }),
  );
  process.send?.(reply);
});

async function draw({ output, what }: DrawRequest): Promise<void> {
  if ('page' in what) await drawPicture(what.page, output);
  else await drawPdf(what.pdf, output);
}
