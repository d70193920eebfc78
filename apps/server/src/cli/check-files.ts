import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { checkGallery } from '../modules/creations/gallery/index.ts';
import { checkMerchandise } from '../modules/exchange/merchandise/index.ts';
import type { ReadFile } from '../platform/operator-file.ts';
import { StartupError } from '../platform/startup-error.ts';

type Place = { now: Date; folder: string };

/** `check-…`: reads a file as the server would, before the server gets it. */
export function addCheckFiles(program: Command, place: Place): void {
  addCheck(program.command('check-merchandise'), place, { name: 'merchandise', check: checkMerchandise });
  addCheck(program.command('check-gallery'), place, { name: 'gallery', check: checkGallery });
}

type Check = {
  name: string;
  /** Lines about a file without faults, the first one summarising its content. */
  check(text: string, now: Date): ReadFile<string[]>;
};

/** Exits with 1 if the file has faults. */
function addCheck(command: Command, { now, folder }: Place, { name, check }: Check): void {
  command
    .description(`Check a ${name} file without using it.`)
    .argument('<file>', `the file to set as ${name.toUpperCase()}_FILE`)
    .action(async (file: string) => {
      const text = await readFile(path.resolve(folder, file), 'utf8').catch((error: Error) => {
        throw new StartupError(`${file} cannot be read: ${error.message}`);
      });
      const { value, faults } = check(text, now);
      if (faults) {
        console.log(`${file} has errors, and the server would use none of it:`);
        for (const fault of faults) console.log(`  ${fault}`);
        process.exitCode = 1;
        return;
      }
      const [summary = '', ...notes] = value;
      console.log([`${file} is valid: ${summary}`, ...notes].join('\n'));
    });
}
