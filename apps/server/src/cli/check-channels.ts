import path from 'node:path';
import type { Command } from 'commander';
import { checkChannels } from '../modules/frame/channels/index.ts';

export const CHECK_CHANNELS = 'check-channels';

type Options = { strict?: boolean };

/** `check-channels`: reads a file of channels with its pictures and languages as the server would. Exits with 1 when it has faults. */
export function addCheckChannels(program: Command, { folder }: { folder: string }): void {
  program
    .command('check-channels')
    .description('Check a file of channels, with its pictures and languages, without using it.')
    .argument('<file>', 'the file that CHANNELS_FILE is to name')
    .option('--strict', 'take texts that a language lacks as faults')
    .action(async (given: string, { strict: isStrict = false }: Options) => {
      const file = path.resolve(folder, given);
      const { value, faults } = await checkChannels(file);
      if (faults) {
        console.log(`${given} has faults, and no server would start with it:`);
        for (const fault of faults) console.log(`  ${fault}`);
        process.exitCode = 1;
        return;
      }
      const [summary = '', ...notes] = value;
      console.log([`${given}: ${summary}`, ...notes].join('\n'));
      if (isStrict && notes.length > 0) process.exitCode = 1;
    });
}
