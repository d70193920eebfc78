import sharp from 'sharp';
import { answerParent } from '../../../../platform/worker-process.ts';
import { drawPdf, type PdfToDraw } from './draw-pdf.ts';
import { drawPicture, type PageToDraw } from './draw-picture.ts';

/** What to draw, and the path of the output file. */
export type DrawRequest = { output: string; what: { page: PageToDraw } | { pdf: PdfToDraw } };

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] });

answerParent(async ({ output, what }: DrawRequest) => {
  if ('page' in what) await drawPicture(what.page, output);
  else await drawPdf(what.pdf, output);
});
