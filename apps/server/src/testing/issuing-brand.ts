import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Copies the brands of this repository to a folder, with one whose invoices are issued here. Returns the path of CHANNELS_FILE. */
export async function writeBrands(folder: string, issuing: string): Promise<string> {
  await cp(path.resolve(import.meta.dirname, '../../brands'), folder, { recursive: true });
  const file = path.join(folder, 'channels.json');
  const { channels, ...rest } = JSON.parse(await readFile(file, 'utf8'));
  for (const channel of channels) if (channel.id === issuing) channel.legal.invoices = 'issue';
  await writeFile(file, JSON.stringify({ ...rest, channels }));
  return file;
}
