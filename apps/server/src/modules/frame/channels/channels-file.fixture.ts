import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as z from 'zod';
import type { channelsFile } from './channel-schema.ts';

const BUILT_IN = path.resolve(import.meta.dirname, '../../../../brands');

type File = z.input<typeof channelsFile>;
type InputChannel = File['channels'][number];
/** The first channel, and the whole file, to be changed in place. */
export type Change = (channel: InputChannel & Record<string, unknown>, file: File) => void;

/** A folder with the built-in channels file, for tests to change. */
export async function openChannelsFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-channels-'));
  await cp(BUILT_IN, folder, { recursive: true });
  const file = path.join(folder, 'channels.json');
  const text = await readFile(file, 'utf8');
  return {
    folder,
    file,
    /** Writes the original file with a change, and returns its path. */
    async change(change: Change): Promise<string> {
      const json = JSON.parse(text) as File;
      change(json.channels[0] as Parameters<Change>[0], json);
      await writeFile(file, JSON.stringify(json));
      return file;
    },
    /** Writes a file beside it. */
    async add(name: string, content: string | Buffer): Promise<void> {
      await writeFile(path.join(folder, name), content);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
