import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Figure, listMissed, printTable } from './harness/figure.ts';

/** A file of `groups`. */
type Group = { measure: () => Promise<Figure[]> };

/**
 * Measures everything for which the specification sets limits, and fails if one is missed. `npm run bench -- timeline web` runs only
 * those groups.
 */
const groups = (await readdir(path.join(import.meta.dirname, 'groups')))
  .map((file) => path.basename(file, '.ts'))
  .sort();
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !groups.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(', ')}": choose among ${groups.join(', ')}.`);
  process.exit(1);
}

const startedAt = new Date();
const results: Record<string, Figure[]> = {};
for (const name of requested.length > 0 ? requested : groups) {
  console.log(`Measuring ${name} ...`);
  const { measure }: Group = await import(new URL(`groups/${name}.ts`, import.meta.url).href);
  results[name] = await measure();
  printTable(name, results[name]);
}

const { platform, arch, version: node } = process;
const folder = path.join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const file = path.join(folder, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
await writeFile(file, JSON.stringify({ startedAt, machine: { platform, arch, node }, results }, null, 2));
const missed = listMissed(results);
console.log(`\nWritten to ${path.relative(process.cwd(), file)}`);
if (missed.length === 0) console.log('No limit was missed.');
else {
  console.error(`${missed.length} missed:\n${missed.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}
