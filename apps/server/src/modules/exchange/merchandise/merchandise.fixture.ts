import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import type { merchandise } from './merchandise-schema.ts';

/** What the demo's brands sell. */
export const DEMO_MERCHANDISE = path.join(import.meta.dirname, '../../../demo/merchandise.json');

type File = z.input<typeof merchandise>;
type Channel = File['channels'][number];

/** The demo's file after some changes to its British channel. */
export async function changeMerchandise(change: (channel: Channel) => unknown): Promise<string> {
  const file: File = JSON.parse(await readFile(DEMO_MERCHANDISE, 'utf8'));
  const [channel] = file.channels;
  if (!channel) throw new Error('The demo has no channel');
  change(channel);
  return JSON.stringify(file);
}

/** A file with one campaign, whose prints must be ordered by then. */
export const withCutOff = (orderBy: string, noticeDays = 28): Promise<string> =>
  changeMerchandise((channel) => {
    const cutOffs = [{ articleGroup: 'prints', orderBy }];
    channel.campaigns = [
      { name: 'christmas', title: 'Christmas', promise: 'to have it before Christmas', noticeDays, cutOffs },
    ];
  });
