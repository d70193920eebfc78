import path from 'node:path';
import { setOwnTexts } from '../../../platform/languages.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { type Channel, type Installed, readChannelsFile } from './channels-file.ts';

/** The five brands that Keepsake ships, in a file like the operators'; all fictional, like their domains. */
const BUILT_IN = path.resolve(import.meta.dirname, '../../../../brands/channels.json');

let installed = await read(BUILT_IN, 'The file of the brands that Keepsake comes with');

/** All brands, the default one first. */
export const channels = (): Installed['channels'] => installed.channels;

/** The brand for requests that name none, and for customers whose own no longer exists. */
export const defaultChannel = (): Channel => installed.channels[0];

/**
 * Sets this process's channels from a file, before anything asks for them: brands are the same for the whole process. Null uses
 * the built-in ones. Throws a StartupError with every fault of the file.
 */
export async function loadChannels(file: string | null): Promise<void> {
  installed = await read(file ?? BUILT_IN, `CHANNELS_FILE names ${file}, where`);
  setOwnTexts(installed.texts);
}

async function read(file: string, what: string): Promise<Installed> {
  const { value, faults } = await readChannelsFile(file);
  if (faults) throw new StartupError(`${what}\n  ${faults.join('\n  ')}`);
  return value;
}
