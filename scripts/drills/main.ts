import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openStage, type Stage } from './parts/stage.ts';

/** A file beside this one. */
type Drill = { drill: (stage: Stage) => Promise<void> };

/**
 * `npm run drill -- restart`: starts a whole installation on this machine, does to it what an operator or a bad day does, and prints
 * what it proved. Outside the gate, because a drill takes minutes and may install programs from Debian. Exit code 1 if something
 * could not be proved.
 */
const drills = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => path.basename(file, '.ts'))
  .sort();
const [name = ''] = process.argv.slice(2);
if (!drills.includes(name)) {
  console.error(`Name a drill: npm run drill -- ${drills.join('|')}`);
  process.exit(2);
}

const stage = await openStage(name);
// What it started would outlive it: the database has a process group of its own.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stage.close().finally(() => process.exit(1)));
process.once('uncaughtException', (error) => {
  console.error(error);
  void stage.close().finally(() => process.exit(1));
});
let isProved = false;
try {
  const { drill }: Drill = await import(new URL(`${name}.ts`, import.meta.url).href);
  await drill(stage);
  console.log(`${stage.countProved()} things proved.`);
  isProved = true;
} catch (error) {
  console.error(error);
} finally {
  await stage.close();
}
// Connections that calls left open would keep the process for seconds.
process.exit(isProved ? 0 : 1);
