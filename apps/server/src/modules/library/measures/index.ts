import { sql } from 'kysely';
import * as z from 'zod';
import type { Module } from '../../../platform/module.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Deps } from './deps.ts';
import { MEASURE_CRON, measurePhotosTask } from './measure-photos.ts';

export { forgetMeasures, saveMeasures } from './store.ts';

const MEASURES = tableFile({
  name: 'photo-measures',
  table: 'photo_measures',
  orderBy: ['photo_id'],
  row: z.strictObject({
    photoId: z.uuid().describe('Of the photos, or of the recently deleted ones'),
    version: z.int().describe('Of the method'),
    dHash: z
      .string()
      .describe('In hexadecimal: where the picture becomes brighter, to the right and downwards'),
    pHash: z.string().describe('In hexadecimal: which slow changes of brightness are strong'),
    sharpness: z.number(),
    sharpestPart: z.number().describe('The sharpness of the sharpest of 16 parts'),
    black: z.int().describe('Of a thousand pixels, those that are black'),
    white: z.int().describe('Of a thousand pixels, those that are white'),
    entropy: z.number().describe('Of the brightness, in bits'),
  }),
  from: { dHash: sql`encode(dhash, 'hex')`, pHash: sql`encode(phash, 'hex')` },
});

const personalMeasures: DeclaredData = { area: 'measures', files: [MEASURES] };

/** What photos look like, in numbers: stored with every decode, and made up for by a job (ADR 140). */
export function createMeasures(deps: Deps): Module {
  return {
    tables: { photo_measures: { customer: 'user_id' } },
    personalData: personalMeasures,
    tasks: [measurePhotosTask(deps)],
    crons: [MEASURE_CRON],
  };
}
