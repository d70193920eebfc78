import type { ReadFile } from '../../../platform/operator-file.ts';
import { readChannelsFile } from './channels-file.ts';

/** What an operator is told about a file without faults: its content, and what may be unintended. */
export async function checkChannels(file: string): Promise<ReadFile<string[]>> {
  const { value, faults } = await readChannelsFile(file);
  if (faults) return { faults };
  const { channels, texts, notes } = value;
  const names = channels.map(({ name, hosts, locale }) => `${name} at ${hosts[0]} in ${locale}`);
  const more =
    texts.languages.size > 0 ? `; languages of its own: ${[...texts.languages.keys()].join(', ')}` : '';
  return { value: [`all well. ${names.join(', ')}${more}.`, ...notes.map((note) => `Note: ${note}.`)] };
}
