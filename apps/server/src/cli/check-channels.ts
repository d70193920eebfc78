import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { withoutSettings } from '../config/config.ts';
import { checkChannels, NOTE } from '../modules/frame/channels/index.ts';
import { StartupError } from '../platform/startup-error.ts';

export const CHECK_CHANNELS = 'check-channels';

type Options = { strict?: boolean; pictures?: string };

/** Located beside the journeys, because it needs the same: a browser, and the web app. */
const PICTURES = path.resolve(import.meta.dirname, '../../../../e2e/preview-brands.ts');

/** `check-channels`: reads a channels file with its pictures and languages as the server would. Exits with 1 if it has faults. */
export function addCheckChannels(program: Command, { folder }: { folder: string }): void {
  program
    .command('check-channels')
    .description('Check a channels file, with its pictures and languages, without using it.')
    .argument('<file>', 'the file to set as CHANNELS_FILE')
    .option('--strict', 'treat texts missing from a language as errors')
    .option(
      '--pictures <folder>',
      'save screenshots of the sign-in page, an email and the timeline there (needs Chromium)',
    )
    .action(async (given: string, { strict: isStrict = false, pictures }: Options) => {
      const file = path.resolve(folder, given);
      const { value, faults } = await checkChannels(file);
      if (faults) {
        console.log(`${given} has errors, and no server would start with it:`);
        for (const fault of faults) console.log(`  ${fault}`);
        process.exitCode = 1;
        return;
      }
      const [summary = '', ...lines] = value;
      const notes = isStrict ? lines.filter((line) => line.startsWith(NOTE)) : [];
      if (notes.length > 0) {
        console.log(`${given} has errors by --strict, with which a server would start all the same:`);
        for (const note of notes) console.log(`  ${note.slice(NOTE.length)}`);
        process.exitCode = 1;
        return;
      }
      console.log([`${given}: ${summary}`, ...lines].join('\n'));
      if (pictures) takePictures(file, path.resolve(folder, pictures));
    });
}

function takePictures(file: string, folder: string): void {
  if (!existsSync(PICTURES)) {
    console.log('No screenshots: this installation has no e2e folder, which is needed to take them.');
    return;
  }
  const env = withoutSettings(process.env);
  const { status } = spawnSync(process.execPath, [PICTURES, file, folder], { stdio: 'inherit', env });
  if (status !== 0) throw new StartupError('the screenshots could not be taken. The file itself is valid.');
}
