import path from 'node:path';
import { takeOwnTexts } from '../../../platform/languages.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { type Channel, type Installed, readChannelsFile } from './channels-file.ts';

/** The five brands that Keepsake comes with, in a file as operators write it; all invented, like their domains. */
const BUILT_IN = path.resolve(import.meta.dirname, '../../../../brands/channels.json');

let installed = await read(BUILT_IN, 'The file of the brands that Keepsake comes with');

/** All brands, the default one first. */
export const channels = (): Installed['channels'] => installed.channels;

/** The brand of whoever asks for none, and of customers whose own no longer exists. */
export const defaultChannel = (): Channel => installed.channels[0];

/**
 * Makes the channels of a file those of this process, before anything asks for them: brands are the same for all of it.
 * Null takes those that Keepsake comes with. Throws a StartupError with every fault of the file.
 */
export async function takeChannels(file: string | null): Promise<void> {
  installed = await read(file ?? BUILT_IN, `CHANNELS_FILE names ${file}, where`);
  takeOwnTexts(installed.texts);
}

async function read(file: string, what: string): Promise<Installed> {
  const { value, faults } = await readChannelsFile(file);
  if (faults) throw new StartupError(`${what}\n  ${faults.join('\n  ')}`);
  return value;
}
