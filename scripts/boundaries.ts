import { globSync, readFileSync } from 'node:fs';
import { checkBoundaries } from './boundaries/check.ts';

/** Fewer files than this means that the pattern is wrong, not that the product is small. */
const FEWEST_FILES = 20;

const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts']).map((file) =>
  file.replaceAll('\\', '/'),
);
if (files.length < FEWEST_FILES) throw new Error(`only ${files.length} files were read`);
const problems = checkBoundaries(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])));
for (const problem of problems) console.error(problem);
console.log(`Boundaries: ${files.length} files read, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
